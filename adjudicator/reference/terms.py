"""The words of the game inside texts: where each stands, for pages to link it and for search to match it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from adjudicator.reference.folding import Word, words
from adjudicator.reference.stems import stem
from adjudicator.text.catalog import Catalog, Chain, Term

Ids = tuple[str, ...]


class Found(NamedTuple):
    """Words of a text that are a term: its id (several where terms share a form) and the place."""

    ids: Ids
    start: int
    end: int
    first: int  # the first word, counted from 0
    length: int  # how many words
    exact: bool  # in one of its own forms, not by stem and not by what else it is called


class _Patterns:
    """Single words, and sequences of words by the first of them."""

    def __init__(self) -> None:
        self._words: dict[str, list[str]] = {}
        self._sequences: dict[str, dict[tuple[str, ...], list[str]]] = {}

    def add(self, sequence: tuple[str, ...], id_: str) -> None:
        if not sequence:
            return
        if len(sequence) == 1:
            ids = self._words.setdefault(sequence[0], [])
        else:
            ids = self._sequences.setdefault(sequence[0], {}).setdefault(sequence, [])
        if id_ not in ids:
            ids.append(id_)

    def find(self, text: Sequence[str], first: int, found: dict[int, list[str]]) -> None:
        """Note the patterns that begin at a word of a text: ids by length."""
        ids = self._words.get(text[first])
        if ids is not None:
            found[1] = ids
        begun = self._sequences.get(text[first])
        if begun is not None and first + 1 < len(text):
            following = text[first + 1]
            for sequence, ids in begun.items():
                if sequence[1] == following and tuple(text[first : first + len(sequence)]) == sequence:
                    found[len(sequence)] = ids


@lru_cache(maxsize=65536)
def _sequences(name: str, language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of a name as they are written, and their stems; editions share most of their names."""
    taken = words(name)
    return tuple(w.folded for w in taken), tuple(stem(w.text, language) for w in taken)


class TermFinder:
    """Finds terms by their forms and, where no form fits, by the stems of several words together.

    What people type is also taken by the stem of a single word.
    """

    def __init__(
        self,
        glossary: Mapping[str, Term],
        language: str,
        *,
        asked: bool = False,
        ignored: Container[str] = (),
    ) -> None:
        """`asked`: also by what people call them, and by the words of other editions.

        `ignored`: little words that are left out of the names, as they are of what is searched.
        """
        self.language = language
        self._asked, self._ignored = asked, ignored
        self._exact, self._loose, self._stems = _Patterns(), _Patterns(), _Patterns()
        for id_, term in glossary.items():
            for name in (term.term, *term.forms):
                self._add(name, id_, self._exact)
            for name in (*term.synonyms, *term.elsewhere) if asked else ():
                self._add(name, id_, self._loose)

    def _add(self, name: str, id_: str, patterns: _Patterns) -> None:
        written, stems = _sequences(name, self.language)
        kept = [at for at, word in enumerate(written) if word not in self._ignored] or range(len(written))
        patterns.add(tuple(written[at] for at in kept), id_)
        if (
            self._asked or len(kept) > 1
        ):  # in texts, words that share nothing but a stem are mostly false friends
            self._stems.add(tuple(stems[at] for at in kept), id_)

    def all(self, text: Sequence[Word]) -> list[Found]:
        """Every term at every place, also inside longer ones."""
        return list(self._found(text))

    def links(self, text: str, preferred: Iterable[str] = ()) -> list[Found]:
        """The terms of a text from left to right, the longest at each place, none inside another.

        Where terms share a form, one of `preferred` (those the entry names) comes first among its ids.
        """
        taken = words(text)
        best: dict[int, Found] = {}
        for found in self._found(taken):
            if found.first not in best or found.length > best[found.first].length:
                best[found.first] = found
        chosen, free = [], 0
        wanted = set(preferred)
        for first in sorted(best):
            if first >= free:
                found = best[first]
                ids = tuple(sorted(found.ids, key=lambda id_: id_ not in wanted))
                chosen.append(found._replace(ids=ids))
                free = first + found.length
        return chosen

    def _found(self, text: Sequence[Word]) -> Iterator[Found]:
        folded = [w.folded for w in text]
        stems = [stem(w.text, self.language) for w in text]
        for first, length, ids, exact in self.matches(folded, stems):
            start, end = text[first].start, text[first + length - 1].end
            yield Found(tuple(ids), start, end, first, length, exact)

    def matches(
        self, folded: Sequence[str], stems: Sequence[str]
    ) -> Iterator[tuple[int, int, list[str], bool]]:
        """Every term in a row of words: first word, how many, ids, whether in one of its own forms."""
        for first in range(len(folded)):
            found: dict[int, list[str]] = {}
            exact: dict[int, list[str]] = {}
            # A printed form decides: Comando and Comandante share their stem, but are different terms.
            self._stems.find(stems, first, found)
            self._loose.find(folded, first, found)
            self._exact.find(folded, first, exact)
            found.update(exact)
            for length, ids in found.items():
                yield first, length, ids, length in exact


def used_in(catalog: Catalog, chain: Chain, ids: Iterable[str], language: str) -> dict[str, list[str]]:
    """For every term, the rules whose text has it."""
    finder = TermFinder(catalog.glossary(chain, language), language)
    places: dict[str, list[str]] = {}
    for id_ in ids:
        for found in finder.links(catalog.rule_text(chain, id_, language)):
            rules = places.setdefault(found.ids[0], [])
            if id_ not in rules:
                rules.append(id_)
    return places
