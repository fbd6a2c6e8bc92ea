"""Whole talks of the real clients of others with our live server: nothing of theirs is patched.

Where they connect they know from two environment variables. What they say is sound; what they hear is transcribed again.
"""

import re

import pytest

from e2e.conftest import QUESTION
from solovox.core.units import VOICE_RATE
from solovox.text.matching import errors
from strangers.told import TURN, turns

pytestmark = [pytest.mark.weights, pytest.mark.slow]

NATIVE = "gemini-2.5-flash-native-audio-preview-12-2025"
HALF = "gemini-live-2.5-flash-preview"
ROUTE = {
    "name": "ask_agent",
    "description": "Give the person's words to the agent, always.",
    "parameters": {
        "type": "OBJECT",
        "properties": {"instruction": {"type": "STRING"}},
        "required": ["instruction"],
    },
}
CAPTIONS = {"responseModalities": ["AUDIO"], "inputAudioTranscription": {}, "outputAudioTranscription": {}}
ROUTING = {**CAPTIONS, "tools": [{"functionDeclarations": [ROUTE]}]}
RESUMING = {**ROUTING, "sessionResumption": {}}
ANSWER = "The garden gate is open, and the red bicycle stands behind the house."
QUICK = ("--voice", "joe")
LONG = f"{ANSWER} Nobody has touched the windows since the rain began on Monday. {ANSWER}"


def says(text):
    """The answer to a call."""
    return {"answer": {"response": {"output": text}}}


def alike(wanted, found, rate=0.0):
    assert errors(wanted, found).rate <= rate, f"{wanted!r} became {found!r}"


def in_order(told):
    """Every turn has the shape of the recorded ones."""
    found = turns(told.order)
    assert found, told.order
    for turn in found:
        assert TURN.fullmatch(turn), (turn, told.order)


def test_a_question_is_heard_handed_over_answered_and_spoken(serve, stranger, transcribe):
    steps = [{"say": str(QUESTION)}, {"until": "toolCall"}, says(ANSWER), {"until": "turnComplete"}]
    told = stranger(serve(*QUICK), {"model": NATIVE, "config": ROUTING, "steps": steps})
    assert told.opened == [{}]
    alike("What time is it?", told.heard)
    (call,) = told.calls
    assert call["name"] == "ask_agent"
    assert call["args"] == {"instruction": told.heard.strip()}
    assert re.fullmatch(r"function-call-\d+", call["id"])
    alike(ANSWER, told.said)
    alike(ANSWER, transcribe(told.sound), 0.2)
    in_order(told)
    usage = [message["usageMetadata"] for message in told.messages if "usageMetadata" in message]
    assert usage[-1]["totalTokenCount"] == usage[-1]["promptTokenCount"] + usage[-1]["responseTokenCount"]


def test_the_person_takes_the_floor(serve, stranger, spoken):
    steps = [
        *({"text": "Read me the letter."}, {"until": "toolCall"}, says(LONG), {"hear": 0.4}),
        *(
            {"say": spoken("Wait, please wait a moment.")},
            {"until": "interrupted"},
            {"until": "turnComplete"},
        ),
        *({"until": "toolCall"}, says("Very well."), {"until": "turnComplete"}),
    ]
    told = stranger(serve(*QUICK), {"model": NATIVE, "config": ROUTING, "steps": steps})
    assert len(told.sound) / 2 / VOICE_RATE < 8, "most of it was never sent"
    assert "wait" in told.calls[1]["args"]["instruction"].lower()
    in_order(told)
    assert "I" in turns(told.order)[0]


def test_the_person_says_where_an_utterance_begins_and_ends(serve, stranger):
    steps = [
        *({"activity": "start"}, {"say": str(QUESTION)}, {"said": True}, {"activity": "end"}),
        *({"until": "toolCall"}, says("It is late."), {"until": "turnComplete"}),
    ]
    config = {**ROUTING, "realtimeInputConfig": {"automaticActivityDetection": {"disabled": True}}}
    told = stranger(serve(*QUICK), {"model": NATIVE, "config": config, "steps": steps})
    alike("What time is it?", told.calls[0]["args"]["instruction"])
    in_order(told)


WEATHER = {
    "name": "get_weather",
    "description": "The weather in a city.",
    "parameters": {"type": "OBJECT", "properties": {"city": {"type": "STRING"}}, "required": ["city"]},
}
TIMER = {
    "name": "set_timer",
    "description": "Set a timer that rings after some minutes.",
    "parameters": {"type": "OBJECT", "properties": {"minutes": {"type": "INTEGER"}}, "required": ["minutes"]},
}


