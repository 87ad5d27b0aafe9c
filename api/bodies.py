"""Reading the body of a question: JSON within limits, checked against its schema, every problem at once."""

from __future__ import annotations

import json
import re
from typing import Any

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from adjudicator.text import diagnostics
from api.languages import language
from api.problems import Problem, said
from api.service import Json, service

MOST_BYTES = 256 * 1024
DEEPEST = 32
_JSON = re.compile(r"application/(?:[\w.+-]+\+)?json\Z")


class _Repeated(ValueError):
    """A key that stands twice in one object: whichever is meant, the other would be lost."""


def body(schema: str) -> Json:
    """The body of the current request; raises `Problem` naming everything that is wrong with it."""
    data = _parsed(_text())
    found = service().schemas.problems(schema, data)
    if found:
        catalog = service().library.catalog
        reasons = []
        for d in found:
            reason = {"pointer": d.span.file, "code": d.code}
            reason["detail"] = diagnostics.sentence(d, catalog, language())
            reasons.append(reason if d.nearest is None else {**reason, "nearest": d.nearest})
        raise Problem("invalid-body", reasons)
    result: Json = data
    return result


def _text() -> str:
    asked = request._get_current_object()  # type: ignore[attr-defined]  # looked up once
    raw: bytes = asked.get_data(cache=False)
    if len(raw) >= MOST_BYTES and asked.content_length is None:
        raise RequestEntityTooLarge  # sent in pieces: reading stopped where the limit is, without a word
    if not raw:
        raise Problem("invalid-body", [said("empty-body")])
    if not _JSON.match(asked.mimetype):
        reason = said("wrong-media-type", found=asked.mimetype or "-")
        raise Problem("unsupported-media-type", [reason])
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Problem("invalid-body", [said("not-unicode")]) from None


def _parsed(text: str) -> Any:
    try:
        data = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except json.JSONDecodeError as error:
        reason = said("json-syntax", line=error.lineno, column=error.colno)
        raise Problem("invalid-body", [reason]) from None
    except _Repeated as error:
        raise Problem("invalid-body", [said("duplicate-member", key=str(error))]) from None
    except RecursionError:
        raise Problem("invalid-body", [said("nested-too-deep", limit=DEEPEST)]) from None
    except ValueError:  # a number of thousands of digits
        raise Problem("invalid-body", [said("json-syntax", line=1, column=1)]) from None
    if too_deep(data):
        raise Problem("invalid-body", [said("nested-too-deep", limit=DEEPEST)])
    if "\\ud" in text.lower() and not _unicode(data):
        raise Problem("invalid-body", [said("not-unicode")])
    return data


def _object(pairs: list[tuple[str, Any]]) -> Json:
    result = dict(pairs)
    if len(result) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _Repeated(next(key for key in keys if keys.count(key) > 1))
    return result


def _constant(name: str) -> Any:
    raise ValueError(name)


def too_deep(data: Any) -> bool:
    level = [data]
    for _ in range(DEEPEST):
        inner: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                inner += value.values()
            elif isinstance(value, list):
                inner += value
        if not inner:
            return False
        level = inner
    return any(isinstance(value, dict | list) for value in level)


def _unicode(data: Any) -> bool:
    """Half of a surrogate pair is a string in JSON, but no text."""
    try:
        json.dumps(data, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
