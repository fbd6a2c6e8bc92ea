"""Loops are taken out, phrases mended, and nothing is invented."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.speech.stt.repairs import mend, without_repeats


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        ("Show me the get log.", "Show me the git log."),
        ("Get log, please", "Git log, please"),
        ("get the log", "get the log"),
        ("forget logs", "forget logs"),
        ("run pie test again", "run pytest again"),
        ("Sand it.", "Send it."),
        ("sand it", "send it"),
        ("That is all. Sand it!", "That is all. Send it!"),
        ("Sand it down.", "Sand it down."),
        ("Take the door and sand it.", "Take the door and sand it."),
        ("", ""),
    ],
)
def test_a_few_phrases_are_mended(heard, meant):
    assert mend(heard) == meant


@pytest.mark.parametrize(
    ("heard", "told"),
    [
        ("no no no", "no no no"),
        ("Stop. Stop. Stop. Stop. Stop.", "Stop."),
        ("I know. I know. I know. I know.", "I know."),
        ("stop the server stop the server", "stop the server stop the server"),
        ("go on and read the file go on and read the file", "go on and read the file"),
        ("first, then over and over and over and over and over again", "first, then over and over again"),
        ("", ""),
        ("one", "one"),
    ],
)
def test_loops_are_reduced_to_one_round(heard, told):
    assert without_repeats(heard) == told


WORDS = st.lists(st.sampled_from(["a", "b", "c", "Stop."]), max_size=40)


@given(WORDS)
def test_repairing_only_takes_words_away_and_is_done_at_once(words):
    text = " ".join(words)
    told = without_repeats(text)
    rest = iter(words)
    assert all(word in rest for word in told.split())
    assert set(told.split()) == set(words)
