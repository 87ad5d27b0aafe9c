"""From the YAML of a rule set, and of those it extends, to a checked program."""
