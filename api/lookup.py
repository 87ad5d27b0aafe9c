"""Looking things up in the reference: a reader for each rule set and language, and one search for all."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock

from flask import Flask, current_app

from adjudicator.library import Library
from adjudicator.reference.details import Details
from adjudicator.reference.naming import Thing
from adjudicator.reference.naming import named_in as named_in_texts
from adjudicator.reference.search import Searcher
from api.languages import language
from api.service import Service

_NAME = "adjudicator-lookup"


@dataclass(slots=True)
class Lookup:
    """Everything the reference knows of a library."""

    library: Library
    _details: dict[tuple[str, str], Details] = field(default_factory=dict)
    _named: dict[tuple[str, str], dict[Thing, list[str]]] = field(default_factory=dict)
    _searcher: Searcher | None = None
    _lock: Lock = field(default_factory=Lock)

    def details(self, ruleset: str, reader: str) -> Details:
        key = (ruleset, reader)
        if key not in self._details:
            self._details[key] = Details(self.library, ruleset, reader)
        return self._details[key]

    def named_in(self, at: Details) -> dict[Thing, list[str]]:
        """The rules that name each thing of a rule set, in one language."""
        key = (at.rule_set.id, at.language)
        if key not in self._named:
            self._named[key] = named_in_texts(at.catalog, at.rule_set, at.language)
        return self._named[key]

    def searcher(self) -> Searcher:
        """The search over all rule sets. A server makes it before its workers start, which then share it."""
        with self._lock:
            if self._searcher is None:
                self._searcher = Searcher(self.library)
        return self._searcher


def install(app: Flask) -> None:
    found: Service = app.extensions["adjudicator"]
    app.extensions[_NAME] = Lookup(found.library)


def of(app: Flask) -> Lookup:
    found: Lookup = app.extensions[_NAME]
    return found


def searcher() -> Searcher:
    return of(current_app).searcher()


def details(ruleset: str) -> Details:
    """A rule set in the language of the current reader."""
    return of(current_app).details(ruleset, language())


def named_in(at: Details) -> dict[Thing, list[str]]:
    return of(current_app).named_in(at)
