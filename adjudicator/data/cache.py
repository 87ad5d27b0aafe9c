"""A cache keyed by content: what was made from certain bytes is kept until the bytes change."""

from __future__ import annotations

import contextlib
import gc
import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any


@contextlib.contextmanager
def no_collection() -> Iterator[None]:
    """While much is made that is kept, collecting garbage in between is waste.

    Afterwards it counts as old: else the next small collection would go through all of it. What somebody
    has frozen must stay so, and then it is left to that collection.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            if gc.get_freeze_count() == 0:
                gc.freeze()
                gc.unfreeze()  # thaws into the oldest generation
            gc.enable()


def cache_folder() -> Path:
    """Where cached rule sets live; `ADJUDICATOR_CACHE` overrides, an empty value turns caching off."""
    chosen = os.environ.get("ADJUDICATOR_CACHE")
    if chosen is not None:
        return Path(chosen) if chosen else Path(os.devnull)
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "adjudicator"


def content_key(parts: Iterable[tuple[str, bytes]]) -> str:
    """A digest of named contents and of everything else a cached object depends on."""
    digest = hashlib.blake2b(digest_size=16)
    digest.update(sys.version.encode())
    for name, content in parts:
        digest.update(f"\0{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def fetch(kind: str, key: str) -> Any | None:
    """What was stored under this key, or nothing; a damaged file counts as nothing."""
    path = cache_folder() / f"{kind}-{key}.pickle"
    try:
        return pickle.loads(path.read_bytes())
    except Exception:  # any unreadable cache file means: make it anew
        return None


def store(kind: str, key: str, value: Any) -> None:
    """Keep a value; one file per kind, so that the cache does not grow. Failure is no problem."""
    folder = cache_folder()
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob(f"{kind}-*.pickle"):
            if old.name != f"{kind}-{key}.pickle":
                old.unlink(missing_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
            pickle.dump(value, file, protocol=pickle.HIGHEST_PROTOCOL)
        Path(file.name).replace(folder / f"{kind}-{key}.pickle")
