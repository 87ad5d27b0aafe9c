"""Reading YAML with positions, checking it against schemas, and saying what is wrong with it."""
