"""The person takes the floor while the answer is read: speech cuts, "stop" stops, a cough does neither."""

import numpy as np
import pytest

from e2e.conftest import JOE, RATE, written

pytestmark = [pytest.mark.weights, pytest.mark.slow]

QUICK = ("--speed", "inf", *JOE)
LONG = "What can you do?"
"""The offline brain says all that it can: some twelve seconds."""


@pytest.fixture(scope="module")
def uncut(ask, said):
    asked = ask(said(LONG), *QUICK)
    assert asked.done.returncode == 0, asked.done.stderr
    return asked


def sounding(asked):
    """The millisecond at which the answer begins to sound."""
    return next(one["at"] for one in asked.entries if "Play" in one.get("commands", ()))


def loud_after(asked, ms):
    return np.count_nonzero(np.frombuffer(asked.answer, "<i2")[ms * 24 :])


def test_the_answer_is_long_enough_to_be_interrupted(uncut):
    (turn,) = uncut.timeline["turns"]
    assert turn["cut"] is False
    assert len(turn["text"]) > 80
    assert loud_after(uncut, sounding(uncut) + 5_000)


@pytest.mark.wide
def test_T4_stop_cuts_the_voice_and_nothing_is_heard_after_it(uncut, ask, said):
    at = sounding(uncut) / 1000 + 1.5
    asked = ask(said(LONG), *QUICK, "--barge-in", f"{said('Stop.')}@{at}")
    turn = asked.timeline["turns"][0]
    assert turn["cut"] is True
    assert turn["text"].startswith(turn["played"])
    assert 0 < len(turn["played"]) < len(turn["text"])
    assert not loud_after(asked, round(at * 1000) + 2_500)
    assert asked.replayed().startswith("identical")


@pytest.mark.wide
def test_T1_another_question_is_answered_instead(uncut, ask, said):
    at = sounding(uncut) / 1000 + 1.5
    asked = ask(
        said(LONG), *QUICK, "--set", "amend=replace", "--barge-in", f"{said('What time is it?')}@{at}"
    )
    first, *_, last = asked.timeline["turns"]
    assert first["cut"] is True
    assert last["text"].startswith("The time is ")
    assert last["played"] == last["text"]
    assert asked.replayed().startswith("identical")


@pytest.fixture(scope="module")
def cough(tmp_path_factory):
    """A burst of noise of a fifth of a second."""
    chance = np.random.default_rng(7)
    burst = 0.4 * chance.standard_normal(RATE // 5) * np.exp(-np.arange(RATE // 5) / 900)
    sound = (np.clip(burst, -1, 1) * 32_767).astype("<i2").tobytes()
    return written(tmp_path_factory.mktemp("cough") / "cough.wav", sound)


@pytest.mark.wide
def test_T1_a_cough_does_not_kill_the_answer(uncut, ask, said, cough):
    at = sounding(uncut) / 1000 + 1.5
    asked = ask(said(LONG), *QUICK, "--barge-in", f"{cough}@{at}")
    (turn,) = asked.timeline["turns"]
    assert turn["played"] == turn["text"]
    assert asked.replayed().startswith("identical")


def test_a_session_with_a_cough_a_question_and_a_stop(uncut, ask, said, cough):
    at = sounding(uncut) / 1000
    sounds = {cough: at + 1, said("What can you do?"): at + 3, said("Stop."): at + 9}
    barges = [word for path, second in sounds.items() for word in ("--barge-in", f"{path}@{second}")]
    asked = ask(said(LONG), *QUICK, *barges)
    first, second, *rest = asked.timeline["turns"]
    assert first["cut"] is True
    assert words(second["heard"]) == words("what can you do")
    assert second["cut"] is True
    assert not any(turn["text"] for turn in rest)
    assert not loud_after(asked, round((at + 9) * 1000) + 2_500)
    assert asked.replayed(PYTHONHASHSEED="1") == asked.replayed(PYTHONHASHSEED="2")


def words(text):
    return "".join(c for c in text.lower() if c.isalpha() or c == " ").split()
