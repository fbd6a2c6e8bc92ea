"""The agent's own process, and the pipes to it.

It stands on callbacks of the loop, not on tasks: while no answer waits for it, nothing of it runs (law L5).

Rule 1: `end` ends it, and all that it has started (`ports/children.py`).
Rule 2: what it writes is bounded (`inbox.py`); of what it writes as errors the last is kept.
"""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Final, cast

from solovox.brains.acp.frames import AgentInbox, Frame, NothingMore, printable, request
from solovox.ports import Json, children

TAIL: Final = 4_000
"""Bytes that are kept of what it wrote as errors."""
GRACE: Final = 0.5
"""Seconds in which it may end by itself, each time it is told to."""


class AgentGone(Exception):
    """Its process has ended. One line: how."""


class AgentProcess(asyncio.SubprocessProtocol):
    """One process."""

    def __init__(self) -> None:
        self.inbox = AgentInbox(self._hold, self.send)
        self._transport: asyncio.SubprocessTransport | None = None
        self._room = asyncio.Event()
        self._room.set()
        self._exited, self._lost = asyncio.Event(), asyncio.Event()
        self._errors = b""
        self._asked = 0
        self._waits: asyncio.Timeout | None = None

    @classmethod
    async def start(
        cls, command: Sequence[str], folder: Path, environment: Mapping[str, str]
    ) -> "AgentProcess":
        """Raises `OSError`."""
        return await children.carry_child(cls, command, cwd=folder, env=dict(environment))

    @property
    def ended(self) -> bool:
        """Whether it can answer no more."""
        return self.inbox.closed or self._exited.is_set()

    def ask(self, method: str, params: Json) -> int:
        """Send a request; its name, which the `Reply` has."""
        self._asked += 1
        self.send(request(self._asked, method, params))
        return self._asked

    def send(self, line: bytes) -> None:
        """Send a message; it goes nowhere, if the process has ended."""
        pipe = self._pipe(0)
        if pipe is not None and not pipe.is_closing():
            cast(asyncio.WriteTransport, pipe).write(line)

    async def next(self) -> Frame:
        """What it says next, when it has room for ours. Raises `NotAMessage`, and `AgentGone`, which is the last."""
        await self._room.wait()
        try:
            return await self.inbox.next()
        except NothingMore:
            raise AgentGone(await self._how()) from None

    @contextlib.asynccontextmanager
    async def alive(self) -> AsyncIterator[None]:
        """What is awaited inside ends with `AgentGone` when the process does."""
        try:
            async with asyncio.timeout(None) as self._waits:
                if self.ended:
                    self._waits.reschedule(0)
                yield
        except TimeoutError:
            if not self.ended:
                raise
            raise AgentGone(await self._how()) from None
        finally:
            self._waits = None

    async def end(self) -> None:
        """Have it end: it and what it has started. Returns when it is gone, soon."""
        self.inbox.forget()
        try:
            if (pipe := self._pipe(0)) is not None:
                pipe.close()
            if not await _soon(self._exited):
                self.kill(signal.SIGTERM)
                await _soon(self._exited)
        finally:
            self.kill()
            if self._transport is not None:
                self._transport.close()
        await _soon(self._lost)

    def kill(self, sign: signal.Signals = signal.SIGKILL) -> None:
        """It and all that it has started, now."""
        if self._transport is not None:
            children.end(self._transport.get_pid(), sign)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It runs."""
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """It wrote."""
        if fd == 1:
            self.inbox.feed(data)
        else:
            self._errors = (self._errors + data)[-TAIL:]

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """It closed a pipe."""
        if fd == 1:
            self._nothing_more()

    def process_exited(self) -> None:
        """It has ended. What it wrote last may still come; what it has started may keep its pipe open for ever."""
        self._exited.set()
        asyncio.get_running_loop().call_later(GRACE, self._nothing_more)

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended, and its pipes are closed."""
        self._nothing_more()
        self._lost.set()

    def pause_writing(self) -> None:
        """It does not read."""
        self._room.clear()

    def resume_writing(self) -> None:
        """It reads again."""
        self._room.set()

    def _nothing_more(self) -> None:
        self.inbox.close()
        self._room.set()
        if self._waits is not None:
            self._waits.reschedule(0)

    def _hold(self, held: bool) -> None:
        pipe = self._pipe(1)
        if pipe is not None and not pipe.is_closing():
            reading = cast(asyncio.ReadTransport, pipe)
            (reading.pause_reading if held else reading.resume_reading)()

    def _pipe(self, fd: int) -> asyncio.BaseTransport | None:
        return None if self._transport is None else self._transport.get_pipe_transport(fd)

    async def _how(self) -> str:
        """How it ended, with the last line of its errors."""
        await _soon(self._exited)
        code = None if self._transport is None else self._transport.get_returncode()
        how = "closed its pipe" if code is None else f"ended by itself (exit code {code})"
        lines = [line for line in self._errors.decode(errors="replace").splitlines() if line.strip()]
        return f"{how}: {printable(lines[-1], 120)}" if lines else how


async def _soon(event: asyncio.Event) -> bool:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(GRACE):
            await event.wait()
    return event.is_set()
