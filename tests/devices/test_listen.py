"""Hands free at real devices: a phrase, an answer, and again, in one session."""

import os
import re

import pytest

from devices.listening import listening

pytestmark = [pytest.mark.slow, pytest.mark.weights]

CYCLES = int(os.environ.get("CYCLES", "3"))
"""`make devices` goes on for longer."""
QUESTIONS = (
    ("Computer, what time is it?", r"time is"),  # at which minute is not for a test: some are misheard
    ("Computer, what is seven times six?", r"\b42\b|forty.two"),
)


@pytest.fixture(scope="module")
def person(server, tmp_path_factory):
    """Somebody at `solovox listen`; the tests below are one session."""
    folder = tmp_path_factory.mktemp("listening")
    with listening(server, folder) as one:
        one.errors = folder / "errors"
        yield one


def test_each_question_is_answered_in_one_session(person, spoken, heard_as):
    for n in range(CYCLES):
        question, answer = QUESTIONS[n % len(QUESTIONS)]
        words = heard_as(person.asks(spoken(question)))
        assert re.search(answer, words), (n, words)


def test_talk_without_the_phrase_is_not_answered(person, spoken, heard_as):
    since = person.ears.at
    assert person.server.say(spoken("What is the date today? I wonder.", after=2.5)).wait(60) == 0
    assert not person.ears.loud(since), "it was answered, or woken"
    words = heard_as(person.asks(spoken(QUESTIONS[0][0])))
    assert re.search(QUESTIONS[0][1], words), words


def test_L5_ctrl_c_leaves_no_stream_and_no_traceback(person):
    assert person.hangs_up() == 0
    person.ears.close()
    assert person.server.streams() == []
    errors = person.errors.read_text()
    assert "Traceback" not in errors
    assert not re.search(r"ALSA|jack|dsp|Expression", errors, re.IGNORECASE), (
        "noise of libraries is not shown"
    )
