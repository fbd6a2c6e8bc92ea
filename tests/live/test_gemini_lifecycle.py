"""A talk that outlives its connections: laws L1 to L5 over real sockets, and C1, C2 across reconnections."""

import socket
from itertools import cycle

import numpy as np
import pytest

from live.gemini_rig import ANSWER, Live
from live.gemini_voice import TONE
from live.gemini_ways import GOOD, Abort, Call, Chatter, Close, Freeze, GoAway, Hear, Say, Wait, Way
from solovox.config.schema import NarratorConfig
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.commands import RoutedBy
from solovox.ports import ToolResult
from solovox.testing.fakes import ScriptedTool
from solovox.wire.gemini_live.client_frames import ClientContent

pytestmark = pytest.mark.slow

TWO = ((400, "what now please", "watt now"), (9_000, "and then what", "and den what"))
THREE = (*TWO, (18_000, "so be it please", "so bee it please"))
CLOSES = {
    1000: "The operation was cancelled.",
    1006: "",
    1007: "Request contains an invalid argument.",
    1008: "Operation is not implemented, or supported, or enabled.",
    1009: "",
    1011: "Internal error encountered.",
}
MOMENTS = {
    "when it is open": lambda end: Way(opened=(Chatter(240), end)),
    "while the person speaks": lambda end: Way(opened=(Wait(650), end)),
    "instead of hearing": lambda end: Way(heard=(end,)),
    "before the call": lambda end: Way(heard=(Hear(), end)),
    "at the call": lambda end: Way(heard=(*GOOD, end)),
    "when it is answered": lambda end: Way(answered=(Chatter(240), end)),
    "while the answer is read": lambda end: Way(meanwhile=(Chatter(240), end)),
}


def ending(code):
    return Abort() if code == 1006 else Close(code, CLOSES[code])


def whole(talk, *asked, deaf=0):
    """Nothing of the person, of the brain, and no sample is lost or doubled; nothing of the ear is heard."""
    assert talk.why == "the person hung up"
    assert talk.asked == list(asked)
    assert talk.read == " ".join([ANSWER] * len(asked))
    assert np.count_nonzero(talk.samples == TONE) == 0
    reads = b"".join(talk.tts.sound(one.said) for one in talk.did(c.Read))
    assert talk.samples[talk.samples != 0].tobytes() == reads
    assert talk.wrong_sums == []
    assert talk.double.most_open <= 1 + deaf, (
        "two connections at a time (a deaf service does not see one end)"
    )


FEW = {"at the call", "while the person speaks"}
CASES = [
    pytest.param(moment, code, marks=() if moment in FEW else pytest.mark.slow)
    for moment, code in zip(MOMENTS, cycle(CLOSES))
]
"""What each code is taken for is in `test_gemini_pure.py`."""


@pytest.mark.parametrize(("moment", "code"), CASES)
def test_L1_L2_a_connection_may_end_at_any_moment_with_any_code(moment, code):
    talk = Live(MOMENTS[moment](ending(code))).held()
    gone = moment == "instead of hearing"
    whole(talk, "watt now" if gone else "what now please")  # an ear that is not there is not waited for (T3)
    assert len(talk.double.talks) == 2
    (lost,) = talk.happened(e.EarLost)
    assert str(code) in lost.reason
    assert lost.retry


@pytest.mark.slow
def test_L1_the_newest_handle_is_used_and_the_old_socket_closed_first():
    talk = Live(Way(heard=(*GOOD, Chatter(240), Chatter(240), Abort())), said=TWO, mic_ms=12_000).held()
    whole(talk, "what now please", "and then what")
    first, second = talk.double.talks
    assert first.setup.session_resumption.handle is None
    assert second.setup.session_resumption.handle.startswith("handle-1-")
    assert talk.happened(e.EarOpened)[1].resumed
    assert second.messages[0].function_responses, "a session that is resumed needs no context"


