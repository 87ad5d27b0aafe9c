from __future__ import annotations

import inspect
import json
import re
from typing import Any

import pytest

from adjudicator.data.diagnostic import Diagnostic, Span
from adjudicator.text import message_syntax
from adjudicator.text.catalog import Catalog
from adjudicator.text.diagnostics import formatted, sentence
from adjudicator.text.languages import LANGUAGES
from adjudicator.text.messages import parse

UNKNOWN = (
    *("name", "type", "term", "procedure", "moment", "effect", "die", "rule", "ruling", "action", "field"),
    *("setup", "script", "ruleset", "question", "language", "scenario"),
)
CODES: dict[str, set[str]] = {f"unknown-{what}": {"name"} for what in UNKNOWN} | {
    code: set(values.split())
    for code, values in {
        "yaml-syntax": "problem",
        "duplicate-key": "key",
        "key-not-text": "",
        "missing-key": "key",
        "unknown-key": "key",
        "schema-type": "found expected",
        "not-one-of": "found expected",
        "bad-form": "found expected",
        "schema": "problem",
        "missing-citation": "name",
        "unknown-file": "file",
        "cannot-read": "file",
        "syntax": "found",
        "syntax-incomplete": "",
        "unknown-item": "name owner",
        "unknown-attribute": "name owner",
        "missing-attribute": "name owner item",
        "unknown-exception": "name term",
        "ambiguous-name": "name meanings",
        "wrong-type": "found expected",
        "wrong-value": "found expected",
        "wrong-number-of-arguments": "name found expected",
        "not-a-collection": "found",
        "mixed-collection": "found",
        "cannot-compare": "left right",
        "cannot-change": "",
        "never-none": "found",
        "name-taken": "name",
        "returns-nothing": "name",
        "repeated-item": "name",
        "out-of-range": "found least most",
        "duplicate-definition": "kind name",
        "patch-without-target": "target",
        "asymmetric": "attribute one other",
        "pieces-do-not-add-up": "piece found expected",
        "too-many-unknown": "found expected",
        "broken-invariant": "rule",
        "bad-frame": "name",
        "exception-never-applies": "term rule",
        "exceptions-conflict": "term one other",
        "circular-precedence": "names",
        "recursive-term": "names",
        "missing-text": "rule language",
        "surplus-text": "rule language",
        "missing-name": "kind item language",
        "missing-placeholder": "name language",
        "surplus-placeholder": "name language",
        "numbers-differ": "found expected language",
        "missing-plural-form": "form language",
        "message-syntax": "problem",
        "budget-exceeded": "limit",
        "division-by-zero": "",
        "pieces-missing": "piece found expected",
        "too-deep": "limit name",
        "nothing-to-choose": "name",
        "missing-parameter": "name",
        "surplus-parameter": "name",
        "not-waiting": "",
        "waiting-for": "name",
        "wrong-answer": "found expected",
        "not-allowed": "name rules",
        "not-enumerable": "name",
        "nearest": "name",
    }.items()
}
VERDICTS: dict[str, set[str]] = {
    key: set(values.split())
    for key, values in {
        "legal": "",
        "illegal": "",
        "undecided": "",
        "invalid": "",
        "condition-holds": "",
        "condition-fails": "",
        "condition-undecided": "",
        "source": "",
        "ruling-taken": "ruling option",
        "ruling-open": "ruling",
        "would-be-legal-if": "",
        "must-be": "what op found",
        "must-hold": "what",
        "must-not-hold": "what",
        "instead": "",
        "nothing-waiting": "",
        "log-change": "field key was now",
        "log-answer": "who name value",
        "log-roll": "die value",
        "log-effect": "effect",
        "none": "",
        "yes": "",
        "no": "",
        "nobody": "",
        "unknown-piece": "",
        **{f"op-{op}": "value" for op in ("eq", "ne", "lt", "le", "gt", "ge", "in", "not-in")},
        **{f"waiting-{how}": "who name" for how in ("choose", "take", "number", "whether", "act")},
        **{f"waiting-{how}": "name" for how in ("roll", "draw")},
    }.items()
}


def problem(code: str, nearest: str | None = None, **values: Any) -> Diagnostic:
    return Diagnostic(code, Span("rules/g/terms/a.yaml", 2, 9, 2, 12), values, nearest)


# ---------------------------------------------------------------------- the files


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("section", "keys"), [("diagnostics", CODES), ("verdicts", VERDICTS)])
def test_every_message_exists_in_every_language_with_its_values(
    engine_texts: Catalog, section: str, keys: dict[str, set[str]], language: str
) -> None:
    texts = engine_texts.texts(section, "", language)
    assert {key: parse(texts[key].text).placeholders for key in keys if key in texts} == keys


