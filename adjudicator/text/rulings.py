"""Rulings in the reader's language: the original stands in the rule set, its translations in `locales/`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.data.diagnostic import Diagnostic, Span, nearest_name
from adjudicator.text.catalog import RULINGS, Catalog, Chain
from adjudicator.text.languages import FALLBACK, LANGUAGES

Json = dict[str, Any]
_SPOKEN = ("question", "why", "note")


def originals(rulings: Mapping[str, Json]) -> dict[str, str]:
    """Every text of some rulings by its key: `id.question`, `id.why`, `id.note`, and `id.<option>`."""
    return {f"{id_}.{name}": text for id_, ruling in rulings.items() for name, text in _texts(ruling).items()}


def _texts(ruling: Json) -> dict[str, str]:
    options = ruling["options"] if isinstance(ruling["options"], Mapping) else {}
    return {**{name: ruling[name] for name in _SPOKEN if name in ruling}, **options}


def translated(catalog: Catalog, chain: Chain, ruling: Json, language: str) -> Json:
    """A ruling with its texts in a language, as far as that language has them; options always with a text."""
    own = {
        name: _text(catalog, chain, f"{ruling['ruling']}.{name}", language, text)
        for name, text in _texts(ruling).items()
    }
    options = {option: own.get(option, option) for option in ruling["options"]}
    return {**ruling, **{name: own[name] for name in _SPOKEN if name in own}, "options": options}


def _text(catalog: Catalog, chain: Chain, key: str, language: str, original: str) -> str:
    for owner in chain:
        found = catalog.texts(RULINGS, owner, language).get(key)
        if found is not None:
            return found.text
    return original


def ruling_problems(catalog: Catalog, owner: str, rulings: Mapping[str, Json]) -> Iterator[Diagnostic]:
    """Gaps and leftovers among translated rulings; where nobody has begun, all of them stay English."""
    written = {language: catalog.texts(RULINGS, owner, language) for language in LANGUAGES}
    if not any(written.values()):
        return
    expected = originals(rulings)
    for language, texts in written.items():
        for key in expected if language != FALLBACK else ():
            if key not in texts:
                found = next((texts[key] for texts in written.values() if key in texts), None)
                here = Span(f"locales/{language}/{owner}/{RULINGS}.yaml")
                span = here if found is None else catalog.span(found, key=True)
                yield Diagnostic("missing-text", span, {"rule": key, "language": language})
        for key, entry in texts.items():
            if key not in expected:
                values = {"rule": key, "language": language}
                near = nearest_name(key, expected)
                yield Diagnostic("surplus-text", catalog.span(entry, key=True), values, near)
