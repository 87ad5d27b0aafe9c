"""Small rule files that load clean, and what comes of their terms, actions and procedures."""

from __future__ import annotations

import ast
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from adjudicator.engine import moves, odds, play, questions
from adjudicator.engine.play import Outcome
from adjudicator.engine.position import Position, complete, digest, status
from adjudicator.engine.rules import Rules
from adjudicator.engine.verdict import verdict
from adjudicator.language.expressions import python_name
from adjudicator.language.runtime import Undecided
from tests.language.toy import HERE, described, library, rules, written

FILES = sorted((HERE / "good").glob("*.yaml"))


def good(name: str, rule_set: str = "toy") -> Rules:
    return rules(written(HERE / "good" / f"{name}.yaml")["files"], rule_set)


def start(game: Rules, setup: str = "start", **changes: Any) -> Position:
    position, problems = complete(game, {"setup": setup, "changes": changes})
    assert not problems
    return position


def value(game: Rules, term: str, *arguments: Any, **changes: Any) -> Any:
    """A term's value, compiled and by the naive evaluator; sets in the order of the alphabet."""
    state = start(game, **changes)["state"]
    game.compiled.budget.reset()
    compiled = game.function(python_name("t", term))(state, *arguments)
    naive = game.evaluator.term(term, state, list(arguments))
    found = [sorted(v) if isinstance(v, list | tuple) else v for v in (compiled, naive)]
    assert found[0] == found[1]
    return found[0]


def begin(game: Rules, procedure: str, position: Position | None = None, **arguments: Any) -> Outcome:
    outcome = play.begin(game, position or start(game), procedure, arguments)
    assert outcome.fault is None
    return outcome


def reloaded(game: Rules, position: Position) -> Position:
    """The position as it comes back from a file."""
    again, problems = complete(game, json.loads(json.dumps(position)))
    assert not problems
    assert digest(game, again) == digest(game, position)
    return again


def tried(game: Rules, outcome: Outcome, answer: Any) -> Outcome:
    """An answer to what is waited for, given after the position was saved and loaded."""
    assert outcome.pending is not None
    name = outcome.pending.name
    return play.apply(game, reloaded(game, outcome.position), {"name": name, "answer": answer})


def answered(game: Rules, outcome: Outcome, *answers: Any) -> Outcome:
    for answer in answers:
        outcome = tried(game, outcome, answer)
        assert outcome.applied, (answer, outcome.verdict, outcome.fault)
    return outcome


def answered_at_once(game: Rules, outcome: Outcome, *answers: Any) -> Outcome:
    """The same without ever saving."""
    for answer in answers:
        assert outcome.pending is not None
        outcome = play.apply(game, outcome.position, {"name": outcome.pending.name, "answer": answer})
        assert outcome.applied
    return outcome


def state_of(outcome: Outcome) -> dict[str, Any]:
    state: dict[str, Any] = outcome.position["state"]
    return state


# ---------------------------------------------------------------------- all of them


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_good_rule_file_loads_without_problems(path: Path) -> None:
    assert [described(d) for d in library(written(path)["files"]).problems] == []


def test_every_good_rule_file_is_exercised_below() -> None:
    calls = [n for n in ast.walk(ast.parse(Path(__file__).read_text("utf-8"))) if isinstance(n, ast.Call)]
    named = [c.args[0] for c in calls if getattr(c.func, "id", "") == "good"]
    assert {n.value for n in named if isinstance(n, ast.Constant)} == {path.stem for path in FILES}
    assert len(FILES) >= 15


# ---------------------------------------------------------------------- exceptions and effects


@pytest.mark.parametrize(
    ("piece", "turn", "pace"),
    [
        ("blue-guard", 1, 2),
        ("blue-captain", 1, 3),
        ("red-guard", 1, 4),
        ("red-captain", 1, 4),
        ("blue-captain", 9, 0),
        ("red-captain", 9, 0),
    ],
)
def test_of_exceptions_that_apply_at_once_the_one_that_stands_over_the_others_counts(
    piece: str, turn: int, pace: int
) -> None:
    assert value(good("exceptions-over"), "pace", piece, turn=turn) == pace


