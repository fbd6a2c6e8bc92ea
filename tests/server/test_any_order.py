"""Anything in any order: a client and engines by chance, against what a session promises whatever they do."""

import re
from collections import deque

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from server.rig import LIVE_31, LIVE_38, NATIVE, SAMPLES, THINKING, function, letter, setup, tools
from solovox.core.events import LocalTranscript, OnsetFaded, OnsetHeard, SpeechConfirmed, SpeechEnded
from solovox.core.units import AudioSpan, StreamId
from solovox.server import served_commands as o
from solovox.server import served_events as h
from solovox.server.options import Pace, ServerOptions, TranscriptPosition
from solovox.server.served import ServedTalk
from solovox.wire.gemini_live import client_frames as c
from solovox.wire.gemini_live.parts import Behavior, FunctionResponse, text_content
from solovox.wire.gemini_live.sizes import SERVER_FRAME, server_frames

pytestmark = pytest.mark.slow

WORDS = st.sampled_from(
    [
        "",
        " ",
        "Go.",
        "Go on.",
        "What time is it?",
        "And then?",
        "[aside]",
        "word " * 60,
        "Mm-hm.",
        "It is 5 € — ß π.",
    ]
)
SPAN = AudioSpan(StreamId("mic"), 0, 16_000)
CONTENTS = st.builds(
    lambda texts, done: c.ClientContent(turns=tuple(text_content(*one) for one in texts), turn_complete=done),
    st.lists(st.tuples(WORDS, st.sampled_from(["user", "model"])), max_size=3),
    st.sampled_from([None, False, True]),
)
ACTIVITY = [
    c.RealtimeInput(activity_start=c.ActivityStart()),
    c.RealtimeInput(activity_end=c.ActivityEnd()),
]
INPUTS = st.one_of(
    st.builds(c.RealtimeInput, text=WORDS),
    st.sampled_from(
        [
            c.RealtimeInput(),
            c.RealtimeInput(audio_stream_end=True),
            *ACTIVITY,
        ]
    ),
)
HEARD = st.one_of(
    st.sampled_from([OnsetHeard(0), OnsetFaded(0), SpeechConfirmed(0), SpeechEnded(SPAN)]),
    st.builds(lambda text, final: LocalTranscript(SPAN, text, final), WORDS, st.booleans()),
    st.just(h.AudioReceived("audio/pcm;rate=16000", 640)),
)
WHEN = st.sampled_from([None, None, "SILENT", "WHEN_IDLE", "INTERRUPT", "LATER"])
UPDATES = st.builds(
    c.ContextUpdate,
    system_instruction=st.sampled_from(
        [None, text_content("You are a reader."), text_content("Never speak.")]
    ),
    tools=st.sampled_from([None, c.ToolsUpdate(tools=()), c.ToolsUpdate(tools=tools(function()))]),
)


class Answer:
    """An answer to some call; which, the talk decides."""

    def __init__(self, which, when, more, text):
        self.which, self.when, self.more, self.text = which, when, more, text


