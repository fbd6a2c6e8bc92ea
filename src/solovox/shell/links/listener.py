"""The local recogniser as a link: every captured span goes to it, in order and without holes.

It may lag, but it never loses a sample: its mailbox joins spans, and the store keeps the bytes.

The recogniser counts time in samples. This link watches the session's clock for it:
Rule 1: if no sound comes for `STOPPED_MS` in the middle of speech (a muted microphone, a frozen page, a surface
that left), the speech ends there, with the words of what was heard. Sound may go on at any time.
Rule 2: a recogniser that owes the words of an utterance, or does not take a second of sound, for `ANSWER_MS` is lost.
Rule 3: words and speech are told with the source of the sound: of most of it. If `MIXED` samples of it are `SEVERAL`'s, they are, for
then they may be another's. Where another begins to speak, what was being said is over: what two people say is two utterances (law A4).
Rule 4: what was said without the wake phrase is told without its words, where the core does not want to hear all (`HearAll`, law T6).
"""

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final, assert_never

from solovox.core.commands import EndSpeech, HearAll, ListenerCommand
from solovox.core.errors import PeerFault
from solovox.core.events import (
    LocalTranscript,
    OnsetFaded,
    OnsetHeard,
    Overheard,
    RecogniserEvent,
    SoundCaptured,
    SpeechConfirmed,
    SpeechEnded,
    WakeHeard,
)
from solovox.core.units import MIC_RATE, PERSON, SEVERAL, AudioSpan, SourceId
from solovox.lang.en.words import ENGLISH
from solovox.lang.pack import LanguagePack
from solovox.ports import Clock, HearsApart, Recogniser, Sound
from solovox.shell.clock import with_timeout

Tell = Callable[[RecogniserEvent], Awaitable[None]]
LONGEST: Final = MIC_RATE
"""The most samples that are fed at once."""
STOPPED_MS: Final = 3_000
"""Longer than a connection may be away without counting as gone. Shorter than a person waits for an answer."""
ANSWER_MS: Final = 30_000
SOON_MS: Final = 20
"""How soon a recogniser that could not end what is being said is asked again."""
LEAD: Final = MIC_RATE * 2 // 5
"""In samples: a span begins with no more than this of the silence before the speech. It is of whoever was heard before."""
CHANGES: Final = 256
"""How many changes from one source to another are remembered."""
MIXED: Final = MIC_RATE // 2
UTTERANCES: Final = 64
"""How many utterances may wait for their words."""
STEP_MS: Final = 500
"""How often the clock is looked at while the person speaks or words are owed."""


