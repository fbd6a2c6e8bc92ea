"""One served session with its tasks: the machine, a recogniser, the voice and the brain around one socket.

Rule 1: one task decides; all others bring it events through an `Inbox`, bounded by number and by bytes. When it is full they wait, and in
the end the client waits. An empty one takes a thing of any size, so nothing waits for ever.
Rule 2: sound stays here, in `microphone.py`, which says how much of it waits.
Rule 3: a client that takes nothing for `PATIENCE` seconds is gone.
Rule 4: when `run` returns, its tasks are gone.
"""

import asyncio
import dataclasses
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar, assert_never

from msgspec.structs import replace

from solovox.core.errors import SolovoxError
from solovox.core.units import VOICE_RATE
from solovox.ports import Clock
from solovox.server import served_commands as o
from solovox.server import served_events as h
from solovox.server.asking import Asking
from solovox.server.engines import ServerEngines
from solovox.server.handles import Resuming
from solovox.server.microphone import WIDTH, Microphone, Rendering
from solovox.server.options import ServerOptions
from solovox.server.served import ServedTalk
from solovox.server.terms import INTERNAL
from solovox.server.tokens import TokenGrant, TokenRefused
from solovox.wire.gemini_live.client_frames import ClientMessage, RealtimeInput, Setup
from solovox.wire.gemini_live.codec import decode_client
from solovox.wire.gemini_live.parts import Blob, Content, Part, Record, sound
from solovox.wire.gemini_live.server_frames import ServerContent, ServerMessage
from solovox.wire.gemini_live.sizes import server_frames
from solovox.wire.gemini_live.values import BadFrame

T = TypeVar("T")
THINGS: Final = 256
BYTES: Final = 2 * 1024 * 1024
"""Bytes of frames beyond which `put` waits."""


Hearing = o.StartRecogniser | o.FeedRecogniser | o.FeedSilence | o.FinishHearing
Answering = (
    o.PrepareTools | o.QueryBrain | o.ChooseTool | o.ReturnResult | o.Speak | o.AbandonTurn | o.SilenceTurn
)


class Inbox(Generic[T]):
    """One session's."""

    def __init__(self, things: int = THINGS, most: int = BYTES) -> None:
        self._queue: asyncio.Queue[tuple[T, int]] = asyncio.Queue()
        self._things = things
        self._most = most
        self._bytes = 0
        self._taken = asyncio.Event()

    async def put(self, thing: T, size: int = 0) -> None:
        """Returns when it is in."""
        while self._full(size):
            self._taken.clear()
            await self._taken.wait()
        self._bytes += size
        self._queue.put_nowait((thing, size))

    def put_over_limit(self, thing: T) -> None:
        """At once, however full it is: for what comes once."""
        self._queue.put_nowait((thing, 0))

    def _full(self, size: int) -> bool:
        return self._queue.qsize() >= self._things or bool(
            size and self._bytes and self._bytes + size > self._most
        )

    async def get(self) -> T:
        """The oldest."""
        thing, size = await self._queue.get()
        self._bytes -= size
        self._taken.set()
        return thing


PATIENCE: Final = 20.0
SETUP_SECONDS: Final = 30.0


class Gone(Exception):
    """The client is gone."""


class Socket(Protocol):
    """The client's end."""

    async def receive(self) -> bytes:
        """The next frame. Raises `Gone`."""
        ...

    async def send(self, frame: bytes) -> None:
        """Raises `Gone`."""
        ...

    async def close(self, code: int, reason: str) -> None:
        """Says why."""
        ...


class JournalPort(Protocol):
    """Where a session is written down. Raises `SolovoxError` when it cannot be."""

    async def keep(self, at: int, event: h.ServedEvent, commands: list[o.ServedCommand]) -> None:
        """Write an event and its commands. Returns when the commands may be performed."""
        ...

    async def aclose(self) -> None: ...


