"""What stands on the page of the referee: the fields of a position, of a move, and of what is asked next."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from adjudicator.engine.asking import Pending
from adjudicator.engine.offers import offered, open_values
from adjudicator.engine.position import Position
from adjudicator.language import types as t
from adjudicator.language.program import FieldDef
from adjudicator.language.runtime import UNKNOWN, RuleFault, Undecided
from adjudicator.ruleset import values
from adjudicator.text.languages import labelled
from api.asking import Table
from api.pages.asking_fields import MANY, Field, Forms, Option, Part, Row
from api.pages.map_drawing import plan_of
from api.pages.referee_game import Game

_KEPT_BY_THE_ENGINE = "effects"
_NOTHING_KEYED: dict[str, Any] = {}
_LONG = 180  # what a field holds is told in about two lines


@dataclass(frozen=True, slots=True)
class Track:
    """A field of the position that is no matter of one place: what it says, and its form if it is open."""

    name: str
    label: str
    told: str
    form: Field | None
    empty: bool  # nothing has been put there or said about it


def place_fields(forms: Forms, state: dict[str, Any], place: str | None) -> list[Field]:
    """The fields of one place of the map."""
    plan = plan_of(forms.at)
    if plan is None or place is None:
        return []
    return [
        forms.entry(
            f"s/{name}/{place}", d, forms.at.answers.label("field", name), state[name], place, brief=True
        )
        for name, d in forms.at.judge.rules.program.fields.items()
        if d.key == t.Kind(plan.kind)
    ]


def tracks(forms: Forms, state: dict[str, Any], opened: str | None) -> list[Track]:
    """All other fields of the position."""
    plan = plan_of(forms.at)
    kind = t.Kind(plan.kind) if plan else None
    found = []
    for name, definition in forms.at.judge.rules.program.fields.items():
        if name == _KEPT_BY_THE_ENGINE or (kind is not None and definition.key == kind):
            continue
        wrong = any(p == f"s/{name}" or p.startswith(f"s/{name}/") for p in forms.wrong)
        form = track_field(forms, definition, state[name]) if name == opened or wrong else None
        label = forms.at.answers.label("field", name)
        told = _shortened(_told(forms.at, definition, state[name]))
        found.append(Track(name, label, told, form, state[name] in (_NOTHING_KEYED, definition.default)))
    return found


def _shortened(text: str) -> str:
    return text if len(text) <= _LONG else text[: text.rfind(" ", 0, _LONG)] + " …"


def track_field(forms: Forms, definition: FieldDef, value: Any) -> Field:
    path = f"s/{definition.name}"
    if definition.key is not None:
        return forms.table(path, definition, value, brief=True)
    label = forms.at.answers.label("field", definition.name)
    bounds = {"least": definition.least, "most": definition.most, "hidden": definition.hidden}
    return forms.field(path, label, definition.type, value, brief=True, **bounds)


def _told(at: Table, definition: FieldDef, value: Any) -> str:
    """A field in a few words."""
    if definition.key is not None:
        parts = [
            labelled(at.name(str(definition.key), k), at.answers.value(v), at.language)
            for k, v in value.items()
        ]
        return "; ".join(parts) or at.answers.say("none")
    if isinstance(definition.type, t.Record):
        shown = {k: v for k, v in value.items() if v not in (None, False, 0, {}, [])}
        names = [
            labelled(at.name("Record", f"{definition.type.name}.{k}"), at.answers.value(v), at.language)
            for k, v in shown.items()
        ]
        return "; ".join(names) if shown and value.get("on", True) else at.answers.say("none")
    return at.answers.value(value)


# ---------------------------------------------------------------------- the move


@dataclass(slots=True)
class MoveForm:
    players: list[Option]
    actions: list[Option]
    by: str | None
    action: str | None
    fields: list[Field] = field(default_factory=list)
    taps: list[Option] = field(default_factory=list)  # the parts of the move that are places of the map
    tap: str | None = None
    open_places: list[Any] = field(default_factory=list)  # where that part may be, so that a move is legal


def move_form(forms: Forms, game: Game, here: Position, waiting: Pending | None) -> MoveForm:
    """The form of a move: who, what, and with what, as far as the earlier parts tell."""
    at, program = forms.at, forms.at.judge.rules.program
    only = waiting.actions if waiting is not None and waiting.kind == "act" else list(program.actions)
    seats = values.members(program.seats, program) or []
    who = [waiting.who] if waiting is not None and waiting.who is not None else seats
    by = game.draft.get("by") if game.draft.get("by") in who else who[0] if len(who) == 1 else None
    action = game.draft.get("action") if game.draft.get("action") in only else None
    action = action or (only[0] if len(only) == 1 else None)
    made = MoveForm(
        [Option(p, at.name(str(program.seats), p)) for p in who],
        [Option(a, at.name("Action", a)) for a in only],
        by,
        action,
    )
    if action is not None and by is not None:
        _parameters(forms, made, game, here)
    return made


def _parameters(forms: Forms, made: MoveForm, game: Game, here: Position) -> None:
    at, rules = forms.at, forms.at.judge.rules
    assert made.action is not None and made.by is not None
    given = rules.program.actions[made.action].given
    chosen = {n: game.draft[n] for n in given if _is_chosen(at, given[n].type, game.draft.get(n))}
    told = offered(rules, here, made.action, made.by, chosen)
    plan = plan_of(at)
    places = [n for n, g in given.items() if plan is not None and t.bare(g.type) == t.Kind(plan.kind)]
    made.taps = [Option(n, at.answers.label("local", n)) for n in places]
    made.tap = _tap(game, places, chosen)
    for name, parameter in given.items():
        now = game.draft.get(name)
        label = at.answers.label("local", name)
        if isinstance(parameter.type, t.BagOf):
            bag = {**told.get(name, {}), **{p: told.get(name, {}).get(p, 0) for p in now or {}}}
            more = {"offered": bag} if name in told else {"brief": True}
            made.fields.append(forms.field(f"m/{name}", label, parameter.type, now, **more))
            continue
        if t.bare(parameter.type) == t.NUMBER and name in told:
            made.fields.append(_numbers(forms, name, label, now, told[name]))
            continue
        made.fields.append(forms.field(f"m/{name}", label, parameter.type, now))
        if made.fields[-1].shape == "choice":
            made.fields[-1].best = legal_values(at, here, made, chosen, name)
    if made.tap in places:
        made.open_places = legal_values(at, here, made, chosen, str(made.tap))


def _numbers(forms: Forms, name: str, label: str, now: Any, offered_: list[Any]) -> Field:
    made = Field(f"m/{name}", label, "choice", None if now is None else str(now))
    made.options = [Option(str(n), str(n)) for n in offered_ if n is not None]
    made.wrong = list(forms.wrong.get(made.path, []))
    return made


def _is_chosen(at: Table, type_: t.Type, value: Any) -> bool:
    """Is a part of the move said, and sound? Nobody chooses no pieces at all before he has looked at them."""
    if value is None or value == {}:
        return False
    return not any(True for _ in values.problems(value, type_, at.judge.rules.program))


def _tap(game: Game, places: list[str], chosen: dict[str, Any]) -> str | None:
    """What a tap on the map chooses: what the reader said, else the first place that is still open."""
    if game.tap is not None and (game.tap in places or game.tap == ""):
        return game.tap
    return next((n for n in places if n not in chosen), places[-1] if places else None)


def legal_values(at: Table, here: Position, made: MoveForm, chosen: dict[str, Any], name: str) -> list[Any]:
    """The values of one part with which a legal move remains, the others as chosen."""
    assert made.action is not None and made.by is not None
    try:
        return open_values(at.judge.rules, here, made.action, made.by, chosen, name)
    except (RuleFault, Undecided):
        return []  # too much to try: nothing is recommended, everything may be asked


# ---------------------------------------------------------------------- what is asked next


@dataclass(slots=True)
class Question:
    """What the position waits for, as a form."""

    pending: Pending
    text: str
    options: list[Option] = field(default_factory=list)
    bag: Field | None = None
    faces: list[Option] = field(default_factory=list)
    dice: int = 0
    wrong: list[str] = field(default_factory=list)
    value: str | None = None

    @property
    def many(self) -> bool:
        return len(self.options) > MANY


def question(forms: Forms, waiting: Pending, now: Any = None) -> Question:
    at = forms.at
    made = Question(
        waiting, (at.answers.waiting(waiting) or {})["text"], wrong=list(forms.wrong.get("a", []))
    )
    made.value = None if now is None else str(now)
    if waiting.kind == "choose":
        made.options = [Option(str(o), at.answers.value(o)) for o in waiting.options]
    elif waiting.kind == "roll":
        made.faces = [Option(str(f), at.answers.value(f)) for f in waiting.options]
        made.dice = 1 if waiting.number is None else waiting.number
    elif waiting.kind in ("take", "draw"):
        made.bag = _pieces(forms, waiting)
    return made


def _pieces(forms: Forms, waiting: Pending) -> Field:
    """The pieces to take or that were drawn; of an unknown bag anything the box holds may come."""
    at = forms.at
    made = Field("a", at.name("Choice", waiting.name), "bag")
    rows = [
        Row(f"a/{p}", at.answers.name_of(p), forms.typed.get(f"a/{p}", "0"), n)
        for p, n in waiting.options.items()
    ]
    made.parts = [Part(None, None, rows)] if rows else []
    if UNKNOWN in waiting.options:
        box = [(kind, p) for kind, pieces in at.judge.rules.program.boxes.items() for p in pieces]
        made.more = [Option(p, at.name(kind, p)) for kind, p in box if p not in waiting.options]
    return made
