"""How many clients a live server lets in, and which voice each gets."""

import asyncio
from types import SimpleNamespace

import pytest

from app.scripted_engines import OneCaller
from app.test_capacity import Hears
from solovox.app.process import Process
from solovox.live_server.engines import Room
from solovox.narrators.shared_voice import SharedVoice
from solovox.ports import Spoken
from solovox.weights import Cache

pytestmark = pytest.mark.slow


class Laborious:
    """A voice that costs much: a fifth of a second of a core for half a second of sound, or so."""

    def speak(self, text):
        assert sum(range(8_000_000)) > 0
        yield Spoken(bytes(24_000), len(text))


class Growing:
    """Weights that are all there, or of which better ones come."""

    def __init__(self, engines, then):
        self._engines, self._then = engines, then

    async def grow(self, _load):
        self._engines.now = self._then


class Open:
    """A session that goes on until it is told to end."""

    leaving = False

    def __init__(self):
        self._told = asyncio.Event()

    async def run(self):
        await self._told.wait()
        return "over"

    def hang_up(self):
        self._told.set()


async def opened():
    return Open()


def parts(tmp_path, lighter, then="small"):
    engines = SimpleNamespace(
        now="small",
        voice=SharedVoice(Laborious()),
        lighter=lambda: lighter,
        recogniser=lambda _: Hears(),
        load=None,
    )
    return SimpleNamespace(process=Process(Cache(tmp_path)), engines=engines, upgrade=Growing(engines, then))


def filled(loaded, room):
    """The voice of each session that is let in."""
    voices, sessions = [], loaded.process.sessions
    while not sessions.refusal(name := f"session {len(voices)}"):
        sessions.start(name, opened)
        voices.append(room.voice())
    return voices


@pytest.mark.parametrize("there_is_a_lighter_one", [True, False])
async def test_V9_those_that_the_voice_has_no_room_for_get_the_lighter_one(tmp_path, there_is_a_lighter_one):
    lighter = SharedVoice(OneCaller()) if there_is_a_lighter_one else None
    loaded, lines = parts(tmp_path, lighter), []
    async with loaded.process, asyncio.TaskGroup() as tasks:
        room = Room(loaded, None)
        keeping = tasks.create_task(room.keep(lines.append))
        await room.wait_until_known()
        voices = filled(loaded, room)
        keeping.cancel()
    full = voices.count(loaded.engines.voice)
    assert full >= 1
    assert voices[full:] == [lighter] * (len(voices) - full)
    assert (len(voices) > full) == there_is_a_lighter_one
    (line,) = lines
    assert line.startswith(f"holds {len(voices)} session")


async def test_a_limit_that_was_given_is_not_measured(tmp_path):
    loaded, lines = parts(tmp_path, SharedVoice(OneCaller())), []
    async with loaded.process, asyncio.TaskGroup() as tasks:
        room = Room(loaded, 3)
        keeping = tasks.create_task(room.keep(lines.append))
        await room.wait_until_known()
        assert room.voice() is loaded.engines.voice
        keeping.cancel()
    assert lines == []


async def test_better_engines_are_measured_when_no_session_runs(tmp_path):
    loaded, lines = parts(tmp_path, None, then="better"), asyncio.Queue()
    async with loaded.process, asyncio.TaskGroup() as tasks:
        room = Room(loaded, None)
        loaded.process.sessions.start("the first", opened)
        await asyncio.sleep(0)
        keeping = tasks.create_task(room.keep(lines.put_nowait))
        await lines.get()
        assert lines.empty()
        loaded.process.sessions.get("the first").hang_up()
        assert (await lines.get()).startswith("holds ")
        await room.wait_until_known()
        keeping.cancel()
