"""What each family takes, refuses and sends. One row for each fact of docs/reference/gemini-live.md."""

import dataclasses

import pytest

from solovox.wire.gemini_live import client_frames as c
from solovox.wire.gemini_live import families as f
from solovox.wire.gemini_live import parts as p
from solovox.wire.gemini_live.codec import decode_client
from wire.recorded import every


@pytest.mark.parametrize(
    ("model", "family"),
    [
        ("gemini-2.5-flash-native-audio-preview-12-2025", f.NATIVE_25),
        ("models/gemini-2.5-flash-native-audio-preview-09-2025", f.NATIVE_25),
        ("gemini-2.5-flash-native-audio-latest", f.NATIVE_25),
        ("projects/p/locations/l/publishers/google/models/gemini-live-2.5-flash-native-audio", f.NATIVE_25),
        ("models/gemini-live-2.5-flash-preview", f.HALF_CASCADE),
        ("gemini-2.0-flash-live-001", f.HALF_CASCADE),
        ("gemini-3.1-flash-live-preview", f.LIVE_31),
        ("models/gemini-3.8-live", f.LIVE_38),
        ("GEMINI-3.8-LIVE", f.LIVE_38),
        ("gemini-3.8-live-extended-thinking", f.THINKING_38),
        ("gemini-3.9-live", f.LIVE_38),
        ("gemini-3.10-live-extended-thinking", f.THINKING_38),
        ("gemini-12.0-live", f.LIVE_38),
        ("gemini-3.4-live", f.LIVE_31),
        ("local", f.NATIVE_25),
        ("", f.NATIVE_25),
    ],
)
def test_a_models_name_tells_its_family(model, family):
    assert f.family_of(model) is family


@pytest.mark.parametrize(
    ("model", "can"),
    [
        ("models/gemini-3.8-live", True),
        ("gemini-3.5-live-translate-preview", False),
        ("gemini-robotics-er-2-streaming-preview", False),
        ("local", True),
    ],
)
def test_a_model_that_translates_can_be_no_ear(model, can):
    assert f.converses(model) is can


def setup(**fields):
    return c.Setup("models/m", **fields)


def thinking(**fields):
    return setup(generation_config=c.GenerationConfig(thinking_config=c.ThinkingConfig(**fields)))


def function(behavior):
    return setup(
        tools=(p.Tool(function_declarations=(p.FunctionDeclaration("f", behavior=behavior),)),),
        generation_config=c.GenerationConfig(thinking_config=c.ThinkingConfig(thinking_level="LOW")),
    )


NO_LEVEL = "Thinking level is not supported for this model"
NEEDS_LEVEL = "Thinking level must be specified for this model"
NOT_MINIMAL = "Thinking level MINIMAL is not supported for this model"
NO_BLOCKING = "BLOCKING function calls are not supported for this model"
NO_WAY = "NON_BLOCKING function calls are not supported for this model"
TAKEN, BAD = None, f.BAD_ARGUMENT
FAMILIES = (f.NATIVE_25, f.LIVE_31, f.LIVE_38, f.THINKING_38)


@pytest.mark.parametrize(
    ("message", "answers"),
    [
        (setup(), (TAKEN, TAKEN, TAKEN, NEEDS_LEVEL)),
        (thinking(thinking_budget=0), (TAKEN, TAKEN, TAKEN, NEEDS_LEVEL)),
        (thinking(thinking_level="LOW"), (NO_LEVEL, TAKEN, NO_LEVEL, TAKEN)),
        (thinking(thinking_level="minimal"), (NO_LEVEL, TAKEN, NO_LEVEL, NOT_MINIMAL)),
    ],
)
def test_thinking_by_family(message, answers):
    assert tuple(f.refusal(family, message) for family in FAMILIES) == answers


@pytest.mark.parametrize(
    ("family", "behavior", "answer"),
    [
        (f.LIVE_31, "NON_BLOCKING", NO_WAY),
        (f.LIVE_31, "BLOCKING", TAKEN),
        (f.LIVE_31, None, TAKEN),
        (f.THINKING_38, "BLOCKING", NO_BLOCKING),
        (f.THINKING_38, "NON_BLOCKING", TAKEN),
        (f.THINKING_38, None, TAKEN),
        (f.THINKING_38, "SOMETIMES", TAKEN),
    ],
)
def test_behaviours_by_family(family, behavior, answer):
    assert f.refusal(family, function(behavior)) == answer


