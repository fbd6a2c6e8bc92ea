"""One client at a session: a page of a browser, or another program at a socket."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

import numpy as np

from solovox.core.commands import ShowRead
from solovox.core.units import MIC_RATE, VOICE_RATE, PlayedReports, ReadId, RunId, SurfaceCaps, SurfaceId
from solovox.surfaces.speaker import DUCKED
from solovox.surfaces.web.outbox import PageOutbox
from solovox.surfaces.web.voice_queue import VoicePiece
from solovox.wire.browser import down
from solovox.wire.browser.codec import encode

AHEAD_MS: Final = 400
"""How much sound a page may have that it has not played."""
FIRST_AHEAD_MS: Final = 200
"""And one of the first clients, which cannot throw it away."""
READS: Final = 64
PER_MS: Final = VOICE_RATE // 1000


class SoundLine(Protocol):
    """Mono 16-bit sound of one rate to another, as it comes."""

    def feed(self, pcm: bytes) -> bytes: ...

    def finish(self) -> bytes: ...


Resample = Callable[[int, int], SoundLine]
"""Makes one, from one rate to another."""


@dataclass(slots=True)
class _Told:
    """What was sent of one read, in samples of both rates, from its beginning."""

    ours: int
    theirs: int
    ended: bool = False


class SpeakerLine:
    """The voice on its way to one page, at the page's rate."""

    def __init__(self, rate: int, resample: Resample) -> None:
        self._rate = rate
        self._resample = resample
        self._now: ReadId | None = None
        self._line: SoundLine | None = None
        self._told: dict[ReadId, _Told] = {}

    def begins(self, piece: VoicePiece) -> bool:
        """Whether another read was sent before this piece, or none."""
        return piece.read != self._now

    def knows(self, read: ReadId) -> bool:
        """Whether something of this read was sent."""
        return read in self._told

    def first(self, piece: VoicePiece) -> int:
        """With which of the page's samples a read begins here."""
        self._now, self._line = piece.read, self._resample(VOICE_RATE, self._rate)
        first = piece.first * self._rate // VOICE_RATE
        self._told[piece.read] = _Told(piece.first, first)
        if len(self._told) > READS:
            del self._told[next(iter(self._told))]
        return first

    def sound(self, piece: VoicePiece) -> bytes:
        """The sound at the page's rate. The rest of a read comes with its last piece."""
        assert self._line is not None
        told = self._told[piece.read]
        pcm = self._line.feed(piece.pcm) if piece.pcm else b""
        if piece.last:
            pcm += self._line.finish()
        told.ours = piece.first + len(piece.pcm) // 2
        told.theirs += len(pcm) // 2
        told.ended = piece.last
        return pcm

    def theirs(self, read: ReadId) -> int:
        """How many of the page's samples of a read were sent, with those before its first."""
        return self._told[read].theirs

    def ours(self, read: ReadId, samples: int) -> int:
        """A count of the page's samples in ours: never more than was sent to it."""
        told = self._told.get(read)
        if told is None:
            return 0
        if samples >= told.theirs and (told.ended or self._rate == VOICE_RATE):
            return told.ours
        return min(samples, told.theirs) * VOICE_RATE // self._rate  # some of ours is still in the line


@dataclass(frozen=True, slots=True)
class Rates:
    """Samples a second, of what a client sends and of what it wants."""

    microphone: int = MIC_RATE
    speaker: int = VOICE_RATE


