"""The ear over a live model: commands in, events out, across its connections.

L1  One connection at a time: the next is opened when the last socket is closed, with the newest handle.
L3  A handle that is refused, or failed three times, is dropped: the core is told that the service remembers nothing.
    A connection that is opened afresh drops all earlier handles.
L2  Nothing is sent twice from here: what one connection did not get, the core sends to the next.
L5  `run` owns every task and socket; when it is cancelled, they are gone.
C2 T1  Where a blocking call makes the model deaf, the microphone waits until the call is answered (`outbox.py`).
N1  Where the ear also reads (`relay.py`), the narrator reports what belongs to a read.

Rule: what a connection is set up with is made when it is opened: the instruction, the tools and the person's
corrections of that moment. Corrections that cannot be read in time are left out, and a line says so. Tools that come
later: `coming_tools.py`.
Rule: `perform` never waits. Microphone sound goes up in pieces of 40 ms; if more than `BACKLOG_SECONDS` of it waits
for the network, the connection is lost. Where the session has too much to decide, the service waits (`tell`).
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
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
    TellHeard,
)
from solovox.core.errors import PeerFault
from solovox.core.events import (
    EarAudio,
    EarCalled,
    EarCancelled,
    EarEndedUtterance,
    EarEvent,
    EarGoingAway,
    EarInterrupted,
    EarLost,
    EarOpened,
    EarOutputTranscript,
    EarTranscript,
    EarTurnEnded,
)
from solovox.core.units import ConnectionId, StreamId
from solovox.live import setup
from solovox.live.coming_tools import LEFT_MS, ComingTools, told_of, wait_for_tools, wait_until_outgrown
from solovox.live.connection import Connection, LiveService
from solovox.live.losing import LossCause, Lost, TrackRecord
from solovox.live.outbox import Outbox
from solovox.live.output_rate import OutputRate, Resample
from solovox.live.relay import Relay
from solovox.live.written_turn import WrittenTurn
from solovox.ports import Correction, Sound
from solovox.wire.live_events import (
    Ask,
    EndAnswer,
    Generated,
    HandleRenewed,
    LiveCommand,
    LiveEvent,
    LiveSetup,
    ModelWrote,
    Opened,
    Spoke,
    TurnSpoiled,
)

Tell = Callable[[EarEvent], Awaitable[None]]
MakePlan = Callable[[], LiveSetup]
"""What the next connection is set up with. Never waits."""
ReadCorrections = Callable[[], Sequence[Correction]]
"""What the person corrected so far. It may wait for a disk: it is called in a thread."""
CORRECTIONS_SECONDS: Final = 2.0
"""How long an opening waits for them."""
COMMANDS: Final = 64
BACKLOG_SECONDS: Final = 600
JITTER_SECONDS: Final = 0.25
"""Random extra delay before reconnecting after a loss, so that many sessions do not reconnect at the same moment."""
REFUSALS: Final = 3
"""Drop a resumption handle after this many failed attempts that were not explicit refusals."""
OF_NO_HANDLE: Final = (LossCause.OURS, LossCause.BUSY)
"""Refusals that say nothing of a handle."""
WORK: Final = (EarTranscript, EarCalled, Spoke, EarTurnEnded)
"""What shows that the service makes something of what it is sent."""

_log = logging.getLogger("solovox.session")


@dataclass(frozen=True, slots=True)
class ConnectionOptions:
    """How a connection is held."""

    resample: Resample | None = None
    """For a service that does not speak at our rate."""
    chance: Random = field(default_factory=Random)
    """The random source of the reconnection delay."""
    corrections: ReadCorrections | None = None
    """None: nothing is learned."""
    coming: ComingTools | None = None
    """None: all tools are there from the beginning."""


@dataclass(slots=True, eq=False)
class _Held:
    """One connection, as asked for."""

    id: ConnectionId
    plan: LiveSetup
    resume: bool
    sounding: OutputRate
    outbox: Outbox
    after_loss: bool = False
    """The previous connection was lost. Many other sessions may have lost theirs at the same moment."""
    resumed: bool = False
    opened: asyncio.Event = field(default_factory=asyncio.Event)
    closed: bool = False
    """By us."""
    lost: bool = False
    connection: Connection | None = None
    task: asyncio.Task[None] | None = None

    def close(self) -> None:
        self.closed = True
        if self.task is not None:
            self.task.cancel()

    def go_up(self) -> None:
        """Send what the network takes at once; `_say` sends the rest."""
        while self.connection is not None and self.connection.is_free:
            command = self.outbox.next()
            if command is None:
                return
            self.connection.write(command)
        self.outbox.wake()


class LiveEar:
    """The ear link."""

    def __init__(
        self,
        service: LiveService,
        plan: MakePlan,
        sound: Sound,
        socket: ConnectionOptions | None = None,
        relay: Relay | None = None,
    ) -> None:
        self._plan = plan
        self._sound = sound
        self._socket = socket or ConnectionOptions()
        self._service = service
        self._relay = relay
        if relay is not None:
            relay.join(self._say_now)
        self._commands: asyncio.Queue[_Held] = asyncio.Queue(COMMANDS)
        self._tell: Tell
        self._held: _Held | None = None
        self._handle: str | None = None
        self._refusals = 0
        self._record = TrackRecord()

    async def run(self, tell: Tell) -> None:
        """Hold one connection after another, and tell what the ear does."""
        self._tell = tell
        while True:
            held = await self._commands.get()
            if held.closed:
                continue
            async with asyncio.TaskGroup() as tasks:
                held.task = tasks.create_task(self._hold(held), name=f"ear {held.id}")

    async def perform(self, command: EarCommand) -> None:
        """Open, close, send. Commands for a connection that is over are dropped."""
        self.perform_now(command)

    def perform_now(self, command: EarCommand) -> bool:
        """All of it, always."""
        self._perform(command)
        return True

    def _open_next(self, command: OpenEar) -> None:
        before = self._held
        if before is not None:  # also one that the core gave up because a command failed here
            before.close()
        self._handle = self._handle if command.resume else None
        resample = self._socket.resample
        self._held = _Held(
            command.connection,
            self._plan(),
            command.resume,
            OutputRate(resample),
            Outbox(self._service.family.mic_rate, resample),
            after_loss=before is not None and before.lost,
        )
        self._commands.put_nowait(self._held)

    def _perform(self, command: EarCommand) -> None:
        if isinstance(command, OpenEar):
            self._open_next(command)
            return
        held = self._held
        if held is None or held.id != command.connection or held.closed or held.lost:
            return
        match command:
            case CloseEar():
                held.close()
                return
            case SendMicrophone(span=span):
                held.outbox.hear(self._sound.get(span))
            case BeginActivity() | EndActivity():
                held.outbox.active(begins=isinstance(command, BeginActivity))
            case AskEar(text=text):
                held.outbox.put(Ask(text))
            case AnswerCall(call=call):
                held.outbox.answer(call, setup.answer(held.plan, command))
            case NudgeEar():
                held.outbox.put(setup.nudge(held.plan))
            case TellHeard(ms=ms):
                held.outbox.put(EndAnswer(ms))
            case GiveContext(text=text):
                held.outbox.put(setup.context(text))
            case _:
                assert_never(command)
        held.go_up()

    def _say_now(self, command: LiveCommand) -> bool:
        held = self._held
        if held is None or not held.opened.is_set() or held.closed or held.lost:
            return False
        held.outbox.put(command)
        held.go_up()
        return True

    async def aclose(self) -> None:
        """`run` has closed everything."""

    async def _hold(self, held: _Held) -> None:
        try:
            if held.after_loss:
                jitter = self._socket.chance.uniform(0, JITTER_SECONDS)
                await asyncio.sleep(jitter + self._record.pause)
            await self._talk(held)
        except* Lost as group:
            lost = _first(group)
            held.lost = True
            retry, asks_again = self._record.note_loss(lost.fault)
            if lost.fault is LossCause.REFUSED:
                self._handle = None  # what it stands for may be what was refused
            await self._tell(EarLost(held.id, str(lost), retry, asks_again))
        finally:
            if self._relay is not None:
                self._relay.lose_connection("the connection ended")

    async def _talk(self, held: _Held) -> None:
        connection = held.connection = await self._open(held)
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._listen(held, connection), name="listen")
                tasks.create_task(self._say(held, connection), name="say")
                tasks.create_task(connection.keep_alive(), name="keep alive")
                if (coming := self._socket.coming) is not None:
                    tasks.create_task(self._leave_if_outgrown(held, coming), name="tools")
        finally:
            await connection.aclose()

    async def _leave_if_outgrown(self, held: _Held, coming: ComingTools) -> None:
        await held.opened.wait()
        await wait_until_outgrown(coming, held.plan, self._plan)
        await self._tell(EarGoingAway(held.id, LEFT_MS))

    async def _open(self, held: _Held) -> Connection:
        """With the newest handle; without, if it is refused (L3)."""
        handle = self._handle if held.resume else None
        if self._socket.coming is not None:
            await wait_for_tools(self._socket.coming)
            held.plan = self._plan()
        plan = setup.add_corrections(held.plan, await self._corrections())
        while True:
            try:
                connection = await self._service.open(plan, held.id, handle)
            except Lost as lost:
                if handle is None or lost.fault in OF_NO_HANDLE:
                    raise
                self._refusals += 1
                if lost.fault is not LossCause.HANDLE and self._refusals < REFUSALS:
                    raise
                self._handle = handle = None
                self._refusals = 0
            else:
                held.resumed = handle is not None
                self._refusals = 0
                self._record.set_up()
                _log.log(*told_of(plan))
                return connection

    async def _corrections(self) -> Sequence[Correction]:
        read = self._socket.corrections
        if read is None:
            return ()
        try:
            async with asyncio.timeout(CORRECTIONS_SECONDS):
                return await asyncio.to_thread(read)
        except Exception as error:  # noqa: BLE001 - an ear without them hears, too
            why = " ".join(str(error).split()) or "it took too long"
            _log.warning("the ear is opened without your corrections: %s", why)
            return ()

    async def _listen(self, held: _Held, connection: Connection) -> None:
        alone, turn = held.plan.routing is None, WrittenTurn()
        async for told in connection.events():
            if isinstance(told, WORK):
                self._record.note_understanding(answered=isinstance(told, Spoke | EarTurnEnded))
            if self._relay is not None and await self._relay.take_event(told):
                continue
            if (written := turn.see(told)) and alone:
                await self._tell(EarOutputTranscript(held.id, written))
            for event in self._events_of(held, connection, told):
                await self._tell(event)

    def _events_of(self, held: _Held, connection: Connection, told: LiveEvent) -> Iterator[EarEvent]:
        """The core's events for a message; before the end of a turn the rest of its sound."""
        if isinstance(told, EarInterrupted | EarTurnEnded):
            yield from self._tell_sound(held, held.sounding.rest())
        if isinstance(told, Spoke):
            try:
                yield from self._tell_sound(held, held.sounding.feed(told.pcm, told.rate))
            except PeerFault as fault:
                raise Lost(str(fault), LossCause.REFUSED) from None
        elif (event := self._event(held, connection, told)) is not None:
            yield event

    def _tell_sound(self, held: _Held, pcm: bytes) -> Iterator[EarEvent]:
        if pcm:
            yield EarAudio(held.id, self._sound.put(StreamId(f"ear/{held.id}"), pcm))

    def _event(self, held: _Held, connection: Connection, told: LiveEvent) -> EarEvent | None:
        match told:
            case Opened():
                held.opened.set()
                return EarOpened(held.id, held.resumed)
            case HandleRenewed(handle=handle):
                self._handle = handle
                return None
            case EarCalled(call=call, tool=tool):
                if connection.codec.is_deaf_in(tool):
                    held.outbox.silence(call)
                return told
            case EarCancelled(calls=calls):
                held.outbox.resume(calls)
                held.go_up()
                return told
            case (
                EarTranscript()
                | EarOutputTranscript()
                | EarInterrupted()
                | EarTurnEnded()
                | EarEndedUtterance()
                | EarGoingAway()
            ):
                return told
            case ModelWrote() | Generated() | TurnSpoiled() | Spoke():
                return None
            case _:
                assert_never(told)

    async def _say(self, held: _Held, connection: Connection) -> None:
        most = 2 * self._service.family.mic_rate * BACKLOG_SECONDS
        while True:
            command = await held.outbox.take()
            if held.outbox.sound > most:
                why = f"the network is too slow: {BACKLOG_SECONDS} s of sound wait for it"
                raise Lost(why, LossCause.NETWORK)
            await connection.send(command)


def _first(group: BaseExceptionGroup[Lost]) -> Lost:
    """The most informative of several losses: a close by the service says more than a lost network."""
    found = [one for one in group.exceptions if isinstance(one, Lost)]
    inner = [_first(one) for one in group.exceptions if isinstance(one, BaseExceptionGroup)]
    return min((*found, *inner), key=lambda one: one.fault is LossCause.NETWORK)
