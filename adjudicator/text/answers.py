"""Answers as JSON in the reader's language: verdicts, moves, logs, resolutions and odds.

The JSON is what the command line prints with `--json`, what the service sends, and what the terminal and the
pages draw; so the same question has the same answer everywhere.
"""

from __future__ import annotations

from typing import Any

from adjudicator.data.diagnostic import Diagnostic, Span
from adjudicator.engine import asking, play, position, questions
from adjudicator.engine import moves as listing
from adjudicator.engine import odds as chances
from adjudicator.engine import verdict as judging
from adjudicator.engine.blame import Need
from adjudicator.engine.machine import LogEntry
from adjudicator.language.evaluator import Fact
from adjudicator.language.types import Record
from adjudicator.ruleset.values import Path, ValueProblem
from adjudicator.text import diagnostics
from adjudicator.text.catalog import Item
from adjudicator.text.languages import joined, labelled
from adjudicator.text.words import Words

Json = dict[str, Any]
_Drawn = dict[
    tuple[int, int], Json
]  # by the identity of a fact and by depth: a verdict keeps its facts alive
_OPS = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "in": "in", "not-in": "not-in"}
_NAMED = ("acting-player", "waiting-for", "pieces-missing", "pieces-do-not-add-up")


class Answers(Words):
    """Draws answers about one rule set in one language."""

    def problem(self, code: str, values: Json, nearest: str | None = None) -> str:
        if code == "against-a-rule":  # the rule says best what is wrong
            values = {**values, "text": self.rule_text(values["rule"])}
        found = Diagnostic(code, Span("-"), dict(values), nearest)
        # Names are for what stands on the table; a word to be typed in is given as it is typed.
        namer = self.name_of if code in _NAMED else None
        return diagnostics.sentence(found, self.catalog, self.language, namer)

    # ------------------------------------------------------------------ verdicts

    def verdict(self, judged: judging.Verdict) -> Json:
        result: Json = {
            "verdict": judged.verdict,
            "text": self.say(judged.verdict),
            "move": judged.move,
            "because": judged.because,
            "conditions": self._conditions(judged),
        }
        if judged.problems:
            result["problems"] = [self.value_problem(p) for p in judged.problems]
        if judged.instead:
            result["instead"] = [{"move": m, "text": self.move_text(m)} for m in judged.instead]
        return result

    def _conditions(self, judged: judging.Verdict) -> list[Json]:
        """Several conditions rest on the same facts, which are drawn once."""
        drawn: _Drawn = {}
        return [self._condition(c, judged.move, drawn) for c in judged.conditions]

    def _condition(self, c: judging.Judged, move: Json, drawn: _Drawn) -> Json:
        result: Json = {"rule": c.rule, "holds": c.holds, "text": self._condition_text(c, move)}
        if c.values:
            result["values"] = {k: {"value": v, "text": self.value(v)} for k, v in c.values.items()}
        if c.facts:
            result["facts"] = [self.fact(f, 2, drawn) for f in c.facts]
        if c.needs:
            result["needs"] = [{"rule": n.rule, "text": self._need(n)} for n in _distinct(c.needs)]
        if c.ruling is not None:
            result["ruling"] = {"id": c.ruling, "text": self.say("ruling-open", ruling=c.ruling)}
        return result

    def _condition_text(self, c: judging.Judged, move: Json) -> str:
        """The sentence of the requirement, where one is written; else the text of its rule."""
        if c.rule is None:
            return self.problem(c.code or "", c.values)
        message = self.sentence(move.get("action", "answer"), c.rule, bool(c.holds))
        return message if isinstance(message, str) else self.filled(message, {**move, **c.values})

    def fact(self, fact: Fact, depth: int = 2, drawn: _Drawn | None = None) -> Json:
        """A fact and, down to some depth, what it rests on."""
        drawn = {} if drawn is None else drawn
        known = drawn.get((id(fact), depth))
        if known is None:
            known = drawn[id(fact), depth] = self._fact(fact, depth, drawn)
        return known

    def _fact(self, fact: Fact, depth: int, drawn: _Drawn) -> Json:
        what, name, arguments, value = fact.what, fact.name, fact.arguments, fact.value
        text = labelled(self.about(what, name, arguments), self.value(value), self.language)
        if what == "ruling":
            text = self.say("ruling-taken", ruling=name, option=value)
        result: Json = {"what": what, "name": name, "arguments": arguments, "value": value, "text": text}
        if fact.rule is not None:
            result["rule"] = fact.rule
        if fact.because and depth:
            result["because"] = [self.fact(f, depth - 1, drawn) for f in fact.because]
        return result

    def _need(self, need: Need) -> str:
        what = self.about(*need.what, need.arguments)
        if isinstance(need.expected, bool):
            return self.say("must-hold" if need.expected else "must-not-hold", what=what)
        op = self.say(f"op-{_OPS[need.op]}", value=self.value(need.expected))
        return self.say(
            "must-be", what=what, op=op, found=self.value(need.found), value=self.value(need.expected)
        )

    def value_problem(self, p: ValueProblem) -> Json:
        return {
            "path": pointer(p.path),
            "code": p.code,
            "text": self.problem(p.code, p.values, p.nearest),
            "nearest": p.nearest,
        }

    def inconsistency(self, p: position.Inconsistency) -> Json:
        values = dict(p.values)
        if p.rule is not None:
            values["rule"] = p.rule
        result: Json = {
            "path": pointer(p.path),
            "code": p.code,
            "text": self.problem(p.code, values, p.nearest),
        }
        if p.rule is not None:
            where = ", ".join(self.value(v) for v in p.values.values())
            result |= {"rule": p.rule, "text": f"{self.rule_text(p.rule)} ({where})"}
        return result

    # ------------------------------------------------------------------ moves and questions

    def move_text(self, move: Json) -> str:
        if "action" not in move:
            return self.value(move.get("answer"))
        action = self.rules.program.actions[move["action"]]
        given = [f"{self.label('local', n)} {self.value(move[n])}" for n in action.given if n in move]
        name = self.name("Action", action.name)
        return labelled(name, ", ".join(given), self.language) if given else name

    def moves(self, found: listing.Moves) -> Json:
        result: Json = {"waiting": self.waiting(found.waiting), "actions": {}}
        for group in found.groups:
            entry: Json = {
                "by": group.by,
                "given": group.given,
                "count": group.count,
                "example": group.example(),
            }
            entry["text"] = self.move_text(group.example())
            for name, range_ in group.bags.items():
                entry.setdefault("pieces", {})[name] = {
                    "range": {p: list(bounds) for p, bounds in range_.pieces.items()},
                    "choices": range_.choices,
                    "exact": range_.exact,
                }
            result["actions"].setdefault(group.action, []).append(entry)
        return result

    def waiting(self, asked: asking.Pending | None) -> Json | None:
        if asked is None:
            return None
        name = self.name("Choice", asked.name)
        if asked.kind == "act":
            names = [self.name("Action", a) for a in asked.actions]
            name = joined(names, self.language)
        result: Json = {"kind": asked.kind, "name": asked.name, "who": asked.who}
        result["text"] = self.say(f"waiting-{asked.kind}", who=asked.who, name=name)
        for key in ("options", "number", "die"):
            if getattr(asked, key) is not None:
                result[key] = getattr(asked, key)
        result |= {key: True for key in ("optional", "secret") if getattr(asked, key)}
        if asked.actions:
            result["actions"] = asked.actions
        return result

    def log(self, entries: list[LogEntry]) -> list[Json]:
        """What happened, in order; bookkeeping that says nothing to a reader is left out."""
        drawn = [self._entry(e) for e in entries]
        return [e for e in drawn if e is not None]

    def _entry(self, e: LogEntry) -> Json | None:
        v = e.values
        if e.what == "rule":
            return {"what": "rule", "rules": e.rules, "text": " ".join(self.rule_text(r) for r in e.rules)}
        if e.what == "effect":
            return {"what": "effect", "rules": e.rules, "text": self.say("log-effect", effect=v["effect"])}
        if e.what in ("answer", "roll"):
            name = self.name("Choice", v["name"])
            said = self.say("log-answer", who=v["who"], name=name, value=self.value(v["value"]))
            if e.what == "roll":
                said = self.say("log-roll", die=name, value=self.value(v["value"]))
            return {"what": e.what, "name": v["name"], "value": v["value"], "text": said}
        if isinstance(self.rules.program.fields[v["field"]].type, Record):
            return None
        label = self.label("field", v["field"])
        key = None if v["key"] is None else Item(str(self.rules.program.fields[v["field"]].key), v["key"])
        was, now = v["was"], v["now"]
        if isinstance(was, dict) and isinstance(now, dict):
            about = f"{label} ({self.name_of(key)})" if key else label
            said = labelled(about, self._moved(was, now), self.language)
        else:
            said = self.say("log-change", field=label, key=key, was=self.value(was), now=self.value(now))
        return {"what": "change", **v, "rules": e.rules, "text": said}

    def _moved(self, was: dict[str, int], now: dict[str, int]) -> str:
        """What came to a bag and what left it."""
        changes = {p: now.get(p, 0) - was.get(p, 0) for p in dict.fromkeys([*was, *now])}
        parts = [f"{'+' if n > 0 else '−'}{abs(n)} × {self.name_of(p)}" for p, n in changes.items() if n]
        return ", ".join(parts)

    def outcome(self, outcome: play.Outcome) -> Json:
        result: Json = {
            "applied": outcome.applied,
            "verdict": self.verdict(outcome.verdict),
            "position": outcome.position,
        }
        if outcome.applied:
            result |= {"log": self.log(outcome.log), "waiting": self.waiting(outcome.pending)}
        if outcome.fault is not None:
            result["fault"] = {
                "code": outcome.fault.code,
                "text": self.problem(outcome.fault.code, outcome.fault.values),
            }
        return result

    def resolution(self, r: questions.Resolution) -> Json:
        result: Json = {"question": r.question, "answered": r.report is not None, "log": self.log(r.log)}
        if r.report is not None:
            result["report"] = self.report(r.report)
        result |= {"waiting": self.waiting(r.pending), "policies": r.policies_used, "position": r.position}
        return result

    def report(self, report: Json) -> Json:
        return {
            name: {
                "value": value,
                "label": self.name("Report", name),
                "text": self.value(value),
            }
            for name, value in report.items()
        }

    def odds(self, found: chances.Odds) -> Json:
        outcomes = [
            {"probability": str(chance), "decimal": float(chance), "report": self.report(report)}
            for report, chance in found.outcomes
        ]
        return {
            "question": found.question,
            "policies": found.policies,
            "positions": found.positions,
            "outcomes": outcomes,
        }


def pointer(path: Path) -> str:
    """A JSON pointer (RFC 6901)."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def _distinct(needs: list[Need]) -> list[Need]:
    seen: list[Need] = []
    for need in needs:
        if not any(
            (n.what, n.arguments, n.op, n.expected) == (need.what, need.arguments, need.op, need.expected)
            for n in seen
        ):
            seen.append(need)
    return seen
