"""Serving: the same answers over HTTP."""

from __future__ import annotations

import sys

import click

from adjudicator.cli.common import WRONG


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option(
    "--workers", default=2, show_default=True, type=click.IntRange(1, 64), help="How many worker processes."
)
def serve(host: str, port: int, workers: int) -> None:
    """Serve the API and the pages until interrupted."""
    from api.server import run

    click.echo(f"http://{host}:{port}/v1/docs", err=True)
    try:
        run(host, port, workers)
    except OSError as error:
        click.echo(f"{host}:{port}: {error.strerror}", err=True)
        sys.exit(WRONG)


COMMANDS = (serve,)
