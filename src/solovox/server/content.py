"""What a client says in frames that are not sound: content, typed text, results of tools, new instructions.

Rule 1: `clientContent` always stops the model. It is answered if, and only if, its turn is complete.
Rule 2: after a setup with `historyConfig`, content up to the first complete turn is the talk so far. In the families
that wait for more it is not answered; in the older ones it is, if the person spoke last.
Rule 3: typed text is a turn of the person: it interrupts as speech does. Text without a letter means "answer now".
Rule 4: results for calls that are not open are ignored. `scheduling` and `willContinue` count only for
non-blocking calls, as the reference says; where the family has no scheduling, results are said when the model is idle.
"""

import json
from dataclasses import replace
from typing import Final, assert_never

from solovox.lang.languages import AUTO, DEFAULT
from solovox.server import model_turn, user_speech
from solovox.server.memory import MODEL, PERSON, TOOL, TranscriptLine, last_words, within
from solovox.server.served_commands import Note, PrepareTools, ServedCommand
from solovox.server.served_state import ModelTurn, PendingInput, ServedState, Stage
from solovox.server.terms import INVALID, LONGEST, READER, SILENT, AnswerMode, Terms, functions, text_of
from solovox.wire.gemini_live.client_frames import (
    ClientContent,
    ClientMessage,
    ContextUpdate,
    RealtimeInput,
    Setup,
    ToolResponse,
)
from solovox.wire.gemini_live.families import BAD_ARGUMENT, find_refusal
from solovox.wire.gemini_live.parts import Json, Scheduling

ABROAD: Final = "hears {}: it is told in that language, and the voice reads it with English sounds"
TOLD: Final = {
    AnswerMode.READS: f'reads what it is sent, word for word: its system instruction begins with "{READER}"',
    AnswerMode.SILENT: f'never speaks: "{SILENT[0]}" stands in its system instruction',
}
TOO_LONG: Final = "a text of more than {} characters is too long for this server"


def handle_frame(state: ServedState, terms: Terms, message: ClientMessage) -> list[ServedCommand]:
    """A frame of the client."""
    if found := find_refusal(terms.family, message):
        return state.close(INVALID, found.reason, found.field)
    match message:
        case Setup():
            return state.close(INVALID, f"{BAD_ARGUMENT} setup comes once")
        case ClientContent():
            return _content(state, terms, message)
        case RealtimeInput():
            return _realtime(state, terms, message)
        case ToolResponse():
            return _results(state, terms, message)
        case ContextUpdate():
            return _context(state, terms, message)
        case _:
            assert_never(message)


def _content(state: ServedState, terms: Terms, message: ClientContent) -> list[ServedCommand]:
    for turn in message.turns:
        text = text_of(turn)
        if len(text) > LONGEST:
            return state.close(INVALID, TOO_LONG.format(LONGEST), "clientContent.turns")
        if turn.role == "system":
            state.terms = replace(terms, instruction=text)
        elif text:
            role = MODEL if turn.role == "model" else PERSON
            state.lines = within([*state.lines, TranscriptLine(role, text)])
    terms = state.terms or terms
    if state.seeding:
        state.seeding = not message.turn_complete
        last = state.lines[-1].role if state.lines else MODEL
        if state.seeding or terms.family.content.history_quiet or last == MODEL:
            return []
    commands = model_turn.interrupt(state, terms)
    if message.turn_complete:
        state.wait(PendingInput(last_words(state.lines)))
    return commands


def _realtime(state: ServedState, terms: Terms, message: RealtimeInput) -> list[ServedCommand]:
    """One field of `realtimeInput`; pictures are accepted and ignored."""
    if message.activity_start is not None:
        return user_speech.begins(state, terms)
    if message.activity_end is not None:
        return user_speech.ends(state, terms)
    if message.audio_stream_end:
        return user_speech.finish(state) if terms.detection.automatic else []
    text = message.text
    if text is None:
        return []
    if len(text) > LONGEST:
        return state.close(INVALID, TOO_LONG.format(LONGEST), "realtimeInput.text")
    commands = model_turn.interrupt(state, terms) if terms.interrupts else []
    if text.strip():
        state.lines = within([*state.lines, TranscriptLine(PERSON, text)])
    state.wait(PendingInput(text if text.strip() else last_words(state.lines)))
    return commands


