"""Tools that come while a session runs, and the connection that is to be told of them.

Rule 1: a connection waits for tools that are being opened, for `KNOWN_SECONDS`. The microphone spools meanwhile (L2).
Rule 2: one that was told of fewer tools than there are now is left in a pause; the next one is told of all. It is not left
while it is young, so a set that changes all the time causes no storm. For a tool that has gone none is left: a call of it is
a failed result (C3). So is one left that has another voice than is wanted now.
"""

import asyncio
import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Final, Protocol

from solovox.core.connection import STEADY
from solovox.wire.live_events import LiveSetup

KNOWN_SECONDS: Final = 5.0
YOUNG_SECONDS: Final = STEADY / 1000 + 1
LEFT_MS: Final = 600_000
"""In which a pause is found: no answer is cut for this."""


class ComingTools(Protocol):
    """Where tools come from."""

    async def wait_until_known(self) -> None:
        """Returns when those that open with the session are open, or could not be opened."""
        ...

    async def wait_for_change(self) -> None:
        """Returns when there are others from now on."""
        ...

    @property
    def needed(self) -> bool:
        """Whether a connection that was not told of them is left for one that is."""
        ...


async def wait_for_tools(coming: ComingTools) -> None:
    """Wait for those that open with the session, as long as a connection may."""
    with suppress(TimeoutError):
        async with asyncio.timeout(KNOWN_SECONDS):
            await coming.wait_until_known()


def told_of(plan: LiveSetup) -> tuple[int, str]:
    """How many tools a connection was declared: the level and the line of a log."""
    if not plan.tools:
        return (
            logging.WARNING,
            "0 tools declared: the live model can talk, and do nothing; name some in tools",
        )
    return logging.INFO, f"{len(plan.tools)} {'tool' if len(plan.tools) == 1 else 'tools'} declared"


async def wait_until_outgrown(coming: ComingTools, told: LiveSetup, now: Callable[[], LiveSetup]) -> None:
    """Returns when a connection, which has just opened, was not `told` of a tool that is there, or has another voice than is wanted."""
    await asyncio.sleep(YOUNG_SECONDS)
    names = {one.name for one in told.tools}
    while not _is_other(coming, names, told.voice, now()):
        await coming.wait_for_change()


def _is_other(coming: ComingTools, names: Collection[str], voice: str | None, now: LiveSetup) -> bool:
    return now.voice != voice or (coming.needed and bool({one.name for one in now.tools} - {*names}))
