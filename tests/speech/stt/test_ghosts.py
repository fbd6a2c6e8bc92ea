"""What is believed of what a recogniser wrote. The figures are as measured with Whisper base and tiny."""

import pytest

from solovox.speech.stt.ghosts import Evidence, is_believed


@pytest.mark.parametrize(
    ("text", "confidence", "no_speech", "expected"),
    [
        ("Stop", 0.21, 0.05, True),  # T4: one short word, said once over a reading
        ("Stop.", 0.05, 0.05, False),
        ("Stop.", 0.4, 0.7, False),
        ("Yes.", 0.23, 0.09, True),  # as a clear voice says it alone
        ("Nope", 0.29, 0.09, True),
        ("Yes", 0.19, 0.09, False),
        ("Yes", 0.29, 0.7, False),
        ("Yeah", 0.42, 0.1, True),
        ("Okay.", 0.39, 0.05, True),
        ("Okay", 0.34, 0.09, False),
        ("Okay", 0.5, 0.31, False),
        ("Run", 0.29, 0.09, False),
        ("Run the tests.", 0.96, 0.01, True),
        ("Stop.", 0.46, 0.04, True),
        ("Thank you.", 0.88, 0.01, True),
        ("Thank you.", 0.55, 0.01, False),
        ("Thanks for watching!", 0.7, 0.5, False),
        ("you", 0.03, 0.9, False),
        ("I'm going to put the water in the pot.", 0.16, 0.84, False),
        ("I'm going to put the water in the pot.", 0.5, 0.84, False),
        ("[BLANK_AUDIO]", 0.99, 0.0, False),
        ("(upbeat music)", 0.99, 0.0, False),
        ("♪ la la ♪", 0.99, 0.0, False),
        ("...", 0.99, 0.0, False),
        ("Open (the) file", 0.9, 0.0, True),
    ],
)
def test_what_is_believed(text, confidence, no_speech, expected):
    assert is_believed(Evidence(text, confidence, no_speech, 2.0)) is expected


def test_a_loop_is_not_believed_unless_it_is_sure():
    said = "and then we go to the store " * 12
    assert not is_believed(Evidence(said, 0.6, 0.1, 10.0))
    assert is_believed(Evidence(said, 0.9, 0.1, 10.0))


@pytest.mark.parametrize("word", ["Stop.", "Be quiet!"])
def test_T4_a_stop_that_is_said_again_and_again_is_believed_as_one_is(word):
    assert is_believed(Evidence(" ".join([word] * 5), 0.2, 0.1, 3.0))


def test_what_silence_is_heard_as_is_no_more_believed_when_it_is_written_again():
    assert not is_believed(Evidence("Thank you. Thank you. Thank you.", 0.55, 0.1, 3.0))
