"""Answers as plain text for a terminal. Everything said comes from the JSON; nothing is decided here."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from adjudicator.text.answers import Answers

Json = dict[str, Any]
_WIDTH = 100


def verdict(answers: Answers, data: Json) -> str:
    """The verdict in one line, then the reasons, then what would have to change."""
    lines = [
        f"{data['text'].upper()}  {answers.move_text(data['move'])}"
        if data.get("move")
        else data["text"].upper()
    ]
    for problem in data.get("problems", []):
        lines.append(f"  {problem['path'] or '/'}: {problem['text']}")
    for condition in sorted(data["conditions"], key=lambda c: {False: 0, None: 1, True: 2}[c["holds"]]):
        lines += _condition(answers, condition)
    needs = [n["text"] for c in data["conditions"] if c["holds"] is False for n in c.get("needs", [])]
    if needs:
        lines.append(answers.say("would-be-legal-if"))
        lines += [f"  - {text}" for text in dict.fromkeys(needs)]
    if data.get("instead"):
        lines.append(answers.say("instead"))
        lines += [f"  - {entry['text']}" for entry in data["instead"]]
    sources = list(
        _sources(answers, [c["rule"] for c in data["conditions"] if c["holds"] is not True and c["rule"]])
    )
    if sources:
        lines.append(f"{answers.say('source')}: " + "; ".join(sources))
    return "\n".join(lines)


def _condition(answers: Answers, condition: Json) -> list[str]:
    word = answers.say(
        {True: "condition-holds", False: "condition-fails", None: "condition-undecided"}[condition["holds"]]
    )
    head = f"  {word:<4}"
    text = textwrap.wrap(condition["text"], _WIDTH - len(head)) or [""]
    lines = [head + text[0], *(" " * len(head) + more for more in text[1:])]
    lines[-1] += f"  [{condition['rule']}]" if condition["rule"] else ""
    if condition["holds"] is not True:
        for fact in condition.get("facts", [])[:6]:
            lines.append(" " * (len(head) + 2) + fact["text"])
        if "ruling" in condition:
            lines.append(" " * (len(head) + 2) + condition["ruling"]["text"])
    return lines


def _sources(answers: Answers, rules: list[str]) -> Iterator[str]:
    for rule in dict.fromkeys(rules):
        entry = answers.rules.rule_set.reference.get(rule)
        for book, places in (entry.sources if entry is not None else {}).items():
            for place in places[:1]:
                page = f", {place['page']}" if "page" in place else ""
                yield f"{book} «{place['heading']}»{page}"


def moves(answers: Answers, data: Json) -> str:
    lines = []
    if data["waiting"] is not None:
        lines.append(data["waiting"]["text"])
        if "options" in data["waiting"]:
            lines.append(f"  {answers.value(data['waiting']['options'])}")
    for action, entries in data["actions"].items():
        name = answers.catalog.name(answers.chain, "Action", action, answers.language)
        lines.append(f"{name} ({sum(e['count'] for e in entries)})")
        for entry in entries:
            given = ", ".join(answers.value(v) for v in entry["given"].values())
            ranges = [
                f"{low}-{high} {answers.name_of(piece)}" if low != high else f"{low} {answers.name_of(piece)}"
                for pieces in entry.get("pieces", {}).values()
                for piece, (low, high) in pieces["range"].items()
            ]
            lines.append(f"  {answers.name_of(entry['by'])}: {given}  {', '.join(ranges)}".rstrip())
    return "\n".join(lines) or answers.say("nothing-waiting")


def log(entries: list[Json]) -> list[str]:
    """The log, with each rule named once where it starts to be carried out."""
    lines = []
    for entry in entries:
        if entry["what"] == "rule":
            lines.append(f"[{', '.join(entry['rules'])}]")
        else:
            lines.append(f"  {entry['text']}")
    return lines


def outcome(answers: Answers, data: Json) -> str:
    if not data["applied"]:
        text = verdict(answers, data["verdict"])
        return f"{text}\n{data['fault']['text']}" if "fault" in data else text
    waiting = data["waiting"]["text"] if data["waiting"] else answers.say("nothing-waiting")
    return "\n".join([*log(data["log"]), waiting])


def resolution(data: Json) -> str:
    lines = log(data["log"])
    if data["answered"]:
        lines += [f"{part['label']}: {part['text']}" for part in data["report"].values()]
    else:
        lines.append(data["waiting"]["text"])
    return "\n".join(lines)


def odds(data: Json, most: int = 20) -> str:
    lines = []
    for outcome_ in data["outcomes"][:most]:
        parts = ", ".join(f"{part['label']} {part['text']}" for part in outcome_["report"].values())
        lines.append(f"{outcome_['decimal']:8.3%}  {outcome_['probability']:>16}  {parts}")
    if len(data["outcomes"]) > most:
        lines.append(f"... {len(data['outcomes']) - most}")
    return "\n".join(lines)
