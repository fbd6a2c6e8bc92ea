"""Each worker has a sound server of its own."""

import os

import pytest

from devices.listening import RATE
from devices.sound_server import sound_server
from e2e.conftest import written
from solovox.speech.stt.whisper import Whisper
from solovox.weights import Cache, default_root
from speech.conftest import said


@pytest.fixture(scope="session")
def server():
    with sound_server() as running:
        yield running


@pytest.fixture
def devices(server, monkeypatch):
    """The server, which this process uses, too."""
    for name, value in server.variables.items():
        monkeypatch.setenv(name, value)
    return server


@pytest.fixture
def looped(server):
    """Has the microphone hear the speaker some 60 ms later, at a level."""
    modules = []

    def at(level):
        loop = ("module-loopback", "source=spk.monitor", "sink=mouth", "latency_msec=60")
        modules.append(server.control("load-module", *loop))
        listed = server.control("list", "short", "sink-inputs").splitlines()
        (number,) = [line.split()[0] for line in listed if "loopback" in line]
        server.control("set-sink-input-volume", number, level)

    yield at
    for one in modules:
        server.control("unload-module", one)


@pytest.fixture
def client(server):
    """The variables of a process that uses it."""
    return os.environ | server.variables


@pytest.fixture(scope="session")
def heard_as():
    """16 kHz sound to its words."""
    whisper = Whisper(Cache(default_root(os.environ)).path("whisper-base"))
    return lambda pcm: whisper.transcribe(pcm[-12 * 2 * RATE :]).text.lower()


@pytest.fixture(scope="session")
def spoken(tmp_path_factory):
    """The path of the sound of a sentence."""
    folder = tmp_path_factory.mktemp("spoken")

    def render(text, before=0.5, after=0.2):
        path = folder / f"{abs(hash((text, before, after)))}.wav"
        around = [bytes(2 * int(RATE * seconds)) for seconds in (before, after)]
        return path if path.exists() else written(path, said(text).join(around))

    return render
