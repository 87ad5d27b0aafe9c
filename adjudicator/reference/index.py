"""The index of one language: every page as weighted tokens, kept in SQLite's full-text tables in memory.

A token is the stem of a word, `t_...` for a term of the glossary, or `a_...` for a group of everyday words. The
tokens are made here, so the database only splits them at spaces.
"""

from __future__ import annotations

import math
import sqlite3
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import NamedTuple

from adjudicator.reference.folding import compounds, words
from adjudicator.reference.pages import ITEM, RULE, TERM, Page
from adjudicator.reference.spelling import Spelling
from adjudicator.reference.terms import TermFinder
from adjudicator.reference.vocabulary import Language, term_token

TEXT, ABOVE, MORE, NAMED = 1.0, 0.55, 0.6, 0.5  # how much a token counts by where it stands
_FARTHER = 0.7  # each heading farther up counts this much less
_ID_WORDS = 0.35
_BY_STEM = 0.8  # a term that was only recognised by its stem
_PREFIX_LEAST = 4

Tokens = dict[str, float]


class _Reading(NamedTuple):
    """What one text holds: its stems in order, its tokens, its words as written."""

    stems: list[str]
    tokens: Tokens
    written: frozenset[str]


class Index:
    """The pages in one language. Immutable once built; questions may come from several threads."""

    def __init__(self, pages: list[Page], language: Language, finders: Mapping[str, TermFinder]) -> None:
        self.language = language
        self.tokens: list[Tokens] = []  # of each page, with the weight of the best place
        self.sequences: list[str] = []  # of each page, the stems of its text in a row
        self.written: list[frozenset[str]] = []  # of each page, the words of its text as they are written
        self.lengths: list[int] = []
        self.surface: dict[str, set[str]] = {}  # a folded word as written -> its stems
        self._finders = finders
        self._readings: dict[tuple[str, int], _Reading] = {}
        for page in pages:
            self._add(page)
        self._readings.clear()
        lengths = [n for n, page in zip(self.lengths, pages, strict=True) if page.sort == RULE]
        self.average = sum(lengths) / max(1, len(lengths))
        self.frequency: dict[str, int] = {}
        for tokens in self.tokens:
            for token, weight in tokens.items():
                if weight >= MORE:  # a heading above does not make a page one more place of a word
                    self.frequency[token] = self.frequency.get(token, 0) + 1
        self._alphabetical = sorted(self.surface)
        self.spelling = Spelling(self._alphabetical)
        self._lock = Lock()
        self._database = self._filled(pages)

    # ------------------------------------------------------------------ building

    def _add(self, page: Page) -> None:
        tokens: Tokens = {}
        # A term's own page needs no search for terms among the many forms it lists.
        finder = None if page.sort == TERM else self._finders[page.rule_sets[0]]
        code = self.language.code
        own = self._reading(page.texts[code], finder)
        _keep_all(tokens, own.tokens, TEXT)
        for distance, heading in enumerate(page.above.get(code, ())):
            _keep_all(tokens, self._reading(heading, finder).tokens, ABOVE * _FARTHER**distance)
        if page.more.get(code):
            _keep_all(tokens, self._reading(page.more[code], finder).tokens, MORE)
        for term in page.terms:
            # A thing that is a term as well is found by everything the term is called.
            _keep(tokens, term_token(term), NAMED if page.sort == RULE else TEXT)
        for part in words(page.id):
            _keep(tokens, self.language.stem(part.text), _ID_WORDS)
        self.tokens.append(tokens)
        self.written.append(own.written)
        self.sequences.append(f" {' '.join(own.stems)} ")
        self.lengths.append(len(own.stems))

    def _reading(self, text: str, finder: TermFinder | None) -> _Reading:
        """The tokens of a text; headings are read once, though many pages stand under them."""
        key = (text, id(finder))
        if key not in self._readings:
            self._readings[key] = self._read(text, finder)
        return self._readings[key]

    def _read(self, text: str, finder: TermFinder | None) -> _Reading:
        taken = words(text)
        tokens: Tokens = {}
        stems = []
        for word in taken:
            stemmed = self.language.stem(word.text)
            self.surface.setdefault(word.folded, set()).add(stemmed)
            for group in self.language.groups(stemmed):
                tokens[group] = 1.0
            if word.folded not in self.language.ignored:
                stems.append(stemmed)
                tokens[stemmed] = 1.0
        for joined in compounds(text):
            self.surface.setdefault(joined, set()).add(joined)
            tokens[joined] = 1.0
        for found in finder.all(taken) if finder else ():
            for id_ in found.ids:
                _keep(tokens, term_token(id_), 1.0 if found.exact else _BY_STEM)
        return _Reading(stems, tokens, frozenset(w.folded for w in taken))

    def _filled(self, pages: list[Page]) -> sqlite3.Connection:
        database = sqlite3.connect(":memory:", check_same_thread=False)
        database.execute("CREATE TABLE page (sort TEXT, kind TEXT)")
        database.execute("CREATE TABLE holds (page INTEGER, rule_set TEXT)")
        database.execute("CREATE VIRTUAL TABLE found USING fts5 (strong, weak, tokenize=\"ascii tokenchars '_'\")")
        rows = [_columns(tokens) for tokens in self.tokens]
        numbered = list(enumerate(pages, 1))
        database.executemany(
            "INSERT INTO page (rowid, sort, kind) VALUES (?, ?, ?)", [(n, p.sort, p.kind) for n, p in numbered]
        )
        database.executemany("INSERT INTO holds VALUES (?, ?)", [(n, r) for n, p in numbered for r in p.rule_sets])
        database.executemany(
            "INSERT INTO found (rowid, strong, weak) VALUES (?, ?, ?)",
            [(n, *row) for n, row in enumerate(rows, 1)],
        )
        database.execute("CREATE INDEX holds_by_set ON holds (rule_set, page)")
        database.commit()
        return database

    # ------------------------------------------------------------------ asking

    def candidates(
        self, tokens: Iterable[str], rule_set: str | None, kind: str | None, most: int
    ) -> list[int]:
        """The pages that have any of the tokens, the likeliest first, as numbers from 0."""
        wanted = " OR ".join(f'"{token}"' for token in sorted(set(tokens)))
        if not wanted:
            return []
        query = (
            "SELECT found.rowid FROM found JOIN page ON page.rowid = found.rowid WHERE found MATCH ? "
            "AND (? IS NULL OR found.rowid IN (SELECT page FROM holds WHERE rule_set = ?)) "
            f"AND {'page.sort <> ?' if kind is None else '(page.sort = ? OR page.kind = ?)'} "
            "ORDER BY bm25(found, 3.0, 1.0) LIMIT ?"
        )
        about = [TERM] if kind is None else [kind, kind]
        with self._lock:
            rows = self._database.execute(query, [wanted, rule_set, rule_set, *about, most]).fetchall()
        return [row[0] - 1 for row in rows]

    def rarity(self, tokens: Iterable[str]) -> float:
        """How much finding one of these tokens tells: little where most pages have it."""
        most = max((self.frequency.get(token, 0) for token in tokens), default=0)
        return math.log(1 + len(self.tokens) / (1 + most))

    def share_known(self, text: str) -> float:
        """How many of the words of a text are words of this language as far as the pages go, of 1."""
        taken = words(text)
        known = sum(w.folded in self.surface or w.folded in self.language.ignored for w in taken)
        return known / max(1, len(taken))

    def stems_of(self, text: str, folded: str) -> set[str]:
        """The stems a word may have: those of its spelling with accents, or that of the word as typed."""
        stems = set(self.surface.get(folded, ()))
        for candidate in (self.language.stem(text), self.language.stem(folded)):
            if candidate in self.frequency:
                stems.add(candidate)
        return stems

    def beginning_with(self, folded: str) -> set[str]:
        """Stems of the words that begin with what was typed: half a word is still a wish."""
        if len(folded) < _PREFIX_LEAST:
            return set()
        stems: set[str] = set()
        for at in range(bisect_left(self._alphabetical, folded), len(self._alphabetical)):
            if not self._alphabetical[at].startswith(folded):
                break
            stems |= self.surface[self._alphabetical[at]]
        return stems


def _keep(tokens: Tokens, token: str, weight: float) -> None:
    if weight > tokens.get(token, 0.0):
        tokens[token] = weight


def _keep_all(tokens: Tokens, more: Tokens, weight: float) -> None:
    for token, value in more.items():
        _keep(tokens, token, value * weight)


def _columns(tokens: Tokens) -> tuple[str, str]:
    strong = " ".join(token for token, weight in tokens.items() if weight >= MORE)
    weak = " ".join(token for token, weight in tokens.items() if weight < MORE)
    return strong, weak
