"""An agent that runs elsewhere as the brain: it comes to the session, takes what the person asks, and says its answers. A *guest*.

Rule 1: an instruction waits until the guest takes it (`listen`). What the guest says then (`speak`) is the answer, until it
says the last of it, listens again, or leaves.
Rule 2: what it says when it owes no answer is announced (law N5): it is read at the next pause. While an instruction waits
to be taken, nothing is announced: the person is waiting for an answer.
Rule 3: nothing is read that the guest did not say. That no agent has taken an instruction is shown as a step.
Rule 4: one thing is said at a time; of those that wait beyond `MOST_SAYINGS` the next is refused.
Rule 5: to cancel `speak` is to fall silent: what is left of it is not read.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from solovox.brains.guest_voice import INTERRUPTED, NO_ONE, Playback, Saying
from solovox.core.commands import Command
from solovox.core.events import Event, SurfaceJoined, SurfaceLeft
from solovox.core.units import RunId, StepKind
from solovox.ports import Attended, Attending, Brain, BrainError, BrainWork, Host, Question, Step, Wrote
from solovox.text.escapes import without_escapes
from solovox.text.speakable import Speakable, SpeakablePiece

LONGEST: Final = 12_000
"""Characters that are said at one time."""
LONGEST_ANNOUNCED: Final = 2_000
"""The same, of what is announced."""
MOST_SAYINGS: Final = 4
LATER: Final = 8
"""Instructions that are added to one that is worked at (`amend = steer`)."""
IDLE_SECONDS: Final = 600.0
"""How long a guest may be still while it owes an answer."""
NOTICES: Final = 1.0
"""Seconds after which an instruction that no agent took is told to wait."""
STEP: Final = "guest"
FENCE: Final = "```"
WAITS: Final = "no agent listens yet"
TAKEN: Final = "{} works on it"
LEFT: Final = "{} left before it had answered"
STILL: Final = "{} took it and has said nothing for {:g} seconds"
NO_WAY_IN: Final = "no agent from outside can come in here: use solovox mcp, or solovox serve"
HUNG_UP: Final = "the talk has ended"
TAKE_FIRST: Final = "the person has asked something: take it with listen"


class GuestRefused(Exception):
    """What a guest wants cannot be. One line."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What came of listening. Without `text` nothing was heard, and `ended_by` says why."""

    text: str = ""
    ended_by: str = "person"
    instead_of: str = ""
    """An instruction before it that it takes the place of, or that the person had not finished."""


@dataclass(frozen=True, slots=True)
class Told:
    """What came of speaking. `interrupted_at_word`: how many words were heard; None: all. `why`: not all was."""

    interrupted_at_word: int | None = None
    why: str = ""
    heard: str = ""
    """What the person added meanwhile (`amend = steer`)."""


@dataclass(slots=True, eq=False)
class _Asking:
    """An instruction, from its coming to the end of its answer."""

    question: Question
    by: str = ""
    """Who has taken it. Empty: no agent yet."""
    pieces: deque[BrainWork] = field(default_factory=deque)
    later: list[str] = field(default_factory=list)
    speakable: Speakable = field(default_factory=Speakable)
    """Over what was said of it so far: it gives the pieces that the session is offered."""
    written: int = 0
    shown_to: int = 0
    over: bool = False
    failed: str = ""
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def add(self, text: str) -> Saying:
        """Say more of the answer."""
        begins, pieces = self.shown_to, self.speakable.feed(text)
        self.written += len(text)
        self.shown_to = pieces[-1].shown_to if pieces else begins
        return Saying(pieces, RunId(self.question.run), begins)

    def give(self, piece: BrainWork) -> None:
        """To the session."""
        self.pieces.append(piece)
        self.woken.set()

    def end(self, failed: str = "") -> None:
        """No more will be said of it."""
        self.over, self.failed = True, self.failed or failed
        self.woken.set()


