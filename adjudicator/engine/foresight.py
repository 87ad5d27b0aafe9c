"""What may be met on the way to an answer, known before anybody asks: dice and draws, choices of players."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.rules import Rules
from adjudicator.language import instructions as i

CHANCE, CHOICE = "chance", "choice"


def foreseen(rules: Rules, question: str) -> frozenset[str]:
    """Whether a ready-made question can come to chance or to choices, through all it calls."""
    found: set[str] = set()
    seen: set[str] = set()
    waiting = [f"question {question}"]
    while waiting:
        script = waiting.pop()
        if script in seen or script not in rules.compiled.scripts:
            continue
        seen.add(script)
        for step in rules.compiled.scripts[script].steps:
            if isinstance(step, i.RollDice | i.DrawPieces):
                found.add(CHANCE)
            elif isinstance(step, i.AskPlayer):
                found.add(CHOICE)
            waiting += _called(rules, step)
    return frozenset(found)


def _called(rules: Rules, step: i.Instruction) -> Iterator[str]:
    """The scripts a step may start."""
    if isinstance(step, i.Perform):
        yield f"procedure {step.procedure}"
    elif isinstance(step, i.Announce):
        yield from (f"handler {id_}" for id_ in rules.handlers_at.get(step.moment, []))
    elif isinstance(step, i.AskPlayer):
        yield from (f"action {name}" for name in step.actions)
