"""Whole games at random: twenty always, with `--long` three hundred and on until everything was seen.

Every step of every game is checked by `wandering.Game`: nothing stalls or breaks off, no piece is lost, what
is illegal is refused, and every stage can be saved and taken up again.
"""

from __future__ import annotations

import pytest

from adjudicator.referee import Referee
from tests.games.wandering import Seen
from tests.games.war_of_the_ring import ending, game, temperaments, unseen

GAMES = 20
LONG_GAMES = 300
MOST_GAMES = 1_500
ENDINGS = {
    "corrupted",
    "destroyed",
    "conquered by the Shadow",
    "conquered by the Free Peoples",
    "Mordor entered",
}


def play_one(referee: Referee, seed: int, seen: Seen) -> str:
    """The seed settles everything: how many play, how they are minded, and how the dice fall."""
    minded = temperaments(referee.rules, players=2 + seed % 3)
    return ending(game(referee.rules, seed, seen, minded[seed // 3 % len(minded)]))


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_game_played_at_random_comes_to_its_end(wotr2: Referee, seed: int) -> None:
    seen = Seen()
    assert play_one(wotr2, seed, seen) in ENDINGS
    assert seen.games == 1 and seen.refused > 0


@pytest.mark.long
def test_many_games_show_everything_there_is(wotr2: Referee) -> None:
    seen = Seen()
    while seen.games < LONG_GAMES or (unseen(wotr2.rules, seen) and seen.games < MOST_GAMES):
        play_one(wotr2, seen.games, seen)
    assert not unseen(wotr2.rules, seen)
    assert set(seen.endings) == ENDINGS
