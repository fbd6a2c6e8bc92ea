"""Which other wordings of what was heard may be shown: nothing is added to it (law A1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.text.proposal import fits
from text.examples import examples

WORDS = "delete move copy the old new logs folder test not only two main branch from to".split()


@pytest.mark.parametrize(
    ("heard", "proposed"),
    examples("wordings that only mend"),
)
def test_A1_a_wording_that_mends_what_was_heard_fits(heard, proposed):
    assert fits(heard, proposed)


@pytest.mark.parametrize(
    ("heard", "proposed"),
    [*examples("wordings that add or turn"), ("list files", "list files\u202e")],
)
def test_A1_a_wording_that_adds_or_turns_anything_does_not(heard, proposed):
    assert not fits(heard, proposed)


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=9), st.data())
def test_A1_no_word_is_slipped_in_and_what_was_heard_always_fits(words, data):
    heard = " ".join(words)
    assert fits(heard, heard)
    at = data.draw(st.integers(0, len(words)))
    for word in ("server", "not", "seven"):
        assert not fits(heard, " ".join([*words[:at], word, *words[at:]]))


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_is_judged(heard, proposed):
    if fits(heard, proposed):
        assert "\n" not in proposed


def test_a_long_text_is_judged_soon():
    heard = " ".join(["delete the old logs"] * 100)
    assert not fits(heard, f"{heard} now")
