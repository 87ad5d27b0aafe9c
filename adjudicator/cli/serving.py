"""Serving: the same answers over HTTP."""

from __future__ import annotations

import click


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8000, show_default=True, type=int)
def serve(host: str, port: int) -> None:
    """Serve the API and the pages."""
    from api.server import run

    run(host, port)


COMMANDS = (serve,)
