"""Where the rules name the things of the game."""

from __future__ import annotations

from adjudicator.reference.terms import TermFinder
from adjudicator.ruleset.rule_set import RuleSet
from adjudicator.text.catalog import Catalog, Term

Thing = tuple[str, str]  # a kind and the id of one of its items


def named_in(catalog: Catalog, rule_set: RuleSet, language: str) -> dict[Thing, list[str]]:
    """For every item, the rules whose text has its name in any of its forms."""
    names: dict[str, Term] = {}
    things: dict[str, Thing] = {}
    for kind, ids in rule_set.program.items.items():
        for id_ in ids:
            name = catalog.find_name(rule_set.chain, kind, id_, language)
            if name is not None:
                key = f"{kind}/{id_}"
                things[key] = (kind, id_)
                names[key] = Term(name.name, tuple(name.forms.values()), (), (), name.ours, "", "", ())
    finder = TermFinder(names, language)
    rules: dict[Thing, dict[str, None]] = {}
    for rule in rule_set.reference:
        for found in finder.links(catalog.rule_text(rule_set.chain, rule, language)):
            for key in found.ids:  # things of two kinds may share their name
                rules.setdefault(things[key], {})[rule] = None
    return {thing: list(named) for thing, named in rules.items()}
