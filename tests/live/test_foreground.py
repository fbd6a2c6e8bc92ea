"""Whose speech it is, by its loudness; and how likely they have finished: three witnesses, weighed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.live.local.cascade_types import SpeechFrame
from solovox.live.local.ending import EndEvidence
from solovox.live.local.foreground import Foreground
from solovox.live.local.loudness import level

FRAME, SECOND = 512, 32


class Heard:
    """Frames of speech at levels in dBFS, and how they count."""

    def __init__(self, below=15.0):
        self.foreground, self.at = Foreground(0.5, below), 0

    def hear(self, level, frames=4, likely=0.9):
        counted = []
        for _ in range(frames):
            counted.append(self.foreground.of(SpeechFrame(self.at, FRAME, likely, level)).probability)
            self.at += FRAME
        return counted


@pytest.mark.parametrize(("level", "counts"), [(-20, True), (-34, True), (-36, False), (-60, False)])
def test_speech_far_below_the_persons_is_anothers(level, counts):
    heard = Heard()
    heard.hear(-20)
    heard.hear(-70, frames=SECOND)
    assert set(heard.hear(level)) == ({0.9} if counts else {0.0})


def test_the_end_of_a_word_may_fade():
    heard = Heard()
    heard.hear(-20)
    assert set(heard.hear(-60, frames=9)) == {0.9}
    assert heard.hear(-60) == [0.0] * 4


def test_the_first_who_speaks_is_the_person_however_quietly():
    assert Heard().hear(-55) == [0.9] * 4


def test_who_speaks_louder_is_the_person_from_then_on():
    heard = Heard()
    assert heard.hear(-45) == [0.9] * 4
    heard.hear(-20)
    heard.hear(-70, frames=SECOND)
    assert heard.hear(-45) == [0.0] * 4


def test_one_loud_frame_is_a_click():
    heard = Heard()
    heard.hear(-40)
    heard.hear(-10, frames=1)
    heard.hear(-60, frames=SECOND, likely=0.1)
    assert heard.hear(-40) == [0.9] * 4


def test_ten_seconds_after_the_persons_speech_anybody_is_heard():
    heard = Heard()
    heard.hear(-20)
    heard.hear(-70, frames=SECOND)
    assert set(heard.hear(-45, frames=8 * SECOND)) == {0.0}
    assert heard.hear(-45, frames=2 * SECOND)[-1] == 0.9


@given(st.lists(st.integers(-12, 12), min_size=1, max_size=8))
def test_a_person_who_grows_softer_or_louder_by_less_is_heard_all_along(steps):
    heard, level = Heard(), -30
    for step in steps:
        level = max(-70, min(-10, level + step))
        assert set(heard.hear(level, frames=10 * SECOND)) == {0.9}


def test_one_loud_word_does_not_make_a_stranger_of_the_person():
    heard = Heard()
    heard.hear(-35, frames=2 * SECOND)
    heard.hear(-15, frames=8)
    heard.hear(-70, frames=SECOND, likely=0.1)
    assert set(heard.hear(-35, frames=SECOND)) == {0.9}


def test_who_talks_behind_the_person_does_not_become_the_person():
    heard = Heard()
    heard.hear(-20, frames=SECOND)
    for _ in range(5):
        heard.hear(-20, frames=SECOND)
        assert 0.9 not in heard.hear(-40, frames=5 * SECOND)[10:]


def test_the_level_of_a_frame():
    assert level(b"") == level(bytes(1024)) == pytest.approx(-120)
    assert level(b"\xff\x7f\x01\x80" * 256) == pytest.approx(0, abs=0.01)
    assert level(b"\x00\x10" * 512) == pytest.approx(-120)


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
