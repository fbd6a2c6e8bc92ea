"""Who the people of a channel are to a session: their name, and the number by which Discord knows them."""

import re
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, Protocol

from solovox.core.units import SourceId
from solovox.discord.voice.floor import MicrophoneFrame
from solovox.discord.voice.playing import VoiceFrames

# What a voice channel is to its surface: somewhere to hear people, and somewhere to speak.

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


LONGEST: Final = 40
"""Characters of a name: Discord's have at most 32."""
UNFIT: Final = re.compile(r"[^\w .'-]+")
"""What a name is told without: a person chooses it, and a model reads it."""
NUMBER: Final = re.compile(r"\((\d+)\)$")


def source_of(user: int, name: str) -> SourceId:
    """As whom a session knows a user: `Ann (123)`. The number tells two of one name apart."""
    shown = " ".join(UNFIT.sub(" ", name).split())[:LONGEST].strip() or "a guest"
    return SourceId(f"{shown} ({user})")


class Participants:
    """Whose sound it is, by user. Someone who changes their name in the middle of a session keeps the first."""

    def __init__(self, names: Iterable[tuple[int, str]] = ()) -> None:
        self._sources = {user: source_of(user, name) for user, name in names}

    def source(self, user: int, name: str) -> SourceId:
        """As whom this session knows the user."""
        return self._sources.setdefault(user, source_of(user, name))


def user_of(source: str) -> int | None:
    """The user whom a session knows so. None: it is none of a channel."""
    found = NUMBER.search(source)
    return int(found[1]) if found else None
