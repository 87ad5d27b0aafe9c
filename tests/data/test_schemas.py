"""The schemas and what a violation of them looks like to the person who wrote the file."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.data.diagnostic import DataError, Diagnostic
from adjudicator.data.files import data_root
from adjudicator.data.schemas import SchemaSet
from adjudicator.data.yaml_reader import read, walk
from adjudicator.ruleset.definitions import KINDS
from adjudicator.ruleset.rule_set import FOLDERS, SINGLE

SCHEMAS = SchemaSet(data_root() / "schema")
NAMES = sorted(p.stem for p in SCHEMAS.folder.glob("*.json"))
FILE = "some.yaml"
NAME = "^[a-z][a-z0-9_]*(-[a-z0-9_]+)*$"
RULE = r"^[a-z0-9][a-z0-9_-]*(\.[a-z0-9_-]+)*$"
TYPE = r"^((Set|List|Bag) of )*[A-Z][A-Za-z0-9]*\??$"
EXPRESSION = ["boolean", "integer", "string"]  # what an expression may be, in the validator's order

GOOD = {
    "ruleset": """
ruleset: some-game
title: {en: A game, it: Un gioco}
seats: Side
books:
  it: {title: Il gioco, language: it, edition: second, year: 2022, publisher: P, note: N}
""",
    "vocabulary": """
enumerations: {Settlement: [town, city]}
dice: {CombatDie: [1, 2, 2], ActionDie: [army, eye, eye]}
kinds:
  Side: {}
  Region:
    box: count
    attributes: {borders: {type: Set of Region, symmetric: true}, count: Number, nation: "Nation?"}
records:
  Battle: {site: Region?, round: {type: Number, default: 1}}
""",
    "state": """
fields:
  hand: {of: Side, type: Bag of Card, hidden: true, place: true}
  turn: {type: Number, least: 0, most: 15, default: 1, option: false}
""",
    "items": """
Region:
  dale: {borders: [erebor], at: [1, 2]}
  erebor:
  bree--fornost: {}
Side:
""",
    "setup": """
setup: start
rule: setup.start
state: {figures: {dale: {north-regular: 1}}, turn: 1}
""",
    "definitions": """
- term: hits_on
  of: {side: Side}
  type: Number
  is: 5
  rule: battle.hit
  except:
    - {when: battle.kind = assault, is: 6, rule: siege.six, id: six, over: [battle.other]}
    - {adds: -1, rule: battle.other}
- {exception: hits_on, when: true, adds: 1, rule: card.text}
- action: move_army
  by: side
  given: {from: Region, to: {type: Region, from: from.borders}}
  requires: [{rule: movement.stacking, that: x <= 10, shows: {n: x}, id: stacking}]
  pays: [{rule: dice.use, that: die in dice, does: take die out of dice}]
  does: |
    move who from figures(from) to figures(to)
  rule: movement.how
- {procedure: combat_round, of: {side: Side}, returns: Number, does: return 1}
- {moment: before_roll, of: {side: Side}}
- {handler: some-card, at: before_roll, when: a in b, order: [1, if a then 1 else 0], rule: a.b, does: cite x}
- {effect: fury, of: {who: Side}, changes: roll_bonus, when: side = who, adds: 1, rule: battle.form}
- {invariant: leaders, of: {r: Region}, that: x, rule: a.b}
- question: battle-round
  rule: battle.steps
  setup: empty
  inputs: {site: {type: Region, required: true}, n: {type: Number, default: 3}}
  does: do combat_round()
  reports: {hits: battle.hits}
  policies: {loss: first x in options}
- patch: action move_army
  replace: {rule: movement.how}
  without: [requires movement.stacking]
  add: {requires: [{rule: a.b, that: x}]}
- {patch: exception hits_on / siege.six, replace: {is: 4}, add: {over: [a.b]}}
- {patch: handler some-card, replace: {order: [2]}}
- {remove: handler some-card}
""",
    "reference": """
- {id: battle, parent: null, kind: section, adjudicable: false, why_not: section}
- id: battle.hit
  parent: battle
  kind: limit
  sources: {it: [{heading: Il tiro, page: 30, number: "1.2", note: N}]}
  see: [battle]
  terms: [hit]
  rulings: [six-or-five]
  beyond: true
  confidence: high
- {id: battle.other, sources: {fr: [{heading: Le jet}]}}
- {id: battle.third, changes: true}
- {id: battle.fourth, removed: true}
""",
    "rulings": """
