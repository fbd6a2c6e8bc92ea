"""The sound beside a journal: sample n of the file is sample n of the stream."""

import os
import random
import signal
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.places import largest_file
from solovox.core.units import AudioSpan, StreamId
from solovox.recordings import sound_files
from solovox.recordings.codec import JournalError

pytestmark = pytest.mark.slow

VOICE = StreamId("voice/7")


def noise(seed, samples):
    return random.Random(seed).randbytes(2 * samples)


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(0, 50_000), st.integers(1, 5_000)), max_size=8))
def test_a_file_is_the_stream_with_silence_in_its_holes(tmp_path_factory, spans):
    folder = tmp_path_factory.mktemp("sound")
    files, expected = sound_files.SoundFiles(folder), bytearray()
    for number, (first, count) in enumerate(spans):
        pcm = noise(number, count)
        files.put(AudioSpan(VOICE, first, count), pcm)
        if len(expected) < 2 * first:
            expected.extend(bytes(2 * first - len(expected)))
        expected.extend(pcm[len(expected) - 2 * first :])
    files.close()
    assert sound_files.read(folder, VOICE) == bytes(expected)
    assert files.lost == 0


def test_streams_have_their_own_rate_and_file(tmp_path):
    files = sound_files.SoundFiles(tmp_path)
    files.put(AudioSpan(StreamId("mic"), 0, 10), noise(1, 10))
    files.put(AudioSpan(VOICE, 0, 10), noise(2, 10))
    files.close()
    assert {path.name for path in tmp_path.iterdir()} == {"mic.flac", "voice-7.flac"}
    assert (sound_files.rate_of(StreamId("mic")), sound_files.rate_of(VOICE)) == (16_000, 24_000)
    assert sound_files.read(tmp_path, StreamId("ear/1")) == b""


@pytest.mark.parametrize("name", ["../mic", "/etc/x", "a//b", "", "a-b", "voice/"])
def test_a_name_that_could_leave_the_folder_is_refused(tmp_path, name):
    with pytest.raises(JournalError, match="is not a stream"):
        sound_files.file_of(tmp_path, StreamId(name))


def test_sound_that_cannot_be_kept_is_counted_and_stops_nothing(tmp_path):
    (tmp_path / "file").write_text("in the way")
    for folder, stream in ((tmp_path / "file", "mic"), (tmp_path / "sound", "../mic")):
        files = sound_files.SoundFiles(folder)
        files.put(AudioSpan(StreamId(stream), 0, 7), noise(1, 7))
        files.close()
        assert files.lost == 7
    files.put(AudioSpan(VOICE, 0, 7), noise(1, 7))
    files.close()
    assert (tmp_path / "sound").stat().st_mode & 0o077 == 0


def test_few_files_are_open_and_what_comes_for_a_closed_one_goes_on_in_another(tmp_path):
    files = sound_files.SoundFiles(tmp_path)
    people = [StreamId(f"mic/{number}") for number in range(2 * sound_files.OPEN + 1)]
    for turn in range(3):
        for number, one in enumerate(people):
            # The second time each has paused for two samples.
            files.put(AudioSpan(one, 4 * turn + 2 * (turn > 0), 4), noise(100 * turn + number, 4))
            assert len(os.listdir("/proc/self/fd")) < 100
    files.close()
    assert files.lost == 0
    for number, one in enumerate(people):
        said = [noise(100 * turn + number, 4) for turn in range(3)]
        assert sound_files.read(tmp_path, one) == said[0] + bytes(4) + said[1] + said[2]
    assert {one.name for one in tmp_path.glob("mic-7.*")} == {"mic-7.flac", "mic-7.2.flac", "mic-7.3.flac"}


@pytest.mark.parametrize("room", [0, 100, 20_000, 50_000])
def test_where_the_disk_is_full_sound_is_counted_and_nothing_stops(tmp_path, room):
    files, seconds = sound_files.SoundFiles(tmp_path), 6
    with largest_file(room):
        for n in range(seconds * 10):
            files.put(AudioSpan(StreamId("mic"), n * 1_600, 1_600), noise(n, 1_600))
        files.close()
    kept = sound_files.read(tmp_path, StreamId("mic"))
    assert files.lost + len(kept) // 2 >= seconds * 16_000 - 16_000, "but for what was on its way"
    assert files.lost > 0
    assert kept == b"".join(noise(n, 1_600) for n in range(seconds * 10))[: len(kept)]


def test_sound_is_for_its_owner_only(tmp_path):
    files = sound_files.SoundFiles(tmp_path / "sound")
    files.put(AudioSpan(VOICE, 0, 7), noise(1, 7))
    files.close()
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "sound").iterdir()} == {0o600}


KILLED = """
import sys
from pathlib import Path
from solovox.core.units import AudioSpan, StreamId
from solovox.recordings.sound_files import SoundFiles
files = SoundFiles(Path(sys.argv[1]))
for n in range(10**9):
    files.put(AudioSpan(StreamId("mic"), n * 4096, 4096), bytes([n % 100, n % 100]) * 4096)
    print(n, flush=True)
"""


def test_what_a_killed_session_left_can_be_heard(tmp_path):
    with subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        for _ in range(200):
            child.stdout.readline()
        os.kill(child.pid, signal.SIGKILL)
    pcm = sound_files.read(tmp_path, StreamId("mic"))
    assert len(pcm) >= 2 * 4096 * 100
    for n in range(len(pcm) // 8192):
        assert pcm[n * 8192 : (n + 1) * 8192] == bytes([n % 100, n % 100]) * 4096
