"""A rule set, assembled and checked: what the engine and the reference work with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from adjudicator.data.diagnostic import Diagnostic, nearest_name
from adjudicator.data.yaml_reader import Document, Path
from adjudicator.language import types as t
from adjudicator.language.program import FieldDef, Program
from adjudicator.language.runtime import UNKNOWN
from adjudicator.language.scope import Scope
from adjudicator.ruleset import values
from adjudicator.ruleset.board_map import map_problems
from adjudicator.ruleset.builder import Builder, Forgotten
from adjudicator.ruleset.definitions import Definitions
from adjudicator.ruleset.parses import Parses
from adjudicator.ruleset.soundness import unsound
from adjudicator.ruleset.vocabulary import Vocabulary

FOLDERS = {
    "board": "items",
    "pieces": "items",
    "setup": "setup",
    "terms": "definitions",
    "actions": "definitions",
    "procedures": "definitions",
    "characters": "definitions",
    "cards": "definitions",
    "questions": "definitions",
    "reference": "reference",
    "scenarios": "scenarios",
}
SINGLE = {
    "ruleset.yaml": "ruleset",
    "vocabulary.yaml": "vocabulary",
    "state.yaml": "state",
    "rulings.yaml": "rulings",
}


def kind_of_file(relative: str) -> str | None:
    """What kind of file this is, by its place in the rule set's folder."""
    if relative in SINGLE:
        return SINGLE[relative]
    return FOLDERS.get(relative.split("/")[0]) if "/" in relative else None


@dataclass(slots=True)
class Entry:
    """One statement of the rules: its place in the tree and where the books say it."""

    id: str
    parent: str | None
    kind: str
    adjudicable: bool
    why_not: str | None = None
    sources: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    see: list[str] = field(default_factory=list)
    terms: list[str] = field(default_factory=list)
    rulings: list[str] = field(default_factory=list)
    beyond: bool = False
    confidence: str | None = None
    was: list[str] = field(default_factory=list)  # ids it had before; they still lead here
    changes: bool = False  # the text differs from that of the rule set this one extends


@dataclass(slots=True)
class Setup:
    name: str
    state: dict[str, Any]
    document: Document
    index: tuple[str | int, ...] = ()
    rule: str | None = None


@dataclass(slots=True)
class Scenario:
    id: str
    data: dict[str, Any]
    document: Document
    index: int


@dataclass(slots=True)
class RuleSet:
    id: str
    chain: list[str]  # this rule set and those it extends, nearest first
    info: dict[str, Any]
    program: Program
    definitions: Definitions
    reference: dict[str, Entry]
    setups: dict[str, Setup]
    scenarios: dict[str, Scenario]
    rulings: dict[str, dict[str, Any]]
    problems: list[Diagnostic]


@dataclass(slots=True)
class _Sources:
    """The documents of one rule set, by kind of file."""

    id: str
    documents: dict[str, list[Document]]

    def of(self, kind: str) -> list[Document]:
        return self.documents.get(kind, [])


