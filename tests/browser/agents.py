"""Claude Code's real program for a page, with a script in Claude's place."""

import asyncio
import subprocess
import threading
from contextlib import contextmanager

import house_rules as house
from browser.conftest import served
from cli.running import variables
from solovox.demo.alone import alone
from solovox.demo.serving import LoopbackModel

PROGRAM = house.ROOT / ".brains" / "bin" / "python"


def installed():
    """The Python that has the agents' packages; installs them if they are not there."""
    subprocess.run([house.ROOT / "scripts" / "brains"], check=True, stdout=subprocess.DEVNULL)
    return PROGRAM


@contextmanager
def scripted(model):
    """The address of a model that is served in a thread of its own."""
    ready, over = threading.Event(), asyncio.Event()
    serving = LoopbackModel(model)
    loop = asyncio.new_event_loop()

    async def served_until_it_is_over():
        async with serving.serve():
            ready.set()
            await over.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(served_until_it_is_over(),))
    thread.start()
    ready.wait()
    try:
        yield serving.url
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()
        loop.close()


def own(room, url, **more):
    """The variables of a process whose agent talks with that model, and which has nobody's account."""
    for name in ("home", "config"):
        (room / name).mkdir(exist_ok=True)
    return alone(variables(room, PYTHONPATH=str(house.ROOT / "src"), TMPDIR=str(room), **more), room, url)


@contextmanager
def agent_served(room, shop, model):
    """The address of a page whose agent works in `shop`."""
    program = installed()
    flags = ("--no-journal", "--limit", "10", "--set", "ear.kind=local", "--set", f"workspace={shop}")
    with scripted(model) as url, served(room, *flags, program=program, own=own(room, url)) as line:
        yield line
