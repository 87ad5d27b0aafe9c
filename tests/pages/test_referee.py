"""Ask the referee, with nothing but forms and links: verdicts, the map, going on, going back, mistakes."""

from __future__ import annotations

import random
import re

import pytest

from adjudicator.engine.difference import difference
from adjudicator.engine.moves import moves
from adjudicator.engine.offers import offered, open_values
from adjudicator.engine.position import complete
from adjudicator.library import Library
from adjudicator.referee import Referee
from adjudicator.text.languages import LANGUAGES
from tests.pages.asking import Table, files, library
from tests.pages.conftest import Browser
from tests.support import random_value

MARCH = {"m__by": "red", "m__action": "march"}
LEGAL = {**MARCH, "m__from": "gate", "m__to": "mill", "m__who__red-guard": "1"}
ILLEGAL = {**MARCH, "m__from": "gate", "m__to": "tower", "m__who__red-guard": "1"}
# A march that goes on: the one who marched says whether he shouts, and dice are rolled.
GOING_ON = {
    "rules/toy/procedures/arrive.yaml": """
- moment: arrived
  of: {place: Place, side: Side}
- moment: fight_over
- procedure: arrive
  of: {place: Place, side: Side}
  does: |
    ask side whether shouting
    roll 2 of Pip counting n where n >= 5 as noise
    ask side to choose goal from place.borders or none
    ask side to take lost from standing(place):
      rule march.own that size(lost) <= noise
    take lost out of standing(place)
    set owner(place) to side
- procedure: fight
  of: {site: Place, attacker: Side}
  returns: Number
  does: |
    return strength(site, attacker)
""",
}


@pytest.fixture(scope="module")
def table() -> Table:
    return Table.of()


@pytest.fixture
def playing() -> Table:
    return Table.of(GOING_ON)


# ---------------------------------------------------------------------- verdicts


def test_a_legal_move_is_called_legal_with_its_conditions(table: Table) -> None:
    table.open("/en/toy/ask").send(deed="ask", **LEGAL)
    assert table.verdict == "Legal"
    assert "3 conditions are met" in table.text
    assert "/en/toy/rules/march.border" in table.page


def test_an_illegal_move_is_refused_by_the_rule_it_breaks_and_legal_ones_are_named(table: Table) -> None:
    table.open("/en/toy/ask").send(deed="ask", **ILLEGAL)
    assert table.verdict == "Illegal"
    failing = re.search(r'condition fails">.*?</li>', table.page, re.S)
    assert failing and "/en/toy/rules/march.border" in failing[0]
    assert "It would be legal if" in table.text and "Legal instead" in table.text
    table.open("?instead=0")
    assert table.verdict == "Legal"


@pytest.mark.parametrize(
    ("language", "legal", "illegal"),
    [("en", "Legal", "Illegal"), ("it", "Legale", "Illegale"), ("pl", None, None), ("fr", None, None)],
)
def test_the_verdict_is_in_the_readers_language(
    table: Table, language: str, legal: str | None, illegal: str | None
) -> None:
    yes = table.open(f"/{language}/toy/ask").send(deed="ask", **LEGAL).verdict
    no = table.open(f"/{language}/toy/ask").send(deed="ask", **ILLEGAL).verdict
    assert yes and no and yes != no
    assert (yes, no) == (legal or yes, illegal or no)
    assert language == "en" or (yes, no) != ("Legal", "Illegal")


def test_a_move_that_is_not_complete_is_invalid_and_says_so_beside_the_field(table: Table) -> None:
    table.open("/en/toy/ask").send(422, deed="ask", **MARCH, m__from="gate", **{"m__who__red-guard": "2"})
    assert table.verdict == "Invalid"
    assert table.wrong == ["This is still to be filled in."]
    assert table.value("m/from") == "gate" and table.value("m/who/red-guard") == "2"


def test_what_was_typed_wrongly_stays_and_is_explained_in_the_readers_language(table: Table) -> None:
    wrong = {**LEGAL, "m__who__red-guard": "many"}
    table.open("/fr/toy/ask").send(422, deed="ask", **wrong)
    assert table.wrong == ["« many » n'est pas un nombre entier."]
    assert table.value("m/who/red-guard") == "many" and table.value("m/to") == "mill"


