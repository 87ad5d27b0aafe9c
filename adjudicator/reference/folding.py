"""Words as people type them: without accents, without capitals, with the article joined to them or not."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

# Letters that Unicode does not take apart: a keyboard without them types these instead.
_LETTERS = str.maketrans({"ł": "l", "œ": "oe", "æ": "ae", "ø": "o", "đ": "d", "ß": "ss", "ı": "i"})
# An apostrophe or a hyphen ends a word: dell'Anello is two words, and so is re-roll.
_WORD = re.compile(r"[^\W_]+")
_COMPOUND = re.compile(r"[^\W_]+(?:[-‐‑][^\W_]+)+")


class Word(NamedTuple):
    """A word of a text and its place there."""

    text: str
    folded: str
    start: int
    end: int


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """Small letters without accents, so that `Łowcy` and `lowcy`, `œil` and `oeil` are the same."""
    plain = text.lower().translate(_LETTERS)
    if plain.isascii():
        return plain
    taken_apart = unicodedata.normalize("NFKD", plain)
    return "".join(c for c in taken_apart if not unicodedata.combining(c)).translate(_LETTERS)


def words(text: str) -> list[Word]:
    """The words of a text, in order."""
    return [Word(m.group(), fold(m.group()), m.start(), m.end()) for m in _WORD.finditer(text)]


def split(text: str) -> list[str]:
    """The words of a text as they are written, without their places."""
    return _WORD.findall(text)


def compounds(text: str) -> list[str]:
    """Words written with a hyphen, folded and without it: some people write them as one."""
    if "-" not in text and "‐" not in text and "‑" not in text:
        return []
    return [re.sub(r"[-‐‑]", "", fold(m.group())) for m in _COMPOUND.finditer(text)]
