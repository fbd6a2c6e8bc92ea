"""Stores that each break one promise of their contract."""

import threading
from dataclasses import replace

from solovox.ports import Added, StoreError, SttCorrection
from solovox.testing.memory_store import KeptInMemory, MemoryStore


class Plain(MemoryStore):
    """It keeps the contract."""


class TextsOnly(Plain):
    def add(self, correction):
        return super().add(
            replace(correction, audio=b"") if isinstance(correction, SttCorrection) else correction
        )


class NewestFirst(Plain):
    def all(self):
        return super().all()[::-1]


class LastOfAnId(Plain):
    def add(self, correction):
        before = self.kept.corrections.pop(correction.id, None)
        return replace(super().add(correction), new=before is None)


class AllContents(Plain):
    def add(self, correction):
        added = super().add(correction)
        if not added.new and added.id != correction.id:
            self.kept.corrections[correction.id] = correction
            return Added(correction.id, new=True)
        return added


class WordsOnly(Plain):
    """It takes another sound for the same content."""

    def add(self, correction):
        for one in self.all():
            if isinstance(one, SttCorrection) and (one.heard, one.meant) == (
                getattr(correction, "heard", None),
                getattr(correction, "meant", None),
            ):
                return Added(one.id, new=False)
        return super().add(correction)


class EditsOnce(Plain):
    def edit(self, correction):
        if correction in self.kept.corrections.values():
            raise StoreError("it is so already")
        super().edit(correction)


class EditsAnything(Plain):
    def edit(self, correction):
        self.kept.corrections[correction.id] = correction


class Hides(Plain):
    """It remembers what was removed."""

    def __init__(self, *given):
        super().__init__(*given)
        self.hidden = set()

    def remove(self, correction):
        self.hidden.add(correction)
        return super().remove(correction)

    def add(self, correction):
        return Added(correction.id, new=False) if correction.id in self.hidden else super().add(correction)


class TakesAnything(Plain):
    def add(self, correction):
        self.kept.corrections.setdefault(correction.id, correction)
        return Added(correction.id, new=True)


class DropsTheOldest(Plain):
    def add(self, correction):
        try:
            return super().add(correction)
        except StoreError:
            del self.kept.corrections[self.all()[0].id]
            return super().add(correction)


class FirstSetting(Plain):
    def set(self, setting, value):
        self.kept.settings.setdefault(setting, value)


class EmptyIsUnset(Plain):
    def get(self, setting):
        return super().get(setting) or None


class Caches(Plain):
    """It reads once what others may write."""

    def __init__(self, *given):
        super().__init__(*given)
        self.kept = KeptInMemory(dict(self.kept.corrections), dict(self.kept.settings))
        self.place = given[0]

    def close(self):
        self.place.corrections.update(self.kept.corrections)
        self.place.settings.update(self.kept.settings)


class Forgets(Plain):
    def close(self):
        self.kept.corrections.clear()


class OfOneThread(Plain):
    """As a connection of SQLite, if nothing else is said."""

    def __init__(self, *given):
        super().__init__(*given)
        self.owner = threading.get_ident()

    def add(self, correction):
        if threading.get_ident() != self.owner:
            raise RuntimeError("it was opened by another thread")
        return super().add(correction)


class ClosesOnce(Plain):
    closed = False

    def close(self):
        if self.closed:
            raise StoreError("it is closed")
        self.closed = True
