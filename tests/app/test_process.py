"""One process, many sessions: engines are loaded once and shared, and the end of one session does not hurt another."""

import asyncio
import math
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field

import pytest

import house_rules as house
from app.scripted_engines import MADE, NAMES
from solovox.app import wiring
from solovox.app.process import Process
from solovox.config.schema import Config
from solovox.core import commands as c
from solovox.core import events as ev
from solovox.core.errors import Misuse
from solovox.core.units import SurfaceCaps
from solovox.parts import registry
from solovox.recordings.codec import JournalError
from solovox.shell.clock import run
from solovox.surfaces.file import FileOptions, FileSurface
from solovox.surfaces.wav import read_microphone
from solovox.testing.fakes import MemoryJournal, MemorySurface
from solovox.weights import Cache, default_root

pytestmark = pytest.mark.slow

ASKED = (1_000, ev.Typed("go on"))
LEAVES = (120_000, ev.HungUp())
HALFWAY = 3_000
"""Milliseconds: the answer is being read."""


@pytest.fixture
def scripted(monkeypatch):
    """A voice, a brain and a recogniser that are scripted; all else is the real composition."""
    for group, kind in (
        (registry.VOICES, "voice"),
        (registry.BRAINS, "brain"),
        (registry.RECOGNISERS, "recogniser"),
    ):
        monkeypatch.setitem(registry.BUILT_IN, group, {NAMES[kind]: f"app.scripted_engines:{kind}"})
    MADE.clear()
    return MADE


class Broken:
    """A surface that fails halfway through the answer."""

    def __init__(self, surface):
        self._surface = surface
        self.perform, self.aclose = surface.perform, surface.aclose

    async def run(self, tell):
        with suppress(TimeoutError):
            async with asyncio.timeout(HALFWAY / 1_000):
                await self._surface.run(tell)
        raise Misuse("broken")


@dataclass
class Talk:
    """A session of a process: somebody types, and is answered aloud."""

    process: Process
    script: tuple = (ASKED, LEAVES)
    broken: bool = False
    journal: MemoryJournal = field(default_factory=MemoryJournal)

    async def make(self):
        """As a page does it: what is slow is done in a thread."""
        self.parts = await asyncio.to_thread(wiring.parts, Config(), self.process.engines)
        return await wiring.begin_session(self.parts, self.place, lambda: self.journal)

    def place(self, context):
        script = [(0, ev.SurfaceJoined(SurfaceCaps(screen=True))), *self.script]
        self.surface = MemorySurface(context.sound, script)
        return Broken(self.surface) if self.broken else self.surface

    @property
    def heard(self):
        """What was to be read, and what was heard of it."""
        said = [one for _, _, did in self.journal.entries for one in did if isinstance(one, c.Read)]
        voice = MADE.voices[0]
        return [(voice.sound(one.said), self.surface.heard.get(one.read, b"")) for one in said]

    @property
    def is_whole(self):
        return bool(self.heard) and all(wanted == had for wanted, had in self.heard)


def held(*talks):
    """Run them side by side in their process; how each ended."""

    async def main():
        process = talks[0].process
        async with process:
            running = (process.sessions.carry(f"talk {n}", one.make) for n, one in enumerate(talks))
            return await asyncio.gather(*running, return_exceptions=True)

    return run(main(), math.inf)


@pytest.mark.parametrize(
    ("other", "ends"),
    [
        ({}, "the person hung up"),
        ({"script": (ASKED, (HALFWAY, ev.HungUp()))}, "the person hung up"),
        ({"broken": True}, "broken"),
    ],
    ids=["both to their end", "one hangs up in the midst of the answer", "one fails in the midst of it"],
)
def test_two_sessions_share_a_voice_and_the_end_of_one_does_not_hurt_the_other(scripted, other, ends):
    process = Process(Cache("nowhere"))
    one, two = Talk(process), Talk(process, **other)
    ended = held(one, two)
    assert [str(why) for why in ended] == ["the person hung up", ends]
    assert len(scripted.voices) == 1, "loaded once"
    assert one.parts.voice is two.parts.voice
    assert len(scripted.recognisers) == len(scripted.brains) == 2, "each has its own"
    assert one.is_whole
    assert len(b"".join(had for _, had in one.heard)) > 2 * 24_000
    assert two.is_whole is not bool(other)


def test_what_was_made_for_a_session_that_cannot_begin_is_closed(scripted):
    process = Process(Cache("nowhere"))

    def full():
        raise JournalError("no room")

    talk = Talk(process)

    async def make():
        parts = wiring.parts(Config(), process.engines)
        return await wiring.begin_session(parts, talk.place, full)

    async def main():
        async with process:
            with pytest.raises(JournalError, match="no room"):
                await process.sessions.carry("a", make)

    run(main(), math.inf)
    assert [one.closed for one in scripted.brains] == [True]


def test_what_is_asked_for_by_many_threads_at_once_is_loaded_once(scripted):
    engines = Process(Cache("nowhere")).engines
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: engines.voice(Config(), "af_bella"), range(16)))
    assert len({id(one) for one in found}) == len(scripted.voices) == 1


def test_a_replaced_engine_is_let_go_and_its_sessions_keep_it(scripted):
    engines = Process(Cache("nowhere")).engines
    before = engines.voice(Config(), "af_bella")
    engines.let_go(voice="af_bella")
    assert engines.voice(Config(), "af_bella") is not before
    assert len(scripted.voices) == 2


@pytest.mark.wide
@pytest.mark.weights
def test_two_sessions_with_real_engines_hear_and_answer_at_the_same_time():
    """The models are loaded once; two that speak at once are both understood and both answered whole."""
    process = Process(Cache(default_root(os.environ)))
    spoken = read_microphone(house.ROOT / "examples" / "question.wav")
    journals, sounds = [MemoryJournal(), MemoryJournal()], [bytearray(), bytearray()]
    config = Config(tools=("get_time",))

    async def talk(n):
        async def make():
            parts = await asyncio.to_thread(wiring.parts, config, process.engines)
            place = lambda at: FileSurface(  # noqa: E731
                at.sound, at.clock, spoken, sounds[n].extend, FileOptions(busy=at.busy)
            )
            return await wiring.begin_session(parts, place, lambda: journals[n])

        return await process.sessions.carry(f"talk {n}", make)

    async def main():
        async with process:
            return await asyncio.gather(talk(0), talk(1))

    assert run(main(), math.inf) == ["the person hung up"] * 2
    assert process.engines.models() is process.engines.models()
    for journal, sound in zip(journals, sounds, strict=True):
        happened = [event for _, event, _ in journal.entries]
        assert [e.text for e in happened if isinstance(e, ev.LocalTranscript) and e.final] == [
            "What time is it?"
        ]
        assert len([e for e in happened if isinstance(e, ev.ReadRendered)]) >= 1
        assert not [e for e in happened if isinstance(e, ev.ReadFailed)]
        assert any(sound)
