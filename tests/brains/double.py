"""A server on loopback that speaks Chat Completions over real HTTP, one script a request."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

HANG = "hang"
"""Say nothing more, until the client goes away."""
CUT = "cut"
"""Close the connection in the middle of the response."""


def event(data, name=""):
    """An event of the kind `sse`."""
    lines = "".join(f"data: {line}\n" for line in data.split("\n"))
    return f"{f'event: {name}' if name else ':'}\n{lines}\n".encode()


def chunk(text="", calls=None, why=None):
    """One event of a streamed completion."""
    delta = {"content": text} if text else {}
    if calls is not None:
        delta["tool_calls"] = calls
    return completion(choices=[{"index": 0, "delta": delta, "finish_reason": why}])


def completion(**data):
    """An event of Chat Completions."""
    told = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "small"}
    return f"data: {json.dumps({**told, **data})}\n\n".encode()


DONE = b"data: [DONE]\n\n"


def written(*texts):
    """A whole answer in those pieces."""
    return [*(chunk(text) for text in texts), chunk(why="stop"), DONE]


def asking(*calls):
    """A response that calls tools: (id, name, arguments in fragments)."""
    events = []
    for at, (name, fragments) in enumerate(calls):
        events.append(
            chunk(
                calls=[
                    {
                        "index": at,
                        "id": f"c{at}",
                        "type": "function",
                        "function": {"name": name, "arguments": ""},
                    }
                ]
            )
        )
        events += [chunk(calls=[{"index": at, "function": {"arguments": part}}]) for part in fragments]
    return [*events, chunk(why="tool_calls"), DONE]


@dataclass
class Refusal:
    status: int
    body: bytes = b'{"error": {"message": "the reason"}}'


@dataclass
class Double:
    """What to answer and what was asked. The last script serves all further requests. A number in one: so many seconds; an event: until it
    is set.
    """

    scripts: list
    port: int = 0
    requests: list = field(default_factory=list)
    headers: list = field(default_factory=list)
    paths: list = field(default_factory=list)
    connections: int = 0
    open: dict = field(default_factory=dict)
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    """The client hung up on a response that was not over."""
    asked: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    async def serve(self, reader, writer):
        asyncio.current_task().set_name("double")
        self.open[asyncio.current_task()] = writer
        self.connections += 1
        with contextlib.suppress(asyncio.IncompleteReadError):
            try:
                while await self._one(reader, writer):
                    pass
            except ConnectionError:
                self.gone.set()
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
        del self.open[asyncio.current_task()]

    async def end(self):
        """Hang up on everybody."""
        for task, writer in list(self.open.items()):
            writer.close()
            task.cancel()
        while self.open:
            await asyncio.wait(list(self.open))
            self.open = {task: writer for task, writer in self.open.items() if not task.done()}

    async def _one(self, reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {k.casefold(): v.strip() for k, _, v in (line.partition(":") for line in head[1:] if line)}
        self.paths.append(head[0].split()[1])
        self.headers.append(headers)
        self.requests.append(json.loads(await reader.readexactly(int(headers["content-length"]))))
        self.asked.set()
        script = self.scripts[min(len(self.requests), len(self.scripts)) - 1]
        if isinstance(script, Refusal):
            writer.write(
                f"HTTP/1.1 {script.status} No\r\nContent-Length: {len(script.body)}\r\n\r\n".encode()
            )
            writer.write(script.body)
            await writer.drain()
            return True
        return await self._stream(reader, writer, script)

    async def _stream(self, reader, writer, script):
        if script[:1] == [HANG]:
            return await self._hang(reader)
        writer.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        for step in script:
            if step == HANG:
                return await self._hang(reader)
            if step == CUT:
                return False
            if isinstance(step, float):
                await asyncio.sleep(step)
                continue
            if isinstance(step, asyncio.Event):
                await step.wait()
                continue
            writer.write(f"{len(step):x}\r\n".encode() + step + b"\r\n")
            await writer.drain()
        writer.write(b"0\r\n\r\n")
        await writer.drain()
        return True

    async def _hang(self, reader):
        await reader.read()
        self.gone.set()
        return False


@dataclass(frozen=True)
class Seen:
    """A double as the contract of what is elsewhere looks at it."""

    double: Double

    @property
    def asked(self):
        return len(self.double.requests)

    async def await_reached(self):
        await self.double.asked.wait()

    async def await_left(self):
        await self.double.gone.wait()


@contextlib.asynccontextmanager
async def serving(*scripts) -> AsyncIterator[Double]:
    double = Double(list(scripts))
    server = await asyncio.start_server(double.serve, "127.0.0.1", 0)
    double.port = server.sockets[0].getsockname()[1]
    try:
        yield double
    finally:
        server.close()
        await double.end()
        await server.wait_closed()