class Assembler:
    """Reads a chain of rule sets, the farthest ancestor first."""

    def __init__(self, id_: str, parses: Parses | None = None) -> None:
        """`parses`: what other rule sets of the same library have parsed already."""
        self.id = id_
        self.parses = parses or Parses()
        self.program = Program(Scope())
        self.problems: list[Diagnostic] = []
        self.reference: dict[str, Entry] = {}
        self.removed_by: dict[str, set[str]] = {}  # rule set -> rules of those before it that it takes out
        self.setups: dict[str, Setup] = {}
        self.scenarios: dict[str, Scenario] = {}
        self.rulings: dict[str, dict[str, Any]] = {}
        self.definitions = Definitions()

    def assemble(self, chain: list[tuple[str, dict[str, list[Document]]]]) -> RuleSet:
        """`chain`: rule sets with their documents by kind, the one that extends nothing first."""
        sources = [_Sources(name, documents) for name, documents in chain]
        info = self._info(sources)
        for source in sources:
            self._reference(source)
        self._vocabulary(sources)
        forgotten = self._define(sources)
        builder = Builder(self.program, self.definitions, forgotten, self.parses)
        builder.build()
        self.problems += [*self.definitions.problems, *builder.problems]
        terms = {d.name: d for d in self.definitions.of_kind("term")}
        self.problems += unsound(self.program, builder.places, terms)
        for source in sources:
            self._setups(source)
            last = source is sources[-1]
            for document in source.of("scenarios") if last else []:
                self._scenarios(document)
        self.problems += check_setups(self.program, self.setups)
        self.problems += self._question_setups()
        return RuleSet(
            self.id,
            [s.id for s in reversed(sources)],
            info,
            self.program,
            self.definitions,
            self.reference,
            self.setups,
            self.scenarios,
            self.rulings,
            self.problems,
        )

    def _define(self, sources: list[_Sources]) -> Forgotten:
        """Read all definitions; what rests on a rule that a rule set removes is not inherited by it."""
        actions, inherited = set[str](), set[str]()
        for source in sources:
            actions |= self.definitions.forget(self.removed_by.get(source.id, set()))
            for document in source.of("ruleset"):
                self.problems += map_problems(self.program, document)
            for document in source.of("definitions"):
                self.definitions.read(document)
                if source is not sources[-1]:
                    inherited.add(document.file)
        return Forgotten(frozenset(self.removed), frozenset(actions), frozenset(inherited))

    def _info(self, sources: list[_Sources]) -> dict[str, Any]:
        info: dict[str, Any] = {}
        for source in sources:
            for document in source.of("ruleset"):
                info.update(document.value)
        return info

    def _vocabulary(self, sources: list[_Sources]) -> None:
        vocabulary = Vocabulary(self.program)
        self.program.fields["effects"] = FieldDef("effects", None, t.ListOf(t.ANYTHING), [])
        documents = [d for s in sources for d in s.of("vocabulary")]
        for document in documents:
            vocabulary.declare(document)
        for document in documents:
            vocabulary.define(document)
        for source in sources:
            for document in source.of("items"):
                vocabulary.items(document)
        vocabulary.finish_records(documents)
        vocabulary.finish_items()
        removed = frozenset(self.removed)
        for source in sources:
            for document in source.of("state"):
                vocabulary.state(document)
            for document in source.of("rulings"):
                vocabulary.rulings(document, removed)
                self.rulings.update(
                    {r["ruling"]: r for r in document.value or [] if r["rule"] not in removed}
                )
        for source in sources:
            for document in source.of("ruleset"):
                if "seats" in document.value:
                    self.program.seats = vocabulary.type(document, ("seats",), document.value["seats"])
        self.problems += vocabulary.problems

    # ------------------------------------------------------------------ reference

    @property
    def removed(self) -> set[str]:
        return set().union(*self.removed_by.values()) - self.reference.keys()

    def _reference(self, source: _Sources) -> None:
        taken_out = self.removed_by.setdefault(source.id, set())
        for document in source.of("reference"):
            for index, written in enumerate(document.value or []):
                if written.get("removed"):
                    taken_out.add(written["id"])
                self._entry(document, index, written)
        removed = self.removed
        for document in source.of("reference"):
            for index, written in enumerate(document.value or []):
                self._links(document, index, written)
        for entry in self.reference.values():
            # With a rule that an edition takes out, the links to it go as well.
            entry.see = [other for other in entry.see if other not in removed]
        self.program.scope.rules = set(self.reference)

    def _entry(self, document: Document, index: int, written: dict[str, Any]) -> None:
        id_ = written["id"]
        if written.get("removed"):
            if self.reference.pop(id_, None) is None:
                self._missing(document, index, id_)
        elif "kind" not in written:
            inherited = self.reference.get(id_)
            if inherited is None:
                self._missing(document, index, id_)
                return
            inherited.changes = bool(written.get("changes"))
            # Where the text differs, the books of the other edition do not say it.
            kept = {} if inherited.changes and "sources" in written else inherited.sources
            inherited.sources = {**kept, **written.get("sources", {})}
        elif id_ in self.reference:
            span = document.span((index, "id"))
            self.problems.append(Diagnostic("duplicate-definition", span, {"kind": "rule", "name": id_}))
        else:
            known = {k: v for k, v in written.items() if k in Entry.__dataclass_fields__}
            self.reference[id_] = Entry(**{"parent": None, "adjudicable": True, **known})

    def _missing(self, document: Document, index: int, id_: str) -> None:
        near = nearest_name(id_, self.reference)
        span = document.span((index, "id"))
        self.problems.append(Diagnostic("patch-without-target", span, {"target": f"rule {id_}"}, near))

    def _links(self, document: Document, index: int, written: dict[str, Any]) -> None:
        links: list[tuple[Path, str]] = [(("parent",), written["parent"])] if written.get("parent") else []
        links += [(("see", place), other) for place, other in enumerate(written.get("see", []))]
        for path, other in links:
            if other not in self.reference:
                near = nearest_name(other, self.reference)
                span = document.span((index, *path))
                self.problems.append(Diagnostic("unknown-rule", span, {"name": other}, near))

    # ------------------------------------------------------------------ setups and scenarios

    def _setups(self, source: _Sources) -> None:
        waiting = source.of("setup")
        while waiting:  # a setup may extend one whose file comes later
            ready = [d for d in waiting if d.value.get("extends") in (None, *self.setups)]
            for document in ready:
                written = document.value
                state = dict(written.get("state", {}))
                if written.get("extends") is not None:
                    state = merged(self.setups[written["extends"]].state, state, self.program)
                made = Setup(written["setup"], state, document, rule=written.get("rule"))
                self.setups[made.name] = made
            waiting = [d for d in waiting if d not in ready]
            if not ready:
                break
        for document in waiting:
            base = document.value["extends"]
            near = nearest_name(base, self.setups)
            self.problems.append(
                Diagnostic("unknown-setup", document.span(("extends",)), {"name": base}, near)
            )

    def _scenarios(self, document: Document) -> None:
        for index, written in enumerate(document.value or []):
            id_ = written["scenario"]
            if id_ in self.scenarios:
                span = document.span((index, "scenario"))
                self.problems.append(
                    Diagnostic("duplicate-definition", span, {"kind": "scenario", "name": id_})
                )
            several = isinstance(written["rule"], list)
            for place, rule in enumerate(written["rule"] if several else [written["rule"]]):
                if rule not in self.reference:
                    near = nearest_name(rule, self.reference)
                    span = document.span((index, "rule", place) if several else (index, "rule"))
                    self.problems.append(Diagnostic("unknown-rule", span, {"name": rule}, near))
            self.scenarios[id_] = Scenario(id_, written, document, index)

    def _question_setups(self) -> Iterator[Diagnostic]:
        for question in self.program.questions.values():
            if question.setup not in self.setups:
                d = next(d for d in self.definitions.of_kind("question") if d.name == question.id)
                near = nearest_name(question.setup, self.setups)
                yield Diagnostic("unknown-setup", d.span(("setup",)), {"name": question.setup}, near)


