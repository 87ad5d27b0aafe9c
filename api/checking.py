"""Checks changed rule files in a process of its own, `python -m api.checking`: from stdin to stdout.

Files from a stranger are parsed, compiled and run here. Whatever they do (nest until the parser's stack is
full, loop until the budget ends, ask for all memory), only this process suffers, for a limited time.
"""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path
from typing import Any

from adjudicator.engine import scenario
from adjudicator.engine.position import digest
from adjudicator.engine.rules import Rules
from adjudicator.library import Library, build_library, contents_of, open_library
from adjudicator.ruleset.rule_set import Scenario
from adjudicator.text import diagnostics

Json = dict[str, Any]
MOST_DIAGNOSTICS = 200
_MOST_MEMORY = 2 * 1024**3


def check(root: Path, ruleset: str, files: dict[str, str | None], language: str) -> Json:
    """The diagnostics of a library with changed files, and the scenarios that would come out otherwise."""
    before = open_library(root)
    changed = {name: text.encode("utf-8") for name, text in files.items() if text is not None}
    kept = [(name, content) for name, content in contents_of(root) if name not in files]
    after = build_library(root, sorted([*kept, *changed.items()]))
    shown = diagnostics.formatted(after.problems[:MOST_DIAGNOSTICS], before.catalog, language, "json")
    usable = ruleset in after.rules
    return {
        "sound": not after.problems,
        "diagnostics": json.loads(shown),
        "omitted": max(0, len(after.problems) - MOST_DIAGNOSTICS),
        "scenarios": _compared(before, after, ruleset) if usable else None,
    }


def _compared(before: Library, after: Library, ruleset: str) -> Json:
    """Every worked example run with the old rules and the new."""
    old, new = before.rules[ruleset], after.rules[ruleset]
    names = list(dict.fromkeys([*old.rule_set.scenarios, *new.rule_set.scenarios]))
    changed = []
    for name in names:
        was = _outcome(old, old.rule_set.scenarios.get(name))
        now = _outcome(new, new.rule_set.scenarios.get(name))
        if was != now:
            changed.append({"scenario": name, "before": was, "after": now})
    return {"run": len(names), "changed": changed}


def _outcome(rules: Rules, example: Scenario | None) -> Json | None:
    """How an example comes out, as far as a reader would notice."""
    if example is None:
        return None
    result = scenario.run(rules, example)
    judged = result.outcome.verdict if result.outcome is not None else None
    return {
        "passed": result.passed,
        "failures": result.failures,
        "verdict": judged.verdict if judged is not None else None,
        "because": judged.because if judged is not None else [],
        "report": (result.position or {}).get("answer"),
        "digest": digest(rules, result.position) if result.position is not None else None,
    }


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    question = json.load(sys.stdin)
    found = check(Path(question["root"]), question["ruleset"], question["files"], question["language"])
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
