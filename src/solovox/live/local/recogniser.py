"""The local recogniser: feeds the cascade with microphone sound and with the answers of the speech ports.

The VAD and the wake word are asked at once, in `feed` (0.2 ms and 0.8 ms a frame of 32 ms). The turn detector
and the recogniser compute in worker threads, one question each at a time, inside `run`.

Rule 1: sound is the clock: nothing here waits for time to pass. No sound is processed while a pause is being judged,
so the result does not depend on how fast samples come. The caller says when the sound is over.
Rule 2: nothing is dropped. Questions and events are bounded by making `feed` wait; a question
whose answer no longer matters is not asked. Where many share an engine, a priority semaphore decides whose question is next.
Rule 3: when `run` ends, none of its threads computes any more; a thread that does not end within `patience` is abandoned.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeVar

from solovox.core.events import RecogniserEvent
from solovox.core.units import PERSON, AudioSpan, SourceId
from solovox.live.local.cascade import Cascade
from solovox.live.local.cascade_types import (
    CascadeInput,
    CascadeTuning,
    Judge,
    Judged,
    SoundBegan,
    SoundOver,
    SpeechFrame,
    Spotted,
    Understand,
    Understood,
)
from solovox.live.local.loudness import level
from solovox.live.local.priority_semaphore import PrioritySemaphore
from solovox.ports import Stt, TurnDetector, Vad, WakeWord

_MOST_QUESTIONS: Final = 16
_MOST_EVENTS: Final = 256
_BYTES: Final = 2
"""A sample has two."""
_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class _Question:
    """A question of the cascade, with its sound."""

    about: Judge | Understand
    pcm: bytes


_Rows = tuple[tuple[deque[_Question], PrioritySemaphore], tuple[deque[_Question], PrioritySemaphore]]


class _Sources:
    """Whose sound it is, of what the VAD has not processed."""

    def __init__(self) -> None:
        self._begins = deque([(0, PERSON)])

    def change(self, first: int, source: SourceId) -> None:
        """It is this one's from a sample on."""
        if self._begins[-1][1] != source:
            self._begins.append((first, source))

    def of(self, first: int) -> SourceId:
        """Whose this sample is; it is processed now."""
        while len(self._begins) > 1 and self._begins[1][0] <= first:
            self._begins.popleft()
        return self._begins[0][1]


