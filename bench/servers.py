"""Servers of our own for a benchmark, each in its own process, stopped when it is over."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.load import HOST

_PATIENCE = 30.0
_TICKS = os.sysconf("SC_CLK_TCK")  # in which the kernel counts a second
BARE = [sys.executable, "-m", "bench.bare"]


def served(workers: int) -> list[str]:
    """The command of the service, as `make run` starts it."""
    return [sys.executable, "-m", "adjudicator", "serve", "--workers", str(workers), "--port"]


@dataclass(frozen=True, slots=True)
class Server:
    port: int
    pid: int

    def busy(self) -> float:
        """Seconds of processor time its workers have used, whoever else used the machine meanwhile."""
        workers = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        # Of the whole process: a thread that ends takes its own count with it.
        stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in workers]
        return sum(int(user) + int(system) for *_, user, system in (s[:13] for s in stats)) / _TICKS


def machine_busy() -> float:
    """Seconds of processor time everybody on this machine has used together."""
    numbers = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]
    user, nice, system, _idle, _waiting, *interrupts_and_stolen = map(int, numbers)
    return (user + nice + system + sum(interrupts_and_stolen)) / _TICKS


@contextmanager
def running(command: list[str]) -> Iterator[Server]:
    """Start a server and wait until it listens; its port is the last part of the command."""
    port = _free_port()
    process = subprocess.Popen([*command, str(port)], stderr=subprocess.DEVNULL)
    try:
        _wait(process, port)
        yield Server(port, process.pid)
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
