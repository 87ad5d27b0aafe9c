"""What was found, as JSON in the reader's language."""

from __future__ import annotations

from typing import Any

from adjudicator.reference.pages import ITEM, RULE, TERM
from adjudicator.reference.search import Answer, Hit, Searcher
from adjudicator.reference.snippets import snippet
from adjudicator.text.languages import known

Json = dict[str, Any]


def results(searcher: Searcher, answer: Answer, language: str, rule_set: str | None = None) -> Json:
    """The hits with snippet and place, the terms the question names, and how it was understood."""
    language = known(language)
    return {
        "query": answer.text,
        "language": answer.language,
        "corrections": answer.corrections,
        "terms": [_term(searcher, id_, language, rule_set) for id_ in answer.terms],
        "hits": [_hit(searcher, answer, hit, language) for hit in answer.hits],
    }


def _hit(searcher: Searcher, answer: Answer, hit: Hit, language: str) -> Json:
    page = hit.page
    text = page.texts[language]
    if page.sort == TERM:
        text = f"{text}: {_definition(searcher, page.id, language, hit.rule_set)}"
    # Stems of another language would mark by accident: there only what a word means counts.
    same = answer.language == language
    looked_for = {t for t in answer.looked_for if same or t.startswith("t_")}
    words = searcher.index(language).language
    shown = snippet(text, looked_for, words, searcher.finder(hit.rule_set, language))
    result: Json = {
        "sort": page.sort,
        "ruleset": hit.rule_set,
        "id": page.id.partition("/")[2] if page.sort == ITEM else page.id,
        "kind": page.kind,
        "text": text,
        "snippet": {"text": shown.text, "marks": [list(mark) for mark in shown.marks]},
        "score": round(hit.score, 4),
    }
    if page.sort == RULE:
        headings = zip(page.path, page.above[language], strict=True)
        result["path"] = [{"id": id_, "text": heading} for id_, heading in headings][::-1]
        result["editions"] = hit.editions
    return result


def _term(searcher: Searcher, id_: str, language: str, rule_set: str | None) -> Json:
    for page in searcher.pages:
        if page.sort == TERM and page.id == id_ and (rule_set is None or rule_set in page.rule_sets):
            owner = rule_set or page.rule_sets[0]
            meaning = _definition(searcher, id_, language, owner)
            return {"id": id_, "ruleset": owner, "term": page.texts[language], "definition": meaning}
    return {"id": id_, "ruleset": rule_set, "term": id_, "definition": ""}


def _definition(searcher: Searcher, id_: str, language: str, rule_set: str) -> str:
    term = searcher.glossary(rule_set, language).get(id_)
    return term.definition if term else ""
