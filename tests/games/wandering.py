"""Whole games played at random, and what was seen in them."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from adjudicator.engine import asking, play
from adjudicator.engine.machine import LogEntry, Machine
from adjudicator.engine.moves import Lister
from adjudicator.engine.position import Position, complete, digest, status
from adjudicator.engine.random_moves import random_move
from adjudicator.engine.rules import Rules
from adjudicator.engine.verdict import ILLEGAL, LEGAL, verdict
from adjudicator.language import types as t
from adjudicator.language.evaluator import Fact
from adjudicator.ruleset import values
from adjudicator.ruleset.rule_set import miscounted

Move = dict[str, Any]
Weights = Mapping[str, float]
Preference = Callable[[Position, asking.Pending, random.Random], Any]
Watch = Callable[[Rules, Position, Move], set[str]]
_MOST_STEPS = 20_000
_TRIED = 0.05  # how often a move is looked at from all sides
_CHECKED = 40  # after so many steps the whole position is looked at


@dataclass(slots=True)
class Temperament:
    """How the players of a game tend to play: weights of actions by player, and answers they prefer."""

    name: str
    weights: Mapping[str, Weights] = field(default_factory=dict)
    answers: Mapping[str, Preference] = field(default_factory=dict)
    changes: Mapping[str, Any] = field(default_factory=dict)
    setup: str = "start"


@dataclass(slots=True)
class Seen:
    """Everything met so far, over many games."""

    actions: Counter[str] = field(default_factory=Counter)
    choices: Counter[str] = field(default_factory=Counter)
    faces: Counter[tuple[str, str]] = field(default_factory=Counter)
    drawn: Counter[str] = field(default_factory=Counter)
    places: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    stages: Counter[tuple[str, int]] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    games: int = 0
    steps: int = 0


@dataclass(slots=True)
class Game:
    """One game from its setup to its end."""

    rules: Rules
    seed: int
    temperament: Temperament
    seen: Seen
    watch: Watch = lambda _rules, _position, _move: set()
    first: Move = field(default_factory=dict)

    def play(self) -> Position:
        """Play until nobody has anything to answer."""
        roll = random.Random(self.seed)
        position, problems = complete(
            self.rules, {"setup": self.temperament.setup, "changes": dict(self.temperament.changes)}
        )
        assert not problems
        outcome = self._apply(position, self.first)
        steps = 1
        while outcome.pending is not None:
            assert steps < _MOST_STEPS, f"game {self.seed} does not end"
            position = self._reloaded(outcome.position)
            move = self._choose(position, outcome.pending, roll)
            if roll.random() < _TRIED:
                self._look_around(position, move, roll)
            self.seen.rules.update(self.watch(self.rules, position, move))
            outcome = self._apply(position, move)
            steps += 1
            if steps % _CHECKED == 0:
                self._sound(outcome.position)
        self._sound(outcome.position)
        self.seen.games += 1
        self.seen.steps += steps
        return outcome.position

    # ------------------------------------------------------------------ moves

    def _choose(self, position: Position, waiting: asking.Pending, roll: random.Random) -> Move:
        preferred = self.temperament.answers.get(waiting.name)
        if preferred is not None and waiting.kind != "act":
            answer = preferred(position, waiting, roll)
            machine = Machine(self.rules, position)
            if answer is not asking.OPEN and asking.check(machine, waiting, answer).accepted:
                return {"answer": answer, "name": waiting.name}
        weights = self.temperament.weights.get(waiting.who or "", {})
        move = random_move(self.rules, position, roll, weights)
        assert move is not None, f"game {self.seed} is stuck: {waiting.name} {waiting.actions}"
        return move

    def _apply(self, position: Position, move: Move) -> play.Outcome:
        before = json.dumps(position, sort_keys=True)
        outcome = play.carry_out(self.rules, position, move)
        assert outcome.fault is None, (self.seed, move, outcome.fault)
        assert json.dumps(position, sort_keys=True) == before, "the old position was touched"
        self._note(move, outcome)
        return outcome

    def _note(self, move: Move, outcome: play.Outcome) -> None:
        if "action" in move:
            self.seen.actions[move["action"]] += 1
        else:
            self.seen.choices[move["name"]] += 1
        for entry in outcome.log:
            self.seen.rules.update(entry.rules)
            self._note_entry(entry)

    def _note_entry(self, entry: LogEntry) -> None:
        if entry.what == "roll":
            value, die = entry.values["value"], entry.values["die"]
            faces = value if isinstance(value, dict) else {value: 1}
            self.seen.faces.update({(die, str(face)): n for face, n in faces.items()})
        elif entry.what == "answer" and isinstance(entry.values["value"], str):
            self.seen.drawn[entry.values["value"]] += 1
        elif entry.what == "change" and entry.values["key"] is not None:
            self.seen.places[str(entry.values["key"])] += 1

    # ------------------------------------------------------------------ checks

    def _reloaded(self, position: Position) -> Position:
        """At every stage once: the position as it comes back from a file, to go on with."""
        top = position["stack"][-1]
        stage = (top["run"], top["step"])
        self.seen.stages[stage] += 1
        if self.seen.stages[stage] > 1:
            return position
        again, problems = complete(self.rules, json.loads(json.dumps(position)))
        assert not problems, (stage, problems)
        assert digest(self.rules, again) == digest(self.rules, position)
        return again

    def _look_around(self, position: Position, move: Move, roll: random.Random) -> None:
        """The reasoned verdict agrees with the quick one, and what is illegal changes nothing."""
        assert verdict(self.rules, position, move).verdict in (LEGAL, "undecided"), (self.seed, move)
        if "action" not in move:
            return
        other = self._any_move(roll.choice(list(self.rules.program.actions)), move["by"], position, roll)
        if other is None:
            return
        outcome = play.apply(self.rules, position, other)
        waiting = play.waiting(self.rules, position)
        asked = waiting is not None and other["action"] in waiting.actions
        if not asked or not play.is_legal(self.rules, position, other):
            assert outcome.verdict.verdict in (ILLEGAL, "undecided"), (self.seed, other)
            assert not outcome.applied and outcome.position is position
            self.seen.refused += 1

    def _any_move(self, action: str, by: str, position: Position, roll: random.Random) -> Move | None:
        """A move that can be understood, legal or not."""
        lister = Lister(self.rules, self.rules.program.actions[action], position["state"])
        env: dict[str, Any] = {lister.action.by: by}
        for name in lister.order:
            type_ = lister.action.given[name].type
            if isinstance(type_, t.BagOf):
                bag = lister.offered_bag(name, env) or {}
                env[name] = {piece: n for piece, n in bag.items() if roll.random() < 0.7}
            elif t.bare(type_) == t.BOOL:
                env[name] = roll.random() < 0.5
            else:
                members = values.members(t.bare(type_), self.rules.program)
                if not members:
                    return None
                listed = lister.candidates(name, env) or members
                env[name] = roll.choice(listed if roll.random() < 0.5 else members)
        return {"action": action, "by": by, **{name: env[name] for name in lister.order}}

    def _sound(self, position: Position) -> None:
        """No figure, tile or card is lost or made; between two actions every invariant holds."""
        for kind in self.rules.program.boxes:
            assert not list(miscounted(self.rules.program, position["state"], kind)), (self.seed, kind)
        waiting = play.waiting(self.rules, position)
        if waiting is None or (waiting.kind == "act" and len(position["stack"]) <= 2):
            assert not status(self.rules, position), (self.seed, status(self.rules, position))


def cited(fact: Fact) -> set[str]:
    """The rules a value rests on."""
    found = {fact.rule} if fact.rule else set()
    return found.union(*(cited(inner) for inner in fact.because))
