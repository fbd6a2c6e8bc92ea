"""A journal that keeps no sound of what was not said to us (law T6).

Rule 1: the sound of the microphone is held back until it is known whether it belongs to an utterance that was told with words, or in which
the wake phrase was heard. Then it is kept. All other sound is kept as silence of the same length, so that samples stay where they are.
Rule 2: at most `MOST` waits. What is older is kept as silence.
Rule 3: what one of several people says is kept as the microphone's sound is, in which it is heard.
Rule 4: only where the policy spares. It may change in mid session: that counts from the next sample on, and what was held back before stays judged
as it was.
Rule 5: the sound of a source that may not be kept (`keeps`) is kept as silence, in the microphone's stream and in its own.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from solovox.core.commands import Command
from solovox.core.events import (
    Event,
    LocalTranscript,
    PolicyChanged,
    SoundCaptured,
    SourceCaptured,
    SpeechConfirmed,
    SpeechEnded,
    WakeHeard,
)
from solovox.core.units import MIC, MIC_RATE, AudioSpan, SourceId
from solovox.ports import Journal

MOST: Final = 60 * MIC_RATE
BEFORE: Final = 10 * MIC_RATE
"""How long sound waits between utterances. A short one is told when its words are known, long after it has begun."""
LATE: Final = MIC_RATE
"""What one of several people says is told no longer after it was heard in the microphone's sound."""
WIDTH: Final = 2


@dataclass(frozen=True, slots=True)
class _HeldPiece:
    """Sound that waits. `first`: the sample of the microphone's sound where it begins to be heard."""

    span: AudioSpan
    pcm: bytes
    first: int

    @property
    def end(self) -> int:
        """The first sample of the microphone's sound after it."""
        return self.first + self.span.count


@dataclass(slots=True)
class _Heard:
    """An utterance: where it is, and whether it is for us. None: not known yet."""

    first: int
    end: int | None = None
    ours: bool | None = None

    def until(self, now: int) -> int:
        """Where it ends, as far as is known."""
        return now if self.end is None else self.end


class SparedSound:
    """Port `Journal`, before another one."""

    def __init__(
        self, journal: Journal, *, spares: bool = True, keeps: Callable[[SourceId], bool] = lambda _: True
    ) -> None:
        self._journal = journal
        self._keeps = keeps
        self._source: SourceId | None = None
        """Whose sound is next. None: no one's who is known."""
        self._whole: deque[_Heard] = deque() if spares else deque([_Heard(-BEFORE, ours=True)])
        """Where nothing is spared. Only the last may be without an end: it goes on."""
        self._held: deque[_HeldPiece] = deque()
        self._apart: SourceCaptured | None = None
        """What was told last of one of several people: its sound is next."""
        self._captured = 0
        self._woken = -1
        self._heard: deque[_Heard] = deque()
        """The utterances of which sound is held, or may still come; the newest last."""

    @property
    def lost(self) -> str:
        """As the journal behind it."""
        return self._journal.lost

    def append(self, at: int, event: Event, commands: Sequence[Command]) -> None:
        """As the journal behind it."""
        self._journal.append(at, event, commands)
        match event:
            case SpeechConfirmed(first=first):
                for one in self._find_begun(first):
                    one.end = one.until(first)
                self._heard.append(_Heard(first, ours=True if self._woken >= first else None))
            case SpeechEnded(span=span):
                for one in self._find_begun(span.first)[-1:]:
                    one.end = span.end
            case WakeHeard(sample=sample):
                self._woken = sample
                for one in self._find_begun(sample)[-1:]:
                    one.ours = True
            case LocalTranscript(final=True, span=span, text=text):
                self._decide(span, kept=bool(text.strip()))
            case SoundCaptured(source=source):
                self._source = source
                return
            case SourceCaptured(source=source):
                self._apart, self._source = event, source
                return
            case PolicyChanged(policy=policy):
                self._change(spares=policy.spares)
            case _:
                return
        self._release()

    def sound(self, span: AudioSpan, pcm: bytes) -> None:
        """Keep it, or hold it back."""
        if span.stream == MIC:
            self._captured, first = span.end, span.first
        elif self._apart is not None and self._apart.span == span:
            first = self._apart.heard
        else:
            self._journal.sound(span, pcm)
            return
        if self._source is not None and not self._keeps(self._source):
            pcm = bytes(len(pcm))
        if not self._spares and not self._held:
            self._journal.sound(span, pcm)
            return
        self._held.append(_HeldPiece(span, pcm, first))
        self._release()

    async def sync(self) -> None:
        """As the journal behind it."""
        await self._journal.sync()

    async def aclose(self) -> None:
        """What is not known to be ours is not kept."""
        self._release(self._captured)
        await self._journal.aclose()

    def _find_begun(self, sample: int) -> list[_Heard]:
        return [one for one in self._heard if one.first <= sample]

    def _decide(self, span: AudioSpan, *, kept: bool) -> None:
        """The words of an utterance are known, and that those before it have none."""
        *before, said = self._find_begun(span.first) or [_Heard(span.first)]
        for one in before:
            one.ours = bool(one.ours)
        said.end, said.ours = span.end, kept or bool(said.ours)
        if said not in self._heard:
            self._heard.append(said)

    @property
    def _spares(self) -> bool:
        return not (self._whole and self._whole[-1].end is None)

    def _change(self, *, spares: bool) -> None:
        """From the next sample on."""
        if spares and not self._spares:
            self._whole[-1].end = self._captured
        elif not spares and self._spares:
            self._whole.append(_Heard(self._captured, ours=True))

    def _find_decided(self) -> int:
        """Up to the first utterance that is not decided, or whose end is not told; or to a little before now. All of it where nothing is spared."""
        whole = self._captured if self._spares else self._whole[-1].first
        waits = [one.first for one in self._heard if one.ours is None or one.end is None]
        to = min([*(one for one in waits if one < whole), self._captured - BEFORE])
        return self._captured if to >= whole else max(to, self._captured - MOST)

    def _release(self, to: int | None = None) -> None:
        """Hand on what is decided."""
        if to is None:
            to = self._find_decided()
        while self._held and self._held[0].end <= to:
            piece = self._held.popleft()
            self._journal.sound(piece.span, self._spare_sound(piece))
        rest = (self._held[0].first if self._held else self._captured) - LATE
        for known in (self._heard, self._whole):
            while known and known[0].ours is not None and known[0].until(rest + 1) <= rest:
                known.popleft()

    def _spare_sound(self, piece: _HeldPiece) -> bytes:
        kept = bytearray(len(piece.pcm))
        for one in (*self._heard, *self._whole):
            begin, end = (
                max(one.first, piece.first) - piece.first,
                min(one.until(piece.end), piece.end) - piece.first,
            )
            if one.ours and begin < end:
                kept[WIDTH * begin : WIDTH * end] = piece.pcm[WIDTH * begin : WIDTH * end]
        return bytes(kept)
