"""Recording what translations were made from."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.common import say_wrong, show, speaking
from adjudicator.data.diagnostic import Diagnostic, Span, nearest_name
from adjudicator.data.files import data_root
from adjudicator.library import Library, build_library, contents_of, own_rulings
from adjudicator.reference.pages import rule_sets
from adjudicator.text.catalog import RULINGS, VERSIONS
from adjudicator.text.versions import Translation, named, records, translations, written


@click.command()
@click.argument("ruleset")
@click.argument("reviewed", metavar="[ID]...", nargs=-1)
@click.option(
    "--root", type=click.Path(path_type=Path), help="Another folder with rules/, schema/ and locales/."
)
@speaking
def translated(ruleset: str, reviewed: tuple[str, ...], root: Path | None, lang: str, as_json: bool) -> None:
    """Record that translations say what the English texts say now.

    New texts are recorded in any case. IDs of rules, terms or rulings are those whose English text had
    changed and whose translations have been reviewed since; `validate` names them.
    """
    folder = (root or data_root()).resolve()
    library = build_library(folder, contents_of(folder))
    known = _translations(library, ruleset, lang)
    for id_ in reviewed:
        if not any(named(each, id_) for each in known):
            ids = {each.key.split(".")[0] if each.section == RULINGS else each.key for each in known}
            say_wrong(
                [Diagnostic("unknown-rule", Span(ruleset), {"name": id_}, nearest_name(id_, ids))], lang
            )
    after = records(known, reviewed)
    changed = [e for e in known if after[e.language][e.section][e.key] != e.made_from]
    for language, sections in after.items():
        file = folder / "locales" / language / ruleset / f"{VERSIONS}.yaml"
        file.write_text(written(sections), "utf-8")
    data = [{"language": e.language, "section": e.section, "id": e.key} for e in changed]
    show(data, "\n".join(f"{e.language}  {e.section}  {e.key}" for e in changed), as_json)


def _translations(library: Library, ruleset: str, lang: str) -> list[Translation]:
    sets = rule_sets(library)
    if ruleset not in sets:
        near = nearest_name(ruleset, sets)
        say_wrong([Diagnostic("unknown-ruleset", Span("ruleset"), {"name": ruleset}, near)], lang)
    return list(translations(library.catalog, ruleset, own_rulings(library, sets[ruleset])))


COMMANDS = (translated,)
