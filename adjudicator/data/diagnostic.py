"""A diagnostic is data: a stable code, a place, and the values its sentence needs.

Terminal, editor and web each draw it; the sentence itself lives in `locales/<language>/diagnostics.yaml`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A place in a file; lines and columns count from 1, as editors do."""

    file: str
    line: int = 1
    column: int = 1
    end_line: int = 0
    end_column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem of a rule file, a position or a request."""

    code: str
    span: Span
    values: dict[str, Any] = field(default_factory=dict)
    nearest: str | None = None
    related: tuple[Span, ...] = ()
    severity: str = "error"


class DataError(Exception):
    """Data that cannot be used; carries every problem found, not the first."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = list(diagnostics)
        super().__init__("; ".join(f"{d.span}: {d.code} {d.values}" for d in self.diagnostics[:5]))


def nearest_name(name: str, candidates: Iterable[str]) -> str | None:
    """The known name a person most likely meant, or nothing when none is close."""
    folded = {c.lower().replace("_", "-"): c for c in candidates}
    close = difflib.get_close_matches(name.lower().replace("_", "-"), list(folded), n=1, cutoff=0.6)
    return folded[close[0]] if close else None
