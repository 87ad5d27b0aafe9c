"""What the inflected forms of a word have in common, by the rules of each language (Snowball)."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock

import Stemmer

from adjudicator.reference.folding import fold

_NAMES = {"en": "english", "it": "italian", "pl": "polish", "fr": "french"}
_stemmers = {language: Stemmer.Stemmer(name, 0) for language, name in _NAMES.items()}
_lock = Lock()  # a stemmer works in a buffer of its own and must not be used by two threads at once


@lru_cache(maxsize=131072)
def stem(word: str, language: str) -> str:
    """The folded stem of a word; accents count for the stemmer, so the word is given as it is written."""
    with _lock:
        return fold(_stemmers[language].stemWord(word.lower()))
