"""Whole sessions in which the live model answers for itself (`narrator=self`), over a real socket: laws G7 and T1.

Each answer of the double is a tone of its own, so that every sample of the output is known to be of one answer.
"""

from itertools import product

import numpy as np
import pytest

from live.gemini_double import TONE
from live.gemini_rig import Live
from live.gemini_ways import End, Hear, Say, Text, Variant, Way
from solovox.config.schema import NarratorConfig
from solovox.core import commands as c
from solovox.surfaces.speaker import DUCKED

SAID = "what now please"
ONE = ((400, SAID, "watt now"),)
OVER = ((400, SAID, "watt now"), (2_400, "no stop now", "no not now"))
"""The second is said while the first is answered."""
LATER = ((400, SAID, "watt now"), (9_000, "and then what", "and den"))
LONG = (Hear(), Say("It is noon, and the sun stands high.", ms=4_000))
SHORT = (Hear(), Say("It is noon."))
MODELS = {
    "2.5": "gemini-2.5-flash-native-audio-preview-12-2025",
    "3.1": "gemini-3.1-flash-live-preview",
    "3.8": "gemini-3.8-live",
    "3.8 thinking": "gemini-3.8-live-extended-thinking",
}


def alone(way=None, variant=None, choices=None, **more):
    narrator = {"narrator": NarratorConfig(kind="self"), **(choices or {})}
    return Live(way or Way(heard=SHORT, once=False), variant, choices=narrator, **more).held()


def heard(talk):
    """The answers of which something was heard, and how many samples of each; what was ducked is not counted."""
    tones = talk.samples[talk.samples != 0]
    loud = [tone for tone in tones.tolist() if tone in talk.double.answers]
    ducked = {int(tone * DUCKED) for tone in talk.double.answers}
    assert {tone for tone in tones.tolist() if tone not in talk.double.answers} <= ducked
    assert loud == sorted(loud), "answers went through one another, or one came back"
    return {tone: loud.count(tone) for tone in dict.fromkeys(loud)}


def sound(talk, answers=1):
    """What holds whatever happens."""
    assert talk.why == "the person hung up"
    assert np.count_nonzero(talk.samples == TONE) == 0
    assert talk.wrong_sums == []
    assert talk.asked == []
    assert not talk.did(c.Read)
    assert talk.double.most_open == 1
    assert len(heard(talk)) == answers
    assert {one.tool for one in talk.did(c.AnswerCall)} <= {"look"}


def final(talk):
    return {one.utterance: one.text for one in talk.did(c.ShowHeard) if one.final}


def shown(talk):
    return "".join(one.text for one in talk.did(c.ShowText)).strip()


VARIANTS = {
    "as recorded": Variant(),
    **{f"text {one.value}": Variant(text=one) for one in Text if one is not Text.BEFORE},
    **{f"end {one.value}": Variant(end=one) for one in End if one is not End.COMPLETE},
    "told backwards": Variant(told=(End.BACKWARDS,)),
    "told nothing": Variant(told=(End.TOGETHER,)),
    "nothing in flight": Variant(in_flight=0),
    "transcript whole": Variant(whole=True),
}
DEAF = {"told nothing", f"end {End.NEVER.value}"}
"""Where the model does not say that it was interrupted, the next answer may be lost; nothing of the cut one is heard."""
FEW = {"as recorded", f"end {End.BACKWARDS.value}"}


def cases(models):
    """Every variant with one model, every model with one variant."""
    every = [(v, m) for v, m in product(VARIANTS, models) if v == "as recorded" or m == "2.5"]
    return [pytest.param(*one, marks=() if one[0] in FEW else pytest.mark.slow) for one in every]


@pytest.mark.parametrize(("variant", "model"), cases(MODELS))
def test_G7_the_live_model_answers_and_is_heard_whole(variant, model):
    talk = alone(variant=VARIANTS[variant], ear={"model": MODELS[model]})
    sound(talk)
    assert heard(talk) == talk.double.answers
    assert shown(talk) == ("It is noon." if variant != f"text {Text.NEVER.value}" else "")
    assert list(final(talk).values()) == [SAID]
    (one,) = talk.double.talks
    assert one.transcripts == [SAID]


@pytest.mark.parametrize(("variant", "model"), cases(MODELS))
def test_T1_G4_whoever_speaks_over_the_answer_has_the_floor(variant, model):
    talk = alone(
        Way(heard=LONG, once=False),
        VARIANTS[variant],
        said=OVER,
        mic_ms=6_000,
        ear={"model": MODELS[model]},
    )
    sound(talk, answers=len(heard(talk)))
    assert len(heard(talk)) == 2 or variant in DEAF
    first, *second = talk.double.answers
    assert 0 < heard(talk)[first] < talk.double.answers[first], "the first answer was not cut"
    assert talk.did(c.Flush)
    (one,) = [talk for talk in talk.double.talks if talk.transcripts][:1]
    assert one.transcripts == [SAID, "no stop now"]
    if len(heard(talk)) == 2:
        assert heard(talk)[second[0]] == talk.double.answers[second[0]]
