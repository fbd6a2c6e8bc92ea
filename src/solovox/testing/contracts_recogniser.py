"""What every recogniser must do. Subclass `RecogniserContract` in a test module; say how to make one, and give it speech.

class TestMine(RecogniserContract):
    speech = read("question.wav")          # 16 kHz: one sentence, with nothing but quiet around it

    @contextlib.asynccontextmanager
    async def fresh(self):
        yield MyRecogniser(...)
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import pairwise
from typing import ClassVar, Final

from solovox.core.events import (
    LocalTranscript,
    OnsetFaded,
    OnsetHeard,
    RecogniserEvent,
    SpeechConfirmed,
    SpeechEnded,
)
from solovox.core.units import MIC, MIC_RATE, AudioSpan
from solovox.ports import Recogniser
from solovox.testing.contracts_link import PATIENT_SECONDS, Watched, nothing_is_left

PIECE: Final = MIC_RATE // 50
"""Samples that come at a time: 20 ms."""
QUIET: Final = bytes(2 * MIC_RATE * 3)
"""Three seconds: any utterance is over after it."""
FAR: Final = 1_000_000
"""Where the sound goes on after a hole."""


class Fed:
    """A recogniser at work: what it was fed and what it told."""

    def __init__(self, recogniser: Recogniser, watched: Watched[RecogniserEvent]) -> None:
        self.recogniser = recogniser
        self.watched = watched
        self.at = 0
        self.refused = 0
        """Pieces that were not taken at once."""

    async def hear(self, pcm: bytes, *, at_once: bool = False) -> None:
        """The next samples, piece by piece; `at_once`: those that need no waiting without."""
        for start in range(0, len(pcm), 2 * PIECE):
            part = pcm[start : start + 2 * PIECE]
            span = AudioSpan(MIC, self.at, len(part) // 2)
            taken = at_once and self.recogniser.feed_now(span, part)
            if not taken:
                self.refused += at_once
                async with asyncio.timeout(PATIENT_SECONDS):
                    await self.recogniser.feed(span, part)
            self.at = span.end
            await asyncio.sleep(0)

    async def out(self) -> None:
        """No more sound; returns when everything was told."""
        async with asyncio.timeout(PATIENT_SECONDS):
            await self.recogniser.finish()
            await self.recogniser.read_out()

    @property
    def spans(self) -> list[AudioSpan]:
        """The utterances that ended."""
        return [event.span for event in self.watched.of(SpeechEnded)]

    @property
    def finals(self) -> list[LocalTranscript]:
        """Their words."""
        return [event for event in self.watched.of(LocalTranscript) if event.final]


class RecogniserContract:
    """The contract."""

    speech: ClassVar[bytes] = b""
    """One sentence: 16 kHz mono 16-bit."""
    understands: ClassVar[bool] = True
    """Whether it has words, or only hears that the person speaks."""

    def fresh(self) -> AbstractAsyncContextManager[Recogniser]:
        """A new recogniser, ready to hear."""
        raise NotImplementedError

    async def test_each_utterance_has_one_final_transcript_of_its_span(self) -> None:
        async with self._listening() as fed:
            await fed.hear((self.speech + QUIET) * 2)
            await fed.out()
        assert len(fed.spans) == 2
        assert [event.span for event in fed.finals] == fed.spans, "not one final text for each, in order"
        if self.understands:
            assert all(event.text.strip() for event in fed.finals)

    async def test_an_utterance_is_told_from_onset_to_words_and_lies_in_the_sound(self) -> None:
        async with self._listening() as fed:
            await fed.hear(QUIET + self.speech + QUIET)
            await fed.out()
        kinds = (OnsetHeard, OnsetFaded, SpeechConfirmed, SpeechEnded)
        story = [type(event) for event in fed.watched.of(kinds) if not isinstance(event, OnsetFaded)]
        assert story[-3:] == [OnsetHeard, SpeechConfirmed, SpeechEnded]
        (span,) = fed.spans
        assert span.stream == MIC
        spoken, over = len(QUIET) // 2, (len(QUIET) + len(self.speech)) // 2
        assert 0 <= span.first < over
        assert spoken < span.end <= fed.at
        events = fed.watched.events
        last = max(n for n, event in enumerate(events) if isinstance(event, SpeechEnded))
        assert any(isinstance(event, LocalTranscript) and event.final for event in events[last:]), (
            "the words came before the end"
        )

    async def test_silence_gives_nothing(self) -> None:
        async with self._listening() as fed:
            await fed.hear(QUIET)
            await fed.out()
        assert fed.watched.events == []

    async def test_sound_that_stops_ends_what_is_being_said(self) -> None:
        async with self._listening() as fed:
            await fed.hear(self.speech[: len(self.speech) // 2 // 2 * 2])
            async with asyncio.timeout(PATIENT_SECONDS):
                while not await fed.recogniser.sound_stopped():  # noqa: ASYNC110 - it tells no event for it
                    await asyncio.sleep(0.01)
            await fed.watched.until(lambda: fed.finals, "what was said so far ends, with its words")
            assert [event.span for event in fed.finals] == fed.spans
            await fed.hear(QUIET + self.speech + QUIET)
            await fed.out()
        assert len(fed.spans) == 2, "what comes later is heard, too"
        assert [event.span for event in fed.finals] == fed.spans

    async def test_a_hole_ends_what_is_being_said_and_the_rest_is_heard_where_it_is(self) -> None:
        async with self._listening() as fed:
            await fed.hear(self.speech[: len(self.speech) // 2 // 2 * 2])
            fed.at = FAR
            await fed.hear(self.speech + QUIET)
            await fed.out()
        assert [span.first >= FAR for span in fed.spans] == [False, True]
        assert fed.spans[0].end < FAR
        assert [event.span for event in fed.finals] == fed.spans

    async def test_what_is_fed_at_once_is_refused_or_heard_and_never_lost(self) -> None:
        async with self._listening() as fed:
            await fed.hear(self.speech + QUIET + self.speech + QUIET, at_once=True)
            await fed.out()
        assert len(fed.spans) == 2
        assert [event.span for event in fed.finals] == fed.spans
        assert all(left.end <= right.first for left, right in pairwise(fed.spans))

    async def test_the_end_of_the_sound_is_the_end_of_the_utterance(self) -> None:
        async with self._listening() as fed:
            await fed.hear(self.speech[: len(self.speech) // 2 // 2 * 2])
            await fed.out()
        assert len(fed.spans) == len(fed.finals) == 1

    async def test_cancelled_in_the_midst_of_speech_it_leaves_nothing(self) -> None:
        async with self._listening() as fed:
            await fed.hear(self.speech)  # `_listening` looks

    @asynccontextmanager
    async def _listening(self) -> AsyncIterator[Fed]:
        before = asyncio.all_tasks()
        async with self.fresh() as recogniser:
            watched: Watched[RecogniserEvent] = Watched()

            async def read() -> None:
                async for event in recogniser.events():
                    await watched.tell(event)

            failed = None
            async with asyncio.TaskGroup() as tasks:
                work = [tasks.create_task(recogniser.run()), tasks.create_task(read())]
                try:
                    yield Fed(recogniser, watched)
                except Exception as error:  # noqa: BLE001 - raised below, without the group around it
                    failed = error
                finally:
                    for task in work:
                        task.cancel()
            if failed is not None:
                raise failed
            await nothing_is_left(before)
