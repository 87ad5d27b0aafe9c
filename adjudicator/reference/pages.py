"""What can be found: one page for every rule, item and term, with its words in every language.

Rule sets that extend another share its pages wherever they say the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from adjudicator.language import types as t
from adjudicator.library import Library
from adjudicator.reference.tree import Tree
from adjudicator.ruleset.rule_set import RuleSet
from adjudicator.text.catalog import Catalog
from adjudicator.text.languages import FALLBACK, LANGUAGES
from adjudicator.text.rulings import translated

RULE, ITEM, TERM = "rule", "item", "term"
# Examples and advice repeat what a rule says in more words: the rule itself is to come first.
_FIRST = 0.04  # what a section says first introduces the rest
_ASIDE = 0.85
_LESS = {"example": 0.82, "advice": 0.9, "component": 0.93}


@dataclass(slots=True)
class Page:
    """Something that can be found. Its texts are by language; `rule_sets` are those it holds in."""

    sort: str
    owner: str
    id: str
    kind: str
    texts: dict[str, str]
    above: dict[str, list[str]] = field(default_factory=dict)  # the headings it stands under, nearest first
    path: tuple[str, ...] = ()  # the ids of these
    before: dict[str, str] = field(default_factory=dict)  # what stands just before it in its section
    more: dict[str, str] = field(default_factory=dict)  # words that also lead to it
    terms: list[str] = field(default_factory=list)
    weight: float = 1.0
    number: str | None = None  # printed on it
    rule_sets: list[str] = field(default_factory=list)

    @property
    def key(self) -> tuple[str, str]:
        return self.sort, self.id

    def same(self, other: Page) -> bool:
        """Do both say the same?"""
        return self.texts == other.texts and self.kind == other.kind and self.more == other.more


def rule_sets(library: Library) -> dict[str, RuleSet]:
    """All rule sets that could be read, those that extend another after it."""
    found = {id_: rules.rule_set for id_, rules in library.rules.items()}
    found |= library.broken
    return dict(sorted(found.items(), key=lambda pair: (len(pair[1].chain), pair[0])))


def pages(library: Library) -> list[Page]:
    """Every page of every rule set."""
    kept: list[Page] = []
    by_key: dict[tuple[str, str, str], Page] = {}
    for id_, rule_set in rule_sets(library).items():
        for page in _pages_of(rule_set, library.catalog):
            base = next((by_key[key] for o in rule_set.chain[1:] if (key := (o, *page.key)) in by_key), None)
            if base is not None and base.same(page):
                page = base
            else:
                kept.append(page)
            page.rule_sets.append(id_)
            by_key[(id_, *page.key)] = page
    return kept


def _pages_of(rule_set: RuleSet, catalog: Catalog) -> Iterator[Page]:
    yield from _rules(rule_set, catalog)
    yield from _items(rule_set, catalog)
    yield from _terms(rule_set, catalog)


def _rules(rule_set: RuleSet, catalog: Catalog) -> Iterator[Page]:
    tree = Tree(rule_set.reference)
    chain = rule_set.chain
    glossary = catalog.glossary(chain, FALLBACK)
    aside = set(rule_set.info.get("aside", ()))
    asked = _asked(rule_set, catalog)
    for id_, entry in rule_set.reference.items():
        texts = {language: catalog.rule_text(chain, id_, language) for language in LANGUAGES}
        path = tree.path(id_)[::-1]
        elder = tree.elder(id_)
        before = {} if elder is None else {code: catalog.rule_text(chain, elder, code) for code in LANGUAGES}
        above = {language: [catalog.rule_text(chain, up, language) for up in path] for language in LANGUAGES}
        more = asked.get(id_, {})
        terms = [*entry.terms, *(part for part in _endings(id_) if part in glossary)]
        weight = _LESS.get(entry.kind, 1.0) * (1 + _FIRST / (1 + tree.place_among_siblings(id_)))
        if aside.intersection((id_, *path)):
            weight *= _ASIDE
        yield Page(RULE, rule_set.id, id_, entry.kind, texts, above, tuple(path), before, more, terms, weight)


def _asked(rule_set: RuleSet, catalog: Catalog) -> dict[str, dict[str, str]]:
    """The questions of the rulings about each rule, by language: people ask what the books left open."""
    found: dict[str, dict[str, str]] = {}
    for ruling in rule_set.rulings.values():
        for language in LANGUAGES:
            question = str(translated(catalog, rule_set.chain, ruling, language).get("question", ""))
            texts = found.setdefault(ruling["rule"], {})
            texts[language] = f"{texts[language]} {question}" if language in texts else question
    return found


def _endings(id_: str) -> Iterator[str]:
    """The parts of an id, and its ends written as one word: an entry is often named after a term."""
    parts = id_.split(".")
    yield from parts
    for first in range(len(parts) - 1):
        yield "-".join(parts[first:])


def _items(rule_set: RuleSet, catalog: Catalog) -> Iterator[Page]:
    """Items that people look up by their name; what has no name of its own in any language is no page."""
    chain = rule_set.chain
    glossary = catalog.glossary(chain, FALLBACK)
    for kind, ids in rule_set.program.items.items():
        for id_ in ids:
            names = {language: catalog.find_name(chain, kind, id_, language) for language in LANGUAGES}
            if not any(names.values()):
                continue
            texts = {language: name.name if name else id_ for language, name in names.items()}
            number = rule_set.program.attributes[kind].get("number", {}).get(id_)
            more = {
                language: " ".join(
                    [
                        *(name.forms.values() if name else ()),
                        *(_numbered(rule_set, catalog, kind, id_, language) if number is not None else ()),
                    ]
                )
                for language, name in names.items()
            }
            terms = [id_] if id_ in glossary else []
            page = Page(ITEM, rule_set.id, f"{kind}/{id_}", kind, texts, more=more, terms=terms)
            page.number = None if number is None else str(number)
            yield page


def _numbered(rule_set: RuleSet, catalog: Catalog, kind: str, id_: str, language: str) -> Iterator[str]:
    """The printed number of an item, and whose it is: people ask for a card by its deck and number."""
    attributes = rule_set.program.attributes[kind]
    yield str(attributes["number"][id_])
    for name, type_ in rule_set.program.scope.kinds[kind].items():
        value = attributes[name].get(id_)
        if isinstance(type_, t.Kind | t.Enumeration) and value is not None:
            yield catalog.name(rule_set.chain, type_.name, value, language)


def _terms(rule_set: RuleSet, catalog: Catalog) -> Iterator[Page]:
    glossaries = {language: catalog.glossary(rule_set.chain, language) for language in LANGUAGES}
    for id_ in glossaries[FALLBACK]:
        texts, more = {}, {}
        for language, glossary in glossaries.items():
            term = glossary.get(id_)
            texts[language] = term.term if term else id_
            more[language] = " ".join((*term.forms, *term.synonyms, *term.elsewhere)) if term else ""
        yield Page(TERM, rule_set.id, id_, TERM, texts, more=more, terms=[id_])
