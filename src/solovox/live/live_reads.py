"""The reads of one connection, one text at a time: compares what the service says with the text. No tasks, no socket.

Rule 1 (N1): one unfinished read. After a cut, sound counts for the next read only when the cut generation has ended.
Rule 2 (G6): within a message the transcription is reported before the sound.
Rule 3: a read ends by itself (`whole`), or because it was cancelled.

"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field

from solovox.core.commands import Read
from solovox.core.errors import PeerFault
from solovox.core.events import (
    EarInterrupted,
    EarOutputTranscript,
    EarTurnEnded,
    NarratorEvent,
    ReadFailed,
    ReadFollowed,
    ReadRendered,
    ReadSounded,
    ReadStrayed,
    SoundKind,
)
from solovox.core.units import ReadId, StreamId
from solovox.live.output_rate import OutputRate
from solovox.live.witness import SoundWitness, kind_of
from solovox.ports import Sound
from solovox.text.following import Follower
from solovox.wire.live_events import Generated, LiveEvent, Spoke, TurnSpoiled


@dataclass(slots=True, eq=False)
class LiveRead:
    """One read, as asked for."""

    read: Read
    follower: Follower
    respelt: str
    """Its text, in the words in which the person wants it said."""
    ended: bool = False
    """Rendered, strayed, failed or cancelled: no more events are expected."""
    whole: bool = False
    """The generation ended by itself."""
    over: asyncio.Event = field(default_factory=asyncio.Event)

    def end(self, *, whole: bool) -> None:
        """Nothing more of it is awaited."""
        self.whole = self.whole or (whole and not self.ended)
        self.ended = True
        self.over.set()


class ConnectionReads:
    """The reads of one connection."""

    def __init__(self, sound: Sound, sounding: OutputRate, witness: SoundWitness | None = None) -> None:
        self.reading: LiveRead | None = None
        self._sound = sound
        self._sounding = sounding
        self._witness = witness
        self._open = 0
        """Generations that were asked for and have not ended; those before the last are of reads that were given up."""
        self._owes = 0
        """How many turn ends are still to come for generations that are already complete."""
        self._began = False
        """Something came since the read began: an end of the turn before would have come first."""

    @property
    def reads(self) -> bool:
        """Whether what is said now is of a read that is wanted."""
        return self.reading is not None and not self.reading.ended and self._open == 1

    @property
    def owes(self) -> bool:
        """Whether the end of a generation, or of a turn, is still to come."""
        return bool(self._open or self._owes)

    def takes(self, told: LiveEvent) -> bool:
        """Whether this is of a read, and of nothing else: also the last of its transcription, which may come late."""
        reading = self.reading
        match told:
            case Spoke():
                return self.reads
            case EarOutputTranscript():
                late = reading is not None and reading.whole and not self._open
                return self.reads or (late and reading is not None and not reading.follower.complete)
            case _:
                return False

    def begin(self, reading: LiveRead) -> Iterator[NarratorEvent]:
        """Its text is being sent. A text without words is complete at once."""
        self.reading, self._open = reading, self._open + 1
        self._began = False
        if self._witness is not None:
            self._witness.begin()
        if reading.follower.complete:
            yield ReadFollowed(reading.read.read, len(reading.read.said))

    def take_event(self, told: LiveEvent) -> Iterator[NarratorEvent]:
        """The events of the current read that follow from it."""
        reading = self.reading
        self._began = self._began or isinstance(told, EarOutputTranscript | Spoke)
        match told:
            case EarOutputTranscript(text=text) if self._open <= 1:
                yield from self._take_transcript(reading, text)
            case Spoke(pcm=pcm, rate=rate) if self._open <= 1:
                try:
                    yield from self._take_sound(self._sounding.feed(pcm, rate))
                except PeerFault as fault:
                    yield from self.fail_read(str(fault))
            case Generated():
                yield from self._end_generation()
            case EarTurnEnded(in_progress=False):
                yield from self._turn_over()
            case EarInterrupted():
                yield from self._take_interruption()
            case TurnSpoiled(reason=reason):
                yield from self.fail_read(f"the service would not read it: {reason.lower()}")
            case _:
                pass

    def fail_read(self, why: str) -> Iterator[NarratorEvent]:
        """It will not go on."""
        reading = self.reading
        if reading is not None and not reading.ended:
            yield ReadFailed(reading.read.read, why)
            reading.end(whole=False)

    def _end_generation(self) -> Iterator[NarratorEvent]:
        if self._open:
            self._owes += 1
            yield from self._end_read()

    def _turn_over(self) -> Iterator[NarratorEvent]:
        if self._owes:
            self._owes -= 1
        else:
            yield from self._end_read()

    def _take_interruption(self) -> Iterator[NarratorEvent]:
        """Of what was given up its turn's end still follows."""
        if self._open and not self.reads:
            self._open, self._owes = self._open - 1, self._owes + 1
        elif not self._owes or (self._began and self.reads):
            yield from self.fail_read("the service interrupted itself")
            self._open = 0

    def _take_transcript(self, reading: LiveRead | None, text: str) -> Iterator[NarratorEvent]:
        """Also after its end: nothing says when the last piece of a transcription has come."""
        if reading is None or reading.follower.state.strayed:
            return
        before = reading.follower.state.said_to
        state = reading.follower.feed(text)
        if reading.whole and _goes_on(reading):
            state = reading.follower.at_end()
        read = reading.read.read
        if state.strayed:
            yield ReadStrayed(read, state.said_to, state.score)
            reading.end(whole=False)
        elif state.said_to > before:
            yield ReadFollowed(read, state.said_to, state.score)

    def _take_sound(self, pcm: bytes) -> Iterator[NarratorEvent]:
        read = self.reading.read.read if self.reading is not None else ReadId(0)
        if pcm:
            for kind, piece in [(kind_of(pcm), pcm)] if self._witness is None else self._witness.kinds(pcm):
                span = self._sound.put(StreamId(f"voice/{read}"), piece)
                silent, noise = kind is SoundKind.SILENCE, kind is SoundKind.NOISE
                yield ReadSounded(read, span, silent=silent, noise=noise)

    def _end_read(self) -> Iterator[NarratorEvent]:
        """The service has sent everything. Only now is it known which words came after the end of the script."""
        reading, wanted, self._open = self.reading, self.reads, max(self._open - 1, 0)
        if reading is None or not wanted:
            return
        yield from self._take_sound(self._sounding.rest())
        end, strayed = reading.follower.at_end(), _goes_on(reading)
        if strayed:
            yield ReadStrayed(reading.read.read, end.said_to, end.score)
        else:
            yield ReadRendered(reading.read.read)
        reading.end(whole=not strayed)


def _goes_on(reading: LiveRead) -> bool:
    """Whether words were said after the end of the script. Decided only when the generation is over: until then they may still
    become part of the script."""
    end = reading.follower.at_end()
    return end.strayed and end.said_to == len(reading.read.said)
