"""A server that is a process, and the pipes to it, as the SDK's client takes them.

Rule 1: no shell reads the command. It gets the SDK's few variables (`HOME`, `PATH`, …) and those that are said, no others.
Rule 2: it is ended with all that it has started, whatever it ignores (`ports/children.py`, law L5).
Rule 3: a line of its output that is no message is passed over; one that has no end ends it. Of its errors the last is kept.
"""

import asyncio
import contextlib
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from typing import Final, Protocol

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp import types
from mcp.client.stdio import get_default_environment
from mcp.shared.message import SessionMessage

from solovox.ports import ToolSetError, children
from solovox.text.escapes import without_escapes
from solovox.tools.mcp.settings import ServedTools

GRACE: Final = 0.5
"""Seconds in which it may end by itself, each time it is told to."""
TAIL: Final = 4_000
"""Bytes that are kept of what it wrote as errors."""
LONGEST: Final = 16_000_000
"""Bytes of a message."""
SHOWN: Final = 160

Read = MemoryObjectReceiveStream[SessionMessage | Exception]
Write = MemoryObjectSendStream[SessionMessage]


class ServerProcess:
    """One process. `lost` is called once, when it can answer no more."""

    def __init__(self, settings: ServedTools, lost: Callable[[], None]) -> None:
        self._settings = settings
        self._lost = lost
        self._errors = b""
        self._process: Process | None = None

    @contextlib.asynccontextmanager
    async def streams(self) -> AsyncIterator[tuple[Read, Write]]:
        """Started at the beginning, gone with all that it started at the end. Raises `ToolSetError`."""
        process = self._process = await self._start_process()
        try:
            inward, read = anyio.create_memory_object_stream[SessionMessage | Exception](0)
            write, outward = anyio.create_memory_object_stream[SessionMessage](0)
            async with inward, read, write, outward, anyio.create_task_group() as tasks:
                tasks.start_soon(self._reads, process, inward)
                tasks.start_soon(self._writes, process, outward)
                tasks.start_soon(self._listens, process)
                try:
                    yield read, write
                finally:
                    with anyio.CancelScope(shield=True):
                        await _end_process(process)
                    tasks.cancel_scope.cancel()
        finally:
            children.end(process.pid)

    async def how(self) -> str:
        """How it ended, with the last line of its errors; empty while it runs."""
        if self._process is None:
            return ""
        if not await _soon(self._process):
            return ""
        await asyncio.sleep(0)  # its last line of errors may be on its way
        lines = [
            one for one in without_escapes(self._errors.decode(errors="replace")).splitlines() if one.strip()
        ]
        how = f"it ended by itself (exit code {self._process.returncode})"
        return f"{how}: {' '.join(lines[-1].split())[:SHOWN]}" if lines else how

    async def _start_process(self) -> Process:
        one = self._settings
        try:
            return await children.start_child(
                one.command,
                stdin=PIPE, stdout=PIPE, stderr=PIPE,
                env={**get_default_environment(), **one.environment},
                cwd=one.folder,
                limit=LONGEST,
            )  # fmt: skip
        except FileNotFoundError:
            what = f"its folder {one.folder} or its program {one.command[0]}"
            raise ToolSetError(f"{what} is not there: see mcp.{one.name}.command") from None
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise ToolSetError(
                f"{one.command[0]} cannot be started: {why}; see mcp.{one.name}.command"
            ) from None

    async def _reads(
        self, process: Process, inward: MemoryObjectSendStream[SessionMessage | Exception]
    ) -> None:
        assert process.stdout is not None
        async with inward:
            with contextlib.suppress(
                OSError, ValueError, anyio.BrokenResourceError, anyio.ClosedResourceError
            ):
                while line := await process.stdout.readline():
                    if (message := _message(line)) is not None:
                        await inward.send(message)
        self._lost()

    async def _writes(self, process: Process, outward: MemoryObjectReceiveStream[SessionMessage]) -> None:
        assert process.stdin is not None
        async with outward:
            async for one in outward:
                line = one.message.model_dump_json(by_alias=True, exclude_unset=True)
                try:
                    process.stdin.write(line.encode() + b"\n")
                    await process.stdin.drain()
                except OSError:  # it reads no more: what is read of it says so
                    return

    async def _listens(self, process: Process) -> None:
        assert process.stderr is not None
        while piece := await process.stderr.read(TAIL):
            self._errors = (self._errors + piece)[-TAIL:]


class HasStreams(Protocol):
    """What a connection stands on."""

    def streams(self) -> contextlib.AbstractAsyncContextManager[tuple[Read, Write]]: ...


def _message(line: bytes) -> SessionMessage | None:
    """None: it is no message. Many a server greets on its output."""
    try:
        return SessionMessage(types.jsonrpc_message_adapter.validate_json(line, by_name=False))
    except ValueError:
        return None


async def _end_process(process: Process) -> None:
    """Have it end: by itself, then by a signal, then by force."""
    if process.stdin is not None:
        process.stdin.close()
    if not await _soon(process):
        children.end(process.pid, signal.SIGTERM)
        await _soon(process)
    children.end(process.pid)
    await _soon(process)


async def _soon(process: Process) -> bool:
    """Whether it has ended, after a moment."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(GRACE):
            # Not `wait`: that waits for its pipes, which a child of it may hold open.
            while process.returncode is None:  # noqa: ASYNC110  # the loop sets it without a word
                await asyncio.sleep(0.01)
    return process.returncode is not None
