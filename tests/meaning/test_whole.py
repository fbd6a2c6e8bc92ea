"""The judge of whole utterances: wide bounds on phrases, and what does not count."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.meaning.whole import LAST, Whole, as_file, words_of

JUDGE = Whole.read()


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("set the", 0.0, 0.1),
        ("remind me to", 0.0, 0.1),
        ("put the tests in the", 0.0, 0.1),
        ("move the file from source to", 0.0, 0.1),
        ("what is the weather in", 0.0, 0.15),
        ("between monday and", 0.0, 0.15),
        ("i think we should", 0.0, 0.3),
        ("can you", 0.0, 0.15),
        ("i want", 0.0, 0.2),
        ("the file called", 0.0, 0.45),
        ("set a timer", 0.1, 0.7),
        ("the number is five five five", 0.05, 0.6),
        ("run the tests again", 0.6, 1.0),
        ("yes", 0.5, 1.0),
        ("thank you", 0.4, 1.0),
    ],
)
def test_a_phrase_is_as_whole_as_it_sounds(text, least, most):
    assert least <= JUDGE.whole(text) <= most


@pytest.mark.parametrize("text", ["", "   ", "...", "?!"])
def test_nothing_is_not_whole(text):
    assert JUDGE.whole(text) == 0.0


@given(st.text())
def test_any_text_has_a_probability(text):
    assert 0.0 <= JUDGE.whole(text) <= 1.0


@given(
    st.lists(st.sampled_from("set a timer for the kitchen it's seven and".split()), min_size=1, max_size=30)
)
def test_case_and_marks_do_not_count(words):
    said = JUDGE.whole(" ".join(words))
    assert said == JUDGE.whole(", ".join(words).upper() + ".")
    assert said == JUDGE.whole("… ".join(words) + "?")


@given(st.lists(st.sampled_from("one two red blue".split()), min_size=LAST, max_size=2 * LAST))
def test_only_the_last_words_count(words):
    assert words_of(" ".join(words)) == words[-LAST:]


def test_a_file_of_other_features_is_refused():
    with pytest.raises(ValueError, match="weights"):
        as_file(JUDGE.weights[:-1].astype(float), 0.0)
