"""Results of ready-made questions as a page shows them: inputs in words, odds as bars."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import dropwhile
from typing import Any

from adjudicator.engine.odds import Odds
from adjudicator.engine.questions import Resolution
from adjudicator.language.program import Question
from adjudicator.text.languages import labelled
from api.asking import Table
from api.service import Json

_BARS = 12  # the likeliest; what is left is summed up
_KEPT = 12  # outcomes a link remembers


@dataclass(frozen=True, slots=True)
class Bar:
    text: str
    chance: Fraction

    @property
    def percent(self) -> float:
        return float(self.chance) * 100

    @property
    def fraction(self) -> str:
        """The exact fraction, as long as somebody could want to read it."""
        written = str(self.chance)
        return written if len(written) <= 40 else f"≈ {float(self.chance):.12f}"


@dataclass(slots=True)
class Distribution:
    """How one thing that is reported can come out."""

    label: str
    bars: list[Bar]
    rest: Bar | None = None
    mean: float | None = None

    @property
    def uncertain(self) -> bool:
        return len(self.bars) > 1


@dataclass(slots=True)
class Chart:
    positions: int
    distributions: list[Distribution] = field(default_factory=list)
    policies: list[str] = field(default_factory=list)


def chart(at: Table, question: Question, odds: Odds) -> Chart:
    """The distribution of everything a question reports."""
    made = Chart(odds.positions, policies=[at.name("Choice", name) for name in odds.policies])
    for name in question.reports:
        made.distributions.append(_distribution(at, name, odds))
    return made


def _distribution(at: Table, name: str, odds: Odds) -> Distribution:
    chances: dict[str, Fraction] = {}
    values: dict[str, Any] = {}
    for report, chance in odds.outcomes:
        key = json.dumps(report[name], sort_keys=True)
        values[key] = report[name]
        chances[key] = chances.get(key, Fraction(0)) + chance
    numbers = all(type(v) is int for v in values.values())
    order = sorted(chances, key=lambda k: values[k] if numbers else (-chances[k], k))
    bars = [Bar(at.answers.value(values[k]), chances[k]) for k in order]
    made = Distribution(at.name("Report", name), bars)
    if len(bars) > _BARS and not numbers:
        made.bars, left = bars[:_BARS], bars[_BARS:]
        made.rest = Bar(str(len(left)), sum((b.chance for b in left), Fraction(0)))
    if numbers:
        made.mean = float(sum((values[k] * chances[k] for k in order), Fraction(0)))
    return made


def inputs_told(at: Table, question: Question, inputs: Json) -> list[tuple[str, str]]:
    """What was filled in, in words; what was left as it is by default is left out."""
    return [
        (at.answers.label("local", name), at.answers.value(inputs[name]))
        for name, wanted in question.inputs.items()
        if name in inputs and inputs[name] != wanted.default and inputs[name] not in ({}, [])
    ]


# ---------------------------------------------------------------------- what a link remembers


def resolution_found(result: Resolution) -> Json:
    """The report; or what is still waited for."""
    if result.report is not None:
        return {"report": result.report}
    return {"waiting": result.pending.name if result.pending is not None else None}


def odds_found(odds: Odds) -> Json:
    """A digest of all outcomes, and the likeliest in full."""
    every = [[report, str(chance)] for report, chance in odds.outcomes]
    text = json.dumps(every, sort_keys=True, separators=(",", ":"))
    digest = hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
    return {"odds": digest, "count": len(every), "likeliest": every[:_KEPT]}


def resolution_told(at: Table, result: Resolution) -> Json:
    """What happened; that the position was laid out as the form says is no step of it."""
    told = at.answers.resolution(result)
    happened = dropwhile(lambda entry: entry["what"] == "change" and not entry["rules"], told["log"])
    return {**told, "log": list(happened)}


def then_told(at: Table, found: Json) -> list[tuple[str, str]]:
    """What a link remembers, in words; it comes from a stranger and may be anything."""
    report = found.get("report")
    if isinstance(report, dict):
        return [(at.name("Report", str(name)), _words(at, value)) for name, value in report.items()]
    likeliest = found.get("likeliest")
    told = []
    for outcome in likeliest if isinstance(likeliest, list) else []:
        match outcome:
            case [dict() as values, str() as chance]:
                parts = [
                    labelled(at.name("Report", str(n)), _words(at, v), at.language) for n, v in values.items()
                ]
                told.append((chance[:60], "; ".join(parts)))
    return told


def _words(at: Table, value: Any) -> str:
    """A value in words, if it is one."""
    plain = not isinstance(value, dict) or all(isinstance(n, int) for n in value.values())
    return at.answers.value(value) if plain else "–"
