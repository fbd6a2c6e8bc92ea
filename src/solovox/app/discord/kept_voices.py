"""Whose voice is kept in a voice channel, and what people there are told of it.

Rule 1: the sound of one person is kept if they own the talk, or have agreed since they came; to leave the channel takes that back.
Rule 2: what several said at once is kept if the sound of all may be who were in the talk.
"""

from dataclasses import dataclass, field
from typing import Final

from solovox.core.units import SEVERAL, SourceId
from solovox.surfaces.discord.participants import user_of

NOTHING: Final = "Nothing of it is kept."
NOTHING_HERE: Final = "I keep nothing of what is said here"
KEPT: Final = (
    "I keep a record of my owner's voice and of the words that I understand, {0}. The voice of anyone else is kept only from when they "
    "agree, by /{1}, until they leave the channel."
)
AGREED: Final = "from now on I keep your voice, too, {0}; to leave the voice channel ends that"
AGREE: Final = "agree"


@dataclass(frozen=True, slots=True)
class KeepingNotice:
    """`days`: for how many days sessions are kept; None: for ever; 0: not at all."""

    days: int | None

    @property
    def notice(self) -> str:
        """What all are told before the bot listens, and whoever comes later."""
        return NOTHING if self.days == 0 else KEPT.format(self._long, AGREE)

    @property
    def agreed(self) -> str:
        """What someone is told who agrees."""
        return NOTHING_HERE if self.days == 0 else AGREED.format(self._long)

    @property
    def _long(self) -> str:
        if self.days is None:
            return "until whoever runs me removes it"
        return "for one day" if self.days == 1 else f"for {self.days} days"


@dataclass(slots=True)
class KeptVoices:
    """Of one talk."""

    owners: frozenset[int] = frozenset()
    met: set[int] = field(default_factory=set)
    """Who was there, and has been told."""
    agreed: set[int] = field(default_factory=set)
    """Who has agreed, and is there."""

    def __call__(self, source: SourceId) -> bool:
        """Whether the sound of a source may be kept."""
        users = self.met if source == SEVERAL else {user_of(source)}
        return users <= self.agreed | self.owners
