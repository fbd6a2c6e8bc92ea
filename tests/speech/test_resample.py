"""Any sound to 16-bit mono."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solovox.speech.resample import Resampler, to_mono16

RATES = st.sampled_from([8000, 11025, 16000, 22050, 24000, 32000, 44100, 48000, 96000])


def back(pcm):
    return np.frombuffer(pcm, "<i2").astype(np.float64) / 32768


def sine(rate, hertz=440.0, seconds=0.5, loud=0.5):
    return loud * np.sin(2 * np.pi * hertz * np.arange(int(rate * seconds)) / rate)


@given(RATES, RATES, st.integers(0, 5000))
def test_the_length_is_exact(rate, to, n):
    assert len(to_mono16(np.zeros(n), rate, to)) == 2 * -(-n * to // rate)


@given(st.lists(st.integers(-32768, 32767), max_size=200))
def test_what_needs_no_change_is_untouched(samples):
    sound = np.array(samples, dtype=np.int16)
    assert to_mono16(sound, 16000, 16000) == sound.astype("<i2").tobytes()


@pytest.mark.parametrize(
    ("dtype", "half"),
    [(np.uint8, 192), (np.int16, 16384), (np.int32, 2**30), (np.float32, 0.5), (np.float64, 0.5)],
)
def test_every_width_means_the_same_loudness(dtype, half):
    assert set(back(to_mono16(np.full(10, half, dtype=dtype), 16000))) == {0.5}


@given(RATES, RATES)
@settings(max_examples=20)
def test_too_loud_is_clipped_not_wrapped(rate, to):
    square = np.where(sine(rate) > 0, 5.0, -5.0)
    out = back(to_mono16(square, rate, to))
    high = back(to_mono16(np.where(sine(rate) > 0, 0.5, -0.5), rate, to))
    assert np.all(np.sign(out[np.abs(high) > 0.1]) == np.sign(high[np.abs(high) > 0.1]))
    assert out.max() > 0.99


@given(RATES, RATES)
@settings(max_examples=20)
def test_silence_and_a_steady_level_stay_what_they_are(rate, to):
    assert not np.any(back(to_mono16(np.zeros(4000), rate, to)))
    level = back(to_mono16(np.full(8000, 0.25), rate, to))
    assert np.allclose(level[len(level) // 4 : -len(level) // 4], 0.25, atol=1e-3)


@given(RATES, RATES)
@settings(max_examples=20)
def test_a_tone_keeps_its_pitch_and_its_loudness(rate, to):
    out = back(to_mono16(sine(rate), rate, to))
    middle = slice(len(out) // 10, len(out) * 9 // 10)
    assert np.allclose(out[middle], sine(to)[middle], atol=2e-3)


def test_channels_are_averaged():
    stereo = np.stack([np.full(100, 0.5), np.full(100, -0.25)], axis=1)
    assert set(back(to_mono16(stereo, 16000))) == {0.125}


def test_infinities_and_no_numbers_are_survived():
    out = back(to_mono16(np.array([np.nan, np.inf, -np.inf]), 16000))
    assert list(out) == [0.0, 32767 / 32768, -1.0]


@pytest.mark.parametrize("rate", [0, -1, 999, 10**9])
def test_a_rate_that_no_sound_has_is_refused(rate):
    with pytest.raises(ValueError, match="not a rate of sound"):
        to_mono16(np.zeros(10), rate)
    with pytest.raises(ValueError, match="not a rate of sound"):
        Resampler(16000, rate)


@pytest.mark.parametrize(
    "sound", [np.zeros((2, 2, 2)), np.zeros((3, 0)), np.array(["a"]), np.zeros(3, dtype=complex)]
)
def test_what_is_not_sound_is_refused(sound):
    with pytest.raises(ValueError, match="sound"):
        to_mono16(sound, 16000)


@given(RATES, RATES, st.lists(st.integers(0, 900), max_size=12))
@settings(max_examples=40)
def test_in_pieces_it_is_the_same_sound(rate, to, cuts):
    sound = sine(rate, seconds=0.2)
    pcm = to_mono16(sound, rate, rate)
    stream, out, at = Resampler(rate, to), b"", 0
    for cut in cuts:
        out += stream.feed(pcm[at : at + 2 * cut])
        at += 2 * cut
    out += stream.feed(pcm[at:]) + stream.finish()
    whole = to_mono16(np.frombuffer(pcm, "<i2"), rate, to)
    assert len(out) == len(whole)
    assert np.allclose(back(out), back(whole), atol=2e-3)