@pytest.mark.parametrize(
    ("piece", "turn", "pace"),
    [
        ("blue-guard", 1, 2),
        ("red-guard", 1, 3),
        ("red-captain", 1, 6),
        ("blue-guard", 6, 3),
        ("blue-captain", 8, -2),
    ],
)
def test_what_is_added_comes_on_top_of_general_value_and_exception_alike(
    piece: str, turn: int, pace: int
) -> None:
    assert value(good("exceptions-add"), "pace", piece, turn=turn) == pace


@pytest.mark.parametrize(("how_often", "strength"), [(0, 3), (1, 4), (3, 6)])
def test_an_effect_works_once_for_each_time_it_is_applied(how_often: int, strength: int) -> None:
    outcome = begin(good("effect-until-a-moment"), "cheered", how_often=how_often)
    assert state_of(outcome)["clash"]["round"] == strength
    assert len(state_of(outcome)["effects"]) == how_often


def test_an_effect_ends_at_its_moment_and_at_no_other() -> None:
    game = good("effect-until-a-moment")
    cheered = reloaded(game, begin(game, "cheered", how_often=2).position)
    both = begin(game, "foggy", cheered)
    assert (
        state_of(both)["clash"]["round"] == 0 + 1 + 2
    )  # nobody counts in the fog; home and cheers are added
    peace = begin(game, "peace", reloaded(game, both.position))
    assert [e["effect"] for e in state_of(peace)["effects"]] == ["fog"]
    night = begin(game, "night", reloaded(game, both.position))
    assert [e["effect"] for e in state_of(night)["effects"]] == ["cheer", "cheer"]
    assert state_of(begin(game, "night", peace.position))["effects"] == []


# ---------------------------------------------------------------------- handlers


def test_handlers_run_in_their_order_whatever_the_order_they_are_written_in() -> None:
    game = good("handlers-in-order")
    outcome = begin(game, "arrive", start(game, bells=1), place="gate", side="red")
    assert state_of(outcome)["clash"]["round"] == 123


def test_a_handler_that_another_has_cancelled_does_not_run() -> None:
    game = good("handlers-in-order")
    outcome = begin(game, "arrive", start(game, bells=1), place="gate", side="blue")
    assert state_of(outcome)["clash"]["round"] == 12
    assert state_of(outcome)["bells"] == 0


def test_a_handler_whose_condition_fails_is_not_called() -> None:
    game = good("handlers-in-order")
    outcome = begin(game, "arrive", place="gate", side="red")
    assert state_of(outcome)["clash"]["round"] == 12
    assert [e.rules for e in outcome.log if e.what == "rule"] == [
        ["march.drum"],
        ["march.own"],
        ["march.owner"],
    ]


# ---------------------------------------------------------------------- values that may be none


def test_what_may_be_none_is_used_after_a_look() -> None:
    game = good("optional-narrowing")
    assert [value(game, "held", place) for place in ("gate", "mill")] == [1, 0]
    assert [value(game, "power", "gate", who) for who in ("red", "blue", None)] == [3, 0, 0]
    assert [value(game, "at_home", "gate", who) for who in ("red", "blue", None)] == [True, False, False]
    assert [value(game, "free", "gate", who) for who in ("red", "blue", None)] == [False, True, True]
    for who, found in (("red", 3), (None, 0)):
        assert state_of(begin(game, "noted", place="gate", who=who))["clash"]["round"] == found


def test_otherwise_goes_from_one_to_the_next_until_something_is_there() -> None:
    game = good("optional-narrowing")
    assert value(game, "keeper", "gate", owner={"gate": "blue"}) == "blue"
    assert value(game, "keeper", "gate", owner={"gate": None}) == "red"
    assert value(game, "keeper", "mill") == "blue"


