"""Where a message can be put beside the talk: a channel, a window. A surface registers the places that it has."""

from collections.abc import Awaitable, Callable
from typing import Final

SayThere = Callable[[str], Awaitable[str]]
"""Puts a text there, and returns a receipt. Raises `PlaceError`."""
DISCORD: Final = "discord"
"""The place of the text channel beside a voice channel."""
START_VOICE: Final = "start_live_voice_discord"
STOP_VOICE: Final = "stop_live_voice_discord"
"""The actions, and the commands, by which a talk in a voice channel begins and ends."""


class PlaceError(Exception):
    """There is no such place, or nothing can be said there. One clear line."""


class MessagePlaces:
    """The places of one session, by name. Used in its loop only."""

    def __init__(self) -> None:
        self._there: dict[str, SayThere] = {}

    def register(self, name: str, say: SayThere) -> Callable[[], None]:
        """From now on this is the place of that name, until what is returned is called."""
        self._there[name] = say

        def leave() -> None:
            if self._there.get(name) is say:
                del self._there[name]

        return leave

    async def say(self, name: str, text: str) -> str:
        """Put a text into a place: a receipt. Raises `PlaceError`."""
        say = self._there.get(name)
        if say is None:
            known = f"there is {', '.join(sorted(self._there))}" if self._there else "there is none"
            raise PlaceError(f"this session has no place called {name}: {known}")
        return await say(text)
