"""What a persona keeps of itself: its diary, and how it feels."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

MIDDLING: Final = 0.5
"""How much is felt where nothing says it."""


@dataclass(frozen=True, slots=True)
class DiaryEntry:
    """What a persona wrote into its diary."""

    at: str
    """When: an ISO time with its zone."""
    text: str
    mood: str = ""


@dataclass(frozen=True, slots=True)
class Feeling:
    """How a persona feels."""

    emotion: str
    intensity: float = MIDDLING
    """From 0, hardly, to 1, very."""

    @property
    def words(self) -> str:
        """In words: "a little sad"."""
        much = "very" if self.intensity > 2 / 3 else "" if self.intensity > 1 / 3 else "a little"
        return f"{much} {self.emotion}".strip()


class PersonaState(Protocol):
    """Where it is kept. Every method blocks on a disk, and raises `PersonaStateError`."""

    def entries(self) -> Sequence[DiaryEntry]:
        """The diary, the oldest first."""
        ...

    def write(self, text: str, mood: str = "") -> DiaryEntry:
        """Add an entry of this moment."""
        ...

    def feel(self, feeling: Feeling) -> None:
        """From now on it feels so."""
        ...

    def feeling(self) -> Feeling | None:
        """How it feels. None: it never said."""
        ...


class PersonaStateError(Exception):
    """It cannot be read or written. One clear line."""