def _context(state: ServedState, terms: Terms, message: ContextUpdate) -> list[ServedCommand]:
    if message.system_instruction is not None:
        terms = replace(terms, instruction=text_of(message.system_instruction))
    if message.tools is not None:
        terms = replace(terms, tools=functions(message.tools.tools))
    state.terms = terms
    return [*(prepare_tools(terms) if message.tools is not None else []), *noted_mode(terms)]


def note_setup(terms: Terms) -> list[ServedCommand]:
    """Note, at a setup, what a developer would wonder at: the voice does not speak the language that was asked for."""
    language = terms.detection.language
    abroad = language not in (DEFAULT, AUTO) and not terms.in_text
    return [Note(ABROAD.format(language))] * abroad + noted_mode(terms)


def noted_mode(terms: Terms) -> list[ServedCommand]:
    """Note that the instruction changed the model's mode, so that a developer knows why it is silent."""
    return [Note(TOLD[terms.mode])] if terms.mode in TOLD else []


def prepare_tools(terms: Terms) -> list[ServedCommand]:
    """Several tools are embedded before the first question."""
    return [PrepareTools(terms.tools)] if terms.tools and terms.routing is None else []


def _results(state: ServedState, terms: Terms, message: ToolResponse) -> list[ServedCommand]:
    commands = list[ServedCommand]()
    for response in message.function_responses:
        call = state.calls.take_answer(response)
        if call is None:
            continue
        text = text_of_result(response.response)[:LONGEST]  # cut: an app that sends files cannot send less
        state.lines = within([*state.lines, TranscriptLine(TOOL, f"{call.name} returned: {text}")])
        if call.asked is not None:
            commands += model_turn.give(state, call, text, failed="error" in response.response)
        elif call.waits and state.turn is not None and state.turn.id == call.turn:
            commands += _take_result(state, terms, state.turn, text)
        else:
            commands += _schedule_result(
                state, terms, Scheduling.WHEN_IDLE if call.waits else response.when, text
            )
    return commands


def _take_result(state: ServedState, terms: Terms, turn: ModelTurn, text: str) -> list[ServedCommand]:
    if text.strip():
        turn.results.append(text)
    if state.calls.is_awaited(turn.id) or turn.stage is not Stage.CALLING:
        return []
    return model_turn.say_result(state, terms, turn, " ".join(turn.results))


def _schedule_result(
    state: ServedState, terms: Terms, when: Scheduling | str, text: str
) -> list[ServedCommand]:
    when = when if terms.family.functions.scheduling else Scheduling.WHEN_IDLE
    if when == Scheduling.SILENT or not text.strip():
        return []
    if when == Scheduling.INTERRUPT:
        commands = model_turn.interrupt(state, terms)
        state.waiting.appendleft(PendingInput(text, result=True))
        return commands
    state.wait(PendingInput(text, result=True))
    return []


def text_of_result(response: Json) -> str:
    """The text of a result: its `output`, `result` or `error`; else all of it except `scheduling`. A piece of text is its text."""
    for key in ("output", "result", "error"):
        if key in response:
            return _plain(response[key])
    return _plain({key: value for key, value in response.items() if key != "scheduling"})


def _plain(value: object) -> str:
    match value:
        case None:
            return ""
        case str():
            return value
        case {"text": str(text), **rest} if rest in ({}, {"type": "text"}):  # pyrefly: ignore[not-callable]
            return text
        case dict():
            return ", ".join(f"{str(key).replace('_', ' ')}: {_plain(one)}" for key, one in value.items())
        case list():
            pieces = all(isinstance(one, dict) and "text" in one for one in value)
            return (" " if pieces else ", ").join(_plain(one) for one in value)
        case _:
            return json.dumps(value)
