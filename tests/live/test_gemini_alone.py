"""Whole sessions in which the live model answers for itself (`narrator=self`), over a real socket: laws G7 and T1.

Each answer of the double is a tone of its own, so that every sample of the output is known to be of one answer.
"""

from itertools import product

import numpy as np
import pytest

from live.gemini_rig import Live
from live.gemini_voice import TONE, content
from live.gemini_ways import Abort, Call, Close, End, GoAway, Hear, Message, Say, Text, Variant, Wait, Way
from portions import sampled
from solovox.config.schema import NarratorConfig
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.units import InputMeans
from solovox.ports import ToolResult
from solovox.surfaces.speaker import DUCKED
from solovox.testing.fakes import ScriptedTool
from solovox.wire.gemini_live.parts import Content, Part
from solovox.wire.gemini_live.server_frames import Transcription

pytestmark = pytest.mark.slow

SAID = "what now please"
ONE = ((400, SAID, "watt now"),)
OVER = ((400, SAID, "watt now"), (2_400, "no stop now", "no not now"))
"""The second is said while the first is answered."""
LATER = ((400, SAID, "watt now"), (9_000, "and then what", "and den what"))
LONG = (Hear(), Say("It is noon, and the sun stands high.", ms=4_000))
SHORT = (Hear(), Say("It is noon."))
MODELS = {
    "2.5": "gemini-2.5-flash-native-audio-preview-12-2025",
    "3.1": "gemini-3.1-flash-live-preview",
    "3.8": "gemini-3.8-live",
    "3.8 thinking": "gemini-3.8-live-extended-thinking",
}


class Voiced(Live):
    """Beside the model is a voice of ours."""

    spare = True


def alone(way=None, variant=None, choices=None, made=Live, **more):
    narrator = {"narrator": NarratorConfig(kind="self"), **(choices or {})}
    return made(way or Way(heard=SHORT, later=None), variant, choices=narrator, **more).held()


