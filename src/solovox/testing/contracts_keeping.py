"""What every journal, every `Sound` and every clock must do. Subclass the suite of yours, and say how to make one.

class TestMine(JournalContract):
    @contextlib.asynccontextmanager
    async def fresh(self):
        yield MyJournal(...)

    def survives(self, journal):
        return [...]        # what a reader would find if the process were killed now
"""

import asyncio
from array import array
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager
from typing import ClassVar, Final

from solovox.core.commands import Command, Cue, CueKind
from solovox.core.events import Event, HungUp, SoundCaptured, SurfaceJoined, Typed
from solovox.core.units import MIC, MIC_RATE, AudioSpan, StreamId, SurfaceCaps
from solovox.ports import Clock, Journal, Sound
from solovox.testing.contracts_link import PROMPT_SECONDS, nothing_is_left

HAPPENED: Final[Sequence[tuple[int, Event]]] = (
    (0, SurfaceJoined(SurfaceCaps())),
    (5, Typed("What time is it?")),
    (5, Typed("…")),
    (20, SoundCaptured(AudioSpan(MIC, 0, 320))),
    (4_000, HungUp()),
)
SECOND: Final = array("h", range(-8_000, 8_000)).tobytes()
"""A second of microphone sound."""
assert len(SECOND) == 2 * MIC_RATE


class JournalContract:
    """The contract of `Journal`."""

    keeps: ClassVar[bool] = True
    """Whether anything is to be kept: a session may have a journal that keeps nothing."""

    def fresh(self) -> AbstractAsyncContextManager[Journal]:
        """A new journal."""
        raise NotImplementedError

    def survives(self, journal: Journal) -> Sequence[tuple[int, Event]]:
        """The times and events that a reader would find if the process were killed now."""
        raise NotImplementedError

    def sound_kept(self, journal: Journal, stream: StreamId) -> bytes | None:
        """The sound of a stream, after the journal was closed; None: this one counts it only."""
        return None

    async def test_what_was_appended_before_sync_survives_a_killed_process(self) -> None:
        async with self._open() as journal:
            for at, event in HAPPENED[:3]:
                journal.append(at, event, [Cue(CueKind.HEARD)])
            await journal.sync()
            if self.keeps:
                assert [*self.survives(journal)][:3] == [*HAPPENED[:3]]

    async def test_what_was_appended_is_kept_in_order_to_the_end(self) -> None:
        async with self._open() as journal:
            for at, event in HAPPENED:
                journal.append(at, event, [])
            await journal.aclose()
            if self.keeps:
                assert [*self.survives(journal)] == [*HAPPENED]

    async def test_appending_never_waits(self) -> None:
        """It is not a coroutine: what it buffers is on its way with the next `sync`."""
        async with self._open() as journal:
            append: Callable[[int, Event, Sequence[Command]], object] = journal.append
            for n in range(2_000):
                assert append(n, Typed(f"line {n}"), []) is None
            await journal.sync()
            if self.keeps:
                assert len(self.survives(journal)) == 2_000

    async def test_two_may_sync_at_once(self) -> None:
        async with self._open() as journal:
            async with asyncio.TaskGroup() as tasks:
                for at, event in HAPPENED[:3]:
                    journal.append(at, event, [])
                    tasks.create_task(journal.sync())
            if self.keeps:
                assert [*self.survives(journal)][:3] == [*HAPPENED[:3]]

    async def test_sound_is_kept_at_its_place_and_a_hole_is_silence(self) -> None:
        async with self._open() as journal:
            journal.sound(AudioSpan(MIC, 0, MIC_RATE), SECOND)
            journal.sound(AudioSpan(MIC, 2 * MIC_RATE, MIC_RATE), SECOND)
            await journal.sync()
            await journal.aclose()
            kept = self.sound_kept(journal, MIC)
            assert kept is None or kept == SECOND + bytes(len(SECOND)) + SECOND

    async def test_it_closes_twice(self) -> None:
        async with self._open() as journal:
            journal.append(0, HAPPENED[0][1], [])
            await journal.aclose()

    async def test_an_empty_one_closes(self) -> None:
        async with self._open():
            pass

    @asynccontextmanager
    async def _open(self) -> AsyncIterator[Journal]:
        before = asyncio.all_tasks()
        async with self.fresh() as journal:
            yield journal
            async with asyncio.timeout(10 * PROMPT_SECONDS):
                await journal.aclose()
                await journal.aclose()
            await nothing_is_left(before)


