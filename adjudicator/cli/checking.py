"""Checking the data: validate, scenarios, coverage."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from adjudicator import referee
from adjudicator.cli.common import NO, OK, WRONG, default_language, referee_of, show, speaking
from adjudicator.coverage import coverage as coverage_of
from adjudicator.data.diagnostic import Diagnostic
from adjudicator.data.files import data_root
from adjudicator.engine import scenario
from adjudicator.library import Library, build_library, contents_of
from adjudicator.text import diagnostics
from adjudicator.text.languages import LANGUAGES


@click.command()
@click.argument("paths", nargs=-1, type=click.Path())
@click.option("--format", "how", type=click.Choice(["text", "json", "github", "sarif"]), default="text")
@click.option(
    "--lang", type=click.Choice(LANGUAGES), default=default_language, help="Language of the answer."
)
@click.option(
    "--root", type=click.Path(path_type=Path), help="Another folder with rules/, schema/ and locales/."
)
def validate(paths: tuple[str, ...], how: str, lang: str, root: Path | None) -> None:
    """Check rules and texts; report every problem in one run.

    With PATHs only the problems in those files or folders are reported; the whole is checked all the same,
    because a change in one file may break another.
    """
    folder = (root or data_root()).resolve()
    wanted = [Path(p) for p in paths]
    missing = [p for p in wanted if not p.exists()]
    library = build_library(folder, contents_of(folder)) if not missing else Library(folder)
    problems = [d for d in library.problems if not wanted or _below(folder / d.span.file, wanted)]
    if missing:
        from adjudicator.data.diagnostic import Span

        problems = [Diagnostic("cannot-read", Span(str(p)), {"file": str(p)}) for p in missing]
    catalog = library.catalog if library.catalog.documents else referee.library().catalog
    click.echo(diagnostics.formatted(problems, catalog, lang, how, lambda file: _text(folder, file)))
    sys.exit(WRONG if missing or any(d.code == "cannot-read" for d in problems) else NO if problems else OK)


def _below(file: Path, wanted: list[Path]) -> bool:
    return any(file.resolve().is_relative_to(p.resolve()) for p in wanted)


def _text(root: Path, file: str) -> str | None:
    try:
        return (root / file).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return None


@click.command()
@click.argument("ruleset", required=False)
@click.option("--only", help="Only scenarios whose id contains this.")
@speaking
def scenarios(ruleset: str | None, only: str | None, lang: str, as_json: bool) -> None:
    """Run the worked examples of a rule set, or of all."""
    names = [ruleset] if ruleset else sorted(referee.library().rules)
    results = []
    for name in names:
        judge = referee_of(name, lang)
        chosen = [s for s in judge.rule_set.scenarios.values() if not only or only in s.id]
        results += [(name, scenario.run(judge.rules, s)) for s in chosen]
    failed = [(name, r) for name, r in results if not r.passed]
    data = {
        "run": len(results),
        "failed": [{"ruleset": name, "scenario": r.scenario, "failures": r.failures} for name, r in failed],
    }
    lines = [scenario.trace(r) for _, r in failed]
    show(data, "\n".join([*lines, f"{len(results) - len(failed)} passed, {len(failed)} failed"]), as_json)
    sys.exit(NO if failed else OK)


@click.command()
@click.argument("ruleset", required=False)
@click.option("--list", "listing", is_flag=True, help="Name the rules that are not enforced or not tested.")
@speaking
def coverage(ruleset: str | None, listing: bool, lang: str, as_json: bool) -> None:
    """How much of the rules is written down, enforced and tested, by rule set and language."""
    names = [ruleset] if ruleset else sorted(referee.library().rules)
    reports = [coverage_of(referee_of(name, lang)) for name in names]
    lines = []
    for report in reports:
        texts = ", ".join(f"{language} {number}" for language, number in report.texts.items())
        lines.append(
            f"{report.ruleset}: {report.entries} entries, {report.adjudicable} adjudicable, "
            f"{len(report.enforced)} enforced, {len(report.tested)} tested, "
            f"{report.scenarios} scenarios, {report.rulings} rulings ({report.open_rulings} open)"
            f"\n  texts: {texts}"
        )
        if listing:
            lines += [f"  not enforced: {rule}" for rule in report.not_enforced]
            lines += [f"  enforced, not tested: {rule}" for rule in report.not_tested]
    show([report.as_json() for report in reports], "\n".join(lines), as_json)


COMMANDS = (validate, scenarios, coverage)
