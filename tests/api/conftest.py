"""A client that checks every answer it gets against the schema the OpenAPI document promises for it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import jsonschema
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from adjudicator.library import Library, open_library
from api import create_app
from api.openapi import resolved, routes

Json = dict[str, Any]


@dataclass
class Asker:
    """Asks the application; no answer leaves without having been checked."""

    app: Flask

    @property
    def document(self) -> Json:
        found: Json = self.app.extensions["adjudicator-openapi"]
        return found

    def get(self, path: str, **options: Any) -> TestResponse:
        return self.checked("get", path, **options)

    def post(self, path: str, body: Any = None, **options: Any) -> TestResponse:
        given = {} if body is None else {"json": body}
        return self.checked("post", path, **given, **options)

    def checked(self, method: str, path: str, **options: Any) -> TestResponse:
        response = self.app.test_client().open(path, method=method.upper(), **options)
        self.check(response, method)
        return response

    def check(self, response: TestResponse, method: str) -> None:
        promised = self._promised(response, method)
        if promised is not None and response.data:
            schema = {**promised, "components": self.document["components"]}
            jsonschema.Draft202012Validator(schema).validate(json.loads(response.data))

    def _promised(self, response: TestResponse, method: str) -> Json | None:
        """The schema of an answer: the operation's own, or that of problems where there is no operation."""
        problem = {"$ref": "#/components/schemas/problem"}
        rule = response.request.environ.get("werkzeug.url_rule") or self._rule(response)
        if response.status_code >= 400:
            assert response.mimetype == "application/problem+json", response.data
            return problem
        assert rule is not None
        operation = self.document["paths"][rule][method]
        answer = resolved(self.document, operation["responses"][str(response.status_code)])
        content = answer.get("content", {}).get(response.mimetype)
        if response.status_code == 304:
            return None
        assert content is not None, f"{response.mimetype} is not promised"
        schema: Json = content["schema"]
        return schema if response.mimetype == "application/json" else None

    def _rule(self, response: TestResponse) -> str | None:
        with self.app.test_request_context(response.request.path, method=response.request.method) as context:
            rule = context.request.url_rule
        known = dict.fromkeys(path for path, _ in routes(self.app))
        if rule is None:
            return None
        written = rule.rule.replace("<", "{").replace("_>", "}").replace(">", "}")
        assert written in known
        return written


@pytest.fixture(scope="session")
def served_library() -> Library:
    return open_library()


@pytest.fixture(scope="session")
def app(served_library: Library) -> Flask:
    return create_app(served_library)


@pytest.fixture(scope="session")
def ask(app: Flask) -> Asker:
    return Asker(app)


START = {"setup": "start"}
ILLEGAL = {
    "action": "move_army",
    "by": "shadow",
    "from": "dol-guldur",
    "to": "lorien",
    "means": "army-die",
    "who": {"sauron-regular": 5},
}
LEGAL = {**ILLEGAL, "to": "southern-mirkwood"}
ROUND = {"site": "dale", "attackers": {"sauron-regular": 4}, "defenders": {"north-regular": 2}}
