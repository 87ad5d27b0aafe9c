"""Which language a reader wants: by the path, by `?lang=`, or by what his browser asks for."""

from __future__ import annotations

from flask import g, request

from adjudicator.text.languages import FALLBACK, LANGUAGES


def chosen() -> str | None:
    """The language asked for by name, known to us or not; none where nothing was said."""
    named = (request.view_args or {}).get("language")
    if isinstance(named, str):
        return named
    return request.args.get("lang") if request.query_string else None


def language() -> str:
    """The language of the answer to the current request."""
    known = g.get("language")
    if known is None:
        named = chosen()
        known = g.language = named if named in LANGUAGES else _spoken()
    return str(known)


def _spoken() -> str:
    """The first of the browser's languages that we have, of whatever country: `it-CH` is Italian."""
    for tag, quality in request.accept_languages:
        if quality > 0 and (primary := tag.split("-")[0].lower()) in LANGUAGES:
            return primary
    return FALLBACK
