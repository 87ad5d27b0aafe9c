"""A ready-made question somebody fills in: it travels in the address of its page."""

from __future__ import annotations

from dataclasses import dataclass, field

from api.pages.links_packing import DamagedLink, packed, unpacked
from api.pages.referee_game import check
from api.service import Json

FORM, RESULT, ODDS = "form", "result", "odds"


@dataclass(frozen=True, slots=True)
class Asked:
    """What is filled in, what dice and players answered so far, and what is wanted: result or odds."""

    inputs: Json = field(default_factory=dict)
    answers: list[Json] = field(default_factory=list)
    wants: str = FORM
    choose: bool = True  # choices are left to the policies of the question

    def link(self) -> str:
        data: Json = {
            "inputs": self.inputs,
            "answers": self.answers,
            "wants": self.wants,
            "choose": self.choose,
        }
        return packed(data)


def opened(link: str) -> Asked:
    """The question in an address; raises `DamagedLink` when it is none."""
    data = unpacked(link)
    if data.keys() != {"inputs", "answers", "wants", "choose"}:
        raise DamagedLink("link-damaged")
    if data["wants"] not in (FORM, RESULT, ODDS):
        raise DamagedLink("link-damaged")
    check("resolution-question", {key: data[key] for key in ("inputs", "answers", "choose")})
    return Asked(data["inputs"], data["answers"], data["wants"], data["choose"])
