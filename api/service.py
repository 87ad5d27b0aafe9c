"""What all requests of one process share: rule sets, their referees, schemas, and answers already written."""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import orjson
from flask import current_app

from adjudicator import __version__
from adjudicator.coverage import enforcing, testing
from adjudicator.data.files import data_root
from adjudicator.library import Library
from adjudicator.referee import Referee
from adjudicator.reference.tree import Tree
from adjudicator.ruleset.rule_set import RuleSet
from api.metrics import Metrics
from api.schemas import ApiSchemas

if TYPE_CHECKING:
    from api.asking import Table

Json = dict[str, Any]
_KEPT = 8192  # written answers; a rule set has some hundreds of rules and four languages


@dataclass(frozen=True, slots=True)
class Written:
    """A finished answer: its bytes and the tag by which a reader knows whether he still has it."""

    body: bytes
    etag: str


@dataclass(slots=True)
class Reading:
    """A rule set as a reader walks through it; derived once, as it never changes."""

    children: dict[str | None, list[str]]
    order: list[str]
    enforced: dict[str, list[str]]
    tested: dict[str, list[str]]
    kinds: list[str]  # of the rules, in the order in which they are first met

    @classmethod
    def of(cls, rule_set: RuleSet) -> Reading:
        tree = Tree(rule_set.reference)
        children = {above: tree.children(above) for above in (None, *rule_set.reference)}
        kinds = list(dict.fromkeys(entry.kind for entry in rule_set.reference.values()))
        return cls(children, tree.order, enforcing(rule_set), testing(rule_set), kinds)


@dataclass(slots=True)
class Service:
    library: Library
    metrics: Metrics
    schemas: ApiSchemas = field(default_factory=lambda: ApiSchemas(data_root() / "schema" / "api"))
    _referees: dict[str, Referee] = field(default_factory=dict)
    _readings: dict[str, Reading] = field(default_factory=dict)
    # By rule set and language; kept, because answers remember what things are called.
    tables: dict[tuple[str, str], Table] = field(default_factory=dict)
    _written: OrderedDict[Any, Written] = field(default_factory=OrderedDict)

    @property
    def version(self) -> str:
        """The content version: it changes when a byte of the rules, texts or schemas does."""
        return self.library.version

    def referee(self, name: str) -> Referee | None:
        if name not in self._referees and name in self.library.rules:
            self._referees[name] = Referee(self.library.rules[name], self.library.catalog)
        return self._referees.get(name)

    def reading(self, judge: Referee) -> Reading:
        id_ = judge.rule_set.id
        if id_ not in self._readings:
            self._readings[id_] = Reading.of(judge.rule_set)
        return self._readings[id_]

    def written(self, key: tuple[Any, ...], make: Callable[[], Json]) -> Written:
        """An answer that depends on nothing but its key and the content version, written once."""
        kept = self._written.get(key)
        if kept is None:
            body = dumps(make())
            digest = hashlib.blake2b(body, digest_size=6, key=__version__.encode()).hexdigest()
            kept = self._written[key] = Written(body, f"{self.version[:16]}-{digest}")
            if len(self._written) > _KEPT:
                self._written.popitem(last=False)
        return kept


def dumps(data: Any) -> bytes:
    """JSON as it is sent: compact, in UTF-8, never `NaN`."""
    try:
        return orjson.dumps(data, option=orjson.OPT_NON_STR_KEYS)
    except orjson.JSONEncodeError:  # a whole number of more than 64 bits
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        return text.encode("utf-8")


def service() -> Service:
    """The service of the application that answers the current request."""
    found: Service = current_app.extensions["adjudicator"]
    return found
