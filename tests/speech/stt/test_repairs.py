"""What is repeated stays, but for what has no sound (law K3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.core.mends import MendWhy, mend_text
from solovox.speech.stt.ghosts import loop

SAID, SILENT = 0.3, 0.02
WORDS = st.lists(st.sampled_from(["a", "b", "c", "Stop.", "0,", "tab,"]), max_size=40)


@given(WORDS, st.data())
def test_K3_only_words_without_sound_are_taken_away_and_no_digit(words, data):
    seconds = [data.draw(st.sampled_from([SAID, SILENT])) for _ in words]
    text = " ".join(words)
    told = mend_text(text, loop(text, seconds)).split()
    rest = iter(word.strip(".,").lower() for word in words)
    assert all(word.strip(".,").lower() in rest for word in told)
    assert len(words) - len(told) <= 2 * seconds.count(SILENT)
    assert told.count("0,") == words.count("0,")


@given(WORDS)
def test_K3_what_was_said_stays_however_often(words):
    assert loop(" ".join(words), [SAID] * len(words)) == ()


@pytest.mark.parametrize(
    ("heard", "silent", "meant"),
    [
        ("Stop. Stop. Stop. Stop. Stop.", (1, 2, 3, 4), "Stop."),
        ("Run the tests. Run the tests. Run the", (3, 4, 5, 6, 7), "Run the tests."),
        ("Run the tests. Run the tests. Go on.", (2, 3, 4), "Run the tests. Go on."),
        ("go over and over and over and over again", (3, 4, 5, 6), "go over and over again"),
        ("no no no no no", (3, 4), "no no no no no"),
        ("0, 0, 0, 0, 0, 0,", (2, 3, 4, 5), "0, 0, 0, 0, 0, 0,"),
    ],
)
def test_K3_a_loop_is_a_mend(heard, silent, meant):
    found = loop(heard, [SILENT if at in silent else SAID for at in range(len(heard.split()))])
    assert mend_text(heard, found) == meant
    assert all(mend.why is MendWhy.LOOP and mend.heard in heard.lower() for mend in found)
