"""What a server installs while it serves: the extras of a closed set, at the person's word, and the rest of the weights.

Rule 1: one at a time. Only what is in `EXTRAS` can be asked for, and only where only this machine can reach the server.
Rule 2: what fails is one line, and what was there works on.
Rule 3: the server's end ends it within seconds (`close`).
"""

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from solovox.core.errors import SolovoxError
from solovox.http.rest.routes import DiskThreads, problem, route, route_delete, route_get
from solovox.parts.engines.stand_ins import RestOfWeights
from solovox.weights.extras import EXTRAS, CannotInstall, Extra, install_extra, packages, refusal


class Installing(msgspec.Struct):
    """Something that is or can be installed while the server serves. Sizes in bytes."""

    name: Annotated[
        str, Meta(description="What `POST /api/installs/NAME` takes; `weights` come by themselves.")
    ]
    title: str
    state: Literal["there", "missing", "going", "failed", "cannot"]
    fetched: Annotated[int, Meta(description="About how much comes over the network,")]
    unpacked: Annotated[int, Meta(description="and how much that is on the disk.")]
    done: Annotated[int, Meta(description="How much of `total` has come; while it is going.")] = 0
    total: Annotated[int, Meta(description="0: it is not known yet.")] = 0
    line: Annotated[str, Meta(description="Why it failed, or cannot be; what goes on.")] = ""


class InstallsNow(msgspec.Struct):
    """All of them."""

    installs: list[Installing]


ENDING_SECONDS: Final = 5.0
ONE_AT_A_TIME: Final = "one thing is installed at a time, and {} is at work"
NONE: Final = "there is no {!r} to be installed here: there is {}"
FROM_ELSEWHERE: Final = (
    "a server that other machines can reach installs nothing: install it in a terminal, and start again"
)
STOPPED: Final = "it was stopped, and nothing was changed"


def weights_row(rest: RestOfWeights | None) -> Installing | None:
    """How far the rest of the weights is. None: there was nothing to come."""
    if rest is None:
        return None
    at = rest.upgrade.fetching
    state: Literal["failed", "there", "going"] = "going"
    if at.failed:
        state = "failed"
    elif at.whole:
        state = "there"
    return Installing(
        name="weights",
        title="The better engines",
        state=state,
        fetched=at.total,
        unpacked=at.total,
        done=at.done,
        total=at.total,
        line=at.failed or at.item,
    )


class CannotBegin(SolovoxError):
    """It cannot be installed now. One line."""


class Stopped(CannotInstall):
    """The person ended it."""


class ExtraWork:
    """One installation. It runs in a thread, and its client in a process of its own."""

    def __init__(self, extra: Extra, into: Path) -> None:
        self.extra = extra
        self.done = self.total = 0
        self.wrong = ""
        self._into = into
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"install {extra.name}", daemon=True)

    @property
    def goes_on(self) -> bool:
        """Whether it is still at work."""
        return self._thread.is_alive()

    def begin(self) -> None:
        """Once."""
        self._thread.start()

    def stop(self, seconds: float | None = None) -> None:
        """End it. With `seconds`, wait until it has, `seconds` at most."""
        self._stop.set()
        if seconds is not None and self._thread.is_alive():
            self._thread.join(seconds)

    def _run(self) -> None:
        try:
            install_extra(self.extra, self._into, self._note_progress)
        except CannotInstall as error:
            self.wrong = str(error)

    def _note_progress(self, done: int, total: int) -> None:
        if self._stop.is_set():
            raise Stopped(STOPPED)
        self.done, self.total = done, total


class Installs:
    """Those of a server. `may`: it is for this machine alone."""

    def __init__(
        self,
        *,
        may: bool,
        into: Path | None = None,
        rest: Callable[[], Installing | None] = lambda: None,
        extras: Mapping[str, Extra] = EXTRAS,
    ) -> None:
        self._may = may
        self._into = into or packages()
        self._rest = rest
        self._extras = extras
        self._work: dict[str, ExtraWork] = {}
        self._lock = threading.Lock()

    def rows(self) -> list[Installing]:
        """All that can be installed, and how far it is. May wait for the disk."""
        rest = self._rest()
        return [*([] if rest is None else [rest]), *(self._row(one) for one in self._extras.values())]

    def begin(self, name: str) -> Installing:
        """Begin to install one. Raises `CannotBegin`, and `LookupError` (one line) for a name that is none of ours."""
        extra = self._find_extra(name)
        with self._lock:
            row = self._row(extra)
            if row.state in ("there", "going"):
                return row
            if row.state == "cannot":
                raise CannotBegin(row.line)
            other = next((one.extra.title for one in self._work.values() if one.goes_on), None)
            if other is not None:
                raise CannotBegin(ONE_AT_A_TIME.format(other))
            work = self._work[name] = ExtraWork(extra, self._into)
            work.begin()
        return self._row(extra)

    def stop(self, name: str) -> None:
        """End one that is at work. Raises `LookupError`."""
        self._find_extra(name)
        if (work := self._work.get(name)) is not None:
            work.stop()

    def close(self) -> None:
        """The server ends: what is at work ends with it. Waits for a few seconds at most."""
        for work in self._work.values():
            work.stop(ENDING_SECONDS)

    def _find_extra(self, name: str) -> Extra:
        if name not in self._extras:
            raise LookupError(NONE.format(name[:40], ", ".join(self._extras)))
        return self._extras[name]

    def _row(self, extra: Extra) -> Installing:
        work = self._work.get(extra.name)
        row = Installing(
            name=extra.name,
            title=extra.title,
            state="missing",
            fetched=extra.fetched,
            unpacked=extra.unpacked,
        )
        if work is not None and work.goes_on:
            return replace(row, state="going", done=work.done, total=work.total)
        if extra.is_there:
            return replace(row, state="there")
        if why := refusal(self._into) if self._may else FROM_ELSEWHERE:
            return replace(row, state="cannot", line=why)
        if work is not None and work.wrong:
            return replace(row, state="failed", line=work.wrong)
        return row


# REST: what is installed while the server serves. Nothing of a request but a name of ours is used.


class InstallRoutes:
    """What can be installed, and how far it is."""

    def __init__(self, installs: Installs, disk: DiskThreads) -> None:
        self._installs = installs
        self._quick = disk

    @route_get("/api/installs", "settings", "What can be installed")
    async def list_installs(self) -> InstallsNow:
        """What can be installed here, and the rest of the weights while it comes."""
        return InstallsNow(installs=await self._quick.run(self._installs.rows))

    @route("POST", "/api/installs/{name}", "settings", "Install an extra")
    async def begin(self, name: str) -> Installing:
        """Install an extra: its packages, by version and hash, that are not here yet. One at a time; it goes on without the page."""
        try:
            return await self._quick.run(lambda: self._installs.begin(name))
        except LookupError as error:
            raise problem(404, str(error.args[0])) from None
        except CannotBegin as error:
            raise problem(409, str(error)) from None

    @route_delete("/api/installs/{name}", "settings", "Stop installing it")
    async def stop(self, name: str) -> None:
        """End an installation. What was there before is unchanged."""
        try:
            await self._quick.run(lambda: self._installs.stop(name))
        except LookupError as error:
            raise problem(404, str(error.args[0])) from None
