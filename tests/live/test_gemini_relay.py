"""Whole sessions whose ear reads, too (`narrator=relay`), over a real socket: laws N1, G6, G1 and T1.

What the speaker played is taken apart into words again (`words_of`): the live voice and ours are told apart by them.
"""

import numpy as np
import pytest

from live.gemini_double import TONE
from live.gemini_reading import ANSWER, FAULTS, ORDERS, is_whole, words_of
from live.gemini_rig import Live
from live.gemini_ways import Way
from solovox.config.schema import NarratorConfig
from solovox.core import commands as c

SAID = "what now please"


class Told(Live):
    per_character = 240


def relayed(way, variant=None, **more):
    choices = {"narrator": NarratorConfig(kind="relay")}
    return Told(way, variant, choices=choices, answer=ANSWER, speed=20, **more).held()


def sound(talk):
    """What holds whatever happens."""
    assert talk.why == "the person hung up"
    assert np.count_nonzero(talk.samples == TONE) == 0, "what the ear says of itself was heard"
    assert talk.wrong_sums == []
    assert talk.asked == [SAID]
    assert talk.double.most_open == 1


def exactly(talk):
    return [one.said for one in talk.did(c.Read) if one.exact]


@pytest.mark.parametrize("order", ORDERS)
def test_G6_the_ear_reads_word_for_word_in_every_order(order):
    talk = relayed(Way(reads=ORDERS[order]))
    sound(talk)
    assert words_of(bytes(talk.out)) == ANSWER.split()
    assert exactly(talk) == []
    assert " ".join(talk.double.texts) == ANSWER


@pytest.mark.parametrize("fault", [one for one in FAULTS if one != "text for half of the sound"])
def test_G6_an_ear_that_does_not_read_is_replaced_by_the_exact_voice(fault):
    talk = relayed(Way(reads=FAULTS[fault]))
    sound(talk)
    assert is_whole(words_of(bytes(talk.out))), words_of(bytes(talk.out))
    assert exactly(talk)
