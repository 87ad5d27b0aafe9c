"""What a rule set is called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def title(info: Mapping[str, Any], reader: str) -> str:
    """The title of a rule set: one for all languages, or one for each."""
    found = info["title"]
    if isinstance(found, dict):
        found = found.get(reader) or next(iter(found.values()))
    return str(found)
