"""What every narrator must do. Subclass `NarratorContract` in a test module, and say how to make one.

    class TestMine(NarratorContract):
        @contextlib.asynccontextmanager
        async def fresh(self, sound):
            yield MyNarrator(sound)

An exact narrator says its text itself. A live reader (`live = True`) is a model that is given a text, and follows its own
transcription of it: it may stray, and the sound that was under way when it was cancelled is told, and dropped by the core.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import pairwise
from typing import ClassVar, Final

from solovox.core.commands import CancelRead, NarratorCommand, Read
from solovox.core.events import (
    NarratorEvent,
    ReadFailed,
    ReadFollowed,
    ReadRendered,
    ReadSounded,
    ReadStrayed,
)
from solovox.core.units import ReadId
from solovox.ports import Link, Narrator, Sound
from solovox.testing.contracts_link import LinkContract, Watched, running
from solovox.testing.memory_sound import MemorySound

ENDS: Final = (ReadRendered, ReadFailed, ReadStrayed)
WATCHED: Final = 0.3
"""Seconds for which something is watched that must not happen."""
ONE, TWO, THREE = ReadId(1), ReadId(2), ReadId(3)
NEVER: Final = ReadId(99)
"""A read that was never given."""


class NarratorContract(LinkContract[NarratorCommand, NarratorEvent]):
    """The contract."""

    live: ClassVar[bool] = False
    """Whether it is a live reader."""
    text: ClassVar[str] = "One two three four five six seven."
    """Something that it can say."""
    other: ClassVar[str] = "And then it was over."
    unsayable: ClassVar[str] = "— …"
    """A text without words: there is nothing to say in it."""

    def fresh(self, sound: Sound) -> AbstractAsyncContextManager[Narrator]:
        """A new narrator, whose sound is kept in `sound`."""
        raise NotImplementedError

    @asynccontextmanager
    async def failing(self, sound: Sound) -> AsyncIterator[Narrator | None]:
        """One that cannot say `text`, but can say `other`; None when there is no such thing."""
        yield None

    @asynccontextmanager
    async def open_link(self, sound: MemorySound) -> AsyncIterator[Link[NarratorCommand, NarratorEvent]]:
        async with self.fresh(sound) as narrator:
            yield narrator

    def orders(self, sound: MemorySound) -> Sequence[NarratorCommand]:
        return [Read(ONE, self.text), CancelRead(ONE), Read(TWO, self.other)]

    async def test_a_read_is_told_whole_without_holes_and_ends_once(self) -> None:
        sound = MemorySound()
        async with self.fresh(sound) as narrator, running(narrator) as watched:
            await narrator.perform(Read(ONE, self.text))
            await _wait_for_end(watched, ONE)
            await asyncio.sleep(WATCHED)
            ends = watched.of((ReadRendered, ReadFailed, ReadStrayed))
            pieces = watched.of(ReadSounded)
            assert any(any(sound.get(one.span)) for one in pieces), "it made no sound"
        assert ends == [ReadRendered(ONE)]
        assert {event.read for event in watched.events} == {ONE}
        spans = [one.span for one in pieces]
        assert spans[0].first == 0
        assert all(left.end == right.first for left, right in pairwise(spans)), "a hole in its sound"
        assert len({span.stream for span in spans}) == 1

    async def test_each_read_has_a_stream_of_its_own(self) -> None:
        async with self.fresh(MemorySound()) as narrator, running(narrator) as watched:
            for read, text in ((ONE, self.text), (TWO, self.other)):
                await narrator.perform(Read(read, text))
                await _wait_for_end(watched, read)
            streams = {(one.read, one.span.stream) for one in watched.of(ReadSounded)}
            firsts = [one.span.first for one in watched.of(ReadSounded)]
        assert len({stream for _, stream in streams}) == len(streams) == 2
        assert firsts.count(0) == 2

    async def test_said_to_never_falls_and_leaves_no_word(self) -> None:
        async with self.fresh(MemorySound()) as narrator, running(narrator) as watched:
            await narrator.perform(Read(ONE, self.text))
            await _wait_for_end(watched, ONE)
            await asyncio.sleep(WATCHED)
            marks = watched.of(ReadFollowed) if self.live else watched.of(ReadSounded)
            told = [one.said_to for one in marks]
        assert told == sorted(told), "said_to fell"
        assert 0 <= told[0] <= told[-1] <= len(self.text)
        assert not any(map(str.isalnum, self.text[told[-1] :])), "it was rendered, and words were never said"

    async def test_after_a_cancel_nothing_of_that_read_is_told(self) -> None:
        """A live reader may still tell sound that was under way; the next read's does not mix with it."""
        async with self.fresh(MemorySound()) as narrator, running(narrator) as watched:
            await narrator.perform(Read(ONE, " ".join([self.text] * 20)))
            await watched.until(lambda: watched.of(ReadSounded), "it sounds")
            await narrator.perform(CancelRead(ONE))
            cancelled = len(watched.events)
            await narrator.perform(Read(TWO, self.other))
            await _wait_for_end(watched, TWO)
            await asyncio.sleep(WATCHED)
            later = watched.events[cancelled:]
        said = [event for event in later if event.read == ONE]
        assert all(self.live and isinstance(event, ReadSounded) for event in said), said
        reads = [event.read for event in later if isinstance(event, ReadSounded)]
        assert reads == sorted(reads), "sound of a read that was cancelled came after the next one's"
        assert isinstance(later[-1] if not self.live else _end(watched, TWO), ReadRendered)

    async def test_a_read_that_is_cancelled_before_its_turn_is_never_told(self) -> None:
        async with self.fresh(MemorySound()) as narrator:
            await narrator.perform(Read(ONE, self.text))
            await narrator.perform(CancelRead(ONE))
            async with running(narrator) as watched:
                await narrator.perform(Read(TWO, self.other))
                await _wait_for_end(watched, TWO)
                assert {event.read for event in watched.events} == {TWO}

    async def test_cancelling_what_is_over_or_never_was_does_nothing(self) -> None:
        async with self.fresh(MemorySound()) as narrator, running(narrator) as watched:
            await narrator.perform(CancelRead(NEVER))
            await narrator.perform(Read(ONE, self.text))
            await _wait_for_end(watched, ONE)
            await narrator.perform(CancelRead(ONE))
            await narrator.perform(Read(TWO, self.other))
            await _wait_for_end(watched, TWO)
            assert isinstance(_end(watched, TWO), ReadRendered)
            assert {event.read for event in watched.events} == {ONE, TWO}

    async def test_one_read_is_over_before_the_next_begins(self) -> None:
        async with self.fresh(MemorySound()) as narrator, running(narrator) as watched:
            await narrator.perform(Read(ONE, self.text))
            await narrator.perform(Read(TWO, self.other))
            await _wait_for_end(watched, TWO)
            order = [event.read for event in watched.events if not isinstance(event, ReadFollowed)]
            ends = watched.of((ReadRendered, ReadFailed, ReadStrayed))
        assert ends == [ReadRendered(ONE), ReadRendered(TWO)]
        assert order == sorted(order)

    async def test_an_empty_text_and_one_without_words_end(self) -> None:
        async with self.fresh(MemorySound()) as narrator, running(narrator) as watched:
            for read, text in ((ONE, ""), (TWO, self.unsayable)):
                await narrator.perform(Read(read, text))
                await _wait_for_end(watched, read)
            await narrator.perform(Read(THREE, self.other))
            await _wait_for_end(watched, THREE)
            assert isinstance(_end(watched, THREE), ReadRendered), "nothing can be read after them"

    async def test_a_read_that_fails_says_why_in_one_line_and_the_next_is_read(self) -> None:
        async with self.failing(MemorySound()) as narrator:
            if narrator is None:
                return
            async with running(narrator) as watched:
                await narrator.perform(Read(ONE, self.text))
                await _wait_for_end(watched, ONE)
                (failed,) = watched.of(ReadFailed)
                await narrator.perform(Read(TWO, self.other))
                await _wait_for_end(watched, TWO)
                assert isinstance(_end(watched, TWO), ReadRendered)
        assert failed.reason.strip()
        assert "\n" not in failed.reason


def _end(watched: Watched[NarratorEvent], read: ReadId) -> NarratorEvent | None:
    return next((one for one in watched.events if isinstance(one, ENDS) and one.read == read), None)


async def _wait_for_end(watched: Watched[NarratorEvent], read: ReadId) -> None:
    await watched.until(lambda: _end(watched, read), f"read {read} ends")
