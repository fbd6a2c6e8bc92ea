"""What no recording decides, each by its switch: what a client sees under every one of them."""

import re

import pytest

from server.rig import FAST, LIVE_31, LIVE_38, NATIVE, THINKING, Rig, function, setup, tools
from solovox.core.events import LocalTranscript, SpeechConfirmed, SpeechEnded
from solovox.core.units import AudioSpan, StreamId
from solovox.server import served_commands as o
from solovox.server import served_events as h
from solovox.server.options import Pace, ServerOptions, TranscriptPosition
from solovox.wire.gemini_live import client_frames as c
from solovox.wire.gemini_live.codec import encode_server
from solovox.wire.gemini_live.parts import Behavior, Scheduling

SPAN = AudioSpan(StreamId("mic"), 8_000, 16_000)
DRAFTS = (LocalTranscript(SPAN, "what", False), LocalTranscript(SPAN, "what time", False))


def chosen(**fields):
    return ServerOptions(pace=Pace.FAST, **fields)


def spoken(rig, *before, words="what time is it"):
    """The person speaks; drafts and all."""
    told = (SpeechConfirmed(8_000), *before, SpeechEnded(SPAN), LocalTranscript(SPAN, words, True))
    return rig.tell(*told)


@pytest.mark.parametrize(
    ("model", "choices", "shape"),
    [
        (NATIVE, chosen(), r"SHHHH(O+A+)+G\(EU\)R"),
        (NATIVE, chosen(whole_input=True), r"SH(O+A+)+G\(EU\)R"),
        (LIVE_31, chosen(), r"SH0(\(AO\)|A)+G\(EU\)R"),
        (LIVE_31, chosen(whole_input=False), r"SHHHH0(\(AO\)|A)+G\(EU\)R"),
        (NATIVE, chosen(transcription=TranscriptPosition.WITH), r"SHHHH(\(AO\)|A)+G\(EU\)R"),
        (NATIVE, chosen(transcription=TranscriptPosition.AFTER), r"SHHHH(AO?)+G\(EU\)R"),
        (LIVE_38, chosen(transcription=TranscriptPosition.BEFORE), r"SH0(O*A)+G\(EU\)R"),
        (NATIVE, chosen(interim=True), r"SDDHHHH(O+A+)+G\(EU\)R"),
        (NATIVE, chosen(finished=True), r"SHHHH(O+A+)+OG\(EU\)R"),
        (NATIVE, chosen(marks=True), r"SVVHHHH(O+A+)+G\(EU\)R"),
        (NATIVE, chosen(marks=True, interim=True, finished=True, whole_input=True), r"SVDDVH(O+A+)+OG\(EU\)R"),
    ],
)  # fmt: skip
def test_V2_each_has_its_order(model, choices, shape):
    rig = spoken(Rig(choices, model=model), *DRAFTS)
    assert re.fullmatch(shape, rig.order), rig.order
    assert rig.heard == " what time is it"
    assert rig.said == "You said what time is it"


def contents(rig, field):
    held = (message.server_content for message in rig._whole)
    return [getattr(one, field) for one in held if one is not None and getattr(one, field) is not None]


def test_what_was_said_so_far_is_told_whole_each_time():
    rig = spoken(Rig(chosen(interim=True)), *DRAFTS)
    assert [one.text for one in contents(rig, "interim_input_transcription")] == [" what", " what time"]
    assert [order.detection.drafts for order in rig.commands if isinstance(order, o.StartRecogniser)] == [
        True
    ]


@pytest.mark.parametrize("choices", [chosen(), chosen(interim=True)])
def test_who_wants_no_transcription_gets_no_interim_one(choices):
    rig = spoken(Rig(choices, input_audio_transcription=None), *DRAFTS)
    assert "D" not in rig.order
    assert [order.detection.drafts for order in rig.commands if isinstance(order, o.StartRecogniser)] == [
        False
    ]


@pytest.mark.parametrize("whole", [False, True])
def test_the_last_piece_alone_is_finished(whole):
    rig = spoken(Rig(chosen(finished=True, whole_input=whole)))
    for field in ("input_transcription", "output_transcription"):
        pieces = contents(rig, field)
        assert [one.finished for one in pieces] == [None] * (len(pieces) - 1) + [True]
    assert all(one.finished is None for one in contents(spoken(Rig()), "input_transcription"))


def test_marks_say_where_in_the_sound_speech_began_and_ended():
    rig = spoken(Rig(chosen(marks=True)))
    marks = [m.voice_activity for m in rig._whole if m.voice_activity is not None]
    assert [(one.type, one.audio_offset) for one in marks] == [
        ("ACTIVITY_START", "0.500s"),
        ("ACTIVITY_END", "1.500s"),
    ]


@pytest.mark.parametrize(
    ("patience", "shape"),
    [(1_000, "SHCG(EU)R"), (0, "SHCG(EU)R"), (None, "SHC")],
)
def test_so_long_a_turn_waits_for_a_tool(patience, shape):
    rig = Rig(chosen(call_patience_ms=patience), tools=tools(function())).says("Go")
    assert rig.pass_time(until=60_000).order == shape


# The two dialects. A client says which by its path.

VERTEX = {
    "session_resumption": c.SessionResumption(transparent=True),
    "explicit_vad_signal": False,
}


def on_path(vertex, choices=FAST, **fields):
    rig = Rig(choices, begin=False)
    return rig.tell(h.SetUp(setup(**fields), "v1", session="a-session" if vertex else None))


