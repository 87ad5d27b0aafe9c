"""The style sheet: enough contrast in light and in dark, no colour outside its tokens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import api

CSS = (Path(api.__file__).parent / "static" / "style.css").read_text("utf-8")
TEXTS = [
    *(("ink", on) for on in ("paper", "sheet", "sunk", "accent-soft", "mark")),
    *(("soft", on) for on in ("paper", "sheet", "sunk", "accent-soft")),
    *(("accent", on) for on in ("paper", "sheet", "sunk", "accent-soft")),
    ("on-accent", "accent"),
    *((verdict, f"{verdict}-soft") for verdict in ("legal", "illegal", "undecided", "invalid")),
    ("illegal", "paper"),
]


def tokens(scheme: str) -> dict[str, str]:
    blocks = re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)
    light, dark = (dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", block)) for block in blocks[:2])
    return light if scheme == "light" else {**light, **dark}


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read_on_every_ground(scheme: str) -> None:
    colours = tokens(scheme)
    assert {(a, b) for a, b in TEXTS if contrast(colours[a], colours[b]) < 4.5} == set()
    for ground in ("paper", "sheet"):  # the edge of a field
        assert contrast(colours["strong-line"], colours[ground]) >= 3


def test_colours_are_named_once() -> None:
    """Whatever is drawn takes its colours from the tokens, so that light, dark and paper agree."""
    rest = re.sub(r":root \{.*?\}", "", CSS, flags=re.DOTALL)
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b|rgb\(", rest) == []
