"""Hands free at real devices: a phrase, an answer, and again, in one session. Devices fail on the way."""

import os
import re
import time

import pytest

from devices.listening import PATIENCE, RATE, listening
from devices.sound_server import sound_server
from e2e.conftest import written
from solovox.speech.stt.whisper import Whisper
from solovox.weights import Cache, default_root
from speech.conftest import said

pytestmark = [pytest.mark.slow, pytest.mark.weights]

CYCLES = int(os.environ.get("CYCLES", "3"))
"""`make devices` goes on for longer."""
QUESTIONS = (
    ("Computer, what time is it?", r"it is \d"),
    ("Computer, what is seven times six?", r"\b42\b|forty.two"),
)


@pytest.fixture(scope="module")
def heard_as():
    """16 kHz sound to its words."""
    whisper = Whisper(Cache(default_root(os.environ)).path("whisper-base"))
    return lambda pcm: whisper.transcribe(pcm[-12 * 2 * RATE :]).text.lower()


@pytest.fixture(scope="module")
def spoken(tmp_path_factory):
    """The path of the sound of a sentence."""
    folder = tmp_path_factory.mktemp("spoken")

    def render(text):
        path = folder / f"{abs(hash(text))}.wav"
        return path if path.exists() else written(path, bytes(RATE) + said(text) + bytes(2 * RATE))

    return render


def test_each_question_is_answered_in_one_session_and_talk_without_the_phrase_is_not(
    server, tmp_path, spoken, heard_as
):
    with listening(server, tmp_path) as person:
        for n in range(CYCLES):
            question, answer = QUESTIONS[n % len(QUESTIONS)]
            words = heard_as(person.asks(spoken(question)))
            assert re.search(answer, words), (n, words)
        since = person.ears.at
        assert server.say(spoken("What is the date today? I wonder.")).wait(60) == 0
        words = heard_as(person.asks(spoken(QUESTIONS[0][0])))
        assert re.search(QUESTIONS[0][1], words), words
        assert since
        assert person.hangs_up() == 0
    errors = (tmp_path / "errors").read_text()
    assert "Traceback" not in errors
    assert not re.search(r"ALSA|jack|dsp", errors), "noise of libraries is not shown"


@pytest.fixture
def looped(server):
    """Has the microphone hear the speaker, at a level."""
    modules = []

    def at(level):
        modules.append(
            server.control(
                "load-module", "module-loopback", "source=spk.monitor", "sink=mouth", "latency_msec=60"
            )
        )
        listed = server.control("list", "short", "sink-inputs").splitlines()
        (number,) = [line.split()[0] for line in listed if "loopback" in line]
        server.control("set-sink-input-volume", number, level)

    yield at
    for one in modules:
        server.control("unload-module", one)


def told(folder, pattern):
    """All that it told on stderr, once it has told this."""
    end = time.monotonic() + PATIENCE
    while not re.search(pattern, lines := (folder / "errors").read_text(), re.IGNORECASE):
        assert time.monotonic() < end, (pattern, lines)
    return lines


ASKED = r"\[tool_call\] ask_brain .*(seven|7) times (six|6)"


@pytest.mark.wide
@pytest.mark.parametrize(
    ("level", "says", "heard"),
    [
        ("-24dB", "full duplex, you can talk over the voice", True),
        ("-6dB", "you can talk over the voice, which is 12 dB lower for it", True),
        ("4dB", "half duplex, the microphone rests while a voice sounds", False),
    ],
)
def test_T1_with_barge_in_the_person_can_talk_over_the_voice_as_the_chirp_told(
    server, tmp_path, spoken, looped, level, says, heard
):
    looped(level)
    with listening(server, tmp_path, "--set", "barge_in=yes", "--log", "seed") as person:
        since = person.ears.at
        assert server.say(spoken("Computer, what can you do?")).wait(60) == 0
        person.ears.sounds(since)
        assert server.say(spoken("Computer, what is seven times six?")).wait(60) == 0
        lines = told(tmp_path, ASKED if heard else r"\[reader\] done")
        assert person.hangs_up() == 0
    assert says in lines
    assert bool(re.search(ASKED, lines, re.IGNORECASE)) is heard, lines
    assert "Traceback" not in (tmp_path / "errors").read_text()


def test_devices_that_vanish_in_an_answer_are_used_again_when_they_are_back(tmp_path, spoken, heard_as):
    with sound_server() as own, listening(own, tmp_path) as person:
        assert re.search(QUESTIONS[0][1], heard_as(person.asks(spoken(QUESTIONS[0][0]))))
        assert own.say(spoken("Computer, what can you do?")).wait(60) == 0
        own.end()
        own.begin()
        person.hears_anew()
        person.until_heard()
        person.ears.answer(0)  # the rest of it
        assert re.search(QUESTIONS[1][1], heard_as(person.asks(spoken(QUESTIONS[1][0]))))
        assert person.hangs_up() == 0
    assert "Traceback" not in (tmp_path / "errors").read_text()
