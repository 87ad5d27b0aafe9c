"""Counters for Prometheus, summed over all worker processes.

Each process writes its own numbers into a file of a shared folder, mapped into memory; whichever process is
asked adds up the files of all. A process that ends leaves its file, so that no counter ever goes back.
"""

from __future__ import annotations

import mmap
import os
import time
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask, Request

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

FOLDER = "ADJUDICATOR_METRICS"  # environment variable: where the processes of one server put their numbers
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_STATUSES = (200, 204, 304, 400, 404, 405, 413, 415, 422, 500, 503, 0)  # 0: any other
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_ROW = len(_STATUSES) + len(_BUCKETS) + 1  # then the sum of seconds
_NOWHERE = "-"  # requests that no route answers


class Metrics:
    """A row of numbers for each route, at the same place in every process."""

    def __init__(self, folder: str | None = None) -> None:
        self._chosen = folder
        self.rows: dict[str, int] = {_NOWHERE: 0}
        self._numbers: memoryview[float] | None = None

    def install(self, app: Flask) -> None:
        """Count every request; to be called when all routes are known."""
        names = sorted({rule.endpoint for rule in app.url_map.iter_rules()})
        self.rows |= {name: index for index, name in enumerate(names, start=1)}
        app.wsgi_app = self._counting(app.wsgi_app)  # type: ignore[method-assign,assignment]

    def _counting(self, inner: WSGIApplication) -> WSGIApplication:
        """The application with an eye on the clock."""

        def outer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
            begun = time.perf_counter()

            def start(line: str, headers: list[tuple[str, str]], *error: Any) -> Any:
                # Here the answer is ready, and the framework still knows what was asked.
                asked: Request | None = environ.get("werkzeug.request")
                route = asked.endpoint if asked is not None else None
                self.count(route or _NOWHERE, int(line[:3]), time.perf_counter() - begun)
                return start_response(line, headers, *error)

            return inner(environ, start)

        return outer

    def count(self, route: str, status: int, seconds: float) -> None:
        numbers = self._own()
        row = self.rows.get(route, 0) * _ROW
        numbers[row + _STATUSES.index(status if status in _STATUSES else 0)] += 1
        bucket = bisect_left(_BUCKETS, seconds)
        if bucket < len(_BUCKETS):
            numbers[row + len(_STATUSES) + bucket] += 1
        numbers[row + _ROW - 1] += seconds

    @property
    def folder(self) -> Path | None:
        chosen = self._chosen or os.environ.get(FOLDER)
        return Path(chosen) if chosen else None

    def _own(self) -> memoryview[float]:
        if self._numbers is None:
            size = len(self.rows) * _ROW * 8
            if self.folder is None:
                mapped = mmap.mmap(-1, size)
            else:
                with (self.folder / f"{os.getpid()}.numbers").open("w+b") as file:
                    file.truncate(size)
                    mapped = mmap.mmap(file.fileno(), size)
            self._numbers = memoryview(mapped).cast("d")
        return self._numbers

    def _total(self) -> list[float]:
        own = self._own()
        if self.folder is None:
            return list(own)
        total = [0.0] * len(own)
        for path in self.folder.glob("*.numbers"):
            there = memoryview(path.read_bytes()).cast("d")
            if len(there) == len(total):
                total = [a + b for a, b in zip(total, there, strict=True)]
        return total

    def text(self, version: str) -> str:
        """Everything, in the text format of Prometheus."""
        return "\n".join([*_info(version), *self._requests(self._total()), ""])

    def _requests(self, total: list[float]) -> Iterator[str]:
        yield "# HELP adjudicator_requests_total Requests answered, by route and status."
        yield "# TYPE adjudicator_requests_total counter"
        for name, row in self.rows.items():
            for index, status in enumerate(_STATUSES):
                if number := total[row * _ROW + index]:
                    labels = f'route="{name}",status="{status or "other"}"'
                    yield f"adjudicator_requests_total{{{labels}}} {number:.0f}"
        yield "# HELP adjudicator_request_seconds How long answers took."
        yield "# TYPE adjudicator_request_seconds histogram"
        for name, row in self.rows.items():
            numbers = total[row * _ROW : (row + 1) * _ROW]
            if count := sum(numbers[: len(_STATUSES)]):
                yield from _histogram(name, numbers[len(_STATUSES) :], count)


def _info(version: str) -> list[str]:
    return [
        "# HELP adjudicator_content_info The content version of the rules being served.",
        "# TYPE adjudicator_content_info gauge",
        f'adjudicator_content_info{{version="{version}"}} 1',
    ]


def _histogram(name: str, numbers: list[float], count: float) -> Iterator[str]:
    within = 0.0
    for bound, number in zip(_BUCKETS, numbers, strict=False):
        within += number
        yield f'adjudicator_request_seconds_bucket{{route="{name}",le="{bound:g}"}} {within:.0f}'
    yield f'adjudicator_request_seconds_bucket{{route="{name}",le="+Inf"}} {count:.0f}'
    yield f'adjudicator_request_seconds_sum{{route="{name}"}} {numbers[-1]:.6f}'
    yield f'adjudicator_request_seconds_count{{route="{name}"}} {count:.0f}'
