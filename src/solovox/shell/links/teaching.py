"""What keeps what the person teaches, as a link. Each `Teach` is answered by `Taught` or `TeachFailed` (law K1).

Rule: it is kept in `perform`, in a thread: what was taught in the last moment of a session is kept, too.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import assert_never

from solovox.core.commands import ReasoningTaught, SttTaught, Teach, TeacherCommand
from solovox.core.events import Taught, TeacherEvent, TeachFailed
from solovox.ports import Correction, HeldSound, ReasoningCorrection, Store, StoreError, SttCorrection

Tell = Callable[[TeacherEvent], Awaitable[None]]
Made = Callable[[Callable[[str, str], Correction]], Correction]
"""Gives what it is given the id and the time of a new correction."""


class Teaching:
    """The link of one session. `opened`: opens the person's store, when something is taught first. `at_end`: keeps, in a thread, what
    was learned without being told."""

    def __init__(
        self,
        opened: Callable[[], Store],
        made: Made,
        sound: HeldSound,
        at_end: Callable[[], None] | None = None,
    ) -> None:
        self._opened, self._at_end = opened, at_end
        self._made = made
        self._sound = sound
        self._store: Store | None = None
        self._tasks: asyncio.TaskGroup | None = None
        self._ready = asyncio.Event()
        self._tell: Tell

    async def run(self, tell: Tell) -> None:
        """Carries what is told."""
        self._tell = tell
        async with asyncio.TaskGroup() as self._tasks:
            self._ready.set()
            await asyncio.Event().wait()

    async def perform(self, command: TeacherCommand) -> None:
        """Keep it."""
        sound = self._sound.take_sound(command.hold) if isinstance(command.lesson, SttTaught) else b""
        correction = self._made(lambda id_, when: correction_of(command, id_, when, sound))
        told: TeacherEvent
        try:
            told = Taught(command.hold, await asyncio.to_thread(self._keep, correction))
        except StoreError as error:
            told = TeachFailed(command.hold, str(error))
        await self._ready.wait()
        if self._tasks is not None:  # to tell may wait for the session, and the session waits for this
            self._tasks.create_task(self._tell_taught(told), name=f"taught by hold {command.hold}")

    async def aclose(self) -> None:
        """Let go of the store."""
        if self._at_end is not None:
            await asyncio.to_thread(self._at_end)
        if self._store is not None:
            await asyncio.to_thread(self._store.close)

    async def _tell_taught(self, told: TeacherEvent) -> None:
        await self._tell(told)

    def _keep(self, correction: Correction) -> str:
        if self._store is None:
            self._store = self._opened()
        return self._store.add(correction).id


def correction_of(command: Teach, id_: str, when: str, sound: bytes) -> Correction:
    """What is kept of a lesson."""
    match command.lesson:
        case SttTaught(heard=heard, meant=meant):
            return SttCorrection(id_, when, sound, heard, meant)
        case ReasoningTaught(input=given, proposed=proposed, corrected=corrected):
            return ReasoningCorrection(id_, when, given, proposed, corrected)
        case _:
            assert_never(command.lesson)
