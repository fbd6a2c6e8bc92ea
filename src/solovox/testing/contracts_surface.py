"""What every surface must do. Subclass `SurfaceContract` in a test module, and say how to make one and its far end.

    class TestMine(SurfaceContract):
        @contextlib.asynccontextmanager
        async def fresh(self, sound):
            page = Page()                      # a FarEnd
            yield MySurface(sound, page), page

The far end is where the person is: a page, a socket, a file. The suite speaks, mutes and listens there.
"""

import asyncio
from array import array
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import groupby, pairwise
from typing import ClassVar, Final

from solovox.core.commands import (
    CloseHold,
    Cue,
    CueKind,
    Duck,
    Flush,
    Outcome,
    Play,
    ShowAct,
    ShowAmendment,
    ShowAnswered,
    ShowCall,
    ShowChanges,
    ShowFailure,
    ShowHeard,
    ShowHold,
    ShowLeaving,
    ShowNotice,
    ShowProgress,
    ShowRead,
    ShowResult,
    ShowState,
    ShowStep,
    ShowText,
    ShowUsage,
    SurfaceCommand,
    TalkState,
    Unduck,
)
from solovox.core.events import (
    Flushed,
    Played,
    SoundCaptured,
    SurfaceEvent,
    SurfaceJoined,
    SurfaceLeft,
)
from solovox.core.policy import Amendment
from solovox.core.units import (
    MIC_RATE,
    VOICE_RATE,
    FileChange,
    HoldId,
    PlayedReports,
    ReadId,
    RunId,
    StepId,
    StepKind,
    StepState,
    StreamId,
    SurfaceCaps,
    UtteranceId,
    milliseconds,
)
from solovox.ports import Link, Sound, Surface
from solovox.testing.contracts_link import PROMPT_SECONDS, LinkContract, Watched, running
from solovox.testing.memory_sound import MemorySound

