"""The OpenAPI document: complete, right, and its examples true."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

import jsonschema
import pytest

from adjudicator.data.files import data_root
from api.openapi import METHODS, operations, routes
from api.problems import _STATUS
from api.schemas import referred
from tests.api.conftest import Asker

FOLDER = data_root() / "schema" / "api"
Json = dict[str, Any]


def example_requests() -> Iterator[Any]:
    for file in sorted((FOLDER / "openapi").glob("*.json")):
        for path, item in json.loads(file.read_text("utf-8")).items():
            if not path.startswith("/"):
                continue
            content = item.get("post", {}).get("requestBody", {}).get("content", {})
            for name, example in content.get("application/json", {}).get("examples", {}).items():
                yield pytest.param(path, item, example, id=f"{path}-{name}")


def filled(ask: Asker, path: str, item: Json) -> str:
    """A path with the examples of its parameters, and with what must be said in the query."""
    query = {}
    for parameter in operations({**ask.document, "paths": {path: item}})[0]["all_parameters"]:
        if parameter["in"] == "path":
            path = path.replace(f"{{{parameter['name']}}}", parameter["example"])
        elif parameter.get("required"):
            query[parameter["name"]] = parameter["example"]
    return f"{path}?{urlencode(query)}" if query else path


def at(document: Any, pointer: str) -> Any:
    for step in pointer.split("/")[1:]:
        document = document[int(step)] if isinstance(document, list) else document[step]
    return document


def test_every_route_is_in_the_document_and_nothing_else(ask: Asker) -> None:
    described = {(p, m) for p, item in ask.document["paths"].items() for m in METHODS if m in item}
    assert described == set(routes(ask.app))


def test_the_document_is_sound_openapi(ask: Asker) -> None:
    document = ask.get("/v1/openapi.json").json
    assert document["openapi"].startswith("3.1.")
    assert not [
        name for name in json.dumps(document).split('"') if name.endswith(".json") and "/" not in name
    ]
    for name, schema in document["components"]["schemas"].items():
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["title"] and schema["description"], name
    names = [operation["operationId"] for operation in operations(document)]
    assert len(names) == len(set(names))
    tags = {tag["name"] for tag in document["tags"]}
    assert all(set(operation["tags"]) <= tags for operation in operations(document))


def test_every_reference_leads_somewhere(ask: Asker) -> None:
    def targets(part: Any) -> Iterator[str]:
        if isinstance(part, dict):
            if isinstance(part.get("$ref"), str):
                yield part["$ref"]
            for inner in part.values():
                yield from targets(inner)
        elif isinstance(part, list):
            for inner in part:
                yield from targets(inner)

    for target in targets(ask.document):
        assert at(ask.document, target.removeprefix("#"))


def test_every_schema_file_is_used() -> None:
    used = {n for f in FOLDER.rglob("*.json") for n in referred(json.loads(f.read_text("utf-8")))}
    assert {file.stem for file in FOLDER.glob("*.json")} <= used


def test_every_operation_of_the_document_has_an_example_that_is_found(ask: Asker) -> None:
    for path, item in ask.document["paths"].items():
        if "get" in item:
            assert ask.get(filled(ask, path, item)).status_code == 200, path
        if "post" in item:
            content = item["post"]["requestBody"]["content"]["application/json"]
            assert any(e["x-answer"]["status"] == 200 for e in content["examples"].values()), path


@pytest.mark.parametrize(("path", "item", "example"), list(example_requests()))
def test_the_examples_are_true(ask: Asker, path: str, item: Json, example: Json) -> None:
    if path not in ask.document["paths"]:
        pytest.skip(f"{path} is not served here")
    response = ask.post(filled(ask, path, item), example["value"])
    assert response.status_code == example["x-answer"]["status"], response.text
    for pointer, value in example["x-answer"]["has"].items():
        assert at(response.json, pointer) == value


def test_every_status_a_question_can_have_is_promised(ask: Asker) -> None:
    for operation in operations(ask.document):
        expected = {"200", "400", "405"}
        if operation["method"] == "post":
            expected |= {"404", "413", "415", "422"}
        assert expected <= set(operation["responses"]), operation["path"]
    assert {400, 404, 405, 413, 415, 422, 500, 503} == set(_STATUS.values())


class _Page(HTMLParser):
    """What a page would load or run."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.ids: set[str] = set()
        self.inline: list[str] = []
        self._inside: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag
        for name, value in attrs:
            if name in ("src", "href", "action"):
                self.loads.append(value or "")
            if name == "id":
                self.ids.add(value or "")
            if name == "style" or name.startswith("on"):
                self.inline.append(name)

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        self._inside = None

    def handle_data(self, data: str) -> None:
        if self._inside in ("script", "style") and data.strip():
            self.inline.append(data)


def test_the_page_needs_no_other_host_and_nothing_inline(ask: Asker) -> None:
    page = _Page()
    page.feed(ask.get("/v1/docs").text)
    assert not page.inline
    for address in page.loads:
        assert address.startswith(("/", "#")) and not address.startswith("//")
        if address.startswith("/"):
            response = ask.app.test_client().get(address)
            assert response.status_code == 200, address
            response.close()
        else:
            assert address[1:] in page.ids, address
    assert {operation["operationId"] for operation in operations(ask.document)} <= page.ids


def test_every_route_is_in_the_written_documentation(ask: Asker) -> None:
    written = (data_root() / "docs" / "api.md").read_text("utf-8")
    assert [
        path for path in ask.document["paths"] if f"{path}`" not in written and f"{path} " not in written
    ] == []


def test_every_kind_of_problem_is_in_the_written_documentation() -> None:
    written = (data_root() / "docs" / "api.md").read_text("utf-8")
    assert [kind for kind in _STATUS if f"`{kind}`" not in written] == []
