"""One utterance sent to a live model, without a conversation around it: for `solovox capture`.

Rule 1: sound goes up in real time, in pieces of 40 ms, and silence after it, so that the service ends the turn; or,
where we say when the person speaks, between `activityStart` and `activityEnd`.
Rule 2: every call is answered at once, as a session would: an unanswered one would silence the model.
"""

import asyncio
from dataclasses import dataclass
from typing import Final

from solovox.core.commands import AnswerCall
from solovox.core.events import EarCalled
from solovox.core.units import MIC_RATE, ConnectionId
from solovox.live.connection import Connection, LiveService
from solovox.live.outbox import PIECE_MS
from solovox.live.setup import answer
from solovox.ports import Clock
from solovox.wire.live_events import HandleRenewed, Hear, LiveSetup, MarkActivity

ONE: Final = ConnectionId(1)
ANSWER: Final = "accepted"


@dataclass(slots=True)
class Probe:
    """What is asked, and how long to wait for what comes."""

    service: LiveService
    plan: LiveSetup
    pcm: bytes
    """Mono 16-bit, at 16 kHz."""
    linger_ms: int = 8_000
    handle: str | None = None
    """The newest, after a run."""

    async def run(self, clock: Clock, *, resume: bool = False) -> None:
        """Connect, speak, listen, close. Raises `Lost`."""
        connection = await self.service.open(self.plan, ONE, self.handle if resume else None)
        try:
            async with asyncio.TaskGroup() as tasks:
                helpers = [
                    tasks.create_task(self._listen(connection)),
                    tasks.create_task(connection.keep_alive()),
                ]
                await self._speak(connection, clock)
                for helper in helpers:
                    helper.cancel()
        finally:
            await connection.aclose()

    async def _speak(self, connection: Connection, clock: Clock) -> None:
        begin, manual = clock.now(), self.plan.manual
        sound = self.pcm + (b"" if manual else bytes(2 * MIC_RATE * self.linger_ms // 1000))
        if manual:
            await connection.send(MarkActivity(True))
        step = 2 * MIC_RATE * PIECE_MS // 1000
        for n, at in enumerate(range(0, len(sound), step), 1):
            await clock.sleep_until(begin + n * PIECE_MS)
            await connection.send(Hear(sound[at : at + step]))
        if manual:
            await connection.send(MarkActivity(False))
            await clock.sleep_until(clock.now() + self.linger_ms)

    async def _listen(self, connection: Connection) -> None:
        async for told in connection.events():
            match told:
                case EarCalled(call=call, tool=tool):
                    await connection.send(answer(self.plan, AnswerCall(ONE, call, tool, ANSWER)))
                case HandleRenewed(handle=handle):
                    self.handle = handle
                case _:
                    pass
