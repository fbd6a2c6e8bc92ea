"""The owner at a page and agents from outside, in one process, on a virtual clock: the page is raw ASGI, the agents are the SDK's own client
over the SDK's own memory transport. Between them is the server's own code.
"""

import asyncio
import contextlib
import math

from mcp import Client
from mcp.client._memory import InMemoryTransport
from mcp_types import Implementation

from http_server.coded_speech import spoken
from http_server.web_people import STEP, Browser, Server, Troubles
from solovox.http.mcp_server import McpVoice
from solovox.parts import registry
from solovox.shell.clock import run

PLAYED = {"played": True, "interrupted_at_word": None}
LONG = (
    "The garden gate is open and the red bicycle stands behind the old house in the rain until the evening. "
    * 4
    + "So it is."
)
GUEST = "solovox.parts.brains.own_agents:mcp"


class Owner(Browser):
    """A person at a page, who lives on by themselves, and remembers what they were told."""

    def __init__(self, server):
        super().__init__(server, Troubles())
        self.told = []

    def _learn(self, told):
        self.told.append(told)
        super()._learn(told)

    async def lives(self):
        while not self.over and self.wire.closed is None:
            self.step()
            await asyncio.sleep(STEP)

    def of(self, kind):
        return [one for one in self.told if one["type"] == kind]

    @property
    def notices(self):
        return [one["text"] for one in self.of("notice")]

    @property
    def hears(self):
        """The text of each read."""
        return [one["said"] for one in self.of("read")]

    @property
    def failures(self):
        return [one["text"] for one in self.of("failure")]

    @property
    def steps(self):
        return [one["title"] for one in self.of("step")]

    def types(self, text):
        self.wire.say("text", text=text)

    def says(self, text):
        self.saying += spoken(text)

    async def until(self, holds):
        while not holds():
            await asyncio.sleep(STEP)

    async def until_heard(self, words, least=0):
        """That a read with these words sounds, and so many samples of it were played."""
        await self.until(
            lambda: any(words in one["said"] and self.played(one["read"]) > least for one in self.of("read"))
        )

    def played(self, read):
        return self.reads.get(read, (0, 0))[1]


class Scene:
    """What a test has."""

    def __init__(self, server, voice, stack, tasks):
        self._server = server
        self._stack = stack
        self._tasks = tasks
        self.voice = voice
        self.talks = server.talks

    @property
    def now(self):
        return asyncio.get_running_loop().time()

    async def owner(self):
        page = Owner(self._server)
        assert await page.begin()
        self._stack.callback(lambda: page.wire.vanish() if page.wire.closed is None else None)
        self._tasks.append(asyncio.create_task(page.lives()))
        await asyncio.sleep(0.5)
        return page

    async def agent(self, name="tester", **more):
        client = Client(
            InMemoryTransport(self.voice.server), client_info=Implementation(name=name, version="1"), **more
        )
        return Agent(await self._stack.enter_async_context(client))


class Agent:
    """An agent's end of the tools: what it gets, without the wrapping."""

    def __init__(self, client):
        self.client = client
        self.progress = []

    async def calls(self, tool, follows=True, **arguments):
        async def progress(*one):
            self.progress.append(one)

        result = await self.client.call_tool(tool, arguments, progress_callback=progress if follows else None)
        return result.content[0].text if result.is_error else result.structured_content

    def begins(self, tool, **arguments):
        return asyncio.create_task(self.calls(tool, **arguments))


def scene(acts, tmp_path, *flags):
    """Run `acts(scene)` with a server whose brain is a guest, in virtual time."""

    async def whole():
        async with contextlib.AsyncExitStack() as stack:
            server = await stack.enter_async_context(
                Server(tmp_path, 4, "brain.kind=mcp", "amend=replace", *flags)
            )
            registry.BUILT_IN[registry.BRAINS] = {"mcp": GUEST, **registry.BUILT_IN[registry.BRAINS]}
            voice, tasks = McpVoice(server.talks.guests), []
            inner = await stack.enter_async_context(contextlib.AsyncExitStack())
            async with asyncio.timeout(1_000):
                found = await acts(Scene(server, voice, inner, tasks))
            for one in tasks:
                one.cancel()
            return found

    return run(whole(), math.inf)
