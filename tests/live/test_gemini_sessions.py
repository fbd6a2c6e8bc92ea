"""Whole sessions whose ear is a live model that misbehaves, over a real socket.

Whatever it does, and in whichever legal way: no sample of it is in the output, what the person said is asked
once as it was said, what the brain wrote is read whole, calls are answered once, and the sums add up.
"""

from itertools import cycle

import numpy as np
import pytest

from live.gemini_rig import ANSWER, Live
from live.gemini_voice import TONE, content
from live.gemini_ways import (
    GOOD,
    Abort,
    Call,
    Cancel,
    Chatter,
    Close,
    End,
    Frame,
    GoAway,
    Hear,
    Message,
    Text,
    Twice,
    Variant,
    Wait,
    Way,
)
from solovox.core import commands as c
from solovox.wire.gemini_live import server_frames as s

pytestmark = pytest.mark.slow

SAID = "what now please"
UNDERSTOOD = "watt now"

WAYS = {
    "obeys": Way(),
    "greets without being asked": Way(opened=(Chatter(1_000),)),
    "acknowledges before it calls": Way(heard=(Hear(), Chatter(), Call())),
    "repeats a sentence four times before it calls": Way(heard=(Hear(), *(Chatter(240),) * 4, Call())),
    "answers instead of calling": Way(heard=(Hear(), Chatter(2_000))),
    "answers and calls": Way(heard=(Hear(), Call(), Chatter(2_000))),
    "calls again under another id": Way(heard=(Hear(), Call("a"), Call("b"), Call("c"))),
    "calls a tool that there is not": Way(heard=(Hear(), Call("a", "google_search"), Call("b"))),
    "calls without an id": Way(heard=(Hear(), Call(""))),
    "cancels its call and calls again": Way(heard=(Hear(), Call("a"), Cancel("a"), Wait(50), Call("b"))),
    "cancels a call it never made": Way(heard=(Cancel("z"), *GOOD)),
    "never calls": Way(heard=(Hear(),)),
    "calls before it has transcribed": Way(heard=(Call(), Wait(200), Hear())),
    "transcribes every word twice": Way(heard=(Hear(), Call(), Hear())),
    "gives an empty turn": Way(heard=(End.COMPLETE,)),
    "rejects its own answer": Way(
        heard=(Hear(), Message(content(turn_complete=True, turn_complete_reason="RESPONSE_REJECTED")), Call())
    ),
    "falls silent after an interruption": Way(heard=(Hear(), Message(content(interrupted=True)))),
    "reads the receipt aloud": Way(answered=(Chatter(2_000),)),
    "speaks over the reading": Way(meanwhile=(Chatter(2_000), Chatter(1_000))),
    "calls while the answer is read": Way(meanwhile=(Call("m"), Chatter())),
    "calls another tool while the answer is read": Way(meanwhile=(Call("m", "delete_files"), Chatter())),
    "sends what is no JSON": Way(
        opened=(Frame(b"\xff\x00"), Frame(b"[]"), Frame(b'{"error": {"code": 500}}'))
    ),
    "sends empty frames": Way(heard=(Frame(b"{}"), Frame(b'{"serverContent": {}}'), *GOOD)),
    "sends half a sample": Way(
        heard=(
            Hear(),
            Frame(
                b'{"serverContent":{"modelTurn":{"parts":[{"inlineData":'
                b'{"mimeType":"audio/pcm;rate=24000","data":"IE4g"}}]}}}'
            ),
            Call(),
        )
    ),
    "goes away in five seconds": Way(opened=(GoAway(5_000),)),
    "goes away at once": Way(opened=(GoAway(0),)),
    "says again and again that it goes away": Way(opened=(GoAway(2_000),) * 20),
    "completes the setup twice": Way(opened=(Message(s.ServerMessage(setup_complete=s.SetupComplete())),)),
    "closes when it is answered": Way(answered=(Close(1011, "Internal error encountered."),)),
    "closes while the answer is read": Way(meanwhile=(Close(1000, "The operation was cancelled."),)),
    "vanishes while the answer is read": Way(meanwhile=(Abort(),)),
    "vanishes instead of the call": Way(heard=(Hear(), Abort())),
    "refuses three connections": Way(refused=frozenset({1, 2, 3}), refusal=Close(1011, "Internal error")),
}
SILENT = {"gives an empty turn", "refuses three connections"}
"""Nothing is transcribed, or nobody is there to: the local recogniser's words count."""

VARIANTS = {
    "as recorded": Variant(),
    **{f"text {one.value}": Variant(text=one) for one in Text if one is not Text.BEFORE},
    **{f"end {one.value}": Variant(end=one) for one in End if one is not End.COMPLETE},
    **{f"call {one.value}": Variant(twice=one) for one in Twice if one is not Twice.ONCE},
    "transcript after the call": Variant(late_transcript=True),
    "transcript whole": Variant(whole=True),
}
TALKATIVE = ("answers and calls", "speaks over the reading", "acknowledges before it calls")
MODELS = (
    "gemini-2.5-flash-native-audio-preview-12-2025",
    "gemini-3.1-flash-live-preview",
    "gemini-3.8-live",
    "gemini-3.8-live-extended-thinking",
)


def check(talk, asked=SAID):
    """What holds whatever the live model does."""
    assert talk.why == "the person hung up"
    assert np.count_nonzero(talk.samples == TONE) == 0, "the ear was heard"
    assert talk.asked == [asked]
    assert talk.read == ANSWER
    reads = b"".join(talk.tts.sound(one.said) for one in talk.did(c.Read))
    assert talk.samples[talk.samples != 0].tobytes() == reads, "the reading is not whole"
    assert talk.wrong_sums == []
    assert talk.double.most_open == 1, "two connections at a time"
    answers = [(one.connection, one.call) for one in talk.did(c.AnswerCall)]
    assert len(answers) == len(set(answers))


QUICK = {
    "obeys",
    "speaks over the reading",
    "vanishes instead of the call",
}


def some(cases, quick):
    """All of them, but only a few in the fast part. A case is a tuple of what the test takes."""
    return [pytest.param(*one, marks=() if quick.intersection(one) else pytest.mark.slow) for one in cases]


@pytest.mark.parametrize("way", some([(way,) for way in WAYS], QUICK))
def test_G1_T3_C1_L1_whatever_the_live_model_does_the_person_hears_the_brain(way):
    talk = Live(WAYS[way]).held()
    check(talk, UNDERSTOOD if way in SILENT else SAID)


@pytest.mark.parametrize(
    ("way", "variant"),
    some(zip(cycle(TALKATIVE), VARIANTS), {f"end {End.BACKWARDS.value}", f"call {Twice.CONTENT.value}"}),
)
def test_G1_in_whichever_legal_way_it_does_it(way, variant):
    check(Live(WAYS[way], VARIANTS[variant]).held())


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS)
def test_every_family_is_set_up_and_answered_as_it_can_be(model):
    talk = Live(ear={"model": model}).held()
    check(talk)
    (answer,) = talk.double.talks[0].messages
    assert answer.function_responses[0].response == {"output": "accepted"}
