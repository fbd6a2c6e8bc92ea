"""The surface `file`: a sound file is the microphone, and what the speaker would play is written.

Rule 1: the microphone gives `PIECE_MS` of sound when the session's clock reaches their end: the time of
an event is the position in the file.
Rule 2: after the file's end it gives silence until the session has no more work, then hangs up.
Rule 3: the output is exactly what may be heard, sample by sample (`speaker.py`); cues only on request.
Rule 4: an output that fails once is not used again: the surface ends.
Rule 5: its person does what `FileOptions.acts` say, each at its time (`acts.py`).

`Faults` make it fail as real surfaces sometimes do.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from solovox.core.commands import Cue, Duck, Flush, Play, SurfaceCommand, Unduck
from solovox.core.events import (
    Flushed,
    HungUp,
    Played,
    SoundCaptured,
    SurfaceEvent,
    SurfaceJoined,
    SurfaceLeft,
    Typed,
)
from solovox.core.units import MIC_RATE, ReadId, StreamId, SurfaceCaps
from solovox.ports import Clock, Sound
from solovox.surfaces.acts import ActingPerson, Missed, PersonAct
from solovox.surfaces.speaker import Speaker, tone

MIC: Final = StreamId("mic")
PIECE_MS: Final = 20
PIECE_BYTES: Final = 2 * MIC_RATE * PIECE_MS // 1000
REPORT_MS: Final = 100
"""Between two reports of a read that plays."""
LINGER_MS: Final = 3_500
"""How long nothing must happen before it hangs up (ms); longer than any pause between two steps."""
Tell = Callable[[SurfaceEvent], Awaitable[None]]
"""Waits where too much is to be decided; so does the microphone (its sound is a file)."""
ANSWERS: Final = 1024
"""Answers that wait for their time; when there are more, a report of `Played` is left out: the next says more."""
EXACT: Final = SurfaceCaps()


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """How the surface fails. Milliseconds of the session."""

    played_late: int = 0
    """How late reports of `Played` come."""
    played_missing: bool = False
    flushed_late: int = 0
    """How late `Flushed` comes; the sound stops at once."""
    flushed_missing: bool = False
    away: tuple[tuple[int, int], ...] = ()
    """When and for how long the surface is gone: it captures, plays and reports nothing, then comes back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileOptions:
    """Options of the surface."""

    caps: SurfaceCaps = EXACT
    cues: bool = False
    """Whether cues sound in the output."""
    linger_ms: int = LINGER_MS
    typed: str = ""
    """What the person types first of all; empty: nothing."""
    faults: Faults = Faults()
    busy: Callable[[], bool] = lambda: False
    """Whether the session still has work (rule 2)."""
    show: Callable[[SurfaceCommand], None] = lambda _: None
    """Given every command, to be shown."""
    acts: tuple[PersonAct, ...] = ()
    """What the person does, beside speaking."""
    missed: Missed = lambda _: None
    """Given a line for each act that could not be done."""


