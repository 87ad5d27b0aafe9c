"""Loading all rule sets, cold and from the cache, against the C loader parsing the same files."""

from __future__ import annotations

import gc
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from typing import Any

import yaml

from adjudicator.data.files import data_root
from adjudicator.library import build_library, contents_of, open_library


def _timed(function: Callable[[], Any]) -> float:
    gc.collect()
    started = time.perf_counter()
    function()
    return time.perf_counter() - started


def run() -> list[tuple[str, float, str]]:
    root = data_root()
    contents = contents_of(root)
    texts = [content.decode() for name, content in contents if name.endswith(".yaml")]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ADJUDICATOR_CACHE"] = folder
        open_library(root)
        samples: dict[str, list[float]] = {"parse": [], "cold": [], "cached": []}
        for _ in range(5):
            samples["parse"].append(_timed(lambda: [yaml.load(t, yaml.CSafeLoader) for t in texts]))
            samples["cold"].append(_timed(lambda: build_library(root, contents_of(root))))
            samples["cached"].append(_timed(lambda: open_library(root)))
        del os.environ["ADJUDICATOR_CACHE"]
    median = {name: statistics.median(values) for name, values in samples.items()}
    size = sum(len(t) for t in texts) / 1e6
    print(
        f"{len(texts)} files, {size:.1f} MB; seconds: {', '.join(f'{n} {s:.2f}' for n, s in median.items())}"
    )
    return [
        ("cold load / C loader alone", median["cold"] / median["parse"], "at most 3"),
        ("load from cache / C loader alone", median["cached"] / median["parse"], "at most 0.5"),
    ]
