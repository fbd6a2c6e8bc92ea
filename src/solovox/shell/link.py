"""What the session asks of each thing that it is connected to: commands in, events out, one shape for all."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from solovox.core.commands import BrainCommand, EarCommand, NarratorCommand, SurfaceCommand, ToolCommand
from solovox.core.events import (
    BrainEvent,
    EarEvent,
    Event,
    NarratorEvent,
    RecogniserEvent,
    SurfaceEvent,
    ToolReturned,
)
from solovox.core.units import AudioSpan

Asked_contra = TypeVar("Asked_contra", contravariant=True)
Happened_co = TypeVar("Happened_co", covariant=True, bound=Event)


class Link(Protocol[Asked_contra, Happened_co]):
    """One end of a session. An exception that it raises becomes an event, at one place (`faults.py`).

    `perform` must not wait for `tell`: each would wait for the other. It may be called before `run` has
    begun, is never called twice at once, and is cancelled after `link_port.PATIENCE_SECONDS`. A surface takes
    the bytes of a `Play` in `perform`: later they may be forgotten.

    A link may have `perform_now(command) -> bool`. It does the command in the session's own step, without a
    mailbox and a task between, if that needs no waiting. False: nothing was done, and `perform` will be
    asked.
    """

    async def run(self, tell: Callable[[Happened_co], Awaitable[None]]) -> None:
        """The link's own work, for the whole session; it is cancelled at the end. What happens is told, in
        order.

        `tell` decides the event at once, in this task, if the session is free. Else it may wait for room.
        """
        ...

    async def perform(self, command: Asked_contra) -> None:
        """Do it, or begin to."""
        ...

    async def aclose(self) -> None:
        """Leave nothing behind (law L5). Called once, after `run` has ended."""
        ...


SurfaceLink = Link[SurfaceCommand, SurfaceEvent]
NarratorLink = Link[NarratorCommand, NarratorEvent]
BrainLink = Link[BrainCommand, BrainEvent]
ToolLink = Link[ToolCommand, ToolReturned]
EarLink = Link[EarCommand, EarEvent]
ListenerLink = Link[AudioSpan, RecogniserEvent]
"""The local recogniser: every captured span goes to it, in order and without holes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """What one session is connected to. A command for a link that is not there is `Misuse`."""

    surface: SurfaceLink
    listener: ListenerLink | None = None
    ear: EarLink | None = None
    narrator: NarratorLink | None = None
    brain: BrainLink | None = None
    tools: ToolLink | None = None
