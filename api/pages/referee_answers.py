"""Answers to what a position waits for: read from a form, or left to chance."""

from __future__ import annotations

import random
from typing import Any

from adjudicator.engine.asking import Pending
from adjudicator.engine.chance import random_answer
from adjudicator.engine.machine import Machine
from adjudicator.engine.position import Position
from adjudicator.language import types as t
from api.asking import Table
from api.pages.asking_reading import ADD, Reader
from api.pages.frame import text

NOTHING = object()  # nothing was answered, or nothing that can be understood


def read_answer(reader: Reader, waiting: Pending) -> Any:
    """The answer on the form, as the engine takes it."""
    if waiting.kind == "roll":
        return _rolled(reader, waiting)
    if waiting.kind in ("take", "draw"):
        return _taken(reader, waiting)
    written = reader.form.get("a", "").strip()
    if waiting.kind == "whether":
        return {"yes": True, "no": False}.get(written, NOTHING)
    if waiting.kind == "number":
        number = reader.value("a", t.NUMBER, NOTHING)
        return NOTHING if reader.wrong else number
    if written == "" and waiting.optional and "a" in reader.form:
        return None
    found = next((o for o in waiting.options if str(o) == written), NOTHING)
    if found is NOTHING:
        reader.refuse("a", text("asking.choose-one"))
    return found


def _rolled(reader: Reader, waiting: Pending) -> Any:
    """The faces: tapped die by die, or typed in a row; of dice that are counted also how many count."""
    faces = {str(face): face for face in waiting.options}
    typed = reader.form.get("a/typed", "").replace(",", " ").split()
    number = 1 if waiting.number is None else waiting.number
    tapped = [reader.form.get(f"a/die/{index}", "") for index in range(number)]
    written = typed or [face for face in tapped if face]
    unknown = [face for face in written if face not in faces]
    if unknown or len(written) != number:
        reader.typed["a/typed"] = " ".join(typed)
        known = ", ".join(faces)
        reader.refuse(
            "a", text("asking.dice-wanted", number=number, faces=known, found=" ".join(written) or "–")
        )
        return NOTHING
    rolled = [faces[face] for face in written]
    return rolled[0] if waiting.number is None else rolled


def _taken(reader: Reader, waiting: Pending) -> Any:
    bag = {}
    for key in reader.form:
        piece = key.removeprefix("a/")
        if key.startswith("a/") and piece != ADD:
            written = reader.form[key].strip() or "0"
            if not written.isascii() or not written.isdigit() or len(written) > 4:
                reader.typed[key] = written
                reader.refuse("a", text("asking.not-a-number", found=written))
                return NOTHING
            bag[piece] = int(written)
    added = reader.form.get(f"a/{ADD}")
    if added:
        bag[added] = bag.get(added, 0) + 1
    bag = {piece: number for piece, number in bag.items() if number}
    if waiting.kind == "draw" and waiting.number is None and len(bag) == 1 and sum(bag.values()) == 1:
        return next(iter(bag))
    return bag


def by_chance(at: Table, here: Position, waiting: Pending) -> Any:
    """Dice rolled face by face, pieces drawn; so that the table sees what it would have seen."""
    source = random.SystemRandom()
    if waiting.kind == "roll" and waiting.number is not None:
        faces = at.judge.rules.program.dice[waiting.die or ""].faces
        return [source.choice(faces) for _ in range(waiting.number)]
    return random_answer(Machine(at.judge.rules, here), waiting, source)
