"""Talk without the wake phrase, then a question with it: the first leaves no word and no sound behind (law T6)."""

import re

import numpy as np
import pytest
import soundfile

from e2e.conftest import JOE, RATE, written

pytestmark = [pytest.mark.weights, pytest.mark.slow]


@pytest.fixture(scope="module")
def spared(ask, said, tmp_path_factory):
    """Lunch is talked about, then the computer is asked; and the sample at which the question begins at the earliest."""
    lunch = soundfile.read(said("We had soup for lunch on Tuesday.", after=3.0), dtype="int16")[0]
    question = soundfile.read(said("Computer, what time is it?", after=3.0), dtype="int16")[0]
    path = tmp_path_factory.mktemp("room") / "room.wav"
    written(path, np.concatenate([lunch, question]).tobytes())
    return ask(path, "--speed", "inf", *JOE, "--profile", "handoff"), len(lunch)


def test_T6_what_was_said_with_the_phrase_is_asked_without_it(spared):
    asked, _ = spared
    assert asked.done.returncode == 0, asked.done.stderr
    (answer,) = [one["text"] for one in asked.timeline["turns"]] or [""]
    assert answer.startswith("The time is ")
    assert re.search(r"what time is it", asked.done.stdout, re.IGNORECASE)


def test_T6_the_journal_has_no_word_of_what_was_said_without_it(spared):
    asked, _ = spared
    text = asked.journal.read_text().casefold()
    assert "what time is it" in text
    assert not [word for word in ("soup", "lunch", "tuesday") if word in text]


def test_T6_of_what_was_said_without_it_only_silence_is_kept(spared):
    asked, begins = spared
    kept, rate = soundfile.read(asked.folder / "journal" / "sound" / "mic.flac", dtype="int16")
    assert rate == RATE
    assert not kept[:begins].any()
    assert kept[begins:].any()


def test_R1_T6_the_session_replays(spared):
    assert "identical" in spared[0].replayed()


@pytest.mark.parametrize(("voice", "gap"), [("slt", 0.8), ("rms", 1.4), ("slt", 2.0)])
def test_T6_after_the_phrase_alone_the_question_needs_none(ask, said, tmp_path, voice, gap):
    """flite's "Computer." is understood as said by slt; as said by rms it is only spotted."""
    parts = (
        said("Computer.", after=gap, voice=voice),
        said("What time is it?", before=0, after=3.0, voice=voice),
    )
    pcm = np.concatenate([soundfile.read(one, dtype="int16")[0] for one in parts]).tobytes()
    asked = ask(written(tmp_path / "room.wav", pcm), "--speed", "inf", *JOE, "--profile", "handoff")
    assert asked.done.returncode == 0, asked.done.stderr
    assert asked.done.stdout.count("The time is ") == 1
