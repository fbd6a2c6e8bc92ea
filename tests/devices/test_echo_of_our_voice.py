"""PulseAudio loops the speaker into the microphone: our own voice alone leads to no turn."""

import asyncio
import os
import subprocess

import numpy as np
import pytest

from solovox.core.commands import Play
from solovox.core.events import LocalTranscript, SoundCaptured
from solovox.core.units import MIC, MIC_RATE, VOICE_RATE, AudioSpan, ReadId, StreamId
from solovox.live.local.recogniser import LocalRecogniser
from solovox.shell.clock import LoopClock
from solovox.speech.echo_canceller import WebRtcEcho
from solovox.speech.resample import to_mono16
from solovox.speech.smart_turn import PauseOnly
from solovox.speech.stt.whisper import Whisper
from solovox.speech.voice_activity import SileroVad
from solovox.surfaces.devices.echo_path import EchoOptions, NoCanceller
from solovox.surfaces.devices.portaudio import PortAudio
from solovox.surfaces.devices.surface import DeviceOptions, DeviceSurface
from solovox.testing.memory_sound import MemorySound
from solovox.weights import Cache, default_root

pytestmark = [pytest.mark.slow, pytest.mark.weights]
ANSWER = "The build is green. Three tests were added since Monday, and the longest of them takes two seconds."


@pytest.fixture
def looped(devices):
    """The microphone hears the speaker, 6 dB softer, some 60 ms later."""
    module = devices.control(
        "load-module", "module-loopback", "source=spk.monitor", "sink=mouth", "latency_msec=60"
    )
    (number,) = [
        line.split()[0]
        for line in devices.control("list", "short", "sink-inputs").splitlines()
        if "loopback" in line
    ]
    devices.control("set-sink-input-volume", number, "-6dB")
    yield devices
    devices.control("unload-module", module)


def spoken():
    command = ["flite", "-voice", "slt", "-t", ANSWER, "-o", "/dev/stdout"]
    wav = subprocess.run(command, check=True, capture_output=True).stdout
    return to_mono16(np.frombuffer(wav[44:], "<i2"), MIC_RATE, VOICE_RATE)


async def captured(canceller):
    """What the microphone gives while the answer is read; and the line that was said at the beginning."""
    sound, spans, lines, ready = MemorySound(), [], [], asyncio.Event()

    def said(line):
        lines.append(line)
        ready.set()

    echo = EchoOptions(canceller=canceller, measures=True, talks_over=False, said=said)
    surface = DeviceSurface(sound, LoopClock(), PortAudio(), DeviceOptions(echo=echo))

    async def tell(event):
        if isinstance(event, SoundCaptured):
            spans.append(event.span)

    pcm = spoken()
    async with asyncio.TaskGroup() as tasks:
        work = tasks.create_task(surface.run(tell))
        await ready.wait()
        await surface.perform(Play(ReadId(1), sound.put(StreamId("voice"), pcm)))
        await asyncio.sleep(len(pcm) / 2 / VOICE_RATE + 2)  # it is played in real time
        work.cancel()
    return b"".join(sound.get(span) for span in spans), lines


async def turns(pcm):
    """The words of each turn that the recogniser finds."""
    cache = Cache(default_root(os.environ))
    vad = SileroVad(cache.path("silero-vad", "silero_vad.onnx"))
    hearing = LocalRecogniser(vad, PauseOnly(), Whisper(cache.path("whisper-tiny.en")))
    found = []

    async def read():
        found.extend(
            [one.text async for one in hearing.events() if isinstance(one, LocalTranscript) and one.final]
        )

    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(hearing.run())
        tasks.create_task(read())
        await asyncio.sleep(0)  # both have begun
        for at in range(0, len(pcm) // 2, 320):
            piece = pcm[2 * at : 2 * (at + 320)]
            await hearing.feed(AudioSpan(MIC, at, len(piece) // 2), piece)
        await hearing.finish()
        running.cancel()
    return [text for text in found if text]


def test_our_own_voice_alone_leads_to_no_turn(looped):
    pcm, lines = asyncio.run(captured(WebRtcEcho()))
    assert [line for line in lines if line.startswith("the microphone hears the speaker at −")], lines
    assert asyncio.run(turns(pcm)) == []


def test_without_a_canceller_it_would(looped):
    pcm, _ = asyncio.run(captured(NoCanceller()))
    assert "build" in " ".join(asyncio.run(turns(pcm))).lower()