SAID: Final = array("h", [3_000, -3_000] * (MIC_RATE // 10)).tobytes()
"""What the person says: 200 ms far too loud for silence."""
SETTLES: Final = 0.1
"""Seconds after which a muted microphone is silent, and what was counted has arrived."""
WATCHED: Final = 0.3
"""Seconds for which something is watched that must not happen, or must go on."""
LATE: Final = 0.25
"""The share of the sound of a stretch of time that may still be under way."""
MS: Final = VOICE_RATE // 1000
"""Samples of the voice in a millisecond."""
SHOWS: Final[Sequence[SurfaceCommand]] = (
    ShowHeard(UtteranceId(1), "What time is it?", final=True),
    ShowText(RunId(1), "It is *noon*."),
    ShowAnswered(RunId(1)),
    ShowRead(ReadId(1), RunId(1), "It is noon.", 0, 13),
    ShowStep(RunId(1), StepId("1"), StepKind.TOOL, "reading", "setup.py", StepState.BEGUN),
    ShowUsage(RunId(1), 120, 7),
    ShowChanges(RunId(1), (FileChange("setup.py", 3, 1),), "-a\n+b\n"),
    ShowAmendment(RunId(2), RunId(1), Amendment.QUEUE),
    ShowNotice("Your run is done."),
    ShowState(TalkState.THINKING),
    ShowLeaving(leaving=True),
    ShowFailure("It did not work."),
    ShowCall(1, "send", "{}"),
    ShowProgress(1, "send", "half of it"),
    ShowAct("open", "setup.py"),
    ShowResult(1, "send", "sent", receipt="mail 17"),
    ShowHold(HoldId(1), "send it"),
    CloseHold(HoldId(1), Outcome.DENIED),
)
"""One of everything that can be shown."""


class FarEnd:
    """The other side of a surface. Implement what yours has."""

    async def speak(self, pcm: bytes) -> None:
        """The person makes a sound: 16 kHz mono 16-bit. Returns when it is under way."""
        raise NotImplementedError

    async def mute(self) -> None:
        """The person mutes the microphone."""
        raise NotImplementedError

    def read_played(self) -> bytes:
        """All that was heard of the voice so far: 24 kHz mono 16-bit, with or without silence between."""
        raise NotImplementedError

    async def vanish(self) -> None:
        """It is gone without a word: the page was closed, the link broke."""
        raise NotImplementedError

    async def come_back(self) -> None:
        """It is there again."""
        raise NotImplementedError

    async def second(self) -> "FarEnd | None":
        """Another far end of the same surface, while this one stays; None: it can have one only."""
        return None


class SurfaceContract(LinkContract[SurfaceCommand, SurfaceEvent]):
    """The contract."""

    vanishes: ClassVar[bool] = True
    """Whether its far end can go away and come back."""

    def fresh(self, sound: Sound) -> AbstractAsyncContextManager[tuple[Surface, FarEnd]]:
        """A new surface, whose bytes are kept in `sound`, and its far end, which is there."""
        raise NotImplementedError

    @asynccontextmanager
    async def open_link(self, sound: MemorySound) -> AsyncIterator[Link[SurfaceCommand, SurfaceEvent]]:
        async with self.fresh(sound) as (surface, _):
            yield surface

    def orders(self, sound: MemorySound) -> Sequence[SurfaceCommand]:
        return [_play(sound, 1, 1, 200), Duck(), Unduck(), Cue(CueKind.HEARD), *SHOWS, Flush(ReadId(1))]

    # It is there.

    async def test_it_joins_before_it_tells_anything_else(self) -> None:
        async with self._there(MemorySound()) as (_, _, watched):
            assert isinstance(watched.events[0], SurfaceJoined)

    async def test_cancelled_it_leaves_nothing(self) -> None:
        async with self._there(MemorySound()):
            pass  # `running` looks

    # The microphone.

    async def test_what_is_said_is_captured_to_the_sample(self) -> None:
        sound = MemorySound()
        async with self._there(sound) as (_, far, watched):
            await far.speak(SAID)
            await watched.until(
                lambda: SAID in read_captured(sound, watched), "what is said is captured", PROMPT_SECONDS
            )

    async def test_captured_spans_follow_one_another_from_the_first_sample(self) -> None:
        sound = MemorySound()
        async with self._there(sound) as (_, far, watched):
            await far.speak(SAID)
            await asyncio.sleep(WATCHED)
            spans = [event.span for event in watched.of(SoundCaptured)]
        assert spans
        assert spans[0].first == 0
        assert all(left.end == right.first for left, right in pairwise(spans))
        assert len({span.stream for span in spans}) == 1

    async def test_a_muted_microphone_gives_silence_not_nothing(self) -> None:
        """Samples are the microphone's clock: where none come, a pause looks like a broken link."""
        sound = MemorySound()
        async with self._there(sound) as (_, far, watched):
            await far.speak(SAID)
            await watched.until(
                lambda: SAID in read_captured(sound, watched), "what is said is captured", PROMPT_SECONDS
            )
            await far.mute()
            await asyncio.sleep(SETTLES)
            before = len(read_captured(sound, watched))
            await asyncio.sleep(WATCHED)
            silence = read_captured(sound, watched)[before:]
        assert len(silence) // 2 >= (1 - LATE) * WATCHED * MIC_RATE, "a muted microphone stopped"
        assert not any(silence)

    # The voice.

    async def test_reads_are_played_whole_and_in_order_and_counted(self) -> None:
        sound = MemorySound()
        async with self._there(sound) as (surface, far, watched):
            for command in (
                _play(sound, 1, 1, 60),
                _play(sound, 1, 2, 40),
                _play(sound, 2, 3, 60),
            ):
                await surface.perform(command)
                # Its bytes may be forgotten now.
                sound.forget(command.span.stream, command.span.end)
            if self._caps(watched).played is PlayedReports.NONE:
                await asyncio.sleep(PROMPT_SECONDS)
            else:
                await watched.until(
                    lambda: _count_played(watched, 2) == 60 * MS, "all was played and counted"
                )
                for read, whole in ((1, 100 * MS), (2, 60 * MS)):
                    told = [event.samples for event in watched.of(Played) if event.read == read]
                    assert told == sorted(told), "a count fell"
                    assert told[-1] == whole
                await asyncio.sleep(SETTLES)
            assert find_heard(far) == [(1, 60 * MS), (2, 40 * MS), (3, 60 * MS)]

    async def test_a_ducked_voice_is_counted_like_any_other(self) -> None:
        sound = MemorySound()
        async with self._there(sound) as (surface, _, watched):
            if self._caps(watched).played is PlayedReports.NONE:
                return
            await surface.perform(Duck())
            await surface.perform(_play(sound, 1, 1, 60))
            await watched.until(lambda: _count_played(watched, 1) == 60 * MS, "a ducked read is counted")
            await surface.perform(Unduck())

    async def test_a_flush_is_answered_at_once_and_nothing_of_that_read_plays_after(self) -> None:
        sound = MemorySound()
        async with self._there(sound) as (surface, far, watched):
            await surface.perform(_play(sound, 1, 1, 5_000))
            await asyncio.sleep(WATCHED)
            await surface.perform(Flush(ReadId(1)))
            await watched.until(lambda: watched.of(Flushed), "a flush is answered at once", PROMPT_SECONDS)
            await asyncio.sleep(WATCHED)
            (flushed,) = watched.of(Flushed)
            caps = self._caps(watched)
            told = [event.samples for event in watched.of(Played)]
        assert flushed.read == 1
        assert 0 < flushed.samples < 5_000 * MS
        assert all(samples <= flushed.samples for samples in told), "more was told than it had played"
        after = sum(count for _, count in find_heard(far)) - flushed.samples
        assert milliseconds(abs(after), VOICE_RATE) <= caps.irrevocable_ms, "it did not stop where it said"

    async def test_after_a_flush_the_next_read_is_played(self) -> None:
        sound = MemorySound()
        async with self._there(sound) as (surface, far, watched):
            await surface.perform(_play(sound, 1, 1, 5_000))
            await surface.perform(_play(sound, 2, 2, 60))
            await asyncio.sleep(WATCHED / 3)
            await surface.perform(Flush(ReadId(1)))
            await watched.until(lambda: watched.of(Flushed), "a flush is answered at once", PROMPT_SECONDS)
            await asyncio.sleep(2 * WATCHED)
            assert find_heard(far)[-1] == (2, 60 * MS)

    async def test_a_flush_of_a_read_that_never_sounded_is_answered_too(self) -> None:
        async with self._there(MemorySound()) as (surface, _, watched):
            await surface.perform(Flush(ReadId(7)))
            await watched.until(lambda: watched.of(Flushed), "a flush is answered at once", PROMPT_SECONDS)
            assert watched.of(Flushed) == [Flushed(ReadId(7), 0)]

    # The screen.

    async def test_what_is_shown_is_taken_and_blocks_nothing(self) -> None:
        async with self._there(MemorySound()) as (surface, far, watched):
            await self._shows(surface)
            if self.vanishes:
                await far.vanish()
                await watched.until(lambda: watched.of(SurfaceLeft), "a surface that is gone says so")
                await self._shows(surface)

    # It goes, and comes back.

    async def test_while_it_is_gone_it_tells_nothing_and_then_it_joins_again(self) -> None:
        sound = MemorySound()
        async with self._there(sound) as (surface, far, watched):
            if not self.vanishes:
                return
            await surface.perform(_play(sound, 1, 1, 5_000))
            await far.vanish()
            await watched.until(lambda: watched.of(SurfaceLeft), "a surface that is gone says so")
            gone = len(watched.events)
            await surface.perform(_play(sound, 2, 2, 60))
            await asyncio.sleep(WATCHED)
            assert watched.events[gone:] == [], "a surface that is gone told something"
            await far.come_back()
            await watched.until(lambda: len(watched.of(SurfaceJoined)) == 2, "it joins again")
            assert isinstance(watched.events[gone], SurfaceJoined)
            await far.speak(SAID)
            await watched.until(
                lambda: SAID in read_captured(sound, watched), "it captures again", PROMPT_SECONDS
            )
            await surface.perform(_play(sound, 3, 3, 60))
            await asyncio.sleep(PROMPT_SECONDS / 4)
            assert find_heard(far)[-1] == (3, 60 * MS)
            spans = [event.span for event in watched.of(SoundCaptured)]
        assert all(left.end == right.first for left, right in pairwise(spans)), "a hole where it was gone"

    async def test_a_second_far_end_takes_nothing_from_the_first(self) -> None:
        sound = MemorySound()
        async with self._there(sound) as (surface, far, watched):
            second = await far.second()
            if second is None:
                return
            await watched.until(lambda: len(watched.of(SurfaceJoined)) == 2, "the second joins")
            first_id, second_id = (event.surface for event in watched.of(SurfaceJoined))
            assert first_id != second_id
            await far.speak(SAID)
            await watched.until(
                lambda: SAID in read_captured(sound, watched), "the first is still captured", PROMPT_SECONDS
            )
            await surface.perform(_play(sound, 1, 1, 60))
            await asyncio.sleep(WATCHED)
            assert find_heard(far) == [(1, 60 * MS)], "the first no longer plays"
            await second.vanish()
            await watched.until(lambda: watched.of(SurfaceLeft), "the second leaves")
            assert watched.of(SurfaceLeft) == [SurfaceLeft(second_id)]
            await surface.perform(_play(sound, 2, 2, 60))
            await asyncio.sleep(WATCHED)
            assert find_heard(far) == [(1, 60 * MS), (2, 60 * MS)], "the first no longer plays"

    @asynccontextmanager
    async def _there(
        self, sound: MemorySound
    ) -> AsyncIterator[tuple[Surface, FarEnd, Watched[SurfaceEvent]]]:
        async with self.fresh(sound) as (surface, far), running(surface) as watched:
            await watched.until(lambda: watched.events, "it joins")
            yield surface, far, watched

    @staticmethod
    async def _shows(surface: Surface) -> None:
        try:
            async with asyncio.timeout(PROMPT_SECONDS):
                for command in SHOWS:
                    await surface.perform(command)
        except TimeoutError:
            raise AssertionError("what is shown blocks") from None

    @staticmethod
    def _caps(watched: Watched[SurfaceEvent]) -> SurfaceCaps:
        return watched.of(SurfaceJoined)[0].caps


def read_captured(sound: MemorySound, watched: Watched[SurfaceEvent]) -> bytes:
    """The microphone's sound so far."""
    return b"".join(sound.get(event.span) for event in watched.of(SoundCaptured))


def find_heard(far: FarEnd) -> list[tuple[int, int]]:
    """Which of the sounds of `_play` were heard, in order, and how many samples of each; silence between is left out."""
    samples = array("h", far.read_played())
    return [(loud // LOUD, len([*same])) for loud, same in groupby(one for one in samples if one)]


LOUD: Final = 1_000


def _play(sound: MemorySound, read: int, loud: int, ms: int) -> Play:
    """A constant sound, which tells itself from others by its loudness."""
    pcm = array("h", [LOUD * loud] * (MS * ms)).tobytes()
    return Play(ReadId(read), sound.put(StreamId(f"voice/{read}"), pcm))


def _count_played(watched: Watched[SurfaceEvent], read: int) -> int:
    return max((event.samples for event in watched.of(Played) if event.read == read), default=0)
