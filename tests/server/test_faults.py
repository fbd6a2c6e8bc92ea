"""Each fault changes what our own client sees in the way that its line says, and nothing changes without one."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.injecting import (
    AGAIN,
    CALL,
    COMES,
    HISTORY,
    MIC,
    RESULT,
    SAYS,
    SENDS,
    TYPED,
    USAGE,
    WORDS,
    answered,
    faulty,
)
from solovox.core import events as e
from solovox.server.doors import RefusedHandshake
from solovox.server.faults.connections import NO_SESSION, OVERDUE
from solovox.server.faults.fault import BadFault
from solovox.server.faults.injector import FaultPlan
from solovox.server.faults.shapes import TURN_COMPLETE, Trigger, pcm_of
from solovox.server.faults.table import FAULTS, list_faults
from solovox.wire import live_events as wire
from solovox.wire.gemini_live import client_frames as cf
from solovox.wire.gemini_live import server_frames as s
from solovox.wire.gemini_live.codec import decode_server
from solovox.wire.gemini_live.sizes import CLOSE_REASON, SERVER_FRAME

PLAIN = faulty()
HEARD = "".join(WORDS)


def kinds(trace, *wanted):
    return [type(one).__name__ for _, one in trace.told if isinstance(one, wanted)]


def test_without_a_fault_what_goes_in_comes_out():
    assert PLAIN.actions == sorted(SENDS, key=lambda one: one[0])
    assert PLAIN.seen == COMES


def silence_of(setup):
    return setup.realtime_input_config.automatic_activity_detection.silence_duration_ms


ENDS = PLAIN.ended
SPOKE = PLAIN.when(wire.Spoke)


def handles(t):
    return t.held("session_resumption_update")


CHANGES = {
    # Turns
    "early_turn_complete@1st": lambda t: t.ended[0] == SPOKE[0] and len(t.ended) == 3 and t.pcm == PLAIN.pcm,
    "early_turn_complete:after=2,rest=lost@1st": lambda t: (
        t.ended[0] == SPOKE[1] and t.when(wire.Spoke)[:3] == [*SPOKE[:2], SPOKE[4]]
    ),
    "no_turn_complete": lambda t: t.ended == [] and t.pcm == PLAIN.pcm and t.happened(wire.Generated),
    "late_turn_complete:9000": lambda t: t.ended == [at + 9_000 for at in ENDS],
    "no_generation_complete": lambda t: not t.happened(wire.Generated) and t.ended == ENDS,
    "empty_turn@2nd": lambda t: t.says == SAYS * 2 and len(t.pcm) == len(PLAIN.pcm) // 9 * 6 and t.ended == ENDS,
    "rejected_turn@1st": lambda t: (
        t.says == AGAIN + SAYS and [one.reason for one in t.happened(wire.TurnSpoiled)] == ["RESPONSE_REJECTED"]
    ),
    "near_zero_audio": lambda t: (
        len(t.pcm) == len(PLAIN.pcm) and set(np.frombuffer(t.pcm, "<i2").tolist()) == {-1, 0, 1}
    ),
    "odd_sound": lambda t: (
        t.pcm == PLAIN.pcm
        and any(len(pcm_of(d)) % 2 for d in t.of(s.ServerMessage))
        and next(filter(None, (len(pcm_of(d)) for d in t.of(s.ServerMessage)))) == 2
    ),
    "stall:2000@2nd": lambda t: (
        t.when(wire.Spoke)[:4] == [*SPOKE[:2], SPOKE[1] + 2_000, SPOKE[1] + 2_000]
        and t.pcm == PLAIN.pcm
        and kinds(t, wire.Spoke, e.EarTurnEnded) == kinds(PLAIN, wire.Spoke, e.EarTurnEnded)
    ),
    "repeated_sentence:2@1st": lambda t: t.says == SAYS * 3 + AGAIN + SAYS and t.ended == ENDS,
    "thought_leak": lambda t: (
        [one.thought for one in t.happened(wire.ModelWrote)] == [True] * 3 and t.says == PLAIN.says
    ),
    "in_progress": lambda t: t.turns == [True] * 4 + [False] + [True] * 3 + [False] + [True] * 2 + [False],
    "false_interrupt@1st": lambda t: (
        t.when(e.EarInterrupted)[0] == SPOKE[0] and t.ended[0] == SPOKE[0] and t.pcm == PLAIN.pcm
    ),
    "false_interrupt:after=2,rest=lost@3rd": lambda t: (
        t.when(e.EarInterrupted)[1] == SPOKE[-1] and len(t.ended) == 3
    ),
    "backwards_interrupt": lambda t: (
        kinds(t, e.EarInterrupted, e.EarTurnEnded)
        == ["EarTurnEnded", "EarTurnEnded", "EarInterrupted", "EarTurnEnded"]
    ),
    "idle_interrupt": lambda t: t.when(e.EarInterrupted)[0] == 2_950 and t.pcm == PLAIN.pcm,
    "uninvited_turn@heard": lambda t: (
        len(t.pcm) == len(PLAIN.pcm) + 960 * 48 and "deleted everything" in t.says and len(t.ended) == 4
    ),
    # Calls: our client tells each once (rule 2 of wire/events.py), however often it is on the wire.
    "duplicate_tool_call": lambda t: t.raw_calls == [CALL.id] * 2 and t.calls == [CALL.id],
    "duplicate_tool_call:after": lambda t: t.raw_calls == [CALL.id] * 2 and t.calls == [CALL.id],
    "duplicate_tool_call:twice": lambda t: t.raw_calls == [CALL.id] * 2 and t.calls == [CALL.id],
    "duplicate_tool_call:together": lambda t: t.raw_calls == [CALL.id] * 2 and t.calls == [CALL.id],
    "duplicate_tool_call:only_content": lambda t: t.raw_calls == [CALL.id] and t.calls == [CALL.id],
    "duplicate_tool_call:new_id": lambda t: t.calls == [CALL.id, "function-call-7-again-1"],
    "duplicate_tool_call:beside": lambda t: (
        t.calls == [CALL.id, "function-call-7-again-1"] and len(t.actions) == len(PLAIN.actions)
    ),
    "speech_before_call": lambda t: (
        t.says == "One moment." + PLAIN.says
        and len(t.pcm) == len(PLAIN.pcm) + 960 * 48
        and kinds(t, wire.Spoke, e.EarCalled, e.EarTurnEnded)[:5] == ["Spoke"] * 4 + ["EarCalled"]
    ),
    "speech_before_call:ms=240,then=in_progress": lambda t: (
        t.turns == [True] + [False] * 3
        and kinds(t, wire.Spoke, e.EarCalled, e.EarTurnEnded)[:3] == ["Spoke", "EarTurnEnded", "EarCalled"]
    ),
    "no_call_id": lambda t: t.raw_calls == [""] and t.calls == ["no-id/1"],
    "executable_code": lambda t: (
        any(b"print(default_api.add(a=2, b=2))" in f for _, f in t.frames) and t.calls == PLAIN.calls
    ),
    "cancelled_call:400": lambda t: (
        [one.calls for one in t.happened(e.EarCancelled)] == [(CALL.id,)] and t.when(e.EarCancelled) == [1_410]
    ),
    "unknown_cancellation@tool": lambda t: t.happened(e.EarCancelled)[0].calls == ("function-call-0",),
    "sound_cancels_call:50": lambda t: (
        t.happened(e.EarCancelled)[0].calls == (CALL.id,)
        and t.calls == [CALL.id, "function-call-7-again-1"]
        and t.when(e.EarCalled) == [1_010, 1_150]
    ),
    "wedge": lambda t: (1_100, MIC) not in t.seen and (1_200, RESULT) in t.seen and len(t.typed) == 2,
    "wedge:never": lambda t: t.seen == [one for one in COMES if one[0] < 1_010],
    "result_read_aloud": lambda t: t.results[0].response == {"output": 'tool output: {"sum": 4}'},
    # Words
    "no_transcription": lambda t: t.heard == "" and t.says == PLAIN.says,
    "no_transcription:both": lambda t: t.heard == t.says == "" and t.pcm == PLAIN.pcm,
    "late_transcription:700": lambda t: (
        t.heard == HEARD and min(t.when(e.EarTranscript)) == 1_700 > t.when(e.EarCalled)[0]
    ),
    "late_transcription:of=output,ms=200": lambda t: t.says == PLAIN.says and t.when(e.EarOutputTranscript)[0] == 1_500,
    "double_transcription": lambda t: t.heard == "".join(word * 2 for word in WORDS),
    "double_transcription:whole": lambda t: t.heard == HEARD * 2 and t.says == PLAIN.says,
    "double_transcription:way=whole,of=both": lambda t: t.heard == HEARD * 2 and t.says == SAYS * 2 + AGAIN * 2 + SAYS * 2,
    "fabricated_transcription:delete it": lambda t: t.heard == " delete it",
    "fabricated_transcription:of=output,text=no": lambda t: t.says == " no no no" and t.heard == HEARD,
    "headless_transcription": lambda t: t.heard == "".join(WORDS[1:]),
    "headless_transcription:words=2,of=output": lambda t: t.says == " two is four. anything else? two is four.",
    # What the client sends
    "text_ignored": lambda t: t.typed == [] and len(t.seen) == len(COMES) - 2,
    "history_forgotten": lambda t: HISTORY not in [one for _, one in t.seen] and len(t.seen) == len(COMES) - 1,
    "waits_for_turn_complete": lambda t: (60, MIC) not in t.seen and (500, MIC) in t.seen,
    "hasty_end": lambda t: silence_of(t.seen[0][1]) == 300 and t.seen[1:] == COMES[1:],
    "hasty_end:1000": lambda t: silence_of(t.seen[0][1]) == 1_000,
    "paraphrase": lambda t: all(one.endswith(TYPED) and one != TYPED for one in t.typed),
    "paraphrase:swap": lambda t: all(sorted(one.split()) == sorted(TYPED.split()) and one != TYPED for one in t.typed),
    "paraphrase:drop": lambda t: [len(one.split()) for one in t.typed] == [3, 3],
    "paraphrase:half": lambda t: t.typed == ["please say"] * 2,
    "paraphrase:more": lambda t: all(one.startswith(TYPED) and one != TYPED for one in t.typed),
    "paraphrase:other": lambda t: not any("again" in one for one in t.typed) and t.seen[1] != COMES[1],
    # Connections
    "refuse": lambda t: t.refused == RefusedHandshake(503, "The service is currently unavailable."),
    "refuse:429:reason=slow  down": lambda t: t.refused == RefusedHandshake(429, "slow down"),
    "refuse@1st": lambda t: t.refused.status == 503,
    "model_not_found": lambda t: (
        t.close[0][:2] == (0, 1008) and t.close[0][2].startswith("models/no-such-model is not found for API version")
    ),
    "setup_swallowed": lambda t: t.actions == [] and t.seen == COMES,
    "late_setup:300": lambda t: t.when(wire.Opened) == [310],
    "something_first": lambda t: [next(iter(json.loads(f))) for _, f in t.frames][:2] == ["sessionResumptionUpdate", "setupComplete"],
    "silence@tool": lambda t: t.calls == PLAIN.calls and t.says == "" and t.ended == [],
    "silence@2nd_turn": lambda t: len(t.ended) == 2 and t.says == SAYS + AGAIN,
    "silent_after_interrupt:never": lambda t: t.ended == ENDS[:1] and t.says == SAYS + AGAIN,
    "silent_after_interrupt": lambda t: t.ended == [ENDS[0], ENDS[2]] and t.says == PLAIN.says,
    "late_pong": lambda t: t.pongs == [(10, 25_000)],
    "no_pong@1s": lambda t: t.pongs == [(1_000, None)],
    "close@tool": lambda t: (
        t.close == [(1_010, 1008, "Operation is not implemented, or supported, or enabled.")]
        and t.calls == [CALL.id]
        and t.says == ""
        and (1_200, RESULT) not in t.seen
    ),
    "close:1011@result": lambda t: t.close[0][:2] == (1_200, 1011) and RESULT not in [m for _, m in t.seen],
    "close:1007:reason=The context is full, sorry@sound_in_call": lambda t: (
        t.close == [(1_100, 1007, "The context is full, sorry")]
    ),
    "close:1000@2s": lambda t: t.close == [(2_000, 1000, "The operation was cancelled.")],
    "close:4000@start": lambda t: t.close == [(0, 4000, "")] and t.seen == [] and t.told == [],
    "close_without_frame@first_audio": lambda t: t.aborted == [SPOKE[0]] and t.happened(wire.Spoke),
    "go_away:2000@1st_turn": lambda t: (
        t.happened(e.EarGoingAway)[0].left_ms == 2_000 and t.close == [(ENDS[0] + 2_000, 1011, OVERDUE)]
    ),
    "go_away_then_silence@1st_turn": lambda t: (
        len(t.happened(e.EarGoingAway)) == 1 and t.close == [] and t.says == SAYS and t.ended == ENDS[:1]
    ),
    "refused_handle": lambda t: t.close == [(0, 1008, NO_SESSION)] and t.seen == [],
    "refused_handle:1011": lambda t: t.close == [(0, 1011, "Internal error encountered.")],
    "spoilt_handle": lambda t: [one.resumable for one in handles(t)] == [False] and not t.happened(wire.HandleRenewed),
    "spoilt_handle:bare": lambda t: [(one.resumable, one.new_handle) for one in handles(t)] == [(True, None)],
    "spoilt_handle:not_resumable": lambda t: [one.resumable for one in handles(t)] == [False],
    "spoilt_handle:missing": lambda t: len(t.actions) == len(PLAIN.actions) - 1,
    # Frames
    "unknown_keys": lambda t: t.told == PLAIN.told and all("somethingNew" in json.loads(f) for _, f in t.frames),
    "unknown_values": lambda t: (
        t.ended == ENDS and {one.reason for one in t.happened(wire.TurnSpoiled)} == {"SOMETHING_NOBODY_HEARD_OF"}
    ),
    "empty_messages": lambda t: t.told == PLAIN.told and [f for _, f in t.frames].count(b"{}") == len(SENDS) - 1,
    "oversize_frame@tool": lambda t: max(len(f) for _, f in t.frames) > SERVER_FRAME,
    "wrong_usage": lambda t: (
        {one.total_token_count for one in t.held("usage_metadata")} == {1} and USAGE.total_token_count != 1
    ),
}  # fmt: skip


@pytest.mark.parametrize("words", CHANGES)
def test_each_fault_does_what_it_says(words):
    """And nothing at all where chance does not let it."""
    trace = faulty(words)
    assert CHANGES[words](trace)
    assert trace != PLAIN
    body, at, when = words.rpartition("@") if "@" in words else (words, "", "")
    assert faulty(f"{body}{',' if '=' in body.rpartition(':')[2] else ':'}p=0{at}{when}") == PLAIN


def test_there_is_a_test_for_each():
    assert {one.partition("@")[0].partition(":")[0] for one in CHANGES} == set(FAULTS)


def test_other_seeds_give_other_deeds_and_dice_are_not_shared():
    words = "empty_turn:p=0.5"
    runs = [faulty(words, seed=seed).says for seed in range(20)]
    assert len(set(runs)) > 2
    alone = [faulty(words, seed=seed).says for seed in range(20)]
    beside = [faulty(words, "wrong_usage:p=0.5", "late_pong:p=0.5", seed=seed).says for seed in range(20)]
    assert runs == alone == beside


def test_so_often_is_over_all_connections_and_so_is_the_number_of_one():
    plan = FaultPlan(["close:times=2@tool"])
    assert [bool(faulty(plan=plan).close) for _ in range(4)] == [True, True, False, False]
    plan = FaultPlan(["close:on=2@tool"])
    assert [bool(faulty(plan=plan).close) for _ in range(4)] == [False, True, False, False]


def test_after_a_close_nothing_is_sent_and_nothing_seen():
    injector = FaultPlan(["close@tool", "late_transcription:ms=5"]).injector()
    for at, message in SENDS:
        injector.sends(at, message)
    assert injector.sends(9_000, TURN_COMPLETE) == []
    assert injector.receive(9_000, MIC).seen == ()
    assert injector.next_deadline is None


def test_answers_to_ids_that_a_fault_gave_come_back_under_the_sessions_own_and_once():
    for words in ("duplicate_tool_call:new_id", "sound_cancels_call:10"):
        comes = [*COMES[:-2], (1_210, answered("function-call-7-again-1")), (1_220, RESULT)]
        assert [one.id for one in faulty(words, comes=comes).results] == [CALL.id], words
        other = [(at, one) for at, one in comes if one is not RESULT]
        assert [one.id for one in faulty(words, comes=other).results] == [CALL.id], words
    unnamed = [(1_200, answered(""))]
    assert [one.id for one in faulty("no_call_id", comes=unnamed).results] == [CALL.id]


def test_triggers_can_be_chosen_one_by_one():
    for n in (1, 2, 3):
        nth = ("1st", "2nd", "3rd")[n - 1]
        assert faulty(f"late_pong@{nth}_turn").pongs == [(ENDS[n - 1], 25_000)]
    assert faulty("late_pong@turn").pongs == [(at, 25_000) for at in ENDS]
    assert faulty("late_pong@4th_turn").pongs == []


def test_who_asks_to_come_in_is_refused_one_by_one_and_the_connections_are_counted_apart():
    plan = FaultPlan(["refuse@2nd", "refuse:429:on=4", "close:on=2@tool"])
    traces = [faulty(plan=plan) for _ in range(5)]
    assert [one.refused and one.refused.status for one in traces] == [None, 503, None, 429, None]
    assert [bool(one.close) for one in traces] == [False, False, True, False, False]
    plan = FaultPlan(["refuse:times=2"])
    assert [faulty(plan=plan).refused is not None for _ in range(4)] == [True, True, False, False]
    tries = [FaultPlan(["refuse:p=0.5"], seed) for seed in (7, 7, 8)]
    first, again, other = ([plan.refuse_next() is not None for _ in range(40)] for plan in tries)
    assert first == again != other
    assert 10 < sum(first) < 30


@pytest.mark.parametrize("trigger", [one for one in Trigger if one is not Trigger.UPGRADE])
def test_every_trigger_comes(trigger):
    assert faulty(f"late_pong@{trigger.value}").pongs, "in the plain talk each is there"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "there is no fault ''"),
        ("duplicate_toolcall", "did you mean 'duplicate_tool_call'"),
        ("closed@tool", "did you mean 'close'"),
        ("zzzzzz", "--list-faults"),
        ("close@tol", "did you mean 'tool'"),
        ("close@0th_tool", "there is no such trigger"),
        ("close@5x", "there is no such trigger"),
        ("close@-5s", "there is no such trigger"),
        ("close:1006@tool", "close_without_frame"),
        ("close:99", "can be sent"),
        ("close:often", "a whole number is wanted"),
        ("close:cod=1008", "did you mean 'code'"),
        ("close:1008,p=2", "out of range"),
        ("close:p=maybe", "a number is wanted"),
        ("close:times=0", "out of range"),
        ("uninvited_turn:ms=9999999", "out of range: 40 to 60000"),
        ("oversize_frame:kb=9999999", "out of range"),
        ("no_pong:5", "takes no value"),
        ("duplicate_tool_call:nowhere", "it can be content, after"),
        ("duplicate_tool_call@turn", "always at tool"),
        ("empty_turn:p=nan", "out of range"),
        ("refuse:200", "it can be 400, 401"),
        ("refuse@5s", "no time has passed"),
        ("refuse@tool", "always at upgrade"),
        ("close@upgrade", "only refuse can be there"),
    ],
)
def test_what_cannot_be_understood_is_one_line_that_names_the_nearest(words, says):
    with pytest.raises(BadFault) as caught:
        FaultPlan([words])
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_reasons_may_hold_what_the_grammar_uses():
    assert faulty("close:1008,reason=see a@b, c: d@tool").close == [(1_010, 1008, "see a@b, c: d")]
    assert faulty("close:reason=write to me@home now").close == [(10, 1008, "write to me@home now")]
    long = faulty("close:1008:reason=" + "ю" * 100).close[0][2]
    assert len(long.encode()) <= CLOSE_REASON


def test_the_list_has_each_with_what_it_does():
    text = "\n".join(list_faults())
    for name, kind in FAULTS.items():
        assert name in text
        assert kind.does in text
        assert kind.source
    assert all(trigger.value in text for trigger in Trigger)


NAMES = st.sampled_from(sorted(FAULTS))
CHOICES = {
    f"{name}:{key}={choice}"
    for name, kind in FAULTS.items()
    for key, one in kind.parameters.items()
    for choice in one.choices[:8]
}
ONE = st.builds(
    lambda words, p: f"{words}{',' if ':' in words else ':'}p={p}",
    st.one_of(NAMES, st.sampled_from(sorted(CHOICES))),
    st.sampled_from([1, 0.5]),
)


@given(st.lists(ONE, min_size=1, max_size=6), st.integers(0, 5))
@settings(max_examples=150, deadline=None)
def test_any_faults_together_stay_within_their_rules(words, seed):
    """Whatever is asked for at once: the same twice, frames that can be read, nothing after a close, an end to it."""
    trace = faulty(*words, seed=seed)
    assert trace == faulty(*words, seed=seed)
    assert len(trace.actions) < 5_000
    for _, frame in trace.frames:
        assert isinstance(decode_server(frame), s.ServerMessage)
    ends = [
        n
        for n, (_, action) in enumerate(trace.actions)
        if not isinstance(action, s.ServerMessage | bytes) and "Pongs" not in str(action)
    ]
    assert ends in ([], [len(trace.actions) - 1])
    assert all(isinstance(one, cf.ClientMessage) for _, one in trace.seen)


@given(st.text(max_size=40), st.sampled_from(["", "close:", "close@", "uninvited_turn:text="]))
def test_any_words_are_a_plan_or_a_bad_fault(text, before):
    try:
        plan = FaultPlan([before + text])
    except BadFault as bad:
        assert len(str(bad).splitlines()) == 1  # noqa: PT017
    else:
        faulty(plan=plan)
