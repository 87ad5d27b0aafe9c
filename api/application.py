"""The Flask application as we use it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask


class Application(Flask):
    """Every view and hook of ours is a plain function: nothing is asked for each call of each."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func