class SoundContract:
    """The contract of `Sound`."""

    one: ClassVar[StreamId] = StreamId("voice/1")
    other: ClassVar[StreamId] = StreamId("voice/2")

    def fresh(self) -> AbstractContextManager[Sound]:
        """A new, empty one; leaving the context closes what it holds."""
        raise NotImplementedError

    def test_spans_follow_one_another_and_keep_their_bytes(self) -> None:
        with self.fresh() as sound:
            pieces = [SECOND[:2], SECOND[:640], b"", SECOND]
            spans = [sound.put(self.one, piece) for piece in pieces]
            counts = [len(piece) // 2 for piece in pieces]
            assert spans == [AudioSpan(self.one, sum(counts[:n]), count) for n, count in enumerate(counts)]
            assert [sound.get(span) for span in spans] == pieces

    def test_a_span_may_be_any_part_of_a_stream(self) -> None:
        with self.fresh() as sound:
            for _ in range(3):
                sound.put(self.one, SECOND)
            across = AudioSpan(self.one, MIC_RATE - 10, MIC_RATE + 20)
            assert sound.get(across) == (SECOND * 3)[2 * across.first : 2 * across.end]

    def test_streams_do_not_know_one_another(self) -> None:
        with self.fresh() as sound:
            sound.put(self.one, SECOND)
            assert sound.put(self.other, SECOND[:640]) == AudioSpan(self.other, 0, 320)
            sound.forget(self.one, MIC_RATE)
            assert sound.get(AudioSpan(self.other, 0, 320)) == SECOND[:640]

    def test_what_was_never_put_is_a_key_error(self) -> None:
        with self.fresh() as sound:
            sound.put(self.one, SECOND)
            for span in (AudioSpan(self.other, 0, 1), AudioSpan(self.one, MIC_RATE - 1, 2)):
                _expect_refused(sound, span)

    def test_what_is_forgotten_is_a_key_error_and_the_rest_is_there(self) -> None:
        with self.fresh() as sound:
            sound.put(self.one, SECOND)
            sound.forget(self.one, 100)
            sound.forget(self.one, 50)
            _expect_refused(sound, AudioSpan(self.one, 99, 10))
            assert sound.get(AudioSpan(self.one, 100, 10)) == SECOND[200:220]
            sound.forget(self.one, 10 * MIC_RATE)
            assert sound.put(self.one, SECOND) == AudioSpan(self.one, MIC_RATE, MIC_RATE)

    def test_half_a_sample_is_refused(self) -> None:
        with self.fresh() as sound:
            try:
                sound.put(self.one, b"\1")
            except ValueError:
                return
            raise AssertionError("half a sample was taken")


class ClockContract:
    """The contract of `Clock`."""

    def fresh(self) -> Clock:
        """A clock whose session begins now. Called inside the loop."""
        raise NotImplementedError

    async def test_it_begins_at_nothing_and_counts_whole_milliseconds(self) -> None:
        now = self.fresh().now()
        assert isinstance(now, int)
        assert 0 <= now < 1_000 * PROMPT_SECONDS

    async def test_sleep_until_never_returns_early(self) -> None:
        clock = self.fresh()
        for at in (1, 2, 7, 30, 31, 90):
            await clock.sleep_until(at)
            assert clock.now() >= at

    async def test_what_is_over_is_not_waited_for(self) -> None:
        clock = self.fresh()
        await clock.sleep_until(30)
        async with asyncio.timeout(PROMPT_SECONDS):
            for at in (30, 1, 0, -5):
                await clock.sleep_until(at)

    async def test_it_never_falls(self) -> None:
        clock = self.fresh()
        read = []
        for _ in range(20):
            read.append(clock.now())
            await asyncio.sleep(0.001)
        assert read == sorted(read)
        assert read[-1] > read[0]

    async def test_a_wait_can_be_cancelled(self) -> None:
        clock = self.fresh()
        async with asyncio.timeout(PROMPT_SECONDS), asyncio.TaskGroup() as tasks:
            waiting = tasks.create_task(clock.sleep_until(1_000_000))
            await asyncio.sleep(0.01)
            waiting.cancel()
        assert clock.now() < 1_000_000


def _expect_refused(sound: Sound, span: AudioSpan) -> None:
    try:
        sound.get(span)
    except KeyError:
        return
    raise AssertionError(f"{span} was given")
