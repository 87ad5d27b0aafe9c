"""Every requirement of every action is violated on purpose somewhere, and the verdict names exactly it."""

from __future__ import annotations

from adjudicator.referee import Referee

# A card on the table that a die removes says so itself; until cards have effects there is none to spare.
NEED_A_CARD = {
    ("discard_table_card", "dice.use.alternate"),
    ("discard_table_card", "turn.action-resolution.results-decide"),
}


def violated_alone(referee: Referee) -> set[tuple[str, str]]:
    """Action and rule of every scenario in which a move fails for one reason only."""
    found = set()
    for scenario in referee.rule_set.scenarios.values():
        last = (scenario.data.get("when") or [{}])[-1]
        because = scenario.data.get("then", {}).get("because", [])
        if "action" in last and len(because) == 1:
            found.add((last["action"], because[0]))
    return found


def test_every_requirement_is_violated_alone(wotr2: Referee) -> None:
    asked = {
        (action.name, requirement.rule)
        for action in wotr2.rules.program.actions.values()
        for requirement in action.requires
    }
    assert asked - violated_alone(wotr2) == NEED_A_CARD
