"""One utterance sent to a live model, without a conversation around it: for `solovox capture`.

Rule 1: sound goes up in real time, in pieces of 40 ms, and silence after it, so that the service ends the turn; or,
where we say when the person speaks, between `activityStart` and `activityEnd`.
Rule 2: every call is answered at once, as a session would: an unanswered one would silence the model.
"""

import asyncio
from dataclasses import dataclass, field
from typing import Final

from solovox.core.commands import AnswerCall
from solovox.core.events import EarCalled
from solovox.core.units import MIC_RATE, ConnectionId
from solovox.live.connection import Connection, Patience, Tap, opened
from solovox.live.gemini import client_messages
from solovox.live.gemini.endpoint import Endpoint
from solovox.live.setup import SetupPlan, setup
from solovox.ports import Clock
from solovox.wire.gemini_live.event_decoder import EventDecoder, Resumable
from solovox.wire.gemini_live.sizes import UPSTREAM_MS, pieces

ONE: Final = ConnectionId(1)
ANSWER: Final = "accepted"


@dataclass(slots=True)
class Probe:
    """What is asked, and how long to wait for what comes."""

    to: Endpoint
    plan: SetupPlan
    pcm: bytes
    """16 kHz mono 16-bit."""
    tap: Tap
    linger_ms: int = 8_000
    patience: Patience = field(default_factory=Patience)
    handle: str | None = None
    """The newest, after a run."""

    async def run(self, clock: Clock, *, resume: bool = False) -> None:
        """Connect, speak, listen, close. Raises `Lost`."""
        first = setup(self.plan, self.handle if resume else None)
        connection = await opened(self.to, first, self.patience, self.tap)
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
        silence = b"" if manual else bytes(2 * MIC_RATE * self.linger_ms // 1000)
        if manual:
            await connection.send(client_messages.activity(begins=True))
        for n, piece in enumerate(pieces(self.pcm + silence, MIC_RATE, UPSTREAM_MS)):
            await clock.sleep_until(begin + (n + 1) * UPSTREAM_MS)
            await connection.send(client_messages.microphone(piece, MIC_RATE))
        if manual:
            await connection.send(client_messages.activity(begins=False))
            await clock.sleep_until(clock.now() + self.linger_ms)

    async def _listen(self, connection: Connection) -> None:
        reader = EventDecoder(ONE, self.plan.family, self.plan.routing)
        async for message in connection.messages():
            for told in reader.read(message):
                match told:
                    case EarCalled(call=call, tool=tool):
                        await connection.send(
                            client_messages.answer(self.plan, AnswerCall(ONE, call, tool, ANSWER))
                        )
                    case Resumable(handle=str(handle)):
                        self.handle = handle
                    case _:
                        pass