ENGINES, WAIT = "an engine answers", "time passes"
STEPS = st.one_of(
    st.builds(h.MessageReceived, CONTENTS),
    st.builds(h.MessageReceived, INPUTS),
    st.builds(h.MessageReceived, UPDATES),
    HEARD,
    st.builds(Answer, st.integers(0, 3), WHEN, st.booleans(), WORDS),
    st.just(ENGINES),
    st.just(ENGINES),
    st.just(ENGINES),
    st.tuples(st.just(WAIT), st.integers(0, 3_000)),
)
SETUPS = st.builds(
    lambda model, declared, manual, handling, history: setup(
        model=model,
        tools=tools(*declared) if declared else (),
        generation_config=c.GenerationConfig(
            thinking_config=c.ThinkingConfig(thinking_level="LOW") if model == THINKING else None
        ),
        realtime_input_config=c.RealtimeInputConfig(
            automatic_activity_detection=c.AutomaticActivityDetection(disabled=manual),
            activity_handling=handling,
        ),
        history_config=c.HistoryConfig(initial_history_in_client_content=history),
    ),
    st.sampled_from([NATIVE, LIVE_31, LIVE_38, THINKING, "models/gemini-live-2.5-flash-preview"]),
    st.sampled_from(
        [(), (function(),), (function("a"), function("b")), (function(behavior=Behavior.NON_BLOCKING),)]
    ),
    st.booleans(),
    st.sampled_from([None, "NO_INTERRUPTION"]),
    st.sampled_from([False, False, False, True]),
)
CHOICES = st.builds(
    ServerOptions,
    pace=st.sampled_from(Pace),
    transcription=st.sampled_from([None, *TranscriptPosition]),
    phrases=st.booleans(),
    whole_input=st.sampled_from([None, False, True]),
    interim=st.booleans(),
    finished=st.booleans(),
    marks=st.booleans(),
    call_patience_ms=st.sampled_from([None, 0, 1_000]),
    limit_ms=st.sampled_from([None, None, 9_000]),
    go_away_ms=st.sampled_from([None, 5_000]),
)


