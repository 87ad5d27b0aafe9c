"""Hostile rules: what would never end is stopped under its code, and nothing in rules reaches Python."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adjudicator.engine import moves, play
from adjudicator.engine.play import Outcome
from adjudicator.engine.position import complete
from adjudicator.engine.rules import Rules
from adjudicator.engine.verdict import verdict
from adjudicator.language.expressions import python_name
from adjudicator.language.parser import ScriptError, parse_expression, parse_script, parse_type
from adjudicator.language.runtime import RuleFault
from tests.language.toy import base, library, rules

TERMS = "rules/toy/terms/case.yaml"
SCRIPTS = "rules/toy/procedures/case.yaml"
SECONDS = 60

# Words need no names in the locales, so there may be many of them.
CELLS = ", ".join(f"c{number}" for number in range(200))


@pytest.fixture(autouse=True)
def never_hangs() -> Iterator[None]:
    """What hangs fails, whatever it hangs in."""

    def too_long(_signal: int, _frame: object) -> None:
        raise TimeoutError(f"still running after {SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def big() -> dict[str, str]:
    """The vocabulary with an enumeration of two hundred words."""
    name = "rules/toy/vocabulary.yaml"
    return {name: dict(base())[name].decode().replace("enumerations:", f"enumerations:\n  Cell: [{CELLS}]")}


def indented(script: str) -> str:
    return "".join(f"    {line}\n" for line in script.splitlines())


def procedure(script: str, name: str = "probe") -> str:
    return f"- procedure: {name}\n  does: |\n{indented(script)}"


def term(expression: str, type_: str = "Number") -> str:
    return f"- term: probe\n  type: {type_}\n  is: |\n{indented(expression)}  rule: fight\n"


def begun(game: Rules, name: str = "probe", **arguments: Any) -> Outcome:
    position, problems = complete(game, {"setup": "start"})
    assert not problems
    return play.begin(game, position, name, arguments)


def fault(outcome: Outcome) -> RuleFault:
    """Why a script was stopped; nothing it did remains."""
    assert outcome.fault is not None
    assert not outcome.applied
    assert outcome.position["stack"] == []
    assert outcome.position["state"]["turn"] == 1
    return outcome.fault


def refused(files: dict[str, str]) -> list[str]:
    """The codes under which files are refused: nothing of what they define can be run."""
    built = library(files)
    if "toy" in built.rules:  # a file that cannot be read is left out as a whole
        program = built.rules["toy"].program
        assert "probe" not in {*program.terms, *program.procedures}
    return [problem.code for problem in built.problems]


def nested(depth: int, over: str, innermost: str) -> str:
    """Quantifiers inside one another, the innermost condition known only when all are bound."""
    loops = "".join(f"any x{number} in {over} where " for number in range(depth))
    return f"{loops}{innermost}"


# ---------------------------------------------------------------------- what never ends


@pytest.mark.parametrize(
    "script",
    [
        "while true:\n  set turn to 2",
        "while turn > 0:\n  let x be 1",
        "while turn > 0:\n  while turn > 0:\n    set turn to 2",
        "while turn > 0:\n  moment fight_over",
        "while turn > 0:\n  do arrive(lake, red)",
        "while turn > 0:\n  ask red to choose x from [gate]",
        "for x in Place:\n  while x = x:\n    set turn to 2",
    ],
)
def test_an_endless_loop_is_stopped(script: str) -> None:
    stopped = fault(begun(rules({SCRIPTS: procedure(script)})))
    assert stopped.code == "budget-exceeded"
    assert stopped.values["limit"] > 0


def test_an_endless_loop_after_an_answer_is_stopped_and_the_answer_not_taken() -> None:
    game = rules({SCRIPTS: procedure("ask red whether sure\nwhile sure:\n  set turn to 2")})
    waiting = begun(game)
    again = play.apply(game, waiting.position, {"name": "sure", "answer": True})
    assert again.fault is not None and again.fault.code == "budget-exceeded"
    assert again.position == waiting.position
    assert play.apply(game, waiting.position, {"name": "sure", "answer": False}).applied


def test_an_endless_action_is_stopped() -> None:
    endless = "- action: probe\n  does: |\n    while turn > 0:\n      set turn to 2\n  rule: march\n"
    game = rules({"rules/toy/actions/case.yaml": endless})
    position, _ = complete(game, {"setup": "start"})
    outcome = play.apply(game, position, {"action": "probe", "by": "red"})
    assert outcome.verdict.verdict == "legal"
    assert fault(outcome).code == "budget-exceeded"


@pytest.mark.parametrize(
    "scripts",
    [
        procedure("do probe()"),
        procedure("set turn to 2\ndo probe()\nset turn to 3"),
        procedure("do other()") + procedure("do probe()", "other"),
        procedure("for x in Place:\n  do probe()"),
    ],
)
def test_procedures_that_call_themselves_without_end_are_stopped(scripts: str) -> None:
    stopped = fault(begun(rules({SCRIPTS: scripts})))
    assert stopped.code == "too-deep"
    assert stopped.values["name"] in ("procedure probe", "procedure other")


def test_a_handler_that_brings_its_own_moment_about_is_stopped() -> None:
    echo = "- moment: echo\n- {handler: again, at: echo, rule: march.drum, does: moment echo}\n"
    stopped = fault(begun(rules({SCRIPTS: echo + procedure("moment echo")})))
    assert (stopped.code, stopped.values["name"]) == ("too-deep", "handler again")


def test_a_recursion_that_ends_is_none_of_these() -> None:
    down = (
        "- procedure: probe\n  of: {n: Number}\n  returns: Number\n  does: |\n"
        "    if n = 0:\n      return 0\n    do probe(n - 1) as rest\n    return rest + n\n"
    )
    top = procedure("do probe(20) as found\nset clash.round to found", "top")
    outcome = begun(rules({SCRIPTS: down + top}), "top")
    assert outcome.position["state"]["clash"]["round"] == 210


# ---------------------------------------------------------------------- what takes too long


SLOW = nested(14, "Place", "x0 != x0 and x13 = x0")
COUNTS = "".join(f"(count x{number} in Place where " for number in range(13)) + "x0 = x0" + ") > 0" * 13


@pytest.mark.parametrize("expression", [SLOW, COUNTS, SLOW.replace("any", "no", 1)])
def test_quantifiers_inside_one_another_are_stopped(expression: str) -> None:
    game = rules({TERMS: term(expression, "Bool"), SCRIPTS: procedure("if probe:\n  set turn to 2")})
    assert fault(begun(game)).code == "budget-exceeded"


def test_quantifiers_over_big_sets_inside_one_another_are_stopped() -> None:
    expression = nested(5, "Cell", "x0 != x0 and x4 = x0")
    game = rules({**big(), TERMS: term(expression, "Bool"), SCRIPTS: procedure("if probe:\n  set turn to 2")})
    signal.alarm(20)
    assert fault(begun(game)).code == "budget-exceeded"


def test_the_naive_evaluator_stops_as_well() -> None:
    game = rules({**big(), TERMS: term(nested(5, "Cell", "x0 != x0 and x4 = x0"), "Bool")})
    position, _ = complete(game, {"setup": "start"})
    with pytest.raises(RuleFault) as stopped:
        game.evaluator.term("probe", position["state"], [])
    assert stopped.value.code == "budget-exceeded"


def test_a_requirement_that_takes_too_long_is_undecided_and_stops_a_list_of_moves() -> None:
    slow = f"- action: probe\n  requires:\n    - that: {SLOW}\n      rule: march\n  rule: march\n"
    game = rules({"rules/toy/actions/case.yaml": slow})
    position, _ = complete(game, {"setup": "start"})
    found = verdict(game, position, {"action": "probe", "by": "red"})
    assert (found.verdict, [c.code for c in found.conditions]) == ("undecided", ["budget-exceeded"])
    with pytest.raises(RuleFault) as stopped:  # a list cut short would pass for the whole one
        moves.moves(game, position, "red")
    assert stopped.value.code == "budget-exceeded"


def test_the_next_question_has_its_whole_budget_again() -> None:
    game = rules({SCRIPTS: procedure("while true:\n  set turn to 2") + procedure("set turn to 2", "short")})
    assert fault(begun(game)).code == "budget-exceeded"
    assert begun(game, "short").applied


def test_terms_in_a_circle_are_refused() -> None:
    circle = "".join(f"- {{term: t{n}, type: Number, is: t{(n + 1) % 30}, rule: fight}}\n" for n in range(30))
    assert refused({TERMS: circle}) == ["recursive-term"]


def test_a_circle_through_an_effect_is_refused() -> None:
    circle = "- {effect: gloom, changes: worth, when: 'strength(gate, red) > 1', adds: 1, rule: fight.tie}\n"
    assert refused({TERMS: circle}) == ["recursive-term"]


@pytest.mark.parametrize(
    "expression",
    [
        "-" * 2000 + "1",
        "(" * 2000 + "-" * 60 + "1" + ")" * 2000,
        " + ".join(["1"] * 2000),
        "if true then 1 else " * 500 + "1",
        "size(" + "[" * 55 + "gate" + "]" * 55 + ")",
        "sum " * 300 + "1" + " over x in Place" * 300,
        "9" * 5000,
    ],
)
def test_an_expression_without_measure_is_refused(expression: str) -> None:
    assert refused({TERMS: term(expression)}) == ["syntax"]


def test_parentheses_without_measure_are_only_parentheses() -> None:
    game = rules({TERMS: term("(" * 50 + "turn + 1" + ")" * 50)})
    position, _ = complete(game, {"setup": "start"})
    assert game.function(python_name("t", "probe"))(position["state"]) == 2


@pytest.mark.parametrize("head", ["if turn = 1:", "while turn = 1:", "for x{} in Place:"])
def test_blocks_without_measure_are_refused(head: str) -> None:
    lines = ["  " * depth + head.format(depth) for depth in range(150)]
    assert refused({SCRIPTS: procedure("\n".join([*lines, "  " * 150 + "set turn to 2"]))}) == ["syntax"]


def test_a_type_without_measure_is_refused() -> None:
    assert refused({TERMS: term("marked", "Set of " * 2000 + "Place")}) == ["syntax"]


@pytest.mark.parametrize(
    "deepest",
    [
        "not " * 48 + "true",
        "if true then true else " * 48 + "true",
        nested(20, "Place", "true"),
        "red-guard in hand(red) or " * 48 + "true",
        "any x in Place where red-guard not in those p in standing(x) where " * 1 + "not " * 40 + "true",
    ],
)
def test_what_is_as_deep_as_allowed_still_compiles(deepest: str) -> None:
    rules({TERMS: term(deepest, "Bool"), SCRIPTS: procedure("for x in Place:\n  set turn to 2")})


def test_blocks_as_deep_as_allowed_still_compile_and_run() -> None:
    lines = ["  " * depth + f"for x{depth} in [gate]:" for depth in range(11)]
    script = "\n".join([*lines, "  " * 11 + "set turn to 2"])
    assert begun(rules({SCRIPTS: procedure(script)})).position["state"]["turn"] == 2


# ---------------------------------------------------------------------- nothing reaches Python


@pytest.mark.parametrize(
    ("expression", "code"),
    [
        ("turn.__class__", "syntax"),
        ("gate.__class__.__bases__", "syntax"),
        ("clash.__dict__", "syntax"),
        ("gate . __class__", "syntax"),
        ("__import__", "syntax"),
        ("__import__(turn)", "syntax"),
        ("__builtins__", "syntax"),
        ("_", "syntax"),
        ("turn or __debug__", "syntax"),
        ("turn.real", "unknown-attribute"),
        ("turn.to_bytes", "unknown-attribute"),
        ("gate.format", "unknown-attribute"),
        ("gate.upper()", "syntax"),
        ("marked.append", "unknown-attribute"),
        ("hand(red).items", "unknown-attribute"),
        ("clash.keys", "unknown-attribute"),
        ("red-guard.mro", "unknown-attribute"),
        ("eval(turn)", "unknown-term"),
        ("exec(turn)", "unknown-term"),
        ("open(gate)", "unknown-term"),
        ("getattr(gate, home)", "unknown-term"),
        ("globals()", "unknown-term"),
        ("type(turn)", "unknown-term"),
        ("spend(marked)", "unknown-term"),
        ("undecided(night)", "unknown-term"),
        ("make_bag(1, red-guard)", "unknown-term"),
        ("t_worth(red-guard)", "unknown-term"),
        ("budget", "unknown-name"),
        ("v_turn", "unknown-name"),
        ("print", "unknown-name"),
        ("import-os", "unknown-name"),
        ("S", "unknown-type"),
        ("M.put", "unknown-type"),
        ("L[turn]", "unknown-type"),
        ("None", "unknown-type"),
        ("Exception(turn)", "syntax"),
        ("Exception()", "unknown-type"),
        ("E_Place", "syntax"),
        ("'turn'", "syntax"),
        ('"turn"', "syntax"),
        ('f"{turn.__class__}"', "syntax"),
        ('"{0.__class__}".format(turn)', "syntax"),
        ("'%s' % turn", "syntax"),
        ("{turn}", "syntax"),
        ("`turn`", "syntax"),
        ("lambda x: x", "syntax"),
        ("[x for x in marked]", "syntax"),
        ("turn if true else 1", "syntax"),
        ("turn ** 99", "syntax"),
        ("1 << 99", "syntax"),
        ("turn; turn", "syntax"),
        ("turn\\", "syntax"),
        ("(turn := 1)", "syntax"),
        ("*marked", "syntax"),
        ("@turn", "syntax"),
        ("turn\x00", "yaml-syntax"),
        ("ｔｕｒｎ", "syntax"),  # Python would read these letters as plain ones
        ("tuгn", "syntax"),
        ("0x10", "syntax"),
        ("1_000", "syntax"),
        ("1e9", "syntax"),
        ("1j", "syntax"),
    ],
)
def test_an_expression_that_reaches_for_python_is_refused(expression: str, code: str) -> None:
    assert code in refused({TERMS: term(expression)})


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("import os", "syntax"),
        ("from os import system", "syntax"),
        ("turn = 2", "syntax"),
        ("exec turn", "syntax"),
        ("eval(turn)", "syntax"),
        ("raise turn", "syntax"),
        ("global turn", "syntax"),
        ("del turn", "syntax"),
        ("pass", "syntax"),
        ("def probe():\n  return", "syntax"),
        ("class probe:\n  return", "syntax"),
        ("try:\n  return", "syntax"),
        ("with turn:\n  return", "syntax"),
        ("set turn to __import__", "syntax"),
        ("set turn to turn.__class__", "syntax"),
        ("set gate.__class__ to red", "syntax"),
        ("set __name__ to red", "syntax"),
        ("set marked.append to red", "unknown-attribute"),
        ("let __x be 1", "syntax"),
        ("let x.__class__ be 1", "syntax"),
        ("for __x in Place:\n  set turn to 2", "syntax"),
        ("do __import__()", "syntax"),
        ("do print(turn)", "unknown-procedure"),
        ("do arrive.__call__(gate, red)", "syntax"),
        ("moment __init__", "syntax"),
        ("until fight_over apply __del__", "syntax"),
        ("cite __import__", "syntax"),
        ("cite os.system", "unknown-rule"),
        ("cite march'), M.put('turn", "syntax"),
        ("roll Pip as __x", "syntax"),
        ("roll Exception as x", "unknown-die"),
        ("draw __x from hand(red)", "syntax"),
        ("ask red to choose __x from Place", "syntax"),
        ("ask red whether __class__", "syntax"),
        ("ask red to act with __import__", "syntax"),
        ("ask red to act with exit", "unknown-action"),
        ("return __import__", "syntax"),
        ("set clash to Clash(__class__: 1)", "syntax"),
        ("set clash to Clash(keys: 1)", "unknown-attribute"),
        ("set clash to Clash(**clash)", "syntax"),
    ],
)
def test_a_script_that_reaches_for_python_is_refused(script: str, code: str) -> None:
    assert code in refused({SCRIPTS: procedure(script)})


@pytest.mark.parametrize(
    "name", ["__class__", "_x", "x.__class__", "x'", 'x"', "x\\n", "x y", "X", "é", "x-", "{x}"]
)
@pytest.mark.parametrize(
    ("file", "text"),
    [
        (TERMS, "- {term: NAME, type: Number, is: 1, rule: fight}\n"),
        (TERMS, "- {term: probe, of: {NAME: Place}, type: Number, is: 1, rule: fight}\n"),
        (TERMS, "- {term: probe, type: Number, is: 1, rule: NAME}\n"),
        (TERMS, "- {effect: NAME, changes: worth, adds: 1, rule: fight}\n"),
        (TERMS, "- {action: NAME, rule: march}\n"),
        (TERMS, "- {action: probe, by: NAME, rule: march}\n"),
        (TERMS, "- {action: probe, given: {NAME: Place}, rule: march}\n"),
        (TERMS, "- {procedure: NAME, does: set turn to 2}\n"),
        (TERMS, "- {moment: NAME}\n"),
        (TERMS, "- {handler: NAME, at: fight_over, rule: march, does: set turn to 2}\n"),
        (TERMS, "- {invariant: NAME, that: true, rule: march}\n"),
        (TERMS, "- {question: NAME, setup: start, rule: march}\n"),
        (TERMS, "- {question: probe, setup: start, rule: march, inputs: {NAME: {type: Place}}}\n"),
        (TERMS, "- {question: probe, setup: start, rule: march, reports: {NAME: 1}}\n"),
        (TERMS, "- {question: probe, setup: start, rule: march, policies: {NAME: 1}}\n"),
        ("rules/toy/board/more.yaml", "Place: {NAME: {terrain: wood}}\n"),
        ("rules/toy/board/more.yaml", "Place: {gate: {NAME: 1}}\n"),
    ],
)
def test_a_name_that_is_no_name_is_refused(name: str, file: str, text: str) -> None:
    quoted = f"'{name.replace(chr(39), chr(39) * 2)}'"
    found = {d.code for d in library({file: text.replace("NAME", quoted)}).problems}
    # The id of a rule may have full stops in it, so there the reference says that there is no such rule.
    assert found & {"bad-form", "unknown-rule"}


@pytest.mark.parametrize(
    ("section", "text"),
    [
        ("enumerations", "  Bad: [__class__]\n"),
        ("enumerations", "  __Bad: [word]\n"),
        ("dice", "  Bad: [__class__, word]\n"),
        ("kinds", "  __Bad: {}\n"),
        ("kinds", "  Bad: {attributes: {__class__: Number}}\n"),
        ("records", "  Bad: {__class__: Number}\n"),
    ],
)
def test_a_vocabulary_of_names_that_are_none_is_refused(section: str, text: str) -> None:
    name = "rules/toy/vocabulary.yaml"
    vocabulary = dict(base())[name].decode().replace(f"{section}:\n", f"{section}:\n{text}")
    assert "bad-form" in {d.code for d in library({name: vocabulary}).problems}


def test_a_name_with_underscores_inside_is_a_name_like_any_other() -> None:
    odd = "- {term: a__class__, of: {x__init__: Number}, type: Number, is: x__init__ + 1, rule: fight}\n"
    game = rules({TERMS: odd, SCRIPTS: procedure("let y__dict__ be a__class__(2)\nset turn to y__dict__")})
    assert begun(game).position["state"]["turn"] == 3


def test_a_comment_is_only_a_comment() -> None:
    game = rules({SCRIPTS: procedure("# __import__('os')\nset turn to 2  # ); M.put('turn', 7)\n# end")})
    assert begun(game).position["state"]["turn"] == 2


def test_a_tag_of_yaml_makes_no_python_object(tmp_path: Path) -> None:
    made = tmp_path / "made"
    for tag in ("!!python/object/apply:os.mkdir", "!!python/object/new:os.mkdir"):
        assert refused({TERMS: f"- {tag} [{made}]\n"}) == ["schema-type"]
        assert refused({SCRIPTS: f"- procedure: probe\n  does: {tag} [{made}]\n"}) == ["schema-type"]
    assert not made.exists()


def test_what_rules_are_compiled_to_sees_nothing_but_pure_functions() -> None:
    game = rules({})
    compiled = game.function(python_name("t", "worth"))
    allowed = {"any", "all", "sum", "len", "min", "max", "next", "abs", "list", "set", "isinstance"}
    assert set(compiled.__globals__["__builtins__"]) <= allowed | {"dict", "sorted", "tuple", "frozenset"}
    modules = [name for name, value in compiled.__globals__.items() if type(value).__name__ == "module"]
    assert modules == []


# ---------------------------------------------------------------------- whatever is written

TOKENS = [
    *(
        "turn",
        "gate",
        "red",
        "red-guard",
        "marked",
        "hand(red)",
        "standing(gate)",
        "owner(gate)",
        "clash",
        "x",
    ),
    *("Place", "Side", "Piece", "Clash", "Pip", "1", "0", "true", "false", "none", "y", "p", "tie", "night"),
    *("+", "-", "*", "//", "mod", "=", "!=", "<", "<=", ">", ">=", "in", "not", "and", "or", "otherwise"),
    *(
        "if",
        "then",
        "else",
        "any",
        "no",
        "all",
        "count",
        "those",
        "first",
        "sum",
        "least",
        "greatest",
        "each",
    ),
    *("over", "reach", "from", "by", "within", "where", ":", ",", ".", "(", ")", "[", "]", "size", "bag"),
    *("pieces", "unknown", "ruling", "min", "max", ".borders", ".terrain", ".side", "__class__", "'", '"'),
    *("{", "}", "#", "\\", ";", "set", "to", "increase", "put", "into", "take", "out", "of", "move", "let"),
    *("be", "do", "arrive", "return", "cite", "march", "moment", "fight_over", "until", "apply", "cheer"),
    *("roll", "as", "draw", "ask", "whether", "choose", "name", "act", "with", "secretly", "while", "for"),
]
SPACES = [" ", " ", " ", "", "\n", "\n  ", "\n    ", "\t"]
soup = st.lists(st.tuples(st.sampled_from(TOKENS), st.sampled_from(SPACES)), max_size=25).map(
    lambda pairs: "".join(token + space for token, space in pairs)
)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(soup | st.text(max_size=60))
@example("if turn = 1:\n    set turn to 2\n  set turn to 3")
@example("return\n)")
def test_no_text_makes_the_parser_fail_in_any_other_way_than_by_saying_where(text: str) -> None:
    for parse in (parse_expression, parse_script, parse_type):
        try:
            parse(text)
        except ScriptError as error:
            assert error.line >= 1 and error.column >= 1
            assert error.line <= len(text.splitlines()) + 1


@settings(max_examples=150, deadline=None, derandomize=True)
@given(soup)
@example("turn < none")
@example("size([])")
def test_no_expression_makes_the_loader_fail(text: str) -> None:
    written = "".join(f"        {line}\n" for line in (text.splitlines() or [""]))
    exception = f"  except:\n    - rule: fight.tie\n      is: 2\n      when: |\n{written}"
    built = library({TERMS: term("1") + exception})
    assert built.problems or "toy" in built.rules


@settings(max_examples=150, deadline=None, derandomize=True)
@given(soup)
def test_no_script_makes_the_loader_fail(text: str) -> None:
    built = library({SCRIPTS: procedure(text)})
    assert built.problems or "toy" in built.rules
