"""All texts of all languages, by what they are texts of. No file is read here: documents are handed in.

Nothing that is looked up is ever missing: what a language lacks is given in English, and what English lacks
is given by its id, so that a gap in the texts never stops an answer. `checks.py` finds the gaps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from adjudicator.data.diagnostic import Span
from adjudicator.data.yaml_reader import Document, Path
from adjudicator.text.languages import FALLBACK, LANGUAGES, known
from adjudicator.text.messages import MessageError, NameOf, parse, plain_name

# Directly below a language: the same for every rule set.
ENGINE = ("verdicts", "diagnostics", "interface", "search", "reference")
# Below a rule set: a file or a folder of that name.
RULES, NAMES, SENTENCES, GLOSSARY = "rules", "names", "sentences", "glossary"
RULINGS, REMARKS, CARDS = "rulings", "remarks", "cards"
VERSIONS = "versions"  # of the original, that each text was translated from
_SCHEMAS = {
    RULES: "texts",
    NAMES: "names",
    SENTENCES: "messages",
    GLOSSARY: "glossary",
    RULINGS: "messages",
    REMARKS: "texts",
    CARDS: "messages",
    VERSIONS: "versions",
}
_UNIDENTIFIED = "?"

Chain = Sequence[str]  # a rule set and those it extends, nearest first


class Text(NamedTuple):
    """A text and where it is written."""

    text: str
    file: str
    path: Path


class Name(NamedTuple):
    """What a thing is called; `ours` when no book among the sources attests it."""

    name: str
    forms: dict[str, str]
    ours: bool
    file: str
    path: Path


class Term(NamedTuple):
    """A word of the game: its forms, what else it is called, what another edition calls it, what it means."""

    term: str
    forms: tuple[str, ...]
    synonyms: tuple[str, ...]
    elsewhere: tuple[str, ...]
    ours: bool
    definition: str
    file: str
    path: Path


@dataclass(frozen=True, slots=True)
class Item:
    """A thing together with its kind, for values whose id alone may mean several things."""

    kind: str
    id: str


class _Place(NamedTuple):
    """Whose texts a file holds: section, rule set (none for the engine's) and language."""

    section: str
    owner: str
    language: str


def _place(file: str) -> _Place | None:
    parts = file.removesuffix(".yaml").split("/")
    if "locales" not in parts:
        return None
    # What stands after the last `locales`: the data root may lie in a folder of that name.
    parts = parts[len(parts) - parts[::-1].index("locales") :]
    if not parts or parts[0] not in LANGUAGES:
        return None
    if len(parts) == 2 and parts[1] in ENGINE:
        return _Place(parts[1], "", parts[0])
    if len(parts) >= 3 and parts[2] in _SCHEMAS:
        return _Place(parts[2], parts[1], parts[0])
    return None


@dataclass(slots=True)
class Catalog:
    """Fill it with `add`; afterwards it is only read, and may be pickled and shared."""

    documents: dict[str, Document] = field(default_factory=dict)
    _texts: dict[_Place, dict[str, Text]] = field(default_factory=dict)
    _names: dict[_Place, dict[tuple[str, str], Name]] = field(default_factory=dict)
    _terms: dict[_Place, dict[str, Term]] = field(default_factory=dict)
    _kinds: dict[str, list[str]] = field(default_factory=dict)  # id -> the kinds that have one of this id

    languages = LANGUAGES

    @staticmethod
    def kind_of_file(file: str) -> str | None:
        """Which schema a file below `locales/` must meet; none for a file that has no place there."""
        place = _place(file)
        return None if place is None else _SCHEMAS.get(place.section, "messages")

    def add(self, document: Document) -> bool:
        """Take the texts of one file; false when its name says that it holds none."""
        place = _place(document.file)
        if place is None:
            return False
        self.documents[document.file] = document
        content = document.value if isinstance(document.value, dict) else {}
        if place.section == NAMES:
            self._add_names(place, content, document.file)
        elif place.section == GLOSSARY:
            self._add_terms(place, content, document.file)
        else:
            self._add_texts(self._texts.setdefault(place, {}), content, document.file)
        return True

    def _add_texts(
        self, table: dict[str, Text], content: Mapping[str, Any], file: str, path: Path = ()
    ) -> None:
        """Keys of a nested mapping are joined by a full stop."""
        for key, value in content.items():
            here = (*path, key)
            if isinstance(value, Mapping):
                self._add_texts(table, value, file, here)
            elif value is not None:
                table[".".join(map(str, here))] = Text(plain_name(value), file, here)

    def _add_names(self, place: _Place, content: Mapping[str, Any], file: str) -> None:
        table = self._names.setdefault(place, {})
        for kind, items in content.items():
            for id_, written in (items if isinstance(items, Mapping) else {}).items():
                details = written if isinstance(written, Mapping) else {"name": written}
                if details.get("name") is None:
                    continue
                forms = {form: str(text) for form, text in (details.get("forms") or {}).items()}
                name = plain_name(details["name"])
                table[kind, id_] = Name(name, forms, bool(details.get("ours")), file, (kind, id_))
                kinds = self._kinds.setdefault(id_, [])
                if kind not in kinds:
                    kinds.append(kind)

    def _add_terms(self, place: _Place, content: Mapping[str, Any], file: str) -> None:
        table = self._terms.setdefault(place, {})
        for id_, written in content.items():
            forms, synonyms, elsewhere = (
                tuple(map(str, written.get(key) or ())) for key in ("forms", "synonyms", "elsewhere")
            )
            word, meaning, ours = str(written["term"]), str(written["definition"]), bool(written.get("ours"))
            table[id_] = Term(word, forms, synonyms, elsewhere, ours, meaning, file, (id_,))

    # ------------------------------------------------------------------ what is there

    def texts(self, section: str, owner: str, language: str) -> Mapping[str, Text]:
        """All texts of one section of one rule set (`""`: of the engine) in exactly this language."""
        return self._texts.get(_Place(section, owner, language), {})

    def find_name(self, chain: Chain, kind: str, id_: str, language: str) -> Name | None:
        """A name in exactly this language."""
        for owner in chain:
            found = self._names.get(_Place(NAMES, owner, language), {}).get((kind, id_))
            if found is not None:
                return found
        return None

    def terms(self, owner: str, language: str) -> Mapping[str, Term]:
        """The glossary of one rule set in exactly this language."""
        return self._terms.get(_Place(GLOSSARY, owner, language), {})

    def glossary(self, chain: Chain, language: str) -> dict[str, Term]:
        """All words of a rule set in exactly this language; an edition only lists those it has changed."""
        return {id_: term for owner in reversed(chain) for id_, term in self.terms(owner, language).items()}

    def span(self, entry: Text | Name | Term, *, key: bool = False) -> Span:
        """Where an entry is written."""
        return self.documents[entry.file].span(entry.path, key=key)

    # ------------------------------------------------------------------ lookups with fallback

    def _find(self, section: str, chain: Chain, key: str, language: str) -> Text | None:
        # The rule set counts more than the language: where the first edition has another rule, its English
        # text is right and the second edition's Italian one is wrong.
        for owner in chain:
            for candidate in dict.fromkeys((known(language), FALLBACK)):
                found = self.texts(section, owner, candidate).get(key)
                if found is not None:
                    return found
        return None

    def rule_text(self, chain: Chain, id_: str, language: str) -> str:
        """Our text of a rule."""
        found = self._find(RULES, chain, id_, language)
        return id_ if found is None else found.text

    def remark(self, chain: Chain, id_: str, language: str) -> str | None:
        """How the books differ where it changes nothing: what they say, what is taken and why.

        It is about the books of one edition and not inherited.
        """
        found = self._find(REMARKS, chain[:1], id_, language)
        return None if found is None else found.text

    def sentence(self, chain: Chain, key: str, language: str) -> str:
        """The message a rule set has under a key."""
        found = self._find(SENTENCES, chain, key, language)
        return key if found is None else found.text

    def has_sentence(self, chain: Chain, key: str) -> bool:
        return self._find(SENTENCES, chain, key, FALLBACK) is not None

    def message(self, section: str, key: str, language: str) -> str:
        """A message of the engine: `message("verdicts", "legal", "it")`."""
        found = self._find(section, ("",), key, language)
        return key if found is None else found.text

    def has_message(self, section: str, key: str) -> bool:
        return self._find(section, ("",), key, FALLBACK) is not None

    def name(self, chain: Chain, kind: str, id_: str, language: str, form: str | None = None) -> str:
        """What a thing is called, in a grammatical form where the language has one and we know it."""
        # Here the language counts more than the rule set: an edition only lists the names it has changed.
        for candidate in dict.fromkeys((known(language), FALLBACK)):
            found = self.find_name(chain, kind, id_, candidate)
            if found is not None:
                return found.forms.get(form, found.name) if form else found.name
        return id_

    def any_name(self, chain: Chain, id_: str, language: str, form: str | None = None) -> str:
        """What the thing of this id is called, whatever kind it is; the first kind that names it wins."""
        kinds = self._kinds.get(id_, [])
        for candidate in dict.fromkeys((known(language), FALLBACK)):
            for kind in kinds:
                if self.find_name(chain, kind, id_, candidate) is not None:
                    return self.name(chain, kind, id_, candidate, form)
        return id_

    def is_ours(self, chain: Chain, kind: str, id_: str, language: str) -> bool:
        """Is the name in this language our own choice rather than a book's?"""
        found = self.find_name(chain, kind, id_, language)
        return found is not None and found.ours

    # ------------------------------------------------------------------ complete sentences

    def namer(self, chain: Chain, language: str) -> NameOf:
        """A `name_of` for messages about one rule set."""

        def name_of(value: Any, form: str | None = None) -> str:
            if isinstance(value, Item):
                return self.name(chain, value.kind, value.id, language, form)
            if value is None or isinstance(value, bool):
                word = {None: "none", True: "yes", False: "no"}[value]
                return self.message("verdicts", word, language)
            if value == _UNIDENTIFIED:
                return self.message("verdicts", "unknown-piece", language)
            return self.any_name(chain, value, language, form) if isinstance(value, str) else str(value)

        return name_of

    def say(
        self, section: str, key: str, language: str, values: Mapping[str, Any], name_of: NameOf | None = None
    ) -> str:
        """A message of the engine with its values.

        Where a value is none and there is a message `<key>-without-<value>`, that one is used.
        """
        for name, value in values.items():
            if value is None and self.has_message(section, f"{key}-without-{name}"):
                key = f"{key}-without-{name}"
                break
        return filled(self.message(section, key, language), language, values, name_of)


def filled(text: str, language: str, values: Mapping[str, Any], name_of: NameOf | None = None) -> str:
    """A message with its values; a text that is no message is given as it stands."""
    try:
        return parse(text).format(values, known(language), name_of)
    except MessageError:
        return text
