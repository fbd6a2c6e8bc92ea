"""An ear: a live model behind a socket that speaks lines of JSON. `--set ear.kind=lines --set ear.lines.address=HOST:PORT`.

Up: {"pcm": base64, 16 kHz}, {"text"}, {"active": true | false}, {"call", "result"}. Down: {"ready"}, {"heard": text},
{"ended"}, {"call": id, "tool", "arguments"}, {"pcm": base64, 24 kHz}.
"""

import asyncio
import json
from base64 import b64decode, b64encode
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from msgspec import Struct

from solovox.config.declaring import Declaration, read
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.units import CallId, ConnectionId, StreamId
from solovox.ports import AdapterArgs, Ear, Narrator, Sound

MOST = 1_000_000
"""Bytes that may wait for the network."""
Tell = Callable[[e.EarEvent], Awaitable[None]]


class LinesEar:
    def __init__(self, sound: Sound, address: str) -> None:
        self.sound, (self.host, _, self.port) = sound, address.rpartition(":")
        self.wanted: ConnectionId | None = None
        self.asked: asyncio.Queue[ConnectionId] = asyncio.Queue(64)
        self.out: asyncio.StreamWriter | None = None
        self.talk: asyncio.Task[None] | None = None

    async def run(self, tell: Tell) -> None:
        while True:
            connection = await self.asked.get()
            if connection == self.wanted:
                async with asyncio.TaskGroup() as tasks:
                    self.talk = tasks.create_task(self.hold(connection, tell))

    async def hold(self, connection: ConnectionId, tell: Tell) -> None:
        """One connection. It ends in `EarLost`, unless it is cancelled: then nothing more is told of it."""
        out = None
        try:
            reader, out = await asyncio.open_connection(self.host, int(self.port))
            while line := await reader.readline():
                for event in self.events(connection, json.loads(line)):
                    self.out = out
                    await tell(event)
            why = "the model closed the connection"
        except (OSError, ValueError, KeyError) as error:
            why = f"the model cannot be talked with ({type(error).__name__})"
        finally:
            self.out = None
            if out is not None:
                out.transport.abort()
        self.wanted = None
        await tell(e.EarLost(connection, why))

    def events(self, connection: ConnectionId, said: dict[str, Any]) -> Iterator[e.EarEvent]:
        match said:
            case {"ready": _}:
                yield e.EarOpened(connection)
            case {"heard": str(text)}:
                yield e.EarTranscript(connection, text)
            case {"ended": _}:
                yield e.EarEndedUtterance(connection)
            case {"call": str(call), "tool": str(tool), "arguments": dict(arguments)}:
                canonical = json.dumps(arguments, sort_keys=True, separators=(",", ":"))
                proposed = str(arguments.get("instruction", ""))
                yield e.EarCalled(connection, CallId(call), tool, canonical, proposed)
            case {"pcm": str(pcm)}:
                yield e.EarAudio(connection, self.sound.put(StreamId(f"ear/{connection}"), b64decode(pcm)))

    async def perform(self, command: c.EarCommand) -> None:
        """It never waits: what happens is told by `run`."""
        match command:
            case c.OpenEar(connection=connection):
                self.leave()
                self.wanted = connection
                self.asked.put_nowait(connection)
            case c.CloseEar(connection=self.wanted):
                self.leave()
            case _ if command.connection == self.wanted and self.out is not None:
                self.out.write(json.dumps(self.said(command)).encode() + b"\n")
                if self.out.transport.get_write_buffer_size() > MOST:
                    self.out.transport.abort()  # `hold` tells that it is lost

    def said(self, command: c.EarCommand) -> dict[str, object]:
        match command:
            case c.SendMicrophone(span=span):
                return {"pcm": b64encode(self.sound.get(span)).decode()}
            case c.AnswerCall(call=call, result=result):
                return {"call": call, "result": result}
            case c.AskEar(text=text) | c.GiveContext(text=text):
                return {"text": text}
            case c.NudgeEar():
                return {"text": "[call your tool now]"}
            case _:
                return {"active": isinstance(command, c.BeginActivity)}

    def leave(self) -> None:
        self.wanted = self.out = None
        if self.talk is not None:
            self.talk.cancel()

    async def aclose(self) -> None:
        """`run` has closed everything."""


class Lines(Struct, frozen=True, kw_only=True):
    address: str = "127.0.0.1:8766"
    """Where the live model listens."""


@Declaration(Lines)
def make(given: AdapterArgs) -> Callable[[Sound, Narrator | None], Ear]:
    return lambda sound, narrator: LinesEar(sound, read(given, Lines).address)
