"""What becomes of what a guest says: how much of it was played, and when no more of it will be. A fold over the session.

Rule 1: words count as heard as the core counts them (law N4): of an answer by `TellPlayed`, of what was announced by the
sound that was played of its read.
Rule 2: it is over when all was played; when it cannot be any more (its run was cancelled, the person went on to something
else, no one is there); or when nothing has happened for `SETTLES` though it could have been read.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.commands import Command
from solovox.core.events import Event
from solovox.core.speaking.reading import Marks, Piece, Reading
from solovox.core.units import AudioSpan, HoldId, Instant, PlayedReports, ReadId, RunId, SurfaceId
from solovox.text.speakable import SpeakablePiece

SETTLES: Final = 4_000
"""Milliseconds in which nothing happens, after which what was not read will not be."""
FLUSHES: Final = 500
"""Milliseconds within which it is known how much of a cut read was heard."""
UNREPORTED: Final = 12_000
"""Milliseconds beyond the sound that was given, in which a speaker says that it has played it."""
RATE: Final = 24_000
NOT_NOTED: Final = (ev.SoundCaptured, ev.EarAudio, ev.DeadlineReached)
SPEAKS: Final = (ev.SpeechConfirmed, ev.FloorTaken)
IS_SILENT: Final = (ev.SpeechEnded, ev.FloorGiven, ev.RecogniserLost)

NO_ONE: Final = "no one is at the page"
ONLY_SHOWN: Final = "the rest is only shown"
INTERRUPTED: Final = "the person interrupted"
AFTERWARDS: Final = "the person asked something first: it is read after your answer to that"


@dataclass(slots=True, eq=False)
class Saying:
    """What a guest says at one time."""

    pieces: Sequence[SpeakablePiece]
    """What is to be said of it. `shown_to` counts in the whole answer."""
    run: RunId | None = None
    """Of the answer that it is a part of; None: it is announced."""
    begins: int = 0
    """From where on in the whole answer it is this."""
    heard: int = 0
    """Words that were heard."""
    reads: dict[ReadId, "_Sounded"] = field(default_factory=dict)
    """The reads of it that are not over."""
    sound: dict[AudioSpan, int] = field(default_factory=dict)
    """The sound that came of it, and how many characters are said by the end of each piece. It may be played again."""
    cut: bool = False
    """Whether it was cut, and does not go on (yet)."""
    over: str = ""
    """Why no more of it will be heard, though not all was."""

    @property
    def said(self) -> str:
        """All of it, as it is said."""
        return " ".join(piece.said for piece in self.pieces if piece.said)

    @property
    def words(self) -> int:
        """How many there are."""
        return len(self.said.split())

    @property
    def whole(self) -> bool:
        """Whether all was heard."""
        return self.heard >= self.words

    def count_told(self, shown_to: int, then: str) -> None:
        """The answer was heard up to `shown_to`, and of the piece that follows."""
        before = [piece.said for piece in self.pieces if piece.shown_to <= shown_to]
        if shown_to >= self.begins and len(before) < len(self.pieces):
            before.append(then)
        self.heard = max(self.heard, len(" ".join(before).split()))

    def count_played(self, read: ReadId, samples: int) -> None:
        """A read was played up to there. Of an answer the core tells what was heard."""
        sounded = self.reads[read]
        sounded.played = max(sounded.played, samples)
        if self.run is None:
            self.heard = max(self.heard, len(self.said[: max(sounded.count_heard(read), 0)].split()))

    def place_in(self, said: str) -> int | None:
        """Where it begins in a read that says `said`: below 0 if that is its rest. None: it is not in it."""
        if (at := said.find(self.said)) >= 0:
            return at
        return len(said) - len(self.said) if self.said.endswith(said) else None


@dataclass(slots=True)
class _Sounded:
    """A read, as far as it has come."""

    said: str
    at: int
    """Where the guest's words begin in it."""
    kept: int = 0
    """Characters of it that are said by sound of an earlier read."""
    marks: Marks = ()
    played: int = 0

    @property
    def samples(self) -> int:
        """What was given to the speaker."""
        return self.marks[-1][0] if self.marks else 0

    def count_heard(self, read: ReadId) -> int:
        """Characters of the guest's words that were heard."""
        reading = Reading(read, Instant(0), (Piece(None, self.said, 0, 0),), marks=self.marks)
        return reading.count_heard(self.played) - self.at