def heard(talk):
    """The answers of which something was heard, and how many samples of each; what was ducked is not counted."""
    tones = talk.samples[talk.samples != 0]
    known = np.isin(tones, [*talk.double.answers])
    loud, ducked = tones[known], {int(tone * DUCKED) for tone in talk.double.answers}
    assert set(np.unique(tones[~known]).tolist()) <= ducked
    assert (np.diff(loud.astype(int)) >= 0).all(), "answers went through one another, or one came back"
    found, counts = np.unique(loud, return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


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
FEW = {f"end {End.BACKWARDS.value}"}


def cases(models):
    """Every variant with one model, every model with one variant."""
    every = [(v, m) for v, m in product(VARIANTS, models) if v == "as recorded" or m == "2.5"]
    return [
        pytest.param(*one, marks=() if one[0] in FEW and one[1] == "2.5" else pytest.mark.slow)
        for one in every
    ]


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
        Way(heard=LONG, later=None),
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


@pytest.mark.parametrize("key", [e.StopAsked, e.SilenceAsked])
def test_T4_a_key_silences_the_answer_for_good(key):
    talk = alone(Way(heard=LONG, later=None), keys=((2_600, key(InputMeans.KEY)),), mic_ms=6_000)
    sound(talk)
    (tone,) = talk.double.answers
    assert 0 < heard(talk)[tone] < talk.double.answers[tone]


def test_G7_what_is_typed_is_answered_by_the_live_model():
    way = Way(heard=SHORT, typed=(Say("Monday."),), later=None)
    talk = alone(way, said=(), keys=((1_000, e.Typed("and the date")),))
    sound(talk)
    assert heard(talk) == talk.double.answers
    assert shown(talk) == "Monday."
    (one,) = talk.double.talks
    assert one.messages[0].turns[0].parts[0].text == "and the date"


@pytest.mark.parametrize(
    "model", ["2.5", *(pytest.param(one, marks=pytest.mark.slow) for one in MODELS if one != "2.5")]
)
def test_C1_C2_its_tools_run_once_and_are_answered_as_its_family_takes_it(model):
    tool = ScriptedTool("look", ToolResult("seen it"), seconds=0.5)
    way = Way(
        heard=(Hear(), Call("a", "look"), Call("a", "look")), answered=(Say("I have seen it."),), later=None
    )
    talk = alone(way, tools=(tool,), ear={"model": MODELS[model]})
    sound(talk)
    assert len(tool.runs) == 1
    assert heard(talk) == talk.double.answers
    assert len(talk.did(c.AnswerCall)) == 1
    (sent,) = [m for one in talk.double.talks for m in one.messages if getattr(m, "function_responses", ())]
    assert sent.function_responses[0].response == {"output": "seen it"}
    assert (sent.function_responses[0].scheduling is not None) is (model in ("2.5", "3.8"))


THOUGHT = Message(content(model_turn=Content(parts=(Part(text="<thinking>Noon, I think.</thinking>"),))))
WROTE = Message(content(model_turn=Content(parts=(Part(text="It is **noon**. "), Part(text="And warm.")))))
TRANSCRIBED = Message(content(output_transcription=Transcription(text="It is noon. And warm.")))
ENDED = Message(content(turn_complete=True))
WAYS = {
    "a text part": (Hear(), WROTE, ENDED),
    "its thinking, and a text part": (Hear(), THOUGHT, WROTE, ENDED),
    "a transcription": (Hear(), TRANSCRIBED, ENDED),
}


@pytest.mark.parametrize("made", [Voiced, Live])
@pytest.mark.parametrize("way", sampled(WAYS, {"its thinking, and a text part"}))
def test_G7_a_turn_without_sound_is_shown_and_said_by_our_own_voice(way, made):
    talk = alone(Way(heard=WAYS[way], later=None), made=made, mic_ms=8_000)
    assert talk.why == "the person hung up"
    assert shown(talk).replace("*", "") == "It is noon. And warm."
    assert list(final(talk).values()) == [SAID]
    assert len(talk.double.talks) == 1, "no other connection is asked"
    assert [one.said for one in talk.did(c.Read)] == (["It is noon.", "And warm."] if made.spare else [])
    assert bool(talk.did(c.Play)) is made.spare
    assert len(talk.did(c.ShowFailure)) == (0 if made.spare else 1)


@pytest.mark.parametrize("model", sampled(MODELS, {"3.1"}))
def test_T5_a_model_that_says_nothing_to_a_result_is_reminded_on_the_same_connection(model):
    tool = ScriptedTool("look", ToolResult("seen it"))
    way = Way(heard=(Hear(), Call("a", "look")), typed=(Say("I have seen it."),), later=None)
    talk = alone(way, tools=(tool,), ear={"model": MODELS[model]}, mic_ms=9_000)
    sound(talk)
    assert heard(talk) == talk.double.answers
    assert len(talk.did(c.NudgeEar)) == len(talk.double.talks) == 1
    assert talk.did(c.ShowFailure) == []


ENDINGS = {
    "while the person speaks": Way(on={1: (Wait(650), Abort())}, heard=SHORT, later=None),
    "when they have finished": Way(heard=(Abort(),), later=SHORT),
    "when it was heard": Way(heard=(Hear(), Close(1011, "Internal error encountered.")), later=SHORT),
}


@pytest.mark.parametrize("moment", sampled(ENDINGS, {"while the person speaks"}))
def test_L2_a_connection_that_ends_before_the_answer_costs_no_word(moment):
    talk = alone(ENDINGS[moment], mic_ms=6_000)
    sound(talk)
    assert heard(talk) == talk.double.answers
    assert list(final(talk).values()) == [SAID]
    assert len(talk.double.talks) == 2
    assert talk.double.talks[-1].transcripts == [SAID]


REFUSES = Close(1007, "Request contains an invalid argument.")
RATE = "Resource has been exhausted (e.g. check quota)."
ONCE = {
    "what was sent is refused in mid-talk": Way(heard=(Hear(), REFUSES), later=SHORT),
    "the rate limit, in mid-talk": Way(heard=(Hear(), Close(1011, RATE)), later=SHORT),
    "the rate limit, when it comes back": Way(
        heard=(Hear(), Abort()), refused=frozenset({2}), refusal=429, later=SHORT
    ),
    "the rate limit, at the beginning": Way(heard=SHORT, refused=frozenset({1}), refusal=429, later=SHORT),
    "no model at the address, for a moment": Way(
        heard=(Hear(), Abort()), refused=frozenset({2}), refusal=404, later=SHORT
    ),
}


@pytest.mark.parametrize("what", sampled(ONCE, {"the rate limit, in mid-talk"}))
def test_L1_T5_one_answer_of_the_service_decides_nothing_for_ever(what):
    talk = alone(ONCE[what], said=LATER, mic_ms=16_000)
    sound(talk, answers=2)
    assert heard(talk) == talk.double.answers, "both questions are answered, each once"
    assert list(final(talk).values()) == [SAID, "and then what"]
    assert talk.did(c.ShowFailure) == []


class RefusesOneQuestion(Way):
    turns = ((Hear(), REFUSES), (Hear(), REFUSES))


@pytest.mark.slow
def test_T5_a_question_that_is_refused_twice_is_missed_and_the_next_one_is_answered():
    talk = alone(RefusesOneQuestion(heard=SHORT, later=SHORT), said=LATER, mic_ms=16_000)
    sound(talk, answers=1)
    (failed,) = [one.text for one in talk.did(c.ShowFailure)]
    assert failed.startswith("the live model gave no answer: the service refuses what it was sent (1007")
    assert [one.transcripts for one in talk.double.talks] == [[SAID], [SAID], ["and then what"]]


@pytest.mark.slow
def test_T5_a_question_in_a_long_rate_limit_is_missed_with_the_reason():
    way = Way(heard=(Hear(), Abort()), refused=frozenset(range(2, 99)), refusal=429)
    talk = alone(way, mic_ms=16_000)
    sound(talk, answers=0)
    lines = [one.text for one in talk.did(c.ShowFailure)]
    assert any("gave no answer: " in line and "(HTTP 429)" in line for line in lines)
    assert len(talk.double.requests) < 8, "the service is not stormed"


@pytest.mark.slow
def test_L1_a_service_that_goes_away_is_left_between_two_answers():
    way = Way(opened=(GoAway(20_000),), heard=LONG, later=None)
    talk = alone(way, said=LATER, mic_ms=14_000)
    sound(talk, answers=2)
    assert heard(talk) == talk.double.answers
    assert not talk.happened(e.EarLost)


def test_T5_a_model_that_says_nothing_is_asked_once_more_and_then_missed():
    talk = alone(Way(heard=(Hear(),), later=None))
    sound(talk, answers=0)
    assert [one.transcripts for one in talk.double.talks] == [[SAID], [SAID]]
    assert [one.text for one in talk.did(c.ShowFailure)] == ["the live model gave no answer"]
