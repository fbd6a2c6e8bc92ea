"""Both our ends at once: `solovox ask` with `solovox live-server` as its live model, two processes and a socket."""

import json

import pytest

from cli.serving import serving
from e2e.conftest import QUESTION

pytestmark = [pytest.mark.weights, pytest.mark.slow]


KEY = "the-key-of-this-test"


@pytest.fixture(scope="module")
def live(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("server"), "--voice", "joe", "--require-key", KEY) as server:
        yield server


@pytest.fixture(scope="module")
def asked(ask, live):
    """A live model of our own listens, and another connection to it reads."""
    flags = (f"ear.url={live.told['ws']}", "ear.kind=gemini", "narrator.kind=reader")
    flags = [word for flag in flags for word in ("--set", flag)]
    # At half the speed a busy machine has twice the time for two recognisers.
    return ask(QUESTION, "--speed", "0.5", *flags, SOLOVOX_EAR__API_KEY=KEY)


def test_it_hears_hands_over_and_reads(asked):
    assert asked.done.returncode == 0, asked.done.stderr
    (turn,) = asked.timeline["turns"]
    assert turn["heard"].strip() == turn["instruction"] == "What time is it?"
    assert turn["text"].startswith("It is ")
    assert turn["played"] == turn["text"]
    assert any(asked.answer)


def test_G6_what_it_read_is_what_it_was_given(asked):
    followed = [one for one in asked.entries if one.get("event") == "ReadFollowed"]
    (turn,) = asked.timeline["turns"]
    assert followed[-1]["said_to"] == len(turn["said"][0])
    assert followed[-1].get("score", 1.0) == 1.0


def test_the_ear_called_and_said_nothing(asked):
    names = [one.get("event") for one in asked.entries]
    assert "EarCalled" in names
    assert "EarSpoke" not in names
    assert "ReadStrayed" not in names


def test_R1_the_journal_replays_identically(asked):
    assert {asked.replayed(PYTHONHASHSEED=seed).split(":")[0] for seed in ("0", "4242")} == {"identical"}


def test_another_key_is_refused_and_none_is_shown(ask, live, asked):
    flags = ("--speed", "8", "--set", f"ear.url={live.told['ws']}", "--set", "narrator.kind=voice")
    wrong = ask(QUESTION, *flags, SOLOVOX_EAR__API_KEY="another-key-of-this-test")
    assert wrong.done.returncode == 1
    assert "refuses the key" in wrong.done.stderr
    everything = asked.journal.read_text() + wrong.done.stderr + json.dumps(live.told) + live.log.read_text()
    assert "key-of-this-test" not in everything