def test_asking_without_an_action_is_answered_beside_the_field(table: Table) -> None:
    table.open("/en/toy/ask").send(422, deed="ask", m__by="red")
    assert table.wrong == ["Choose one of the answers offered."]


def test_a_name_that_is_none_is_answered_with_the_nearest(table: Table) -> None:
    table.open("/en/toy/ask").send(422, deed="ask", **{**LEGAL, "m__to": "mil"})
    assert any("mill" in reason for reason in table.wrong)


def test_no_reason_is_told_in_the_language_of_the_rules() -> None:
    march = files()["rules/toy/actions/march.yaml"].decode()
    strong = march.replace("that: size(who) > 0", "that: any p in who where p.strong and p.side = side")
    table = Table.of({"rules/toy/actions/march.yaml": strong}).open("/en/toy/ask").send(deed="ask", **LEGAL)
    assert table.verdict == "Illegal" and "/en/toy/rules/march.some" in table.page
    assert "where" not in table.text and "any p" not in table.text


# ---------------------------------------------------------------------- the map


def test_the_map_shows_where_the_chosen_force_may_go(table: Table) -> None:
    table.open("/en/toy/ask").send(deed="keep", **MARCH, m__from="gate")
    assert table.places("legal") == {"mill"}
    assert table.places("chosen") == {"gate"}


def test_tapping_the_map_chooses_the_next_part_of_the_move(table: Table) -> None:
    table.open("/en/toy/ask").send(deed="keep", **MARCH)
    assert table.places("legal") == {"gate"}
    table.open("?at=gate")
    assert table.value("m/from") == "gate"


def test_a_tap_can_show_what_stands_in_a_place_instead(table: Table) -> None:
    table.open("/en/toy/ask").send(deed="keep", **MARCH)
    table.open("?tap=").send(deed="keep", **MARCH)
    table.open("?at=tower")
    assert table.value("m/from") == ""
    assert table.value("s/standing/tower/blue-guard") == "1"


def test_a_game_without_a_map_is_asked_about_without_one(browser: Browser) -> None:
    page = browser.open("/en/knizia/ask")
    assert not [e for e in page.elements if "data-place" in e.attributes]
    assert [e for e in page.all("select") if e.attributes.get("name") == "m/action"]


# ---------------------------------------------------------------------- the position


def test_pieces_are_put_into_a_place_by_plus_and_minus(table: Table) -> None:
    table.open("/en/toy/ask?at=mill").send(deed="keep", **{"s__standing__mill__+": "blue-captain"})
    assert table.value("s/standing/mill/blue-captain") == "1"
    table.send(step="s/standing/mill/blue-captain:+1:0", **{"s__standing__mill__blue-captain": "1"})
    assert table.value("s/standing/mill/blue-captain") == "2"
    assert "Pieces" in table.text or "cannot be right" in table.text  # more captains than the box holds
    table.send(step="s/standing/mill/blue-captain:-1:0", **{"s__standing__mill__blue-captain": "1"})
    assert "s/standing/mill/blue-captain" not in table.page.replace("s/standing/mill/+", "")


def test_every_field_of_the_position_can_be_opened_and_changed(table: Table) -> None:
    table.open("/en/toy/ask?open=turn").send(deed="keep", s__turn="4")
    assert table.value("s/turn") == "4"
    table.open("?open=marked").send(deed="keep", shown="s/marked", s__marked=["gate", "lake"])
    assert table.page.count("checked") == 2
    table.open("?open=marked").send(deed="keep", shown="s/marked")
    assert " checked" not in table.page
    table.open("?open=clash").send(deed="keep", s__clash__site="lake", s__clash__round="3")
    assert table.value("s/clash/site") == "lake" and table.value("s/clash/round") == "3"
    table.open("?open=hand").send(deed="keep", **{"s__hand__red__red-captain": "0", "s__hand__red__+": "?"})
    assert table.value("s/hand/red/?") == "1"
    table.open("?open=marked_at").send(deed="keep", s__marked_at="tower")
    table.open("?")
    assert "Turn: 4" in table.text or "4 change" in table.text


def test_a_value_outside_its_bounds_is_refused_beside_its_field(table: Table) -> None:
    table.open("/en/toy/ask?open=turn").send(422, deed="keep", s__turn="12")
    assert len(table.wrong) == 1 and "12" in table.wrong[0] and "9" in table.wrong[0]


