"""Everything about one rule, term or item as JSON: what the command line prints and the pages draw."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from adjudicator.coverage import enforcing, testing
from adjudicator.data.diagnostic import nearest_name
from adjudicator.library import Library
from adjudicator.reference.bound_texts import own_texts
from adjudicator.reference.pages import rule_sets
from adjudicator.reference.telling import Telling
from adjudicator.reference.terms import TermFinder, used_in
from adjudicator.reference.titles import title
from adjudicator.reference.tree import Tree
from adjudicator.ruleset.rule_set import Entry, RuleSet
from adjudicator.text.catalog import Catalog, Term
from adjudicator.text.languages import LANGUAGES
from adjudicator.text.rulings import translated

Json = dict[str, Any]


class Unknown(KeyError):
    """Nothing of this name; `nearest` is what may have been meant."""

    def __init__(self, name: str, nearest: str | None) -> None:
        self.name, self.nearest = name, nearest
        super().__init__(name)


class Details:
    """Looks things up in one rule set, in one language. What every lookup needs is made at the first."""

    def __init__(self, library: Library, rule_set: str, language: str) -> None:
        self._sets = rule_sets(library)
        self.catalog: Catalog = library.catalog
        self.rule_set: RuleSet = self._sets[rule_set]
        self.chain = self.rule_set.chain
        self.language = language

    @cached_property
    def aliases(self) -> dict[str, str]:
        """Ids that rules had before, and the id each has now."""
        return {old: entry.id for entry in self.rule_set.reference.values() for old in entry.was}

    @cached_property
    def tree(self) -> Tree:
        return Tree(self.rule_set.reference)

    @cached_property
    def glossary(self) -> dict[str, Term]:
        return self.catalog.glossary(self.chain, self.language)

    @cached_property
    def finder(self) -> TermFinder:
        return TermFinder(self.glossary, self.language)

    @cached_property
    def _enforced(self) -> dict[str, list[str]]:
        return enforcing(self.rule_set)

    @cached_property
    def _tested(self) -> dict[str, list[str]]:
        return testing(self.rule_set)

    @cached_property
    def _seen_from(self) -> dict[str, list[str]]:
        """For every rule, those that refer to it."""
        found: dict[str, list[str]] = {}
        for entry in self.rule_set.reference.values():
            for other in entry.see:
                found.setdefault(other, []).append(entry.id)
        return found

    @cached_property
    def _used_in(self) -> dict[str, list[str]]:
        return used_in(self.catalog, self.chain, self.rule_set.reference, self.language)

    # ------------------------------------------------------------------ rules

    def heading(self, id_: str) -> Json:
        """A rule as a link: its id and its text."""
        return {"id": id_, "text": self.catalog.rule_text(self.chain, id_, self.language)}

    def rule(self, id_: str) -> Json:
        """A rule with its place, its neighbours, its sources, and what other editions and languages say."""
        entries = self.rule_set.reference
        id_ = self.aliases.get(id_, id_)
        if id_ not in entries:
            raise Unknown(id_, nearest_name(id_, entries))
        entry, tree = entries[id_], self.tree
        text = self.catalog.rule_text(self.chain, id_, self.language)
        before, after = tree.previous(id_), tree.next(id_)
        return {
            "id": id_,
            "ruleset": self.rule_set.id,
            "kind": entry.kind,
            "parent": entry.parent,
            "text": text,
            "terms": self.terms_in(text, entry.terms),
            "adjudicable": entry.adjudicable,
            "why_not": entry.why_not,
            "path": [self.heading(above) for above in tree.path(id_)],
            "children": [self.heading(below) for below in tree.children(id_)],
            "previous": self.heading(before) if before else None,
            "next": self.heading(after) if after else None,
            "sources": entry.sources,
            "translation": self.language not in self._languages_of(entry),
            "beyond": entry.beyond,
            "confidence": entry.confidence,
            "see": [self.heading(other) for other in entry.see if other in entries],
            "seen_from": [self.heading(other) for other in self._seen_from.get(id_, [])],
            "rulings": self.rulings(id_),
            "remark": self.catalog.remark(self.chain, id_, self.language),
            "editions": self.editions(id_),
            "languages": {code: self.catalog.rule_text(self.chain, id_, code) for code in LANGUAGES},
            "enforced_by": self._enforced.get(id_, []),
            "tested_by": self._tested.get(id_, []),
        }

    def _languages_of(self, entry: Entry) -> set[str]:
        """The languages in which a book of this rule set says it."""
        books = self.rule_set.info.get("books", {})
        return {books[book]["language"] for book in entry.sources if book in books}

    def terms_in(self, text: str, preferred: list[str]) -> list[Json]:
        """The words of the glossary in a text, with their places."""
        return [{"id": f.ids[0], "start": f.start, "end": f.end} for f in self.finder.links(text, preferred)]

    def rulings(self, id_: str) -> list[Json]:
        """The open points about a rule: the readings, the one that is taken, and why."""
        named = self.rule_set.reference[id_].rulings
        return [r for r in self.all_rulings() if r["rule"] == id_ or r["ruling"] in named]

    def all_rulings(self) -> list[Json]:
        """Every point the books leave open, in the reader's language."""
        written = self.rule_set.rulings.values()
        return [translated(self.catalog, self.chain, ruling, self.language) for ruling in written]

    def editions(self, id_: str) -> list[Json]:
        """What the other editions of the game say where they do not say the same."""
        mine = self.catalog.rule_text(self.chain, id_, self.language)
        found = []
        for other in self._sets.values():
            if other.id == self.rule_set.id or other.chain[-1] != self.chain[-1]:
                continue
            said = None
            if id_ in other.reference:
                said = self.catalog.rule_text(other.chain, id_, self.language)
            if said != mine:
                found.append({"ruleset": other.id, "title": title(other.info, self.language), "text": said})
        return found

    # ------------------------------------------------------------------ terms

    def term(self, id_: str) -> Json:
        """A word of the game in all languages, and the rules that use it."""
        glossaries = {code: self.catalog.glossary(self.chain, code) for code in LANGUAGES}
        if not any(id_ in glossary for glossary in glossaries.values()):
            raise Unknown(id_, nearest_name(id_, glossaries[self.language]))
        rules = self._used_in.get(id_, [])
        versions = {code: _term(glossary[id_]) for code, glossary in glossaries.items() if id_ in glossary}
        own = versions.get(self.language) or next(iter(versions.values()))
        return {
            "id": id_,
            "ruleset": self.rule_set.id,
            **own,
            "languages": versions,
            "used_in": [self.heading(rule) for rule in rules],
        }

    # ------------------------------------------------------------------ items

    def item(self, kind: str, id_: str) -> Json:
        """A thing of the game: its name, what is known of it, and the rules that name it."""
        program = self.rule_set.program
        if id_ not in program.items.get(kind, ()):
            raise Unknown(id_, nearest_name(id_, program.items.get(kind, ())))
        attributes = program.attributes.get(kind, {})
        values = {name: of[id_] for name, of in attributes.items() if _told(of.get(id_))}
        names = {code: self.catalog.name(self.chain, kind, id_, code) for code in LANGUAGES}
        telling = Telling(self.catalog, self.rule_set, self.language)
        return {
            "id": id_,
            "ruleset": self.rule_set.id,
            "kind": kind,
            "name": names[self.language],
            "ours": self.catalog.is_ours(self.chain, kind, id_, self.language),
            "languages": names,
            "attributes": values,
            "texts": own_texts(self.catalog, self.rule_set, id_, self.language),
            "facts": telling.facts(kind, id_),
            "named_by": telling.referring(kind, id_),
        }


def _told(value: Any) -> bool:
    """Is there anything to say? What is none, false or empty is not said."""
    return value is not None and value is not False and value != [] and value != {} and value != 0


def _term(term: Term) -> Json:
    return {
        "term": term.term,
        "definition": term.definition,
        "forms": list(term.forms),
        "synonyms": [*term.synonyms, *term.elsewhere],
        "ours": term.ours,
    }
