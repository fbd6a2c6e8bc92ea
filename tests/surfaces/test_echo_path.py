"""Our own voice comes back into the microphone: how loud and how late is measured, and decides how the person can talk over it."""

import asyncio
import math

import numpy as np
import pytest

from contracts.memory_devices import MemoryDevices
from solovox.core.commands import Cue, CueKind, Play
from solovox.core.events import SoundCaptured, SurfaceJoined
from solovox.core.units import MIC_RATE, VOICE_RATE, ReadId, StreamId
from solovox.shell.clock import LoopClock, run
from solovox.speech.echo_canceller import WebRtcEcho
from solovox.surfaces.devices.echo_path import Coupling, Duplex, EchoOptions, chirp, duplex, find_chirp
from solovox.surfaces.devices.surface import DeviceOptions, DeviceSurface
from solovox.testing.memory_sound import MemorySound

pytestmark = pytest.mark.slow

ONE = ReadId(1)


class Deaf:
    """A canceller that is there, and does nothing."""

    def __init__(self):
        self.told = []

    def take_played(self, pcm):
        pass

    def clean(self, pcm):
        return pcm

    def late(self, ms):
        self.told.append(ms)


class Room:
    """A surface whose microphone hears its speaker: by which factor, how many ms later."""

    def __init__(self, factor, late, **echo):
        self.devices, self.sound, self.told, self.lines = MemoryDevices(), MemorySound(), [], []
        self.devices.echo = (factor, late) if factor else None
        options = EchoOptions(measures=True, said=self.lines.append, **echo)
        self.surface = DeviceSurface(
            self.sound, LoopClock(), self.devices, DeviceOptions(frames=1_024, echo=options)
        )

    async def tell(self, event):
        self.told.append(event)

    async def play(self, pcm):
        await self.surface.perform(Play(ONE, self.sound.put(StreamId("voice"), pcm)))

    def captured(self):
        pcm = b"".join(self.sound.get(one.span) for one in self.told if isinstance(one, SoundCaptured))
        return np.frombuffer(pcm, "<i2").astype(float)


def in_a_room(scene, *where, **echo):
    async def whole():
        room = Room(*where, **echo)
        async with asyncio.TaskGroup() as tasks:
            work = tasks.create_task(room.surface.run(room.tell))
            await asyncio.sleep(4)
            await scene(room)
            work.cancel()
        return room

    return run(whole(), math.inf)


async def nothing(room):
    """Only what is done at the beginning."""


def power(sound):
    return 10 * np.log10((sound**2).mean() + 1e-9)


def babble(seconds, seed=1):
    """Noise that comes and goes like speech, 24 kHz."""
    noise = np.random.default_rng(seed).normal(0, 3_000, int(seconds * VOICE_RATE))
    return (noise * np.abs(np.sin(np.arange(len(noise)) * 9 / VOICE_RATE))).astype("<i2").tobytes()


@pytest.mark.parametrize("late", [20, 85, 300])
@pytest.mark.parametrize("db", [-30, -12, 0])
def test_the_chirp_tells_how_loud_and_how_late_the_microphone_hears_the_speaker(db, late):
    room = in_a_room(nothing, 10 ** (db / 20), late)
    (line,) = room.lines
    heard_db, heard_ms = (int(word.replace("−", "-")) for word in line.split() if word.strip("+−").isdigit())
    assert heard_db == pytest.approx(db, abs=1)
    assert heard_ms == pytest.approx(late, abs=5)


def test_a_speaker_that_is_not_heard_is_said_to_be_so():
    room = in_a_room(nothing, 0, 0, talks_over=True)
    assert room.lines == [
        "the microphone does not hear the speaker: full duplex, you can talk over the voice"
    ]


def test_where_barge_in_was_not_asked_for_only_what_would_be_possible_is_said():
    async def reads(room):
        await room.play(babble(2))
        await asyncio.sleep(3)

    room = in_a_room(reads, 2.0, 40)
    assert room.lines[0].startswith("the microphone hears the speaker at +6 dB, ")
    assert room.lines[0].endswith(" ms later: too loud to talk over")
    assert power(room.captured()[-3 * MIC_RATE :]) > 50, "the microphone rested, though nobody asked for it"


def test_without_devices_nothing_is_measured_and_that_is_said():
    async def whole():
        room = Room(0.5, 20)
        room.devices.away = {"microphone", "speaker"}
        async with asyncio.TaskGroup() as tasks:
            work = tasks.create_task(room.surface.run(room.tell))
            await asyncio.sleep(10)
            work.cancel()
        return room

    assert [line for line in run(whole(), math.inf).lines if "was not measured" in line]


def test_a_chirp_that_a_read_cut_short_is_not_believed():
    async def whole():
        room = Room(0.5, 20)
        async with asyncio.TaskGroup() as tasks:
            work = tasks.create_task(room.surface.run(room.tell))
            await asyncio.sleep(0.7)
            await room.play(babble(3))
            await asyncio.sleep(5)
            work.cancel()
        return room

    room = run(whole(), math.inf)
    assert any(room.devices.heard)
    assert [line for line in room.lines if "was not measured" in line]