def test_a_verdict_is_about_the_changed_position(table: Table) -> None:
    table.open("/en/toy/ask?at=gate").send(deed="keep", **{"s__standing__gate__red-guard": "0"})
    table.send(deed="ask", **LEGAL)
    assert table.verdict == "Illegal"


def test_another_setup_begins_anew(browser: Browser) -> None:
    table = Table(browser.app).open("/en/knizia/ask").send(deed="begin", setup="harder")
    assert table.value("setup") == "harder"


# ---------------------------------------------------------------------- going on


def test_a_move_is_carried_out_and_taken_back(table: Table) -> None:
    table.open("/en/toy/ask").send(deed="do", **LEGAL)
    assert "What happened" in table.text and "/en/toy/rules/march.owner" in table.page
    table.open("?at=mill")
    assert table.value("s/standing/mill/red-guard") == "1"
    table.send(deed="undo")
    assert "What happened" not in table.text
    assert table.value("m/to") == "mill"


def test_an_illegal_move_is_not_carried_out(table: Table) -> None:
    table.open("/en/toy/ask").send(deed="do", **ILLEGAL)
    assert table.verdict == "Illegal" and "What happened" not in table.text


def test_what_follows_is_asked_one_after_another(playing: Table) -> None:
    playing.open("/en/toy/ask").send(deed="do", **{**LEGAL, "m__who__red-guard": "2"})
    assert "yes or no" in playing.text
    playing.send(deed="answer", a="yes")
    assert playing.page.count('class="die"') == 2
    playing.send(deed="answer", a__typed="5 2")
    assert 'name="a" value="gate"' in playing.page
    assert playing.places("legal") == {"gate", "lake"}
    playing.open("?at=lake")
    assert 'value="lake" checked' in playing.page
    playing.send(deed="answer", a="lake")
    assert playing.value("a/red-guard") == "0"
    playing.send(deed="answer", **{"a__red-guard": "1"})
    playing.open("?at=mill")
    assert playing.value("s/standing/mill/red-guard") == "1"
    for _ in range(4):
        playing.send(deed="undo")
    assert "yes or no" in playing.text


def test_dice_are_tapped_typed_or_rolled(playing: Table) -> None:
    playing.open("/en/toy/ask").send(deed="do", **LEGAL).send(deed="answer", a="no")
    asked = playing.address
    playing.send(deed="answer", a__die__0="6", a__die__1="6")
    assert "Roll" in playing.text
    playing.open(asked).send(deed="chance")
    assert 'class="die"' not in playing.page


def test_dice_that_cannot_be_are_explained(playing: Table) -> None:
    playing.open("/en/toy/ask").send(deed="do", **LEGAL).send(deed="answer", a="no")
    playing.send(422, deed="answer", a__typed="7 1")
    assert playing.wrong == ["2 dice are wanted, each one of: 1, 2, 3, 4, 5, 6. Read: 7 1."]
    assert playing.value("a/typed") == "7 1"


def test_an_answer_the_rules_forbid_is_refused_with_the_reason(playing: Table) -> None:
    playing.open("/en/toy/ask").send(deed="do", **LEGAL).send(deed="answer", a="no")
    playing.send(deed="answer", a__typed="1 1").send(deed="answer", a="")
    playing.send(422, deed="answer", **{"a__red-guard": "1"})
    assert playing.wrong


def test_nothing_answered_is_asked_again(playing: Table) -> None:
    playing.open("/en/toy/ask").send(deed="do", **LEGAL).send(422, deed="answer")
    assert playing.wrong == ["Choose one of the answers offered."]


# ---------------------------------------------------------------------- real games


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["knizia", "meq", "wotr1", "wotr2"])
def test_the_referee_of_every_game_can_be_asked_in_every_language(
    browser: Browser, library: Library, name: str, language: str
) -> None:
    page = browser.open(f"/{language}/{name}/ask")
    assert page.one("h1") and not page.inline
    assert len(page.ids) == len(set(page.ids))
    table = Table(browser.app)
    for action in library.rules[name].program.actions:
        table.open(f"/{language}/{name}/ask")
        by = re.findall(r'value="([^"]+)"', table.page.partition('name="m/by"')[2].partition("</select>")[0])[
            -1
        ]
        table.send(deed="keep", m__by=by, m__action=action)
        assert table.value("m/action") == action
        break