def merged(base: dict[str, Any], changes: dict[str, Any], program: Program) -> dict[str, Any]:
    """A state with changes: keyed fields key by key, records field by field, the rest replaced."""
    result = dict(base)
    for name, value in changes.items():
        definition = program.fields.get(name)
        record = definition is not None and definition.key is None and isinstance(definition.type, t.Record)
        if definition is not None and (definition.key is not None or record) and isinstance(value, dict):
            result[name] = {**result.get(name, {}), **value}
        else:
            result[name] = value
    return result


def field_problems(
    program: Program, name: str, value: Any, path: values.Path
) -> Iterator[values.ValueProblem]:
    """Every problem of the value given for one field of a position."""
    definition = program.fields.get(name)
    if definition is None:
        near = nearest_name(name, program.fields)
        yield values.ValueProblem(path, "unknown-field", {"name": name}, near, at_key=True)
        return
    if definition.key is None:
        pairs = [(path, value)]
    elif isinstance(value, dict):
        known = values.members(definition.key, program) or []
        for key in value:
            if key not in known:
                near = nearest_name(str(key), known)
                owner = str(definition.key)
                unknown = {"name": str(key), "owner": owner}
                yield values.ValueProblem((*path, key), "unknown-item", unknown, near, at_key=True)
        pairs = [((*path, key), inner) for key, inner in value.items()]
    else:
        yield values.ValueProblem(
            path, "wrong-value", {"found": str(value)[:60], "expected": str(definition.key)}
        )
        return
    for place, inner in pairs:
        yield from values.problems(inner, definition.type, program, place, hidden=definition.hidden)
        if type(inner) is int and not _in_range(inner, definition):
            bounds = {"found": inner, "least": definition.least, "most": definition.most}
            yield values.ValueProblem(place, "out-of-range", bounds)


def _in_range(number: int, definition: FieldDef) -> bool:
    return (definition.least is None or number >= definition.least) and (
        definition.most is None or number <= definition.most
    )


def piece_counts(program: Program, state: dict[str, Any], kind: str) -> dict[str, int]:
    """How many of each piece of a kind the places of a position hold together; `?` counts those unseen."""
    counts: dict[str, int] = {}
    for name, definition in program.fields.items():
        if not definition.place or name not in state or t.element(definition.type) != t.Kind(kind):
            continue
        bags = state[name].values() if definition.key is not None else [state[name]]
        for bag in bags:
            for piece, number in bag.items():
                counts[piece] = counts.get(piece, 0) + number
    return counts


def miscounted(program: Program, state: dict[str, Any], kind: str) -> Iterator[dict[str, Any]]:
    """The pieces of a kind of which a position holds more or fewer than the box, those unseen allowed for."""
    counts = piece_counts(program, state, kind)
    unseen = counts.get(UNKNOWN, 0)
    missing = sum(max(0, number - counts.get(piece, 0)) for piece, number in program.boxes[kind].items())
    for piece, number in program.boxes[kind].items():
        have = counts.get(piece, 0)
        if have > number or (have < number and unseen < missing):
            yield {"piece": piece, "found": have, "expected": number}


def _stands_in(value: Any, path: Path) -> bool:
    """Is there anything at this path?"""
    try:
        for step in path:
            value = value[step]
    except (KeyError, IndexError, TypeError):
        return False
    return True


def check_setups(program: Program, setups: dict[str, Setup]) -> Iterator[Diagnostic]:
    """Types of every value of a setup, and whether its pieces add up to what the box holds."""
    reported: list[values.ValueProblem] = []
    for setup in setups.values():
        found = False
        for name, value in setup.state.items():
            for problem in field_problems(program, name, value, ("state", name)):
                found = True
                if problem in reported and not _stands_in(setup.document.value, problem.path):
                    continue  # inherited from a setup where it has been reported
                reported.append(problem)
                span = setup.document.span(problem.path, key=problem.at_key)
                yield Diagnostic(problem.code, span, problem.values, problem.nearest)
        if found or setup.state.get("effects"):
            continue
        span = setup.document.span(("state",), key=True)
        for kind in program.boxes:
            for wrong in miscounted(program, setup.state, kind):
                yield Diagnostic("pieces-do-not-add-up", span, {**wrong, "setup": setup.name})
