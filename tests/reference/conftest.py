from __future__ import annotations

import pytest

from adjudicator.library import Library
from adjudicator.reference.search import Searcher


@pytest.fixture(scope="session")
def searcher(library: Library) -> Searcher:
    return Searcher(library)
