"""Two versions of the rules side by side: two languages of one rule set, or two editions in one language."""

from __future__ import annotations

from typing import Any

from adjudicator.data.diagnostic import nearest_name
from adjudicator.library import Library
from adjudicator.reference.details import Unknown
from adjudicator.reference.pages import rule_sets
from adjudicator.reference.tree import Tree
from adjudicator.ruleset.rule_set import RuleSet

Json = dict[str, Any]
Version = tuple[str, str]  # a rule set and a language


def compare(library: Library, id_: str | None, one: Version, other: Version, *, all_: bool = False) -> Json:
    """A rule and everything below it (without an id: all rules) in two versions.

    Two editions say mostly the same, so there only what differs is given unless `all_` is wanted; two
    languages never say the same, so of them everything is.
    """
    sets = rule_sets(library)
    ids = _ids(sets[one[0]], sets[other[0]], id_)
    editions = one[0] != other[0]
    rows = []
    for rule in ids:
        texts = [_text(library, sets[rule_set], rule, language) for rule_set, language in (one, other)]
        if all_ or not editions or texts[0] != texts[1]:
            rows.append({"id": rule, "one": texts[0], "other": texts[1], "same": texts[0] == texts[1]})
    return {
        "one": {"ruleset": one[0], "language": one[1]},
        "other": {"ruleset": other[0], "language": other[1]},
        "compared": len(ids),
        "rules": rows,
    }


def _ids(one: RuleSet, other: RuleSet, id_: str | None) -> list[str]:
    """The rules of both, in the order of the first; those only the other has stand at the end."""
    trees = [Tree(one.reference), Tree(other.reference)]
    if id_ is None:
        return list(dict.fromkeys([*trees[0].order, *trees[1].order]))
    known = {**one.reference, **other.reference}
    if id_ not in known:
        raise Unknown(id_, nearest_name(id_, known))
    found: dict[str, None] = {}
    for tree, rule_set in zip(trees, (one, other), strict=True):
        if id_ in rule_set.reference:
            found |= dict.fromkeys(tree.below(id_))
    return list(found)


def _text(library: Library, rule_set: RuleSet, id_: str, language: str) -> str | None:
    if id_ not in rule_set.reference:
        return None
    return library.catalog.rule_text(rule_set.chain, id_, language)