class GuestBrain(Brain, Attending):
    """The brain of one session, and what a guest can do there."""

    steers = True

    def __init__(self, idle_seconds: float = IDLE_SECONDS) -> None:
        """`idle_seconds`: how long the guest may be still while it owes an answer."""
        self._idle = idle_seconds
        self._waiting: deque[_Asking] = deque()
        self._owed: _Asking | None = None
        self._listening = False
        self._closed = False
        self._news = asyncio.Event()
        self._mouth = asyncio.Lock()
        self._saying = 0
        self._session: Attended | None = None
        self._playback: Playback | None = None
        self._moved: Callable[[], None] | None = None

    # What the session sees.

    def attend(self, session: Attended) -> None:
        """The session begins."""
        self._session, self._playback = session, Playback(session.now)

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """What happened in the session."""
        if self._playback is not None:
            self._playback.see(event, commands)
        if isinstance(event, SurfaceJoined | SurfaceLeft):
            self._news.set()
            if self._moved is not None:
                self._moved()

    async def answer(self, question: Question, host: Host) -> AsyncIterator[BrainWork]:
        """What the guest says of it. Raises `BrainError` if it leaves, is still for too long, or cannot come."""
        if self._moved is None:
            raise BrainError(NO_WAY_IN)
        asking = _Asking(question)
        self._waiting.append(asking)
        self._news.set()
        try:
            if not await self._within(asking, NOTICES):
                yield Step(WAITS, StepKind.NOTE, STEP)
            while asking.pieces or not asking.over:
                while asking.pieces:
                    yield asking.pieces.popleft()
                if not asking.over and not await self._within(asking, self._idle if asking.by else None):
                    raise BrainError(STILL.format(asking.by, self._idle))
            if asking.failed:
                raise BrainError(asking.failed)
        finally:
            asking.over = True
            if self._owed is asking:
                self._owed = None
            if asking in self._waiting:
                self._waiting.remove(asking)

    async def steer(self, text: str) -> bool:
        """More words for what is worked at: the guest gets them when it speaks or listens next."""
        asking = self._owed
        if asking is None or len(asking.later) >= LATER:
            return False
        asking.later.append(text)
        return True

    async def aclose(self) -> None:
        """What waits is told that the talk has ended."""
        self._closed = True
        self._news.set()
        if self._playback is not None:
            self._playback.end(HUNG_UP)
        for asking in (self._owed, *self._waiting):
            if asking is not None:
                asking.end(HUNG_UP)

    # What the guest does.

    def welcome(self, moved: Callable[[], None]) -> None:
        """Guests can come in. `moved` is called when the person has come or left."""
        self._moved = moved

    @property
    def closed(self) -> bool:
        """Whether the session is over."""
        return self._closed

    @property
    def waiting(self) -> int:
        """How many instructions wait to be taken."""
        return len(self._waiting)

    @property
    def owes(self) -> str:
        """The instruction to which an answer is owed. Empty: none."""
        return "" if self._owed is None else self._owed.question.instruction

    @property
    def is_there(self) -> bool:
        """Whether the person is at a surface."""
        return self._playback is not None and self._playback.is_there

    async def listen(self, name: str) -> Heard:
        """The next instruction, waited for while the person is there. Raises `GuestRefused` if someone listens already."""
        if self._listening:
            raise GuestRefused("another call listens already")
        if (owed := self._owed) is not None and owed.later:
            return Heard(owed.later.pop(0))
        self._finish()
        self._listening = True
        try:
            while not self._waiting and not self._closed and self.is_there:
                self._news.clear()
                await self._news.wait()
        finally:
            self._listening = False
        if self._closed or not self._waiting:
            return Heard(ended_by="hung_up" if self._closed else "left")
        asking = self._owed = self._waiting.popleft()
        asking.by = name
        asking.give(Step(TAKEN.format(name), StepKind.NOTE, STEP))
        before = asking.question.retracts or asking.question.amends
        return Heard(asking.question.instruction, instead_of="" if before is None else before.instruction)

    def give_back(self) -> None:
        """Who took the instruction never got it: it waits again."""
        if (asking := self._owed) is not None and not asking.over:
            self._owed, asking.by = None, ""
            self._waiting.appendleft(asking)
            self._news.set()

    async def speak(self, text: str, *, more: bool = False) -> Told:
        """Have it read, and return when it was, or when no more of it will be. `more`: it is not the whole answer yet.

        Raises `GuestRefused`."""
        text = without_escapes(text).strip()
        if not text:
            raise GuestRefused("there is nothing to say: text is empty")
        if len(text) > LONGEST:
            raise GuestRefused(f"at most {LONGEST} characters are said at one time: say less, or in parts")
        if self._saying >= MOST_SAYINGS:
            raise GuestRefused("too much waits to be said already: wait for an answer first")
        self._saying += 1
        try:
            async with self._mouth:
                return await self._say(text, more=more)
        finally:
            self._saying -= 1

    def leave(self, name: str) -> None:
        """The guest has gone: it will not answer any more."""
        if self._owed is not None:
            self._owed.end(LEFT.format(name))

    def _finish(self) -> None:
        """What the guest had to say it has said."""
        if self._owed is not None:
            self._owed.end()
            self._owed = None

    async def _say(self, text: str, *, more: bool) -> Told:
        if self._closed or self._session is None:
            raise GuestRefused(HUNG_UP)
        asking = self._owed
        if asking is None and self._waiting:
            return Told(0, TAKE_FIRST)
        if asking is None:
            return await self._announce(text, self._session)
        closing = f"\n{FENCE}" if text.count(f"\n{FENCE}") % 2 != text.startswith(FENCE) else ""
        whole = f"{text}{closing}\n\n"
        saying = asking.add(whole)

        async def begin() -> None:
            asking.give(Wrote(whole))
            if not more:
                self._finish()

        told = await self._play_saying(saying, begin)
        later, asking.later[:] = "\n".join(asking.later), ()
        return Told(told.interrupted_at_word, told.why, later)

    async def _announce(self, text: str, session: Attended) -> Told:
        if not self.is_there:
            return Told(0, NO_ONE)
        if len(text) > LONGEST_ANNOUNCED:
            raise GuestRefused(f"out of turn at most {LONGEST_ANNOUNCED} characters are said at one time")
        pieces = _pieces(text)
        said = " ".join(piece.said for piece in pieces)
        return await self._play_saying(Saying(pieces), lambda: session.announce(said))

    async def _play_saying(self, saying: Saying, begin: Callable[[], Awaitable[None]]) -> Told:
        assert self._playback is not None
        if not saying.words:
            await begin()
            return Told()
        try:
            await self._playback.until_over(saying, begin)
        except asyncio.CancelledError:
            if self._session is not None and not self._closed:
                self._session.hush()
            raise
        return Told() if saying.whole else Told(saying.heard, saying.over or INTERRUPTED)

    async def _within(self, asking: _Asking, seconds: float | None) -> bool:
        """Until there is something of it; False: not within the time."""
        asking.woken.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asking.woken.wait()
                return True
        return False


def _pieces(text: str) -> Sequence[SpeakablePiece]:
    """What is said of a text that is no answer."""
    speakable = Speakable()
    return [piece for piece in (*speakable.feed(text), *speakable.finish()) if piece.said]
