"""The rule sets on this machine: read, checked, assembled, and kept compiled in a cache."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adjudicator.data import cache
from adjudicator.data.diagnostic import DataError, Diagnostic, Span, nearest_name
from adjudicator.data.files import data_root, yaml_files
from adjudicator.data.schemas import SchemaSet
from adjudicator.data.yaml_reader import Document, read
from adjudicator.engine.rules import Rules
from adjudicator.language.compiler import Object, compile_program
from adjudicator.reference.agreement import dead_links, differing_terms
from adjudicator.reference.bound_texts import bound_problems
from adjudicator.ruleset.parses import Parses
from adjudicator.ruleset.rule_set import Assembler, RuleSet, kind_of_file
from adjudicator.text.catalog import Catalog
from adjudicator.text.checks import engine_problems, text_problems
from adjudicator.text.languages import FALLBACK
from adjudicator.text.rulings import ruling_problems
from adjudicator.text.versions import stale_texts

Documents = dict[str, list[Document]]


@dataclass(slots=True)
class Library:
    """All rule sets and texts below one root, as far as they could be read, and every problem found."""

    root: Path
    rules: dict[str, Rules] = field(default_factory=dict)
    broken: dict[str, RuleSet] = field(default_factory=dict)
    catalog: Catalog = field(default_factory=Catalog)
    problems: list[Diagnostic] = field(default_factory=list)
    version: str = ""


@dataclass(slots=True)
class _Cached:
    rule_sets: dict[str, tuple[RuleSet, Object]]
    broken: dict[str, RuleSet]
    catalog: Catalog
    problems: list[Diagnostic]
    version: str


def open_library(root: Path | None = None, *, use_cache: bool = True) -> Library:
    """Load everything; from the cache when no byte has changed since."""
    with cache.no_collection():
        return _open(root or data_root(), use_cache)


def _open(root: Path, use_cache: bool) -> Library:
    contents = contents_of(root)
    version = cache.content_key(contents)
    key = cache.content_key([*contents, ("code", _code_version())])
    if use_cache and (kept := cache.fetch("library", key)) is not None:
        return _linked(root, kept)
    library = build_library(root, contents, version)
    if use_cache:
        sets = {id_: (r.rule_set, r.object) for id_, r in library.rules.items()}
        kept = _Cached(sets, library.broken, library.catalog, library.problems, version)
        cache.store("library", key, kept)
    return library


def contents_of(root: Path) -> list[tuple[str, bytes]]:
    """Every file the rules are made of, by its name below the root."""
    prefix = len(str(root)) + 1
    return [(str(p)[prefix:].replace("\\", "/"), p.read_bytes()) for p in _all_files(root)]


def _linked(root: Path, kept: _Cached) -> Library:
    rules = {
        id_: Rules(rule_set, object_, kept.version) for id_, (rule_set, object_) in kept.rule_sets.items()
    }
    return Library(root, rules, kept.broken, kept.catalog, kept.problems, kept.version)


def _all_files(root: Path) -> list[Path]:
    return [
        *yaml_files(root / "rules"),
        *yaml_files(root / "locales"),
        *sorted((root / "schema").glob("*.json")),
    ]


def _code_version() -> bytes:
    """The program's own text: a cached object is of no use to another version of it."""
    folder = Path(__file__).parent
    parts = [
        p
        for name in (".", "language", "ruleset", "reference", "text", "data")
        for p in sorted((folder / name).glob("*.*"))
        if p.is_file()
    ]
    return b"".join(f"{p.name}{p.stat().st_mtime_ns}{p.stat().st_size}".encode() for p in parts)


# ---------------------------------------------------------------------- reading


def build_library(root: Path, contents: Iterable[tuple[str, bytes]], version: str = "") -> Library:
    """Read, check, assemble and compile from file contents; nothing is cached, every problem is kept."""
    library = Library(root, version=version)
    schemas = SchemaSet(root / "schema")
    sources: dict[str, Documents] = {}
    with cache.no_collection():
        for name, content in contents:
            _read_file(library, schemas, sources, name, content)
        parses = Parses()
        for id_ in sources:
            _assemble(library, sources, id_, parses)
        library.problems += _text_problems(library, sources)
    library.problems.sort(key=lambda d: (d.span, d.code))
    return library


