"""A contract's tests run on a loop with a time of its own where their class says how fast: `speed = math.inf`."""

import asyncio

from solovox.shell.clock import VirtualLoop


def pytest_asyncio_loop_factories(config, item):
    """The loop of a test, by its class."""
    speed = getattr(item.cls, "speed", None)
    return {"loop": asyncio.new_event_loop if speed is None else lambda: VirtualLoop(speed)}
