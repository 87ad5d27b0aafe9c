"""Where a line and column of a script are in its file, also where YAML has joined the lines of the scalar."""

from __future__ import annotations

import re
from typing import Any

from adjudicator.data.diagnostic import Span
from adjudicator.data.yaml_reader import Document, Path

# What stands for one character of the value, by the first character of the scalar; blanks are not counted.
_CHARACTER = {'"': re.compile(r"\\[^nrt\s]|[^\s\\]"), "'": re.compile(r"''|\S")}
_PLAIN = re.compile(r"\S")


def script_place(document: Document, path: Path, line: int, column: int) -> Span:
    """The place of a line and column (from 1) of the script held by the scalar at `path`."""
    scalar = document.span(path)
    text = document.text
    start = sum(len(row) + 1 for row in text.split("\n")[: scalar.line - 1]) + scalar.column - 1
    opening = text[start : start + 1]
    if scalar.line == scalar.end_line or opening == "|":
        return document.script_span(path, line, column)
    value: Any = document.value
    for step in path:
        value = value[step]
    offset = sum(len(row) + 1 for row in str(value).split("\n")[: line - 1]) + column - 1
    before, here = str(value)[:offset], str(value)[offset : offset + 1]
    at = text.index("\n", start) if opening == ">" else start + (opening in _CHARACTER)
    character = _CHARACTER.get(opening, _PLAIN)
    for _ in "".join(before.split()):
        at = _next(character, text, at).end()
    if here.strip():
        at = _next(character, text, at).start()
    return Span(document.file, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))


def _next(character: re.Pattern[str], text: str, at: int) -> re.Match[str]:
    found = character.search(text, at)
    assert found is not None
    return found
