"""What a session stands on: its sound, its clock, its journal; and what adapters are built from."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, runtime_checkable

from solovox.core.commands import (
    Command,
)
from solovox.core.events import (
    Event,
)
from solovox.core.units import AudioSpan, HoldId, StreamId
from solovox.ports.places import MessagePlaces


class Sound(Protocol):
    """Where the bytes of spans are kept. Adapters put bytes in and pass the span on."""

    def put(self, stream: StreamId, pcm: bytes) -> AudioSpan:
        """Append whole samples to a stream; the span says where. Raises `ValueError` for half a sample."""
        ...

    def get(self, span: AudioSpan) -> bytes:
        """The bytes of any part of a stream that was put and not yet forgotten. Raises `KeyError` otherwise."""
        ...

    def forget(self, stream: StreamId, before: int) -> None:
        """Samples of a stream before this one will not be asked for again. The others stay, with their numbers."""
        ...


class HeldSound(Protocol):
    """The sound of what waits for a yes: a surface plays it, and a correction is taught with it (law K1)."""

    def sound_of(self, hold: HoldId) -> bytes:
        """The sound of a hold or a draft: 16 kHz mono signed 16-bit. Empty: it has none, or has ended."""
        ...

    def take_sound(self, hold: HoldId) -> bytes:
        """The sound of what was taught by a yes to this hold; once."""
        ...


class Clock(Protocol):
    """The one clock of a session."""

    def now(self) -> int:
        """Whole milliseconds since the session began. Never falls."""
        ...

    async def sleep_until(self, at: int) -> None:
        """Returns when `now() >= at`, and never before; at once, if that is over."""
        ...


Settings: TypeAlias = Mapping[str, Any]  # type: ignore[explicit-any]  # each adapter declares the types of its own


@dataclass(frozen=True, slots=True)
class SurfaceContext:
    """What a surface is built from."""

    sound: Sound
    clock: Clock
    busy: Callable[[], bool]
    """Whether the session still has work."""
    held: HeldSound
    """The sound of what waits for a yes there."""
    talks_over: bool = False
    """Whether the person is to be heard while a voice of ours sounds."""
    places: MessagePlaces = field(default_factory=MessagePlaces)
    """Where it may register places for messages."""


@dataclass(frozen=True, slots=True)
class AdapterArgs:
    """What a factory is given to build an adapter from: its settings, and where the person's files are."""

    settings: Settings
    workspace: str | None = None
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    said: Mapping[str, str] = field(default_factory=dict)
    """For those that were set: by which key, or by which variable of another program."""


class Journal(Protocol):
    """Where the session's events are kept (law R1). One writer a session.

    `append` and `sound` only buffer: they never wait. What must not be lost is followed by
    `await sync()`: before an ask, a tool run, a yes. A disk that fails raises nothing: it is told by `lost`.
    """

    @property
    def lost(self) -> str:
        """What is not kept although it should be, and why: one line for the person, without their words. Empty: nothing."""
        ...

    def append(self, at: int, event: Event, commands: Sequence[Command]) -> None:
        """Add what happened and what was decided from it; commands are kept as a digest only."""
        ...

    def sound(self, span: AudioSpan, pcm: bytes) -> None:
        """Keep the bytes of a span. Spans of one stream come in order; a hole is kept as silence."""
        ...

    async def sync(self) -> None:
        """Returns when everything appended so far survives a killed process, or is `lost`."""
        ...

    async def aclose(self) -> None:
        """Write what is left, and the end. Safe to call twice."""
        ...


@runtime_checkable
class KeepsResults(Protocol):
    """A journal that keeps results of tools too that are too long for it (C3). Whoever does not has no such method."""

    async def keep_result(self, effect: int, text: str) -> str:
        """Keep it whole, without secrets. Returns where: the file's place in the session's folder. Raises `NotKept`."""
        ...


class NotKept(Exception):
    """A long result is not kept. One clear line: why."""
