"""A word that nobody knows is misheard, put right in the yes, and kept with its sound; then it is heard right (laws A3, K1, K2)."""

import json
import os
import re

import pytest

from cli.running import solovox
from e2e.conftest import JOE, Asked
from solovox.speech.stt.whisper import Whisper
from solovox.store.exchange import read
from solovox.weights import Cache, default_root

pytestmark = [pytest.mark.weights, pytest.mark.slow]

SAID, MEANT = "Ask vexley about the invoice.", "Ask Vexleigh about the invoice."
OTHER, MENDED = "Give the letter to Vexley.", "Give the letter to Vexleigh."
CORRECTOR = """
async def agent(text, question):
    yield text.replace("letter", "Letter")
"""


class Talks:
    """The sessions of one person, one after the other."""

    def __init__(self, folder, said):
        self.folder = folder
        self._said = said

    def __call__(self, name, text, *more, voice="slt"):
        """Say a text in a session of its own."""
        folder = self.folder / name
        folder.mkdir()
        wav = self._said(text, voice=voice)
        ask = ("ask", wav, "--speed", "inf", "--journal", f"{name}/journal", "--out", f"{name}/answer.wav")
        done = self.run(*ask, *JOE, *more, PYTHONPATH=str(self.folder))
        assert done.returncode == 0, done.stderr
        return Asked(folder, done)

    def run(self, *arguments, **more):
        return solovox(*arguments, cwd=self.folder, **more)


@pytest.fixture(scope="module")
def talks(tmp_path_factory, said):
    one = Talks(tmp_path_factory.mktemp("taught"), said)
    assert one.run("corrections", "learning", "on").returncode == 0
    return one


@pytest.fixture(scope="module")
def first(talks):
    """A session that was held and edited."""
    return talks("first", SAID, "--set", "approval=review", "--do", f"heard:{MEANT}@held")


@pytest.fixture(scope="module")
def kept(talks, first):
    """What is kept of it."""
    return talks.run("corrections", "export").stdout


def test_K1_its_sound_played_back_is_heard_as_it_was(first, kept):
    (correction,) = read(kept.encode()).corrections
    (hold,) = first.timeline["holds"]
    whisper = Whisper(Cache(default_root(os.environ)).path("whisper-base"))
    assert correction.meant == MEANT == hold["sent"]
    assert correction.heard == hold["heard"] != MEANT
    # How a word that is in no dictionary is spelled depends on the silence around it.
    assert _but_for_the_name(whisper.transcribe(correction.audio).text) == _but_for_the_name(correction.heard)


def _but_for_the_name(text):
    return re.sub(r"\bVexl\w+", "…", text.strip())


def test_R1_the_session_replays_and_says_what_was_taught(first, kept):
    assert "identical" in first.replayed()
    (id_,) = [one["id"] for one in first.entries if one.get("event") == "Taught"]
    assert json.loads(kept)[0]["id"] == id_


def test_K2_in_the_next_session_the_word_is_heard_right_in_another_sentence_and_voice(talks, kept):
    assert kept
    then = talks("then", OTHER, voice="rms")
    (turn,) = then.timeline["turns"]
    assert turn["instruction"] == MENDED
    (heard,) = [one["text"] for one in then.entries if one.get("event") == "LocalTranscript" and one["final"]]
    assert "Vexleigh" not in heard
    assert "identical" in then.replayed()


@pytest.mark.wide  # `make test` has it with a script in the place of sound: tests/app/test_wordings.py
def test_K2_and_where_another_wording_is_proposed_it_is_of_the_mended_words(talks, kept):
    assert kept
    (talks.folder / "corrector.py").write_text(CORRECTOR)
    chosen = ("approval=correct", "corrector.kind=python", "corrector.python.agent=corrector:agent")
    sets = [part for one in chosen for part in ("--set", one)]
    then = talks("worded", OTHER, *sets, "--speed", "2", "--do", "accept@6", voice="rms")
    (hold,) = then.timeline["holds"]
    assert hold["heard"] != MENDED
    assert hold["sent"] == "Give the Letter to Vexleigh."
    assert "identical" in then.replayed()


def test_K2_heard_again_from_its_sound_it_is_better_than_before(talks, kept):
    (id_,) = [one["id"] for one in json.loads(kept)]
    done = talks.run("corrections", "test", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["better"], told["worse"]) == ([id_], [])
    assert 0 == told["werAfter"] < told["werBefore"]
    assert told["corrections"][0]["mended"] == MEANT