class Chance:
    """The talk, with engines that answer when they are told to."""

    def __init__(self, choices, wanted):
        self.talk = ServedTalk(choices)
        self.now = 0
        self.sent = []
        self.close = None
        self.calls = []
        self.cancelled = []
        self.answered = set()
        """Calls that had their last answer before they were cancelled."""
        self.spoken = {}
        self._pending = deque()
        self._manual = wanted.realtime_input_config.automatic_activity_detection.disabled
        self.tell(h.SetUp(wanted))

    def tell(self, happened):
        for order in self.talk.handle(self.now, happened):
            match order:
                case o.Send(message=message) | o.SendSound(message=message):
                    self.sent.append(order)
                    if message.tool_call is not None:
                        self.calls += message.tool_call.function_calls
                    if message.tool_call_cancellation is not None:
                        self.cancelled += message.tool_call_cancellation.ids
                case o.Close(code=code, reason=reason):
                    assert self.close is None
                    assert len(reason.encode()) <= 123
                    self.close = code
                case o.QueryBrain(turn=turn, words=words):
                    self._pending += [h.AnswerTextReady(turn, f"So: {words}"), h.AnswerEnded(turn)]
                case o.ChooseTool(turn=turn, words=words):
                    self._pending.append(
                        h.ToolChosen(turn, "a" if len(words) % 2 else None, {"words": words})
                    )
                case o.Speak(turn=turn, text=text):
                    self.spoken[turn] = self.spoken.get(turn, "") + text
                    half = len(text) // 2
                    self._pending += [
                        h.SamplesRendered(turn, half * SAMPLES // 4, half),
                        h.SamplesRendered(turn, (len(text) - half) * SAMPLES // 4, len(text)),
                        h.TextRendered(turn),
                    ]
                case o.FinishHearing(n=n):
                    self._pending.append(h.HearingFinished(n))
                case o.SaveMemory():
                    self._pending.append(h.HandleGiven("handle"))
                case _:
                    pass

    def step(self, step):
        match step:
            case Answer():
                if self.calls:
                    call = self.calls[-1 - step.which % len(self.calls)]
                    one = FunctionResponse(
                        name=call.name,
                        response={"output": step.text},
                        id=call.id,
                        scheduling=step.when,
                        will_continue=step.more,
                    )
                    if not step.more and call.id not in self.cancelled:
                        self.answered.add(call.id)
                    self.tell(h.MessageReceived(c.ToolResponse(function_responses=(one,))))
            case (_, ms):
                until = self.now + ms
                self._wait(until)
                self.now = until
            case str():
                if self._pending:
                    self.tell(self._pending.popleft())
            case h.MessageReceived(message=c.RealtimeInput() as said) if (
                said in ACTIVITY and not self._manual
            ):
                pass  # the talk would be over: the machine's own tests have it
            case happened:
                self.tell(happened)
                if isinstance(happened, SpeechEnded):  # a recogniser owes each its words
                    self._pending.append(LocalTranscript(SPAN, "Well.", final=True))

    def _wait(self, until):
        for _ in range(1_000):
            at = self.talk.next_deadline
            if at is None or at > until:
                return
            self.now = max(self.now, at)
            self.tell(h.TimePassed())
        raise AssertionError("it wants to be woken again and again")

    def come_to_rest(self):
        """Everything is answered, everybody has finished, and time passes."""
        for quiet in (OnsetFaded(0), h.MessageReceived(c.RealtimeInput(activity_end=c.ActivityEnd()))):
            if isinstance(quiet, OnsetFaded) or self._manual:
                self.tell(quiet)
        for _ in range(200):
            while self._pending:
                self.tell(self._pending.popleft())
            self._wait(self.now + 60_000)
            self.now += 60_000
            if not self._pending:
                return


def any_order(examples):
    return lambda test: settings(
        max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )(given(CHOICES, SETUPS, st.lists(STEPS, min_size=5, max_size=60))(test))


def holds(choices, wanted, steps):
    talk = Chance(choices, wanted)
    for step in steps:
        talk.step(step)
    talk.come_to_rest()
    if not talk.sent:
        assert talk.close is not None
        return
    order = "".join(letter(one) for one in talk.sent)
    assert order.startswith("S")
    assert "S" not in order[1:]
    promises(talk, order)


@any_order(60)
def test_V1_V2_V3_V4_V5_V6_whatever_comes_in_whatever_order(choices, wanted, steps):
    holds(choices, wanted, steps)


@pytest.mark.slow
@any_order(1_000)
def test_V1_V2_V3_V4_V5_V6_many_times(choices, wanted, steps):
    holds(choices, wanted, steps)


def promises(talk, order):
    *whole, rest = turns_of(talk)
    for n, turn in enumerate(whole, 1):
        shape = "".join(letter(one) for one in turn)
        assert re.fullmatch(r"[^GI]*(G[RHWDV]*(IK?)?|IK?)\(EU\)", shape), (shape, order)
        sounds = [one.turn for one in turn if isinstance(one, o.SendSound)]
        assert set(sounds) <= {n}, "sound of another turn"
        shown, given_to_say = "".join(map(text, turn)), talk.spoken.get(n, "")
        assert given_to_say.startswith(shown)
        assert shown == given_to_say or "I" in shape
    if talk.close is None:
        waiting = "C" in "".join(letter(one) for one in rest)  # a call that nobody answered
        assert waiting or not set("".join(letter(one) for one in rest)) - set("SRHWKDV"), order
    calls_are_over_once(talk)
    for one in talk.sent:
        assert all(len(frame) < SERVER_FRAME for frame in server_frames(one.message))
        usage = one.message.usage_metadata
        if usage is not None:
            assert usage.total_token_count == sum(
                detail.token_count
                for detail in (*usage.prompt_tokens_details, *usage.response_tokens_details)
            )


def turns_of(talk):
    """What was sent, cut behind each end of a turn; the last has no end."""
    turns = [[]]
    for one in talk.sent:
        turns[-1].append(one)
        content = one.message.server_content
        if content is not None and content.turn_complete:
            turns.append([])
    return turns


def calls_are_over_once(talk):
    ids = [call.id for call in talk.calls]
    assert len(set(ids)) == len(ids)
    cancelled = talk.cancelled
    assert len(set(cancelled)) == len(cancelled)
    assert set(cancelled) <= set(ids)
    assert not set(cancelled) & talk.answered, "what was answered is not cancelled"


def text(one):
    content = one.message.server_content
    return content.output_transcription.text if content and content.output_transcription else ""
