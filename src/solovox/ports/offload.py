"""Work done elsewhere, so that no voice waits for it: in a process of its own, by a few at a time.

Rule 1: what computes for long is done in another process, with low priority. In a thread each session would wait for the interpreter's
lock meanwhile (5 ms at every step, with half an hour of talk).
Rule 2: at most `working` work at a time and `waiting` wait; the next is told to come back (`TooBusy`).
"""

import asyncio
import pickle
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Final, TypeVar, TypeVarTuple

from solovox.core.errors import SolovoxError
from solovox.ports import children

WAITING: Final = 8
BUSY: Final = "this server reads as many journals as it can; try again in a second"
POLITE: Final = 10
"""How much lower the priority of a process of its own is: whoever talks goes first."""
CHILD: Final = f"""
import os, pickle, sys, traceback
os.nice({POLITE})
answer = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)
variables, sys.path[:] = pickle.load(sys.stdin.buffer)
os.environ.update(variables)
work, given = pickle.load(sys.stdin.buffer)
try:
    made = work(*given), None
except Exception as error:
    error.add_note(traceback.format_exc())
    made = None, error
pickle.dump(made, answer)
"""
"""It imports what the work needs, and nothing else. What a library prints is no answer."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class TooBusy(SolovoxError):
    """As many wait as may. One line."""


class Places:
    """A few that work, and a few more that wait."""

    def __init__(self, working: int, waiting: int = WAITING, busy: str = BUSY) -> None:
        self._busy = busy
        self._working = asyncio.Semaphore(working)
        self._left = working + waiting

    @asynccontextmanager
    async def take(self) -> AsyncIterator[None]:
        """Wait for one, and have it. Raises `TooBusy`."""
        if not self._left:
            raise TooBusy(self._busy)
        self._left -= 1
        try:
            async with self._working:
                yield
        finally:
            self._left += 1


class OtherProcess:
    """A process for what computes for long: one at a time."""

    def __init__(self, waiting: int = WAITING, busy: str = BUSY) -> None:
        self._places = Places(1, waiting, busy)

    async def run(
        self, work: Callable[[*Ts], T], *given: *Ts, variables: Mapping[str, str] | None = None
    ) -> T:
        """As `run_apart`. Raises `TooBusy`."""
        async with self._places.take():
            return await run_apart(work, *given, variables=variables)


async def run_apart(work: Callable[[*Ts], T], *given: *Ts, variables: Mapping[str, str] | None = None) -> T:
    """What a module's function returns, or raises, in a process of its own, with these variables beside ours. All of it goes there by a
    pipe: there may be keys in it."""
    # Not from the current folder, which may be anything; but from wherever this process has its modules.
    place = (dict(variables or {}), [one for one in sys.path if one])
    child = await children.start_child(
        [sys.executable, "-P", "-c", CHILD], stdin=PIPE, stdout=PIPE, stderr=PIPE
    )
    try:
        answer, errors = await child.communicate(pickle.dumps(place) + pickle.dumps((work, given)))
    finally:
        if child.returncode is None:
            children.end(child.pid)
    if child.returncode:
        line = errors.decode(errors="replace").strip()
        raise RuntimeError(f"the process of {work.__name__} ended with {child.returncode}: {line[-2_000:]}")
    made: T
    made, error = pickle.loads(answer)  # noqa: S301  a child of ours wrote it
    if error is not None:
        raise error
    return made
