"""What players type, in four languages, and whether they find it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from adjudicator.reference.search import Searcher
from adjudicator.text.languages import LANGUAGES

HERE = Path(__file__).parent
FIRST = 3
LEAST_MEAN = 0.85
Query = dict[str, Any]


def queries(language: str) -> list[Query]:
    written: list[Query] = yaml.safe_load((HERE / "queries" / f"{language}.yaml").read_text("utf-8"))
    return written


ALL = [(language, query) for language in LANGUAGES for query in queries(language)]


def rank(searcher: Searcher, query: Query, language: str) -> int:
    """The place of the first entry that answers, from 1; 0 where none was found."""
    hits = searcher.search(query["query"], language, query.get("ruleset", "wotr2")).hits
    places = [place for place, hit in enumerate(hits, 1) if hit.page.id in query["expect"]]
    return min(places, default=0)


@pytest.mark.parametrize(("language", "query"), ALL, ids=[f"{lang}-{q['query']}" for lang, q in ALL])
def test_what_answers_is_among_the_first_three(searcher: Searcher, language: str, query: Query) -> None:
    assert 1 <= rank(searcher, query, language) <= FIRST


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_answers_mostly_comes_first(
    searcher: Searcher, language: str, record_property: pytest.RecordProperty
) -> None:
    ranks = [rank(searcher, query, language) for query in queries(language)]
    mean = sum(1 / place for place in ranks if place) / len(ranks)
    record_property(f"mean reciprocal rank {language}", round(mean, 3))
    print(f"{language}: mean reciprocal rank {mean:.3f} of {len(ranks)} queries")
    assert mean >= LEAST_MEAN


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_enough_queries_of_every_sort(language: str) -> None:
    sorts = Counter(query.get("sort", "words") for query in queries(language))
    assert sorts.total() >= 80
    assert sorts["typo"] >= 20
    assert sorts["question"] >= 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_expected_entry_exists(searcher: Searcher, language: str) -> None:
    known = {(rule_set, page.id) for page in searcher.pages for rule_set in page.rule_sets}
    expected = {(q.get("ruleset", "wotr2"), id_) for q in queries(language) for id_ in q["expect"]}
    assert expected - known == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_query_stands_twice(language: str) -> None:
    counts = Counter((q["query"], q.get("ruleset")) for q in queries(language))
    assert [query for query, number in counts.items() if number > 1] == []
