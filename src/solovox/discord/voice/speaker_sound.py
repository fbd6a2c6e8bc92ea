"""What one SSRC says, as sound of the microphone's rate: its packets ordered, decoded, concealed.

Rule 1: each SSRC has a decoder, a filter and an order of its own: two speakers share nothing, and who comes back with
a new SSRC begins anew.
Rule 2: a frame that cannot be decoded is concealed and counted; nothing is raised.
Rule 3: at most `SSRCS` are kept. The one that was silent longest is forgotten first.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from discord import opus
from solovox.core.errors import SolovoxError
from solovox.discord.voice.libopus import NEEDED
from solovox.discord.voice.order import Means, NextFrame, PacketOrder, SentFrame
from solovox.discord.voice.rates import ToMicrophone

SSRCS: Final = 128


class NoOpus(SolovoxError):
    """libopus is not there; the message says what to do."""


class OpusFrames:
    """One decoder, libopus by discord.py (the system has it: `libopus0`): 48 kHz stereo s16le. Raises `NoOpus`."""

    def __init__(self) -> None:
        try:
            self._decoder = opus.Decoder()  # type: ignore[no-untyped-call]
        except opus.OpusNotLoaded as missing:
            raise NoOpus(NEEDED) from missing

    def decode(self, packet: bytes) -> bytes:
        """The frames of a packet. Raises `ValueError`."""
        return self._decode_packet(packet, fec=False)

    def recover(self, packet: bytes) -> bytes:
        """The frame before this packet, as far as it says. Raises `ValueError`."""
        return self._decode_packet(packet, fec=True)

    def conceal(self) -> bytes:
        """A frame that goes on as the last one did. Raises `ValueError`."""
        return self._decode_packet(None, fec=False)

    def _decode_packet(self, packet: bytes | None, *, fec: bool) -> bytes:
        if packet is not None and not packet:
            raise ValueError("an empty packet is no Opus")
        try:
            if packet is None:
                return self._decoder.decode(None, fec=False)
            return self._decoder.decode(packet, fec=fec)
        except opus.OpusError as error:
            raise ValueError(f"no Opus: {error}") from error


@dataclass(frozen=True, slots=True)
class SaidSound:
    """16 kHz mono s16le, and the millisecond at which it was said."""

    at: int
    pcm: bytes


class SpeakerSound:
    """The sound of one SSRC. Milliseconds are of the caller's clock."""

    def __init__(self, decoder: OpusFrames) -> None:
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
        return [SaidSound(one.at, self._line.feed(self._make_sound(one))) for one in frames]

    def _make_sound(self, frame: NextFrame) -> bytes:
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
        return b"" if frame.means is Means.CONCEAL else self._make_sound(NextFrame(Means.CONCEAL, frame.at))


class SpeakerSounds:
    """All SSRCs of a channel."""

    def __init__(self, decoder: Callable[[], OpusFrames] = OpusFrames) -> None:
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
