"""What one SSRC says, as sound of the microphone's rate: its packets ordered, decoded, concealed.

Rule 1: each SSRC has a decoder, a filter and an order of its own: two speakers share nothing, and who comes back with
a new SSRC begins anew.
Rule 2: a frame that cannot be decoded is concealed and counted; nothing is raised.
Rule 3: at most `SSRCS` are kept. The one that was silent longest is forgotten first.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from solovox.discord.voice.order import Means, NextFrame, PacketOrder, SentFrame
from solovox.discord.voice.rates import ToMicrophone

SSRCS: Final = 128


class FrameDecoder(Protocol):
    """Opus to 48 kHz stereo s16le. `ValueError`: that is no Opus."""

    def decode(self, packet: bytes) -> bytes:
        """The frames of a packet."""
        ...

    def recover(self, packet: bytes) -> bytes:
        """The frame before this packet, as far as it says."""
        ...

    def conceal(self) -> bytes:
        """A frame that goes on as the last one did."""
        ...


@dataclass(frozen=True, slots=True)
class SaidSound:
    """16 kHz mono s16le, and the millisecond at which it was said."""

    at: int
    pcm: bytes


class SpeakerSound:
    """The sound of one SSRC. Milliseconds are of the caller's clock."""

    def __init__(self, decoder: FrameDecoder) -> None:
        self._decoder = decoder
        self._line = ToMicrophone()
        self.order = PacketOrder()
        self.broken = 0
        """Frames that could not be decoded."""

    def packet(self, now: int, sent: SentFrame) -> list[SaidSound]:
        """What can be heard by this packet."""
        return self._sound(self.order.add(now, sent))

    def release(self, now: int) -> list[SaidSound]:
        """What need not wait for a lost packet any longer."""
        return self._sound(self.order.release(now))

    def _sound(self, frames: list[NextFrame]) -> list[SaidSound]:
        return [SaidSound(one.at, self._line.feed(self._made(one))) for one in frames]

    def _made(self, frame: NextFrame) -> bytes:
        try:
            match frame.means:
                case Means.DECODE:
                    return self._decoder.decode(frame.opus)
                case Means.RECOVER:
                    return self._decoder.recover(frame.opus)
                case Means.CONCEAL:
                    return self._decoder.conceal()
        except ValueError:
            self.broken += 1
        return b"" if frame.means is Means.CONCEAL else self._made(NextFrame(Means.CONCEAL, frame.at))


class SpeakerSounds:
    """All SSRCs of a channel."""

    def __init__(self, decoder: Callable[[], FrameDecoder]) -> None:
        self._decoder = decoder
        self._sounds: dict[int, SpeakerSound] = {}
        """The one that was heard last is the last."""

    def packet(self, now: int, ssrc: int, sent: SentFrame) -> list[SaidSound]:
        """What can be heard of this SSRC by this packet."""
        sound = self._sounds.pop(ssrc, None) or SpeakerSound(self._decoder())
        self._sounds[ssrc] = sound
        if len(self._sounds) > SSRCS:
            del self._sounds[next(iter(self._sounds))]
        return sound.packet(now, sent)

    def release(self, now: int) -> dict[int, list[SaidSound]]:
        """What need not wait any longer, by SSRC."""
        found = {ssrc: sound.release(now) for ssrc, sound in self._sounds.items()}
        return {ssrc: said for ssrc, said in found.items() if said}

    def forget(self, ssrc: int) -> None:
        """It is gone."""
        self._sounds.pop(ssrc, None)
