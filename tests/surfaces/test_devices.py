"""Microphone and speaker of this machine: they vanish, stall and come back, and nothing is said twice or lost unseen."""

import asyncio
import contextlib
import itertools
import math

import pytest

from contracts.memory_devices import MemoryDevices
from solovox.core.commands import Cue, CueKind, Flush, Play
from solovox.core.events import Flushed, Played, SoundCaptured, SurfaceJoined, SurfaceLeft
from solovox.core.units import MIC_RATE, VOICE_RATE, ReadId, StreamId
from solovox.shell.clock import LoopClock, run
from solovox.surfaces.devices.sound_devices import RETRY_MS, STALLED_MS
from solovox.surfaces.devices.surface import MOST, DeviceOptions, DeviceSurface
from solovox.testing.memory_sound import MemorySound

pytestmark = pytest.mark.slow

ONE = ReadId(1)
LOUD = (1_000).to_bytes(2, "little")


class Place:
    """A surface with devices in memory, and all that it told."""

    def __init__(self):
        self.devices, self.sound, self.told, self.troubles = MemoryDevices(), MemorySound(), [], []
        self.clock = LoopClock()
        options = DeviceOptions(frames=320, troubled=lambda *what: self.troubles.append(what))
        self.surface = DeviceSurface(self.sound, self.clock, self.devices, options)

    async def tell(self, event):
        self.told.append(event)

    @contextlib.asynccontextmanager
    async def at_work(self):
        async with asyncio.TaskGroup() as tasks:
            work = tasks.create_task(self.surface.run(self.tell))
            yield self
            work.cancel()
        await self.surface.aclose()
        await asyncio.sleep(0.1)
        assert not self.devices.open, "a device is left open"

    async def play(self, seconds, read=ONE):
        span = self.sound.put(StreamId(f"voice/{read}"), LOUD * int(seconds * VOICE_RATE))
        await self.surface.perform(Play(read, span))

    def played(self):
        return [one.samples for one in self.told if isinstance(one, Played)]

    @property
    def captured(self):
        return b"".join(self.sound.get(one.span) for one in self.told if isinstance(one, SoundCaptured))


def in_a_place(scene):
    async def whole():
        async with Place().at_work() as place:
            await asyncio.sleep(0.5)
            await scene(place)
        return place

    return run(whole(), math.inf)


def test_a_speaker_that_vanishes_goes_on_at_the_next_sample_when_it_is_back():
    async def scene(place):
        await place.play(2)
        await asyncio.sleep(0.5)
        place.devices.vanish("speaker")
        await asyncio.sleep(3)
        assert place.played()[-1] < 2 * VOICE_RATE
        place.devices.away.clear()
        await asyncio.sleep(4)

    place = in_a_place(scene)
    assert place.played()[-1] == 2 * VOICE_RATE
    assert bytes(place.devices.heard).count(LOUD) == 2 * VOICE_RATE, "a sample was lost, or heard twice"
    assert not any(isinstance(one, SurfaceLeft) for one in place.told)
    assert [what for what, _ in place.troubles] == ["speaker"] * 3
    assert place.troubles[-1] == ("speaker", "")


def test_while_the_microphone_is_away_there_is_silence_without_holes():
    async def scene(place):
        place.devices.vanish("microphone")
        await asyncio.sleep(5)
        place.devices.away.clear()
        await asyncio.sleep(2)
        place.devices.said += LOUD * MIC_RATE
        await asyncio.sleep(2)

    place = in_a_place(scene)
    spans = [one.span for one in place.told if isinstance(one, SoundCaptured)]
    assert all(one.end == after.first for one, after in itertools.pairwise(spans))
    assert len(place.captured) / 2 / MIC_RATE == pytest.approx(9.5, abs=0.5)
    assert LOUD * MIC_RATE in place.captured
    assert place.troubles[-1] == ("microphone", "")


@pytest.mark.parametrize("what", ["microphone", "speaker"])
def test_a_device_that_stops_calling_is_opened_again(what):
    async def scene(place):
        place.devices.stuck.add(what)
        await asyncio.sleep(STALLED_MS / 1000 + 1)
        place.devices.stuck.clear()
        await asyncio.sleep(1)
        place.devices.said += LOUD * MIC_RATE
        await place.play(1)
        await asyncio.sleep(2)

    place = in_a_place(scene)
    assert place.devices.openings.count(what) == 2
    assert place.played()[-1] == VOICE_RATE
    assert LOUD * MIC_RATE in place.captured


def test_a_machine_without_devices_has_a_session_and_is_told_once_what_to_do():
    async def whole():
        place = Place()
        place.devices.away = {"microphone", "speaker"}
        async with place.at_work():
            await asyncio.sleep(10 * RETRY_MS / 1000)
        return place

    place = run(whole(), math.inf)
    assert isinstance(place.told[0], SurfaceJoined)
    assert sorted(place.troubles) == [
        ("microphone", "there is no microphone: plug one in"),
        ("speaker", "there is no speaker: plug one in"),
    ]
    assert len(place.captured) / 2 / MIC_RATE == pytest.approx(10, abs=0.5)


def test_what_was_flushed_while_the_speaker_was_away_is_not_heard_when_it_is_back():
    async def scene(place):
        place.devices.vanish("speaker")
        await place.play(2)
        await place.surface.perform(Flush(ONE))
        await asyncio.sleep(0.5)
        place.devices.away.clear()
        await asyncio.sleep(3)

    place = in_a_place(scene)
    assert [one for one in place.told if isinstance(one, Flushed)] == [Flushed(ONE, 0)]
    assert not any(place.devices.heard)


def test_a_cue_sounds_where_nothing_is_read_and_never_over_a_read():
    async def scene(place):
        await place.surface.perform(Cue(CueKind.HEARD))
        await asyncio.sleep(1)
        assert any(place.devices.heard)
        place.devices.heard.clear()
        await place.play(1)
        await place.surface.perform(Cue(CueKind.HEARD))
        await asyncio.sleep(2)

    place = in_a_place(scene)
    assert {bytes(place.devices.heard[n : n + 2]) for n in range(0, len(place.devices.heard), 2)} == {
        LOUD,
        b"\0\0",
    }


def test_sound_that_comes_too_fast_takes_the_place_of_the_oldest_and_is_counted():
    async def scene(place):
        place.devices.stuck.add("microphone")
        await asyncio.sleep(0.1)
        before = len(place.captured)
        arrived = place.devices.arrived
        for _ in range(5):
            arrived(LOUD * (MOST // 8))  # a quarter of what may wait
        assert place.surface.heard.lost == MOST // 8
        await asyncio.sleep(0.1)
        assert place.captured[before:] == LOUD * (MOST // 2)

    in_a_place(scene)
