"""The processes that we start: this is the one place that starts them, and they end with us, whatever ends us (law L5).

Each has a process group of its own, and is known to the watch (`children_watch.py`), which begins with the first of them. What is ended here is
ended whole: with its group, and with all that it has started.
"""

import asyncio
import atexit
import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Final, TypeAlias, TypedDict, TypeVar, Unpack

from solovox.ports import children_watch

FOLDER: Final = "children"
LONGEST: Final = 60
"""Characters of a program's name."""
LARGEST: Final = 1_000_000
"""Bytes that are kept of what a program writes."""
BLOCK: Final = 65_536
KEPT: Final = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH")
"""What a Python may need to begin."""

Opened: TypeAlias = subprocess.Popen[bytes]
P = TypeVar("P", bound=asyncio.SubprocessProtocol)


class ChildOptions(TypedDict, total=False):
    """What `subprocess` is told beside a command."""

    cwd: str | os.PathLike[str] | None
    env: Mapping[str, str] | None
    stdout: int | IO[bytes] | None
    stderr: int | IO[bytes] | None


class FedChild(ChildOptions, total=False):
    """And what it reads."""

    stdin: int | IO[bytes] | None


class PipedChild(FedChild, total=False):
    """And how long a line of it may be, where it is read by lines."""

    limit: int


class _Watch:
    """Ours."""

    pipe: int | None = None
    of: int = 0
    """The process that has the pipe: a fork of it begins another watch."""
    pid: int = 0
    folder: str = ""


async def start_child(command: Sequence[str], **how: Unpack[PipedChild]) -> asyncio.subprocess.Process:
    """As `asyncio.create_subprocess_exec`. Raises `OSError`."""
    process = await asyncio.create_subprocess_exec(*command, start_new_session=True, **how)
    watch_child(process.pid, command[0])
    return process


async def beside(command: Sequence[str], **how: Unpack[PipedChild]) -> asyncio.subprocess.Process:
    """The same in our own group: what a terminal sends to all in front is for it, too. Raises `OSError`."""
    process = await asyncio.create_subprocess_exec(*command, **how)
    watch_child(process.pid, command[0])
    return process


async def carry_child(factory: Callable[[], P], command: Sequence[str], **how: Unpack[FedChild]) -> P:
    """As the loop's `subprocess_exec`: for what stands on callbacks. Raises `OSError`."""
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.subprocess_exec(factory, *command, start_new_session=True, **how)
    watch_child(transport.get_pid(), command[0])
    return protocol


def open_child(command: Sequence[str], **how: Unpack[FedChild]) -> Opened:
    """As `subprocess.Popen`. Raises `OSError`."""
    process = subprocess.Popen(command, start_new_session=True, **how)
    watch_child(process.pid, command[0])
    return process


def run_child(
    command: Sequence[str], *, seconds: float, **how: Unpack[ChildOptions]
) -> "subprocess.CompletedProcess[bytes]":
    """As `subprocess.run` without a check, with nothing at its input. What takes longer is ended whole. Raises `OSError`,
    `subprocess.TimeoutExpired`."""
    with open_child(command, stdin=subprocess.DEVNULL, **how) as process:
        try:
            out, errors = process.communicate(timeout=seconds)
        except BaseException:
            end(process.pid)
            raise
    return subprocess.CompletedProcess(command, process.returncode, out, errors)


async def said_by(
    command: Sequence[str],
    *,
    seconds: float,
    most: int = LARGEST,
    cwd: str | os.PathLike[str] | None = None,
    env: Mapping[str, str] | None = None,
) -> bytes | None:
    """What a program writes, of which more than `most` bytes are dropped. None: it cannot be started, takes longer, or fails. It is read in a
    thread: a clock that does not wait for this machine waits for threads. Cancelled, it is ended whole."""
    try:
        process = open_child(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=cwd,
            env=env,
        )
    except OSError:
        return None
    reading = asyncio.get_running_loop().run_in_executor(None, _read, process, seconds, most)
    try:
        out = await asyncio.shield(reading)
    finally:
        if not reading.done():
            end(process.pid)
            await reading
    return out if process.returncode == 0 else None


def _read(process: Opened, seconds: float, most: int) -> bytes:
    parts: list[bytes] = []
    late = threading.Timer(seconds, end, (process.pid,))
    late.start()
    with process:
        assert process.stdout is not None
        while data := process.stdout.read(BLOCK):
            if most > 0:
                parts.append(data)
                most -= len(data)
    late.cancel()
    return b"".join(parts)


def end(pid: int, sign: signal.Signals = signal.SIGKILL) -> None:
    """Tell a process that was started here, and all that it has started."""
    children_watch.signal_whole({pid}, sign)


def remember(state: Path) -> list[str]:
    """From now on what a watch has to end is written into this folder. Returns what those have left who were killed, a line for each.
    Call it before anything is started."""
    _Watch.folder = str(state / FOLDER)
    return children_watch.left_behind(_Watch.folder)


def own_mark() -> str:
    """What tells this process from all others, in one word. `lives` knows it."""
    return f"{os.getpid()}-{children_watch.began_at(str(os.getpid()))}"


def lives(mark: str) -> bool:
    """Whether the process of this mark runs."""
    pid, _, began = mark.partition("-")
    return bool(began) and children_watch.began_at(pid) == began


def watch_child(pid: int, program: str) -> None:
    """Have a process end with us, that leads a group."""
    name = "".join(sign for sign in os.path.basename(os.fsdecode(program)) if sign.isprintable())
    line = f"{pid}\t{name[:LONGEST]}\n".encode()
    if _Watch.pipe is None or _Watch.of != os.getpid():
        _begin()
    for _ in range(2):
        if _Watch.pipe is None:  # no Python can be run: nothing ends it
            return
        try:
            os.write(_Watch.pipe, line)
            return
        except OSError:  # the watch was killed: another takes its place
            _begin()


@atexit.register
def _leave(wait: int = 0) -> None:
    """Let the watch end what is left, and wait until it has. It takes no longer than three `GRACE`."""
    if _Watch.pipe is not None and _Watch.of == os.getpid():
        os.close(_Watch.pipe)
        _Watch.pipe = None
        with contextlib.suppress(OSError):
            os.waitpid(_Watch.pid, wait)


def _begin() -> None:
    _leave(os.WNOHANG)
    _Watch.pipe, _Watch.of = None, os.getpid()
    read, write = os.pipe()
    try:
        _Watch.pid = os.posix_spawn(
            sys.executable,
            [sys.executable, "-I", "-S", children_watch.__file__, _Watch.folder],
            {name: os.environ[name] for name in KEPT if name in os.environ},
            file_actions=[
                (os.POSIX_SPAWN_DUP2, read, 0),
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
            ],
            setpgroup=0,  # what a terminal sends to all in front is not for it
        )
        _Watch.pipe = write
    except OSError:
        os.close(write)
    finally:
        os.close(read)
