"""What an instruction becomes when its words are said again: a table, and what holds for all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.lang.en.words import ENGLISH
from solovox.lang.understanding import correct_held, exchange, restate

RUN = "run the tests in the text folder"


@pytest.mark.parametrize(
    ("held", "said", "meant"),
    [
        # a part of it
        (RUN, "the test folder", "run the tests in the test folder"),
        (RUN, "test folder", "run the tests in the test folder"),
        (RUN, "in the test folder", "run the tests in the test folder"),
        ("Delete the old locks.", "the old logs.", "Delete the old logs."),
        ("Delete the old locks in the cache.", "logs.", "Delete the old logs in the cache."),
        ("push it to master", "to main", "push it to main"),
        ("open the red folder in the green cabinet", "the blue folder", "open the blue folder in the green cabinet"),
        ("um delete the old locks please", "delete the old logs", "um delete the old logs please"),
        ("list files", "list branches", "list branches"),
        ("rename colour to color in main dot pie", "main.py", "rename colour to color in main.py dot pie"),
        # the whole
        (RUN, "run all of the tests in the test folder", "run all of the tests in the test folder"),
        ("delete the old locks", "keep the old logs", "keep the old logs"),
        ("delete the old locks", "show me what was written yesterday", "show me what was written yesterday"),
        ("push it to master", "gateway", "gateway"),
        ("", "delete the old logs", "delete the old logs"),
    ],
)  # fmt: skip
def test_A6_what_is_said_again_takes_the_place_of_what_is_nearest(held, said, meant):
    assert restate(held, said) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("text test", None),
        ("the text folder", None),
        ("text, test", "run the tests in the test folder"),
        ("text but test", "run the tests in the test folder"),
        ("the text folder, the test folder", "run the tests in the test folder"),
        ("text, the test folder", "run the tests in the test folder"),
        ("the tests but the benches", "run the benches in the text folder"),
        ("text", None),
        ("text but", None),
        ("now", None),
        ("the logs, the locks", None),
        ("logs, locks", None),
        ("", None),
    ],
)
def test_A6_not_this_but_that(said, meant):
    assert exchange(RUN, said, ("but",)) == meant


WORDS = st.lists(st.sampled_from("run the tests in text test folder old logs locks".split()), max_size=9)


@given(WORDS, WORDS.filter(bool))
def test_A6_what_was_said_again_stands_in_it_whole_and_all_other_words_were_held(held, said):
    words = restate(" ".join(held), " ".join(said)).split()
    at = next(at for at in range(len(words)) if words[at : at + len(said)] == said)
    assert (words[:at], words[at + len(said) :]) == (
        held[:at],
        held[len(held) - (len(words) - at - len(said)) :],
    )


@given(WORDS.filter(bool))
def test_A6_what_is_said_again_as_it_is_changes_nothing(held):
    text = " ".join(held)
    assert restate(text, text) == text


@pytest.mark.parametrize(
    "text",
    [
        "no, I said the test folder", "No. I said: the test folder", "I meant the test folder", "sorry I meant the test folder",
        "no no, I said the test folder", "um no I actually said the test folder", "no, not text, test", "not text but test",
        "I didn't say the text folder but the test folder",
    ],
)  # fmt: skip
def test_A6_how_it_is_said(text):
    assert correct_held(RUN, text, ENGLISH) == "run the tests in the test folder"


@pytest.mark.parametrize(
    "text",
    [
        "no", "no I said", "I said", "I said no", "I meant yes", "no I said stop", "I said be quiet", "no, I said what?",
        "use the other branch", "no, use the other branch", "I said hm", "the test folder", "yes I said the test folder",
        "no, not the text folder", "not now", "not now, later", "do not run the tests", "I said don't send it",
    ],
)  # fmt: skip
def test_A6_what_is_no_correction(text):
    assert correct_held(RUN, text, ENGLISH) is None
