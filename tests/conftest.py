"""What all tests share: the library of this checkout, opened once, and the long mode."""

from __future__ import annotations

import pytest

from adjudicator.data.files import data_root
from adjudicator.library import Library, build_library, contents_of
from adjudicator.referee import Referee


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests that take minutes")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    skip = pytest.mark.skip(reason="long; run with --long")
    for item in items:
        if "long" in item.keywords:
            item.add_marker(skip)


@pytest.fixture(scope="session")
def library() -> Library:
    root = data_root()
    built = build_library(root, contents_of(root))
    assert not built.broken, [f"{d.span} {d.code} {d.values}" for d in built.problems[:10]]
    return built


@pytest.fixture(scope="session")
def referees(library: Library) -> dict[str, Referee]:
    return {name: Referee(rules, library.catalog) for name, rules in library.rules.items()}


@pytest.fixture(scope="session")
def wotr2(referees: dict[str, Referee]) -> Referee:
    return referees["wotr2"]
