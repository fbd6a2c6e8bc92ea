"""What keeps what the person teaches: each lesson is kept as its own kind, and answered (laws K1, L1)."""

import asyncio
import threading

import pytest

from solovox.core.commands import ReasoningTaught, SttTaught, Teach
from solovox.core.events import Taught, TeachFailed
from solovox.core.units import MIC, AudioSpan, HoldId
from solovox.ports import ReasoningCorrection, StoreError, SttCorrection
from solovox.shell.links.teaching import Teaching
from solovox.testing.contracts_link import running
from solovox.testing.memory_store import KeptInMemory, MemoryStore

WHEN = "2026-01-31T09:00:00.000Z"
STT = Teach(HoldId(1), SttTaught(AudioSpan(MIC, 0, 2), "delete the old locks", "delete the old logs"))
REASONING = Teach(HoldId(1), ReasoningTaught("delete the old locks", "delete the old locks", "rm *.log"))


class Sounds:
    """One hold had sound."""

    def __init__(self):
        self.left = {HoldId(1): b"abcd"}

    def sound_of(self, hold):
        return self.left.get(hold, b"")

    def take_sound(self, hold):
        return self.left.pop(hold, b"")


def teaching(opened, sounds=None):
    ids = iter("abcdef")
    return Teaching(opened, lambda make: make(next(ids), WHEN), sounds or Sounds())


async def told(link, *commands):
    async with running(link) as watched:
        for command in commands:
            await link.perform(command)
        await watched.until(lambda: len(watched.events) == len(commands), "each lesson is answered")
    return watched.events


async def test_K1_each_lesson_is_kept_as_its_kind_and_only_what_was_misheard_with_its_sound():
    kept = KeptInMemory()
    events = await told(teaching(lambda: MemoryStore(kept)), STT, REASONING)
    assert sorted(events, key=lambda one: one.id) == [Taught(HoldId(1), "a"), Taught(HoldId(1), "b")]
    assert list(kept.corrections.values()) == [
        SttCorrection("a", WHEN, b"abcd", "delete the old locks", "delete the old logs"),
        ReasoningCorrection("b", WHEN, "delete the old locks", "delete the old locks", "rm *.log"),
    ]


async def test_K2_what_is_known_already_is_answered_with_its_own_id():
    kept = KeptInMemory()
    kept.corrections["old"] = ReasoningCorrection("old", WHEN, *("delete the old locks",) * 2, "rm *.log")
    assert await told(teaching(lambda: MemoryStore(kept)), REASONING) == [Taught(HoldId(1), "old")]


def shut():
    raise StoreError("the store is shut")


@pytest.mark.parametrize(
    ("opened", "why"),
    [
        (shut, "the store is shut"),
        (lambda: MemoryStore(most=0), "there are 0 corrections, and no room for another"),
    ],
)
async def test_K1_what_cannot_be_kept_is_told_in_one_line(opened, why):
    assert await told(teaching(opened), STT) == [TeachFailed(HoldId(1), why)]


async def test_what_was_taught_before_the_end_is_kept_though_nothing_is_told():
    kept, go = KeptInMemory(), threading.Event()

    def slowly():
        go.wait(5)
        return MemoryStore(kept)

    link = teaching(slowly)
    performing = asyncio.create_task(link.perform(STT))
    await asyncio.sleep(0)
    go.set()
    async with running(link):
        await performing
    assert list(kept.corrections) == ["a"]
