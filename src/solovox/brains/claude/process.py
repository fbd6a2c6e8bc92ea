"""Claude Code's process: started with exactly the variables that it is given, and ended with all that it has started.

Its SDK's own transport gives the program every variable of ours, and waits up to ten seconds for its end.
"""

import asyncio
import contextlib
import json
import os
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final

import claude_agent_sdk
from claude_agent_sdk import CLIConnectionError, Transport

from solovox.ports import children

LINE: Final = 64_000_000
"""Bytes of one message, at most."""
END_SECONDS: Final = 1.0
"""How long it may take to end by itself when its input ends: it saves its session."""
STOP: Final = "stop "
"""How our own requests' names begin. Their answers are put into the stream of messages (`STOPPED`): what comes before
one was sent before it."""
STOPPED: Final = "stop_answered"
_STDERR: Final = 4_000


def bundled_program() -> str:
    """The program that the SDK brings."""
    return str(Path(claude_agent_sdk.__file__).parent / "_bundled" / "claude")


class ClaudeProcess(Transport):  # type: ignore[misc]  # where the SDK is not installed it is `Any`
    """A `Transport` of the SDK's."""

    def __init__(self, command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
        self._command = command
        self._folder = folder
        self._environment = {**environment, "PWD": str(folder)}
        self._process: asyncio.subprocess.Process | None = None
        self._errors: IO[bytes] | None = None
        self._stops = 0
        self._said = ""
        """What it said last of an error."""

    @property
    def pid(self) -> int:
        """Its id. 0: it was not started, or is closed."""
        return self._process.pid if self._process else 0

    async def connect(self) -> None:
        """Start it."""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # `close` closes it
        self._process = await children.start_child(
            self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=self._errors,
            cwd=self._folder,
            env=self._environment,
            limit=LINE,
        )

    async def write(self, data: str) -> None:
        """Send a line. Raises `CLIConnectionError`."""
        process = self._process
        if process is None or process.stdin is None or process.returncode is not None:
            raise CLIConnectionError("it has ended")
        try:
            process.stdin.write(data.encode())
            await process.stdin.drain()
        except (ConnectionError, RuntimeError) as error:
            raise CLIConnectionError("it has ended") from error

    async def stop(self) -> str:
        """Ask it to end its turn, and to forget the words that still wait. Returns the name of the request."""
        self._stops += 1
        name = f"{STOP}{self._stops}"
        asked = {"subtype": "interrupt", "cancel_queued": True}
        await self.write(json.dumps({"type": "control_request", "request_id": name, "request": asked}) + "\n")
        return name

    async def read_messages(self) -> AsyncIterator[dict[str, Any]]:
        """Its messages, until it ends."""
        process = self._process
        assert process is not None
        assert process.stdout is not None
        while line := await process.stdout.readline():
            with contextlib.suppress(ValueError, RecursionError):  # what is no message, is not for us
                message = json.loads(line)
                if isinstance(message, dict):
                    if message.get("type") == "result" and message.get("errors"):
                        self._said = str(message["errors"][-1])
                    yield _with_stops(message)
        raise CLIConnectionError("it has ended")  # else what waits for an answer of it would wait on

    async def close(self) -> None:
        """End it, and what it has started."""
        process, self._process = self._process, None
        if process is None:
            self._forget()
            return
        try:
            if process.stdin is not None:
                process.stdin.close()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(END_SECONDS):
                    await process.wait()
        finally:
            children.end(process.pid)
            self._forget()
        await process.wait()

    def kill(self) -> None:
        """End it at once, and what it has started."""
        if self._process is not None:
            children.end(self._process.pid)

    def _forget(self) -> None:
        if self._errors is not None:
            self._errors.close()
            self._errors = None

    def is_ready(self) -> bool:
        """Whether it can be written to."""
        return self._process is not None and self._process.returncode is None

    async def end_input(self) -> None:
        """Nothing more will be said."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()

    def last_line(self) -> str:
        """The last line that it wrote to its standard error, or else said of one. Empty: none."""
        if self._errors is None:
            return self._said
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, size - _STDERR))
        lines = [line.strip() for line in self._errors.read().decode(errors="replace").splitlines()]
        return next((line for line in reversed(lines) if line), self._said)


def _with_stops(message: dict[str, Any]) -> dict[str, Any]:
    response = message.get("response")
    if message.get("type") != "control_response" or not isinstance(response, dict):
        return message
    name = str(response.get("request_id"))
    return {"type": "system", "subtype": STOPPED, "name": name} if name.startswith(STOP) else message
