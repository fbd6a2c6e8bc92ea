"""Which agent from outside has the voice, and in which talk.

Rule 1: one agent at a time. It has the voice while a call of its is open, and while it owes an answer; others are refused meanwhile,
in one line with its name.
Rule 2: it is in the talk that it was in, as long as that runs and the person is there; else in the newest where they are.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Final, Protocol

from starlette.responses import PlainTextResponse

from solovox.brains.guest import GuestBrain, GuestRefused, Heard, Told
from solovox.brains.guest_voice import NO_ONE
from solovox.http.auth.guard import Receive, Scope, Send
from solovox.parts.brains.options import lacks_package

COMES_SECONDS: Final = 45.0
"""How long a page is waited for that something is to be said at."""
NAME: Final = 60
HAS_IT: Final = "another agent has the voice: {}; it is free when that one has answered"


@dataclass(frozen=True, slots=True)
class Guest:
    """An agent from outside. `key` tells it from others."""

    key: str
    name: str

    @property
    def shown(self) -> str:
        """Its name, for people."""
        return " ".join(self.name.split())[:NAME] or "the agent"


class Guests:
    """Of one server."""

    def __init__(self, wanted: Callable[[], None] = lambda: None) -> None:
        """`wanted`: an agent wants to talk, and there is no talk."""
        self._wanted = wanted
        self._talks: dict[str, GuestBrain] = {}
        self._calls: dict[str, int] = {}
        """Open calls of each agent."""
        self._holder: Guest | None = None
        self._last: GuestBrain | None = None
        self._changed = asyncio.Event()
        self.refuses: Callable[[], str] = lambda: ""
        """Why no agent from outside can talk here, where no talk is there yet. Empty: it can."""
        self.place = ""
        """Where the page is, without what lets in."""

    def began(self, name: str, brain: GuestBrain) -> None:
        """A talk has begun."""
        self._talks[name] = brain
        brain.welcome(self._changed.set)
        self._changed.set()

    def end_talk(self, name: str) -> None:
        """It is over."""
        self._talks.pop(name, None)

    def fail(self, line: str) -> None:
        """There will be no talk, and why."""
        self.refuses = lambda: line
        self._changed.set()

    async def listen(self, guest: Guest, seconds: float | None = None) -> Heard:
        """The next instruction. Raises `GuestRefused`."""
        with self._voice(guest):
            try:
                async with asyncio.timeout(seconds):
                    while True:
                        brain = await self._talk()
                        heard = await brain.listen(guest.shown)
                        if heard.text:
                            return heard
            except TimeoutError:
                return Heard(ended_by="time")

    async def speak(self, guest: Guest, text: str, *, more: bool = False) -> Told:
        """Have it said. Raises `GuestRefused`."""
        with self._voice(guest):
            try:
                async with asyncio.timeout(COMES_SECONDS):
                    brain = await self._talk()
            except TimeoutError:
                return Told(0, self._no_one)
            return await brain.speak(text, more=more)

    async def ask(self, guest: Guest, question: str, seconds: float | None = None) -> tuple[Told, Heard]:
        """Say it, and listen. Raises `GuestRefused`."""
        with self._voice(guest):
            told = await self.speak(guest, question)
            if told.heard:
                return told, Heard(told.heard)
            return told, await self.listen(guest, seconds)

    def give_back(self, guest: Guest) -> None:
        """It has taken an instruction and never got it."""
        if self._holder == guest and self._last is not None:
            self._last.give_back()

    def leave(self, key: str) -> None:
        """It has gone."""
        holder = self._holder
        if holder is not None and holder.key == key:
            self._holder = None
            if self._last is not None:
                self._last.leave(holder.shown)
        self._calls.pop(key, None)

    def status(self, guest: Guest) -> dict[str, object]:
        """How things stand."""
        brain = self._newest()
        return {
            "person": "is there" if brain is not None and brain.is_there else self.refuses() or self._no_one,
            "instructions_waiting": 0 if brain is None else brain.waiting,
            "you_owe_an_answer_to": brain.owes if brain is not None and self._holder == guest else "",
            "voice": "free" if self._is_free(guest) else HAS_IT.format(self._holder and self._holder.shown),
        }

    @property
    def _no_one(self) -> str:
        return f"{NO_ONE}: ask them to open {self.place}/" if self.place else NO_ONE

    @contextmanager
    def _voice(self, guest: Guest) -> Iterator[None]:
        if not self._is_free(guest):
            assert self._holder is not None
            raise GuestRefused(HAS_IT.format(self._holder.shown))
        self._holder = guest
        self._calls[guest.key] = self._calls.get(guest.key, 0) + 1
        try:
            yield
        finally:
            if left := self._calls.get(guest.key, 1) - 1:
                self._calls[guest.key] = left
            else:
                self._calls.pop(guest.key, None)

    def _is_free(self, guest: Guest) -> bool:
        holder = self._holder
        if holder is None or holder.key == guest.key:
            return True
        owes = self._last is not None and not self._last.closed and bool(self._last.owes)
        return not owes and holder.key not in self._calls

    def _newest(self) -> GuestBrain | None:
        """The talk for what is said or heard now."""
        last = [self._last] if self._last is not None else []
        talks = [one for one in (*last, *reversed(self._talks.values())) if not one.closed]
        return next((one for one in talks if one.is_there or one.waiting), None)

    async def _talk(self) -> GuestBrain:
        """The same, waited for. Raises `GuestRefused`."""
        while (brain := self._newest()) is None:
            if line := self.refuses():
                raise GuestRefused(line)
            self._wanted()
            self._changed.clear()
            await self._changed.wait()
        self._last = brain
        return brain


# By what agents from outside talk: MCP, where its package is installed; else one line that says how to get it.

EXTRA: Final = "mcp"
NEEDS: Final = "agents cannot come in here: this server needs {}"


class OutsideVoice(Protocol):
    """An application of ASGI that takes agents until it is told to end."""

    async def run(self, until: asyncio.Event) -> None:
        """Take them until then."""
        ...

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        ...


def outside_voice(guests: Guests) -> OutsideVoice:
    """For these guests."""
    if lacks := lacks_package(EXTRA, EXTRA):
        return _Silent(lacks)
    made: OutsideVoice = import_module("solovox.http.mcp_server").McpVoice(guests)
    return made


class _Silent:
    """Takes none, and says why."""

    def __init__(self, lacks: str) -> None:
        self._line = NEEDS.format(lacks) + "\n"

    async def run(self, until: asyncio.Event) -> None:
        """Nothing is to be done."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say why."""
        await PlainTextResponse(self._line, 501)(scope, receive, send)
