"""One OpenAPI 3.1 document: bodies from `schema/api/`, paths from its `openapi/`, names from the library."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flask import Flask, current_app

from adjudicator import __version__
from adjudicator.data.files import data_root
from api.schemas import redirected
from api.service import Json, Service

METHODS = ("get", "post")
_FOR_PEOPLE = ("static", "front", "pages")
_PARAMETER = re.compile(r"<(?:\w+:)?(\w+?)_?>")


def install(app: Flask) -> None:
    """Read the document once, so that a defect of it shows at the start."""
    found: Service = app.extensions["adjudicator"]
    app.extensions["adjudicator-openapi"] = built(found, set(routes(app)))


def document() -> Json:
    """The document of the current application, without the parts it does not serve."""
    content: Json = current_app.extensions["adjudicator-openapi"]
    return content


def routes(app: Flask) -> Iterator[tuple[str, str]]:
    """Every path for programs, as OpenAPI writes it, with every method."""
    for rule in app.url_map.iter_rules():
        if rule.endpoint.split(".")[0] not in _FOR_PEOPLE:
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                yield _PARAMETER.sub(r"{\1}", rule.rule), method.lower()


def built(from_: Service, served: set[tuple[str, str]]) -> Json:
    folder = data_root() / "schema" / "api" / "openapi"
    content = _read(folder / "document.json")
    content["info"] |= {"version": __version__, "x-content-version": from_.version}
    paths: Json = {}
    for file in sorted(folder.glob("*.json")):
        if file.name != "document.json":
            paths |= _read(file)
    content["paths"] = {
        path: item for path, item in paths.items() if any((path, method) in served for method in METHODS)
    }
    schemas = from_.schemas
    content["components"]["schemas"] = {name: schemas.written(name) for name in schemas.names()}
    content = dict(redirected(content, "#/components/schemas/"))
    _name_rule_sets(content, sorted(from_.library.rules))
    _share_problems(content)
    return content


def _read(file: Path) -> Json:
    content: Json = json.loads(file.read_text("utf-8"))
    return content


def _name_rule_sets(content: Json, names: list[str]) -> None:
    """Which rule sets there are is known only here."""
    if names:
        content["components"]["parameters"]["ruleset"]["schema"]["enum"] = names


def _share_problems(content: Json) -> None:
    """Every operation may be refused in the same ways; the file says only which of them apply."""
    for item in content["paths"].values():
        for method in METHODS:
            operation = item.get(method)
            if operation is not None:
                for status in operation.pop("x-problems", []):
                    operation["responses"][status] = {"$ref": f"#/components/responses/{status}"}


def operations(content: Json) -> list[Json]:
    """The operations in order, for reading."""
    found: list[Json] = []
    for path, item in content["paths"].items():
        for method in METHODS:
            if method in item:
                parameters = _parameters(content, item, method)
                found.append({"path": path, "method": method, **item[method], "all_parameters": parameters})
    return found


def _parameters(content: Json, item: Json, method: str) -> list[Any]:
    listed = [*item.get("parameters", []), *item[method].get("parameters", [])]
    return [resolved(content, parameter) for parameter in listed]


def resolved(content: Json, part: Json) -> Json:
    """What a part of the document refers to."""
    while "$ref" in part:
        target: Any = content
        for step in part["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        part = target
    return part