def test_an_attribute_of_none_is_none() -> None:
    game = good("optional-narrowing")
    assert value(game, "site_terrain") is None
    assert value(game, "site_terrain", clash={"site": "mill"}) == "wood"


# ---------------------------------------------------------------------- bags


def test_an_unidentified_piece_may_be_any_that_is_not_seen_elsewhere() -> None:
    game = good("unidentified-pieces")
    hidden = {"hand": {"blue": {"?": 1}}}
    assert value(game, "covered", "blue", **hidden) == 1
    assert value(game, "held", "blue", **hidden) == 1
    assert value(game, "seen", "blue", **hidden) == []
    assert value(game, "most", "blue", "blue-guard", **hidden) == 1  # one of two stands at the tower
    assert value(game, "may_hold", "blue", "blue-guard", **hidden) is True
    assert value(game, "may_hold", "blue", "blue-captain", **hidden) is False
    assert value(game, "may_hold", "blue", "red-captain", **hidden) is False


def test_an_identified_piece_beside_unidentified_ones_counts_as_itself() -> None:
    game = good("unidentified-pieces")
    hidden = {"hand": {"blue": {"blue-guard": 1, "?": 1}}}
    assert value(game, "most", "blue", "blue-guard", **hidden) == 1
    assert value(game, "seen", "blue", **hidden) == ["blue-guard"]
    assert value(game, "held", "blue", **hidden) == 2


def test_an_unidentified_piece_stands_in_for_the_one_that_is_played() -> None:
    game = good("unidentified-pieces")
    position = start(game, hand={"blue": {"?": 1}})
    played = begin(game, "play", position, side="blue", piece="blue-guard", place="mill")
    assert state_of(played)["standing"]["mill"] == {"blue-guard": 1}
    assert "blue" not in state_of(played)["hand"]
    again = play.begin(
        game, played.position, "play", {"side": "blue", "piece": "blue-guard", "place": "mill"}
    )
    assert again.fault is not None and again.fault.code == "pieces-missing"


def test_bags_and_sets_are_put_together_taken_apart_and_compared() -> None:
    game = good("bags-and-sets")
    one, more = {"red-guard": 1}, {"red-guard": 2, "blue-guard": 1}
    assert value(game, "both", one, more) == {"red-guard": 3, "blue-guard": 1}
    assert value(game, "rest", more, one) == {"red-guard": 1, "blue-guard": 1}
    assert value(game, "rest", one, more) == {}
    assert [value(game, "inside", *pair) for pair in ((one, more), (more, one), ({}, one))] == [
        True,
        False,
        True,
    ]
    assert value(game, "same", ["gate", "mill"], ["mill", "gate"]) is True
    assert value(game, "joined", ["gate", "lake"], ["mill", "gate"]) == ["gate", "mill"]
    assert [value(game, "part", ["gate"], b) for b in (["mill", "gate"], ["gate"])] == [True, False]
    assert [value(game, "figures", n) for n in (1, 4)] == [7, 23]


def test_a_piece_counts_as_often_as_it_is_there() -> None:
    game = good("quantifiers")
    bag = {"red-guard": 2, "blue-captain": 1}
    found = {term: value(game, term, bag) for term in ("some_strong", "none_strong", "all_red", "only_red")}
    assert found == {"some_strong": True, "none_strong": False, "all_red": True, "only_red": {"red-guard": 2}}
    assert [value(game, term, bag) for term in ("how_many", "how_many_kinds", "total")] == [2, 2, 4]


def test_sets_are_searched_measured_and_gathered() -> None:
    game = good("quantifiers")
    assert value(game, "wooded") == ["mill"]
    assert [value(game, "first_far"), value(game, "first_never")] == ["tower", None]
    assert value(game, "terrains") == ["meadow", "water", "wood"]
    assert [value(game, "fewest"), value(game, "most", ["gate", "lake"]), value(game, "most", [])] == [
        1,
        2,
        None,
    ]
    assert value(game, "pairs") == 4


