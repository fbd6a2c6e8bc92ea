"""Tools are looked at as they are declared, and nobody waits for it but who asks for one of them."""

import asyncio
import threading

from server.rig import FAST, function, setup, tools
from server.test_session import Pipe, served
from solovox.server.served_session import ServedSession
from solovox.shell.clock import LoopClock
from solovox.wire.gemini_live import client_frames as c
from solovox.wire.gemini_live.parts import text_content
from virtual import virtual


class Looks:
    """An intent head that looks at a tool until it is let go on."""

    acts_at = 0.5

    def __init__(self):
        self.looked = []
        self.asked = []
        self.begun, self.let = threading.Event(), threading.Event()

    def prepare(self, declared):
        self.begun.set()
        self.let.wait()
        self.looked += [one.name for one in declared]

    def choose(self, words, declared):
        self.asked.append((words, [*self.looked]))


def declares(*names):
    return c.ContextUpdate(tools=c.ToolsUpdate(tools=tools(*map(function, names))))


def typed(text):
    return c.ClientContent(turns=(text_content(text),), turn_complete=True)


@virtual
async def test_a_voice_does_not_wait_while_anothers_tools_are_looked_at(tmp_path):
    intent = Looks()

    async with served(tmp_path, intent=intent) as (pipe, engines):
        pipe.says(setup(tools=tools(function("a"), function("b"))))
        await pipe.until("S")
        await asyncio.to_thread(intent.begun.wait)
        other = Pipe()
        session = asyncio.create_task(ServedSession(other, engines, LoopClock(), FAST).run())
        other.says(setup(), typed("Hello"))
        await other.until("R")
        assert intent.looked == []
        intent.let.set()
        other.up.put_nowait(None)
        await session
    assert other.order.endswith("G(EU)R")


@virtual
async def test_of_tools_that_were_declared_again_and_again_the_last_are_looked_at(tmp_path):
    intent = Looks()

    async with served(tmp_path, intent=intent) as (pipe, _):
        pipe.says(setup(tools=tools(function("a"), function("b"))))
        await pipe.until("S")
        await asyncio.to_thread(intent.begun.wait)
        pipe.says(declares("c", "d"), declares("e", "f"), declares("g"), declares("h", "i"), typed("Go"))
        for _ in range(200):  # no time passes on this clock while a thread works
            await asyncio.sleep(0)
        assert pipe.up.empty()
        intent.let.set()
        await pipe.until("R")
    assert set(intent.looked) == {"a", "h", "i"}
    assert intent.looked[0] == "a"
    assert [words for words, _ in intent.asked] == ["Go"]
