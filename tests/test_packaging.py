"""Installed as a wheel the referee works too: rules, schemas and texts travel with the package."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    options = ["--quiet", "--no-deps", "--disable-pip-version-check", "--wheel-dir", str(folder)]
    command = [sys.executable, "-m", "pip", "wheel", *options, str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def test_a_wheel_answers_without_the_checkout(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    environment = {k: v for k, v in os.environ.items() if k != "ADJUDICATOR_DATA"}
    environment |= {"PYTHONPATH": str(tmp_path / "site"), "ADJUDICATOR_CACHE": ""}
    script = "import adjudicator; print(adjudicator.__file__); print(adjudicator.load('wotr2').rules.id)"
    command = [sys.executable, "-c", script]
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    told = run.stdout.split()
    assert told == [str(tmp_path / "site" / "adjudicator" / "__init__.py"), "wotr2"]


def test_data_folders_are_inside_the_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    for part in ("rules/wotr2/ruleset.yaml", "schema/definitions.json", "locales/pl/wotr2/names.yaml"):
        assert f"adjudicator/_data/{part}" in names


def test_pages_travel_with_the_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for folder in ("templates", "static"):
        there = (p for p in (ROOT / "api" / folder).rglob("*") if p.is_file())
        assert {p.relative_to(ROOT).as_posix() for p in there} <= names
