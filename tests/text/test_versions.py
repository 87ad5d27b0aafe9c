"""What translations were made from, and which of them were left behind."""

from __future__ import annotations

from adjudicator.data.yaml_reader import read
from adjudicator.text.catalog import Catalog
from adjudicator.text.versions import fingerprint, records, stale_texts, translations, written


def catalog(english: str, recorded: str | None = None) -> Catalog:
    made = Catalog()
    made.add(read(f"a.b: {english}\n", "locales/en/toy/rules/a.yaml"))
    made.add(read("a.b: Vale 1.\n", "locales/it/toy/rules/a.yaml"))
    if recorded is not None:
        made.add(read(recorded, "locales/it/toy/versions.yaml"))
    return made


def test_a_fingerprint_changes_with_the_words_and_not_with_the_lines() -> None:
    assert fingerprint("one two") == fingerprint("one\n  two")
    assert fingerprint("one two") != fingerprint("one too")
    assert fingerprint("one two").isalpha()


def test_a_language_without_a_record_is_left_in_peace() -> None:
    assert list(stale_texts(catalog("It is worth 1."), "toy", {})) == []


def test_what_was_recorded_is_fresh_until_the_original_changes() -> None:
    known = list(translations(catalog("It is worth 1."), "toy", {}))
    record = written(records(known, ())["it"])
    assert list(stale_texts(catalog("It is worth 1.", record), "toy", {})) == []
    [stale] = stale_texts(catalog("It counts 1.", record), "toy", {})
    assert (stale.code, stale.span.file, stale.span.line) == ("stale-text", "locales/it/toy/rules/a.yaml", 1)


def test_recording_again_does_not_hide_what_is_stale_unless_it_was_reviewed() -> None:
    record = written(records(list(translations(catalog("It is worth 1."), "toy", {})), ())["it"])
    changed = list(translations(catalog("It counts 1.", record), "toy", {}))
    assert records(changed, ())["it"]["rules"]["a.b"] == fingerprint("It is worth 1.")
    assert records(changed, ("a.b",))["it"]["rules"]["a.b"] == fingerprint("It counts 1.")
