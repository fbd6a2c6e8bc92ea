"""What is kept of a person from one session to the next: corrections and settings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from solovox.core.errors import SolovoxError
from solovox.ports.corrections import Correction


class StoreError(SolovoxError):
    """The store cannot be opened, read or written, or does not take what it was given. One clear line."""


@dataclass(frozen=True, slots=True)
class Added:
    """What became of a correction. `id`: of the one that is kept; `new`: it was not known before."""

    id: str
    new: bool


class Store(Protocol):
    """What one person taught and chose. Every method may raise `StoreError`.

    It blocks, and may be called by any thread: a loop calls it in a thread. What a method has written when it
    returns survives a killed process. Others may write at the same time: what they wrote is read at the next call.
    """

    def add(self, correction: Correction) -> Added:
        """Keep it, unless one with this id, or with the same content under another, is kept already: that one stays.

        Refused: what `wrong_with` finds something wrong with, and more than there is room for.
        """
        ...

    def all(self) -> Sequence[Correction]:
        """Every correction, by `created_at`, then in the order in which they were added."""
        ...

    def edit(self, correction: Correction) -> None:
        """Keep this one in the place of that with its id. Refused: there is none, it is of the other kind, or another has this content."""
        ...

    def remove(self, correction: str) -> bool:
        """Forget the one with this id; False: there is none."""
        ...

    def get(self, setting: str) -> str | None:
        """The value of a setting; None: it was never set."""
        ...

    def set(self, setting: str, value: str) -> None:
        """Keep the value of a setting."""
        ...

    def close(self) -> None:
        """Let go of what it holds open. Safe to call twice."""
        ...