def test_what_can_be_reached_depends_on_what_is_allowed_and_how_far() -> None:
    game = good("reach")
    assert value(game, "all_from", "gate") == ["gate", "lake", "mill", "tower"]
    assert value(game, "dry_from", "gate") == ["gate", "mill"]
    assert value(game, "dry_from", "tower") == ["tower"]
    near = [value(game, "near", "gate", steps) for steps in range(4)]
    assert near == [["gate"], ["gate", "mill"], ["gate", "lake", "mill"], ["gate", "lake", "mill", "tower"]]
    assert value(game, "friendly", "red") == ["gate", "lake", "mill"]
    assert value(game, "friendly", "blue", owner={"lake": "red"}) == ["tower"]


def test_records_have_defaults_and_are_changed_field_by_field() -> None:
    game = good("records")
    fresh = {"now": {"site": None, "round": 1}, "before": None, "length": 3}
    assert start(game)["state"]["war"] == fresh
    state = state_of(begin(game, "campaign"))
    assert state["war"] == {
        "now": {"site": "mill", "round": 3},
        "before": {"site": "gate", "round": 1},
        "length": 3,
    }
    assert state["wars"]["blue"] == {**fresh, "now": {"site": None, "round": 7}}
    assert state["wars"]["red"] == {**fresh, "now": {"site": None, "round": 4}, "length": 1}
    assert start(game)["state"]["war"] == fresh


def test_a_word_with_two_meanings_is_told_apart_by_what_is_wanted() -> None:
    game = good("one-word-two-things")
    assert value(game, "at_mill", "mill") is True
    assert value(game, "is_mill", "mill") is True
    assert value(game, "mills") == 2
    assert value(game, "amount", {"mill": 3}) == 3
    assert state_of(begin(game, "build"))["standing"]["gate"] == {"red-guard": 2, "mill": 1}


# ---------------------------------------------------------------------- rulings and invariants


def test_a_ruling_that_is_taken_decides() -> None:
    assert value(good("rulings"), "tie_goes_to", "red", "blue") == "blue"


def test_a_ruling_that_is_open_leaves_undecided_only_what_depends_on_it() -> None:
    game = good("rulings")
    assert value(game, "fights_at", 3) is True
    with pytest.raises(Undecided) as open_:
        value(game, "fights_at", 7)
    assert open_.value.ruling == "night"


@pytest.mark.parametrize(
    ("hour", "place", "judged", "because"),
    [
        (3, "tower", "legal", []),
        (7, "tower", "undecided", []),
        (3, "gate", "illegal", ["march.own"]),
        (7, "gate", "illegal", ["march.own"]),
    ],
)
def test_a_move_that_rests_on_an_open_ruling_is_undecided_unless_it_fails_anyway(
    hour: int, place: str, judged: str, because: list[str]
) -> None:
    game = good("rulings")
    found = verdict(game, start(game), {"action": "raid", "by": "red", "hour": hour, "place": place})
    assert (found.verdict, found.because) == (judged, because)
    assert [c.ruling for c in found.conditions] == ["night" if hour == 7 else None, None]


def test_an_undecided_move_is_carried_out_only_when_the_table_has_agreed() -> None:
    game = good("rulings")
    raid = {"action": "raid", "by": "red", "hour": 7, "place": "tower"}
    assert not play.apply(game, start(game), raid).applied
    agreed = play.apply(game, start(game), raid, undecided_too=True)
    assert state_of(agreed)["owner"] == {"gate": "red", "tower": "red"}


def test_a_script_that_meets_an_open_ruling_stops_and_changes_nothing() -> None:
    game = good("rulings")
    outcome = play.apply(game, start(game), {"action": "ambush", "by": "red"})
    assert outcome.fault is not None and outcome.fault.code == "ruling-open"
    assert outcome.position == start(game)


