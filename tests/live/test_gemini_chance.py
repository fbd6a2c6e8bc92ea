"""A live model that does anything at any moment, by seed; and a talk of twenty minutes on connections that do not last."""

import os
import random

import numpy as np
import pytest

from live.gemini_long import judge, long_talk
from live.gemini_rig import ANSWER, Live
from live.gemini_ways import (
    GOOD,
    Abort,
    Call,
    Cancel,
    Chatter,
    Close,
    End,
    GoAway,
    Hear,
    Text,
    Twice,
    Variant,
    Wait,
    Way,
)
from solovox.core import commands as c

SEEDS = range(int(os.environ.get("LIVE_SEEDS", "12")))
TONE = 20_000


def anything(chance):
    """A step."""
    return chance.choice(
        [
            Chatter(chance.choice([40, 240, 1_500])),
            Wait(chance.choice([5, 60, 400, 1_500])),
            Hear(),
            Hear(chance.choice(["what now", "delete everything", "", "stop it"])),
            Call(chance.choice("abc"), chance.choice(["ask_agent", "ask_agent", "rm"])),
            Cancel(chance.choice("abc")),
            *([Close(code, "any reason")] if (code := chance.choice([0, 1000, 1008, 1011])) else [Wait(1)]),
            chance.choice(
                [Abort(), GoAway(chance.choice([0, 3_000])), chance.choice(list(End)), Wait(10), Wait(10)]
            ),
        ]
    )


def way(chance):
    def some(least, most):
        return tuple(anything(chance) for _ in range(chance.randint(least, most)))

    heard = chance.choice([GOOD, (*GOOD, *some(0, 3)), (*some(0, 2), *GOOD), some(0, 4)])
    return Way(heard, some(0, 2), some(0, 2), some(0, 3), later=GOOD if chance.random() < 0.8 else None)


def variant(chance):
    pick = chance.choice
    return Variant(
        pick(list(Text)), pick(list(End)), pick(list(Twice)), pick([True, False]), pick([True, False])
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_G1_G2_L1_by_any_seed_the_ear_is_not_heard_and_the_sums_add_up(seed):
    chance = random.Random(seed)
    talk = Live(
        way(chance),
        variant(chance),
        said=((400, "what now please", "watt now please"), (8_000, "and then what", "and den what")),
        mic_ms=10_000,
        seed=seed,
    ).held()
    assert talk.why == "the person hung up"
    assert np.count_nonzero(talk.samples == TONE) == 0, "the ear was heard"
    assert talk.wrong_sums == []
    assert talk.double.most_open <= 1
    reads = b"".join(talk.tts.sound(one.said) for one in talk.did(c.Read))
    heard = talk.samples[talk.samples != 0].tobytes()
    assert heard == reads or talk.did(c.Flush) or talk.did(c.Duck)
    calls = [(one.connection, one.call) for one in talk.did(c.AnswerCall)]
    assert len(calls) == len(set(calls))
    assert all(spoken in ANSWER for spoken in (one.said for one in talk.did(c.Read)))


@pytest.mark.slow
def test_L1_L2_L3_twenty_minutes_on_connections_that_last_one():
    """In real time: `benches/long_talk.py`."""
    judge(long_talk(400).held())
