"""Diagnostics for people and for tools: the sentence in the reader's language, and four ways to print it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from adjudicator.data.diagnostic import Diagnostic, Span
from adjudicator.text import sarif
from adjudicator.text.catalog import Catalog
from adjudicator.text.languages import known, language_name
from adjudicator.text.messages import NameOf, plain_name

Source = Callable[[str], str | None]  # from a file's name to its text

FORMATS = ("text", "json", "github", "sarif")
_SECTION = "diagnostics"

# Values that are words of ours rather than of the rule data, by code: these are translated.
_WORDS = {
    "schema-type": ("found", "expected"),
    "wrong-value": ("expected",),
    "duplicate-definition": ("kind",),
    "message-syntax": ("problem",),
}

# What would move the cursor, hide text or turn it round in a terminal: values may come from a stranger.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


# ---------------------------------------------------------------------- sentences


def sentence(diagnostic: Diagnostic, catalog: Catalog, language: str, name_of: NameOf | None = None) -> str:
    """What is wrong and what was expected; at the end "did you mean ...?" where a name is close."""
    code, values = diagnostic.code, _readable(diagnostic, catalog, language)
    names = name_of or _namer(catalog, language)
    if catalog.has_message(_SECTION, code):
        said = catalog.say(_SECTION, code, language, values, names)
    elif catalog.has_message("verdicts", code):  # an open ruling can stop a script as well as a verdict
        said = catalog.say("verdicts", code, language, values, names)
    else:
        said = " ".join([code, *(f"{key}={plain_name(value)}" for key, value in diagnostic.values.items())])
    if diagnostic.nearest is None:
        return said
    return f"{said} {catalog.say(_SECTION, 'nearest', language, {'name': diagnostic.nearest}, names)}"


def _namer(catalog: Catalog, language: str) -> NameOf:
    """Ids stay ids, as the file at fault has them; only an empty list needs a word."""

    def name_of(value: Any, form: str | None = None) -> str:
        return _word("none", catalog, language) if value is None else plain_name(value, form)

    return name_of


def _readable(diagnostic: Diagnostic, catalog: Catalog, language: str) -> dict[str, Any]:
    values = dict(diagnostic.values)
    for name in _WORDS.get(diagnostic.code, ()):
        if name in values:
            values[name] = _translated(values[name], catalog, language)
    if isinstance(values.get("language"), str):
        values["language"] = language_name(values["language"], language)
    for name, value in values.items():
        if isinstance(value, list) and len(value) > 1 and value[0] == value[-1]:
            values[name] = " → ".join(map(str, value))  # it ends where it began: a circle, not a list
    return values


def _translated(value: Any, catalog: Catalog, language: str) -> Any:
    if isinstance(value, list | tuple):
        return [_translated(each, catalog, language) for each in value]
    return _word(value, catalog, language) if isinstance(value, str) else value


def _word(word: str, catalog: Catalog, language: str) -> str:
    key = f"words.{word}"
    return catalog.say(_SECTION, key, language, {}) if catalog.has_message(_SECTION, key) else word


# ---------------------------------------------------------------------- formats


def formatted(
    diagnostics: Iterable[Diagnostic],
    catalog: Catalog,
    language: str,
    how: str = "text",
    source: Source | None = None,
) -> str:
    """All diagnostics as `text`, `json`, `github` (workflow commands) or `sarif` 2.1.0.

    `source` gives the text of a file for the line shown with a caret; without it none is shown.
    """
    listed = list(diagnostics)
    if how == "text":
        return "\n".join(_as_text(d, sentence(d, catalog, language), source) for d in listed)
    if how == "github":
        return "\n".join(_as_command(d, sentence(d, catalog, language)) for d in listed)
    if how == "json":
        return _json([_as_data(d, sentence(d, catalog, language)) for d in listed])
    if how == "sarif":
        described = [(d, sentence(d, catalog, language)) for d in listed]
        about = {d.code: _about(d, catalog, language) for d in listed}
        return _json(sarif.log(described, about, known(language)))
    raise ValueError(f"{how!r} is none of {', '.join(FORMATS)}")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2, default=str)


def _about(diagnostic: Diagnostic, catalog: Catalog, language: str) -> str:
    """What a code means whatever the values are."""
    values = dict.fromkeys(diagnostic.values, "…")
    return sentence(Diagnostic(diagnostic.code, Span(""), values), catalog, language, plain_name)


def _as_data(diagnostic: Diagnostic, said: str) -> dict[str, Any]:
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": said,
        **_span_data(diagnostic.span),
        "values": diagnostic.values,
        "nearest": diagnostic.nearest,
        "related": [_span_data(span) for span in diagnostic.related],
    }


def _span_data(span: Span) -> dict[str, Any]:
    data: dict[str, Any] = {"file": span.file, "line": span.line, "column": span.column}
    if span.end_line:
        data |= {"end_line": span.end_line, "end_column": span.end_column}
    return data


def _as_text(diagnostic: Diagnostic, said: str, source: Source | None) -> str:
    lines = [_printable(f"{diagnostic.span}: {diagnostic.code}: {said}")]
    lines += _excerpt(diagnostic.span, source)
    for span in diagnostic.related:
        lines.append(_printable(f"  {span}:"))
        lines += _excerpt(span, source)
    return "\n".join(lines)


def _excerpt(span: Span, source: Source | None) -> list[str]:
    """The line a span begins in, and carets below what it covers of it."""
    text = source(span.file) if source is not None else None
    # YAML counts lines by line breaks alone; `splitlines` would also break at form feeds and the like.
    rows = re.split(r"\r\n|[\n\r\x85\u2028\u2029]", text) if text is not None else []
    if not 1 <= span.line <= len(rows) or not rows[span.line - 1].strip():
        return []
    row = rows[span.line - 1]
    start = min(max(span.column, 1) - 1, len(row))
    end = span.end_column - 1 if span.end_line == span.line else len(row) if span.end_line > span.line else 0
    width = max(1, min(end, len(row.rstrip())) - start)
    before = "".join("\t" if character == "\t" else " " for character in row[:start])
    return ["    " + _printable(row, keep="\t"), "    " + before + "^" * width]


def _printable(text: str, keep: str = "") -> str:
    def shown(match: re.Match[str]) -> str:
        return match.group() if match.group() in keep else " " if match.group() in "\n\r\t" else "�"

    return _UNPRINTABLE.sub(shown, text)


def _as_command(diagnostic: Diagnostic, said: str) -> str:
    level = diagnostic.severity if diagnostic.severity in ("error", "warning") else "notice"
    span = diagnostic.span
    places = {"file": span.file, "line": span.line, "col": span.column, "title": diagnostic.code}
    given = ",".join(f"{key}={_escaped(str(value), ':,')}" for key, value in places.items())
    return f"::{level} {given}::{_escaped(said)}"


def _escaped(text: str, also: str = "") -> str:
    """As the runner reads commands: percent signs and line breaks encoded, in properties also `:` and `,`."""
    for character in "%\r\n" + also:
        text = text.replace(character, f"%{ord(character):02X}")
    return text
