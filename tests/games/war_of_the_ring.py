"""Temperaments and witnesses for games of War of the Ring."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from adjudicator.engine import asking
from adjudicator.engine.position import Position
from adjudicator.engine.rules import Rules
from adjudicator.engine.verdict import verdict
from adjudicator.language import instructions as i
from tests.games.wandering import Game, Move, Seen, Temperament, cited

FREE, SHADOW = "free-peoples", "shadow"
FIRST: Move = {"action": "play_on", "by": FREE}
_GATES = ("minas-morgul", "morannon")
_WAR: dict[str, float] = {
    "attack": 9,
    "assault": 9,
    "march_two_armies": 6,
    "move_army": 4,
    "recruit": 5,
    "diplomatic_action": 9,
    "bring_minion": 9,
    "use_voice_of_saruman": 4,
    "sortie": 3,
}
_IDLE: dict[str, float] = {
    "skip": 9,
    "pass": 9,
    "attack": 0,
    "assault": 0,
    "march_two_armies": 0,
    "move_army": 0,
}
_QUEST: dict[str, float] = {
    "move_fellowship": 9,
    "hide_fellowship": 9,
    "enter_mordor": 9,
    "declare_fellowship": 3,
    "skip": 0.1,
    "separate_companions": 0.2,
    "name_guide": 1,
}
_CALM: dict[str, float] = {"move_fellowship": 0, "declare_fellowship": 0.2}
_PEOPLE: dict[str, float] = {
    "separate_companions": 5,
    "move_companions": 6,
    "bring_gandalf_the_white": 9,
    "bring_aragorn": 9,
    "advance_by_companion": 9,
    "use_elven_ring": 2,
    "play_event": 4,
    "draw_event": 4,
    "hide_fellowship": 6,
}


# Event cards would bring the special tiles into play; here they wait from the start.
_TILES = {
    "tiles_aside": {},
    "tiles_waiting": {
        "elven-cloaks-tile": 1,
        "elven-rope-tile": 1,
        "phial-of-galadriel-tile": 1,
        "smeagol-helps-nice-master-tile": 1,
        "shelobs-lair-tile": 1,
        "the-ring-is-mine-tile": 1,
        "on-on-they-went-tile": 1,
        "give-it-to-uss-tile": 1,
    },
}


def temperaments(rules: Rules, players: int) -> list[Temperament]:
    """What games tend to become: a bit of everything, a quest, and wars of either side."""
    distance = steps_to(rules, _GATES)

    def onward(_position: Position, waiting: asking.Pending, roll: random.Random) -> Any:
        options = [region for region in waiting.options if isinstance(region, str)]
        near = min((distance.get(region, 99) for region in options), default=99)
        return roll.choice(
            [region for region in options if distance.get(region, 99) == near] or [asking.OPEN]
        )

    def few(_position: Position, _waiting: asking.Pending, roll: random.Random) -> Any:
        return roll.choice((0, 1))

    def never(_position: Position, _waiting: asking.Pending, _roll: random.Random) -> Any:
        return False

    changes = {"players": players}
    quest = {"next_region": onward}
    return [
        Temperament("anything", changes=changes),
        Temperament(
            "people",
            {FREE: _PEOPLE, SHADOW: {"bring_minion": 9, "diplomatic_action": 5, "use_voice_of_saruman": 5}},
            changes=changes,
            setup="start-dealt",
        ),
        Temperament(
            "quest", {FREE: _QUEST, SHADOW: _IDLE}, {**quest, "hunt_dice": few}, {**changes, **_TILES}
        ),
        Temperament("shadow war", {FREE: _CALM, SHADOW: _WAR}, {"cease": never}, changes),
        Temperament("free war", {FREE: {**_WAR, **_CALM}, SHADOW: _IDLE}, {"cease": never}, changes),
    ]


@lru_cache(maxsize=4)
def _borders(rules: Rules) -> dict[str, list[str]]:
    return {r: list(b) for r, b in rules.program.attributes["Region"]["borders"].items()}


def steps_to(rules: Rules, goals: tuple[str, ...]) -> dict[str, int]:
    """How many regions lie between each region and the nearest goal."""
    distance = dict.fromkeys(goals, 0)
    waiting = list(goals)
    while waiting:
        here = waiting.pop(0)
        for there in rules.program.attributes["Region"]["borders"][here]:
            if there not in distance:
                distance[there] = distance[here] + 1
                waiting.append(there)
    return distance


def watch(rules: Rules, position: Position, move: Move) -> set[str]:
    """The rules behind values that no step of a script cites: strength, leadership, guides, movement."""
    state, found = position["state"], set[str]()
    fact = rules.evaluator.fact
    if move.get("name") in ("attacker_roll", "attacker_reroll"):
        for side in (FREE, SHADOW):
            found |= cited(fact("strength", state, [side])) | cited(fact("leadership", state, [side]))
            fighting = fact("force", state, [side]).value
            found |= {rule for piece in fighting for rule in cited(fact("leads", state, [piece]))}
    elif move.get("action") == "hide_fellowship":
        found |= cited(fact("hides", state, [move["means"]]))
    elif move.get("name") == "tile":
        found |= cited(fact("tile_reveals", state, [move["answer"]]))
    elif move.get("action") == "move_companion_group":
        found |= cited(fact("group_steps", state, [move["who"]]))
    elif move.get("action") == "use_voice_of_saruman" and move["raise_elites"]:
        found.add("characters.abilities.voice-of-saruman.raises-elites")
    elif move.get("action") == "advance_by_companion":
        found |= _explained(rules, position, move)
    return found


def _explained(rules: Rules, position: Position, move: Move) -> set[str]:
    judged = verdict(rules, position, move)
    return {rule for c in judged.conditions for f in c.facts for rule in cited(f)} | {
        c.rule for c in judged.conditions if c.rule
    }


def ending(position: Position) -> str:
    """Which of the four conditions has ended a game."""
    state = position["state"]
    if state["winner"] == SHADOW:
        return "corrupted" if state["corruption"] >= 12 else "conquered by the Shadow"
    return "destroyed" if state["mordor"] == 5 else "conquered by the Free Peoples"


def game(rules: Rules, seed: int, seen: Seen, temper: Temperament) -> Position:
    """One game, with what it showed."""
    last = Game(rules, seed, temper, seen, watch, first=FIRST).play()
    seen.endings[ending(last)] += 1
    if last["state"]["mordor"] is not None:
        seen.endings["Mordor entered"] += 1
    return last


# Only an Event card asks for these: a die that removes a card, marches by card, faces looked at one by one.
_NEED_CARDS = {"discard_table_card", "attacker_faces", "defender_faces", "procedure one_march_by_card"}
# Asked for only under a reading of the rules that is not the one taken.
_NOT_TAKEN = {"kept_alive"}


def unseen(rules: Rules, seen: Seen) -> set[str]:
    """Action kinds, die faces, tiles, Settlements, abilities and stages that no game has shown yet."""
    program = rules.program
    settled = {r for r, kind in program.attributes["Region"]["settlement"].items() if kind is not None}
    abilities = {id_ for id_, entry in rules.rule_set.reference.items() if _ability(id_, entry)}
    faces = {f"{die} {face}" for die in ("FreePeoplesDie", "ShadowDie") for face in program.dice[die].faces}
    return (
        (program.actions.keys() - _NEED_CARDS - seen.actions.keys())
        | (faces - {f"{die} {face}" for die, face in seen.faces})
        | (set(program.items["Tile"]) - seen.drawn.keys())
        | (settled - seen.places.keys())
        | (abilities - seen.rules.keys())
        | {f"{run} {step}" for run, step in stages(rules) - seen.stages.keys()}
    )


def _ability(id_: str, entry: Any) -> bool:
    return id_.startswith("characters.abilities.") and bool(entry.adjudicable)


def stages(rules: Rules) -> set[tuple[str, int]]:
    """Every place in a script where a whole game can stop to wait for an answer."""
    return {
        (name, number)
        for name, script in rules.compiled.scripts.items()
        if not name.startswith("question ") and name not in _NEED_CARDS
        for number, step in enumerate(script.steps)
        if isinstance(step, i.AskPlayer | i.RollDice | i.DrawPieces)
        and step.name not in _NEED_CARDS | _NOT_TAKEN
    }
