"""A brain behind its link: asked, and read."""

import asyncio
from contextlib import asynccontextmanager

from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.units import RunId
from solovox.shell.links.brain import BrainOverPort

ONE, TWO, THREE = RunId(1), RunId(2), RunId(3)


def ask(run_id, text, amends=None):
    return c.AskBrain(run_id, None, text, c.RoutedBy.CODE, amends)


@asynccontextmanager
async def running(brain, tools=()):
    link = BrainOverPort(brain, tools)
    async with asyncio.TaskGroup() as tasks:
        link.told = asyncio.Queue()
        work = tasks.create_task(link.run(link.told.put))
        yield link
        work.cancel()
    await link.aclose()


async def until(link, *kinds):
    """The events up to the first of these kinds."""
    seen = []
    while not seen or not isinstance(seen[-1], kinds):
        seen.append(await link.told.get())
    return seen


async def whole(brain, text="question", run_id=ONE):
    async with running(brain) as link:
        await link.perform(ask(run_id, text))
        return await until(link, e.BrainFinished, e.BrainFailed)