class LocalRecogniser:
    """Listens to one microphone. `drafts`, if given, transcribes unfinished speech (quicker, rougher).

    Use: start `run` in a task group; `feed` every piece of sound; read `events`. `finish` when the
    sound is over; cancel `run` to stop at once.
    """

    patience = 5.0
    """Seconds that it waits at its end for a thread that computes."""

    def __init__(
        self,
        vad: Vad,
        turn: TurnDetector,
        stt: Stt,
        drafts: Stt | None = None,
        wake: WakeWord | None = None,
        tuning: CascadeTuning | None = None,
        semaphores: tuple[PrioritySemaphore, PrioritySemaphore] | None = None,
    ) -> None:
        """`semaphores`: of the turn detector and of the transcriber, where other sessions share them."""
        self._ports = (turn, stt, drafts or stt, wake)
        self._vad = vad
        self._tuning = tuning
        self._cascade: Cascade | None = None
        self._sound = bytearray()
        self._first = 0
        """The number of the first sample in `_sound`."""
        self._next = 0
        """The number of the first sample that the VAD has not processed."""
        self._sources = _Sources()
        judging, understanding = semaphores or (PrioritySemaphore(), PrioritySemaphore())
        self._rows: _Rows = ((deque(), judging), (deque(), understanding))
        """The open questions, each queue with its semaphore."""
        self._told: deque[RecogniserEvent] = deque()
        self._changed = asyncio.Event()
        self._over = False

    async def feed(self, span: AudioSpan, pcm: bytes) -> None:
        """The next sound of the microphone: 16-bit, 16 kHz, `span.count` samples.

        Waits while too much is unanswered or unread. Sound that does not follow what came before
        ends what was being said.
        """
        await self._until(self._hear)
        self._take(span, pcm)
        await self._until(self._hear)

    def feed_now(self, span: AudioSpan, pcm: bytes) -> bool:
        """As `feed`, without waiting. False: something is before it, and nothing was taken.

        A pause in the midst of it may have to be judged; then the few frames behind it are heard after the judgement.
        """
        if self._blocked or (self._cascade is not None and span.first != self._end):
            return False
        self._take(span, pcm)
        self._hear()
        return True

    def of_source(self, source: SourceId) -> None:
        """Whose sound is fed from now on."""
        self._sources.change(self._end, source)

    async def finish(self) -> None:
        """No more sound comes. Returns when everything has been answered."""
        if self._cascade is not None:
            self._sound += bytes(_BYTES * (self._vad.frame_samples - 1))
            await self._until(self._hear)
        await self.sound_stopped()
        await self._until(lambda: self._over or not self._awaited)

    async def sound_stopped(self) -> bool:
        """The sound pauses: what is being said ends, with what was heard of it. Sound may follow.

        False: not yet, a pause is being judged before the last of the sound.
        """
        if not self._hear():
            return False
        if self._cascade is not None:
            self._do(self._cascade, SoundOver())
            self._restart(self._cascade, self._end)
        return True

    async def read_out(self) -> None:
        """Returns when every event so far has been read."""
        await self._until(lambda: self._over or not self._told)

    async def run(self) -> None:
        """Answer questions until cancelled."""
        try:
            async with asyncio.TaskGroup() as tasks:
                for queue, semaphore in self._rows:
                    tasks.create_task(self._answer(queue, semaphore), name="local recogniser")
        finally:
            self._over = True
            self._changed.set()

    async def events(self) -> AsyncIterator[RecogniserEvent]:
        """What was heard, as it is heard; ends when `run` has ended and everything was read."""
        while True:
            await self._until(lambda: self._told or self._over)
            if not self._told:
                return
            event = self._told.popleft()
            self._changed.set()
            yield event

    @property
    def _end(self) -> int:
        return self._first + len(self._sound) // _BYTES

    @property
    def _blocked(self) -> bool:
        """Whether sound has to wait: for a judgement (rule 1), or for room (rule 2)."""
        if self._over or self._cascade is None:
            return False
        (judging, _), (understanding, _) = self._rows
        full = len(judging) + len(understanding) >= _MOST_QUESTIONS or len(self._told) >= _MOST_EVENTS
        return full or self._cascade.judging

    @property
    def _awaited(self) -> bool:
        return self._cascade is not None and self._cascade.waiting

    def _restart(self, cascade: Cascade, first: int) -> None:
        self._sound.clear()
        self._first = self._next = first
        self._vad.reset()
        self._do(cascade, SoundBegan(first))

    async def _until(self, holds: Callable[[], object]) -> None:
        """Returns when it holds; it is asked again whenever anything has changed."""
        while not holds():
            self._changed.clear()
            await self._changed.wait()

    def _take(self, span: AudioSpan, pcm: bytes) -> None:
        cascade = self._cascade
        if cascade is None:
            cascade = self._cascade = Cascade(span.stream, self._tuning)
            self._restart(cascade, span.first)
        elif span.first != self._end:
            self._do(cascade, SoundOver())
            self._restart(cascade, span.first)
        self._sound += pcm

    def _hear(self) -> bool:
        """Whole frames of new sound through the VAD and the cascade; then let old sound go. False: some have to wait."""
        cascade, count = self._cascade, self._vad.frame_samples
        if cascade is None:
            return True
        end, (*_, wake) = self._end, self._ports
        while self._next + count <= end and not self._blocked:
            first, self._next = self._next, self._next + count
            frame = self._cut(first, first + count)
            if wake is not None and wake.hear_phrase(frame):
                self._do(cascade, Spotted(first + count))
            self._do(
                cascade,
                SpeechFrame(
                    first, count, self._vad.probability(frame), level(frame), self._sources.of(first)
                ),
            )
        stale = min(cascade.keep_from, self._next) - self._first
        if stale > 0:
            del self._sound[: stale * _BYTES]
            self._first += stale
        return not self._blocked

    def _cut(self, first: int, end: int) -> bytes:
        return bytes(self._sound[(first - self._first) * _BYTES : (end - self._first) * _BYTES])

    def _do(self, cascade: Cascade, heard: CascadeInput) -> None:
        (judging, _), (understanding, _) = self._rows
        outputs = cascade.handle(heard)
        if outputs:
            self._changed.set()
        for output in outputs:
            match output:
                case Judge(span=span):
                    judging.append(_Question(output, self._cut(span.first, span.end)))
                case Understand(span=span):
                    understanding.append(_Question(output, self._cut(span.first, span.end)))
                case _:
                    self._told.append(output)

    async def _answer(self, queue: deque[_Question], semaphore: PrioritySemaphore) -> None:
        while True:
            await self._until(lambda: queue)
            question = queue.popleft()
            self._changed.set()
            cascade = self._cascade
            if cascade is None or not await semaphore.enter(partial(cascade.urgency, question.about.ask)):
                continue
            try:
                answer = await _in_thread(partial(self._ask, question), self.patience)
            finally:
                semaphore.leave()
            self._do(cascade, answer)
            self._changed.set()
            self._hear()

    def _ask(self, question: _Question) -> Judged | Understood:
        """In a worker thread: what the port answers."""
        turn, stt, drafts, wakes = self._ports
        about = question.about
        if isinstance(about, Judge):
            return Judged(about.ask, turn.rate_end(question.pcm))
        found = (drafts if about.draft else stt).transcribe(question.pcm)
        wake = wakes is not None and bool(found.text) and wakes.read(found.text, more=about.draft)
        return Understood(about.ask, found.text, found.confidence, wake, found.mends, found.ends, found.sense)


async def _in_thread(compute: Callable[[], _Answer], patience: float) -> _Answer:
    """`compute()` in a worker thread. If cancelled, it still waits for a thread that has begun (rule 3)."""
    wanted = True

    def work() -> _Answer | None:
        return compute() if wanted else None

    answer = asyncio.get_running_loop().run_in_executor(None, work)
    try:
        found = await asyncio.shield(answer)
    except asyncio.CancelledError:
        wanted = False
        await asyncio.wait([answer], timeout=patience)
        raise
    assert found is not None
    return found
