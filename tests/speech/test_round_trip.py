"""Written values, said by our own voices and heard by our own ear, come back as the same values (N2). The figures are in benches/results/round-trip.md.

What is asserted has a margin: what a voice of chance says, and a small recogniser hears, is not the same each time.
"""

import random

import numpy as np
import pytest

from solovox.core.units import VOICE_RATE
from solovox.parts.engines.local import english
from solovox.speech.resample import to_mono16
from solovox.speech.stt.whisper import Whisper
from solovox.speech.tts.kokoro import Kokoro
from solovox.speech.tts.piper import Piper
from speech.conftest import said
from text.round_trip import came_back, wrong_passes
from text.sounded_values import wrong_sounds
from text.written_values import pieces, right, spoken, values

pytestmark = [pytest.mark.weights, pytest.mark.slow]

VALUES = [value for value in values(apart=False) if value.kind != "sentences"]
SLICE = random.Random(3).sample(VALUES, 18)


@pytest.fixture(scope="module")
def reader(weights):
    return english(weights)


@pytest.fixture(scope="module")
def ear(weights):
    return Whisper(weights.path("whisper-base"), threads=1)


@pytest.fixture(scope="module")
def voices(weights, reader):
    model = weights.path("piper-joe", "model.onnx")
    bella = weights.path("kokoro-voices", "af_bella.bin")
    return {
        "joe": Piper(model, model.with_suffix(".onnx.json"), reader, threads=1),
        "af_bella": Kokoro(weights.path("kokoro", "model.onnx"), bella, reader, threads=1),
    }


def shown(value, heard):
    return f"{value.text!r} came back {heard!r}"


@pytest.mark.parametrize("apart", [False, True])
def test_N2_what_is_said_of_a_value_has_its_sounds(reader, apart):
    found = [value for value in values(apart=apart) if value.kind != "sentences"]
    wrong = [value for value in found if not right(value) or wrong_sounds(reader, pieces(value.text))]
    shown = [value.kind if apart else value.text for value in wrong]
    assert len(wrong) <= 0.01 * len(found), shown


@pytest.mark.parametrize(("name", "count", "least"), [("joe", 18, 8), ("af_bella", 6, 3)])
def test_N2_what_a_voice_says_of_a_value_is_heard_as_that_value_and_no_other(voices, ear, name, count, least):
    heard = []
    for value in SLICE[:count]:
        sound = b"".join(one.pcm for piece in pieces(value.text) for one in voices[name].speak(piece))
        heard.append(ear.transcribe(to_mono16(np.frombuffer(sound, "<i2"), VOICE_RATE)).text)
    back = [came_back(*one) for one in zip(SLICE, heard, strict=False)]
    assert sum(back) >= least, [
        shown(*one) for one, ok in zip(zip(SLICE, heard, strict=False), back, strict=True) if not ok
    ]
    assert [one for one in zip(SLICE, heard, strict=False) if wrong_passes(*one)] == []


def test_the_ear_hears_the_values_that_another_voice_says(ear):
    heard = [ear.transcribe(said(spoken(value.text))).text for value in SLICE]
    wrong = [shown(*one) for one in zip(SLICE, heard, strict=True) if not came_back(*one)]
    assert len(wrong) <= 11, wrong
