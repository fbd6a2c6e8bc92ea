"""What phones and browsers record is read as any sound file is; the files are made by FFmpeg itself."""

import sys

import av
import numpy as np
import pytest

from solovox.surfaces.wav import BadSound, read_microphone

KINDS = [
    ("memo.m4a", "ipod", "aac", 44_100, "mono"),
    ("memo.m4a", "ipod", "alac", 48_000, "stereo"),
    ("clip.mp4", "mp4", "aac", 48_000, "stereo"),
    ("said.webm", "webm", "libopus", 48_000, "mono"),
    ("said.mka", "matroska", "pcm_s16le", 16_000, "stereo"),
]


def written(path, container, codec, rate, layout, seconds=1, gain=(1, 1)):
    tone = 0.5 * np.sin(2 * np.pi * 440 * np.arange(seconds * rate) / rate)
    sides = np.stack([side * tone for side in gain[: 2 if layout == "stereo" else 1]])
    with av.open(str(path), "w", format=container) as file:
        stream = file.add_stream(codec, rate=rate, layout=layout)
        frame = av.AudioFrame.from_ndarray(sides.astype(np.float32), format="fltp", layout=layout)
        frame.sample_rate = rate
        shaped = av.AudioResampler(stream.format, stream.layout, rate, stream.frame_size or None)
        for made in [*shaped.resample(frame), *shaped.resample(None)]:
            file.mux(stream.encode(made))
        file.mux(stream.encode(None))
    return path


def loudness(pcm):
    samples = np.frombuffer(pcm, "<i2") / 32_768
    return np.sqrt((samples[2_000:14_000] ** 2).mean())


@pytest.mark.parametrize(("name", "container", "codec", "rate", "layout"), KINDS)
def test_what_a_phone_or_a_browser_records_is_read(tmp_path, name, container, codec, rate, layout):
    pcm = read_microphone(written(tmp_path / name, container, codec, rate, layout))
    assert abs(len(pcm) // 2 - 16_000) <= 1_600
    assert abs(loudness(pcm) - 0.5 / np.sqrt(2)) < 0.03
    spectrum = np.abs(np.fft.rfft(np.frombuffer(pcm, "<i2")[2_000:14_000]))
    assert abs(spectrum.argmax() * 16_000 / 12_000 - 440) < 5


def test_the_kind_is_told_by_what_is_in_the_file_and_not_by_its_name(tmp_path):
    made = written(tmp_path / "memo.m4a", "ipod", "aac", 44_100, "mono")
    assert read_microphone(made.rename(tmp_path / "sound.wav"))


def test_sides_that_cancel_one_another_out_are_heard(tmp_path):
    pcm = read_microphone(written(tmp_path / "a.m4a", "ipod", "alac", 48_000, "stereo", gain=(1, -1)))
    assert loudness(pcm) > 0.3


@pytest.mark.parametrize("kept", [20, 400, 3_000])
def test_a_damaged_file_is_one_line(tmp_path, kept):
    made = written(tmp_path / "memo.m4a", "ipod", "aac", 44_100, "mono")
    made.write_bytes(made.read_bytes()[:kept])
    with pytest.raises(BadSound) as error:
        read_microphone(made)
    assert str(error.value) == f"{made} cannot be read as sound; give a WAV, FLAC, OGG, MP3, M4A or WebM file"


def test_a_film_without_sound_is_one_line(tmp_path):
    with av.open(str(tmp_path / "film.mp4"), "w") as file:
        stream = file.add_stream("mpeg4", rate=10)
        stream.width = stream.height = 64
        picture = av.VideoFrame.from_ndarray(np.zeros((64, 64, 3), np.uint8))
        file.mux(stream.encode(picture))
        file.mux(stream.encode(None))
    with pytest.raises(BadSound, match="cannot be read as sound"):
        read_microphone(tmp_path / "film.mp4")


def test_without_the_decoders_one_line_says_how_to_get_them(tmp_path, monkeypatch):
    made = written(tmp_path / "said.webm", "webm", "libopus", 48_000, "mono")
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(BadSound, match=r"formats \(36 MB\): run: solovox install formats"):
        read_microphone(made)
