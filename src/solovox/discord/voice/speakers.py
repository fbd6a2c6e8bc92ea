"""Whose sound it is: an SSRC's user. And whether the bot hears at all.

Rule 1: what Discord says of an SSRC is believed (Speaking). It says so once, and not again to a bot that comes back.
Rule 2: of an SSRC that it never named, frames are tried with each member of the channel. Whoever's key opens one is
its user: a frame that was never encrypted proves nothing. At most `TRIED` frames, then each `SELDOM`th.
Rule 3: who leaves takes their SSRCs with them. At most `SSRCS` are kept; the oldest goes first.
Rule 4: packets come and nothing is decoded, `DEAF_MS` and `DEAF_PACKETS` long: the bot is deaf and should recover.
Each further `DEAF_MS` says it again.
"""

import re
from collections.abc import Callable, Iterable
from typing import Final

from solovox.core.units import SourceId

SSRCS: Final = 128
TRIED: Final = 100
SELDOM: Final = 50
DEAF_MS: Final = 5_000
DEAF_PACKETS: Final = 50
TryOpen = Callable[[int, bytes], bytes | None]
"""User and frame: the frame as Opus, if it is encrypted and theirs."""


class Speakers:
    """SSRCs and their users."""

    def __init__(self) -> None:
        self._user: dict[int, int] = {}
        self._tried: dict[int, int] = {}
        """How many frames of an unknown SSRC have come."""

    def speaking(self, user: int, ssrc: int) -> None:
        """Discord says that this user has this SSRC."""
        self._tried.pop(ssrc, None)
        self._user.pop(ssrc, None)
        self._user[ssrc] = user
        if len(self._user) > SSRCS:
            del self._user[next(iter(self._user))]

    def remove_user(self, user: int) -> list[int]:
        """The user has left; returns the SSRCs that were theirs."""
        theirs = [ssrc for ssrc, one in self._user.items() if one == user]
        for ssrc in theirs:
            del self._user[ssrc]
        return theirs

    def user(self, ssrc: int) -> int | None:
        """Whose it is, if that is known."""
        return self._user.get(ssrc)

    def infer(self, ssrc: int, frame: bytes, members: Iterable[int], try_open: TryOpen) -> bytes | None:
        """A frame of an SSRC that no one is known to have, as Opus, if it tells whose it is. Then it is known."""
        count = self._tried.pop(ssrc, 0)
        self._tried[ssrc] = count + 1
        if len(self._tried) > SSRCS:
            del self._tried[next(iter(self._tried))]
        if count >= TRIED and count % SELDOM:
            return None
        known = set(self._user.values())
        for user in sorted(members, key=lambda one: (one in known, one)):
            if (opus := try_open(user, frame)) is not None:
                self.speaking(user, ssrc)
                return opus
        return None


class Hearing:
    """Whether sound is decoded of what comes. Milliseconds of the caller's clock."""

    def __init__(self) -> None:
        self._since = 0
        """When the first packet came of which nothing was decoded, or it was last said."""
        self._packets = 0
        """How many have come since sound was decoded."""

    def note_packet(self, now: int) -> None:
        """A packet came that should be sound."""
        if not self._packets:
            self._since = now
        self._packets += 1

    def note_decoded(self) -> None:
        """Sound was decoded: all is well."""
        self._packets = 0

    def deaf(self, now: int) -> bool:
        """Whether it is time to recover."""
        if self._packets < DEAF_PACKETS or now - self._since < DEAF_MS:
            return False
        self._since = now
        return True


# Who the people of a channel are to a session: their name, and the number by which Discord knows them.


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
