"""The chapters of a game's pages, as they stand in the bar at the top."""

from __future__ import annotations

from typing import NamedTuple

from flask import current_app, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from api.service import service

# The last part of the address of each, in the order in which people need them at the table.
_CHAPTERS = ("rules", "terms", "items", "ask", "map", "rulings", "setups", "components")


class Chapter(NamedTuple):
    name: str
    url: str
    here: bool  # does the page that is being written belong to it?


def of(language: str, ruleset: str) -> list[Chapter]:
    """The chapters a rule set has; only what is really served."""
    found = []
    for name in _CHAPTERS:
        address = f"/{language}/{ruleset}/{name}"
        if served(address) and (name != "map" or service().library.rules[ruleset].rule_set.info.get("map")):
            found.append(Chapter(name, address, f"{request.path}/".startswith(f"{address}/")))
    return found


def served(address: str) -> bool:
    """Does any page answer at this address?"""
    try:
        current_app.url_map.bind("").match(address)
    except RequestRedirect:
        return True
    except HTTPException:
        return False
    return True
