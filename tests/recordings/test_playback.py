"""What can be heard in a page: exactly what was said and played, where it was."""

import base64
import io
import json
import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import soundfile

from solovox.core.units import AudioSpan, StreamId
from solovox.recordings import journal_reader
from solovox.recordings.page import page
from solovox.recordings.playback import LONGEST_MS, voice
from solovox.recordings.sound_files import SoundFiles
from solovox.recordings.timeline import build
from solovox.recordings.turns import ReadSaid, TimelineTurn

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folded(session):
    return build(journal_reader.read(session))


def embedded(text):
    """What a page says of its sound."""
    return json.loads(re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1])["sound"]


def test_what_was_cut_is_drawn_behind_what_was_played_and_over_nothing_else(session, folded):
    drawn = sorted(voice(folded, session / "sound"), key=lambda one: one.at)
    assert [one.heard for one in drawn].count(False) >= 2
    assert all(one.at + len(one.pcm) // 48 <= other.at + 1 for one, other in pairwise(drawn))


def read_of(at, played, samples=24_000, cut=False, stream="voice/1"):
    spans = [AudioSpan(StreamId(stream), 0, samples)]
    return ReadSaid("x", spans, times=[at], ends=[samples], marks=[1], played=played, cut=cut)


@pytest.mark.parametrize(
    ("reads", "expected"),
    [
        ([read_of(0, 24_000)], [(0, 1000, True)]),
        ([read_of(0, 6_000, cut=True)], [(0, 250, True), (250, 750, False)]),
        ([read_of(0, 6_000, cut=True), read_of(400, 24_000)], [(0, 250, True), (250, 150, False), (400, 1000, True)]),
        ([read_of(0, 6_000, cut=True), read_of(0, 0, cut=True)], [(0, 250, True), (250, 750, False), (1000, 1000, False)]),
        ([read_of(0, 0, cut=True), read_of(0, 24_000)], [(0, 1000, True)]),
        ([read_of(0, 24_000, stream="voice/9")], []),
    ],
)  # fmt: skip
def test_each_sound_has_its_own_place(reads, expected, tmp_path, folded):
    files = SoundFiles(tmp_path)
    files.put(AudioSpan(StreamId("voice/1"), 0, 24_000), b"\1\1" * 24_000)
    files.close()
    turn = TimelineTurn(None, 0, reads=reads)
    seen = voice(replace(folded, turns=(turn,)), tmp_path)
    assert [(one.at, len(one.pcm) // 48, one.heard) for one in seen] == expected


def test_the_sound_of_the_page_is_what_was_heard(session, folded):
    text = page(folded, session)
    assert "media-src data:" in text
    flac = base64.b64decode(embedded(text)["flac"])
    heard, rate = soundfile.read(io.BytesIO(flac), dtype="int16")
    assert (rate, heard.ndim) == (24_000, 1)
    assert abs(len(heard) - 24 * folded.length_ms) < 24_000
    for one in voice(folded, session / "sound"):
        part = heard[one.at * 24 : one.at * 24 + len(one.pcm) // 2].astype(float)
        alike = np.corrcoef(part, np.frombuffer(one.pcm, "<i2"))[0, 1] if one.heard else 0
        assert alike > 0.5 if one.heard else abs(alike) < 0.5
    speech = heard[24 * 1_200 : 24 * 2_300]
    assert np.abs(speech).max() > 5_000, "the person is heard, too"


def test_where_there_is_no_sound_it_says_why(session, folded, tmp_path):
    def told(timeline, folder):
        found = embedded(page(timeline, folder))
        assert found["flac"] == ""
        return found["why"]

    assert told(folded, tmp_path) == "no sound was kept"
    assert told(folded, None) == "no sound was kept"
    assert told(replace(folded, length_ms=LONGEST_MS + 1), session).startswith("longer than 30 minutes")