def test_an_invariant_is_looked_at_for_every_combination() -> None:
    game = good("invariants")
    assert status(game, start(game)) == []
    crowded = start(game, standing={"gate": {"red-guard": 2, "red-captain": 1}}, hand={"red": {}})
    (found,) = status(game, crowded)
    assert (found.code, found.rule) == ("broken-invariant", "march.own")
    assert found.values == {"place": "gate", "side": "red"}
    both = start(game, turn=8, owner={"lake": "red"})
    assert [i.rule for i in status(game, both)] == ["setup.start", "march.water"]


# ---------------------------------------------------------------------- extending


def test_a_patched_term_has_its_new_value_and_its_new_exceptions() -> None:
    game = good("patches", "after")
    assert [value(game, "worth", piece) for piece in ("red-guard", "blue-guard", "red-captain")] == [3, 1, 2]
    assert value(game, "strength", "gate", "red") == 3 + 3 + 5  # the gate is sand now, and nobody is at home
    assert value(game, "strength", "tower", "blue") == 1 + 2
    cheer = [{"effect": "cheer", "arguments": ["blue"], "until": "fight_over"}]
    assert value(game, "strength", "tower", "blue", effects=cheer) == 1 + 2 + 4


def test_the_rule_set_that_is_extended_stays_as_it_is() -> None:
    game = good("patches")
    assert [value(game, "worth", piece) for piece in ("red-guard", "red-captain")] == [1, 2]
    assert value(game, "strength", "gate", "red") == 3
    assert "drum" in game.program.handlers and "march.drum" in game.rule_set.reference
    assert game.program.rulings["night"].takes is None
    assert start(game)["state"]["turn"] == 1


def test_a_patched_action_has_lost_and_gained_requirements() -> None:
    nobody = {"action": "march", "by": "red", "from": "gate", "to": "tower", "who": {}}
    base, after = good("patches"), good("patches", "after")
    assert verdict(base, start(base), nobody).because == ["march.some", "march.border"]
    assert verdict(after, start(after), nobody).verdict == "legal"
    assert verdict(after, start(after), {**nobody, "to": "lake"}).because == ["march.water"]


def test_what_is_taken_out_is_gone_and_what_is_given_again_is_changed() -> None:
    game = good("patches", "after")
    begun = start(game)["state"]
    assert (begun["turn"], begun["owner"]) == (5, {"gate": "red", "tower": "blue", "mill": "blue"})
    assert state_of(begin(game, "arrive", place="mill", side="red"))["turn"] == 5
    assert "march.drum" not in game.rule_set.reference
    assert game.rule_set.reference["march.some"].sources["leaflet"] == [{"heading": "Another page"}]
    assert game.program.rulings["night"].takes == "never"
    assert [i.rule for i in status(game, start(game, owner={"lake": "red"}))] == ["march.water"]
    assert status(game, start(game, owner={"lake": "blue"})) == []


def test_a_setup_may_start_from_one_whose_file_comes_later() -> None:
    state = start(good("setups-in-any-order"), "early")["state"]
    assert (state["turn"], state["clash"]["round"]) == (3, 2)
    assert state["owner"] == {"gate": "red", "tower": "blue", "mill": "red"}


# ---------------------------------------------------------------------- scripts that stop


def test_a_loop_with_questions_goes_on_from_where_it_was_saved() -> None:
    game = good("for-with-asks")
    answers = [True, 0, False, True, 4, True, 2, False, False]
    saved = answered(game, begin(game, "tour"), *answers)
    assert saved.pending is None and saved.position["stack"] == []
    assert (state_of(saved)["clash"]["round"], state_of(saved)["marked"]) == (6, ["gate"])
    straight = answered_at_once(game, begin(game, "tour"), *answers)
    assert digest(game, straight.position) == digest(game, saved.position)


