"""`solovox ask` with a live model as the ear, which obeys nobody: real engines, a real socket."""

import asyncio

import pytest

from e2e.conftest import JOE, QUESTION
from live.gemini_double import Double
from live.gemini_voice import TONE
from live.gemini_ways import GOOD, Abort, Call, Chatter, Hear, Way
from portions import sampled

pytestmark = [pytest.mark.weights, pytest.mark.slow]

KEY = "AIza-a-key-that-must-not-be-shown"
HEARD = Hear("What time is it?")
WAYS = {
    "it greets, hears, calls, and answers too": Way(
        opened=(Chatter(1_000),), heard=(HEARD, Call(), Chatter(3_000)), meanwhile=(Chatter(2_000),)
    ),
    "it vanishes at the call": Way(heard=(HEARD, Call(), Abort())),
    "it refuses the key": Way(refused=frozenset(range(1, 9)), refusal=403),
}


async def asked_of(ask, double, *more):
    flags = ("--set", f"ear.url={double.url}", "--set", "narrator.kind=voice", *JOE, *more)
    return await asyncio.to_thread(lambda: ask(QUESTION, "--speed", "4", *flags, SOLOVOX_EAR__API_KEY=KEY))


@pytest.mark.parametrize("way", sampled(WAYS, 1))
async def test_G1_the_brain_is_heard_and_nothing_of_the_live_model(ask, way):
    async with Double(WAYS[way]) as double:
        asked = await asked_of(ask, double)
    refused = "key" in way
    assert asked.done.returncode == (1 if refused else 0), asked.done.stderr
    assert ("refuses the key" in asked.done.stderr) is refused
    (turn,) = asked.timeline["turns"]
    assert turn["instruction"] == "What time is it?"
    assert turn["said"][0].startswith("The time is ")
    assert any(asked.answer)
    assert TONE.to_bytes(2, "little") * 20 not in asked.answer
    assert KEY not in asked.journal.read_text() + asked.done.stdout + asked.done.stderr
    assert asked.replayed().startswith("identical")
    assert double.requests[0].headers["x-goog-api-key"] == KEY


async def test_a_service_that_is_not_there_is_one_clear_line(ask):
    async with Double(Way(heard=GOOD)) as double:
        pass
    asked = await asked_of(ask, double)
    assert asked.done.returncode == 1
    last = asked.done.stderr.splitlines()[-1]
    assert "cannot be reached" in last
    assert KEY not in asked.done.stderr
