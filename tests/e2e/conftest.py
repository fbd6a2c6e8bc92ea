"""Whole sessions from sound files, each a process of its own, run once and looked at by several tests."""

import json
import subprocess
import wave
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest
from click.testing import CliRunner

import house_rules as house
from cli.running import solovox
from solovox.cli.replay import replay, timeline

JOE = ("--set", "narrator.voice=joe")
"""Where it does not matter whose voice it is: this one is loaded and rendered sooner."""
QUESTION = house.ROOT / "examples" / "question.wav"
RATE = 16_000


@dataclass
class Asked:
    """A session that has ended."""

    folder: Path
    done: subprocess.CompletedProcess

    @property
    def journal(self):
        return self.folder / "journal" / "journal.jsonl"

    @cached_property
    def timeline(self):
        told = CliRunner().invoke(timeline, [str(self.journal), "--json"])
        assert told.exit_code == 0, told.stderr
        return json.loads(told.stdout)

    @cached_property
    def entries(self):
        return [json.loads(line) for line in self.journal.read_text().splitlines()[1:]]

    @cached_property
    def answer(self):
        with wave.open(str(self.folder / "answer.wav")) as file:
            assert file.getparams()[:3] == (1, 2, 24_000)
            return file.readframes(file.getnframes())

    def replayed(self, **variables):
        """What `replay` says: in this process, which is not that of the session; with variables in one more."""
        if variables:
            done = solovox("replay", self.journal, cwd=self.folder, **variables)
            assert done.returncode == 0, done.stdout + done.stderr
            return done.stdout
        told = CliRunner().invoke(replay, [str(self.journal)])
        assert told.exit_code == 0, told.output
        return told.stdout


@pytest.fixture(scope="session")
def ask(tmp_path_factory):
    """A function: the question, further arguments, further variables → `Asked`."""

    def begin(wav, *arguments, before=(), **variables):
        folder = tmp_path_factory.mktemp("session")
        fixed = ("ask", wav, "--out", "answer.wav", "--journal", "journal")
        return Asked(folder, solovox(*fixed, *arguments, cwd=folder, before=before, **variables))

    return begin


@pytest.fixture(scope="session")
def plain(ask):
    """The example, without waiting."""
    return ask(QUESTION, "--speed", "inf")


@pytest.fixture(scope="session")
def said(tmp_path_factory):
    """A function: text to the path of its sound, as flite says it, with quiet before and after."""
    folder = tmp_path_factory.mktemp("said")

    def render(text, before=0.3, after=1.0, voice="slt"):
        path = folder / f"{len(list(folder.iterdir()))}.wav"
        command = ["flite", "-voice", voice, "-t", text, "-o", "/dev/stdout"]
        pcm = subprocess.run(command, check=True, capture_output=True).stdout[44:]
        return written(path, bytes(2 * int(RATE * before)) + pcm + bytes(2 * int(RATE * after)))

    return render


def written(path, pcm, rate=RATE, channels=1):
    """16-bit sound as a WAV file."""
    with wave.open(str(path), "wb") as file:
        file.setparams((channels, 2, rate, 0, "NONE", ""))
        file.writeframes(pcm)
    return path