def test_a_loop_asks_everyone_in_turn() -> None:
    game = good("for-with-asks")
    outcome, asked = begin(game, "tour"), []
    while outcome.pending is not None:
        frame = outcome.position["stack"][-1]["locals"]
        asked.append((frame["place"], outcome.pending.who, outcome.pending.kind))
        outcome = answered(game, outcome, False)
    assert asked == [(p, side, "whether") for p in ("gate", "mill", "tower") for side in ("red", "blue")]


def test_a_loop_with_a_condition_goes_on_from_where_it_was_saved() -> None:
    game = good("while-with-asks")
    answers = [5, "mill", 6, None, 1, False, False, True, 3, False, 5, "lake", 6, "tower"]
    saved = answered(game, begin(game, "wander", start="gate"), *answers)
    assert saved.pending is None and saved.position["stack"] == []
    assert state_of(saved)["clash"]["round"] == 3
    assert state_of(saved)["owner"] == {"gate": "red", "tower": "red"}
    straight = answered_at_once(game, begin(game, "wander", start="gate"), *answers)
    assert digest(game, straight.position) == digest(game, saved.position)


def test_a_condition_of_a_choice_takes_options_away() -> None:
    game = good("while-with-asks")
    outcome = answered(game, begin(game, "wander", start="gate"), 5, "mill", 6)
    assert outcome.pending is not None
    assert (outcome.pending.options, outcome.pending.optional) == (["lake"], True)
    back = tried(game, outcome, "gate")
    assert (back.verdict.verdict, back.verdict.because) == ("illegal", ["march.border"])


def test_secret_choices_change_nothing_before_all_are_made() -> None:
    game = good("secret-choices")
    outcome = begin(game, "bids")
    for who, answer in (("red", "mill"), ("blue", "mill")):
        assert outcome.pending is not None
        assert (outcome.pending.who, outcome.pending.secret) == (who, True)
        assert state_of(outcome) == start(game)["state"]
        outcome = answered(game, outcome, answer)
    done = answered(game, outcome, {"red-captain": 1})
    assert (state_of(done)["turn"], state_of(done)["marked"]) == (9, ["mill"])
    assert state_of(done)["standing"]["mill"] == {"red-captain": 1}


def test_a_secret_choice_may_be_declined_where_it_says_so_and_is_only_open_to_the_one_who_is_asked() -> None:
    game = good("secret-choices")
    begun = begin(game, "bids")
    assert tried(game, begun, None).verdict.verdict == "invalid"
    chosen = answered(game, begun, "lake")
    stranger = play.apply(game, chosen.position, {"name": "yours", "answer": "gate", "by": "red"})
    assert stranger.verdict.because == ["acting-player"]
    done = answered(game, chosen, None, {})
    assert (state_of(done)["turn"], state_of(done)["marked"]) == (1, ["lake"])


def test_several_pieces_are_drawn_at_once() -> None:
    game = good("draw-several")
    begun = begin(game, "muster", number=2, place="mill")
    assert begun.pending is not None
    assert begun.pending.options == {"red-guard": 2, "blue-guard": 1, "blue-captain": 1}
    for impossible in ({"red-guard": 3}, {"red-guard": 1}, {"red-captain": 2}, "red-guard"):
        assert tried(game, begun, impossible).verdict.verdict == "invalid"
    done = answered(game, begun, {"red-guard": 1, "blue-captain": 1})
    assert state_of(done)["standing"] == {
        "gate": {"red-guard": 1},
        "tower": {"blue-guard": 1},
        "mill": {"red-guard": 1, "blue-captain": 1},
    }


def test_no_more_is_drawn_than_there_is_and_nothing_without_a_question() -> None:
    game = good("draw-several")
    everything = {"red-guard": 2, "blue-guard": 1, "blue-captain": 1}
    done = answered(game, begin(game, "muster", number=10, place="mill"), everything)
    assert state_of(done)["standing"] == {"mill": everything}
    assert begin(game, "muster", number=0, place="mill").pending is None


