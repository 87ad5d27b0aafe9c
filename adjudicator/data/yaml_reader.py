"""YAML through the C parser, with every node's position, no duplicate keys and no YAML 1.1 surprises.

Plain scalars are text unless they are written as one of: `true`, `false`, `null`, `~`, nothing at all,
a decimal integer without leading zeros, or a decimal fraction. So `no`, `12:30` and `017` stay text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from adjudicator.data.diagnostic import DataError, Diagnostic, Span

Path = tuple[str | int, ...]

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)\Z")
_FRACTION = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+\Z")
_DEEPEST = 60
_NESTING = re.compile(r"[\[\]{}]|(?:- ){60,}")  # brackets, or a row of nested list items
_BRACKET = re.compile(r"[\[\]{}]")
_ROUND = str.maketrans("[{]}", "(())")
_ROW = "- " * _DEEPEST
_UNTAGGED = "?"
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None, "~": None, "": None}

try:
    _Loader: Any = yaml.CSafeLoader
except AttributeError:  # PyYAML built without libyaml: slower, same result
    _Loader = yaml.SafeLoader


class _Composer(_Loader):  # type: ignore[misc]
    """Composes nodes without guessing at tags: `_scalar` decides what a scalar means, by its own rules."""

    def resolve(self, _kind: type[yaml.Node], _value: str | None, _implicit: Any) -> str:
        return _UNTAGGED


@dataclass(slots=True)
class Document:
    """One file: its value as plain Python data, and the way back from any value to its place."""

    file: str
    value: Any
    text: str = field(repr=False)
    _root: yaml.Node | None = field(default=None, repr=False)

    def span(self, path: Path = (), *, key: bool = False) -> Span:
        """The place of the value at `path`, or of the nearest enclosing one that exists."""
        node, key_node = self._find(path)
        return _span(self.file, key_node if key and key_node is not None else node)

    def script_span(self, path: Path, line: int, column: int) -> Span:
        """The place of a line and column (from 1) inside the script held by the scalar at `path`."""
        node, _ = self._find(path)
        mark = node.start_mark
        style = getattr(node, "style", None)
        if style in ("|", ">"):
            start = mark.line + line
            lines, inner = self.text.splitlines(), node.value.splitlines()
            row = lines[start] if start < len(lines) else ""
            indent = len(row) - (len(inner[line - 1]) if line <= len(inner) else 0)
            return Span(self.file, start + 1, indent + column)
        quoted = 1 if style in ("'", '"') else 0
        if line > 1:
            return Span(self.file, mark.line + line, column)
        return Span(self.file, mark.line + 1, mark.column + quoted + column)

    def _find(self, path: Path) -> tuple[yaml.Node, yaml.Node | None]:
        if self._root is None:
            self._root = _compose(self.text, self.file)
        node, key_node = self._root, None
        for step in path:
            child = _child(node, step)
            if child is None:
                break
            key_node, node = child
        return node, key_node

    def __getstate__(self) -> tuple[str]:
        """A cached document is only its name: whoever looks for problems reads the files anew."""
        return (self.file,)

    def __setstate__(self, state: tuple[str]) -> None:
        self.file, self.value, self.text = state[0], None, ""
        self._root = None


def read(text: str, file: str) -> Document:
    """Parse one document; raise `DataError` naming every duplicate key, or the first syntax error."""
    root = _compose(text, file)
    problems: list[Diagnostic] = []
    value = _construct(root, file, problems)
    if problems:
        raise DataError(problems)
    return Document(file, value, text)


def _refuse_depth(text: str, file: str) -> None:
    """The C parser calls itself for every level: a tower of brackets would end the process."""
    if _surely_shallow(text):
        return
    depth = 0
    for match in _NESTING.finditer(text):
        token = match.group()
        depth = max(0, depth + (1 if token in "[{" else -1)) if len(token) == 1 else _DEEPEST + 1
        if depth > _DEEPEST:
            line = text.count("\n", 0, match.start()) + 1
            span = Span(file, line, match.start() - text.rfind("\n", 0, match.start()))
            raise DataError([Diagnostic("yaml-syntax", span, {"problem": f"more than {_DEEPEST} levels"})])


def _surely_shallow(text: str) -> bool:
    """A bound without looking at every bracket in turn, enough for any file a person writes.

    Taking out the innermost pairs again and again, no text is deeper than the rounds it took and the
    brackets that were left open.
    """
    if _ROW in text:
        return False
    if text.count("[") + text.count("{") <= _DEEPEST:
        return True
    left, rounds = "".join(_BRACKET.findall(text)).translate(_ROUND), 0
    while "()" in left and rounds < _DEEPEST:
        left, rounds = left.replace("()", ""), rounds + 1
    return rounds + left.count("(") <= _DEEPEST


def _compose(text: str, file: str) -> yaml.Node:
    _refuse_depth(text, file)
    loader = _Composer(text)
    try:
        node = loader.get_single_node()
    except yaml.YAMLError as error:
        raise DataError([_syntax_error(error, file)]) from None
    finally:
        loader.dispose()
    return node if node is not None else yaml.ScalarNode("tag:yaml.org,2002:null", "", *_no_marks(file))


def _syntax_error(error: yaml.YAMLError, file: str) -> Diagnostic:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    span = Span(file, mark.line + 1, mark.column + 1) if mark else Span(file)
    return Diagnostic("yaml-syntax", span, {"problem": getattr(error, "problem", None) or str(error)})


def _no_marks(file: str) -> tuple[yaml.Mark, yaml.Mark]:
    mark = yaml.Mark(file, 0, 0, 0, None, 0)
    return mark, mark


def _construct(node: yaml.Node, file: str, problems: list[Diagnostic], depth: int = 0) -> Any:
    if depth > 2 * _DEEPEST:  # only an alias inside its own anchor goes this deep
        problems.append(Diagnostic("yaml-syntax", _span(file, node), {"problem": "an alias of itself"}))
        return None
    if isinstance(node, yaml.ScalarNode):
        # A plain scalar has style "" from the C parser, None from the other.
        return node.value if node.style else _scalar(node.value)
    if isinstance(node, yaml.SequenceNode):
        return [_construct(child, file, problems, depth + 1) for child in node.value]
    mapping: dict[Any, Any] = {}
    for key_node, value_node in node.value:
        key = key_node.value if isinstance(key_node, yaml.ScalarNode) else None
        if key is None:
            problems.append(Diagnostic("key-not-text", _span(file, key_node)))
            continue
        if key in mapping:
            first = next(k for k, _ in node.value if k.value == key)
            problems.append(
                Diagnostic(
                    "duplicate-key", _span(file, key_node), {"key": key}, related=(_span(file, first),)
                )
            )
        mapping[key] = _construct(value_node, file, problems, depth + 1)
    return mapping


def _scalar(text: str) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    head = text[0]
    if head.isdigit() or head == "-":
        if _INTEGER.match(text):
            return int(text)
        if _FRACTION.match(text):
            return float(text)
    return text


def _child(node: yaml.Node, step: str | int) -> tuple[yaml.Node | None, yaml.Node] | None:
    if isinstance(node, yaml.MappingNode):
        for key_node, value_node in node.value:
            if key_node.value == step:
                return key_node, value_node
    elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return None, node.value[step]
    return None


def _span(file: str, node: yaml.Node) -> Span:
    start, end = node.start_mark, node.end_mark
    return Span(file, start.line + 1, start.column + 1, end.line + 1, end.column + 1)


def walk(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value below `value` with its path, parents first."""
    yield path, value
    if isinstance(value, dict):
        for key, child in value.items():
            yield from walk(child, (*path, key))
    elif isinstance(value, list):
        for index, child in enumerate(value):
            yield from walk(child, (*path, index))
