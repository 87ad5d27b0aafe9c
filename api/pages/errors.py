"""What went wrong, as a page: for people, in their language. Programs get problem documents."""

from __future__ import annotations

from flask import Response, request

from api import lookup
from api.pages.frame import PAGES, html, ruleset, title_of
from api.service import Json, service


def wanted() -> bool:
    """Is it a person who asked? A page was addressed, or something that is none, with a browser."""
    if request.blueprint is not None:
        return request.blueprint.split(".")[0] in (PAGES, "front")
    if request.path.startswith(("/v1/", "/static/")):
        return False
    accepted = request.accept_mimetypes
    return accepted["text/html"] > 0 and "text/html" in accepted.values()


def page(problem: Json) -> Response | None:
    """The page that tells a problem; none where a program is to be told."""
    if not wanted():
        return None
    nearest = [reason["nearest"] for reason in problem["problems"] if reason.get("nearest")]
    return html("error.html", status=problem["status"], problem=problem, meant=_meant(nearest))


def _meant(nearest: list[str]) -> list[Json]:
    """Addresses that may have been meant: the same one, with its last part spelt rightly."""
    parts = request.path.rstrip("/").split("/")
    values = list((request.view_args or {}).values())
    wrong = next((value for value in reversed(values) if value in parts), parts[-1])
    return [
        {"name": _called(name), "url": "/".join(name if part == wrong else part for part in parts)}
        for name in nearest
    ]


def _called(name: str) -> str:
    """A game by its title and a rule by its text; of anything else, its name."""
    if name in service().library.rules:
        return title_of(name)
    game = ruleset()
    if game and request.blueprint == f"{PAGES}.rules" and name in lookup.details(game).rule_set.reference:
        return str(lookup.details(game).heading(name)["text"])
    return name
