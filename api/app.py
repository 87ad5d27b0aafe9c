"""The application factory."""

from __future__ import annotations

from flask import Flask

from adjudicator import referee
from adjudicator.library import Library
from adjudicator.text.languages import LANGUAGES
from api import headers, languages, lookup, pages, problems
from api.application import Application
from api.bodies import MOST_BYTES
from api.metrics import Metrics
from api.openapi import install as install_openapi
from api.pages import errors
from api.problems import Problem, diagnosed
from api.resources import (
    coverage,
    documentation,
    items,
    judging,
    operations,
    positions,
    questions,
    rules,
    rulesets,
    rulings,
    searching,
    setups,
    validation,
)
from api.service import Service

_RESOURCES = (
    *(rulesets, rules, items, setups, positions, judging, questions, validation, rulings, coverage),
    *(searching, documentation, operations),
)


def create_app(library: Library | None = None) -> Flask:
    """The service for a library; for the one of this installation where none is given."""
    app = Application("api")
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    app.url_map.strict_slashes = False
    metrics = Metrics()
    app.extensions["adjudicator"] = Service(library or referee.library(), metrics)
    for resource in _RESOURCES:
        app.register_blueprint(resource.blueprint)
    lookup.install(app)
    pages.install(app)
    metrics.install(app)
    app.before_request(_known_language)
    problems.install(app, errors.page)
    headers.install(app)
    install_openapi(app)
    return app


def _known_language() -> None:
    named = languages.chosen()
    if named is not None and named not in LANGUAGES:
        reason = {**diagnosed("unknown-language", {"name": named}), "parameter": "lang"}
        raise Problem("invalid-query", [reason])
