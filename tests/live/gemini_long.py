"""A talk of many minutes on connections that last one: what happens in it, and what must be true of it."""

import numpy as np

from live.gemini_rig import Live
from live.gemini_voice import TONE
from live.gemini_ways import Abort, Chatter, Close, GoAway, Wait, Way

WORDS = "zero one two three four five six seven eight nine".split()
MINUTES = 20
REFUSED = (5, 12, 16)
"""Connections whose handle is refused."""
ANSWER = "Yes, it is."


def said(minutes=MINUTES):
    """What the person says: twice a minute a number that does not come again. Our recogniser hears as many words."""
    return [" ".join(WORDS[int(d)] for d in f"{n:03}") for n in range(minutes * 2)]


def long_talk(speed, minutes=MINUTES):
    """GoAway every minute, three refused handles, two hard cuts, one server that says nothing."""
    return Live(
        Way(
            on={
                0: (Chatter(240), Wait(57_000), GoAway(6_000)),
                3: (Chatter(240), Wait(31_500), Abort()),
                9: (Chatter(240), Wait(20_300), Close(1011, "Internal error encountered.")),
            },
            refused=frozenset(REFUSED),
            mute=frozenset({7}),
        ),
        said=tuple((2_000 + 30_000 * n, words, f"local-{words}") for n, words in enumerate(said(minutes))),
        mic_ms=minutes * 60_000,
        answer=ANSWER,
        speed=speed,
    )


def judge(talk, minutes=MINUTES):
    """No word of the person, no text of the brain is lost or doubled; nothing of the ear is heard; the sums add up."""
    assert talk.why == "the person hung up"
    words = said(minutes)
    assert [one.removeprefix("local-") for one in talk.asked] == words, "a word is lost or doubled"
    assert sum(one.startswith("local-") for one in talk.asked) <= 4, "where no ear was there, ours served"
    assert talk.read == " ".join([ANSWER] * len(words))
    assert np.count_nonzero(talk.samples == TONE) == 0
    assert talk.wrong_sums == []
    assert talk.double.most_open == 1
    assert len(talk.double.talks) >= minutes
    handles = {one.number: one.setup.session_resumption.handle for one in talk.double.talks}
    refused = [n for n in REFUSED if n < minutes]
    assert all(handles[n] for n in refused), "these handles were refused"
    assert not any(handles[n + 1] for n in refused), "and given up"
