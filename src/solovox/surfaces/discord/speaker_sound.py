"""What one SSRC says, as sound of the microphone's rate: its packets ordered, decoded, concealed.

Rule 1: each SSRC has a decoder, a filter and an order of its own: two speakers share nothing, and who comes back with
a new SSRC begins anew.
Rule 2: a frame that cannot be decoded is concealed and counted; nothing is raised.
Rule 3: at most `SSRCS` are kept. The one that was silent longest is forgotten first.
"""

from collections.abc import Callable
from typing import Final, Protocol

from solovox.surfaces.discord.order import Means, NextFrame, PacketOrder
from solovox.surfaces.discord.rates import ToMicrophone

SSRCS: Final = 128


class FrameDecoder(Protocol):
    """Opus to 48 kHz stereo s16le. `ValueError`: that is no Opus."""

    def decode(self, opus: bytes) -> bytes:
        """The frames of a packet."""
        ...

    def recover(self, opus: bytes) -> bytes:
        """The frame before this packet, as far as it says."""
        ...

    def conceal(self) -> bytes:
        """A frame that goes on as the last one did."""
        ...


class SpeakerSound:
    """The sound of one SSRC."""

    def __init__(self, decoder: FrameDecoder) -> None:
        self._decoder = decoder
        self._line = ToMicrophone()
        self.order = PacketOrder()
        self.broken = 0
        """Frames that could not be decoded."""

    def packet(self, now: int, number: int, opus: bytes) -> bytes:
        """What can be heard by this packet: 16 kHz mono s16le."""
        return self._sound(self.order.add(now, number, opus))

    def release(self, now: int) -> bytes:
        """What need not wait for a lost packet any longer."""
        return self._sound(self.order.release(now))

    def _sound(self, frames: list[NextFrame]) -> bytes:
        return b"".join(self._line.feed(self._made(one)) for one in frames)

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
        return b"" if frame.means is Means.CONCEAL else self._made(NextFrame(Means.CONCEAL))


class SpeakerSounds:
    """All SSRCs of a channel."""

    def __init__(self, decoder: Callable[[], FrameDecoder]) -> None:
        self._decoder = decoder
        self._sounds: dict[int, SpeakerSound] = {}
        """The one that was heard last is the last."""

    def packet(self, now: int, ssrc: int, number: int, opus: bytes) -> bytes:
        """What can be heard of this SSRC by this packet: 16 kHz mono s16le."""
        sound = self._sounds.pop(ssrc, None) or SpeakerSound(self._decoder())
        self._sounds[ssrc] = sound
        if len(self._sounds) > SSRCS:
            del self._sounds[next(iter(self._sounds))]
        return sound.packet(now, number, opus)

    def release(self, now: int) -> dict[int, bytes]:
        """What need not wait any longer, by SSRC."""
        found = {ssrc: sound.release(now) for ssrc, sound in self._sounds.items()}
        return {ssrc: pcm for ssrc, pcm in found.items() if pcm}

    def forget(self, ssrc: int) -> None:
        """It is gone."""
        self._sounds.pop(ssrc, None)