def test_one_piece_is_drawn_by_itself() -> None:
    game = good("draw-several")
    done = answered(game, begin(game, "lone"), "blue-captain")
    assert state_of(done)["standing"]["gate"] == {"red-guard": 2, "blue-captain": 1}


def test_the_odds_of_a_draw_are_exact() -> None:
    found = odds.odds(good("draw-several"), "crew", {})
    assert found.of("worth") == {2: Fraction(1, 2), 3: Fraction(1, 2)}


def test_dice_are_reported_by_faces_or_by_how_many_count() -> None:
    game = good("roll-and-count")
    for answers, hits in (([[5, 2]], 1), ([2], 2), ([[1, 2], 6], 1), ([0, 3], 0)):
        given = [{"answer": answer} for answer in answers]
        assert questions.resolve(game, "volley", {}, given).report == {"hits": hits, "lucky": hits > 1}
    assert questions.resolve(game, "volley", {"dice": 0}, [{"answer": 6}]).report == {
        "hits": 1,
        "lucky": False,
    }


def test_dice_read_together_take_a_list_or_a_count_of_each_face() -> None:
    game = good("faces-together")
    for answer in ([6, 5], {"6": 1, "5": 1}, {6: 1, 5: 1}):
        given = [{"answer": answer}]
        assert questions.resolve(game, "throw", {}, given).report == {"turn": 9, "round": 11}, answer
    for wrong in ([6], [6, 7], {6: 3}, 2, {6: 0, 5: 2}):
        with pytest.raises(questions.QuestionError):
            questions.resolve(game, "throw", {}, [{"answer": wrong}])


def test_the_odds_of_dice_read_together_are_exact() -> None:
    found = odds.odds(good("faces-together"), "throw", {"dice": 2})
    assert sum(found.of("round").values()) == 1
    assert found.of("round")[11] == Fraction(2, 36)
    assert found.of("round")[20] == Fraction(1, 36)


def test_the_end_of_play_drops_all_that_is_under_way() -> None:
    game = good("faces-together")
    ended = questions.resolve(game, "throw", {}, [{"answer": [1, 1]}])
    assert (ended.report, ended.position["stack"]) == ({"turn": 1, "round": 0}, [])


def test_what_rests_on_a_rule_that_is_taken_out_goes_with_it() -> None:
    base, after = good("removed-rules"), good("removed-rules", "after")
    nobody = {"action": "march", "by": "red", "from": "gate", "to": "mill", "who": {}}
    assert verdict(base, start(base), nobody).because == ["march.some"]
    assert verdict(after, start(after), nobody).verdict == "legal"
    assert "drum" not in after.program.handlers and "rest" not in after.program.actions
    assert "no-swimming" not in after.program.invariants
    assert value(base, "strength", "gate", "red") == 3
    assert value(after, "strength", "gate", "red") == 2
    evening = begin(after, "evening")
    assert evening.pending is not None and "lake" in evening.pending.options
    night = answered(after, evening, "lake")
    assert night.pending is not None and night.pending.actions == ["march"]


def test_a_question_refuses_what_its_inputs_may_not_be() -> None:
    game = good("question-with-bounds")
    assert questions.resolve(game, "siege", {"site": "mill", "days": 3}, []).report == {"turn": 4}
    refused: list[tuple[dict[str, Any], list[tuple[str, Any]]]] = [
        ({"site": "mill", "days": 6}, [("out-of-range", 5)]),
        ({"site": "mill", "days": 0}, [("out-of-range", 5)]),
        ({"site": "mill", "band": {"red-guard": 3}}, [("out-of-range", 2)]),
        ({"site": "lake"}, [("against-a-rule", "march.water")]),
        (
            {"site": "lake", "band": {"blue-guard": 1}},
            [("against-a-rule", "march.water"), ("against-a-rule", "march.own")],
        ),
    ]
    for inputs, expected in refused:
        with pytest.raises(questions.QuestionError) as wrong:
            questions.resolve(game, "siege", inputs, [])
        found = [(p.code, p.values.get("rule", p.values.get("most"))) for p in wrong.value.problems]
        assert found == expected