def test_of_several_tools_the_one_that_is_meant_is_called(serve, stranger, spoken):
    config = {**CAPTIONS, "tools": [{"functionDeclarations": [WEATHER, TIMER]}]}
    steps = [
        *({"say": spoken("What is the weather in Paris?")}, {"until": "toolCall"}),
        *(says("Rain."), {"until": "turnComplete"}),
        *({"text": "Set a timer for 5 minutes."}, {"until": "toolCall"}),
        *(says("It runs."), {"until": "turnComplete"}),
    ]
    told = stranger(serve(*QUICK), {"model": NATIVE, "config": config, "steps": steps})
    assert [call["name"] for call in told.calls] == ["get_weather", "set_timer"]
    assert told.calls[0]["args"]["city"].strip(".?").lower() == "paris"
    assert told.calls[1]["args"] == {"minutes": 5}
    in_order(told)


SEARCH = {**ROUTE, "name": "search", "behavior": "NON_BLOCKING"}


def found(text, when, *, more=True):
    """One more result of a call that nobody waits for."""
    return {"answer": {"response": {"output": text}, "scheduling": when, "willContinue": more}}


@pytest.mark.wide
def test_results_that_nobody_waits_for_are_said_when_they_say(serve, stranger):
    config = {**CAPTIONS, "tools": [{"functionDeclarations": [SEARCH]}]}
    steps = [
        *({"text": "Look for the bicycle."}, {"until": "toolCall"}, {"until": "turnComplete"}),
        *(found(LONG, "WHEN_IDLE"), {"hear": 0.4}, found("This is for nobody.", "SILENT")),
        *(found("The house is on fire.", "INTERRUPT"), {"until": "interrupted"}, {"until": "turnComplete"}),
        *(found("The cat is on the roof.", "WHEN_IDLE", more=False), {"until": "turnComplete"}),
        {"until": "turnComplete"},
    ]
    told = stranger(serve(*QUICK), {"model": NATIVE, "config": config, "steps": steps})
    assert [call["args"] for call in told.calls] == [{"instruction": "Look for the bicycle."}]
    whole = "The house is on fire.The cat is on the roof."
    assert told.said.endswith(whole)
    assert LONG.startswith(told.said.removesuffix(whole))
    called, cut, fire, cat = (turn.replace("r", "") for turn in turns(told.order))
    assert "C" in called
    assert "I" in cut
    assert "I" not in fire + cat
    assert all(TURN.fullmatch(turn) for turn in (called, cut, fire, cat)), told.order


@pytest.mark.wide
def test_another_instruction_counts_from_then_on(serve, stranger):
    asked = {"content": [user("What is 6 times 7?")]}
    done = {"until": "turnComplete"}
    reads = {"update": "You are a reader. Read every message aloud, exactly as it is written."}
    told = stranger(
        serve(*QUICK), {"model": NATIVE, "config": CAPTIONS, "steps": [asked, done, reads, asked, done]}
    )
    assert told.said.count("42") == 1
    assert told.said.endswith("What is 6 times 7?")
    in_order(told)


def test_without_tools_the_brain_answers(serve, stranger):
    steps = [{"say": str(QUESTION)}, {"until": "turnComplete"}]
    told = stranger(serve(*QUICK), {"model": NATIVE, "config": CAPTIONS, "steps": steps})
    assert re.fullmatch(r"\s*The time is \d+:\d\d [AP]M\.", told.said)
    assert told.sound
    in_order(told)


def user(text):
    return {"role": "user", "parts": [{"text": text}]}


def test_what_is_to_be_read_is_read(serve, stranger, transcribe):
    config = {
        **CAPTIONS,
        "systemInstruction": "You are a reader. Read every message aloud, exactly as it is written.",
    }
    steps = [{"content": [user(ANSWER)]}, {"until": "turnComplete"}]
    told = stranger(serve(*QUICK), {"model": NATIVE, "config": config, "steps": steps})
    assert told.said.strip() == ANSWER
    alike(ANSWER, transcribe(told.sound), 0.2)


@pytest.mark.wide
def test_a_half_cascade_answers_in_text(serve, stranger):
    steps = [{"content": [user("What is 6 times 7?")]}, {"until": "turnComplete"}]
    told = stranger(
        serve(*QUICK), {"model": HALF, "config": {"responseModalities": ["TEXT"]}, "steps": steps}
    )
    assert "42" in told.text
    assert not told.sound
    in_order(told)


REFUSED = {
    "a model that only translates": (
        "gemini-3.5-live-translate-preview",
        {},
        1008,
        "is not found for API version",
    ),
    "text from native audio": (NATIVE, {"responseModalities": ["TEXT"]}, 1007, "invalid argument"),
    "a level of thinking for 3.8": (
        "gemini-3.8-live",
        {"thinkingConfig": {"thinkingLevel": "LOW"}},
        1007,
        "Thinking level is not supported for this model",
    ),
    "a handle that nobody gave": (
        NATIVE,
        {"sessionResumption": {"handle": "made-up"}},
        1008,
        "BidiGenerateContent session not found",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_is_refused_with_the_reason(serve, stranger, case):
    model, config, code, reason = REFUSED[case]
    told = stranger(
        serve(*QUICK), {"model": model, "config": {**CAPTIONS, **config}, "steps": [{"finish": True}]}
    )
    assert str(code) in told.refused
    assert reason in told.refused