- ruling: six-or-five
  rule: battle.hit
  question: Six or five?
  options: {six: It is six., five: It is five.}
  takes: six
  why: The later book.
- {ruling: open-one, rule: battle.hit, options: [a, b], takes: null, note: N}
""",
    "scenarios": """
- scenario: three-leaders
  rule: battle.reroll
  source: {book: it, heading: Il tiro, page: 30}
  given: {setup: start, changes: {control: {dale: shadow}}, stack: [{run: x}]}
  when:
    - {by: shadow, action: move_army, from: dale, who: {x: 1}}
    - {answer: [1, 3, 5], name: hits, by: shadow}
  then: {verdict: illegal, because: [movement.stacking], state: {turn: 1}, waiting: null}
  note: Why.
- scenario: b
  rule: [a.b, a.c]
  source: {case: wotr-mov-001}
  given: {question: round, inputs: {n: 1}}
  then: {report: {hits: 4}}
- {scenario: c, rule: a.b, source: {ours: true}, given: {}, then: {waiting: casualties}}
""",
    "glossary": """
free-peoples:
  term: Free Peoples
  forms: [the Free Peoples]
  synonyms: [FP]
  elsewhere: [Free Folk]
  ours: true
  definition: One of the two sides.
""",
    "texts": """
battle: La battaglia
battle.hit: "Si colpisce con 5: o più."
""",
    "names": """
Region:
  dale: Dale
  andrast: {name: Andrast, ours: true}
Side:
  shadow: {name: Cień, forms: {gen: Cienia, dat: Cieniowi}}
""",
    "messages": """
legal: Legal
op-eq: "equal to {value}"
words: {Number: a number, string: text, integer: whole number}
""",
    "versions": """
rules:
  battle.hit: abcdefgh
