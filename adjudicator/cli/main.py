"""`adjudicator`: the commands by name."""

from __future__ import annotations

import click

from adjudicator import __version__
from adjudicator.cli import asking, checking, comparing, finding, listing, looking_up, serving, translating


class Commands(click.Group):
    """The commands of the program, and one for every name under which a rule set lets its things be found."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *finding.lookups()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        command = super().get_command(ctx, cmd_name)
        if command is None and (places := finding.lookups().get(cmd_name)):
            return finding.lookup_command(cmd_name, places)
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def main() -> None:
    """A referee in a box for board games.

    Exit codes: 0 fine, 1 the answer is no, 2 the question is wrong.
    """


for module in (asking, checking, comparing, finding, listing, looking_up, serving, translating):
    for command in module.COMMANDS:
        main.add_command(command)
