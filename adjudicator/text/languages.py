"""What differs between the languages: plural forms, lists, numbers. The facts are CLDR's, through babel."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal

LANGUAGES = ("en", "it", "pl", "fr")
FALLBACK = "en"

# British English joins "a, b and c" without the comma before "and", as our rule texts do.
_LOCALES = {"en": "en_GB"}


def known(language: str) -> str:
    """The language itself, or English where there are no texts in it."""
    return language if language in LANGUAGES else FALLBACK


@lru_cache(maxsize=len(LANGUAGES))
def _locale(language: str) -> Locale:
    return Locale.parse(_LOCALES.get(language, language))


@lru_cache(maxsize=4096, typed=True)
def plural_form(number: float, language: str) -> str:
    """The CLDR category of a number: one, few, many, other."""
    if isinstance(number, float) and not math.isfinite(number):
        return "other"
    return str(_locale(known(language)).plural_form(abs(number)))


@lru_cache(maxsize=len(LANGUAGES))
def integer_forms(language: str) -> frozenset[str]:
    """The categories a message must have.

    Found by trying small numbers: this leaves out what only fractions need (Polish `other`) and what only
    millions need (Italian and French `many`), which no board game counts.
    """
    return frozenset(plural_form(number, language) for number in range(201))


def joined(texts: Sequence[str], language: str) -> str:
    """Several things in a row: "a, b and c"."""
    return format_list(list(texts), locale=_locale(known(language)))


def labelled(label: str, told: str, language: str) -> str:
    """A thing and what is said of it: "Rings: 3"; French has a space before the colon."""
    return f"{label}\u00a0: {told}" if language == "fr" else f"{label}: {told}"


def number_text(number: float, language: str) -> str:
    if isinstance(number, int) and -1000 < number < 1000:  # nearly all there are, and much faster
        return str(number)
    if isinstance(number, float) and not math.isfinite(number):
        return str(number)
    return format_decimal(number, locale=_locale(known(language)))


def language_name(language: str, reader: str) -> str:
    """How a reader calls a language: `it` is "Italian" for English, "włoski" for Polish readers."""
    return str(_locale(known(reader)).languages.get(language, language))