def test_L3_a_refused_handle_leads_to_a_new_session_that_knows_the_talk():
    talk = Live(
        Way(heard=(*GOOD, Chatter(240), Wait(4_000), Abort()), refused=frozenset({2})),
        said=TWO,
        mic_ms=12_000,
    ).held()
    whole(talk, "what now please", "and then what")
    _, refused, anew = talk.double.talks
    assert refused.setup.session_resumption.handle.startswith("handle-1-")
    assert anew.setup.session_resumption.handle is None
    (told,) = [part.text for turn in anew.messages[0].turns[:1] for part in turn.parts]
    assert f"Person: what now please\nAgent: {ANSWER}" in told
    assert not talk.happened(e.EarOpened)[1].resumed


@pytest.mark.slow
def test_L3_a_handle_that_only_fails_is_given_up():
    talk = Live(
        Way(
            heard=(*GOOD, Chatter(240), Abort()),
            refused=frozenset({2, 3, 4}),
            refusal=Close(1011, "Internal error"),
        ),
        said=TWO,
        mic_ms=12_000,
    ).held()
    whole(talk, "what now please", "and then what")
    handles = [one.setup.session_resumption.handle for one in talk.double.talks]
    assert handles[0] is None
    assert all(handles[1:4])
    assert handles[4] is None


@pytest.mark.slow
@pytest.mark.parametrize("barge_in", [False, True])
def test_L1_L2_after_an_answer_was_read_a_fresh_ear_listens_and_misses_no_word(barge_in):
    talk = Live(
        Way(heard=(*GOOD, Chatter(240)), later=None),
        said=THREE,
        mic_ms=30_000,
        ear={"after_read": "restart"},
        choices={"barge_in": barge_in},
    ).held()
    whole(talk, *(said for _, said, _ in THREE))
    assert len(talk.double.talks) == len(THREE) + 1
    assert [one.setup.session_resumption.handle for one in talk.double.talks] == [None] * 4
    assert [one.transcripts for one in talk.double.talks] == [[said] for _, said, _ in THREE] + [[]]
    assert not [m for one in talk.double.talks for m in one.messages if isinstance(m, ClientContent)]
    assert (c.SoundOrigin.MICROPHONE in talk.ledger.dropped) is not barge_in


@pytest.mark.slow
def test_L1_a_fresh_ear_that_is_lost_does_not_go_back_to_the_talk_before_it():
    talk = Live(
        Way(heard=(*GOOD, Chatter(240)), on={2: (Wait(300), Abort())}),
        said=TWO,
        mic_ms=20_000,
        ear={"after_read": "restart"},
    ).held()
    whole(talk, "what now please", "and then what")
    assert [one.setup.session_resumption.handle for one in talk.double.talks] == [None] * 4


@pytest.mark.slow
def test_L1_a_service_that_goes_away_is_left_in_time():
    talk = Live(Way(opened=(Wait(3_000), Chatter(240), GoAway(9_000))), said=TWO, mic_ms=14_000).held()
    whole(talk, "what now please", "and then what")
    _, second = talk.double.talks
    assert second.setup.session_resumption.handle
    assert not talk.happened(e.EarLost)
    assert len(talk.did(c.CloseEar)) == 2


def test_L1_what_would_be_refused_again_is_not_tried_again():
    talk = Live(Way(refused=frozenset(range(1, 99)), refusal=401)).held()
    whole(talk, "watt now")
    assert len(talk.double.requests) == 1
    (failure,) = talk.did(c.ShowFailure)
    assert "refuses the key: see ear.api_key (HTTP 401)" in failure.text


def test_L1_a_setup_that_is_refused_is_not_sent_again():
    refusal = Close(1007, "Request contains an invalid argument.")
    talk = Live(Way(refused=frozenset(range(1, 99)), refusal=refusal)).held()
    whole(talk, "watt now")
    assert len(talk.double.requests) == 1
    assert "invalid argument" in talk.did(c.ShowFailure)[0].text


