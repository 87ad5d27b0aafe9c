"""Is this edit sound? Changed files in, diagnostics and changed outcomes out; nothing is stored."""

from __future__ import annotations

import json
import logging
import subprocess
import sys

from flask import Blueprint, Response

from api.asking import Table, table
from api.bodies import body
from api.problems import Problem, said
from api.responses import answer
from api.service import Json, service

blueprint = Blueprint("validation", __name__, url_prefix="/v1/<ruleset>/validate")
log = logging.getLogger("adjudicator.api")
MOST_SECONDS = 30


def validation(at: Table, files: dict[str, str | None]) -> Json:
    """What the changed files would do, found out by a process that may fail without harm."""
    question = {
        "root": str(service().library.root),
        "ruleset": at.judge.rule_set.id,
        "files": files,
        "language": at.language,
    }
    try:
        done = subprocess.run(
            [sys.executable, "-m", "api.checking"],
            input=json.dumps(question),
            capture_output=True,
            text=True,
            timeout=MOST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Problem("not-answerable", [said("too-slow", "/files", limit=MOST_SECONDS)]) from None
    if done.returncode != 0:
        log.info("files that cannot be checked: exit %s, %s", done.returncode, done.stderr[-2000:])
        raise Problem("not-answerable", [said("not-checkable", "/files")])
    result: Json = json.loads(done.stdout)
    return result


@blueprint.post("")
def check_files(ruleset: str) -> Response:
    at = table(ruleset)
    return answer(validation(at, body("validation-question")["files"]))
