"""What a voice channel is to its surface: somewhere to hear people, and somewhere to speak."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from solovox.surfaces.discord.floor import MicrophoneFrame
from solovox.surfaces.discord.playing import VoiceFrames

Write = Callable[[str], Awaitable[None]]
"""Puts a text into the text channel beside the voice channel."""


class ChannelLine(Protocol):
    """One guild's voice, whatever becomes of the connection."""

    voice: VoiceFrames
    """What the bot says there."""

    @property
    def connected(self) -> bool:
        """Whether the bot is in the channel now."""
        ...

    def hear(self, now: int) -> list[MicrophoneFrame]:
        """The microphone from where it was taken last to millisecond `now` of the caller's clock, without holes."""
        ...
