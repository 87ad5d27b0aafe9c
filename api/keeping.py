"""What was written once and is kept to be sent again: the last so many answers, by their keys."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from adjudicator import __version__
from api.service import Written


@dataclass(slots=True)
class Store:
    """Answers that depend on nothing but their key and the content version; those long unasked go first."""

    most: int
    version: str
    _kept: OrderedDict[Hashable, Written] = field(default_factory=OrderedDict)

    def get(self, key: Hashable, make: Callable[[], bytes]) -> Written:
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = self.written(make())
            if len(self._kept) > self.most:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return kept

    def written(self, body: bytes) -> Written:
        """A body with its tag."""
        digest = hashlib.blake2b(body, digest_size=6, key=__version__.encode()).hexdigest()
        return Written(body, f"{self.version[:16]}-{digest}")
