"""What C libraries write to stderr in the middle of a screen is not shown."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

NOISE = (
    "Expression 'alsa_snd_pcm_start( stream->playback.pcm )' failed in 'src/hostapi/alsa/pa_linux_alsa.c', line: 3665",
    "ALSA lib pcm.c:2664:(snd_pcm_open_noupdate) Unknown PCM cards.pcm.rear",
    "jack server is not running or cannot be started",
    "Cannot connect to server socket err = No such file or directory",
    "ALSA lib pcm_oss.c:397:(_snd_pcm_oss_open) Cannot open device /dev/dsp",
)


def written(within, after=""):
    """What a process writes to stderr that does this in the block, and behind it."""
    program = f"""
import os, subprocess, sys
from solovox.cli.streams import quiet_libraries
with quiet_libraries():
    {within}
{after}
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    return done.stderr


@pytest.mark.parametrize("noise", NOISE)
def test_noise_of_a_library_is_dropped(noise):
    assert written(f"os.write(2, {(noise + chr(10)).encode()!r})") == ""


def test_a_library_that_says_something_else_is_heard_and_so_is_a_child():
    assert written("os.write(2, b'out of memory\\n')") == "out of memory\n"
    assert written("subprocess.run(['sh', '-c', 'echo lost >&2'])") == "lost\n"


def test_what_we_write_comes_whole_and_at_once():
    assert written("print('one', file=sys.stderr); print('two', file=sys.__stderr__)") == "one\ntwo\n"


def test_behind_the_block_all_is_as_it_was():
    noise = f"os.write(2, {(NOISE[0] + chr(10)).encode()!r}); print('ours', file=sys.stderr)"
    assert written("pass", noise) == f"{NOISE[0]}\nours\n"


def test_an_error_in_the_block_is_shown():
    assert "ZeroDivisionError" in written("1 / 0")