@pytest.mark.parametrize(("vertex", "names"), [(False, "response"), (True, "candidates")])
def test_V4_tokens_are_counted_under_the_names_of_the_dialect(vertex, names):
    rig = on_path(vertex).types("Hello")
    (frame,) = [encode_server(m).decode() for m in rig._whole if m.usage_metadata is not None]
    assert f'"{names}TokenCount":' in frame
    assert f'"{names}TokensDetails":' in frame
    other = {"response": "candidates", "candidates": "response"}[names]
    assert other not in frame


@pytest.mark.parametrize("field", VERTEX)
def test_what_is_vertexs_own_is_taken_there_alone(field):
    assert on_path(True, **{field: VERTEX[field]}).close is None
    assert on_path(False, **{field: VERTEX[field]}).close[0] == 1007


def test_no_version_is_special_on_vertex():
    alpha = {"generation_config": c.GenerationConfig(enable_affective_dialog=True)}
    assert on_path(True, **alpha).close is None
    assert on_path(False, **alpha).close[0] == 1007


@pytest.mark.parametrize(
    ("vertex", "close"),
    [
        (False, (1011, "Deadline expired before operation could complete.")),
        (True, (1000, "The operation was cancelled.")),
    ],
)
def test_a_connection_ends_in_the_words_of_the_dialect(vertex, close):
    assert on_path(vertex, ServerOptions(limit_ms=3_000)).pass_time().close == close


# Answers to calls, for which the model waits and for which it does not.

LATER = Behavior.NON_BLOCKING
CALLS = [
    # model, behaviour, of the first answer: its more, when; does a second count?
    (NATIVE, None, None, None, False),
    (NATIVE, None, False, None, False),
    (NATIVE, None, True, None, False),
    (LIVE_31, None, True, None, False),
    (LIVE_38, Behavior.BLOCKING, True, None, False),
    (NATIVE, LATER, None, None, False),
    (NATIVE, LATER, False, None, False),
    (NATIVE, LATER, True, None, True),
    (LIVE_38, None, True, None, True),
    (THINKING, None, True, None, True),
]


@pytest.mark.parametrize(("model", "behavior", "more", "when", "counts"), CALLS)
def test_V5_more_answers_come_only_to_a_call_that_nobody_waits_for(model, behavior, more, when, counts):
    thinks = c.GenerationConfig(thinking_config=c.ThinkingConfig(thinking_level="LOW"))
    config = thinks if model == THINKING else None
    rig = Rig(model=model, tools=tools(function(behavior=behavior)), generation_config=config).says("Go")
    rig.answer(rig.calls[0].id, "One.", will_continue=more)
    assert rig.said == "One."
    rig.answer(rig.calls[0].id, "Two.", will_continue=False)
    assert rig.said == ("One.Two." if counts else "One.")
    rig.answer(rig.calls[0].id, "Three.")
    assert "Three." not in rig.said


@pytest.mark.parametrize("when", Scheduling)
@pytest.mark.parametrize(("behavior", "heeded"), [(None, False), (LATER, True)])
def test_V5_scheduling_is_heeded_only_where_nobody_waits(behavior, heeded, when):
    rig = Rig(tools=tools(function(behavior=behavior))).says("Go")
    rig.answer(rig.calls[0].id, "Here.", scheduling=when)
    assert rig.said == ("" if heeded and when is Scheduling.SILENT else "Here.")


@pytest.mark.parametrize("when", Scheduling)
def test_V5_a_late_answer_to_a_call_that_was_waited_for_is_said_when_the_model_is_idle(when):
    rig = Rig(tools=tools(function())).says("Go").pass_time(until=10_000)
    assert rig.order == "SHCG(EU)R"
    rig.answer(rig.calls[0].id, "Here.", scheduling=when)
    assert rig.said == "Here."


def test_V5_an_empty_answer_closes_a_call_and_is_not_said():
    rig = Rig(tools=tools(function(behavior=LATER))).says("Go")
    rig.answer(rig.calls[0].id, "One.", will_continue=True).answer(rig.calls[0].id, {}, will_continue=False)
    assert rig.said == "One."
    assert rig.answer(rig.calls[0].id, "Two.").said == "One."


@pytest.mark.parametrize(
    ("model", "behavior", "taken"),
    [
        (LIVE_31, LATER, False),
        (LIVE_31, Behavior.BLOCKING, True),
        (NATIVE, LATER, True),
        (LIVE_38, LATER, True),
    ],
)
def test_a_function_that_the_family_does_not_have_is_refused_whenever_it_is_declared(model, behavior, taken):
    declared = tools(function(behavior=behavior))
    update = h.MessageReceived(c.ContextUpdate(tools=c.ToolsUpdate(tools=declared)))
    for rig in (Rig(model=model, tools=declared), Rig(model=model).tell(update)):
        assert (rig.close is None) is taken
        assert taken or rig.close == (1007, f"{behavior} function calls are not supported for this model")


# What is declared.

MANY = tools(function("a"), function("b"))


@pytest.mark.parametrize(
    ("declared", "prepares"),
    [((), False), (tools(function()), False), (MANY, True)],
)
def test_tools_are_looked_at_when_they_are_declared_at_first_or_later(declared, prepares):
    def looked(rig):
        return [one.tools for one in rig.commands if isinstance(one, o.PrepareTools)]

    wanted = [declared[0].function_declarations] if prepares else []
    assert looked(Rig(tools=declared)) == wanted
    update = c.ContextUpdate(tools=c.ToolsUpdate(tools=declared))
    assert looked(Rig().tell(h.MessageReceived(update))) == wanted
