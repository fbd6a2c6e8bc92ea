"""Both VADs behind one port: speech is found, its absence too, and `reset` forgets."""

import numpy as np
import pytest

from solovox.speech.voice_activity import EnergyVad, SileroVad

FRAME = 1024


@pytest.fixture(params=["energy", pytest.param("silero", marks=pytest.mark.weights)])
def vad(request):
    if request.param == "energy":
        return EnergyVad()
    return SileroVad(request.getfixturevalue("weights").path("silero-vad", "silero_vad.onnx"))


def frames(vad, pcm):
    return [vad.probability(pcm[at : at + FRAME]) for at in range(0, len(pcm) - FRAME + 1, FRAME)]


def test_speech_in_silence_is_found_where_it_is(vad, say):
    silence, speech = bytes(32 * FRAME), say("Please tell me what the time is.")
    likely = np.array(frames(vad, silence + speech + silence)) > 0.5
    spoken = len(speech) // FRAME
    assert not likely[:30].any()
    assert not likely[-20:].any()
    assert likely[32 : 32 + spoken].mean() > 0.6


def test_silence_and_a_constant_offset_are_not_speech(vad):
    assert max(frames(vad, bytes(50 * FRAME))) < 0.1
    offset = np.full(50 * FRAME // 2, 3000, dtype="<i2").tobytes()
    assert max(frames(vad, offset)[5:]) < 0.5


def test_speech_over_steady_noise_is_found(vad, say):
    chance = np.random.default_rng(3)
    speech = bytes(64 * FRAME) + say("Please tell me what the time is.")
    wave = np.frombuffer(speech, "<i2") + 150 * chance.standard_normal(len(speech) // 2)
    likely = np.array(frames(vad, wave.astype("<i2").tobytes())) > 0.5
    assert not likely[40:64].any()
    assert likely[64:].mean() > 0.4


def test_reset_forgets(vad, say):
    speech = say("Hello there.")
    first = frames(vad, speech)
    vad.reset()
    assert frames(vad, speech) == first


@pytest.mark.parametrize("count", [0, 1022, 1026])
def test_a_frame_of_another_length_is_refused(vad, count):
    with pytest.raises(ValueError, match="512 samples"):
        vad.probability(bytes(count))


@pytest.mark.weights
def test_speech_after_long_music_is_found(weights, say):
    vad = SileroVad(weights.path("silero-vad", "silero_vad.onnx"))
    time = np.arange(20 * 16_000) / 16_000
    music = sum(3000 * np.sin(2 * np.pi * f * time) for f in (262, 330, 392)) * (1 + np.sin(12 * time))
    frames(vad, music.astype("<i2").tobytes())
    assert np.mean(np.array(frames(vad, say("Please tell me what the time is."))) > 0.5) > 0.5
