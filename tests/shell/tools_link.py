"""The link of tools, as a session performs its commands."""

import asyncio

from solovox.core.events import ToolReturned
from solovox.shell.links.tools import ToolsOverPort


async def returned(tools, *commands, seconds=100.0, wrong=lambda *_: "", keeps=None):
    """What is told when these are performed, one after the other."""
    link, seen = ToolsOverPort(tools, wrong, keeps=keeps), []

    async def tell(event):
        seen.append(event)

    async with asyncio.TaskGroup() as tasks:
        work = tasks.create_task(link.run(tell))
        for command in commands:
            await link.perform(command)
            await asyncio.sleep(0.001)
        await asyncio.sleep(seconds)
        work.cancel()
        await link.aclose()
    return seen


async def answered(tools, command, keeps=None):
    """What a call is answered, on a loop whose time is the machine's: its tool may be in a thread."""
    link, answer = ToolsOverPort(tools, keeps=keeps), asyncio.get_running_loop().create_future()

    async def tell(event):
        if isinstance(event, ToolReturned):
            answer.set_result(event)

    async with asyncio.timeout(30), asyncio.TaskGroup() as tasks:
        work = tasks.create_task(link.run(tell))
        await link.perform(command)
        event = await answer
        work.cancel()
    return event