class Playback:
    """The fold. One thing is said at a time."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._saying: Saying | None = None
        self._noted = now()
        """When anything happened last."""
        self._surfaces: dict[SurfaceId, bool] = {}
        """Those that are there, and whether they report what they played."""
        self._runs: set[RunId] = set()
        self._holds: set[HoldId] = set()
        self._speaks = False
        self._changed = asyncio.Event()

    @property
    def is_there(self) -> bool:
        """Whether the person is at a surface."""
        return bool(self._surfaces)

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """What happened, and what was decided."""
        if not isinstance(event, NOT_NOTED):
            self._noted = self._now()
        self._follow(event)
        for one in (event, *commands):
            self._count(one)
            if self._saying is not None:
                self._of_saying(self._saying, one)
        if commands or not isinstance(event, NOT_NOTED):
            self._changed.set()

    async def until_over(self, saying: Saying, begin: Callable[[], Awaitable[None]]) -> None:
        """Follow it until no more of it will be heard. `begin` has it said."""
        self._saying, self._noted = saying, self._now()
        try:
            await begin()
            while not (saying.whole or saying.over):
                self._changed.clear()
                left = self._gives_up(saying)
                if left <= 0:
                    break
                try:
                    async with asyncio.timeout(left / 1000):
                        await self._changed.wait()
                except TimeoutError:
                    pass
            if saying.reads and not saying.whole:
                await self._await_flush(saying)
        finally:
            self._saying = None

    def end(self, why: str) -> None:
        """The session is over."""
        if self._saying is not None:
            self._saying.over, self._saying.reads = self._saying.over or why, {}
        self._changed.set()

    async def _await_flush(self, saying: Saying) -> None:
        """Until it is known how much of it was heard."""
        try:
            async with asyncio.timeout(FLUSHES / 1000):
                while saying.reads:
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            pass

    def _gives_up(self, saying: Saying) -> int:
        """In how many milliseconds no more of it can be expected. Not positive: now, and why is said."""
        if not self._surfaces:
            saying.over = NO_ONE
            return 0
        patience = SETTLES
        if saying.reads and not saying.cut:
            patience = UNREPORTED + max(one.samples for one in saying.reads.values()) * 1000 // RATE
        left = self._noted + patience - self._now()
        others = self._runs - {saying.run} if saying.run is not None else self._runs
        if self._speaks or self._holds or (others and not saying.cut):
            return SETTLES
        if left > 0:
            return left
        if saying.reads and not saying.cut and not all(self._surfaces.values()):
            saying.heard = saying.words  # a speaker without reports has played it by now
        saying.over = INTERRUPTED if saying.cut else ONLY_SHOWN
        return 0

    def _follow(self, event: Event) -> None:
        """Who is there, and whether they speak."""
        match event:
            case ev.SurfaceJoined(caps=caps, surface=surface):
                self._surfaces[surface] = caps.played is PlayedReports.EXACT
            case ev.SurfaceLeft(surface=None):
                self._surfaces.clear()
            case ev.SurfaceLeft(surface=surface) if surface is not None:
                self._surfaces.pop(surface, None)
            case _:
                self._speaks = (self._speaks or isinstance(event, SPEAKS)) and not isinstance(
                    event, IS_SILENT
                )

    def _count(self, one: Event | Command) -> None:
        """What works, and what waits for a yes."""
        match one:
            case do.AskBrain(run=run):
                self._runs.add(run)
            case do.ShowHold(hold=hold):
                self._holds.add(hold)
            case do.CloseHold(hold=hold):
                self._holds.discard(hold)
            case ev.BrainFinished(run=run) | ev.BrainFailed(run=run) | do.CancelRun(run=run):
                self._runs.discard(run)
            case _:
                pass

    def _of_saying(self, saying: Saying, one: Event | Command) -> None:
        match one:
            case do.ShowRead():
                self._begins(saying, one)
            case do.TellPlayed(run=run, shown_to=shown_to, then=then) if run == saying.run:
                saying.count_told(shown_to, then)
            case do.CancelRun(run=run) if run == saying.run:
                saying.over = INTERRUPTED
            case do.SteerBrain() | do.ShowHold() if saying.cut:
                saying.over = INTERRUPTED
            case do.AskBrain(run=run) if run != saying.run and (saying.cut or not saying.reads):
                saying.over = INTERRUPTED if saying.cut or saying.run is not None else AFTERWARDS
            case ev.StopAsked() | ev.SilenceAsked() | do.Cue(kind=do.CueKind.STOPPED):
                saying.over = INTERRUPTED
            case _:
                self._of_its_reads(saying, one)

    def _of_its_reads(self, saying: Saying, one: Event | Command) -> None:
        """How far its voice has come."""
        match one:
            case do.Read(read=read) if read in saying.reads:
                said = saying.reads[read].said
                saying.reads[read].kept = max(len(said.rstrip()) - len(one.said), 0)
            case ev.ReadSounded(read=read, span=span, said_to=said_to) if read in saying.reads:
                sounded = saying.reads[read]
                saying.sound[span] = said_to + sounded.kept - sounded.at
            case do.Play(read=read, span=span) if read in saying.reads:
                sounded = saying.reads[read]
                mark = (sounded.samples + span.count, saying.sound.get(span, 0) + sounded.at, span)
                sounded.marks = (*sounded.marks, mark)
            case do.Flush(read=read) if read in saying.reads:
                saying.cut = True
            case ev.Played(read=read, samples=samples) if read in saying.reads:
                saying.count_played(read, samples)
            case ev.Flushed(read=read, samples=samples) if read in saying.reads:
                saying.count_played(read, samples)
                del saying.reads[read]
            case _:
                pass

    def _begins(self, saying: Saying, one: do.ShowRead) -> None:
        if one.run != saying.run:
            return
        mine = one.shown_to > saying.begins and one.shown_from < saying.pieces[-1].shown_to
        at = saying.place_in(one.said) if one.run is None else 0
        if at is not None and (mine or one.run is None):
            saying.reads[one.read] = _Sounded(one.said, at)
            saying.cut = False
