"""The production server, as `make run` starts it."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import LEGAL, START

COMMAND = [str(Path(sys.executable).parent / "adjudicator"), "serve", "--workers", "2"]


@dataclass
class Server:
    process: subprocess.Popen[bytes]
    port: int

    def ask(self, path: str, body: Any = None) -> tuple[int, bytes]:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=20) as response:
                return response.status, response.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()

    def first_answer(self, patience: float = 20) -> None:
        until = time.monotonic() + patience
        while time.monotonic() < until:
            try:
                self.ask("/v1/rulesets")
                return
            except OSError:
                assert self.process.poll() is None, "the server ended before its first answer"
                time.sleep(0.02)
        raise AssertionError(f"no answer within {patience} seconds")

    def workers(self) -> list[int]:
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(pid) for pid in found]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def started(port: int) -> Server:
    command = [*COMMAND, "--port", str(port)]
    return Server(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE), port)


@pytest.fixture
def server() -> Iterator[Server]:
    running = started(free_port())
    try:
        running.first_answer()
        yield running
    finally:
        if running.process.poll() is None:
            running.process.terminate()
        running.process.communicate(timeout=20)


def test_the_first_answer_comes_within_three_seconds() -> None:
    warm = started(free_port())  # what is installed has been started before: the rules are compiled
    warm.first_answer()
    warm.process.terminate()
    warm.process.communicate(timeout=20)
    begun = time.monotonic()
    running = started(free_port())
    running.first_answer()
    needed = time.monotonic() - begun
    running.process.terminate()
    running.process.communicate(timeout=20)
    assert needed < 3


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server_and_its_workers_cleanly(server: Server, how: signal.Signals) -> None:
    workers = server.workers()
    assert len(workers) == 2
    server.process.send_signal(how)
    _, errors = server.process.communicate(timeout=8)
    assert server.process.returncode == 0
    assert b"Traceback" not in errors and b"Killing" not in errors
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


def test_a_request_under_way_is_answered_before_the_server_ends(server: Server) -> None:
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(server.ask, "/v1/wotr2/validate", {"files": {}})
        time.sleep(0.3)
        server.process.terminate()
        status, body = answer.result(timeout=20)
    assert status == 200 and json.loads(body)["version"]
    assert server.process.wait(timeout=20) == 0


def test_both_workers_count_into_the_same_metrics(server: Server) -> None:
    def verdict(_: int) -> int:
        return server.ask("/v1/wotr2/verdict", {"position": START, "move": LEGAL})[0]

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(verdict, range(80))) == {200}
    text = server.ask("/metrics")[1].decode()
    assert 'adjudicator_requests_total{route="judging.give_verdict",status="200"} 80' in text


def test_a_worker_that_dies_is_replaced(server: Server) -> None:
    victim = server.workers()[0]
    Path(f"/proc/{victim}").stat()
    subprocess.run(["kill", "-9", str(victim)], check=True)
    until = time.monotonic() + 15
    while time.monotonic() < until and (victim in server.workers() or len(server.workers()) < 2):
        time.sleep(0.1)
    assert len(server.workers()) == 2 and victim not in server.workers()
    assert server.ask("/health")[0] == 200


def test_a_body_without_end_is_cut_off(server: Server) -> None:
    """Chunked, so that no header tells its length."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        head = "POST /v1/wotr2/verdict HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        connection.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
        try:
            for _ in range(64):
                connection.sendall(b"8000\r\n" + b" " * 0x8000 + b"\r\n")
            connection.sendall(b"0\r\n\r\n")
        except OSError:
            pass  # cut off while still sending
        answer = connection.recv(65536)
    assert b" 413 " in answer.split(b"\r\n")[0]


def test_a_second_server_at_the_same_port_is_refused(server: Server) -> None:
    second = started(server.port)
    _, errors = second.process.communicate(timeout=20)
    assert second.process.returncode == 2
    assert b"in use" in errors and b"Traceback" not in errors
