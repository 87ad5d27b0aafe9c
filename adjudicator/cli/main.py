"""`adjudicator`: the commands by name."""

from __future__ import annotations

import click

from adjudicator import __version__
from adjudicator.cli import asking, checking, looking_up, serving


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def main() -> None:
    """A referee in a box for board games.

    Exit codes: 0 fine, 1 the answer is no, 2 the question is wrong.
    """


for command in (*asking.COMMANDS, *checking.COMMANDS, *looking_up.COMMANDS, *serving.COMMANDS):
    main.add_command(command)
