"""Scripts parsed once, however many rule sets hold them: one that extends another repeats most of it."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import TypeVar

from adjudicator.language import syntax as s
from adjudicator.language.parser import parse_expression, parse_script

Tree = TypeVar("Tree")


class Parses:
    """The trees of texts. Everybody gets a tree of their own, because checking writes types into it."""

    def __init__(self) -> None:
        self._expressions: dict[str, bytes] = {}
        self._scripts: dict[str, bytes] = {}

    def expression(self, text: str) -> s.Expr:
        """As `parse_expression`."""
        return _once(self._expressions, text, parse_expression)

    def script(self, text: str) -> list[s.Statement]:
        """As `parse_script`."""
        return _once(self._scripts, text, parse_script)


def _once(known: dict[str, bytes], text: str, parse: Callable[[str], Tree]) -> Tree:
    """Reading a tree back is ten times quicker than parsing its text; a text that is wrong is not kept."""
    kept = known.get(text)
    if kept is not None:
        copy: Tree = pickle.loads(kept)
        return copy
    tree = parse(text)
    known[text] = pickle.dumps(tree, pickle.HIGHEST_PROTOCOL)
    return tree
