"""Smart Turn by its file: probabilities, whatever the length, of what ends in a pause."""

import pytest

from solovox.speech.smart_turn import PauseOnly, SmartTurn

PAUSE = bytes(2 * 3200)


@pytest.fixture(scope="module")
def smart_turn(weights):
    return SmartTurn(weights.path("smart-turn", "smart-turn-v3.2-cpu.onnx"))


@pytest.mark.weights
@pytest.mark.parametrize("seconds", [0, 0.01, 1, 8, 20])
def test_any_length_has_a_probability(smart_turn, say, seconds):
    sound = (say("This is a long story that goes on.") * 9)[: 2 * int(seconds * 16_000)]
    assert 0.0 <= smart_turn.rate_end(sound) <= 1.0


@pytest.mark.weights
def test_only_the_last_eight_seconds_are_judged(smart_turn, say):
    sound = (say("Tell me something about it.") * 9)[-2 * 8 * 16_000 :]
    assert smart_turn.rate_end(sound) == smart_turn.rate_end(say("Something else.") + sound)


@pytest.mark.weights
def test_a_finished_sentence_is_more_finished_than_one_cut_in_half(smart_turn, say):
    whole = say("Run the tests in the other folder.", "slt")
    half = whole[: len(whole) // 4 * 2]
    assert smart_turn.rate_end(whole + PAUSE) > 0.5
    assert smart_turn.rate_end(half) < smart_turn.rate_end(whole + PAUSE)


def test_who_knows_nothing_says_half():
    assert PauseOnly().rate_end(b"") == 0.5
