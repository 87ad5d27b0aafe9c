"""Servers of our own for a benchmark, each in its own process, stopped when it is over."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from bench.load import HOST

_PATIENCE = 30.0
BARE = [sys.executable, "-m", "bench.bare"]


def served(workers: int) -> list[str]:
    """The command of the service, as `make run` starts it."""
    return [sys.executable, "-m", "adjudicator", "serve", "--workers", str(workers), "--port"]


@contextmanager
def running(command: list[str]) -> Iterator[int]:
    """Start a server, wait until it listens, give its port; the port is the last part of the command."""
    port = _free_port()
    process = subprocess.Popen([*command, str(port)], stderr=subprocess.DEVNULL)
    try:
        _wait(process, port)
        yield port
    finally:
        process.terminate()
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended before it listened: {process.args!r}")
        try:
            socket.create_connection((HOST, port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise RuntimeError(f"nobody listens at {port}")
