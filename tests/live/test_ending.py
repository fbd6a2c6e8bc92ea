"""How likely a person has finished: three witnesses, weighed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.live.local.ending import EndEvidence

LIKELY = st.floats(0, 1)


@given(LIKELY, LIKELY, LIKELY, LIKELY)
def test_no_witness_for_the_end_makes_it_less_likely(voice, marks, sense, more):
    one = EndEvidence("Set a timer", voice, marks, sense)
    for other in (
        EndEvidence("Set a timer", max(voice, more), marks, sense),
        EndEvidence("Set a timer", voice, max(marks, more), sense),
        EndEvidence("Set a timer", voice, marks, max(sense, more)),
    ):
        assert 0 <= one.likely <= other.likely <= 1


@given(LIKELY, LIKELY, LIKELY)
@pytest.mark.parametrize("words", ["Set a timer and", "Open the file called", "Move it to the."])
def test_what_hangs_is_no_end_whatever_the_others_say(words, voice, marks, sense):
    assert EndEvidence(words, voice, marks, sense).likely == 0


@pytest.mark.parametrize(
    ("words", "likely"), [(None, 0.7), ("Set a timer.", 0.7), ("Please write to Anna,", 0)]
)
def test_without_the_words_witnesses_the_voice_tells_alone(words, likely):
    assert EndEvidence(words, 0.7).likely == likely


def test_a_question_is_an_end_sooner():
    one, other = (
        EndEvidence("What time is it?", 0.5, 0.9, 0.2),
        EndEvidence("What time is it.", 0.5, 0.9, 0.2),
    )
    assert one.likely > other.likely
