"""Answers that travel in their own address: canonical JSON, compressed, in letters an address may hold.

Nothing is kept on the server, so everything in a link comes from a stranger: it is unpacked within limits,
and what it says is checked like the body of any other request.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from typing import Any

from api.bodies import too_deep

Json = dict[str, Any]
FORM = "1"  # the first letter of a link tells how the rest is packed
MOST_LETTERS = 12_000
MOST_BYTES = 256 * 1024


class DamagedLink(ValueError):
    """A link that does not say what it should; `code` is the reason to be told."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


def packed(data: Json) -> str:
    """The same data always give the same link."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    letters = base64.urlsafe_b64encode(zlib.compress(text.encode("utf-8"), 9))
    return FORM + letters.decode("ascii").rstrip("=")


def unpacked(link: str) -> Json:
    """What a link holds; raises `DamagedLink`, whatever somebody has done to it."""
    if len(link) > MOST_LETTERS:
        raise DamagedLink("link-too-long")
    if not link.startswith(FORM):
        raise DamagedLink("link-of-another-form")
    data = _parsed(_inflated(_letters(link[len(FORM) :])))
    if not isinstance(data, dict):
        raise DamagedLink("link-damaged")
    return data


def _letters(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise DamagedLink("link-damaged") from None


def _inflated(compressed: bytes) -> bytes:
    """The content, as long as it is not larger than an honest one would be."""
    machine = zlib.decompressobj()
    try:
        content = machine.decompress(compressed, MOST_BYTES)
    except zlib.error:
        raise DamagedLink("link-damaged") from None
    if machine.unconsumed_tail:
        raise DamagedLink("link-too-long")
    if not machine.eof or machine.unused_data:
        raise DamagedLink("link-damaged")
    return content


def _parsed(content: bytes) -> Any:
    try:
        data = json.loads(content.decode("utf-8"), parse_constant=_constant, parse_float=_constant)
        json.dumps(data, ensure_ascii=False).encode("utf-8")  # half of a surrogate pair is no text
    except (ValueError, RecursionError):
        raise DamagedLink("link-damaged") from None
    if too_deep(data):
        raise DamagedLink("link-damaged")
    return data


def _constant(name: str) -> Any:
    raise ValueError(name)
