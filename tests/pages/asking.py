"""An invented game with a map, served with the project's own texts: what the asking pages are tried on."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass

from flask import Flask
from werkzeug.test import TestResponse

from adjudicator.data.files import data_root
from adjudicator.library import Library, build_library
from adjudicator.text.languages import LANGUAGES
from api import create_app
from tests.language.toy import base
from tests.pages.reader import Page

_MAP = """
map:
  kind: Place
  at: at
  borders: borders
  group: terrain
  marks: {terrain: {wood: tower}, closed: wall}
  shows: [standing, owner, marked_at]
"""
_PLACES = {
    "gate": "{borders: [mill], terrain: meadow, home: red, at: [0, 0]}",
    "mill": "{borders: [gate, lake], terrain: wood, at: [40, 10], closed: true}",
    "lake": "{borders: [mill, tower], terrain: water, at: [60, 40]}",
    "tower": "{borders: [lake], terrain: meadow, home: blue, at: [100, 35]}",
}


def files(changes: Mapping[str, str] | None = None) -> dict[str, bytes]:
    """The files of the game, some of them changed."""
    laid = dict(base())
    laid["rules/toy/ruleset.yaml"] += _MAP.encode()
    laid["rules/toy/vocabulary.yaml"] = laid["rules/toy/vocabulary.yaml"].replace(
        b"      home: Side?\n", b"      home: Side?\n      at: List of Number\n      closed: Bool\n"
    )
    places = "\n".join(f"  {id_}: {written}" for id_, written in _PLACES.items())
    laid["rules/toy/board/places.yaml"] = f"Place:\n{places}\n".encode()
    laid["rules/toy/state.yaml"] += b'  marked_at: {type: "Place?"}\n'
    for language in LANGUAGES:
        for section in ("interface", "verdicts", "diagnostics"):
            name = f"locales/{language}/{section}.yaml"
            laid[name] = (data_root() / name).read_bytes()
    return {**laid, **{name: text.encode() for name, text in (changes or {}).items()}}


def library(changes: Mapping[str, str] | None = None, version: str = "first version of all") -> Library:
    return build_library(data_root(), sorted(files(changes).items()), version)


@dataclass
class Table:
    """Somebody at a browser without JavaScript: follows links, sends forms, is led on."""

    app: Flask
    address: str = ""
    page: str = ""
    status: int = 0

    @classmethod
    def of(cls, changes: Mapping[str, str] | None = None, version: str = "first version of all") -> Table:
        return cls(create_app(library(changes, version)))

    def open(self, address: str, status: int = 200) -> Table:
        """Follow a link, also one that begins with `?`."""
        self.address = self.address.split("?")[0] + address if address.startswith("?") else address
        self.address = self.address.split("#")[0]
        return self._shown(self.app.test_client().get(self.address), status)

    def send(self, status: int = 200, **form: str | list[str]) -> Table:
        """Press a button of the form; names are written with `__` for the stroke between their parts."""
        sent = {name.replace("__", "/"): value for name, value in form.items()}
        response = self.app.test_client().post(self.address, data=sent)
        if response.status_code == 303:
            return self.open(response.headers["Location"], status)
        return self._shown(response, status)

    def _shown(self, response: TestResponse, status: int) -> Table:
        self.page, self.status = response.text, response.status_code
        assert response.status_code == status, (self.address, response.status_code, self.text[:600])
        Page.read(self.page)
        return self

    @property
    def text(self) -> str:
        """The page as it is read."""
        main = self.page.partition("<main")[2].partition("</main>")[0]
        return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", main)))

    @property
    def verdict(self) -> str:
        found = re.search(r'<h\d class="ruling">(.*?)</h', self.page)
        return html.unescape(found[1]) if found else ""

    @property
    def wrong(self) -> list[str]:
        """What is said beside the fields."""
        return [html.unescape(w) for w in re.findall(r'<p class="wrong"[^>]*>(.*?)</p>', self.page)]

    @property
    def link(self) -> str:
        """The permanent link, below the host."""
        found = re.search(r'id="permanent-link" readonly value="https?://[^/]+(/[^"]+)"', self.page)
        assert found, self.text[:400]
        return html.unescape(found[1])

    def value(self, name: str) -> str:
        """What stands in a field."""
        typed = re.search(rf'name="{re.escape(name)}"[^>]*? value="([^"]*)"', self.page)
        if typed:
            return html.unescape(typed[1])
        chosen = re.search(rf'name="{re.escape(name)}"[^>]*>(.*?)</select>', self.page, re.S)
        assert chosen, name
        selected = re.search(r'value="([^"]*)" selected', chosen[1])
        return selected[1] if selected else ""

    def places(self, state: str) -> set[str]:
        """The places of the map that stand out."""
        found = re.findall(r'data-place="([^"]+)" class="place ([^"]*)"', self.page)
        return {place for place, states in found if state in states.split()}
