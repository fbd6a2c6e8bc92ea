"""Where REST has work done, so that no voice waits for it.

Rule 1: what takes milliseconds is done in a few threads of their own: those of the loop's executor sync the journals.
Rule 2: what computes for long is done in a process of its own, with low priority. To decide a whole journal again takes seconds, and in a
thread each session would wait for the interpreter's lock meanwhile (5 ms at every step, with half an hour of talk).
Rule 3: at most `WAITING` wait for either; the next is told to come back.
"""

import os
import pickle
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

import anyio

from solovox.config.load import environment
from solovox.config.schema import ConfigError
from solovox.http.rest.routes import NOT_KEPT, problem, refused
from solovox.http.rest.shelf import NoSuch
from solovox.ports import StoreError, children
from solovox.ports.projects import NoProject, ProjectError
from solovox.recordings.codec import JournalError
from solovox.server.state import StateTrouble

QUICK: Final = 4
"""How many threads read folders and files;"""
HEAVY: Final = 1
"""and how many processes decide a whole journal again."""
WAITING: Final = 8
BUSY: Final = "this server reads as many journals as it can; try again in a second"
POLITE: Final = 10
"""How much lower the priority of a process of its own is: whoever talks goes first."""
CHILD: Final = f"""
import os, pickle, sys, traceback
os.nice({POLITE})
told = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)
work, given = pickle.load(sys.stdin.buffer)
try:
    made = work(*given), None
except Exception as error:
    error.add_note(traceback.format_exc())
    made = None, error
pickle.dump(made, told)
"""
"""It imports what the work needs, and nothing else. What a library prints is no answer."""

T = TypeVar("T")


class Places:
    """A few that work, and a few more that wait."""

    def __init__(self, working: int, waiting: int = WAITING, busy: str = BUSY) -> None:
        self._busy = busy
        self._working = anyio.CapacityLimiter(working)
        self._most = working + waiting
        self._there = 0

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Raises what is wrong as a problem in one line: also when too many wait."""
        if self._there >= self._most:
            raise problem(503, self._busy, {"Retry-After": "1"})
        self._there += 1
        try:
            async with self._working:
                yield
        except (NoSuch, NoProject) as error:
            raise problem(404, str(error)) from None
        except JournalError as error:
            raise problem(422, str(error)) from None
        except (StoreError, ProjectError) as error:
            raise problem(409, str(error)) from None
        except ConfigError as error:
            raise problem(500, str(error)) from None
        except FileNotFoundError:
            raise problem(404, "it has just been removed") from None
        except StateTrouble as error:
            raise problem(NOT_KEPT, str(error)) from None
        except OSError as error:
            raise problem(NOT_KEPT, refused(error)) from None
        finally:
            self._there -= 1


class DiskThreads:
    """Threads for what waits for a disk."""

    def __init__(self, threads: int = QUICK, busy: str = BUSY) -> None:
        self._places = Places(threads, busy=busy)

    async def done(self, work: Callable[[], T]) -> T:
        """What `work` returns."""
        async with self._places.one():
            return await anyio.to_thread.run_sync(work, limiter=anyio.CapacityLimiter(1))


class OtherProcess:
    """A process for what computes for long."""

    def __init__(self) -> None:
        self._places = Places(HEAVY)

    async def done(self, work: Callable[..., T], *given: Any) -> T:
        """As `apart`."""
        async with self._places.one():
            return await apart(work, *given)


async def apart(work: Callable[..., T], *given: Any, variables: Mapping[str, str] | None = None) -> T:
    """What a module's function returns, or raises, in a process of its own. What it is given goes there by a pipe: there may be
    keys in it."""
    # Not from the current folder, which may be anything; but from wherever this process has its modules.
    here = {**environment(), "PYTHONPATH": os.pathsep.join(one for one in sys.path if one)}
    child = await children.started(
        [sys.executable, "-P", "-c", CHILD],
        env={**here, **(variables or {})},
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
    )
    try:
        told, errors = await child.communicate(pickle.dumps((work, given)))
    finally:
        if child.returncode is None:
            children.end(child.pid)
    if child.returncode:
        line = errors.decode(errors="replace").strip()
        raise RuntimeError(f"the process of {work.__name__} ended with {child.returncode}: {line[-2_000:]}")
    made: T
    made, error = pickle.loads(told)  # noqa: S301  a child of ours wrote it
    if error is not None:
        raise error
    return made