def test_every_field_of_every_game_opens(browser: Browser, library: Library) -> None:
    for name, rules in library.rules.items():
        for field in rules.program.fields:
            browser.open(f"/pl/{name}/ask?open={field}")


# ---------------------------------------------------------------------- the engine behind the page


def test_what_may_be_offered_depends_on_what_is_chosen() -> None:
    built = library()
    rules = built.rules["toy"]
    here = Referee(rules, built.catalog).position({"setup": "start"})
    assert "who" not in offered(rules, here, "march", "red", {})
    found = offered(rules, here, "march", "red", {"from": "gate"})
    assert found["to"] == ["mill"] and found["who"] == {"red-guard": 2}
    assert open_values(rules, here, "march", "red", {}, "from") == ["gate"]
    assert open_values(rules, here, "march", "red", {"from": "gate", "who": {"blue-guard": 1}}, "to") == []


@pytest.mark.parametrize("name", ["knizia", "meq", "wotr2"])
def test_open_values_are_those_of_the_list_of_moves(referees: dict[str, Referee], name: str) -> None:
    judge = referees[name]
    here = judge.position({"setup": "start"})
    checked = 0
    for by in sorted({g.by for g in moves(judge.rules, here).groups}):
        listed = moves(judge.rules, here, by).groups
        for action in sorted({g.action for g in listed}):
            groups = [g for g in listed if g.action == action]
            for parameter in judge.rules.program.actions[action].given:
                if parameter in groups[0].given:
                    values = open_values(judge.rules, here, action, by, {}, parameter)
                    assert {str(v) for v in values} == {str(g.given[parameter]) for g in groups}, (
                        action,
                        parameter,
                    )
                    checked += 1
    assert checked > 0


@pytest.mark.parametrize("name", ["knizia", "meq", "wotr2"])
def test_a_position_written_as_difference_is_the_same_position(
    referees: dict[str, Referee], name: str
) -> None:
    judge = referees[name]
    roll = random.Random(name)
    program = judge.rules.program
    for setup in judge.rule_set.setups:
        base = judge.position({"setup": setup})
        assert difference(judge.rules, base, base, setup) == {"setup": setup}
        for _ in range(15):
            state = dict(base["state"])
            for field in roll.sample([f for f in program.fields.values() if f.name != "effects"], 4):
                if field.key is None:
                    state[field.name] = random_value(field.type, program, roll)
                else:
                    keys = roll.sample(
                        program.items.get(str(field.key)) or program.scope.enumerations[str(field.key)], 1
                    )
                    state[field.name] = {
                        **state[field.name],
                        **{k: random_value(field.type, program, roll) for k in keys},
                    }
            here, wrong = complete(judge.rules, {"state": state})
            if wrong:
                continue
            written = difference(judge.rules, base, here, setup)
            assert judge.position(written)["state"] == here["state"]


def test_whatever_is_sent_is_answered(browser: Browser, library: Library) -> None:
    """Forms filled in by somebody who presses anything: a page or a way on, never a crash."""
    roll = random.Random(11)
    for name, rules in library.rules.items():
        program = rules.program
        words = ["", "0", "1", "-1", "9999", "99999", "x", "?", "yes", "\x00", "<b>", "s/"]
        words += [id_ for ids in program.items.values() for id_ in roll.sample(ids, min(3, len(ids)))]
        for _ in range(25):
            action = roll.choice(list(program.actions))
            form = {f"m/{given}": roll.choice(words) for given in program.actions[action].given}
            form |= {
                f"m/{given}/{roll.choice(words)}": roll.choice(words)
                for given in program.actions[action].given
            }
            form |= {
                f"s/{field}/{roll.choice(words)}": roll.choice(words)
                for field in roll.sample(list(program.fields), 2)
            }
            form |= {
                "m/action": action,
                "m/by": roll.choice(words),
                "shown": f"s/{roll.choice(list(program.fields))}",
            }
            form["deed"] = roll.choice(
                ["ask", "do", "agree", "keep", "answer", "chance", "undo", "begin", "zz"]
            )
            response = browser.app.test_client().post(f"/en/{name}/ask?at={roll.choice(words)}", data=form)
            assert response.status_code in (303, 422), (name, form)
            if response.status_code == 303:
                followed = browser.app.test_client().get(response.headers["Location"])
                assert followed.status_code == 200, (name, form)
