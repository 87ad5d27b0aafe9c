"""Documents against the JSON Schemas in `schema/`, one schema for each kind of file.

The validator says where in the JSON value a keyword failed; people edit YAML. So every failure is translated
into one of our own diagnostics at its line and column, with the key or word that was most likely meant.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from jsonschema_rs import Draft202012Validator, ValidationError, ValidationErrorKind

from adjudicator.data.diagnostic import Diagnostic, nearest_name
from adjudicator.data.yaml_reader import Document, Path

# The keys that name what an entry defines; a missing citation is reported under that name. Order matters:
# a ruling also has a `question` in words, and a question also names the `setup` it is asked in.
_NAMING_KEYS = (
    *("ruling", "scenario", "patch", "term", "exception", "action", "procedure"),
    *("handler", "effect", "moment", "invariant", "question", "setup"),
)
# Stands for the value in the validator's own sentences, which would otherwise repeat whole documents.
_MASK = "the value"
_LONGEST = 60


@dataclass(slots=True)
class _Schema:
    content: dict[str, Any]
    validator: Draft202012Validator

    def at(self, steps: Iterable[str | int]) -> Any:
        """The part of the schema a path leads to."""
        part: Any = self.content
        for step in steps:
            part = part[step]
        return part


class SchemaSet:
    """The schemas of a folder, each read and compiled when it is first needed."""

    def __init__(self, folder: FilePath) -> None:
        self.folder = folder
        self._schemas: dict[str, _Schema] = {}

    def schema(self, kind: str) -> dict[str, Any]:
        """The schema for one kind of file, as plain data."""
        return self._schema(kind).content

    def read(self, kind: str) -> dict[str, Any]:
        """A schema from its file; another kind of set may put it together from several."""
        content: dict[str, Any] = json.loads((self.folder / f"{kind}.json").read_text("utf-8"))
        return content

    def check(self, kind: str, document: Document) -> list[Diagnostic]:
        """Every violation in a document, in the order of the file."""
        schema = self._schema(kind)
        try:
            errors = list(schema.validator.iter_errors(document.value))
        except ValueError as error:  # nested deeper than the validator goes
            return [Diagnostic("schema", document.span(), {"problem": str(error)})]
        found = [d for e in errors for d in _Translation(schema, document, e).diagnostics()]
        # The same fact can fail in two branches of one schema; nobody wants to read it twice.
        unique = {(d.span, d.code, json.dumps(d.values)): d for d in reversed(found)}
        return [unique[key] for key in sorted(unique)]

    def _schema(self, kind: str) -> _Schema:
        if kind not in self._schemas:
            content = self.read(kind)
            self._schemas[kind] = _Schema(content, Draft202012Validator(content, mask=_MASK, offline=True))
        return self._schemas[kind]


class _Translation:
    """One error of the validator, in our words."""

    def __init__(self, schema: _Schema, document: Document, error: ValidationError) -> None:
        self.schema = schema
        self.document = document
        self.error = error
        self.path = _real_path(document.value, error.instance_path)
        self.value: Any = error.instance

    def diagnostics(self) -> Iterator[Diagnostic]:
        translate = _TRANSLATIONS.get(type(self.error.kind), _Translation._other)
        yield from translate(self, self.error.kind)

    def _here(self, code: str, near: str | None = None, **values: Any) -> Diagnostic:
        return Diagnostic(code, self.document.span(self.path), values, near)

    def _at_key(self, code: str, key: str, near: str | None = None, /, **values: Any) -> Diagnostic:
        return Diagnostic(code, self.document.span((*self.path, key), key=True), values, near)

    # ------------------------------------------------------------------ keys

    def _missing(self, kind: Any) -> Iterator[Diagnostic]:
        if kind.property == "rule":
            yield self._here("missing-citation", name=self._name())
        else:
            yield self._here("missing-key", key=kind.property)

    def _name(self) -> str:
        """What the definition around the error is called."""
        around = [self.document.value]
        for step in self.path:
            around.append(around[-1][step])
        for value in reversed(around):
            if isinstance(value, dict):
                for key in _NAMING_KEYS:
                    if isinstance(value.get(key), str):
                        return str(value[key])
        return self.document.file

    def _unknown(self, kind: Any) -> Iterator[Diagnostic]:
        known = self.schema.at(self.error.schema_path[:-1]).get("properties", {})
        for key in kind.unexpected:
            yield self._unknown_key(key, known)

    def _unknown_key(self, key: str, known: Iterable[str]) -> Diagnostic:
        # A key that is already there cannot be the one that was meant.
        near = nearest_name(key, [k for k in known if k not in self.value])
        return self._at_key("unknown-key", key, near, key=key)

    def _bad_key(self, kind: Any) -> Iterator[Diagnostic]:
        key, inner = kind.error.instance, kind.error.kind
        if isinstance(inner, ValidationErrorKind.Enum):
            yield self._unknown_key(key, [str(o) for o in inner.options])
        elif isinstance(inner, ValidationErrorKind.Pattern):
            yield self._at_key("bad-form", key, found=_shown(key), expected=inner.pattern)
        else:
            yield self._at_key("schema", key, problem=kind.error.message)

    def _forbidden(self, _: Any) -> Iterator[Diagnostic]:
        """A key that is known, but not in this place."""
        key = str(self.path[-1]) if self.path else ""
        yield Diagnostic("unknown-key", self.document.span(self.path, key=True), {"key": key})

    def _one_of_keys(self, kind: Any) -> Iterator[Diagnostic]:
        """Nothing but alternatives of missing keys is one problem: none of these keys is there."""
        leaves = [error.kind for branch in kind.context for error in branch]
        keys = [leaf.property for leaf in leaves if isinstance(leaf, ValidationErrorKind.Required)]
        if len(keys) < len(leaves):
            yield from self._other(kind)
            return
        guesses = (nearest_name(key, keys) for key in self.value)
        yield self._here("missing-key", next((g for g in guesses if g), None), key=" | ".join(keys))

    # ------------------------------------------------------------------ values

    def _type(self, kind: Any) -> Iterator[Diagnostic]:
        yield self._here("schema-type", found=_type_name(self.value), expected=list(kind.types))

    def _options(self, kind: Any) -> Iterator[Diagnostic]:
        yield self._not_one_of(kind.options)

    def _constant(self, kind: Any) -> Iterator[Diagnostic]:
        yield self._not_one_of([kind.expected_value])

    def _not_one_of(self, options: list[Any]) -> Diagnostic:
        expected = [_shown(option) for option in options]
        near = nearest_name(self.value, expected) if isinstance(self.value, str) else None
        return self._here("not-one-of", near, found=_shown(self.value), expected=expected)

    def _pattern(self, kind: Any) -> Iterator[Diagnostic]:
        yield self._here("bad-form", found=_shown(self.value), expected=kind.pattern)

    def _not(self, kind: Any) -> Iterator[Diagnostic]:
        # What a schema forbids, it describes: the validator would only print the schema.
        described = kind.schema.get("description") if isinstance(kind.schema, dict) else None
        yield self._here("schema", problem=described or self.error.message)

    def _other(self, _: Any) -> Iterator[Diagnostic]:
        yield self._here("schema", problem=self.error.message)


_TRANSLATIONS: dict[type, Callable[[_Translation, Any], Iterator[Diagnostic]]] = {
    ValidationErrorKind.Required: _Translation._missing,
    ValidationErrorKind.AdditionalProperties: _Translation._unknown,
    ValidationErrorKind.PropertyNames: _Translation._bad_key,
    ValidationErrorKind.FalseSchema: _Translation._forbidden,
    ValidationErrorKind.AnyOf: _Translation._one_of_keys,
    ValidationErrorKind.Type: _Translation._type,
    ValidationErrorKind.Enum: _Translation._options,
    ValidationErrorKind.Constant: _Translation._constant,
    ValidationErrorKind.Pattern: _Translation._pattern,
    ValidationErrorKind.Not: _Translation._not,
}


def _real_path(value: Any, steps: Iterable[str | int]) -> Path:
    """The validator's path with the keys as they are written, as far as it can be followed.

    The validator gives a key that looks like a number as a number and leaves an empty key out.
    """
    path: list[str | int] = []
    for step in steps:
        if isinstance(value, dict):
            found = next((key for key in value if key == step or _index(key) == step), None)
        else:
            found = step if isinstance(value, list) and isinstance(step, int) and step < len(value) else None
        if found is None:
            break
        path.append(found)
        value = value[found]
    return tuple(path)


def _index(key: str) -> int | None:
    digits = key.removeprefix("+")
    return int(digits) if digits.isascii() and digits.isdigit() else None


def _shown(value: Any) -> str:
    """A value on one short line."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def _type_name(value: Any) -> str:
    """The JSON name of a value's type."""
    names = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    return names.get(type(value), "null")
