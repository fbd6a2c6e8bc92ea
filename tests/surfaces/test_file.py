"""The file surface alone: when it speaks, plays, reports, fails and hangs up."""

import asyncio
import contextlib
import math

import numpy as np
import pytest

from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.units import AudioSpan, ReadId, StreamId
from solovox.shell.clock import LoopClock, run
from solovox.shell.sound import SoundStore
from solovox.surfaces.file import MIC, Faults, FileOptions, FileSurface
from solovox.surfaces.speaker import tone

ONE = ReadId(1)


def held(choices=None, *, mic=bytes(32 * 100), orders=(), until=math.inf):
    """The events with their times, the output, and the microphone's sound."""
    out, seen = bytearray(), []

    async def main():
        sound, clock = SoundStore(), LoopClock()
        surface = FileSurface(sound, clock, mic, out.extend, choices)

        async def act():
            for at, order in orders:
                await clock.sleep_until(at)
                if isinstance(order, bytes):
                    order = c.Play(ONE, sound.put(StreamId("voice/1"), order))
                await surface.perform(order)

        async with asyncio.TaskGroup() as tasks:
            told = asyncio.Queue()
            work = tasks.create_task(surface.run(told.put))
            tasks.create_task(act())
            while not seen or not (isinstance(seen[-1][1], e.HungUp) or seen[-1][0] >= until):
                event = await told.get()
                seen.append((clock.now(), event))
            work.cancel()
        await surface.aclose()
        return sound.get(AudioSpan(MIC, 0, sound.count(MIC)))

    heard = run(main(), math.inf)
    return seen, bytes(out), heard


def times(seen, kind):
    return [(at, event) for at, event in seen if isinstance(event, kind)]


def voice(ms):
    return np.full(24 * ms, 1000, "<i2").tobytes()


def test_the_time_of_a_sound_is_its_position_in_the_file():
    mic = np.arange(16 * 90, dtype="<i2").tobytes()
    seen, _, heard = held(mic=mic)
    captured = times(seen, e.SoundCaptured)
    assert all(at * 16 == event.span.end for at, event in captured)
    assert heard.startswith(mic)
    assert not any(heard[len(mic) :])
    assert seen[0] == (0, e.SurfaceJoined(FileOptions().caps))


def test_it_waits_while_the_session_is_busy_or_a_read_plays():
    left = iter([True] * 100)
    seen, _, _ = held(FileOptions(linger_ms=1000, busy=lambda: next(left, False)))
    assert 3000 <= seen[-1][0] <= 3200
    seen, _, _ = held(FileOptions(linger_ms=1000), orders=[(50, voice(5000))])
    assert 6050 <= seen[-1][0] <= 6100


def test_played_is_reported_every_tenth_of_a_second_and_at_the_end():
    seen, out, _ = held(orders=[(50, voice(250))])
    assert times(seen, e.Played) == [
        (150, e.Played(ONE, 2400)),
        (250, e.Played(ONE, 4800)),
        (300, e.Played(ONE, 6000)),
    ]
    assert out[: 48 * 300] == bytes(48 * 50) + voice(250)


def test_it_can_report_late_or_never():
    orders = [(0, voice(100)), (150, voice(100)), (200, c.Flush(ONE))]
    late, _, _ = held(FileOptions(faults=Faults(played_late=500, flushed_late=900)), orders=orders)
    assert [at for at, _ in times(late, e.Played)] == [600]
    assert times(late, e.Flushed) == [(1100, e.Flushed(ONE, 150 * 24))]
    never, _, _ = held(FileOptions(faults=Faults(played_missing=True, flushed_missing=True)), orders=orders)
    assert times(never, e.Played) + times(never, e.Flushed) == []


@pytest.mark.parametrize("cues", [True, False])
def test_T5_cues_sound_only_on_request(cues):
    _, out, _ = held(FileOptions(cues=cues), orders=[(40, c.Cue(c.CueKind.HEARD))])
    sound = tone(c.CueKind.HEARD)
    assert out[48 * 40 : 48 * 40 + len(sound)] == (sound if cues else bytes(len(sound)))
    assert not any(out[48 * 40 + len(sound) :])


def test_T5_every_cue_has_a_sound_of_its_own_short_and_soft():
    sounds = {kind: tone(kind) for kind in c.CueKind}
    assert len(set(sounds.values())) == len(c.CueKind)
    for sound in sounds.values():
        samples = np.frombuffer(sound, "<i2")
        assert 0.03 * 24_000 < len(samples) < 0.4 * 24_000
        assert 1000 < np.abs(samples).max() <= 3000
        assert abs(int(samples[0])) < 50 > abs(int(samples[-1]))


@pytest.mark.parametrize("after_ms", [0, 20, 100, 200])
def test_an_output_that_fails_ends_it_whoever_was_writing(after_ms):
    room = 48 * after_ms

    def out(pcm):
        nonlocal room
        room -= len(pcm)
        if room < 0:
            raise OSError("full")

    async def main():
        sound, clock = SoundStore(), LoopClock()
        surface = FileSurface(sound, clock, bytes(3200), out)

        async def talk():
            async with asyncio.timeout(60), asyncio.TaskGroup() as tasks:
                tasks.create_task(surface.run(asyncio.Queue().put))
                await clock.sleep_until(50)
                for _ in range(2):
                    with contextlib.suppress(OSError):
                        await surface.perform(c.Play(ONE, sound.put(StreamId("voice/1"), voice(500))))

        with pytest.raises(ExceptionGroup) as ended:
            await talk()
        assert ended.group_contains(OSError, match="full")
        return clock.now()

    assert run(main(), math.inf) < 1000


def test_what_is_typed_comes_first():
    seen, _, _ = held(FileOptions(typed="What time is it?"))
    assert [event for _, event in seen[:2]] == [
        e.SurfaceJoined(FileOptions().caps),
        e.Typed("What time is it?"),
    ]


def test_every_command_is_shown():
    shown = []
    orders = [(10, c.ShowFailure("no")), (20, c.Duck()), (30, c.Unduck())]
    held(FileOptions(show=shown.append), orders=orders)
    assert shown == [order for _, order in orders]
