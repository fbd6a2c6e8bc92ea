"""Opus by libopus, which the system has (`libopus0`), through discord.py."""

from discord import opus
from solovox.core.errors import SolovoxError
from solovox.discord.voice.libopus import NEEDED


class NoOpus(SolovoxError):
    """libopus is not there; the message says what to do."""


class OpusFrames:
    """One decoder: 48 kHz stereo s16le. Raises `NoOpus`."""

    def __init__(self) -> None:
        try:
            self._decoder = opus.Decoder()  # type: ignore[no-untyped-call]
        except opus.OpusNotLoaded as missing:
            raise NoOpus(NEEDED) from missing

    def decode(self, packet: bytes) -> bytes:
        """The frames of a packet. Raises `ValueError`."""
        return self._made(packet, fec=False)

    def recover(self, packet: bytes) -> bytes:
        """The frame before this packet, as far as it says. Raises `ValueError`."""
        return self._made(packet, fec=True)

    def conceal(self) -> bytes:
        """A frame that goes on as the last one did. Raises `ValueError`."""
        return self._made(None, fec=False)

    def _made(self, packet: bytes | None, *, fec: bool) -> bytes:
        if packet is not None and not packet:
            raise ValueError("an empty packet is no Opus")
        try:
            if packet is None:
                return self._decoder.decode(None, fec=False)
            return self._decoder.decode(packet, fec=fec)
        except opus.OpusError as error:
            raise ValueError(f"no Opus: {error}") from error
