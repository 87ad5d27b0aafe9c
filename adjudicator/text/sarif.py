"""Diagnostics as a SARIF 2.1.0 log, the form code-scanning services and editors read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from adjudicator import __version__
from adjudicator.data.diagnostic import Diagnostic, Span

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning"}


def log(
    described: Sequence[tuple[Diagnostic, str]], about: Mapping[str, str], language: str
) -> dict[str, Any]:
    """A log with one run: each diagnostic with its sentence, each code with what it is `about`."""
    codes = sorted(about)
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "adjudicator",
                        "version": __version__,
                        "rules": [_rule(code, about[code]) for code in codes],
                    }
                },
                "language": language,
                "columnKind": "unicodeCodePoints",
                "results": [_result(d, said, codes.index(d.code)) for d, said in described],
            }
        ],
    }


def _rule(code: str, about: str) -> dict[str, Any]:
    return {
        "id": code,
        "name": "".join(part.capitalize() for part in code.split("-")),
        "shortDescription": _message(about),
        "defaultConfiguration": {"level": "error"},
    }


def _result(diagnostic: Diagnostic, said: str, rule: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": _LEVELS.get(diagnostic.severity, "note"),
        "message": _message(said),
        "locations": [_location(diagnostic.span)],
    }
    if diagnostic.related:
        result["relatedLocations"] = [
            {"id": n, **_location(s)} for n, s in enumerate(diagnostic.related, start=1)
        ]
    return result


def _message(text: str) -> dict[str, str]:
    """Braces are placeholders in SARIF messages (3.11.5), so ours are doubled."""
    return {"text": text.replace("{", "{{").replace("}", "}}")}


def _location(span: Span) -> dict[str, Any]:
    region = {"startLine": max(1, span.line), "startColumn": max(1, span.column)}
    if span.end_line:
        region |= {"endLine": span.end_line, "endColumn": max(1, span.end_column)}
    return {"physicalLocation": {"artifactLocation": {"uri": quote(span.file)}, "region": region}}
