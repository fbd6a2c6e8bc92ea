"""A live server for the tests of others: started for them on free ports, asked what it heard and called, and ended.

    with LiveServerDouble() as live:
        ...                         # run the app, with live.environment
        assert live.calls == [ToolCalled("get_weather", {"city": "London"})]

It is `solovox live-server` in a process of its own, and needs the extras `local` and `server` and the weights, of which it fetches the
small ones (150 MB) if none are there. The fixture of pytest is in `pytest_plugin`.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from solovox.ports import children

END_SECONDS: Final = 20.0
FAST: Final = ("--pace", "fast", "--limit", "25")
"""A limit that is given is not measured: nothing waits for it."""


class LiveServerFailed(RuntimeError):
    """The server could not begin. One line: what it said."""


@dataclass(frozen=True, slots=True)
class ToolCalled:
    """A call that the model made."""

    name: str
    args: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ToolAnswered:
    """What the app answered to a call."""

    name: str
    response: Mapping[str, object]


class LiveServerDouble:
    """Use as `with LiveServerDouble() as live`. What it knows of talks is complete up to what the app has seen of them."""

    def __init__(self, flags: Sequence[str] = (), environment: Mapping[str, str] | None = None) -> None:
        """`flags`: of `solovox live-server`, after those that make it fast. `environment`: that of the server, else this process's."""
        self._flags = (*FAST, *flags)
        self._given = dict(os.environ if environment is None else environment)
        self._stack = contextlib.ExitStack()
        self._from = 0
        self.told: Mapping[str, Any] = {}
        """The line of JSON that it printed."""

    def __enter__(self) -> Self:
        """Start it. Raises `LiveServerFailed`."""
        with self._stack:
            folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="live-server-")))
            self._talks, self._log = folder / "talks", folder / "log"
            self._talks.touch()
            process = self._stack.enter_context(self._start(folder))
            self._stack.callback(_end, process)
            assert process.stdout is not None
            line = process.stdout.readline()
            if not line:
                process.wait()
                raise LiveServerFailed(_last(self.log))
            self.told = json.loads(line)
            self._stack = self._stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it."""
        self._stack.close()

    def _start(self, folder: Path) -> children.Opened:
        command = [sys.executable, "-m", "solovox", "live-server", "--talks", str(self._talks), *self._flags]
        with self._log.open("wb") as log:
            return children.open_child(
                command,
                env={**self._given, "SOLOVOX_STATE": str(folder / "state")},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
            )

    @property
    def environment(self) -> Mapping[str, str]:
        """The variables that point every client of the live service at it: for the app's process."""
        found: Mapping[str, str] = self.told["env"]["any"]
        return found

    @property
    def log(self) -> str:
        """What it said to a person: refusals, and why a connection was closed."""
        return self._log.read_text()

    def begin(self) -> None:
        """From now on only what follows is told."""
        self._from = len(list(self._lines(0)))

    @property
    def lines(self) -> Sequence[Mapping[str, Any]]:
        """All facts: `session`, `at` in milliseconds, and one of `began`, `typed`, `heard`, `called`, `answered`, `said`, `wrote`, `interrupted`."""
        return list(self._lines(self._from))

    @property
    def heard(self) -> Sequence[str]:
        """What the person said or typed, one text for each utterance."""
        return [str(text) for one in self.lines for kind in ("typed", "heard") if (text := one.get(kind))]

    @property
    def calls(self) -> Sequence[ToolCalled]:
        """Which tools the model called."""
        found = (one["called"] for one in self.lines if "called" in one)
        return [ToolCalled(one["name"], one["args"]) for one in found]

    @property
    def answers(self) -> Sequence[ToolAnswered]:
        """What the app answered to calls."""
        found = (one["answered"] for one in self.lines if "answered" in one)
        return [ToolAnswered(one["name"], one["response"]) for one in found]

    @property
    def said(self) -> str:
        """What the model said or wrote, whole."""
        return " ".join(str(one.get("said") or one.get("wrote", "")) for one in self.lines).strip()

    def _lines(self, first: int) -> Iterator[Mapping[str, Any]]:
        lines = self._talks.read_text(encoding="utf-8").split("\n")[:-1]
        yield from (json.loads(line) for line in lines[first:])


def _end(process: children.Opened) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        children.end(process.pid)


def _last(log: str) -> str:
    """The line that says what is wrong."""
    lines = [line for line in log.splitlines() if line.strip()]
    found = next(
        (line for line in reversed(lines) if line.startswith("solovox: ")), lines[-1] if lines else ""
    )
    return found or "solovox live-server ended without a word"
