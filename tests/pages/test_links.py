"""Permanent links: the same answer, today's answer beside an old one, and nothing a stranger can break."""

from __future__ import annotations

import base64
import json
import random
import zlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.text.languages import LANGUAGES
from api.pages.links_packing import FORM, MOST_BYTES, DamagedLink, packed, unpacked
from tests.pages.asking import Table

LEGAL = {"m__by": "red", "m__action": "march", "m__from": "gate", "m__to": "mill", "m__who__red-guard": "1"}
MARCH = "rules/toy/actions/march.yaml"
QUESTION = "rules/toy/questions/fight.yaml"


@pytest.fixture(scope="module")
def table() -> Table:
    return Table.of()


@pytest.fixture(scope="module")
def link(table: Table) -> str:
    """A link to a verdict: legal, in a position that differs from its setup."""
    table.open("/en/toy/ask?at=mill").send(deed="keep", **{"s__standing__mill__+": "blue-guard"})
    return table.send(deed="ask", **LEGAL).link


def _file(name: str) -> str:
    from tests.pages.asking import files

    return files()[name].decode()


def _token(link: str) -> str:
    return link.rsplit("/", 1)[1]


def _altered(link: str, **changes: Any) -> str:
    data = {**unpacked(_token(link)), **changes}
    return link.rsplit("/", 1)[0] + "/" + packed(data)


# ---------------------------------------------------------------------- opened again


def test_a_link_opens_the_same_verdict_position_and_move(table: Table, link: str) -> None:
    table.open(link)
    assert table.verdict == "Legal"
    assert "The rules data are the same" in table.text
    assert table.places("chosen") == {"gate", "mill"}
    assert "blue-guard" in json.dumps(unpacked(_token(link)))
    assert table.link == link


def test_the_same_question_always_has_the_same_link(table: Table, link: str) -> None:
    table.open("/en/toy/ask?at=mill").send(deed="keep", **{"s__standing__mill__+": "blue-guard"})
    assert table.send(deed="ask", **LEGAL).link == link


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_link_can_be_read_in_every_language(table: Table, link: str, language: str) -> None:
    assert table.open(link.replace("/en/", f"/{language}/")).verdict


def test_a_link_leads_on_to_the_game_it_was_taken_from(table: Table, link: str) -> None:
    table.open(link)
    address = table.page.partition('class="button" href="')[2].partition('"')[0].replace("&amp;", "&")
    table.open(address)
    assert table.verdict == "Legal" and table.value("m/to") == "mill"


def test_a_position_travels_as_its_difference_from_the_setup(link: str) -> None:
    assert unpacked(_token(link))["at"] == {
        "setup": "start",
        "changes": {"standing": {"mill": {"blue-guard": 1}}},
    }
    assert len(_token(link)) < 400


# ---------------------------------------------------------------------- with other data


def test_other_data_with_the_same_answer_are_told(link: str) -> None:
    later = Table.of(version="a second version").open(link)
    assert "The rules data have changed since; the answer is still the same." in later.text
    assert later.verdict == "Legal"


def test_a_rule_that_changes_the_answer_shows_both(link: str) -> None:
    stricter = _file(MARCH).replace("that: size(who) > 0", "that: size(who) > 1")
    later = Table.of({MARCH: stricter}, "a second version").open(link)
    assert "have changed the answer since" in later.text
    assert later.text.index("Then: Legal") < later.text.index("Now") < later.text.index("Illegal")
    assert "/en/toy/rules/march.some" in later.page


def test_other_reasons_for_the_same_verdict_are_another_answer(table: Table) -> None:
    illegal = table.open("/en/toy/ask").send(deed="ask", **{**LEGAL, "m__to": "tower"}).link
    stricter = _file(MARCH).replace("that: size(who) > 0", "that: size(who) > 1")
    later = Table.of({MARCH: stricter}, "a second version").open(illegal)
    assert "have changed the answer since" in later.text


def test_a_move_that_is_no_longer_known_is_told_and_what_was_found_is_shown(link: str) -> None:
    renamed = _file(MARCH).replace("action: march", "action: walk")
    later = Table.of({MARCH: renamed}, "a second version").open(link)
    assert "no longer understood" in later.text and "Legal" in later.text
    assert "walk" in later.text or "march" in later.text


