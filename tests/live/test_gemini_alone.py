"""Whole sessions in which the live model answers for itself (`narrator=self`), over a real socket: laws G7 and T1.

Each answer of the double is a tone of its own, so that every sample of the output is known to be of one answer.
"""

import numpy as np

from live.gemini_double import TONE
from live.gemini_rig import Live
from live.gemini_ways import Hear, Say, Way
from solovox.config.schema import NarratorConfig
from solovox.core import commands as c

SAID = "what now please"
FIRST, SECOND = 21_000, 21_001
ANSWERS = (Hear(), Say("It is noon."))


def alone(way=None, *given, **more):
    choices = {"narrator": NarratorConfig(kind="self")}
    return Live(way or Way(heard=ANSWERS, once=False), *given, choices=choices, **more).held()


def heard(talk):
    """The tones of the output in their order, each with how many samples of it there are; ducked ones too."""
    found, tones = {}, talk.samples[talk.samples != 0]
    for tone in tones.tolist():
        name = next((one for one in talk.double.answers if tone == one or abs(tone / one) < 0.5), tone)
        found[name] = found.get(name, 0) + 1
    return found


def sound(talk):
    """What holds whatever happens."""
    assert talk.why == "the person hung up"
    assert np.count_nonzero(talk.samples == TONE) == 0
    assert talk.wrong_sums == []
    assert talk.asked == []
    assert not talk.did(c.Read)
    assert set(heard(talk)) <= set(talk.double.answers), "something else was heard"
    assert list(heard(talk)) == sorted(heard(talk)), "answers went through one another"


def test_G7_the_live_model_answers_and_is_heard_whole():
    talk = alone()
    sound(talk)
    assert heard(talk) == talk.double.answers
    assert "".join(one.text for one in talk.did(c.ShowText)) == "It is noon."
    assert [one.text for one in talk.did(c.ShowHeard) if one.final] == [SAID]
    (one,) = talk.double.talks
    assert one.transcripts == [SAID]
