"""Log-mel features: shapes, the known values of silence, and where the energy of a tone lies."""

import numpy as np
import pytest

from solovox.speech.log_mel import RATE, log_mel, samples


def tone(hertz, seconds=1.0, level=0.5):
    time = np.arange(int(seconds * RATE)) / RATE
    return (level * np.sin(2 * np.pi * hertz * time)).astype(np.float32)


@pytest.mark.parametrize("count", [0, 1, 200, 399, 400, 401, 16_000, 128_000, 200_000])
def test_any_length_gives_the_window_asked_for(count):
    features = log_mel(np.full(count, 0.01, dtype=np.float32), 8)
    assert features.shape == (80, 800)
    assert features.dtype == np.float32
    assert np.isfinite(features).all()


def test_silence_is_one_value():
    assert np.allclose(log_mel(np.zeros(RATE, dtype=np.float32), 2), -1.5)


def test_silence_that_is_not_computed_is_what_computing_it_gives():
    sound = tone(500)
    whole = np.concatenate((sound, np.zeros(3 * RATE, dtype=np.float32)))
    assert np.allclose(log_mel(sound, 4), log_mel(whole, 4), atol=1e-6)


@pytest.mark.parametrize(("hertz", "band"), [(200, 4), (1000, 26), (4000, 62)])
def test_a_tone_lies_in_its_band(hertz, band):
    # 82 edges evenly from 0 to 45.245 mel (8 kHz); 1 kHz is 15 mel: 15 / (45.245 / 81) - 1 = 25.9
    column = log_mel(tone(hertz), 1)[:, 50]
    assert abs(int(column.argmax()) - band) <= 1


def test_the_range_is_eight_decades_of_power():
    features = log_mel(tone(1000), 2)
    assert features.max() - features.min() == pytest.approx(2.0)


def test_samples_are_scaled_to_one():
    assert samples(b"\x00\x80\xff\x7f\x00\x00").tolist() == pytest.approx([-1.0, 32767 / 32768, 0.0])
