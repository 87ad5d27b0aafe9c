// The page of the map.
import { awaken } from "./board.js";

awaken(document);