@pytest.mark.parametrize(
    ("family", "behavior", "waits"),
    [
        (f.NATIVE_25, None, True),
        (f.NATIVE_25, "NON_BLOCKING", False),
        (f.LIVE_31, None, True),
        (f.LIVE_38, None, False),
        (f.LIVE_38, "BLOCKING", True),
        (f.THINKING_38, None, False),
    ],
)
def test_who_is_silent_until_a_function_is_answered(family, behavior, waits):
    assert family.waits(behavior) is waits


AFFECT = setup(generation_config=c.GenerationConfig(enable_affective_dialog=True))
PROACTIVE = setup(proactivity=c.Proactivity(proactive_audio=True))
NOT_PROACTIVE = setup(proactivity=c.Proactivity(proactive_audio=False))


@pytest.mark.parametrize(
    ("message", "answers"),
    [
        (AFFECT, (TAKEN, BAD, BAD)),
        (PROACTIVE, (TAKEN, BAD, TAKEN)),
        (NOT_PROACTIVE, (TAKEN, BAD, BAD)),
        (setup(explicit_vad_signal=True), (BAD, BAD, BAD)),
        (setup(session_resumption=c.SessionResumption(transparent=True)), (BAD, BAD, BAD)),
        (setup(session_resumption=c.SessionResumption()), (TAKEN, TAKEN, TAKEN)),
        (setup(generation_config=c.GenerationConfig(response_modalities=("TEXT",))), (BAD, BAD, BAD)),
        (setup(generation_config=c.GenerationConfig(response_modalities=("AUDIO",))), (TAKEN, TAKEN, TAKEN)),
        (c.ClientContent((p.Content((p.Part("hi"),)),)), (TAKEN, BAD, BAD)),
        (c.ClientContent((p.text_content("hi"),)), (TAKEN, TAKEN, TAKEN)),
        (c.ClientContent(turn_complete=True), (TAKEN, TAKEN, TAKEN)),
        (c.RealtimeInput(text="hi"), (TAKEN, TAKEN, TAKEN)),
        (c.ContextUpdate(), (TAKEN, TAKEN, TAKEN)),
    ],
)
def test_what_else_a_family_refuses(message, answers):
    assert tuple(f.refusal(family, message) for family in FAMILIES[:3]) == answers


CHUNKS = "realtime_input.media_chunks is deprecated. Use audio, video, or text instead."


@pytest.mark.parametrize(
    ("family", "answer"), [*zip(f.FAMILIES, (TAKEN, TAKEN, CHUNKS, CHUNKS, CHUNKS), strict=True)]
)
def test_media_chunks_are_refused_from_3_1_on(family, answer):
    assert f.refusal(family, c.RealtimeInput(media_chunks=(p.Blob("audio/pcm", b"\0\0"),))) == answer


@pytest.mark.parametrize("family", f.FAMILIES, ids=lambda family: family.name)
def test_scheduling_is_refused_where_a_family_cannot(family):
    answer = p.FunctionResponse("f", {}, "1", scheduling="SILENT")
    refused = f.refusal(family, c.ToolResponse((answer,))) is not None
    assert refused is not family.functions.scheduling
    assert f.refusal(family, c.ToolResponse((p.FunctionResponse("f", {}, "1"),))) is None


@pytest.mark.parametrize("family", f.FAMILIES, ids=lambda family: family.name)
def test_a_family_does_not_contradict_itself(family):
    assert family.functions.default in family.functions.behaviors
    assert not family.refuses & family.alpha
    assert family.thinking.levels or not family.thinking.required
    assert dataclasses.replace(family) == family


def test_nothing_that_the_service_took_is_refused():
    """The recordings hold what the real service accepted."""
    family, seen = None, 0
    for one in every():
        if one.side == "client":
            message = decode_client(one.frame)
            if isinstance(message, c.Setup):
                family = f.family_of(message.model)
            assert f.refusal(family, message) is None, one.frame[:200]
            seen += 1
    assert seen == 82
