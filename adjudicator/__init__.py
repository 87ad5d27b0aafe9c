"""A referee in a box for board games whose rules are data.

`load("wotr2")` gives a `Referee` that answers what the command line and the service answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.referee import Referee

__all__ = ["__version__", "load"]
__version__ = "0.1.0"


def load(name: str) -> Referee:
    """The referee of a rule set."""
    from adjudicator.referee import load as load_referee

    return load_referee(name)