glossary: {army: ponmlkji}
""",
}


def found(kind: str, text: str) -> list[Diagnostic]:
    return SCHEMAS.check(kind, read(text, FILE))


def brief(d: Diagnostic) -> tuple[str, int, int, dict[str, Any]]:
    return d.code, d.span.line, d.span.column, d.values


def only(kind: str, text: str) -> Diagnostic:
    diagnostics = found(kind, text)
    assert len(diagnostics) == 1, diagnostics
    return diagnostics[0]


# ---------------------------------------------------------------------- the schemas themselves


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """Every mapping inside a schema."""
    return (part for _, part in walk(schema) if isinstance(part, dict))


def properties(schema: Any) -> Iterator[tuple[str, Any]]:
    for path, part in walk(schema):
        # Below an `if` or a `then`, properties only say more about those described elsewhere.
        if path and path[-1] == "properties" and not {"if", "then", "not"} & set(path):
            yield from part.items()


def test_there_is_one_schema_for_every_kind_of_file() -> None:
    texts = {"texts", "names", "messages", "glossary", "versions"}
    assert set(NAMES) == {*FOLDERS.values(), *SINGLE.values(), *texts}


@pytest.mark.parametrize("kind", NAMES)
def test_every_schema_is_itself_valid(kind: str) -> None:
    schema = SCHEMAS.schema(kind)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(schema)
    assert jsonschema_rs.meta.is_valid(schema)


@pytest.mark.parametrize("kind", NAMES)
def test_every_schema_and_every_property_is_described(kind: str) -> None:
    schema = SCHEMAS.schema(kind)
    assert schema["$id"] == f"urn:adjudicator:schema:{kind}"
    assert schema["title"] and schema["description"].endswith(".")
    for name, part in properties(schema):
        assert part["description"].endswith((".", "`?`.")), name


@pytest.mark.parametrize("kind", NAMES)
def test_every_object_is_closed_or_says_what_its_keys_look_like(kind: str) -> None:
    for part in parts(SCHEMAS.schema(kind)):
        if isinstance(part.get("properties"), dict) and isinstance(part.get("description"), str):
            closed = part.get("additionalProperties") is False
            assert closed or "propertyNames" in part or part["description"].startswith(("Parts", "Members"))


def test_a_definition_that_several_schemas_share_is_the_same_in_all() -> None:
    seen: dict[str, Any] = {}
    for kind in NAMES:
        for name, part in SCHEMAS.schema(kind).get("$defs", {}).items():
            if name in ("name", "rule", "rules", "type", "typeName", "item", "language"):
                assert seen.setdefault(name, part) == part, (kind, name)


def test_names_types_and_rules_have_the_form_the_grammar_gives_them() -> None:
    grammar = (Path(__file__).parents[2] / "adjudicator/language/grammar.lark").read_text("utf-8")
    forms = dict(re.findall(r"^(NAME|TYPE|RULE): /(.*)/$", grammar, re.MULTILINE))
    name, type_name, rule = forms["NAME"], forms["TYPE"], forms["RULE"]
    assert [f"^{name}$", f"^{rule}$", rf"^((Set|List|Bag) of )*{type_name}\??$"] == [NAME, RULE, TYPE]
    others = "|".join(k for k in KINDS if k != "exception")
    allowed = {
        *(NAME, RULE, TYPE, f"^{type_name}$"),
        NAME.replace("(-[", "(-+["),  # ids of items: hyphens may be doubled
        r"^([A-Z][A-Za-z0-9]*\.)?[a-z][a-z0-9_]*(-+[a-z0-9_]+)*$",  # what has a name: fields of records too
        "^[a-z]{2}$",  # languages
        "^[a-p]{8}$",  # fingerprints of texts
        r"^[A-Za-z0-9][A-Za-z0-9_-]*(\.[a-z0-9_-]+)*$",  # keys of messages: rules, but also names of types
        f"^(({others}) {name}|exception {name} / {rule})$",  # what a patch changes
        f"^(requires|pays|except) {rule}$",  # what it takes out
        *(f"^{kind} " for kind in KINDS),
    }
    used = {str(p["pattern"]) for k in NAMES for p in parts(SCHEMAS.schema(k)) if "pattern" in p}
    assert used == allowed


def test_every_kind_of_definition_the_loader_knows_has_its_schema() -> None:
    schema = SCHEMAS.schema("definitions")
    keys = [part["required"][0] for part in schema["$defs"]["nothingKnown"]["anyOf"]]
    assert sorted(keys) == sorted([*KINDS, "patch", "remove"])
    for kind in KINDS:
        assert schema["$defs"][kind]["required"][0] == kind


def test_the_examples_of_the_language_reference_meet_the_schema() -> None:
    text = (data_root() / "docs" / "language.md").read_text("utf-8")
    blocks = [b for b in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL) if b.startswith("- ")]
    assert len(blocks) >= 5
    for block in blocks:
        assert found("definitions", block.replace("{rule: ..., that: ...}", "{rule: a, that: b}")) == []


# ---------------------------------------------------------------------- what is right


def test_there_is_a_good_document_of_every_kind() -> None:
    assert sorted(GOOD) == NAMES


@pytest.mark.parametrize("kind", NAMES)
def test_a_good_document_draws_no_diagnostic(kind: str) -> None:
    assert found(kind, GOOD[kind]) == []


@pytest.mark.parametrize("kind", sorted(set(NAMES) - {"ruleset", "setup"}))
def test_a_file_that_holds_only_a_comment_is_no_problem(kind: str) -> None:
    assert found(kind, "# to be written\n") == []


def test_a_rule_set_that_extends_another_need_not_say_who_plays() -> None:
    assert found("ruleset", "ruleset: wotr1\ntitle: First\nextends: wotr2") == []
    assert brief(only("ruleset", "ruleset: wotr1\ntitle: First")) == ("missing-key", 1, 1, {"key": "seats"})


def test_a_setup_that_extends_another_inherits_its_citation() -> None:
    assert found("setup", "setup: start\nextends: start") == []
    assert brief(only("setup", "setup: start")) == ("missing-citation", 1, 1, {"name": "start"})


# ---------------------------------------------------------------------- missing keys and citations


def test_a_missing_key_is_reported_at_the_mapping_that_lacks_it() -> None:
    text = "- {moment: a}\n- term: hits_on\n  type: Number\n  rule: a.b\n"
    assert brief(only("definitions", text)) == ("missing-key", 2, 3, {"key": "is"})


@pytest.mark.parametrize(
    ("kind", "text", "name"),
    [
        ("definitions", "- term: hits_on\n  type: Number\n  is: 5\n", "hits_on"),
        ("definitions", "- exception: hits_on\n  is: 5\n", "hits_on"),
        ("definitions", "- action: move_army\n", "move_army"),
        ("definitions", "- handler: some-card\n  at: before_roll\n  does: cite a.b\n", "some-card"),
        ("definitions", "- effect: fury\n  changes: bonus\n  adds: 1\n", "fury"),
        ("definitions", "- invariant: leaders\n  that: x\n", "leaders"),
        ("definitions", "- question: battle-round\n  setup: empty\n", "battle-round"),
        ("rulings", "- ruling: six-or-five\n  question: Six?\n  options: [six]\n", "six-or-five"),
        (
            "scenarios",
            "- scenario: one\n  source: {ours: true}\n  given: {question: q}\n  then: {report: {}}\n",
            "one",
        ),
    ],
)
def test_a_missing_rule_is_a_missing_citation_of_what_lacks_it(kind: str, text: str, name: str) -> None:
    assert brief(only(kind, text)) == ("missing-citation", 1, 3, {"name": name})


def test_a_condition_without_a_rule_is_reported_under_the_name_of_its_action() -> None:
    text = "- action: move_army\n  rule: a.b\n  requires:\n    - {rule: a.c, that: x}\n    - {that: y}\n"
    assert brief(only("definitions", text)) == ("missing-citation", 5, 7, {"name": "move_army"})


def test_a_condition_without_a_rule_that_a_patch_adds_is_reported_under_the_name_of_the_patch() -> None:
    text = "- patch: action move_army\n  add:\n    requires: [{that: y}]\n"
    assert brief(only("definitions", text)) == ("missing-citation", 3, 16, {"name": "action move_army"})


def test_a_citation_missing_from_something_nameless_is_reported_under_the_file() -> None:
    codes = {d.code: d.values for d in found("rulings", "- {options: [a]}")}
    assert codes == {"missing-citation": {"name": FILE}, "missing-key": {"key": "ruling"}}


def test_procedures_and_moments_need_no_citation() -> None:
    assert found("definitions", "- {procedure: a, does: cite a.b}\n- {moment: b}") == []


def test_an_entry_that_defines_nothing_known_is_one_problem_with_a_guess() -> None:
    diagnostic = only("definitions", "- terms: hits_on\n  type: Number\n  is: 5\n  rule: a.b\n")
    assert brief(diagnostic)[:3] == ("missing-key", 1, 3)
    assert set(diagnostic.values["key"].split(" | ")) == {*KINDS, "patch", "remove"}
    assert diagnostic.nearest == "term"


def test_an_exception_must_replace_the_value_or_add_to_it() -> None:
    text = "- {exception: hits_on, rule: a.b}\n"
    assert brief(only("definitions", text)) == ("missing-key", 1, 3, {"key": "is | adds"})


def test_an_exception_cannot_do_both() -> None:
    text = "- {exception: hits_on, rule: a.b, is: 1, adds: 1}\n"
    problem = {"problem": "`is` and `adds` cannot stand together"}
    assert brief(only("definitions", text)) == ("schema", 1, 3, problem)


def test_a_step_of_a_scenario_is_an_action_or_an_answer() -> None:
    text = (
        "- {scenario: c, rule: a.b, source: {ours: true}, given: {}, then: {waiting: a},\n  when: [{by: x}]}"
    )
    assert brief(only("scenarios", text)) == ("missing-key", 2, 10, {"key": "action | answer"})


# ---------------------------------------------------------------------- unknown keys


def test_an_unknown_key_is_reported_at_the_key_with_the_nearest_known_one() -> None:
    diagnostic = only("definitions", "- moment: a\n  off: {side: Side}\n")
    assert brief(diagnostic) == ("unknown-key", 2, 3, {"key": "off"})
    assert diagnostic.nearest == "of"
    assert (diagnostic.span.end_line, diagnostic.span.end_column) == (2, 6)


def test_every_unknown_key_is_reported() -> None:
    diagnostics = found("state", "fields:\n  turn: {type: Number, lest: 0, mots: 3, xyz: 1}\n")
    assert [brief(d) for d in diagnostics] == [
        ("unknown-key", 2, 24, {"key": "lest"}),
        ("unknown-key", 2, 33, {"key": "mots"}),
        ("unknown-key", 2, 42, {"key": "xyz"}),
    ]
    assert [d.nearest for d in diagnostics] == ["least", "most", None]


def test_a_key_that_is_already_there_is_not_suggested() -> None:
    assert only("state", "fields: {turn: {type: Number, types: Number}}").nearest is None


def test_a_definition_of_two_things_is_read_as_the_loader_reads_it() -> None:
    text = "- term: a\n  action: b\n  type: Number\n  is: 1\n  rule: a.b\n"
    assert brief(only("definitions", text)) == ("unknown-key", 2, 3, {"key": "action"})


def test_a_procedure_cites_in_its_script_and_not_by_a_key() -> None:
    text = "- procedure: a\n  rule: a.b\n  does: cite a.b\n"
    assert brief(only("definitions", text)) == ("unknown-key", 2, 3, {"key": "rule"})


def test_a_patch_may_replace_only_what_its_target_has() -> None:
    diagnostic = only("definitions", "- patch: term hits_on\n  replace:\n    iss: 4\n")
    assert (brief(diagnostic), diagnostic.nearest) == (("unknown-key", 3, 5, {"key": "iss"}), "is")
    diagnostic = only("definitions", "- patch: term hits_on\n  replace: {does: return}\n")
    assert brief(diagnostic) == ("unknown-key", 2, 13, {"key": "does"})


def test_a_patch_may_add_only_to_a_list_its_target_has() -> None:
    text = "- patch: procedure a\n  add: {requires: []}\n"
    assert brief(only("definitions", text)) == ("unknown-key", 2, 3, {"key": "add"})
    text = "- patch: term a\n  add: {requires: []}\n"
    assert brief(only("definitions", text)) == ("unknown-key", 2, 9, {"key": "requires"})


def test_a_new_entry_of_the_reference_without_kind_is_told_apart_from_a_change() -> None:
    assert brief(only("reference", "- {id: a, parent: b}")) == ("missing-key", 1, 3, {"key": "kind"})
    assert brief(only("reference", "- {id: a}")) == ("missing-key", 1, 3, {"key": "kind"})
    for form in ("changes", "removed"):
        text = f"- {{id: a, {form}: true, see: [b]}}"
        assert brief(only("reference", text)) == ("unknown-key", 1, 26, {"key": "see"})


# ---------------------------------------------------------------------- values


@pytest.mark.parametrize(
    ("kind", "text", "line", "column", "found_type", "expected"),
    [
        ("definitions", "term: a", 1, 1, "object", ["null", "array"]),
        ("definitions", "- just text", 1, 3, "string", ["object"]),
        ("definitions", "- moment: 5", 1, 11, "integer", ["string"]),
        ("definitions", "- {moment: a, of: [x]}", 1, 19, "array", ["object"]),
        (
            "definitions",
            "- {invariant: a, rule: a.b, that: 1.5}",
            1,
            35,
            "number",
            EXPRESSION,
        ),
        (
            "definitions",
            "- invariant: a\n  rule: a.b\n  that:\n",
            3,
            8,
            "null",
            EXPRESSION,
        ),
        ("definitions", "- {procedure: a, does: true}", 1, 24, "boolean", ["string"]),
        ("texts", "battle:\n  hit: 5", 2, 3, "object", ["string"]),
        ("texts", "a.b: 12", 1, 6, "integer", ["string"]),
        ("items", "Region: {dale: [x]}", 1, 16, "array", ["object", "null"]),
        ("messages", "a: {b: {c: d}}", 1, 8, "object", ["string"]),
        ("setup", "", 1, 1, "null", ["object"]),
        ("scenarios", "- 1", 1, 3, "integer", ["object"]),
        ("reference", "- 1", 1, 3, "integer", ["object"]),
    ],
)
def test_a_value_of_the_wrong_type_is_reported_once_where_it_stands(
    kind: str, text: str, line: int, column: int, found_type: str, expected: list[str]
) -> None:
    code, *place, values = brief(only(kind, text))
    assert (code, place, values["found"]) == ("schema-type", [line, column], found_type)
    assert sorted(values["expected"]) == sorted(expected)


def test_a_word_that_is_not_among_those_allowed_is_reported_with_the_nearest() -> None:
    diagnostic = only("reference", "- id: a\n  kind: definiton\n")
    code, line, column, values = brief(diagnostic)
    assert (code, line, column, values["found"]) == ("not-one-of", 2, 9, "definiton")
    assert values["expected"][:2] == ["section", "definition"]
    assert diagnostic.nearest == "definition"


def test_a_constant_is_a_choice_of_one() -> None:
    text = "- {id: a, removed: false}"
    assert brief(only("reference", text)) == ("not-one-of", 1, 20, {"found": "false", "expected": ["true"]})


@pytest.mark.parametrize(
    ("kind", "text", "line", "column", "wrong", "pattern"),
    [
        ("definitions", "- moment: Before", 1, 11, "Before", NAME),
        ("definitions", "- moment: a--b", 1, 11, "a--b", NAME),
        ("definitions", "- {moment: a, of: {x: region}}", 1, 23, "region", TYPE),
        ("definitions", "- {moment: a, of: {X: Region}}", 1, 20, "X", NAME),
        ("definitions", "- {action: a, rule: A.b}", 1, 21, "A.b", RULE),
        ("definitions", "- {action: a, rule: a.b, given: {x: Set Region}}", 1, 37, "Set Region", TYPE),
        ("vocabulary", "dice: {D: [a, B]}", 1, 15, "B", NAME),
        ("vocabulary", "enumerations:\n  settlement: [a]", 2, 3, "settlement", "^[A-Z][A-Za-z0-9]*$"),
        ("texts", "a: x\nA b: y", 2, 1, "A b", RULE),
        ("scenarios", GOOD["scenarios"].replace("[a.b, a.c]", "[a.b, a..c]"), 12, 15, "a..c", RULE),
    ],
)
def test_a_name_of_the_wrong_form_is_reported_where_it_stands(
    kind: str, text: str, line: int, column: int, wrong: str, pattern: str
) -> None:
    assert brief(only(kind, text)) == ("bad-form", line, column, {"found": wrong, "expected": pattern})


def test_a_line_break_is_no_part_of_a_name() -> None:
    assert brief(only("definitions", "- moment: |\n    a\n"))[0] == "bad-form"


def test_the_target_of_a_patch_is_a_kind_and_a_name() -> None:
    assert brief(only("definitions", "- remove: some-card"))[:3] == ("bad-form", 1, 11)
    assert brief(only("definitions", "- patch: handlr a\n  replace: {xyz: 1}"))[:3] == ("bad-form", 1, 10)
    assert brief(only("definitions", "- patch: 5\n  replace: {xyz: 1}"))[:3] == ("schema-type", 1, 10)


@pytest.mark.parametrize(
    ("kind", "text", "column", "problem"),
    [
        ("texts", "a: ''", 4, "the value is shorter than 1 character"),
        ("vocabulary", "dice: {D: []}", 11, "the value has less than 1 item"),
        ("vocabulary", "enumerations: {E: [a, a]}", 19, "the value has non-unique elements"),
    ],
)
def test_anything_else_is_told_in_the_words_of_the_validator(
    kind: str, text: str, column: int, problem: str
) -> None:
    assert brief(only(kind, text)) == ("schema", 1, column, {"problem": problem})


@pytest.mark.parametrize("key", ["7", "007", "+7", "1e3", "a/b", "~"])
def test_a_value_below_a_key_that_looks_like_a_number_or_a_path_is_found(key: str) -> None:
    places = [brief(d)[1:3] for d in found("texts", f"a.b: x\n'{key}': [5]\n") if d.code == "schema-type"]
    assert places == [(2, len(key) + 5)]


def test_an_empty_key_is_reported_even_though_no_path_leads_to_it() -> None:
    assert ("bad-form", 2, 1, {"found": "", "expected": RULE}) in [
        brief(d) for d in found("texts", "a: x\n'': 5\n")
    ]


def test_a_long_value_is_shortened() -> None:
    wrong = only("definitions", f"- moment: {'X' * 500}").values["found"]
    assert wrong == "X" * 57 + "..."


def test_a_document_nested_too_deeply_is_a_problem_and_not_a_crash() -> None:
    with pytest.raises(DataError) as error:
        only("definitions", f"- moment: {'[' * 300}{']' * 300}")
    assert [(d.code, d.span.line) for d in error.value.diagnostics] == [("yaml-syntax", 1)]


# ---------------------------------------------------------------------- all of them, in order


def test_all_problems_of_a_file_are_reported_in_its_order() -> None:
    text = """\