def test_a_position_that_is_no_longer_understood_is_told(link: str) -> None:
    state = _file("rules/toy/state.yaml").replace("standing:", "standing_at:")
    everything = {
        name: _file(name).replace("standing", "standing_at")
        for name in (
            MARCH,
            "rules/toy/terms/strength.yaml",
            "rules/toy/setup/start.yaml",
            "rules/toy/ruleset.yaml",
        )
    }
    later = Table.of({**everything, "rules/toy/state.yaml": state}, "a second version")
    assert "no longer understood" in later.open(link).text


def test_a_tampered_verdict_is_found_out(table: Table, link: str) -> None:
    told = table.open(_altered(link, found={"verdict": "illegal", "because": ["march.border"]}))
    assert "have changed the answer since" in told.text and "Then: Illegal" in told.text


def test_a_tampered_version_alone_changes_nothing(table: Table, link: str) -> None:
    assert "still the same" in table.open(_altered(link, version="0123456789abcdef")).text


# ---------------------------------------------------------------------- questions


def test_a_link_to_a_question_opens_its_dice_and_result(table: Table) -> None:
    table.open("/en/toy/questions/fight").send(deed="ask", i__site="gate", i__attacker="red")
    address = table.send(deed="answer", a__typed="6").link
    table.open(address)
    assert "The rules data are the same" in table.text and "<dd>4</dd>" in table.page
    assert table.link == address


def test_a_link_to_a_question_shows_both_results_when_the_rules_changed(table: Table) -> None:
    table.open("/en/toy/questions/fight").send(deed="ask", i__site="gate", i__attacker="red")
    address = table.send(deed="answer", a__typed="3").link
    name = "rules/toy/terms/strength.yaml"
    later = Table.of({name: _file(name).replace("  is: 1\n", "  is: 5\n")}, "a second version").open(address)
    assert "have changed the answer since" in later.text
    assert "<dd>3</dd>" in later.page and "<dd>11</dd>" in later.page


def test_a_link_to_odds_remembers_them(table: Table) -> None:
    address = table.open("/en/toy/questions/fight").send(deed="odds", i__site="gate", i__attacker="red").link
    assert "5/6" in table.open(address).page and "The rules data are the same" in table.text
    name = "rules/toy/terms/strength.yaml"
    later = Table.of({name: _file(name).replace("  is: 1\n", "  is: 5\n")}, "a second version").open(address)
    assert "have changed the answer since" in later.text and "5/6" in later.page


def test_a_question_that_is_gone_is_told(table: Table) -> None:
    table.open("/en/toy/questions/fight").send(deed="ask", i__site="gate", i__attacker="red")
    address = table.send(deed="answer", a__typed="3").link
    later = Table.of({QUESTION: _file(QUESTION).replace("question: fight", "question: brawl")}, "later").open(
        address
    )
    assert "no longer understood" in later.text


# ---------------------------------------------------------------------- garbage


@pytest.mark.parametrize(
    "garbage",
    [
        "x",
        "1",
        "1AAAA",
        "1" + "A" * 500,
        "1%E2%82%AC",
        "2eJyrVgIAAXQA",
        "1eJyrVgIA",
        "1====",
        "1-_-_",
        "1" + "-" * 20_000,
    ],
)
@pytest.mark.parametrize("where", ["answers", "ask", "questions/fight"])
def test_garbage_is_answered_with_a_page_that_says_so(table: Table, garbage: str, where: str) -> None:
    table.open(f"/it/toy/{where}/{garbage}", 400)
    assert "collegamento" in table.text


@pytest.mark.parametrize(
    "data",
    [
        [],
        {},
        {"at": {}},
        {"at": {"setup": "start"}, "move": {}, "found": {}, "version": ""},
        {
            "at": {"setup": "start"},
            "move": {"action": "march"},
            "found": {"verdict": "maybe", "because": []},
            "version": "",
        },
        {
            "at": {"setup": "start"},
            "move": {"action": "march"},
            "found": {"verdict": "legal", "because": 3},
            "version": "",
        },
        {
            "at": {"setup": "start"},
            "move": {"action": "march"},
            "found": {"verdict": "legal", "because": [{}]},
            "version": 1,
        },
        {
            "at": {"changes": {"turn": 10**9}},
            "move": {"action": "march"},
            "found": {"verdict": "legal", "because": []},
            "version": "",
        },
        {
            "at": {},
            "move": {"answer": 1},
            "found": {"verdict": "legal", "because": []},
            "version": "",
            "more": 1,
        },
        {"question": 5, "inputs": {}, "found": {}, "version": ""},
        {"question": "fight", "inputs": [], "found": {}, "version": ""},
        {"question": "fight", "inputs": {}, "answers": [5], "found": {}, "version": ""},
        {"question": "fight", "inputs": {}, "odds": "yes", "found": {}, "version": ""},
    ],
)
def test_a_link_that_says_nonsense_is_refused(table: Table, data: Any) -> None:
    table.open(f"/en/toy/answers/{packed(data)}", 400)
    assert "This link is damaged" in table.text


