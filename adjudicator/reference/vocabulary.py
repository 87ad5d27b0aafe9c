"""How one language is read: words that say nothing, words used for one another, what a word stems from."""

from __future__ import annotations

from functools import lru_cache

from adjudicator.reference.folding import words
from adjudicator.reference.stems import stem
from adjudicator.text.catalog import Catalog

SECTION = "search"
_ALIKE = "alike."


class Language:
    """The words of `locales/<language>/search.yaml`."""

    def __init__(self, catalog: Catalog, code: str) -> None:
        self.code = code
        texts = catalog.texts(SECTION, "", code)
        self.ignored = {w.folded for w in words(texts["ignored"].text)} if "ignored" in texts else set()
        self._groups: dict[str, list[str]] = {}  # a stem -> the groups of words it is used for
        for key, entry in texts.items():
            if key.startswith(_ALIKE):
                group = group_token(key.removeprefix(_ALIKE))
                for word in words(entry.text):
                    groups = self._groups.setdefault(stem(word.text, code), [])
                    if group not in groups:
                        groups.append(group)

    def stem(self, word: str) -> str:
        return stem(word, self.code)

    def groups(self, stemmed: str) -> list[str]:
        """The groups of everyday words that a stem belongs to, as tokens of the index."""
        return self._groups.get(stemmed, [])


@lru_cache(maxsize=4096)
def term_token(id_: str) -> str:
    """A term as a token of the index, the same in every language."""
    return f"t_{id_.replace('-', '_')}"


def group_token(name: str) -> str:
    """A group of everyday words as a token; a kind of rule is the group of the words that ask for it."""
    return f"a_{name.replace('-', '_').lower()}"
