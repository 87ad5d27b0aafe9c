"""Where the data are: beside the package in a checkout, inside it when installed."""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def data_root() -> Path:
    """The folder that holds `rules/`, `schema/` and `locales/`; `ADJUDICATOR_DATA` names another one."""
    chosen = os.environ.get("ADJUDICATOR_DATA")
    if chosen:
        return Path(chosen)
    inside = _PACKAGE / "_data"
    return inside if inside.is_dir() else _PACKAGE.parent


def yaml_files(folder: Path) -> list[Path]:
    """Every YAML file below a folder, in a stable order."""
    found = (Path(where) / name for where, _, names in os.walk(folder) for name in names)
    return sorted(path for path in found if path.suffix == ".yaml")
