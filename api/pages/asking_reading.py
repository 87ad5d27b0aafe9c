"""Reading a form back: the values of the fields that were on it, by their types, and what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator.language import types as t
from adjudicator.ruleset.values import Path, ValueProblem
from api.asking import Table
from api.pages.frame import text

_NUMBER = re.compile(r"\s*[+−-]?\d{1,4}\s*\Z", re.ASCII)
_STEPPED = re.compile(r"(.{1,200}):([+-]1):(-?\d{1,4})\Z", re.ASCII)
SHOWN = "shown"  # names the fields on the page that send nothing when they are empty
STEP = "step"  # the plus and minus buttons: a path, by how much, and the least there may be
ADD = "+"  # below the path of a bag: a piece to be added


@dataclass(slots=True)
class Reader:
    """The fields of one form. A field that was not on the page keeps its value."""

    form: MultiDict[str, str]
    wrong: dict[str, list[str]] = field(default_factory=dict)
    typed: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, form: MultiDict[str, str]) -> Reader:
        """The form as sent, with the button that was pressed counted in."""
        sent: MultiDict[str, str] = MultiDict(form)
        pressed = _STEPPED.match(sent.get(STEP, ""))
        if pressed:
            path, by, least = pressed.groups()
            now = sent.get(path, "0")
            number = _integer(now) if _NUMBER.match(now) else 0
            sent[path] = str(max(int(least), number + int(by)))
        return cls(sent)

    def value(self, path: str, type_: t.Type, now: Any) -> Any:
        """The value of a field, or what it was if the form does not tell."""
        bare = t.bare(type_)
        if isinstance(bare, t.Record):
            raise TypeError("records are read field by field")
        if isinstance(bare, t.BagOf):
            return self._bag(path, now or {})
        if bare == t.BOOL:
            return path in self.form if self._shown(path) else now
        if isinstance(bare, t.SetOf):
            return list(dict.fromkeys(self.form.getlist(path))) if self._shown(path) else now
        if path not in self.form:
            return now
        written = self.form[path].strip()
        if isinstance(bare, t.ListOf):
            return self._list(path, bare, written)
        if written == "" and (isinstance(type_, t.Maybe) or isinstance(bare, t.Kind | t.Enumeration)):
            return None
        return self._number(path, written, now) if bare == t.NUMBER else written

    def record(self, path: str, table: dict[str, t.Type], now: dict[str, Any]) -> dict[str, Any]:
        return {name: self.value(f"{path}/{name}", type_, now.get(name)) for name, type_ in table.items()}

    def refuse(self, path: str, reason: str) -> None:
        self.wrong.setdefault(path, []).append(reason)

    def _shown(self, path: str) -> bool:
        return path in self.form.getlist(SHOWN)

    def _number(self, path: str, written: str, now: Any) -> Any:
        if _NUMBER.match(written):
            return _integer(written)
        self.typed[path] = written
        self.refuse(path, text("asking.not-a-number", found=written) if written else text("asking.missing"))
        return now

    def _list(self, path: str, type_: t.ListOf, written: str) -> list[Any]:
        words = written.replace(",", " ").split()
        if type_.of != t.NUMBER:
            return words
        return [self._number(path, word, 0) for word in words]

    def _bag(self, path: str, now: dict[str, int]) -> dict[str, int]:
        bag = dict(now)
        prefix = f"{path}/"
        for key in self.form:
            piece = key.removeprefix(prefix)
            if key.startswith(prefix) and piece != ADD and "/" not in piece:
                number = self._number(key, self.form[key].strip() or "0", bag.get(piece, 0))
                bag[piece] = number
        added = self.form.get(f"{prefix}{ADD}")
        if added:
            bag[added] = bag.get(added, 0) + 1
        return {piece: number for piece, number in bag.items() if number != 0}


def _integer(written: str) -> int:
    return int(written.replace("−", "-"))


def told(at: Table, problems: Iterable[ValueProblem], prefix: str, drop: int = 0) -> dict[str, list[str]]:
    """Problems of the engine by the paths of the fields they belong to."""
    found: dict[str, list[str]] = {}
    for p in problems:
        path = joined(prefix, p.path[drop:])
        found.setdefault(path, []).append(reason(at, p))
    return found


def reason(at: Table, problem: ValueProblem) -> str:
    """A problem as it is told beside its field, which already says what is missing."""
    if problem.code == "missing-parameter":
        return text("asking.missing")
    return str(at.answers.value_problem(problem)["text"])


def joined(prefix: str, path: Path) -> str:
    return "/".join([prefix, *map(str, path)])
