"""Health and metrics."""

from __future__ import annotations

import re
from pathlib import Path

from adjudicator.library import Library
from api import create_app
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