def test_our_chirp_is_not_captured_and_what_is_said_after_it_is():
    async def says(room):
        before = room.captured()
        assert isinstance(room.told[0], SurfaceJoined), "nobody is there before it was measured"
        assert len(before) / MIC_RATE == pytest.approx(2.6, abs=0.2), "since then, none may be missing"
        assert not before.any()
        room.devices.said += (1_000).to_bytes(2, "little") * MIC_RATE
        await asyncio.sleep(2)
        assert (room.captured() == 1_000).sum() == MIC_RATE

    in_a_room(says, 0.5, 100)


def test_in_half_duplex_nothing_of_the_voice_is_captured_and_the_person_is_heard_when_it_has_ended():
    async def reads(room):
        await room.play(babble(2))
        await asyncio.sleep(2.6)
        assert power(room.captured()[-int(2.4 * MIC_RATE) :]) < -80
        room.devices.said += (1_000).to_bytes(2, "little") * MIC_RATE
        await asyncio.sleep(2)
        assert (room.captured() == 1_000).sum() == MIC_RATE

    room = in_a_room(reads, 1.0, 100, talks_over=True)
    assert room.lines[0].endswith("half duplex, the microphone rests while a voice sounds")


def test_where_the_voice_is_lower_it_is_lower_by_12_db_and_the_person_is_heard_over_it():
    async def reads(room):
        room.devices.heard.clear()
        await room.play(babble(2))
        await asyncio.sleep(3)

    room = in_a_room(reads, 10 ** (-6 / 20), 60, talks_over=True, canceller=Deaf())
    assert "12 dB lower" in room.lines[0]
    played = np.frombuffer(bytes(room.devices.heard), "<i2").astype(float)
    asked = np.frombuffer(babble(2), "<i2").astype(float)
    assert 10 * np.log10((played**2).sum() / (asked**2).sum()) == pytest.approx(-12, abs=0.2)


def test_the_canceller_is_told_how_late_it_is():
    canceller = Deaf()
    in_a_room(nothing, 0.2, 120, canceller=canceller)
    assert canceller.told == [pytest.approx(120, abs=5)]


@pytest.mark.parametrize("db", [None, -40, -12])
def test_who_talks_on_while_a_cue_sounds_is_heard_whole(db):
    async def says(room):
        room.devices.said += babble(1.5)
        await asyncio.sleep(0.3)
        await room.surface.perform(Cue(CueKind.HEARD))
        await asyncio.sleep(1.5)
        said = power(np.frombuffer(babble(1.5), "<i2").astype(float))
        heard = room.captured()[-int(1.4 * MIC_RATE) :].reshape(-1, MIC_RATE // 10)
        assert all(power(piece) > said - 15 for piece in heard)

    in_a_room(says, 0 if db is None else 10 ** (db / 20), 60, canceller=WebRtcEcho())


@pytest.mark.parametrize("late", [30, 250])
def test_with_webrtc_our_voice_is_gone_and_the_person_stays(late):
    async def reads(room):
        await room.play(babble(8))
        await asyncio.sleep(5)
        echo = power(np.frombuffer(babble(8), "<i2").astype(float)) - 12
        assert power(room.captured()[-2 * MIC_RATE :]) < echo - 20
        person = np.frombuffer(babble(3, seed=2), "<i2")[: 2 * MIC_RATE]
        room.devices.said += person.tobytes()
        await asyncio.sleep(2.1)
        assert power(room.captured()[-2 * MIC_RATE :]) > power(person.astype(float)) - 12

    in_a_room(reads, 10 ** (-12 / 20), late, canceller=WebRtcEcho(), talks_over=True)


@pytest.mark.parametrize(
    ("db", "cancels", "choice"),
    [(None, False, Duplex.FULL), (-65, False, Duplex.FULL), (-45, False, Duplex.HALF), (-20, False, Duplex.HALF), (-20, True, Duplex.FULL),
     (-6, True, Duplex.DUCK), (3, True, Duplex.HALF)],
)  # fmt: skip
def test_what_is_chosen(db, cancels, choice):
    assert duplex(None if db is None else Coupling(db, 50), cancels=cancels) is choice


def test_noise_is_no_chirp():
    noise = np.random.default_rng(4).normal(0, 500, 2 * MIC_RATE).astype("<i2").tobytes()
    assert find_chirp(noise, MIC_RATE // 2) is None
    assert find_chirp(b"", 0) is None


def test_a_person_who_begins_to_talk_is_no_chirp():
    """A step of loudness at the end of what is looked through stands far above what is before it."""
    sound = np.zeros(2 * MIC_RATE)
    sound[MIC_RATE:] = np.random.default_rng(2).normal(0, 3_000, MIC_RATE)
    assert find_chirp(sound.astype("<i2").tobytes(), MIC_RATE // 2) is None


def test_a_chirp_in_noise_is_found_at_its_level():
    played = np.frombuffer(chirp(), "<i2").astype(float)
    at_16k = np.interp(np.arange(0, len(played), 1.5), np.arange(len(played)), played) * 0.1
    sound = np.random.default_rng(4).normal(0, 60, 2 * MIC_RATE)
    sound[9_600 : 9_600 + len(at_16k)] += at_16k
    heard = find_chirp(sound.astype("<i2").tobytes(), 8_000)
    assert heard is not None
    assert heard.db == pytest.approx(-20, abs=1.5)
    assert heard.delay_ms == pytest.approx(100, abs=1)
