"""The search of this installation, made once."""

from __future__ import annotations

from functools import lru_cache

from adjudicator import referee
from adjudicator.reference.search import Searcher


@lru_cache(maxsize=1)
def searcher() -> Searcher:
    """Searches the library of this installation."""
    return Searcher(referee.library())