@pytest.mark.parametrize("section", ["diagnostics", "verdicts"])
def test_the_files_have_the_same_keys_in_the_same_order(engine_texts: Catalog, section: str) -> None:
    orders = {tuple(engine_texts.texts(section, "", language)) for language in LANGUAGES}
    assert len(orders) == 1


def test_french_punctuation_has_its_no_break_spaces(engine_texts: Catalog) -> None:
    for section in ("diagnostics", "verdicts"):
        for entry in engine_texts.texts(section, "", "fr").values():
            assert not re.search(r"[^\u00a0][:;?!»]|«[^\u00a0]", entry.text), entry.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_leaves_a_brace_or_a_double_space(engine_texts: Catalog, language: str) -> None:
    for code, names in CODES.items():
        said = sentence(Diagnostic(code, Span("a.yaml"), dict.fromkeys(names, 2)), engine_texts, language)
        assert not re.search(r"[{}#]|  ", said), said


def test_every_problem_of_a_message_is_explained(engine_texts: Catalog) -> None:
    problems = set(re.findall(r'MessageError\("([a-z-]+)"', inspect.getsource(message_syntax)))
    assert len(problems) == 10
    assert {p for p in problems if not engine_texts.has_message("diagnostics", f"words.{p}")} == set()


# ---------------------------------------------------------------------- sentences


def test_a_sentence_ends_with_the_name_that_was_probably_meant(engine_texts: Catalog) -> None:
    diagnostic = problem("unknown-term", "units", name="unist")
    said = {language: sentence(diagnostic, engine_texts, language) for language in LANGUAGES}
    assert said == {
        "en": "There is no term or field called “unist”. Did you mean “units”?",
        "it": "Non esiste un termine o un campo “unist”. Forse si intendeva “units”?",
        "pl": "Nie ma terminu ani pola „unist”. Czy chodziło o „units”?",
        "fr": "Il n'existe pas de terme ni de champ «\u00a0unist\u00a0». "
        "Vouliez-vous dire «\u00a0units\u00a0»\u00a0?",
    }


@pytest.mark.parametrize(("number", "word"), [(1, "argument"), (2, "argumenty"), (5, "argumentów")])
def test_polish_sentences_count_in_polish(engine_texts: Catalog, number: int, word: str) -> None:
    diagnostic = problem("wrong-number-of-arguments", name="f", found=0, expected=number)
    assert f"{number} {word}," in sentence(diagnostic, engine_texts, "pl")


def test_the_language_of_a_text_is_named_in_the_reader_s(engine_texts: Catalog) -> None:
    diagnostic = problem("missing-text", rule="a.x", language="it")
    assert sentence(diagnostic, engine_texts, "en") == "“a.x” has no Italian text."
    assert "włoski" in sentence(diagnostic, engine_texts, "pl")


def test_our_own_words_among_the_values_are_translated(engine_texts: Catalog) -> None:
    diagnostic = problem("schema-type", found="array", expected=["string", "integer"])
    said = "Trovato: una lista. Qui è ammesso: un testo e un numero intero."
    assert sentence(diagnostic, engine_texts, "it") == said
    assert "«\u00a0x\u00a0»" in sentence(
        problem("duplicate-definition", kind="rule", name="x"), engine_texts, "fr"
    )


def test_a_range_may_be_open_on_one_side(engine_texts: Catalog) -> None:
    both = problem("out-of-range", found=16, least=0, most=15)
    below = problem("out-of-range", found=-1, least=0, most=None)
    above = problem("out-of-range", found=16, least=None, most=15)
    assert sentence(both, engine_texts, "en") == "16 is out of range: from 0 to 15 is allowed."
    assert sentence(below, engine_texts, "en") == "-1 is too small: at least 0 is required."
    assert sentence(above, engine_texts, "en") == "16 is too large: at most 15 is allowed."


def test_a_circle_is_drawn_as_one(engine_texts: Catalog) -> None:
    said = sentence(problem("recursive-term", names=["a", "b", "a"]), engine_texts, "en")
    assert said == "Terms may not use one another in a circle: a → b → a."


def test_numbers_that_differ_are_listed_and_none_is_said(engine_texts: Catalog) -> None:
    diagnostic = problem("numbers-differ", found=[], expected=["2", "10"], language="pl")
    assert sentence(diagnostic, engine_texts, "en").endswith("Found: none; expected: 2 and 10.")


def test_an_unknown_code_is_shown_with_its_values(engine_texts: Catalog) -> None:
    assert sentence(problem("never-heard", name="x"), engine_texts, "it") == "never-heard name=x"


# ---------------------------------------------------------------------- formats

SOURCE = "- term: f\n  is:   unist(r)\n"


