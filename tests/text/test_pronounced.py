"""How the person wants words said: what a live reader is given, and what counts as said (laws N2, G6)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.ports import SpeechCorrection
from solovox.text.following import Follower
from solovox.text.pronounced import respelt

OWN = [
    SpeechCorrection(written, "2026-01-31T09:00:00.000Z", written, spoken)
    for written, spoken in (
        ("Vexley", "vecks lee"),
        ("Nguyen", "win"),
        ("C3 Box", "see three"),
        ("XJ", "ex jay 25"),
        ("bass", "/beɪs/"),
    )
]


def followed(script, heard, own=OWN):
    follower = Follower(script, pronounced=own)
    follower.feed(heard)
    end = follower.at_end()
    return end.said_to if end.strayed else "all" if end.said_to == len(script) else end.said_to


@pytest.mark.parametrize(
    ("script", "heard", "said"),
    [
        ("Ask Vexley now.", "Ask Vexley now.", "all"),
        ("Ask Vexley now.", "ask vecks lee now", "all"),
        ("Ask VEXLEY now.", "ask Vecks Lee. Now", "all"),
        ("Ask Vexley now.", "Ask vecks now.", 3),
        ("Ask Vexley now.", "Ask Mexley now.", 3),
        ("Ask Nguyen, or Nguyen.", "Ask Win, or Nguyen.", "all"),
        ("We win.", "We Nguyen.", 2),
        ("Open C3 Box, twice.", "Open see three, twice.", "all"),
        ("Open C3 Box, twice.", "Open C 3 box, twice.", "all"),
        ("Open C3 Box, twice.", "Open C three three, twice.", 4),
        ("Take the XJ.", "Take the ex jay twenty five.", "all"),
        ("Frag Vexley, das ist gut.", "Frag Vecks Lee, das ist gut.", "all"),
        ("The bass is loud.", "The bass is loud.", "all"),
    ],
)
def test_G6_a_word_that_the_person_taught_is_followed_in_either_spelling(script, heard, said):
    assert followed(script, heard) == said


def test_G6_without_it_another_spelling_is_another_word():
    assert followed("Ask Nguyen now.", "Ask win now.", own=()) == 3


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("Ask Vexley's bass, VEXLEY.", "Ask vecks lee's bass, vecks lee."),
        ("Convexley and XJ", "Convexley and ex jay 25"),
        ("Nothing.", "Nothing."),
    ],
)
def test_N2_a_live_reader_is_given_the_words_as_the_person_wants_them_said(text, given):
    assert respelt(text, OWN) == given


@given(
    st.lists(st.sampled_from(["Vexley", "Nguyen,", "C3 Box", "XJ", "bass", "it", "25", "."])).map(" ".join)
)
def test_G6_what_is_read_as_it_was_given_is_followed(script):
    for heard in (script, respelt(script, OWN)):
        assert followed(script, heard) == "all"
