"""Where the wake phrase calls us (law T6): at the beginning or the end of a sentence, and nowhere else."""

import pytest

from solovox.core.sense import Context, Intent
from solovox.lang.understanding import classify, strip_wake_phrase
from text.examples import examples

CALLS = examples("calls, and what is left")
CALLS_NOT = [
    "My computer is slow today.",
    "Computers are getting faster.",
    "The computer's fan is loud.",
    "I told the computer to stop.",
    "A computer, a desk and a chair.",
    "We bought microcomputer parts.",
    "So my computer broke.",
    "",
]
OPEN_ENDED = ["I bought a computer.", "We sat at the computer."]
"""The words alone cannot tell: these end as a call does."""


@pytest.mark.parametrize(("said", "rest"), CALLS)
def test_T6_at_the_beginning_or_the_end_of_a_sentence_it_calls_and_is_no_part_of_the_words(said, rest):
    assert strip_wake_phrase(said, "computer") == (rest, True)


@pytest.mark.parametrize("said", CALLS_NOT)
def test_T6_in_the_middle_of_a_sentence_it_is_a_word_as_any_other(said):
    assert strip_wake_phrase(said, "computer") == (said, False)
    sense = classify(said, Context(wake="computer"))
    assert not sense.calls
    assert sense.rest == said


@pytest.mark.parametrize("said", OPEN_ENDED)
def test_T6_at_the_end_of_a_sentence_it_counts_as_a_call(said):
    assert strip_wake_phrase(said, "computer")[1]


@pytest.mark.parametrize(
    ("said", "calls"),
    [
        ("Hey big computer, the time?", True),
        ("A big computer is loud.", False),
        ("Big, computer.", True),
        ("Computer.", False),
    ],
)
def test_T6_a_phrase_of_two_words_is_both_of_them(said, calls):
    assert strip_wake_phrase(said, "big computer")[1] is calls


def test_T6_without_a_phrase_nothing_calls():
    assert strip_wake_phrase("Computer, what time is it?", "") == ("Computer, what time is it?", False)


def test_T4_T6_stop_is_a_stop_with_the_phrase():
    assert classify("Computer, stop.", Context(wake="computer")).kind is Intent.STOP


@pytest.mark.parametrize(
    "said",
    [
        "Stop!",
        "Stop. Stop. Stop. Stop. Stop.",
        "Stop it, please stop.",
        "Computer, stop stop stop stop stop.",
    ],
)
def test_T4_a_stop_is_one_however_often_it_is_said(said):
    assert classify(said, Context(wake="computer")).kind is Intent.STOP


@pytest.mark.parametrize("said", ["Stop the server, stop the server.", "Stop. Start.", "Tab, tab, tab, tab."])
def test_T4_what_says_more_than_stop_is_none(said):
    assert classify(said, Context()).kind is not Intent.STOP
