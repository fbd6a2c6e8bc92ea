"""A command that runs beside a server: `solovox live-server -- COMMAND`.

Rule 1: the command begins when the server listens, and the server ends with it. The exit code is the command's, or 128 and the number of
the signal that ended it.
Rule 2: there is no shell: a program is given its words as they are.
Rule 3: signals are the command's. Each is passed on, but those that a terminal has sent to it already; we end when it ends.
Rule 4: a server that fails ends the command: SIGTERM, and what is left after `GRACE_SECONDS` is killed.
"""

import asyncio
import os
import shutil
import signal
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Final

from solovox.cli.failing import Failure
from solovox.ports import children

GRACE_SECONDS: Final = 5.0
SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT)
TYPED: Final = (signal.SIGINT, signal.SIGQUIT)
"""A terminal sends them to all that is in its foreground."""

Told = Mapping[str, object]
Serve = Callable[[Callable[[Told], None]], Coroutine[Any, Any, None]]
"""Serves until it is cancelled. Its argument is told once where."""


def check_program(command: Sequence[str]) -> None:
    """Raises `Failure` if there is no such program."""
    if command and shutil.which(command[0]) is None:
        raise Failure(f"there is no program {command[0]!r} to run beside the server")


async def beside(
    serve: Serve, command: Sequence[str], environment: Callable[[Told], Mapping[str, str]]
) -> int:
    """Run the command, with the environment that it needs for what was told, while it is served. Returns the exit code. Raises what
    the server raises, and `OSError` for a program that cannot be started.
    """
    told: asyncio.Future[Told] = asyncio.get_running_loop().create_future()
    try:
        async with asyncio.TaskGroup() as group:
            serving = group.create_task(serve(told.set_result))
            code = await _ran(command, environment(await told))
            serving.cancel()
    except BaseExceptionGroup as failed:
        raise failed.exceptions[0] from None
    return code


async def _ran(command: Sequence[str], environment: Mapping[str, str]) -> int:
    loop = asyncio.get_running_loop()
    process = await children.beside(command, env=environment)
    for sign in SIGNALS:
        loop.add_signal_handler(sign, _pass_on, process, sign)
    try:
        code = await process.wait()
    finally:
        for sign in SIGNALS:
            loop.remove_signal_handler(sign)
        await _end(process)
    return code if code >= 0 else 128 - code


def _pass_on(process: asyncio.subprocess.Process, sign: signal.Signals) -> None:
    if process.returncode is None and not (sign in TYPED and _in_foreground()):
        process.send_signal(sign)


def _in_foreground() -> bool:
    """Whether a terminal sends us what is typed there."""
    try:
        terminal = os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY)
    except OSError:
        return False
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:
        return False
    finally:
        os.close(terminal)


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is not None:
        return
    process.terminate()
    try:
        async with asyncio.timeout(GRACE_SECONDS):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