def source(file: str) -> str | None:
    return SOURCE if file == "rules/g/terms/a.yaml" else None


def test_the_text_format_shows_the_place_and_the_line_with_carets(engine_texts: Catalog) -> None:
    text = formatted([problem("unknown-term", name="unist")], engine_texts, "en", "text", source)
    assert text.splitlines() == [
        "rules/g/terms/a.yaml:2:9: unknown-term: There is no term or field called “unist”.",
        "      is:   unist(r)",
        "            ^^^",
    ]


def test_the_text_format_does_without_the_source(engine_texts: Catalog) -> None:
    diagnostic = Diagnostic("not-waiting", Span("request", 400, 9))
    expected = "request:400:9: not-waiting: Nothing is waiting for an answer."
    assert formatted([diagnostic], engine_texts, "en") == expected
    assert formatted([diagnostic], engine_texts, "en", "text", lambda _: "short") == expected


def test_related_places_follow_in_the_text_format(engine_texts: Catalog) -> None:
    related = (Span("rules/g/terms/a.yaml", 1, 3),)
    diagnostic = Diagnostic("duplicate-key", Span("b.yaml"), {"key": "x"}, related=related)
    assert formatted([diagnostic], engine_texts, "en", "text", source).splitlines()[1:] == [
        "  rules/g/terms/a.yaml:1:3:",
        "    - term: f",
        "      ^",
    ]


def test_nothing_in_a_value_can_write_to_the_terminal(engine_texts: Catalog) -> None:
    text = formatted([problem("syntax", found="\x1b[2J\n\u202e")], engine_texts, "en")
    assert "\x1b" not in text and "\n" not in text and "\u202e" not in text


def test_the_github_format_is_one_escaped_command_a_line(engine_texts: Catalog) -> None:
    diagnostic = Diagnostic("cannot-read", Span("a,b:c.yaml", 3, 4), {"file": "100%\nx"})
    assert formatted([diagnostic], engine_texts, "en", "github") == (
        "::error file=a%2Cb%3Ac.yaml,line=3,col=4,title=cannot-read::"
        "The file “100%25%0Ax” cannot be read; it must be text in UTF-8."
    )


def test_the_json_format_holds_everything(engine_texts: Catalog) -> None:
    [data] = json.loads(
        formatted([problem("unknown-term", "units", name="unist")], engine_texts, "it", "json")
    )
    assert data == {
        "code": "unknown-term",
        "severity": "error",
        "message": "Non esiste un termine o un campo “unist”. Forse si intendeva “units”?",
        "file": "rules/g/terms/a.yaml",
        "line": 2,
        "column": 9,
        "end_line": 2,
        "end_column": 12,
        "values": {"name": "unist"},
        "nearest": "units",
        "related": [],
    }


def test_the_sarif_format_has_rules_results_and_regions(engine_texts: Catalog) -> None:
    diagnostics = [
        problem("wrong-value", found="{'a': 1}", expected="Number"),
        Diagnostic("division-by-zero", Span("a b.yaml"), related=(Span("c.yaml", 5, 6),), severity="warning"),
        problem("wrong-value", found="x", expected="Bool"),
    ]
    log = json.loads(formatted(diagnostics, engine_texts, "en", "sarif"))
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json")
    [run] = log["runs"]
    assert (run["language"], run["columnKind"]) == ("en", "unicodeCodePoints")
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["division-by-zero", "wrong-value"]
    assert rules[1]["shortDescription"]["text"] == "“…” is not a valid value here. Expected: …."
    first, second, third = run["results"]
    assert [rules[r["ruleIndex"]]["id"] for r in (first, second, third)] == [d.code for d in diagnostics]
    assert first["message"]["text"].startswith("“{{'a': 1}}” is not")
    assert first["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "rules/g/terms/a.yaml"},
                "region": {"startLine": 2, "startColumn": 9, "endLine": 2, "endColumn": 12},
            }
        }
    ]
    assert second["level"] == "warning"
    assert second["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "a%20b.yaml"},
        "region": {"startLine": 1, "startColumn": 1},
    }
    assert second["relatedLocations"][0]["id"] == 1


def test_an_empty_list_is_a_valid_answer_in_every_format(engine_texts: Catalog) -> None:
    assert formatted([], engine_texts, "en", "text") == formatted([], engine_texts, "en", "github") == ""
    assert json.loads(formatted([], engine_texts, "en", "json")) == []
    assert json.loads(formatted([], engine_texts, "en", "sarif"))["runs"][0]["results"] == []


def test_an_unknown_format_is_refused(engine_texts: Catalog) -> None:
    with pytest.raises(ValueError, match="text, json, github, sarif"):
        formatted([], engine_texts, "en", "xml")
