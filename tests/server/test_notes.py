"""What whoever runs the server is told of a session: why it was closed, which field was wrong, what it was taken for."""

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.rig import LIVE_31, LIVE_38, NATIVE, READER, THINKING, Rig, function, setup, tools
from server.test_listening import listening, opened
from solovox.live_server.serving import suits
from solovox.server import served_events as h
from solovox.server.doors import Dialect, Door, Rules
from solovox.server.options import ServerOptions
from solovox.server.served_commands import StartRecogniser
from solovox.wire.gemini_live import client_frames as c
from solovox.wire.gemini_live.parts import (
    Behavior,
    Content,
    FunctionDeclaration,
    FunctionResponse,
    Scheduling,
    text_content,
)

SECRET = "what the person said"
TEXT = c.GenerationConfig(response_modalities=("TEXT",))


def spoken(code):
    return c.GenerationConfig(speech_config=c.SpeechConfig(language_code=code))


def named(*names):
    return tools(*(FunctionDeclaration(name=name) for name in names))


@pytest.mark.parametrize(
    ("fields", "code", "field", "says"),
    [
        ({"generation_config": TEXT}, 1007, "generationConfig.responseModalities", "invalid argument"),
        ({"generation_config": spoken("tlh-KL")}, 1007, "generationConfig.speechConfig.languageCode", "languageCode tlh-KL is not supported"),
        ({"proactivity": c.Proactivity(proactive_audio=True)}, 1007, "proactivity", "needs the API version v1alpha"),
        ({"model": "models/gemini-3.5-live-translate-preview"}, 1008, "model", "is not found for API version v1beta"),
        ({"model": ""}, 1008, "model", "is not found"),
        ({"model": THINKING}, 1007, "generationConfig.thinkingConfig.thinkingLevel", "Thinking level must be specified for this model"),
        ({"model": LIVE_31, "tools": tools(function(behavior=Behavior.NON_BLOCKING))}, 1007, "tools[0].functionDeclarations[0].behavior", "NON_BLOCKING function calls are not supported for this model"),
        ({"session_resumption": c.SessionResumption(handle="h-1")}, 1008, "sessionResumption.handle", "session not found"),
        ({"tools": named("one", "2nd")}, 1007, "tools[0].functionDeclarations[1].name", "name"),
        ({"tools": named("one") + named("two", "one")}, 1007, "tools[1].functionDeclarations[1].name", "Duplicate function declaration found: one"),
    ],
)  # fmt: skip
def test_V1_a_setup_that_is_refused_is_told_in_the_words_of_the_family_with_the_field_that_is_wrong(
    fields, code, field, says
):
    rig = Rig(**fields)
    (note,) = rig.notes
    assert rig.messages == []
    assert rig.close[0] == code
    assert says in rig.close[1]
    assert len(rig.close[1].encode()) <= 123
    assert note == f"closed with {code}: {rig.close[1]} [{field}]"
    assert "h-1" not in note


@pytest.mark.parametrize(
    ("model", "message", "told"),
    [
        (LIVE_38, c.ClientContent(turns=(Content(parts=text_content(SECRET).parts),)), "[clientContent.turns[0].role]"),
        (NATIVE, c.RealtimeInput(text=SECRET * 2_000), "[realtimeInput.text]"),
        (NATIVE, c.ClientContent(turns=(text_content(SECRET * 2_000),)), "[clientContent.turns]"),
        (LIVE_31, c.ToolResponse((FunctionResponse("f", {}, "1", scheduling=Scheduling.SILENT),)), "functionResponses.scheduling]"),
        (NATIVE, setup(), "setup comes once"),
    ],
)  # fmt: skip
def test_V1_so_is_a_message_and_no_word_of_it_is_told(model, message, told):
    rig = Rig(model=model).tell(h.MessageReceived(message))
    (note,) = rig.notes
    assert note.startswith("closed with 1007: ")
    assert note.endswith(told)
    assert SECRET not in note


def test_what_is_told_moves_no_cursor():
    (note,) = Rig(model="models/translate\x1b]0;x\x07\n").notes
    assert note.isprintable()


def test_a_server_that_ends_tells_of_none_of_its_sessions():
    assert Rig().tell(h.ServerEnding()).notes == []


@pytest.mark.parametrize(
    ("instruction", "notes"),
    [
        ("Be kind. Don't speak too fast.", []),
        (
            READER,
            ['reads what it is sent, word for word: its system instruction begins with "You are a reader."'],
        ),
        ("You listen.\nNever speak.", ['never speaks: "Never speak." stands in its system instruction']),
    ],
)
def test_V6_what_an_instruction_was_taken_for_is_told(instruction, notes):
    assert Rig(instruction=instruction).notes == notes
    later = Rig().tell(h.MessageReceived(c.ContextUpdate(system_instruction=text_content(instruction))))
    assert later.notes == notes


async def test_who_is_not_let_in_is_told_in_one_line_without_the_key(tmp_path):
    told = []
    rules = Rules(frozenset({"a-key-of-a-test"}))
    async with listening(tmp_path, rules, limit=1, failed=told.append) as (url, _):
        with pytest.raises(InvalidStatus):
            await connect(f"{url}?key=wrong-one")
        good = f"{url}?key=a-key-of-a-test"
        ws = await opened(good)
        with pytest.raises(ConnectionClosed):
            await opened(good)
        await ws.close()
    refused, full = told
    assert refused.startswith("refused unknown: HTTP 403: ")
    assert full.startswith("a session of unknown: closed with 1011: Resource exhausted: all 1 sessions")
    assert "key=" not in "".join(told)


@pytest.mark.parametrize(
    ("client", "patience"),
    [
        ("google-adk 2.13.0 python", 1_000),
        ("google-genai-sdk 3.4.0 python", None),
        ("pipecat 1.14.0 python", None),
        ("unknown", None),
    ],
)
def test_a_turn_waits_for_its_tools_unless_the_client_is_one_that_calls_none_before_it_ends(client, patience):
    door = Door(Dialect.DEVELOPER, "v1beta", client=client)
    assert suits(ServerOptions(), by_client=True)(door).call_patience_ms == patience
    assert suits(ServerOptions(call_patience_ms=70), by_client=False)(door).call_patience_ms == 70


@pytest.mark.parametrize(
    ("code", "language", "notes"),
    [
        ("de-DE", "de", 1),
        ("pt-BR", "pt", 1),
        ("ja", "ja", 1),
        ("en-GB", "en", 0),
        ("", "en", 0),
        (None, "en", 0),
    ],
)
def test_V1_a_setup_that_names_a_language_is_heard_in_it_and_what_the_voice_cannot_is_noted(
    code, language, notes
):
    rig = Rig(generation_config=spoken(code))
    assert rig.close is None
    assert [one.detection.language for one in rig.commands if isinstance(one, StartRecogniser)] == [language]
    assert len([line for line in rig.notes if "English sounds" in line]) == notes
