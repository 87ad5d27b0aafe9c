// Zoom and pan of a map by its viewBox. Without this script the map is a picture whose places are links.

const CLOSEST = 6;

function whole(svg) {
  const [x, y, width, height] = svg.dataset.whole.split(" ").map(Number);
  return { x, y, width, height };
}

function shown(svg) {
  const { x, y, width, height } = svg.viewBox.baseVal;
  return { x, y, width, height };
}

function show(svg, box) {
  const all = whole(svg);
  const width = Math.min(all.width, Math.max(all.width / CLOSEST, box.width));
  const height = (width / all.width) * all.height;
  const x = Math.min(all.x + all.width - width, Math.max(all.x, box.x));
  const y = Math.min(all.y + all.height - height, Math.max(all.y, box.y));
  svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  svg.parentElement.classList.toggle("zoomed", width < all.width * 0.995);
}

function zoom(svg, factor, at) {
  const box = shown(svg);
  const point = at ?? { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  show(svg, {
    x: point.x - (point.x - box.x) / factor,
    y: point.y - (point.y - box.y) / factor,
    width: box.width / factor,
    height: box.height / factor,
  });
}

function pointOf(svg, event) {
  const matrix = svg.getScreenCTM().inverse();
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
}

function follow(svg) {
  const fingers = new Map();
  let travelled = 0;
  svg.addEventListener("pointerdown", (event) => {
    if (fingers.size === 0) travelled = 0;
    fingers.set(event.pointerId, event);
  });
  svg.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const others = [...fingers.values()].filter((finger) => finger.pointerId !== event.pointerId);
    if (others.length === 1) {
      const distance = (finger) => Math.hypot(finger.clientX - others[0].clientX, finger.clientY - others[0].clientY);
      zoom(svg, distance(event) / Math.max(1, distance(before)), pointOf(svg, others[0]));
      travelled = 99;
    } else if (others.length === 0 && svg.parentElement.classList.contains("zoomed")) {
      const scale = shown(svg).width / svg.clientWidth;
      const box = shown(svg);
      travelled += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
      show(svg, { ...box, x: box.x - (event.clientX - before.clientX) * scale, y: box.y - (event.clientY - before.clientY) * scale });
    }
    fingers.set(event.pointerId, event);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    svg.addEventListener(end, (event) => fingers.delete(event.pointerId));
  }
  // Whoever dragged the map did not mean to follow the link under his finger.
  svg.addEventListener("click", (event) => { if (travelled > 8) { event.preventDefault(); event.stopPropagation(); } }, true);
  svg.addEventListener("dragstart", (event) => event.preventDefault());
  svg.addEventListener("touchmove", (event) => { if (event.touches.length > 1) event.preventDefault(); }, { passive: false });
  svg.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !svg.parentElement.classList.contains("zoomed") && event.deltaY > 0) return;
    if (!event.ctrlKey && !event.altKey && !svg.matches(":hover")) return;
    event.preventDefault();
    zoom(svg, event.deltaY < 0 ? 1.15 : 1 / 1.15, pointOf(svg, event));
  }, { passive: false });
}

// The place a keyboard reader comes to is brought into sight.
function reveal(svg, place) {
  const box = shown(svg);
  const cell = place.getBBox();
  const inside = cell.x >= box.x && cell.y >= box.y && cell.x + cell.width <= box.x + box.width && cell.y + cell.height <= box.y + box.height;
  if (!inside) show(svg, { ...box, x: cell.x + cell.width / 2 - box.width / 2, y: cell.y + cell.height / 2 - box.height / 2 });
}

export function awaken(root) {
  for (const frame of root.querySelectorAll("[data-board]")) {
    const svg = frame.querySelector("svg.board");
    svg.dataset.whole = svg.dataset.whole ?? svg.getAttribute("viewBox");
    frame.querySelector(".board-buttons").hidden = false;
    follow(svg);
    frame.addEventListener("click", (event) => {
      const button = event.target.closest("[data-zoom]");
      if (!button) return;
      const { zoom: how } = button.dataset;
      if (how === "all") show(svg, whole(svg));
      else zoom(svg, how === "in" ? 1.5 : 1 / 1.5);
    });
    frame.addEventListener("focusin", (event) => { if (event.target.matches(".place:focus-visible")) reveal(svg, event.target); });
  }
}

// A new drawing of the same map keeps what the reader was looking at, and the outlines it already has.
export function inherit(before, after) {
  const old = before?.querySelector("svg.board");
  const fresh = after.querySelector("svg.board");
  if (!old || !fresh) return;
  for (const path of fresh.querySelectorAll("path[data-same]")) {
    path.setAttribute("d", old.querySelector(`[data-outline="${path.dataset.same}"]`)?.getAttribute("d") ?? "");
  }
  fresh.dataset.whole = old.dataset.whole;
  fresh.setAttribute("viewBox", old.getAttribute("viewBox"));
  fresh.parentElement.classList.toggle("zoomed", old.parentElement.classList.contains("zoomed"));
}

