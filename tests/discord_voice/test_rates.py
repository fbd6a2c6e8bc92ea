"""Rates of sound that cannot wait."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solovox.discord.voice.rates import FirResampler, ToMicrophone, mono, stereo

pytestmark = pytest.mark.slow

PAIRS = [(48_000, 16_000), (24_000, 48_000), (16_000, 48_000), (22_050, 48_000), (48_000, 24_000)]


def tone(rate, hertz, seconds=0.5, loud=16_000):
    return np.rint(loud * np.sin(2 * np.pi * hertz * np.arange(int(rate * seconds)) / rate)).astype("<i2")


def whole(sound, rate, to):
    line = FirResampler(rate, to)
    return np.frombuffer(line.feed(sound.tobytes()) + line.finish(), "<i2").astype(float)


def level(sound, of=16_000):
    """The loudness of its middle beside a sine's of amplitude `of`, in dB."""
    middle = sound[len(sound) // 4 : -len(sound) // 4]
    return 20 * np.log10(max(1e-9, np.sqrt(2 * np.mean(middle**2))) / of)


def strongest(sound, rate, hertz):
    """How much stronger the tone is than anything else in it, in dB."""
    middle = sound[len(sound) // 4 :][: rate // 4]
    power = abs(np.fft.rfft(middle * np.kaiser(len(middle), 14)))
    at = round(hertz * len(middle) / rate)
    rest = np.concatenate([power[: max(0, at - 8)], power[at + 8 :]])
    return 20 * np.log10(power[at - 8 : at + 8].max() / max(1e-9, rest.max()))


@pytest.mark.parametrize("pair", PAIRS)
@given(st.lists(st.integers(0, 700), max_size=12), st.integers(0, 2**32 - 1))
@settings(max_examples=40, deadline=None)
def test_any_cut_into_pieces_gives_the_same_samples_as_whole(pair, cuts, seed):
    sound = np.random.default_rng(seed).integers(-32_768, 32_768, sum(cuts) + 300).astype("<i2")
    line, at, pieces = FirResampler(*pair), 0, b""
    for cut in cuts:
        pieces += line.feed(sound[at : at + cut].tobytes())
        at += cut
    pieces += line.feed(sound[at:].tobytes()) + line.finish()
    assert np.array_equal(np.frombuffer(pieces, "<i2"), whole(sound, *pair))


@pytest.mark.parametrize("pair", PAIRS)
@given(n=st.integers(0, 3_000))
@settings(max_examples=40, deadline=None)
def test_the_length_is_exact_and_at_most_5_ms_are_held_back(pair, n):
    rate, to = pair
    line = FirResampler(rate, to)
    given_ = len(line.feed(bytes(2 * n))) // 2
    assert given_ >= (n / rate - 0.005) * to
    assert given_ + len(line.finish()) // 2 == -(-n * to // rate)


@pytest.mark.parametrize("hertz", [100, 440, 1_000, 4_000, 7_000])
@pytest.mark.parametrize("pair", PAIRS)
def test_what_both_rates_carry_is_kept_and_nothing_comes_to_it(pair, hertz):
    rate, to = pair
    out = whole(tone(rate, hertz), rate, to)
    assert abs(level(out)) < 0.5
    assert strongest(out, to, hertz) > 60


@pytest.mark.parametrize("hertz", [9_000, 10_000, 15_000, 23_000])
def test_what_the_microphone_cannot_carry_is_gone_and_is_no_other_tone(hertz):
    assert level(whole(tone(48_000, hertz), 48_000, 16_000)) <= -60


@pytest.mark.parametrize("pair", PAIRS)
def test_nothing_is_shifted_in_time(pair):
    """The pitch, phase and loudness of a tone are the same at its new rate: as the same tone at that rate."""
    rate, to = pair
    out = whole(tone(rate, 1_000), rate, to)
    middle = slice(len(out) // 4, len(out) * 3 // 4)
    assert np.abs(out - tone(to, 1_000)[: len(out)])[middle].max() < 40


def test_too_loud_is_clipped_not_wrapped():
    square = np.where(np.arange(4_800) // 60 % 2, 32_767, -32_768).astype("<i2")
    out = whole(square, 24_000, 48_000)
    assert (out.max(), out.min()) == (32_767, -32_768)
    assert (np.sign(out[1::2][100:-100]) == np.sign(square[100:-100])).mean() > 0.95


def test_the_same_rate_is_untouched():
    line = FirResampler(16_000, 16_000)
    assert (line.feed(b"abcd"), line.finish()) == (b"abcd", b"")


@pytest.mark.parametrize("pair", [(0, 16_000), (48_000, -1), (48_000, 10**9)])
def test_a_rate_of_no_sound_is_refused(pair):
    with pytest.raises(ValueError, match="not rates of sound"):
        FirResampler(*pair)


def test_channels_are_averaged_and_doubled():
    both = np.array([[100, 300], [-32_768, -32_768], [32_767, 32_767]], "<i2")
    middle = np.array([200, -32_768, 32_767], "<i2")
    assert mono(both.tobytes()) == middle.tobytes()
    assert stereo(middle.tobytes()) == np.array([[n, n] for n in middle], "<i2").tobytes()


def test_a_speaker_s_frames_become_the_microphone_s():
    line, frame = ToMicrophone(), stereo(tone(48_000, 440, 0.02).tobytes())
    lengths = [len(line.feed(frame)) // 2 for _ in range(10)]
    assert sum(lengths) >= 3_200 - 80
    assert set(lengths[1:]) == {320}
