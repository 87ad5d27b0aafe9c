"""The reference as plain text for a terminal. Everything said comes from the JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable
from typing import Any

from adjudicator.text.catalog import Catalog
from adjudicator.text.languages import LANGUAGES, language_name

Json = dict[str, Any]
_WIDTH = 100
_SHORT = 78
_LISTED = 12


class Drawing:
    """Draws JSON about the reference in one language."""

    def __init__(self, catalog: Catalog, language: str, strong: Callable[[str], str] = str) -> None:
        """`strong` marks what was looked for."""
        self.catalog, self.language, self.strong = catalog, language, strong

    def say(self, key: str, /, **values: Any) -> str:
        return self.catalog.say("reference", key, self.language, values)

    # ------------------------------------------------------------------ finding

    def results(self, data: Json) -> str:
        if not data["hits"] and not data["terms"]:
            return self.say("nothing", query=data["query"])
        lines = []
        if data["language"] != self.language:
            lines.append(self.say("understood", language=language_name(data["language"], self.language)))
        if data["corrections"]:
            words = ", ".join(f"{typed} → {meant}" for typed, meant in data["corrections"].items())
            lines.append(self.say("corrected", words=words))
        for term in data["terms"]:
            lines += _wrapped(f"{term['term']}: {term['definition']}", "= ", "  ")
        for number, hit in enumerate(data["hits"], 1):
            lines += ["", f"{number}. {hit['id']}  ({hit['ruleset']}, {hit['kind']})"]
            if hit.get("path"):
                lines.append(f"   {' › '.join(_short(above['text'], 40) for above in hit['path'])}")
            lines += _wrapped(self._marked(hit["snippet"]), "   ", "   ")
            if hit.get("editions"):
                lines.append(f"   {self.say('editions')} {', '.join(hit['editions'])}")
        return "\n".join(lines)

    def _marked(self, snippet: Json) -> str:
        text, parts, end = snippet["text"], [], 0
        for start, stop in snippet["marks"]:
            parts += [text[end:start], self.strong(text[start:stop])]
            end = stop
        return "".join([*parts, text[end:]])

    # ------------------------------------------------------------------ rules

    def rule(self, data: Json, source: str, *, all_languages: bool = False) -> str:
        lines = [" › ".join(_short(above["text"], 40) for above in data["path"])] if data["path"] else []
        lines += [f"{data['id']}  ({data['kind']})", *_wrapped(data["text"])]
        for book, places in data["sources"].items():
            told = [f"«{p['heading']}»" + (f", {p['page']}" if "page" in p else "") for p in places]
            lines.append(f"{source} {book}: {'; '.join(told)}")
        if not data["adjudicable"]:
            lines.append(self.say("not-judged", why=self.say(f"why-not-{data['why_not']}")))
        if data["beyond"]:
            lines.append(self.say("beyond", confidence=self.say(f"confidence-{data['confidence']}")))
        elif data["translation"]:
            lines.append(self.say("translation"))
        if data["remark"]:
            lines += _wrapped(f"{self.say('remark')} {data['remark']}", "", "  ")
        lines += self._links("children", data["children"])
        around = [entry for entry in (data["previous"], data["next"]) if entry]
        lines += self._links("neighbours", around)
        lines += self._links("see", data["see"])
        lines += self._links("seen-from", data["seen_from"])
        lines += self._rulings(data["rulings"])
        lines += self._editions(data["editions"])
        if all_languages:
            lines += self._languages({k: v for k, v in data["languages"].items() if k != self.language})
        lines += self._named("enforced", data["enforced_by"])
        lines += self._named("tested", data["tested_by"])
        return "\n".join(lines)

    def _links(self, key: str, entries: list[Json]) -> list[str]:
        if not entries:
            return []
        lines = [f"  {entry['id']}  {_short(entry['text'])}" for entry in entries[:_LISTED]]
        more = [f"  … {len(entries) - _LISTED}"] if len(entries) > _LISTED else []
        return [self.say(key), *lines, *more]

    def _named(self, key: str, names: Iterable[str]) -> list[str]:
        listed = list(names)
        return [self.say(key), *(f"  {name}" for name in listed)] if listed else []

    def _rulings(self, rulings: list[Json]) -> list[str]:
        lines = []
        for ruling in rulings:
            taken = ruling.get("takes")
            state = self.say("taken", option=taken) if taken else self.say("open")
            lines += _wrapped(f"{ruling['ruling']}: {ruling['question']} ({state})", "  ", "    ")
            lines += [
                line
                for option, text in ruling["options"].items()
                for line in _wrapped(f"{'>' if option == taken else '-'} {option}: {text}", "    ", "      ")
            ]
            if ruling.get("why"):
                lines += _wrapped(f"{self.say('why')} {ruling['why']}", "    ", "      ")
        return [self.say("rulings"), *lines] if lines else []

    def rulings(self, data: list[Json]) -> str:
        """All of them, in the manner of a compliance statement, with how many are decided."""
        taken = sum(bool(ruling.get("takes")) for ruling in data)
        counted = self.say("rulings-counted", all=len(data), taken=taken, open=len(data) - taken)
        return "\n".join([*self._rulings(data)[1:], counted])

    def _editions(self, editions: list[Json]) -> list[str]:
        lines = []
        for edition in editions:
            lines += _wrapped(f"{edition['ruleset']}: {edition['text'] or self.say('absent')}", "  ", "    ")
        return [self.say("editions"), *lines] if lines else []

    def _languages(self, texts: dict[str, str]) -> list[str]:
        lines = [self.say("languages")]
        for code in LANGUAGES:
            if code in texts:
                lines += _wrapped(f"{code}: {texts[code]}", "  ", "      ")
        return lines

    # ------------------------------------------------------------------ terms and things

    def term(self, data: Json) -> str:
        ours = f"  ({self.say('ours')})" if data["ours"] else ""
        lines = [f"{data['term']}  [{data['id']}]{ours}", *_wrapped(data["definition"])]
        for key in ("forms", "synonyms"):
            if data[key]:
                lines += _wrapped(f"{self.say(key)} {', '.join(data[key])}", "", "  ")
        others = {k: v["term"] for k, v in data["languages"].items() if k != self.language}
        lines += self._languages(others)
        return "\n".join([*lines, *self._links("used", data["used_in"])])

    def item(self, data: Json) -> str:
        ours = f"  ({self.say('ours')})" if data["ours"] else ""
        lines = [f"{data['name']}  [{data['kind']} {data['id']}, {data['ruleset']}]{ours}"]
        for text in data["texts"].values():
            lines += _wrapped(text, "  ", "  ")
        for fact in data["facts"]:
            lines += _wrapped(self.say("labelled", **fact), "  ", "    ")
        for group in data["named_by"]:
            names = ", ".join(item["name"] for item in group["items"])
            lines += _wrapped(f"{self.say('named-by')} {names}", "", "  ")
        lines += self._languages({k: v for k, v in data["languages"].items() if k != self.language})
        return "\n".join(lines)

    def components(self, data: Json) -> str:
        lines = []
        for kind in data["kinds"]:
            lines.append(self.say("labelled", label=kind["name"], text=str(kind["total"])))
            lines += [f"  {item['count']:>3} × {item['name']}" for item in kind["items"]]
        for die in data["dice"]:
            faces = ", ".join(f"{face['times']} × {face['text']}" for face in die["faces"])
            lines += _wrapped(self.say("labelled", label=die["name"], text=faces), "", "  ")
        return "\n".join(lines)

    def setup(self, data: Json) -> str:
        lines = [f"{data['name']}  [{data['id']}, {data['ruleset']}]"]
        lines += _wrapped(f"{data['rule']}: {data['text']}", "  ", "    ") if data["rule"] else []
        for field in data["fields"]:
            lines.append(self.say("labelled", label=field["label"], text="").rstrip())
            for held in field["holds"]:
                named = self.say("labelled", label=held["name"] or "", text=held["text"])
                lines += _wrapped(named if held["name"] else held["text"], "  ", "    ")
        return "\n".join(lines)

    # ------------------------------------------------------------------ side by side

    def comparison(self, data: Json) -> str:
        one, other = (f"{side['ruleset']} {side['language']}" for side in (data["one"], data["other"]))
        lines = []
        for row in data["rules"]:
            lines += [row["id"]]
            for label, text in ((one, row["one"]), (other, row["other"])):
                lines += _wrapped(f"{label}: {text or self.say('absent')}", "  ", "    ")
        if data["one"]["ruleset"] == data["other"]["ruleset"]:
            return "\n".join(lines)
        differing = sum(not row["same"] for row in data["rules"])
        return "\n".join([*lines, self.say("compared", differing=differing, compared=data["compared"])])


def _short(text: str, longest: int = _SHORT) -> str:
    return textwrap.shorten(text, longest, placeholder="…")


def _wrapped(text: str, first: str = "", rest: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
