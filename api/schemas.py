"""The JSON Schemas of request and answer bodies in `schema/api/`.

A file refers to another by its name (`{"$ref": "move.json"}`). For checking, everything a schema refers to is
carried along in its `$defs`; for the OpenAPI document, it stands among the components.
"""

from __future__ import annotations

from typing import Any

from jsonschema_rs import ValidationErrorKind

from adjudicator.data.diagnostic import Diagnostic, Span
from adjudicator.data.schemas import SchemaSet
from adjudicator.data.yaml_reader import Document, Path
from adjudicator.text.answers import pointer


class _Body(Document):
    """A JSON body, whose places are JSON pointers rather than lines."""

    def span(self, path: Path = (), *, key: bool = False) -> Span:  # noqa: ARG002
        return Span(pointer(path))


class ApiSchemas(SchemaSet):
    """The schemas by file name, each complete in itself."""

    def names(self) -> list[str]:
        return sorted(p.stem for p in self.folder.glob("*.json"))

    def written(self, name: str) -> dict[str, Any]:
        """A schema as it is written, with references to other files."""
        content = super().read(name)
        content.pop("$schema", None)
        return content

    def problems(self, name: str, body: Any) -> list[Diagnostic]:
        """Every violation; the file of each diagnostic's span is the JSON pointer to it."""
        if self._schema(name).validator.is_valid(body):
            return []
        limits = self._limits(name, body)
        places = {d.span.file for d in limits}
        others = self.check(name, _Body("", body, ""))
        return [*limits, *(d for d in others if d.code != "schema" or d.span.file not in places)]

    def _limits(self, name: str, body: Any) -> list[Diagnostic]:
        """Numbers too large or too small, which the validator would only describe in English."""
        found = []
        for error in self._schema(name).validator.iter_errors(body):
            kind = error.kind
            if isinstance(kind, ValidationErrorKind.Minimum | ValidationErrorKind.Maximum):
                least = kind.limit if isinstance(kind, ValidationErrorKind.Minimum) else None
                most = kind.limit if isinstance(kind, ValidationErrorKind.Maximum) else None
                values = {"found": _short(error.instance), "least": least, "most": most}
                found.append(Diagnostic("out-of-range", Span(pointer(tuple(error.instance_path))), values))
        return found

    def read(self, kind: str) -> dict[str, Any]:
        """A schema with all it refers to."""
        content, waiting, definitions = self.written(kind), [kind], dict[str, Any]()
        while waiting:
            for other in sorted(referred(self.written(waiting.pop()))):
                if other not in definitions:
                    definitions[other] = redirected(self.written(other), "#/$defs/")
                    waiting.append(other)
        return {**redirected(content, "#/$defs/"), "$defs": definitions}


def _short(number: Any) -> Any:
    """A number as it is told; one of hundreds of digits would fill the page."""
    text = str(number)
    return number if len(text) <= 12 else f"{text[:9]}..."


def referred(schema: Any) -> set[str]:
    """The names of the files a schema refers to."""
    if isinstance(schema, list):
        return {name for part in schema for name in referred(part)}
    if not isinstance(schema, dict):
        return set()
    found = {name for part in schema.values() for name in referred(part)}
    target = schema.get("$ref")
    return found | {target.removesuffix(".json")} if isinstance(target, str) else found


def redirected(schema: Any, to: str) -> Any:
    """A schema whose references to files point to places in one document."""
    if isinstance(schema, list):
        return [redirected(part, to) for part in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: redirected(part, to) for key, part in schema.items()}
    target = schema.get("$ref")
    if isinstance(target, str) and target.endswith(".json"):
        result["$ref"] = to + target.removesuffix(".json")
    return result
