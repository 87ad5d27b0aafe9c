"""A load generator light enough to leave the machine to the server: prepared bytes out, counted bytes in.

What the package index has is either written in Python and spends more on a request than the server does, or
not kept up. All this one needs is keep-alive connections of its own machine, each with one request under way.
"""

from __future__ import annotations

import json
import select
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any

HOST = "127.0.0.1"
_END_OF_HEAD = b"\r\n\r\n"
_LENGTH = b"content-length: "
_CHUNK = 1 << 18


@dataclass(frozen=True, slots=True)
class Request:
    """A question to the service; with a body it is posted."""

    path: str
    body: Any = None

    def written(self) -> bytes:
        """The bytes of the whole request."""
        payload = b"" if self.body is None else json.dumps(self.body).encode()
        head = f"{'GET' if self.body is None else 'POST'} {self.path} HTTP/1.1\r\nHost: {HOST}\r\n"
        if payload:
            head += f"Content-Type: application/json\r\nContent-Length: {len(payload)}\r\n"
        return head.encode() + b"\r\n" + payload


@dataclass(frozen=True, slots=True)
class Measured:
    """What a load brought: answers, how many a second, the time 99 of 100 took at most."""

    answers: int
    rate: float
    slow: float


class RefusedError(Exception):
    """The server answered something else than 200, or nothing."""


class _Connection:
    __slots__ = ("asked", "begun", "received", "socket")

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection((HOST, port), timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.asked = self.received = b""
        self.begun = 0.0

    def ask(self, request: bytes) -> None:
        self.asked, self.received = request, b""
        self.begun = time.perf_counter()
        self.socket.sendall(request)

    def answered(self) -> bool:
        """Take what has come; true when the answer is complete."""
        more = self.socket.recv(_CHUNK)
        if not more:
            raise RefusedError(f"{self.asked[:80]!r}: the server hung up")
        self.received += more
        head = self.received.find(_END_OF_HEAD)
        if head < 0:
            return False
        if not self.received.startswith(b"HTTP/1.1 200"):
            raise RefusedError(f"{self.asked[:80]!r}: {self.received[:400]!r}")
        # Granian writes the names of headers in lower case.
        at = self.received.index(_LENGTH) + len(_LENGTH)
        length = int(self.received[at : self.received.index(b"\r", at)])
        return len(self.received) - head - len(_END_OF_HEAD) >= length


def ask_all(port: int, requests: Sequence[bytes]) -> None:
    """Ask everything once, one after the other, so that what a server keeps is there."""
    connection = _Connection(port)
    try:
        for request in requests:
            connection.ask(request)
            while not connection.answered():
                pass
    finally:
        connection.socket.close()


def load(port: int, requests: Sequence[bytes], seconds: float, connections: int = 4) -> Measured:
    """Ask the server at this port as fast as it answers, for some seconds."""
    following = cycle(requests)
    open_ = [_Connection(port) for _ in range(connections)]
    by_number = {c.socket.fileno(): c for c in open_}
    poll = select.epoll()
    for number in by_number:
        poll.register(number, select.EPOLLIN)
    waits: list[float] = []
    try:
        begun = time.perf_counter()
        until = begun + seconds
        for connection in open_:
            connection.ask(next(following))
        while (now := time.perf_counter()) < until:
            for number, _ in poll.poll(1.0):
                connection = by_number[number]
                if connection.answered():
                    waits.append(time.perf_counter() - connection.begun)
                    connection.ask(next(following))
        taken = now - begun
    finally:
        poll.close()
        for connection in open_:
            connection.socket.close()
    if not waits:
        raise RefusedError(f"{requests[0][:80]!r}: no answer within {seconds} seconds")
    waits.sort()
    return Measured(len(waits), len(waits) / taken, waits[int(len(waits) * 0.99)])
