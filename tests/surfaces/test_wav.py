"""Any sound file in, one kind out; what is wrong is said in one line."""

import os
import struct
import tempfile
import wave
from pathlib import Path

import numpy as np
import pytest
import soundfile
from hypothesis import given, settings
from hypothesis import strategies as st

from solovox.surfaces.wav import BadSound, WavFile, mix_sounds, read_microphone

KINDS = [
    ("WAV", "PCM_16", 16_000, 1),
    ("WAV", "PCM_16", 48_000, 2),
    ("WAV", "PCM_24", 44_100, 1),
    ("WAV", "PCM_U8", 8_000, 1),
    ("WAV", "PCM_32", 96_000, 6),
    ("WAV", "FLOAT", 22_050, 1),
    ("WAV", "DOUBLE", 11_025, 3),
    ("WAV", "ULAW", 8_000, 1),
    ("FLAC", "PCM_16", 24_000, 2),
    ("OGG", "VORBIS", 32_000, 1),
    ("AIFF", "PCM_16", 16_000, 1),
]


@pytest.mark.parametrize(("kind", "width", "rate", "channels"), KINDS)
def test_any_rate_width_and_number_of_channels_is_read(tmp_path, kind, width, rate, channels):
    tone = 0.5 * np.sin(2 * np.pi * 440 * np.arange(rate) / rate)
    path = tmp_path / "sound"
    soundfile.write(path, np.repeat(tone[:, None], channels, 1), rate, subtype=width, format=kind)
    got = np.frombuffer(read_microphone(path), "<i2") / 32768
    assert abs(len(got) - 16_000) <= 160
    middle = got[2000:14_000]
    assert abs(np.sqrt((middle**2).mean()) - 0.5 / np.sqrt(2)) < 0.02
    spectrum = np.abs(np.fft.rfft(middle * np.hanning(len(middle))))
    assert abs(spectrum.argmax() * 16_000 / len(middle) - 440) < 5


def test_microphone_sound_is_read_bit_for_bit(tmp_path):
    samples = np.arange(-32_768, 32_768, 7, dtype="<i2")
    soundfile.write(tmp_path / "a.wav", samples, 16_000)
    assert read_microphone(tmp_path / "a.wav") == samples.tobytes()


def test_bad_numbers_in_a_file_do_no_harm(tmp_path):
    soundfile.write(
        tmp_path / "a.wav", np.array([0.5, np.nan, np.inf, -np.inf, 3.0]), 16_000, subtype="FLOAT"
    )
    assert np.frombuffer(read_microphone(tmp_path / "a.wav"), "<i2").tolist() == [
        5_461,
        0,
        32_767,
        -32_768,
        32_767,
    ]


@given(st.floats(1, 1e6), st.sampled_from(["FLOAT", "DOUBLE"]), st.integers(1, 3))
@settings(max_examples=20)
def test_floating_sound_beyond_full_scale_is_as_it_was_but_softer(most, width, channels):
    tone = np.repeat(np.sin(np.arange(16_000) / 7)[:, None], channels, 1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.wav"
        soundfile.write(path, most * tone, 16_000, subtype=width)
        got = np.frombuffer(read_microphone(path), "<i2") / 32_768
    assert np.abs(got - tone[:, 0]).max() < 1e-3


def test_what_is_wrong_with_a_file_is_said_in_one_line(tmp_path):
    (tmp_path / "text").write_text("hello")
    (tmp_path / "empty").touch()
    soundfile.write(tmp_path / "none.wav", np.zeros(0), 16_000)
    for name, words in [
        ("missing", "does not exist"),
        (".", "is not a file"),
        ("text", "cannot be read as sound; give a WAV"),
        ("empty", "cannot be read as sound"),
        ("none.wav", "holds no sound"),
    ]:
        with pytest.raises(BadSound, match=words) as bad:
            read_microphone(tmp_path / name)
        assert "\n" not in str(bad.value)


@pytest.mark.parametrize(
    ("rate", "channels", "seconds", "says"),
    [
        (1, 1, 100_000, "says that it has 1 samples a second"),
        (2_000_000_000, 1, 0.0001, "no sound has"),
        (8_000, 100, 1, "at most 64"),
        (16_000, 1, 7_201, "is longer than two hours"),
    ],
)
def test_what_a_header_claims_is_bounded(tmp_path, rate, channels, seconds, says):
    path, size = tmp_path / "a.wav", 2 * channels * int(rate * seconds)
    form = struct.pack("<HHIIHH", 1, channels, rate, min(2 * channels * rate, 2**32 - 1), 2 * channels, 16)
    head = b"RIFF%sWAVEfmt \x10\0\0\0%sdata%s"
    path.write_bytes(head % (struct.pack("<I", 36 + size), form, struct.pack("<I", size)))
    os.truncate(path, 44 + size)  # the sound is a hole in the file
    with pytest.raises(BadSound, match=says):
        read_microphone(path)


def test_sides_that_cancel_one_another_out_are_heard(tmp_path):
    tone = 0.5 * np.sin(2 * np.pi * 440 * np.arange(16_000) / 16_000)
    for name, sides in (
        ("opposite", [tone, -tone]),
        ("one", [tone, 0 * tone]),
        ("none", [0 * tone, 0 * tone]),
    ):
        soundfile.write(tmp_path / f"{name}.wav", np.array(sides).T, 16_000)
    heard = {
        name: np.abs(np.frombuffer(read_microphone(tmp_path / f"{name}.wav"), "<i2")).max()
        for name in ("opposite", "one", "none")
    }
    assert heard["opposite"] > 16_000
    assert heard["one"] > 8_000
    assert heard["none"] == 0


def test_two_do_not_write_one_file(tmp_path):
    first = WavFile(tmp_path / "a.wav")
    first.write(pcm(1, 2, 3))
    with pytest.raises(BadSound, match="is being written by another session; name another file"):
        WavFile(tmp_path / "a.wav")
    first.close()
    assert soundfile.info(tmp_path / "a.wav").frames == 3
    WavFile(tmp_path / "a.wav").close()
    assert soundfile.info(tmp_path / "a.wav").frames == 0


def test_an_answer_is_for_its_owner_only(tmp_path):
    WavFile(tmp_path / "a.wav").close()
    assert (tmp_path / "a.wav").stat().st_mode & 0o777 == 0o600


def pcm(*samples):
    return np.array(samples, "<i2").tobytes()


def test_sounds_are_added_where_they_begin_and_clipped():
    assert mix_sounds(pcm(1, 2), []) == pcm(1, 2)
    sound = mix_sounds(bytes(64), [(1, pcm(5, 6)), (3, pcm(7))])
    assert np.flatnonzero(np.frombuffer(sound, "<i2")).tolist() == [16, 17, 48]
    assert mix_sounds(pcm(30_000), [(0, pcm(30_000))]) == pcm(32_767)


def test_a_written_file_is_whole_after_every_piece(tmp_path):
    path = tmp_path / "out.wav"
    file = WavFile(path)
    for count in (0, 3, 4):
        file.write(pcm(*range(count)))
    with wave.open(str(path)) as read:
        assert (read.getframerate(), read.getnchannels(), read.getsampwidth()) == (24_000, 1, 2)
        assert read.readframes(99) == pcm(0, 1, 2, 0, 1, 2, 3)
    file.close()
    file.close()
    assert soundfile.info(path).frames == 7


def test_an_output_that_cannot_be_written_is_said_in_one_line(tmp_path):
    for path in (tmp_path, tmp_path / "no" / "such.wav"):
        with pytest.raises(BadSound, match=r"cannot be written: .*; name another file"):
            WavFile(path)