def _read_file(
    library: Library, schemas: SchemaSet, sources: dict[str, Documents], name: str, content: bytes
) -> None:
    parts = name.split("/")
    if not name.endswith(".yaml"):
        return
    try:
        document = read(content.decode("utf-8"), name)
    except UnicodeDecodeError:
        library.problems.append(Diagnostic("cannot-read", Span(name), {"file": name}))
        return
    except DataError as error:
        library.problems += error.diagnostics
        return
    kind = Catalog.kind_of_file(name) if parts[0] == "locales" else kind_of_file("/".join(parts[2:]))
    if kind is None:
        library.problems.append(Diagnostic("unknown-file", Span(name), {"file": name}))
        return
    found = schemas.check(kind, document)
    library.problems += found
    if parts[0] == "locales":
        if not found:
            library.catalog.add(document)
    else:
        documents = sources.setdefault(parts[1], {})
        if not found:
            documents.setdefault(kind, []).append(document)


def _chain(sources: dict[str, Documents], id_: str) -> list[str]:
    """A rule set and all it extends, the farthest first."""
    chain: list[str] = []
    current: str | None = id_
    while current is not None and current in sources and current not in chain:
        chain.insert(0, current)
        info: Any = next((d.value for d in sources[current].get("ruleset", [])), {})
        current = info.get("extends")
    return chain


def _assemble(library: Library, sources: dict[str, Documents], id_: str, parses: Parses) -> None:
    info = next(iter(sources[id_].get("ruleset", [])), None)
    if info is None:
        return
    base = info.value.get("extends")
    if base is not None and base not in sources:
        near = nearest_name(base, sources)
        library.problems.append(Diagnostic("unknown-ruleset", info.span(("extends",)), {"name": base}, near))
        return
    chain = [(name, sources[name]) for name in _chain(sources, id_)]
    rule_set = Assembler(id_, parses).assemble(chain)
    library.problems += [d for d in rule_set.problems if d not in library.problems]
    if rule_set.problems:
        library.broken[id_] = rule_set
    else:
        library.rules[id_] = Rules(rule_set, compile_program(rule_set.program), library.version)


def _text_problems(library: Library, sources: dict[str, Documents]) -> list[Diagnostic]:
    """Texts and names, also of rule sets that are otherwise broken: everything is reported in one run."""
    found = list(engine_problems(library.catalog))
    for rule_set in [*(r.rule_set for r in library.rules.values()), *library.broken.values()]:
        items = {kind: list(ids) for kind, ids in rule_set.program.items.items()}
        rulings = own_rulings(library, rule_set)
        more = [
            *text_problems(library.catalog, rule_set.chain, list(rule_set.reference), items),
            *ruling_problems(library.catalog, rule_set.id, rulings),
            *stale_texts(library.catalog, rule_set.id, rulings),
            *differing_terms(library.catalog, rule_set.chain, rule_set.reference),
            *bound_problems(library.catalog, rule_set),
            *dead_links(
                sources[rule_set.id].get("reference", []),
                library.catalog.glossary(rule_set.chain, FALLBACK),
                rule_set,
            ),
        ]
        found += [d for d in more if d not in found]  # what is inherited is wrong only once
    return found


def own_rulings(library: Library, rule_set: RuleSet) -> dict[str, dict[str, Any]]:
    """The rulings a rule set adds to those of the one it extends."""
    base = next((name for name in rule_set.chain[1:]), None)
    found = library.rules[base].rule_set if base in library.rules else library.broken.get(base or "")
    inherited = found.rulings if found is not None else {}
    return {id_: ruling for id_, ruling in rule_set.rulings.items() if inherited.get(id_) != ruling}
