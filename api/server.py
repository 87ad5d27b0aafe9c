"""The production server: granian, several worker processes, clean shutdown.

Granian and waitress were looked at. Waitress serves from threads of one process, while the rules are pure
Python that keeps one core busy: more processes would need a second program around it. Granian starts, watches
and stops worker processes itself, reads HTTP outside the interpreter lock, and refuses trickling headers.

The rules are loaded once, before the workers are forked, which share them. Each worker answers one request at
a time: the work budget of a rule set belongs to the request under way.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import socket
import tempfile
from functools import lru_cache
from threading import Thread

from flask import Flask
from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels
from granian.server import MPServer

from api import lookup
from api.app import create_app
from api.metrics import FOLDER

_PATIENCE = 10  # seconds a worker gets to finish what it is doing when the server stops


def run(host: str = "127.0.0.1", port: int = 8000, workers: int = 2) -> None:
    """Serve until SIGINT or SIGTERM; then finish the requests under way and return.

    Raises `OSError` where the address cannot be listened at.
    """
    _refuse_taken(host, port)
    _loaded()
    numbers = tempfile.mkdtemp(prefix="adjudicator-metrics-")
    os.environ[FOLDER] = numbers
    # A forked worker has the handlers of its parent, of no use there: until granian has set others,
    # a signal shall simply end it.
    os.register_at_fork(after_in_child=_default_signals)
    try:
        gc.freeze()  # what is loaded stays: no collection in a worker touches, and so copies, its pages
        production_server(host, port, workers).serve(target_loader=application)
    finally:
        shutil.rmtree(numbers, ignore_errors=True)


def _refuse_taken(host: str, port: int) -> None:
    """The workers share their port, so that a second server would quietly take half of the requests."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(address)
        probe.listen(1)


@lru_cache(maxsize=1)
def _loaded() -> Flask:
    return create_app()


def application(_target: str) -> Flask:
    """What a worker serves.

    The index of the search is made beside the first answers: neither they nor the first search wait for it.
    """
    app = _loaded()
    Thread(target=lookup.of(app).searcher, daemon=True).start()
    return app


def _default_signals() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def production_server(host: str, port: int, workers: int) -> MPServer:
    """The server as we run it, for any application."""
    return MPServer(
        "api.server:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        websockets=False,
        workers=workers,
        blocking_threads=1,
        respawn_failed_workers=True,
        workers_kill_timeout=_PATIENCE,
        log_level=LogLevels.warning,
    )
