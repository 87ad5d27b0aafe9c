from __future__ import annotations

from collections.abc import Callable

import pytest

from adjudicator.data.files import data_root, yaml_files
from adjudicator.data.yaml_reader import read
from adjudicator.text.catalog import Catalog


@pytest.fixture(scope="session")
def engine_texts() -> Catalog:
    """The messages of the engine as they are in the repository."""
    root = data_root()
    catalog = Catalog()
    for path in yaml_files(root / "locales"):
        if path.parent.parent.name == "locales":
            assert catalog.add(read(path.read_text("utf-8"), path.relative_to(root).as_posix()))
    return catalog


@pytest.fixture
def catalog_of() -> Callable[[dict[str, str]], Catalog]:
    """A catalog from files given by name (below `locales/`, without `.yaml`) and content."""

    def build(files: dict[str, str]) -> Catalog:
        catalog = Catalog()
        for name, content in files.items():
            assert catalog.add(read(content, f"locales/{name}.yaml"))
        return catalog

    return build
