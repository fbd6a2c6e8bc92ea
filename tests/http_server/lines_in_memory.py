"""A server's sessions in memory, and sockets to them as an ASGI server would hold them. No network, no time."""

import asyncio
import json
import math
from contextlib import asynccontextmanager

from solovox.config.schema import Config
from solovox.http.sockets.socket import LiveSocket
from solovox.http.sockets.talks import Talks
from solovox.shell.clock import run
from solovox.weights import Cache

START = {"type": "start", "solovox": 1}
LOUD = b"\x10\x27" * 1_600


class Line:
    """One socket, as an ASGI server would hold it."""

    def __init__(self, talks, tasks):
        self._in = asyncio.Queue()
        self.got = []
        self.closed = None
        self.broken = False
        """What is sent from now on does not arrive: the client has left."""
        self._in.put_nowait({"type": "websocket.connect"})
        self.serving = tasks.create_task(LiveSocket(talks)({"type": "websocket"}, self._in.get, self._send))

    async def _send(self, message):
        if self.broken and message["type"] != "websocket.accept":
            raise OSError("the client has left")
        match message:
            case {"type": "websocket.send", "text": text}:
                self.got.append(json.loads(text))
            case {"type": "websocket.send", "bytes": pcm}:
                self.got.append(pcm)
            case {"type": "websocket.close", "code": code}:
                assert self.closed is None, "closed twice"
                self.closed = code

    def say(self, what):
        kind = "bytes" if isinstance(what, bytes) else "text"
        self._in.put_nowait(
            {"type": "websocket.receive", kind: json.dumps(what) if isinstance(what, dict) else what}
        )

    async def asks(self, *frames):
        """Say these, and let the server work."""
        for one in frames:
            self.say(one)
        await asyncio.sleep(0.2)
        return self

    def leaves(self):
        self.broken = True
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1006})

    def of(self, kind):
        return [one for one in self.got if isinstance(one, dict) and one["type"] == kind]

    @property
    def error(self):
        return self.of("error")[-1]["message"]

    @property
    def token(self):
        return self.of("ready")[-1]["token"]


class Hall:
    """The sessions of a server, and the lines to it."""

    def __init__(self, talks, tasks):
        self.talks = talks
        self._tasks = tasks
        self.lines = []

    def line(self):
        self.lines.append(Line(self.talks, self._tasks))
        return self.lines[-1]

    async def page(self, **more):
        return await self.line().asks(START | more)

    async def resumed(self, token, **more):
        return await self.line().asks({"type": "resume", "token": token, **more})


@asynccontextmanager
async def hall(
    tmp_path, limit=10, configured=lambda _: Config(), journals=None, folds=lambda *_: (), store=None
):
    talks = Talks(Cache(tmp_path), limit, configured, "talk", journals, folds=folds, store=store)
    async with asyncio.TaskGroup() as tasks:
        made = Hall(talks, tasks)
        async with talks.process:
            yield made
            for one in made.lines:
                one.leaves()
            await talks.process.sessions.stop()


def virtual(scene):
    return run(scene(), math.inf)