def test_L1_what_an_ear_that_never_understood_a_word_sends_is_refused_twice_at_most():
    talk = Live(Way(on={0: (Wait(20), Close(1007, "Request contains an invalid argument."))})).held()
    whole(talk, "watt now")
    assert len(talk.double.talks) == 2
    assert "invalid argument" in talk.did(c.ShowFailure)[0].text


@pytest.mark.slow
@pytest.mark.parametrize("refusal", [429, Close(1011, "Resource has been exhausted (e.g. check quota).")])
def test_L1_after_a_rate_limit_the_ear_comes_back(refusal):
    talk = Live(Way(refused=frozenset({1, 2}), refusal=refusal, later=GOOD), said=TWO, mic_ms=16_000).held()
    whole(talk, "watt now", "and den what")
    assert [one.transcripts for one in talk.double.talks[-1:]] == [["and then what"]]
    assert [one.by for one in talk.did(c.AskBrain)] == [RoutedBy.CODE, RoutedBy.EAR]
    assert not talk.did(c.ShowFailure)


@pytest.mark.slow
def test_L3_a_rate_limit_does_not_make_the_ear_forget_the_talk():
    way = Way(heard=(*GOOD, Chatter(240), Abort()), refused=frozenset({2, 3, 4, 5}), refusal=429)
    talk = Live(way, said=(TWO[0], (40_000, *TWO[1][1:])), mic_ms=46_000).held()
    whole(talk, "what now please", "and then what")
    assert talk.double.talks[-1].setup.session_resumption.handle.startswith("handle-1-")


def test_L1_a_service_that_is_never_reached_is_said_and_the_local_ears_serve():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        talk = Live(ear={"url": f"ws://127.0.0.1:{taken.getsockname()[1]}"}).held()
    whole(talk, "watt now")
    assert 3 <= len(talk.did(c.OpenEar)) <= 6, "it is tried on, without a storm"
    (failure,) = talk.did(c.ShowFailure)
    assert "cannot be reached" in failure.text


def test_L4_an_ear_that_goes_deaf_is_recycled_and_hears_what_it_missed():
    long = (600, "one two three four five six seven", "one to three")
    talk = Live(Way(opened=(Wait(500), Freeze())), said=(long,), mic_ms=12_000).held()
    whole(talk, "one to three", deaf=1)
    assert len(talk.double.talks) == 2
    assert talk.did(c.CloseEar)[0].why == "the ear heard speech and gave no sign"


ALONE = {"narrator": NarratorConfig(kind="self")}
"""Only then is a call of the ear a tool's call; beside a brain it hands over (C5)."""


@pytest.mark.parametrize(
    ("model", "withheld"), [("gemini-3.1-flash-live-preview", True), ("gemini-3.8-live", False)]
)
def test_C2_where_a_call_silences_the_ear_sound_waits_for_the_answer_and_is_not_lost(model, withheld):
    tool = ScriptedTool("look", ToolResult("seen"), seconds=1.0)
    way = Way(opened=(Call("a", "look"),), heard=(Hear(), Say()), later=None)
    talk = Live(way, ear={"model": model}, tools=(tool,), choices=ALONE).held()
    assert len(tool.runs) == 1
    assert len(talk.double.answers) == 1
    (one,) = talk.double.talks
    assert (one.in_call == 0) is withheld
    assert one.transcripts == ["what now please"]


def test_C2_a_result_that_met_a_dead_connection_comes_back_as_context():
    tool = ScriptedTool("look", ToolResult("seen it all"), seconds=2.0)
    way = Way(opened=(Call("a", "look"), Wait(500), Abort()), heard=(Hear(), Say()), later=(Hear(), Say()))
    talk = Live(way, tools=(tool,), choices=ALONE).held()
    assert len(tool.runs) == 1
    _, second = talk.double.talks
    told = [
        part.text
        for message in second.messages
        for turn in getattr(message, "turns", ())
        for part in turn.parts
    ]
    assert any("seen it all" in text for text in told)
    assert not any(one.id == "a" for m in second.messages for one in getattr(m, "function_responses", ()))
