"""A person in the Studio who only speaks, offline: the app that appears is used, changed and put back; microphones of 44.1 and 48 kHz."""

import os

import numpy as np
import pytest

from browser.conftest import AXE, served
from e2e.conftest import RATE, written
from solovox.parts.engines.local import english
from solovox.speech.resample import Resampler
from solovox.speech.tts.kokoro import Kokoro
from solovox.weights import Cache, default_root
from speech.conftest import said

pytestmark = [pytest.mark.wide, pytest.mark.weights, pytest.mark.slow]

SPOKEN = {
    "build": ("Build me a calculator.", "rms", 44_100),
    "charts": ("What should I use for charts?", "slt", 44_100),
    "add": ("Add it.", "bm_george", 44_100),
    "preview": ("Show me the preview.", "rms", 48_000),
    "green": ("Make it green.", "slt", 48_000),
    "undo": ("Go back to the version before.", "slt", 48_000),
}
"""What is said, by whose voice, and at which rate, as recorded and as listened to; the page is loaded anew between the two."""


def george(text):
    """The sound of a text at 24 kHz: flite swallows so short a sentence."""
    weights = Cache(default_root(os.environ))
    voice = weights.path("kokoro-voices", "bm_george.bin")
    kokoro = Kokoro(weights.path("kokoro", "model.onnx"), voice, english(weights))
    return b"".join(one.pcm for one in kokoro.speak(text))


def recorded(folder, name):
    text, voice, rate = SPOKEN[name]
    sound, own = (george(text), 24_000) if voice == "bm_george" else (said(text, voice), RATE)
    up = Resampler(own, rate)
    pcm = up.feed(bytes(own) + sound + bytes(2 * own)) + up.finish()
    return str(written(folder / f"{name}.wav", pcm, rate))


@pytest.fixture(scope="module")
def wavs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("spoken")
    return {name: recorded(folder, name) for name in SPOKEN}


@pytest.fixture(scope="module")
def talk(scene, wavs, tmp_path_factory):
    folder = tmp_path_factory.mktemp("studio")
    with served(folder, "--profile", "studio", "--limit", "10", "--no-journal") as line:
        return scene(
            "studioSpoken", url=line, wavs=wavs, axe=str(AXE), pictures=os.environ.get("PICTURES", "")
        )


def test_every_request_is_understood_once(talk):
    assert {name: len(one["asked"]) for name, one in talk["said"].items()} == dict.fromkeys(SPOKEN, 1)


def test_microphones_of_44_and_48_kilohertz_are_heard_at_their_own_rate(talk):
    """The file, and what the page listens with, have the rate of `SPOKEN`. Chromium's stand-in for a device has 48 kHz always."""
    for name, (_, _, rate) in SPOKEN.items():
        assert (talk["said"][name]["context"], talk["said"][name]["track"]) == (rate, 48_000)


def test_the_app_that_was_asked_for_appears_and_works(talk):
    assert "56" in talk["shown"]
    assert "56" in talk["again"], "and so it does when it was changed"


def test_a_question_brings_a_card_and_add_it_adds_its_first_tool(talk):
    assert 1 <= talk["card"]["count"] <= 5
    assert any(one.startswith(f"added {talk['card']['tool']} to ") for one in talk["acts"])


def test_show_me_the_preview_leads_there(talk):
    assert talk["led"] == "studio/preview"


def test_it_is_green_and_then_as_it_was_before(talk):
    before, green = np.array(talk["before"]), np.array(talk["green"])
    assert green[1] > green[[0, 2]].max() + 20, "red, green, blue"
    assert not before[1] > before[[0, 2]].max() + 20
    assert talk["undone"] == talk["before"]


def test_it_is_fit_for_everybody_and_nothing_is_said_on_the_console(talk):
    assert talk["found"] == []
    assert talk["errors"] == []