class FileSurface:
    """The surface link. `mic`: 16 kHz mono 16-bit; `out` takes 24 kHz mono 16-bit from time 0 on."""

    def __init__(
        self,
        sound: Sound,
        clock: Clock,
        mic: bytes,
        out: Callable[[bytes], None],
        choices: FileOptions | None = None,
    ) -> None:
        self._sound = sound
        self._clock = clock
        self._mic = mic
        self._choices = choices or FileOptions()
        self._out = out
        self._speaker = Speaker(self._write_output)
        self._reported: dict[ReadId, int] = {}
        self._loud = asyncio.Event()
        self._broken: asyncio.Queue[Exception] = asyncio.Queue(1)
        """What `out` raised (rule 4)."""
        self._person = ActingPerson(self._choices.acts, clock, self._choices.missed)
        self._tell: Tell
        self._owed: asyncio.Queue[tuple[int, SurfaceEvent]] = asyncio.Queue(ANSWERS)
        """Answers with the time at which they are given."""

    async def run(self, tell: Tell) -> None:
        """Speak, play, report, fail."""
        self._tell = tell
        await tell(SurfaceJoined(self._choices.caps))
        if self._choices.typed:
            await tell(Typed(self._choices.typed))
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._speak(), name="microphone")
            tasks.create_task(self._report(), name="speaker")
            tasks.create_task(self._answer(), name="answers")
            tasks.create_task(self._break(), name="output")
            tasks.create_task(self._person.run(tell), name="person")
            for at, length in (*self._choices.faults.away, *self._person.away_at):
                tasks.create_task(self._vanish(at, length), name="away")

    async def perform(self, command: SurfaceCommand) -> None:
        """Play, flush, duck; show."""
        self._choices.show(command)
        self._person.show(command)
        if self._person.away:
            return
        self._speaker.advance(self._clock.now())
        match command:
            case Play(read=read, span=span):
                self._speaker.play(read, self._sound.get(span))
                self._loud.set()
            case Flush(read=read):
                self._flush(read)
            case Duck() | Unduck():
                self._speaker.ducked = isinstance(command, Duck)
            case Cue(kind=kind) if self._choices.cues:
                self._speaker.cue(tone(kind))
            case _:
                pass

    async def aclose(self) -> None:
        """What was heard until now is written, and what was not done is told."""
        self._person.finish()
        self._speaker.advance(self._clock.now())

    def _write_output(self, pcm: bytes) -> None:
        try:
            self._out(pcm)
        except Exception as error:
            if self._broken.empty():
                self._broken.put_nowait(error)
            raise

    async def _break(self) -> None:
        raise await self._broken.get()

    def _flush(self, read: ReadId) -> None:
        played = self._speaker.flush(read, self._choices.caps.irrevocable_ms)
        self._reported[read] = played
        faults = self._choices.faults
        if not faults.flushed_missing:
            self._owed.put_nowait((self._clock.now() + faults.flushed_late, Flushed(read, played)))

    async def _speak(self) -> None:
        piece, quiet_since = 0, None
        while True:
            end = (piece + 1) * PIECE_MS
            await self._clock.sleep_until(end)
            pcm = self._mic[piece * PIECE_BYTES : (piece + 1) * PIECE_BYTES]
            piece += 1
            if not self._person.away:
                await self._tell(SoundCaptured(self._sound.put(MIC, pcm.ljust(PIECE_BYTES, b"\0"))))
            if piece * PIECE_BYTES < len(self._mic) or self._person.away or self._something_to_come():
                quiet_since = None
            else:
                quiet_since = end if quiet_since is None else quiet_since
                if end - quiet_since >= self._choices.linger_ms:
                    await self._tell(HungUp())
                    return

    def _something_to_come(self) -> bool:
        return not self._speaker.idle or self._choices.busy() or self._person.has_plans

    async def _report(self) -> None:
        faults = self._choices.faults
        while True:
            await self._loud.wait()
            now = self._clock.now()
            await self._clock.sleep_until(min(now + REPORT_MS, max(now + 1, self._speaker.ends_at)))
            now = self._clock.now()
            self._speaker.advance(now)
            if self._speaker.idle:
                self._loud.clear()
            for read, played in self._speaker.played.items():
                news = played > self._reported.get(read, 0) and not self._owed.full()
                if news and not faults.played_missing and not self._person.away:
                    self._reported[read] = played
                    self._owed.put_nowait((now + faults.played_late, Played(read, played)))

    async def _answer(self) -> None:
        waiting: list[tuple[int, int, SurfaceEvent]] = []
        count = 0
        while True:
            wake = waiting[0][0] if waiting else None
            try:
                async with asyncio.timeout(None if wake is None else max(0, wake - self._clock.now()) / 1000):
                    at, event = await self._owed.get()
                count += 1
                waiting = sorted([*waiting, (at, count, event)], key=lambda one: one[:2])
            except TimeoutError:
                pass
            while waiting and waiting[0][0] <= self._clock.now():
                event = waiting.pop(0)[2]
                if not self._person.away:
                    await self._tell(event)

    async def _vanish(self, at: int, length: int) -> None:
        await self._clock.sleep_until(at)
        self._speaker.advance(self._clock.now())
        self._speaker.silence()
        self._person.away = True
        await self._tell(SurfaceLeft())
        await self._clock.sleep_until(at + length)
        self._person.come_back()
        await self._tell(SurfaceJoined(self._choices.caps))
