"""Health, metrics, and the parts that are served only where they can be."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from flask import Blueprint

from adjudicator.library import Library
from api import create_app
from api.app import OPTIONAL
from api.metrics import Metrics
from tests.api.conftest import Asker

LINE = re.compile(r'[a-z_]+(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? [0-9.]+(e-?[0-9]+)?\Z')


def test_health_names_the_rule_sets(ask: Asker, served_library: Library) -> None:
    told = ask.get("/health").json
    assert told["status"] == "ok"
    assert told["rulesets"] == sorted(served_library.rules) and told["broken"] == []


def test_metrics_are_in_the_text_format_of_prometheus(served_library: Library) -> None:
    ask = Asker(create_app(served_library))
    ask.get("/v1/wotr2")
    ask.get("/v1/nothing")
    ask.get("/nothing")
    response = ask.get("/metrics")
    assert response.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    lines = response.text.splitlines()
    assert all(line.startswith("# ") or LINE.match(line) for line in lines)
    assert 'adjudicator_requests_total{route="rulesets.show_ruleset",status="200"} 1' in lines
    assert 'adjudicator_requests_total{route="rulesets.show_ruleset",status="404"} 1' in lines
    assert 'adjudicator_requests_total{route="-",status="404"} 1' in lines


def test_the_buckets_of_a_histogram_add_up() -> None:
    metrics = Metrics()
    for seconds in (0.0001, 0.002, 0.3, 99.0):
        metrics.count("-", 200, seconds)
    found = re.findall(r'_bucket\{route="-",le="([^"]+)"\} (\d+)', metrics.text("x"))
    counts = [int(number) for _, number in found]
    assert counts == sorted(counts) and found[-1] == ("+Inf", "4")
    assert 'adjudicator_request_seconds_count{route="-"} 4' in metrics.text("x")


def test_the_numbers_of_all_processes_are_added(tmp_path: Path) -> None:
    metrics = Metrics(str(tmp_path))
    metrics.count("-", 200, 0.1)
    own = next(tmp_path.glob("*.numbers"))
    (tmp_path / "1.numbers").write_bytes(own.read_bytes())
    (tmp_path / "2.numbers").write_bytes(b"12345678")  # of another version of the program
    assert 'adjudicator_requests_total{route="-",status="200"} 2' in metrics.text("x")


def test_an_optional_part_is_served_when_it_can_be_imported(
    served_library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = ModuleType(OPTIONAL[0])
    part.blueprint = Blueprint("part", OPTIONAL[0])  # type: ignore[attr-defined]
    part.blueprint.get("/v1/<ruleset>/part")(lambda ruleset: ruleset)
    monkeypatch.setitem(sys.modules, OPTIONAL[0], part)
    assert create_app(served_library).test_client().get("/v1/wotr2/part").text == "wotr2"


def test_an_optional_part_is_left_out_when_it_cannot_be_imported(
    served_library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, OPTIONAL[0], None)
    app = create_app(served_library)
    assert "searching" not in app.blueprints
    assert app.test_client().get("/v1/wotr2").status_code == 200