class _Sources:
    """Whose sound each sample is. A change is remembered until `CHANGES` others have come."""

    def __init__(self) -> None:
        self._begins: deque[tuple[int, SourceId]] = deque(maxlen=CHANGES)

    def change(self, source: SourceId) -> bool:
        """Whether sound of this source would be another's than the newest."""
        return bool(self._begins) and self._begins[-1][1] != source

    def note_captured(self, sound: SoundCaptured) -> None:
        """The newest samples are of this source."""
        if not self._begins or self.change(sound.source):
            self._begins.append((sound.span.first, sound.source))

    def name_source(self, event: RecogniserEvent) -> RecogniserEvent:
        """The event with the source of the sound that it is about: of most of it."""
        match event:
            case SpeechConfirmed(first=first):
                return replace(event, source=self._most(first, first + LEAD + MIC_RATE // 4))
            case LocalTranscript(span=span):
                return replace(event, source=self._most(span.first, span.end))
            case _:
                return event

    def _most(self, first: int, end: int) -> SourceId:
        counts: Counter[SourceId] = Counter()
        first = max(
            (begin for begin, _ in self._begins if first < begin <= min(first + LEAD, end - 1)), default=first
        )
        for begin, source in reversed(self._begins):
            counts[source] += max(0, end - max(begin, first))
            end = min(end, max(begin, first))
        if counts[SEVERAL] >= MIXED:
            return SEVERAL
        return max(counts, key=lambda one: counts[one], default=PERSON)


class _Admitted:
    """Which utterances may be told with their words: those that began while all were wanted, those with the wake phrase, and a stop."""

    def __init__(self, language: LanguagePack) -> None:
        self.all, self._language = True, language
        self._open: deque[tuple[int, bool]] = deque(maxlen=UTTERANCES)
        """The first sample of each utterance, and whether it may be told; the newest last."""
        self._woken = -1
        self._finals: deque[bool] = deque(maxlen=UTTERANCES)
        """Whether each of the newest final texts was told; the newest last."""

    def want_all(self, *, on: bool) -> None:
        """All are wanted from now on, or not. What is being said was begun before."""
        self.all = on
        if on and self._open:
            self._open[-1] = (self._open[-1][0], True)

    def admit(self, event: RecogniserEvent) -> RecogniserEvent | None:
        """The event as it may be told. None: not at all."""
        match event:
            case SpeechConfirmed(first=first):
                self._open.append((first, self.all or self._woken >= first))
            case WakeHeard(sample=sample):
                self._woken = sample
                ours = max((n for n, (first, _) in enumerate(self._open) if first <= sample), default=None)
                if ours is not None:
                    self._open[ours] = (self._open[ours][0], True)
            case LocalTranscript(span=span, text=text, final=final):
                if not (may := self._may(span.first, text)):
                    event = replace(event, text="", mends=())
                if not (may or final):
                    return None
                if final:
                    event = replace(event, again=self._keep_known(event.again))
                    self._finals.append(may)
            case Overheard():
                return event if self.all else None
            case _:
                pass
        return event

    def _keep_known(self, again: tuple[str, ...]) -> tuple[str, ...]:
        """The texts that are heard again, those without their words that were told so."""
        newest = zip(reversed(again), reversed(self._finals), strict=False)
        return tuple(text if may else "" for text, may in newest)[::-1]

    def _may(self, first: int, text: str) -> bool:
        if self._language.is_stop(text) or self._language.is_quiet(text):
            return True
        return next((may for began, may in reversed(self._open) if began <= first), self.all)


class Listener:
    """The listener link of one session."""

    def __init__(
        self, recogniser: Recogniser, sound: Sound, clock: Clock, language: LanguagePack = ENGLISH
    ) -> None:
        self._recogniser = recogniser
        self._sound = sound
        self._clock = clock
        self._feeding = False
        self._fed_at = 0
        self._speaking = False
        """Whether an onset or speech was told, but not its end."""
        self._pauses = False
        """Whether who spoke last may only have paused, so that what is heard next may be heard together with that."""
        self._owed = 0
        """How many utterances still lack their words."""
        self._owed_since = 0
        """Since when the words of the oldest are awaited."""
        self._sources = _Sources()
        self._admitted = _Admitted(language)
        self._watched = asyncio.Event()
        """Set while there is a reason to watch the clock."""

    async def run(self, tell: Tell) -> None:
        """The recogniser's own work, and the watch. Raises `PeerFault` when nothing comes any more (rule 2)."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._recogniser.run(), name="recogniser")
            tasks.create_task(self._tell(tell), name="what it hears")
            tasks.create_task(self._watch(), name="watch")

    def perform_now(self, command: SoundCaptured | ListenerCommand) -> bool:
        """Have it hear sound, if it can at once."""
        if isinstance(command, HearAll):
            self._admitted.want_all(on=command.on)
            return True
        if isinstance(command, EndSpeech) or command.span.count > LONGEST or self._ends(command.source):
            return False
        _tell_source(self._recogniser, command.source)
        taken = self._recogniser.feed_now(command.span, self._sound.get(command.span))
        if taken:
            self._sources.note_captured(command)
            self._fed_at = self._clock.now()
        return taken

    async def perform(self, command: SoundCaptured | ListenerCommand) -> None:
        """Have it hear sound, or end what is being said. Raises `PeerFault` when it does not (rule 2)."""
        match command:
            case SoundCaptured():
                await self._feed(command)
            case EndSpeech():
                await self._end()
            case HearAll(on=on):
                self._admitted.want_all(on=on)
            case _:
                assert_never(command)

    async def _end(self) -> None:
        """The recogniser may have to judge a pause first."""
        last = self._clock.now() + ANSWER_MS
        while not await self._recogniser.sound_stopped():
            if self._clock.now() >= last:
                raise _silent()
            await self._clock.sleep_until(self._clock.now() + SOON_MS)

    def _ends(self, source: SourceId) -> bool:
        """Whether sound of this source ends what is being said (rule 3)."""
        return (self._speaking or self._pauses) and self._sources.change(source)

    async def _feed(self, sound: SoundCaptured) -> None:
        if self._ends(sound.source):
            await self._end()
        _tell_source(self._recogniser, sound.source)
        self._sources.note_captured(sound)
        for first in range(sound.span.first, sound.span.end, LONGEST):
            span = AudioSpan(sound.span.stream, first, min(LONGEST, sound.span.end - first))
            self._feeding = True
            try:
                await with_timeout(ANSWER_MS / 1000, self._recogniser.feed(span, self._sound.get(span)))
            except TimeoutError:
                raise _silent() from None
            finally:
                self._feeding, self._fed_at = False, self._clock.now()

    async def aclose(self) -> None:
        """Its tasks have ended with `run`; it has nothing else."""

    async def _tell(self, tell: Tell) -> None:
        async for event in self._recogniser.events():
            self._note(event)
            if (may := self._admitted.admit(event)) is not None:
                await tell(self._sources.name_source(may))

    def _note(self, event: RecogniserEvent) -> None:
        match event:
            case OnsetHeard() | SpeechConfirmed():
                self._speaking = True
                self._watched.set()
            case OnsetFaded():
                self._speaking = False
            case SpeechEnded(patience=patience):
                self._speaking, self._pauses = False, patience > 0
                self._owed_since = self._owed_since if self._owed else self._clock.now()
                self._owed += 1
                self._watched.set()
            case LocalTranscript(final=True):
                self._owed, self._owed_since = max(0, self._owed - 1), self._clock.now()
            case LocalTranscript() | Overheard() | WakeHeard():
                pass
            case _:
                assert_never(event)

    async def _watch(self) -> None:
        while True:
            await self._watched.wait()
            await self._clock.sleep_until(self._clock.now() + STEP_MS)
            now = self._clock.now()
            if self._owed and now >= self._owed_since + ANSWER_MS:
                raise _silent()
            if self._speaking and not self._feeding and now >= self._fed_at + STOPPED_MS:
                if await self._recogniser.sound_stopped():
                    self._fed_at = now
                elif now >= self._fed_at + ANSWER_MS:
                    raise _silent()
            if not (self._speaking or self._owed):
                self._watched.clear()


def _tell_source(recogniser: Recogniser, source: SourceId) -> None:
    if isinstance(recogniser, HearsApart):
        recogniser.of_source(source)


def _silent() -> PeerFault:
    return PeerFault(f"it gave no answer for {ANSWER_MS // 1000} s")
