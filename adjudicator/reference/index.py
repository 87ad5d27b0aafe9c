"""The index of one language: pages by their tokens, in SQLite's full-text tables in memory.

The tokens are made by `reading.py`, so the database only splits them at spaces.
"""

from __future__ import annotations

import math
import sqlite3
from bisect import bisect_left
from collections.abc import Iterable
from threading import Lock

from adjudicator.reference.folding import words
from adjudicator.reference.pages import RULE, TERM, Page
from adjudicator.reference.reading import MORE, PageReading, Reader, Tokens
from adjudicator.reference.spelling import Spelling

_PREFIX_LEAST = 4


class Index:
    """The pages in one language. Immutable once built; questions may come from several threads."""

    def __init__(self, pages: list[Page], readings: list[PageReading], reader: Reader) -> None:
        self.language = reader.language
        self.surface = reader.surface  # a folded word as written -> its stems
        self.tokens = [reading.tokens for reading in readings]
        self.about = [reading.about for reading in readings]
        self.written = [reading.own.written for reading in readings]
        self.sequences = [f" {' '.join(reading.own.stems)} " for reading in readings]  # the stems in a row
        self.lengths = [len(reading.own.stems) for reading in readings]
        lengths = [n for n, page in zip(self.lengths, pages, strict=True) if page.sort == RULE]
        self.average = sum(lengths) / max(1, len(lengths))
        self.frequency: dict[str, int] = {}
        for tokens in self.tokens:
            for token, weight in tokens.items():
                if weight >= MORE:
                    self.frequency[token] = self.frequency.get(token, 0) + 1
        self._alphabetical = sorted(self.surface)
        game = zip(pages, self.written, strict=True)
        self.spelling = Spelling(
            self._alphabetical, frozenset(w for p, written in game if p.sort == TERM for w in written)
        )
        self._lock = Lock()
        self._database = self._filled(pages)

    def _filled(self, pages: list[Page]) -> sqlite3.Connection:
        database = sqlite3.connect(":memory:", check_same_thread=False)
        database.execute("CREATE TABLE page (sort TEXT, kind TEXT)")
        database.execute("CREATE TABLE holds (page INTEGER, rule_set TEXT)")
        database.execute(
            "CREATE VIRTUAL TABLE found USING fts5 (strong, weak, tokenize=\"ascii tokenchars '_'\")"
        )
        numbered = list(enumerate(pages, 1))
        database.executemany(
            "INSERT INTO page (rowid, sort, kind) VALUES (?, ?, ?)",
            [(n, p.sort, p.kind) for n, p in numbered],
        )
        database.executemany(
            "INSERT INTO holds VALUES (?, ?)", [(n, r) for n, p in numbered for r in p.rule_sets]
        )
        database.executemany(
            "INSERT INTO found (rowid, strong, weak) VALUES (?, ?, ?)",
            [(n, *_columns(tokens)) for n, tokens in enumerate(self.tokens, 1)],
        )
        database.execute("CREATE INDEX holds_by_set ON holds (rule_set, page)")
        database.commit()
        return database

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
        """The stems a word may have: those of the words that are written so, with whatever accents.

        A form that no page has may still share its stem with some.
        """
        if folded in self.surface:
            return set(self.surface[folded])
        stems = {self.language.stem(text), self.language.stem(folded)}
        return {stem for stem in stems if stem in self.frequency}

    def stem_of(self, text: str, folded: str) -> str:
        """One stem for a word; the same one with and without accents."""
        return min(self.surface.get(folded, ()), default=self.language.stem(text))

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


def _columns(tokens: Tokens) -> tuple[str, str]:
    strong = " ".join(token for token, weight in tokens.items() if weight >= MORE)
    weak = " ".join(token for token, weight in tokens.items() if weight < MORE)
    return strong, weak
