"""What a script is compiled to: a flat list of steps, so that a position can name the step it waits at.

Functions are named, not held: a list of instructions is plain data and can be cached.
Every function takes the machine, the state and the frame's local values.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Instruction:
    line: int


@dataclass(frozen=True, slots=True)
class Run(Instruction):
    """Statements that cannot stop half-way; a tuple as result means `return`."""

    function: str


@dataclass(frozen=True, slots=True)
class Test(Instruction):
    """Go on if the condition holds, else to `target`."""

    function: str
    target: int


@dataclass(frozen=True, slots=True)
class Jump(Instruction):
    target: int


@dataclass(frozen=True, slots=True)
class Begin(Instruction):
    """Keep the items of a loop that are still to come in a local."""

    function: str
    rest: str


@dataclass(frozen=True, slots=True)
class Next(Instruction):
    """The loop's next item, or leave for `target`."""

    name: str
    rest: str
    target: int


@dataclass(frozen=True, slots=True)
class Perform(Instruction):
    """Call a procedure."""

    procedure: str
    arguments: str
    result: str | None


@dataclass(frozen=True, slots=True)
class Announce(Instruction):
    """A moment others hang on to."""

    moment: str
    arguments: str


@dataclass(frozen=True, slots=True)
class EndPlay(Instruction):
    """Nothing that is under way goes on."""


@dataclass(frozen=True, slots=True)
class AskPlayer(Instruction):
    how: str
    name: str
    who: str
    source: str | None
    upto: str | None
    secret: bool
    optional: bool
    actions: tuple[str, ...] = ()
    conditions: tuple[tuple[str, str], ...] = ()  # rule, function of (machine, state, locals with the answer)


@dataclass(frozen=True, slots=True)
class RollDice(Instruction):
    die: str
    name: str
    number: str | None
    counting: str | None  # function of (machine, state, locals, face)


@dataclass(frozen=True, slots=True)
class DrawPieces(Instruction):
    name: str
    source: str
    number: str | None


@dataclass(slots=True)
class Code:
    """One compiled script."""

    name: str
    parameters: tuple[str, ...]
    steps: list[Instruction] = field(default_factory=list)
