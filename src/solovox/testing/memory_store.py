"""A store in memory: the `Store` of tests. Several may have one `KeptInMemory` in common, as several processes have one file."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from solovox.ports import Added, Correction, StoreError
from solovox.ports.corrections import wrong_with


@dataclass
class KeptInMemory:
    """What is kept, and who may write it."""

    corrections: dict[str, Correction] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)


class MemoryStore:
    """It keeps at most `most` corrections."""

    def __init__(self, kept: KeptInMemory | None = None, most: int = 100) -> None:
        self.kept = kept or KeptInMemory()
        self._most = most

    def add(self, correction: Correction) -> Added:
        """Keep it, unless it is kept."""
        _check(correction)
        with self.kept.lock:
            if correction.id in self.kept.corrections:
                return Added(correction.id, new=False)
            if (same := self._same(correction)) is not None:
                return Added(same, new=False)
            if len(self.kept.corrections) >= self._most:
                raise StoreError(f"there are {self._most} corrections, and no room for another")
            self.kept.corrections[correction.id] = correction
            return Added(correction.id, new=True)

    def all(self) -> Sequence[Correction]:
        """Every one, the oldest first."""
        with self.kept.lock:
            return sorted(self.kept.corrections.values(), key=lambda one: one.created_at)

    def edit(self, correction: Correction) -> None:
        """Replace the one with its id."""
        _check(correction)
        with self.kept.lock:
            before = self.kept.corrections.get(correction.id)
            if type(before) is not type(correction):
                raise StoreError(f"there is no correction {correction.id} of this kind")
            if self._same(correction) not in (None, correction.id):
                raise StoreError("another correction says that already")
            self.kept.corrections[correction.id] = correction

    def remove(self, correction: str) -> bool:
        """Forget it."""
        with self.kept.lock:
            return self.kept.corrections.pop(correction, None) is not None

    def get(self, setting: str) -> str | None:
        """A setting."""
        with self.kept.lock:
            return self.kept.settings.get(setting)

    def set(self, setting: str, value: str) -> None:
        """Keep a setting."""
        with self.kept.lock:
            self.kept.settings[setting] = value

    def close(self) -> None:
        """Nothing is open."""

    def _same(self, correction: Correction) -> str | None:
        """The id of the one that has its content."""
        content = _content(correction)
        found = self.kept.corrections.values()
        return next((one.id for one in found if _content(one) == content), None)


def _check(correction: Correction) -> None:
    if wrong := wrong_with(correction):
        raise StoreError(f"correction {correction.id!r}: {wrong}")


def _content(correction: Correction) -> Correction:
    return replace(correction, id="", created_at="")
