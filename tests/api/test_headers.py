"""Languages, tags and the headers that make a browser careful."""

from __future__ import annotations

import pytest

from adjudicator.library import Library
from adjudicator.text.languages import LANGUAGES
from tests.api.conftest import LEGAL, START, Asker

REFERENCE = [
    *("/v1/rulesets", "/v1/wotr2", "/v1/wotr2/rules", "/v1/wotr2/rules/battle.attack.at-war"),
    *(
        "/v1/wotr2/items/Region",
        "/v1/wotr2/items/Region/dale",
        "/v1/wotr2/setups/start",
        "/v1/wotr2/questions",
    ),
    *("/v1/wotr2/questions/battle-round", "/v1/wotr2/rulings", "/v1/wotr2/coverage", "/v1/openapi.json"),
    "/v1/docs",
]


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        ("it", "it"),
        ("it-CH, en;q=0.5", "it"),
        ("de, pl;q=0.8, fr;q=0.9", "fr"),
        ("de", "en"),
        ("", "en"),
        ("*", "en"),
        ("\x00;;;q=x", "en"),
    ],
)
def test_the_browser_s_languages_are_respected(ask: Asker, accepted: str, expected: str) -> None:
    response = ask.get("/v1/wotr2", headers={"Accept-Language": accepted})
    assert response.headers["Content-Language"] == expected
    assert "Accept-Language" in response.headers["Vary"]


def test_the_address_counts_more_than_the_browser(ask: Asker) -> None:
    response = ask.get("/v1/wotr2?lang=pl", headers={"Accept-Language": "it"})
    assert response.headers["Content-Language"] == "pl"


@pytest.mark.parametrize("path", REFERENCE)
def test_what_a_reader_has_is_not_sent_again(ask: Asker, path: str) -> None:
    first = ask.get(path)
    assert first.headers["Cache-Control"] == "public, max-age=300"
    again = ask.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304 and not again.data
    assert again.headers["ETag"] == first.headers["ETag"]
    other = ask.get(path, headers={"If-None-Match": '"something-else"'})
    assert other.status_code == 200 and other.data == first.data


def test_another_language_has_another_tag(ask: Asker) -> None:
    path = "/v1/wotr2/rules/battle.attack.at-war"
    tags = {ask.get(f"{path}?lang={lang}").headers["ETag"] for lang in LANGUAGES}
    assert len(tags) == len(LANGUAGES)


def test_the_tag_is_made_from_the_content_version(ask: Asker, served_library: Library) -> None:
    assert served_library.version[:16] in ask.get("/v1/wotr2").headers["ETag"]


def test_what_is_not_there_has_no_tag(ask: Asker) -> None:
    response = ask.get("/v1/wotr2/rules/nothing", headers={"If-None-Match": "*"})
    assert response.status_code == 404 and "ETag" not in response.headers


def test_answers_to_questions_are_not_kept(ask: Asker) -> None:
    for response in (
        ask.post("/v1/wotr2/verdict", {"position": START, "move": LEGAL}),
        ask.post("/v1/wotr2/verdict", {}),
        ask.get("/health"),
        ask.get("/metrics"),
    ):
        assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", [*REFERENCE, "/health", "/metrics", "/nothing", "/v1/wotr2/verdict"])
def test_every_response_makes_a_browser_careful(ask: Asker, path: str) -> None:
    headers = ask.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'self'" and policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "Set-Cookie" not in headers


def test_the_static_files_are_careful_too(ask: Asker) -> None:
    response = ask.app.test_client().get("/static/docs.js")
    assert response.status_code == 200
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    response.close()


def test_any_page_may_ask_without_being_known(ask: Asker) -> None:
    page = {"Origin": "https://example.org"}
    for response in (
        ask.get("/v1/wotr2", headers=page),
        ask.post("/v1/wotr2/verdict", {"position": START, "move": LEGAL}, headers=page),
        ask.post("/v1/wotr2/verdict", {}, headers=page),
    ):
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in response.headers


def test_a_browser_may_ask_first_whether_it_may_ask(ask: Asker) -> None:
    asked = {"Origin": "https://example.org", "Access-Control-Request-Method": "POST"}
    response = ask.app.test_client().options("/v1/wotr2/verdict", headers=asked)
    assert response.status_code == 200
    assert "POST" in response.headers["Access-Control-Allow-Methods"]
    assert "Content-Type" in response.headers["Access-Control-Allow-Headers"]


def test_what_keeps_the_service_running_is_nobody_else_s_business(ask: Asker) -> None:
    for path in ("/health", "/metrics"):
        assert "Access-Control-Allow-Origin" not in ask.get(path).headers


def test_head_is_get_without_the_body(ask: Asker) -> None:
    response = ask.app.test_client().head("/v1/wotr2")
    assert response.status_code == 200 and not response.data
    assert response.headers["ETag"] == ask.get("/v1/wotr2").headers["ETag"]
