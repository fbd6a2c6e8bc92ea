"""The ear over Gemini Live: commands in, events out, across its connections.

L1  One connection at a time: the next is opened when the last socket is closed, the newest handle first.
L3  A handle that is refused, or three times not answered, is given up: the core is told that nothing is remembered.
    A connection that is opened afresh forgets the handles before it.
L2  Nothing is sent a second time on our own account: what a connection was not sent, the core sends to the next.
L5  `run` owns every task and socket; when it is cancelled, they are gone.
C2  Where a blocking call silences the ear's family, microphone sound waits until the call is answered.
T1  What is told of the person's activity goes up in its place among the sound, and waits with it.

Rule: `perform` never waits. Microphone sound goes up in pieces of 40 ms; at most `BACKLOG` of it waits for the
network, then the connection is lost. Events wait for the session, `EVENTS` of them, then the service waits.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from random import Random
from typing import Final, assert_never

from solovox.core.commands import (
    AnswerCall,
    AskEar,
    BeginActivity,
    CloseEar,
    EarCommand,
    EndActivity,
    GiveContext,
    NudgeEar,
    OpenEar,
    SendMicrophone,
)
from solovox.core.events import (
    EarCalled,
    EarCancelled,
    EarEndedUtterance,
    EarEvent,
    EarGoingAway,
    EarHeard,
    EarInterrupted,
    EarLost,
    EarOpened,
    EarSaid,
    EarSpoke,
    EarTurnEnded,
)
from solovox.core.units import CallId, ConnectionId, StreamId
from solovox.live.gemini import saying
from solovox.live.gemini.connection import Connection, Patience, Tap, opened
from solovox.live.gemini.endpoint import Endpoint
from solovox.live.gemini.losing import Fault, Lost
from solovox.live.gemini.setup import Plan, setup
from solovox.ports import Sound
from solovox.wire.gemini_live.client_frames import ClientMessage
from solovox.wire.gemini_live.events import (
    Drafted,
    Expecting,
    Generated,
    Marked,
    ModelWrote,
    Opened,
    Reader,
    Resumable,
    Spoke,
    Told,
    TurnSpoiled,
    Used,
)
from solovox.wire.gemini_live.sizes import UPSTREAM_MS

EVENTS: Final = 256
ORDERS: Final = 64
BACKLOG_SECONDS: Final = 600
FIRST_TRIES: Final = 3
"""A service that was never reached is not tried more often: the address is wrong, or there is no network."""
JITTER_SECONDS: Final = 0.25
"""After a loss a new connection waits up to so long more than the core does, so that sessions do not come all at once."""
REFUSALS: Final = 3
"""So often a handle is tried that is met with anything but a refusal."""


@dataclass(frozen=True, slots=True)
class Socket:
    """How a connection is held."""

    patience: Patience = field(default_factory=Patience)
    tap: Tap | None = None
    chance: Random = field(default_factory=Random)
    """What spreads the reconnections of many sessions."""


@dataclass(slots=True, eq=False)
class _Held:
    """One connection, as asked for."""

    id: ConnectionId
    resume: bool
    after_loss: bool = False
    """The one before was lost: so may many others have been, at the same moment."""
    outbox: deque[bytes | bool | ClientMessage] = field(default_factory=deque)
    """Sound to be wrapped, whether the person is active (T1), and messages, in order."""
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    rest: bytearray = field(default_factory=bytearray)
    """Sound that does not make a piece yet."""
    waiting: int = 0
    """Bytes of sound in the outbox."""
    pending: set[CallId] = field(default_factory=set)
    """Calls that silence the microphone."""
    resumed: bool = False
    closed: bool = False
    """By us."""
    lost: bool = False
    task: asyncio.Task[None] | None = None

    def put(self, message: bytes | bool | ClientMessage) -> None:
        self.outbox.append(message)
        if isinstance(message, bytes):
            self.waiting += len(message)
        self.ready.set()

    def answer(self, call: CallId, message: ClientMessage) -> None:
        """Before the sound that waited for it."""
        if call in self.pending:
            self.pending.discard(call)
            self.outbox.appendleft(message)
            self.ready.set()
        else:
            self.put(message)

    def take(self) -> bytes | bool | ClientMessage | None:
        """The next that may be sent: while a call is pending, what is not of the microphone."""
        if not self.pending:
            message = self.outbox.popleft() if self.outbox else None
        else:
            others = (n for n, one in enumerate(self.outbox) if not isinstance(one, bytes | bool))
            at = next(others, None)
            if at is None:
                return None
            message = self.outbox[at]
            del self.outbox[at]
        if isinstance(message, bytes):
            self.waiting -= len(message)
        return message

    def close(self) -> None:
        self.closed = True
        if self.task is not None:
            self.task.cancel()


class GeminiEar:
    """The ear link."""

    def __init__(
        self,
        to: Endpoint,
        plan: Plan,
        sound: Sound,
        socket: Socket | None = None,
    ) -> None:
        self._to = to
        self._plan = plan
        self._sound = sound
        self._socket = socket or Socket()
        self._rate = plan.family.rates[0]
        self._orders: asyncio.Queue[_Held] = asyncio.Queue(ORDERS)
        self._events: asyncio.Queue[EarEvent] = asyncio.Queue(EVENTS)
        self._held: _Held | None = None
        self._handle: str | None = None
        self._refusals = 0
        self._tries: int | None = 0
        """Attempts before the first that succeeded; None after it."""

    async def run(self) -> None:
        """Hold one connection after another."""
        while True:
            held = await self._orders.get()
            if held.closed:
                continue
            async with asyncio.TaskGroup() as tasks:
                held.task = tasks.create_task(self._hold(held), name=f"ear {held.id}")

    async def events(self) -> AsyncIterator[EarEvent]:
        """What the ear does."""
        while True:
            yield await self._events.get()

    async def perform(self, command: EarCommand) -> None:
        """Open, close, say; what is for a connection that is over is let go."""
        if isinstance(command, OpenEar):
            after_loss = self._held is not None and self._held.lost
            self._handle = self._handle if command.resume else None
            self._held = _Held(command.connection, command.resume, after_loss)
            self._orders.put_nowait(self._held)
            return
        held = self._held
        if held is None or held.id != command.connection or held.closed or held.lost:
            return
        match command:
            case CloseEar():
                held.close()
            case SendMicrophone(span=span):
                self._hear(held, self._sound.get(span))
            case BeginActivity():
                held.put(True)
            case EndActivity():
                held.put(bytes(held.rest))
                held.rest.clear()
                held.put(False)
            case AskEar(text=text):
                held.put(saying.asked(self._plan.family, text))
            case AnswerCall(call=call):
                held.answer(call, saying.answer(self._plan, command))
            case NudgeEar():
                held.put(saying.nudge())
            case GiveContext(text=text):
                held.put(saying.context(self._plan, text))
            case _:
                assert_never(command)

    async def aclose(self) -> None:
        """`run` has closed everything."""

    def _hear(self, held: _Held, pcm: bytes) -> None:
        held.rest += pcm
        piece = 2 * self._rate * UPSTREAM_MS // 1000
        whole = len(held.rest) // piece * piece
        for start in range(0, whole, piece):
            held.put(bytes(held.rest[start : start + piece]))
        del held.rest[:whole]

    async def _hold(self, held: _Held) -> None:
        try:
            if held.after_loss:
                await asyncio.sleep(self._socket.chance.uniform(0, JITTER_SECONDS))
            await self._talk(held)
        except* Lost as group:
            lost = _first(group)
            held.lost = True
            await self._events.put(EarLost(held.id, str(lost), self._can_retry(lost)))

    async def _talk(self, held: _Held) -> None:
        connection = await self._open(held)
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._listen(held, connection), name="listen")
                tasks.create_task(self._say(held, connection), name="say")
                tasks.create_task(connection.keep_alive(), name="keep alive")
        finally:
            await connection.aclose()

    async def _open(self, held: _Held) -> Connection:
        """With the newest handle; without, if it is refused (L3)."""
        handle = self._handle if held.resume else None
        while True:
            try:
                connection = await opened(
                    self._to, setup(self._plan, handle), self._socket.patience, self._socket.tap
                )
            except Lost as lost:
                if handle is None or lost.fault is Fault.OURS:
                    raise
                self._refusals += 1
                if lost.fault is not Fault.HANDLE and self._refusals < REFUSALS:
                    raise
                self._handle = handle = None
                self._refusals = 0
            else:
                held.resumed = handle is not None
                self._tries, self._refusals = None, 0
                return connection

    def _can_retry(self, lost: Lost) -> bool:
        if self._tries is not None and lost.fault is Fault.NETWORK:
            self._tries += 1
            return lost.retry and self._tries < FIRST_TRIES
        return lost.retry

    async def _listen(self, held: _Held, connection: Connection) -> None:
        reader = Reader(held.id, self._plan.family, self._plan.routing)
        async for message in connection.messages():
            for told in reader.read(message):
                event = self._event(held, told)
                if event is not None:
                    await self._events.put(event)

    def _event(self, held: _Held, told: Told) -> EarEvent | None:
        match told:
            case Opened():
                return EarOpened(held.id, held.resumed)
            case Spoke(pcm=pcm):
                return EarSpoke(held.id, self._sound.put(StreamId(f"ear/{held.id}"), pcm))
            case Resumable(handle=handle):
                self._handle = handle or self._handle
                return None
            case EarCalled(call=call, tool=tool):
                if self._plan.family.quiet_in_call and self._plan.waits(tool):
                    held.pending.add(call)
                return told
            case EarCancelled(calls=calls):
                held.pending.difference_update(calls)
                held.ready.set()
                return told
            case (
                EarHeard()
                | EarSaid()
                | EarInterrupted()
                | EarTurnEnded()
                | EarEndedUtterance()
                | EarGoingAway()
            ):
                return told
            case ModelWrote() | Drafted() | Generated() | TurnSpoiled() | Expecting() | Marked() | Used():
                return None
            case _:
                assert_never(told)

    async def _say(self, held: _Held, connection: Connection) -> None:
        most = 2 * self._rate * BACKLOG_SECONDS
        while True:
            message = held.take()
            if message is None:
                held.ready.clear()
                await held.ready.wait()
                continue
            if held.waiting > most:
                why = f"the network is too slow: {BACKLOG_SECONDS} s of sound wait for it"
                raise Lost(why, Fault.NETWORK)
            if isinstance(message, bool):
                message = saying.activity(begins=message)
            elif isinstance(message, bytes):
                message = saying.microphone(message, self._rate)
            await connection.send(message)


def _first(group: BaseExceptionGroup[Lost]) -> Lost:
    """The one that says why; a close of the service says more than a network that is gone."""
    found = [one for one in group.exceptions if isinstance(one, Lost)]
    inner = [_first(one) for one in group.exceptions if isinstance(one, BaseExceptionGroup)]
    return min((*found, *inner), key=lambda one: one.fault is Fault.NETWORK)