@pytest.mark.parametrize(
    "data",
    [
        {"at": {"setup": "nowhere"}},
        {"at": {"setup": "start", "changes": {"standing": 7}}},
        {"at": {"setup": "start", "stack": [{"run": "action march", "step": 99, "locals": {}}]}},
        {"at": {"setup": "start"}, "past": [{"at": {"setup": "gone"}, "move": {"answer": 1}}]},
    ],
)
def test_a_game_nobody_could_have_is_answered_not_crashed_upon(table: Table, data: Any) -> None:
    table.open(f"/en/toy/ask/{packed(data)}", 422)


@pytest.mark.parametrize(
    "found",
    [{"report": 5}, {"report": {"result": {"a": {}}}}, {"likeliest": [[], {}, [{}, "1"], 5]}, {"x": 1}],
)
def test_a_remembered_result_may_be_anything(table: Table, found: Any) -> None:
    data = {
        "question": "fight",
        "inputs": {"attacker": "red"},
        "answers": [{"answer": 3}],
        "found": found,
        "version": "v",
    }
    assert "have changed the answer since" in table.open(f"/en/toy/answers/{packed(data)}").text


def test_a_bomb_is_refused_before_it_goes_off() -> None:
    bomb = zlib.compress(b'{"a":"' + b"a" * (MOST_BYTES * 20) + b'"}', 9)
    letters = base64.urlsafe_b64encode(bomb).decode().rstrip("=")
    assert len(letters) < 8_000
    with pytest.raises(DamagedLink, match="link-too-long"):
        unpacked(FORM + letters)


def test_deep_nesting_is_refused() -> None:
    deep: Any = 1
    for _ in range(200):
        deep = [deep]
    with pytest.raises(DamagedLink):
        unpacked(packed({"a": deep}))
    letters = base64.urlsafe_b64encode(zlib.compress(b"[" * 100_000)).decode().rstrip("=")
    with pytest.raises(DamagedLink):
        unpacked(FORM + letters)


@pytest.mark.parametrize(
    "text", ['{"a": NaN}', '{"a": 1.5}', '{"a": "\\ud800"}', '"text"', "", "{", '{"a":' + "9" * 5000 + "}"]
)
def test_what_is_no_plain_json_is_refused(text: str) -> None:
    letters = base64.urlsafe_b64encode(zlib.compress(text.encode("utf-8"))).decode().rstrip("=")
    with pytest.raises(DamagedLink):
        unpacked(FORM + letters)


@given(
    st.dictionaries(
        st.text(max_size=8), st.integers() | st.text(max_size=20) | st.none() | st.booleans(), max_size=6
    )
)
def test_what_is_packed_is_unpacked_the_same(data: dict[str, Any]) -> None:
    letters = packed(data)
    assert unpacked(letters) == data
    assert letters.replace("-", "").replace("_", "").isalnum() and letters.isascii()


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="ABCDEFabcdef0123456789-_", max_size=80))
def test_any_letters_are_a_link_or_a_clear_refusal(letters: str) -> None:
    try:
        assert isinstance(unpacked(FORM + letters), dict)
    except DamagedLink as refused:
        assert refused.code.startswith("link-")


def test_a_link_with_any_letter_lost_or_changed_never_crashes(table: Table, link: str) -> None:
    roll = random.Random(7)
    token = _token(link)
    client = table.app.test_client()
    for _ in range(60):
        place = roll.randrange(1, len(token))
        other = roll.choice("ABCxyz019-_")
        changed = token[:place] + (other if roll.random() < 0.5 else "") + token[place + 1 :]
        assert client.get(link.replace(token, changed)).status_code in (200, 400)
