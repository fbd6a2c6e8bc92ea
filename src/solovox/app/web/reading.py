"""Where REST reads journals, so that no voice waits for it.

Rule 1: what takes milliseconds is done in a few threads of their own: those of the loop's executor sync the journals.
Rule 2: to decide a whole journal again takes seconds of computing, and in a thread each session would wait for the
interpreter's lock meanwhile (5 ms at every step, with half an hour of talk). It is done in a process of its own, with low priority.
Rule 3: at most `WAITING` wait for either; the next is told to come back.
"""

import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, TypeVar

import anyio

from solovox.app.web import apart
from solovox.app.web.decided_again import NoSuch
from solovox.app.web.problems import NOT_KEPT, problem, refused
from solovox.config.load import environment
from solovox.config.schema import ConfigError
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

T = TypeVar("T")


class Places:
    """A few that work, and a few more that wait."""

    def __init__(self, working: int, waiting: int = WAITING, busy: str = BUSY) -> None:
        self._busy = busy
        self.working = anyio.CapacityLimiter(working)
        self._most = working + waiting
        self._there = 0

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Raises what is wrong as a problem in one line: also when too many wait."""
        if self._there >= self._most:
            raise problem(503, self._busy, {"Retry-After": "1"})
        self._there += 1
        try:
            yield
        except NoSuch as error:
            raise problem(404, str(error)) from None
        except JournalError as error:
            raise problem(422, str(error)) from None
        except NoProject as error:
            raise problem(404, str(error)) from None
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
            return await anyio.to_thread.run_sync(work, limiter=self._places.working)


class OtherProcess:
    """A process for what computes for long: `apart.py`."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._places = Places(HEAVY)

    async def made(self, what: apart.What, name: str) -> bytes:
        """The timeline, the page or the sound of a journal that is there."""
        async with self._places.one(), self._places.working:
            return await process_of(apart.__name__, what.value, str(self._root), name)


async def process_of(
    module: str, *arguments: str, given: bytes = b"", variables: Mapping[str, str] | None = None
) -> bytes:
    """What a module writes that is run in a process of its own. `given`: what it reads. Raises what it said by its exit code."""
    # Not from the current folder, which may be anything; but from wherever this process has its modules.
    command = [sys.executable, "-P", "-m", module, *arguments]
    here = {**environment(), "PYTHONPATH": os.pathsep.join(one for one in sys.path if one)}
    done = await children.started(
        command, env={**here, **(variables or {})}, stdin=PIPE, stdout=PIPE, stderr=PIPE
    )
    try:
        made, errors = await done.communicate(given)
    finally:
        if done.returncode is None:
            children.end(done.pid)
    line = errors.decode(errors="replace").strip()
    match done.returncode:
        case 0:
            return made
        case apart.NO_SUCH:
            raise NoSuch(line)
        case apart.UNREADABLE:
            raise JournalError(line)
        case apart.REFUSED:
            raise StoreError(line)
        case _:
            raise RuntimeError(f"the process of {module} ended with {done.returncode}: {line[-2_000:]}")
