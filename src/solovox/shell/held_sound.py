"""The sound of what waits for a yes: copied when it is shown, because the sound store forgets. A fold, and the `HeldSound` port.

Rule 1: bounded: the newest `LONGEST` samples of each hold that waits, and of each draft (law A1).
Rule 2: what goes on from held words has the sound of both. What the store has forgotten comes from the copy before; what neither
has is silence.
Rule 3: it is let go when the hold has ended and is no draft; what is to be taught is kept until it was taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from solovox.core.approvals.holds import DRAFTS
from solovox.core.commands import CloseHold, Command, HoldKind, ShowHold, SttTaught, Teach
from solovox.core.events import Event, Taught, TeachFailed
from solovox.core.units import MIC_RATE, AudioSpan, HoldId
from solovox.shell.sound import WIDTH, SoundStore

LONGEST: Final = 120 * MIC_RATE
"""Samples of one hold. A correction has room for no more."""


@dataclass(frozen=True, slots=True)
class _Copy:
    span: AudioSpan
    pcm: bytes


class HoldSounds:
    """Of one session."""

    def __init__(self, sound: SoundStore) -> None:
        self._sound = sound
        self._held: dict[HoldId, _Copy] = {}
        self._drafts: list[HoldId] = []
        self._taught: dict[HoldId, bytes] = {}

    def sound_of(self, hold: HoldId) -> bytes:
        """The sound of a hold or a draft: 16 kHz mono signed 16-bit. Empty: it has none, or has ended."""
        found = self._held.get(hold)
        return b"" if found is None else found.pcm

    def take_sound(self, hold: HoldId) -> bytes:
        """The sound of what was taught by a yes to this hold; once."""
        return self._taught.pop(hold, b"")

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """Copy what is shown, and let go of what has ended."""
        if isinstance(event, Taught | TeachFailed):
            self._taught.pop(event.hold, None)
        ended = []
        for command in commands:
            match command:
                case ShowHold(hold=hold, span=span, kind=HoldKind.INSTRUCTION) if span is not None:
                    self._held[hold] = self._copy_sound(span)
                case Teach(hold=hold, lesson=SttTaught()):
                    self._taught[hold] = self.sound_of(hold)
                case CloseHold(hold=hold, draft=True) if hold in self._held:
                    self._drafts.append(hold)
                case CloseHold(hold=hold):
                    ended.append(hold)
                case _:
                    pass
        ended += self._drafts[:-DRAFTS]
        for hold in ended:  # only now: what goes on from it was shown in this step
            self._held.pop(hold, None)
            self._drafts = [one for one in self._drafts if one != hold]

    def _copy_sound(self, span: AudioSpan) -> _Copy:
        span = AudioSpan(span.stream, max(span.first, span.end - LONGEST), min(span.count, LONGEST))
        parts = [one for one in self._held.values() if one.span.stream == span.stream]
        kept = AudioSpan(span.stream, max(span.first, self._sound.count_forgotten(span.stream)), 0)
        end = min(span.end, self._sound.count(span.stream))
        if kept.first < end:
            kept = AudioSpan(span.stream, kept.first, end - kept.first)
            parts.append(_Copy(kept, self._sound.get(kept)))
        whole = bytearray(WIDTH * span.count)
        for part in parts:
            first, last = max(part.span.first, span.first), min(part.span.end, span.end)
            if first < last:
                taken = part.pcm[WIDTH * (first - part.span.first) : WIDTH * (last - part.span.first)]
                whole[WIDTH * (first - span.first) : WIDTH * (last - span.first)] = taken
        return _Copy(span, bytes(whole))
