"""What was misheard is edited and kept: its sound, played back, is heard as it was the first time (laws K1, K2)."""

import json
import os

import pytest

from cli.running import solovox
from e2e.conftest import JOE, QUESTION, Asked
from solovox.speech.stt.whisper import Whisper
from solovox.store.exchange import read
from solovox.weights import Cache, default_root

pytestmark = [pytest.mark.weights, pytest.mark.slow]

MEANT = "What time is it in Oslo?"


@pytest.fixture(scope="module")
def taught(tmp_path_factory):
    """A session that was held and edited, and what is kept of it."""
    folder = tmp_path_factory.mktemp("taught")
    assert solovox("corrections", "learning", "on", cwd=folder).returncode == 0
    ask = ("ask", QUESTION, "--speed", "inf", "--journal", "journal", "--out", "answer.wav", *JOE)
    done = solovox(*ask, "--set", "approval=review", "--do", f"heard:{MEANT}@held", cwd=folder)
    assert done.returncode == 0, done.stderr
    kept = solovox("corrections", "export", cwd=folder)
    return Asked(folder, done), kept.stdout


def test_K1_its_sound_played_back_is_heard_as_it_was(taught):
    asked, kept = taught
    (correction,) = read(kept.encode()).corrections
    (hold,) = asked.timeline["holds"]
    whisper = Whisper(Cache(default_root(os.environ)).path("whisper-base"))
    assert correction.meant == MEANT == hold["sent"]
    assert correction.heard == hold["heard"]
    assert whisper.transcribe(correction.audio).text.strip() == correction.heard.strip()


def test_R1_the_session_replays_and_says_what_was_taught(taught):
    asked, kept = taught
    assert "identical" in asked.replayed()
    (id_,) = [one["id"] for one in asked.entries if one.get("event") == "Taught"]
    assert json.loads(kept)[0]["id"] == id_