def test_the_odds_of_dice_are_exact() -> None:
    found = odds.odds(good("roll-and-count"), "volley", {"dice": 2, "needed": 5})
    assert found.of("hits") == {0: Fraction(10, 27), 1: Fraction(14, 27), 2: Fraction(1, 9)}


def test_every_form_of_question_takes_its_answers_and_refuses_others() -> None:
    game = good("asks-of-every-form")
    outcome = begin(game, "council")
    refused: list[tuple[Any, list[str]]] = [("lake", ["march.water"]), ("tower", ["march.own"]), ("sea", [])]
    for answer, because in refused:
        assert tried(game, outcome, answer).verdict.because == because
    assert outcome.pending is not None and outcome.pending.options == ["gate", "mill"]
    outcome = answered(game, outcome, "mill")
    assert tried(game, outcome, 2).verdict.because == ["fight.tie"]
    assert tried(game, outcome, 4).verdict.verdict == "invalid"
    outcome = answered(game, outcome, 3)
    assert tried(game, outcome, {}).verdict.because == ["march.some"]
    assert tried(game, outcome, {"red-guard": 3}).verdict.verdict == "invalid"
    outcome = answered(game, outcome, {"red-guard": 1})
    assert tried(game, outcome, "yes").verdict.verdict == "invalid"
    done = answered(game, outcome, False)
    assert (done.pending, state_of(done)["turn"]) == (None, 3)


def test_a_player_asked_to_act_acts_and_the_script_goes_on() -> None:
    game = good("asks-of-every-form")
    outcome = answered(game, begin(game, "council"), "mill", 1, {"red-guard": 1}, True)
    assert outcome.pending is not None and outcome.pending.actions == ["march"]
    position = reloaded(game, outcome.position)
    listed = moves.moves(game, position)
    assert {(g.by, g.given["from"], g.given["to"]) for g in listed.groups} == {
        ("red", "gate", "mill"),
        ("red", "mill", "gate"),
        ("red", "mill", "lake"),
    }
    march = {"action": "march", "by": "red", "from": "mill", "to": "gate", "who": {"red-guard": 1}}
    theirs = {**march, "by": "blue", "from": "tower", "to": "lake", "who": {"blue-guard": 1}}
    assert verdict(game, position, theirs).because == ["acting-player"]
    done = play.apply(game, position, march)
    assert (done.applied, done.pending, state_of(done)["turn"]) == (True, None, 1)
    assert state_of(done)["standing"]["gate"] == {"red-guard": 2}


def test_a_question_with_one_answer_is_answered_at_once() -> None:
    outcome = begin(good("asks-of-every-form"), "no_choice")
    assert outcome.pending is None
    assert (state_of(outcome)["marked"], state_of(outcome)["turn"]) == (["lake"], 2)


def test_where_nobody_chooses_the_policies_of_the_question_do() -> None:
    game = good("question-with-policies")
    luck = [{"name": "luck", "answer": 3}]
    timid = questions.resolve(game, "scouting", {"start": "mill"}, luck)
    assert (timid.report, timid.policies_used) == ({"goal": ["lake"], "luck": 3}, ["goal", "follow"])
    bold = questions.resolve(game, "scouting", {"start": "mill", "bold": True}, luck)
    assert bold.report == {"goal": ["lake"], "luck": 4}
    chosen = questions.resolve(
        game, "scouting", {"start": "mill"}, [{"name": "goal", "answer": "gate"}, *luck]
    )
    assert (chosen.report, chosen.policies_used) == ({"goal": ["gate"], "luck": 3}, ["follow"])