async def no_fault(_: str) -> None:
    """The socket has no faults."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionEntry:
    """How a session began."""

    version: str = "v1beta"
    session: str | None = None
    first_call: int = 1
    book: JournalPort | None = None
    grant: TokenGrant | None = None
    """What its token allows, if it came with one."""
    note: Callable[[str], None] = lambda _: None
    """Logs a line for the operator."""
    strike: Callable[[str], Awaitable[None]] = no_fault
    """Lets a fault of a file of answers count on the connection."""


class ServedSession:
    """Use: `await session.run()`."""

    def __init__(
        self,
        socket: Socket,
        engines: ServerEngines,
        clock: Clock,
        options: ServerOptions,
        entry: SessionEntry | None = None,
    ) -> None:
        self._entry = entry or SessionEntry()
        self._socket = socket
        self._engines = engines
        self._clock = clock
        self._talk = ServedTalk(options)
        self._inbox: Inbox[h.ServedEvent | ClientMessage] = Inbox()
        self._own: deque[h.ServedEvent] = deque()
        """Events that commands caused at once."""
        self._microphone = Microphone(engines.resampler, self._tell)
        self._rendering = Rendering(engines.voice, self._tell)
        self._asking = Asking(engines, self._tell)
        self._resuming = Resuming(engines.handles)
        self._tasks: asyncio.TaskGroup | None = None

    async def run(self) -> str:
        """Until the client is gone or the connection is closed. Returns which."""
        why = "the client is gone"
        try:
            async with asyncio.TaskGroup() as self._tasks:
                self._start(self._receive())
                self._start(self._rendering.run())
                self._start(self._watch())
                await self._decide()
                why = "the connection is closed"
                raise _Over
        except* (_Over, Gone):
            self._tasks = None
        finally:
            self._resuming.end()
            await self._asking.aclose()
            if self._entry.book is not None:
                with suppress(SolovoxError):
                    await self._entry.book.aclose()
        return why

    def hang_up(self) -> None:
        """The server ends. Never waits."""
        self._inbox.put_over_limit(h.ServerEnding())

    # Deciding.

    async def _decide(self) -> None:
        while not self._talk.closed:
            item = await self._next()
            if isinstance(item, Setup) and self._entry.grant is not None:
                item = await self._admit(self._entry.grant, item)
            for event, pcm in self._meaning(item) if isinstance(item, Record) else [(item, b"")]:
                at = self._clock.now()
                commands = self._talk.handle(at, event)
                await self._keep(at, event, commands)
                for command in commands:
                    await self._perform(command, pcm)

    async def _keep(self, at: int, event: h.ServedEvent, commands: list[o.ServedCommand]) -> None:
        if self._entry.book is None:
            return
        try:
            await self._entry.book.keep(at, event, commands)
        except SolovoxError as error:
            self._entry.note(f"from here on nothing of this session is kept: {error}")
            with suppress(SolovoxError):
                await self._entry.book.aclose()
            self._entry = dataclasses.replace(self._entry, book=None)

    async def _admit(self, grant: TokenGrant, setup: Setup) -> Setup:
        try:
            return grant.admit(setup)
        except TokenRefused as refused:
            self._entry.note(f"closed with {INTERNAL}: {refused}")
            await self._socket.close(INTERNAL, str(refused))
            raise Gone from None

    async def _next(self) -> h.ServedEvent | ClientMessage:
        """The next event, or `TimePassed`."""
        if self._own:
            return self._own.popleft()
        at = self._talk.next_deadline
        try:
            async with asyncio.timeout(None if at is None else max(0, at - self._clock.now()) / 1000):
                return await self._inbox.get()
        except TimeoutError:
            return h.TimePassed()

    async def _perform(self, command: o.ServedCommand, pcm: bytes) -> None:
        match command:
            case o.Send(message=message):
                await self._send(message)
            case o.SendSound():
                await self._send(_with_sound(command, self._rendering.take(command)))
            case o.Close(code=code, reason=reason):
                await self._socket.close(code, reason)
            case o.Note(line=line):
                self._entry.note(line)
            case o.StrikeFault(turn=turn, key=key, fault=fault):
                await self._entry.strike(fault)
                self._asking.give(o.ReturnResult(turn, key, fault))
            case o.SaveMemory(memory=memory):
                if (handle := self._resuming.give(memory)) is not None:
                    self._own.append(h.HandleGiven(handle))
            case o.StartRecogniser() | o.FeedRecogniser() | o.FeedSilence() | o.FinishHearing():
                self._hear(command, pcm)
            case _:
                self._answer(command)

    def _hear(self, command: Hearing, pcm: bytes) -> None:
        match command:
            case o.StartRecogniser(detection=detection):
                self._start(self._microphone.run(self._engines.recogniser(detection)))
            case o.FeedRecogniser(rate=rate):
                self._microphone.hear(pcm, rate)
            case o.FeedSilence(ms=ms):
                self._microphone.silence(ms)
            case o.FinishHearing(n=n):
                self._microphone.finish(n)
            case _:
                assert_never(command)

    def _answer(self, command: Answering) -> None:
        match command:
            case o.PrepareTools(tools=tools):
                self._asking.prepare(tools, self._start)
            case o.QueryBrain() | o.ChooseTool():
                self._asking.ask(command, self._start)
            case o.ReturnResult():
                self._asking.give(command)
            case o.Speak():
                self._rendering.say(command)
            case o.AbandonTurn(turn=turn):
                self._asking.forget(turn)
                self._rendering.forget(turn)
            case o.SilenceTurn(turn=turn):
                self._rendering.forget(turn)
            case _:
                assert_never(command)

    def _start(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        assert self._tasks is not None
        return self._tasks.create_task(work)

    async def _tell(self, event: h.ServedEvent) -> None:
        await self._inbox.put(event)

    async def _watch(self) -> None:
        await self._resuming.wait_until_lost()
        await self._tell(h.TakenOver())

    # The client.

    async def _send(self, message: ServerMessage) -> None:
        for frame in server_frames(message):
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._socket.send(frame)
            except TimeoutError:
                raise Gone from None

    async def _receive(self) -> None:
        try:
            async with asyncio.timeout(SETUP_SECONDS):
                frame = await self._socket.receive()
        except TimeoutError:
            late = f"setup did not come within {SETUP_SECONDS:g} s"
            self._entry.note(f"closed with 1008: {late}")
            await self._socket.close(1008, late)
            raise Gone from None
        while True:
            try:
                await self._inbox.put(decode_client(frame), len(frame))
            except BadFrame as bad:
                await self._tell(h.FrameRejected(str(bad)))
            await self._microphone.has_room()
            frame = await self._socket.receive()

    def _meaning(self, message: ClientMessage) -> list[tuple[h.ServedEvent, bytes]]:
        """A client's message as events, each with its sound."""
        if isinstance(message, Setup):
            return [(self._set_up(message), b"")]
        if not isinstance(message, RealtimeInput):
            return [(h.MessageReceived(message), b"")]
        told = [_event_of_sound(message.audio)] if message.audio is not None else []
        rest = replace(
            message,
            audio=None,
            media_chunks=tuple(replace(chunk, data=b"") for chunk in message.media_chunks),
        )
        if rest != RealtimeInput():
            told.append((h.MessageReceived(rest), b""))
        # After the check whether the family takes them.
        told += [
            _event_of_sound(one) for one in message.media_chunks if not one.mime_type.startswith("image/")
        ]
        return told

    def _set_up(self, setup: Setup) -> h.SetUp:
        """The setup with the memory of its handle; from now on this connection owns the session."""
        entry, resumption = self._entry, setup.session_resumption
        memory = self._resuming.begin(resumption.handle if resumption is not None else None)
        left_ms = entry.grant.left_ms if entry.grant is not None else None
        return h.SetUp(setup, entry.version, memory, entry.first_call, entry.session, left_ms)


def _event_of_sound(blob: Blob) -> tuple[h.ServedEvent, bytes]:
    whole = len(blob.data) // WIDTH
    return h.AudioReceived(blob.mime_type, whole), blob.data[: whole * WIDTH]


class _Over(Exception):
    """The connection is closed."""


def _with_sound(command: o.SendSound, pcm: bytes) -> ServerMessage:
    part = Part(inline_data=sound(pcm, VOICE_RATE))
    content = command.message.server_content or ServerContent()
    content = replace(content, model_turn=Content(parts=(part,), role="model"))
    return replace(command.message, server_content=content)