- term: Hits
  type: number
  is: 5
  rule: a.b
  except:
    - {when: [x], is: 6, rule: c.d}
- action: move
  requires:
    - {rule: a.b, tht: x}
  does: 5
- {handler: h, at: m, rule: a.b, does: x, order: 5}
"""
    assert [brief(d) for d in found("definitions", text)] == [
        ("bad-form", 1, 9, {"found": "Hits", "expected": NAME}),
        ("bad-form", 2, 9, {"found": "number", "expected": TYPE}),
        ("schema-type", 6, 14, {"found": "array", "expected": EXPRESSION}),
        ("missing-citation", 7, 3, {"name": "move"}),
        ("missing-key", 9, 7, {"key": "that"}),
        ("unknown-key", 9, 19, {"key": "tht"}),
        ("schema-type", 10, 9, {"found": "integer", "expected": ["string"]}),
        ("schema-type", 11, 50, {"found": "integer", "expected": ["array"]}),
    ]


def test_an_unknown_kind_of_file_is_a_mistake_of_the_program() -> None:
    with pytest.raises(FileNotFoundError):
        found("nonsense", "a: 1")


# ---------------------------------------------------------------------- against the reference implementation


def reference_accepts(kind: str, value: Any) -> bool:
    return bool(jsonschema.Draft202012Validator(SCHEMAS.schema(kind)).is_valid(value))


def agree(kind: str, value: Any) -> bool:
    """Whether the document is valid, once both implementations and our diagnostics say the same."""
    document = read(json.dumps(value, ensure_ascii=False, indent=1), FILE)
    assert document.value == value
    diagnostics = SCHEMAS.check(kind, document)
    valid = reference_accepts(kind, value)
    assert valid == jsonschema_rs.validator_for(SCHEMAS.schema(kind)).is_valid(value)
    assert valid == (not diagnostics), diagnostics
    seen = [(d.code, d.span, str(d.values)) for d in diagnostics]
    assert len(seen) == len(set(seen))
    assert all(1 <= d.span.line <= len(document.text.splitlines()) for d in diagnostics)
    return valid


@pytest.mark.parametrize("kind", NAMES)
def test_both_implementations_accept_the_good_documents(kind: str) -> None:
    assert agree(kind, read(GOOD[kind], FILE).value)


@pytest.mark.parametrize("kind", NAMES)
def test_both_implementations_agree_when_any_one_key_or_member_is_left_out(kind: str) -> None:
    good = read(GOOD[kind], FILE).value
    for path, _ in walk(good):
        if path:
            agree(kind, without(good, path))


@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("wrong", [None, True, 0, 1.5, "", "Ünknown word", [], {}, [{}], {"x y": 1}])
def test_both_implementations_agree_when_any_one_value_is_another(kind: str, wrong: Any) -> None:
    good = read(GOOD[kind], FILE).value
    for path, _ in walk(good):
        agree(kind, with_value(good, path, wrong))


def without(value: Any, path: tuple[str | int, ...]) -> Any:
    result = copy.deepcopy(value)
    around = result
    for step in path[:-1]:
        around = around[step]
    del around[path[-1]]
    return result


def with_value(value: Any, path: tuple[str | int, ...], new: Any) -> Any:
    if not path:
        return new
    result = copy.deepcopy(value)
    around = result
    for step in path[:-1]:
        around = around[step]
    around[path[-1]] = new
    return result


# No line breaks: Python's `$` also matches before one at the end, that of JSON Schema does not.
words = st.text(st.sampled_from("abzAZ019_-. ?é"), max_size=8) | st.sampled_from(
    [
        "rule",
        "term",
        "is",
        "adds",
        "Set of Region",
        "Region?",
        "a.b",
        "term hits_on",
        "removed",
        "kind",
        "legal",
    ]
)
scalars = st.none() | st.booleans() | st.integers(-3, 30) | st.sampled_from([0.5, 1.0]) | words
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)


@st.composite
def broken_documents(draw: st.DrawFn) -> tuple[str, Any]:
    """A good document in which a few things are replaced, left out or added."""
    kind = draw(st.sampled_from(NAMES))
    value = read(GOOD[kind], FILE).value
    for _ in range(draw(st.integers(1, 3))):
        path, old = draw(st.sampled_from(list(walk(value))))
        if isinstance(old, dict) and draw(st.booleans()):
            value = with_value(value, (*path, draw(words)), draw(values))
        elif path and draw(st.booleans()):
            value = without(value, path)
        else:
            value = with_value(value, path, draw(values))
    return kind, value


@settings(max_examples=300, deadline=None)
@given(broken_documents())
def test_both_implementations_agree_on_documents_broken_at_random(broken: tuple[str, Any]) -> None:
    agree(*broken)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(NAMES), values)
def test_both_implementations_agree_on_any_value_at_all(kind: str, value: Any) -> None:
    agree(kind, value)
