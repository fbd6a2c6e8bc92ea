"""The wake phrase: by its sound where it can be heard, by whole words where it is read."""

import pytest

from solovox.speech.wake_phrase import SpottedWake, TextWake

pytestmark = pytest.mark.slow

PIECE = 1024


def spotted(wake, pcm):
    sound = bytes(16_000) + pcm + bytes(32_000)
    return sum(wake.hear_phrase(sound[at : at + PIECE]) for at in range(0, len(sound), PIECE))


@pytest.fixture(scope="module")
def wake():
    return SpottedWake("computer")


@pytest.mark.parametrize("voice", ["slt", "rms"])
def test_the_phrase_is_heard_once_each_time_it_is_said(wake, say, voice):
    assert spotted(wake, say("Computer, what time is it?", voice)) == 1
    assert spotted(wake, say("Computer.", voice)) == 1


@pytest.mark.parametrize("text", ["What time is it?", "The committee met the commuter.", "Open the file."])
def test_other_words_are_not_the_phrase(wake, say, text):
    assert spotted(wake, say(text)) == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Computer, what time is it?", True),
        ("OK, computer.", True),
        ("computers are fast", False),
        ("My computer is slow today.", False),
        ("What time is it, computer?", True),
        ("", False),
    ],
)
def test_the_phrase_is_read_as_a_whole_word(wake, text, expected):
    assert wake.read(text) is expected
    assert TextWake("Computer").read(text) is expected


@pytest.mark.parametrize(
    ("draft", "expected"),
    [("My computer.", False), ("My computer", False), ("Computer.", True), ("So. Computer", True)],
)
def test_T6_the_end_of_a_draft_is_no_end_of_a_sentence(wake, draft, expected):
    assert wake.read(draft, more=True) is expected


def test_who_only_reads_never_hears(say):
    assert not TextWake("computer").hear_phrase(say("Computer."))
