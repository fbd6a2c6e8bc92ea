"""What a live model does and is asked, whatever its service: the vocabulary between `live/` and the codec of a family.

Rule 1: events are what happened, commands what is asked; both unions are closed. What only one service has ends in its codec.
Rule 2: a codec is pure, and of one connection: it may remember what came on it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from solovox.core.events import (
    EarCalled,
    EarCancelled,
    EarEndedUtterance,
    EarGoingAway,
    EarInterrupted,
    EarOutputTranscript,
    EarTranscript,
    EarTurnEnded,
)
from solovox.core.policy import Scheduling
from solovox.core.units import CallId
from solovox.wire.tool_schemas import Schema


@dataclass(frozen=True, slots=True)
class Opened:
    """The setup was taken; the connection is ready."""


@dataclass(frozen=True, slots=True)
class Spoke:
    """Sound of the model: whole samples, 16-bit little-endian mono, `rate` of them a second."""

    pcm: bytes
    rate: int


@dataclass(frozen=True, slots=True)
class ModelWrote:
    """Text of the model that is not a transcript: its thinking (`thought`), or an answer in text."""

    text: str
    thought: bool


@dataclass(frozen=True, slots=True)
class Generated:
    """The model has made all of its answer; the turn's end follows when it should have been played."""


@dataclass(frozen=True, slots=True)
class TurnSpoiled:
    """The service says why a turn ended without what it should have."""

    reason: str


@dataclass(frozen=True, slots=True)
class HandleRenewed:
    """By this the talk can be resumed on another connection, from now on."""

    handle: str


LiveEvent = (
    EarTranscript
    | EarOutputTranscript
    | EarCalled
    | EarCancelled
    | EarInterrupted
    | EarTurnEnded
    | EarEndedUtterance
    | EarGoingAway
    | Opened
    | Spoke
    | ModelWrote
    | Generated
    | TurnSpoiled
    | HandleRenewed
)
"""What happened. Those that the core knows are its own; spans of sound are made by the ear, from `Spoke`."""


@dataclass(frozen=True, slots=True)
class Hear:
    """More of the microphone: 16-bit mono at the service's rate."""

    pcm: bytes


@dataclass(frozen=True, slots=True)
class MarkActivity:
    """The person begins to speak, or has finished; only where the service's own detection is off (T1)."""

    begins: bool


@dataclass(frozen=True, slots=True)
class Ask:
    """Answer this text, or read it."""

    text: str


@dataclass(frozen=True, slots=True)
class Remind:
    """Do what this text says; the talk goes on as it is."""

    text: str


@dataclass(frozen=True, slots=True)
class Inform:
    """Know this; it is not to be answered."""

    text: str


@dataclass(frozen=True, slots=True)
class GiveResult:
    """What a call returned. `when`: it is to be voiced then, where the service can be told so."""

    call: CallId
    tool: str
    result: Mapping[str, object]
    when: Scheduling | None = None


@dataclass(frozen=True, slots=True)
class EndAnswer:
    """The person heard this much of the model's last answer (ms), and no more."""

    heard_ms: int


LiveCommand = Hear | MarkActivity | Ask | Remind | Inform | GiveResult | EndAnswer
"""What is asked of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveTool:
    """A tool as it is declared."""

    name: str
    description: str
    parameters: Schema
    """JSON Schema of an object. Without properties: it takes nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveSetup:
    """What a connection is set up with."""

    model: str
    instruction: str
    tools: tuple[LiveTool, ...] = ()
    routing: Mapping[str, str] | None = None
    """Routing tool → the argument that is its wording. None: the model answers for itself."""
    voice: str | None = None
    manual: bool = False
    """We mark the person's activity; the service's own detection is off (T1)."""

    @property
    def handed_over(self) -> frozenset[str]:
        """The tools of an ear beside a brain: a call of one hands the person's words over, and is answered by a receipt."""
        return frozenset() if self.routing is None else frozenset(one.name for one in self.tools)


class LiveCodec(Protocol):
    """The wire of one connection, both directions."""

    def set_up(self, handle: str | None) -> Sequence[bytes]:
        """The first frames, which the service answers by what is `Opened`; with a handle, to go on with an earlier talk."""
        ...

    def encode(self, command: LiveCommand) -> Sequence[bytes]:
        """The frames of a command, sent as text. None: the service knows no such thing."""
        ...

    def decode(self, frame: bytes) -> Sequence[LiveEvent]:
        """What happened, in order. Raises `PeerFault` for what cannot be understood, and nothing else."""
        ...

    def is_deaf_in(self, tool: str) -> bool:
        """Whether sound that comes while this tool works harms the connection (C2)."""
        ...


def canonical(arguments: Mapping[str, object]) -> str:
    """Arguments as JSON with sorted keys and no spaces: equal arguments are equal texts."""
    return json.dumps(arguments, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