@dataclass(slots=True, eq=False)
class Page:
    """A client, there or gone for a moment."""

    name: SurfaceId
    knows_all: bool
    """It said `"solovox": 1`."""
    resample: Resample
    rates: Rates = Rates()
    muted: bool = False
    outbox: PageOutbox | None = None
    """None: its socket is gone."""
    gone_at: int = 0
    taken: int = 0
    """Samples of its microphone that have come, used or not, in its own rate: it goes on from there after a drop."""
    speaker: SpeakerLine = field(init=False)
    microphone: SoundLine = field(init=False)
    ducked: bool = False
    ends_at: int = 0
    """One of the first clients has sound until then, as far as can be reckoned: samples of ours since the session began."""

    def __post_init__(self) -> None:
        self.microphone = self.resample(self.rates.microphone, MIC_RATE)
        self.empty_speaker()

    def tune(self, rates: Rates) -> None:
        """Its rates, from now on. What was taken is counted in the new one."""
        if rates.microphone != self.rates.microphone:
            self.taken = self.taken * rates.microphone // self.rates.microphone
            self.microphone = self.resample(rates.microphone, MIC_RATE)
        self.rates = rates
        self.empty_speaker()

    def empty_speaker(self) -> None:
        """What its speaker had is thrown away."""
        self.speaker = SpeakerLine(self.rates.speaker, self.resample)

    @property
    def caps(self) -> SurfaceCaps:
        """What it can do."""
        if self.knows_all:
            return SurfaceCaps()
        return SurfaceCaps(played=PlayedReports.ESTIMATED, irrevocable_ms=FIRST_AHEAD_MS, screen=False)

    def samples_left(self, now: int) -> int:
        """How many samples of ours one of the first clients has not played, by the clock."""
        return max(0, self.ends_at - now * PER_MS)

    def room(self, now: int, ahead: int) -> int:
        """How many samples of ours it may be sent, of which it has `ahead` that are not played."""
        if self.knows_all:
            return AHEAD_MS * PER_MS - ahead
        return FIRST_AHEAD_MS * PER_MS - self.samples_left(now)

    def count_sent(self, now: int, samples: int) -> None:
        """These samples were sent after the others."""
        self.ends_at = max(self.ends_at, now * PER_MS) + samples

    def tell(self, frame: down.DownFrame) -> None:
        """Send a frame, if it is there."""
        if self.outbox is not None:
            self.outbox.put(encode(frame).decode())

    def goodbye(self, frame: down.SessionEndFrame) -> None:
        """Its session has ended. One of the first clients knows a reason, and no detail."""
        if self.knows_all:
            self.tell(frame)
            return
        if frame.detail and frame.reason != "user":
            self.tell(down.ErrorFrame(frame.detail))
        self.tell(down.SessionEndFrame(frame.reason))

    def tell_text(self, frame: str) -> None:
        """Send what is written already."""
        if self.outbox is not None:
            self.outbox.put(frame)

    def sound(self, piece: VoicePiece, about: ShowRead | None) -> None:
        """Send a piece of a read, and before it what read it is."""
        if self.speaker.begins(piece):
            again = self.speaker.knows(piece.read)
            begun = _frame_of_read(piece.read, about, self.speaker.first(piece), knows_all=self.knows_all)
            if not (isinstance(begun, down.TranscriptFrame) and (again or not begun.text)):
                self.tell(begun)
        pcm = self.speaker.sound(piece)
        if pcm:
            self._put(pcm)
        if piece.last and self.knows_all:
            self.tell(down.ReadEndFrame(piece.read, self.speaker.theirs(piece.read)))

    def cue(self, kind: str, tone: bytes) -> None:
        """A short sound of ours: by name, or as sound where no name is known."""
        if self.knows_all:
            self.tell(down.CueFrame(kind))
        else:
            line = self.resample(VOICE_RATE, self.rates.speaker)
            self._put(line.feed(tone) + line.finish())

    def _put(self, pcm: bytes) -> None:
        if self.ducked and not self.knows_all:
            pcm = (np.frombuffer(pcm, "<i2") * DUCKED).astype("<i2").tobytes()
        if self.outbox is not None:
            self.outbox.put(pcm)


def _frame_of_read(read: ReadId, about: ShowRead | None, first: int, *, knows_all: bool) -> down.DownFrame:
    said = about.said if about is not None else ""
    if not knows_all:
        return down.TranscriptFrame("vox", said)
    run: RunId | None = about.run if about is not None else None
    shown_from, shown_to = (about.shown_from, about.shown_to) if about is not None else (0, 0)
    return down.ReadFrame(read, said, run, shown_from, shown_to, first)
