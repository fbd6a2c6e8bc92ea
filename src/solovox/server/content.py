"""What a client says in frames that are not sound: content, typed text, results of tools, new instructions.

Rule 1: `clientContent` stops the model, always; it is answered if, and only if, its turn is complete.
Rule 2: after a setup with `historyConfig`, content up to the first complete turn is the talk so far. In the families
that wait for more it is not answered; in the older ones it is, if the person spoke last.
Rule 3: typed text is a turn of the person: it interrupts as speech would. Without any letter it means "answer now".
Rule 4: results for calls that are not open are ignored. `scheduling` and `willContinue` count for calls that nobody
waits for, as the reference has it; where the family has no scheduling, results are said when the model is idle.
"""

import json
from dataclasses import replace
from typing import Final, assert_never

from solovox.server import answering, hearing
from solovox.server.manner import Manner
from solovox.server.memory import MODEL, PERSON, TOOL, Line, last_words, within
from solovox.server.orders import Note, Order, Prepare
from solovox.server.talk import Stage, Talk, Turn, Waiting
from solovox.server.terms import INVALID, LONGEST, Terms, functions, text_of
from solovox.wire.gemini_live.client_frames import (
    ClientContent,
    ClientMessage,
    ContextUpdate,
    RealtimeInput,
    Setup,
    ToolResponse,
)
from solovox.wire.gemini_live.families import BAD_ARGUMENT, refused
from solovox.wire.gemini_live.parts import Json, Scheduling

TOLD: Final = {
    Manner.READS: "is told to read what it is sent, word for word",
    Manner.SILENT: "is told never to speak",
}
TOO_LONG: Final = "a text of more than {} characters is too long for this server"


def said(talk: Talk, terms: Terms, message: ClientMessage) -> list[Order]:
    """A frame of the client."""
    if found := refused(terms.family, message):
        return talk.close(INVALID, found.reason, found.field)
    match message:
        case Setup():
            return talk.close(INVALID, f"{BAD_ARGUMENT} setup comes once")
        case ClientContent():
            return _content(talk, terms, message)
        case RealtimeInput():
            return _realtime(talk, terms, message)
        case ToolResponse():
            return _results(talk, terms, message)
        case ContextUpdate():
            return _context(talk, terms, message)
        case _:
            assert_never(message)


def _content(talk: Talk, terms: Terms, message: ClientContent) -> list[Order]:
    for turn in message.turns:
        text = text_of(turn)
        if len(text) > LONGEST:
            return talk.close(INVALID, TOO_LONG.format(LONGEST), "clientContent.turns")
        if turn.role == "system":
            talk.terms = replace(terms, instruction=text)
        elif text:
            role = MODEL if turn.role == "model" else PERSON
            talk.lines = within([*talk.lines, Line(role, text)])
    terms = talk.terms or terms
    if talk.seeding:
        talk.seeding = not message.turn_complete
        last = talk.lines[-1].role if talk.lines else MODEL
        if talk.seeding or terms.family.content.history_quiet or last == MODEL:
            return []
    orders = answering.interrupt(talk, terms)
    if message.turn_complete:
        talk.wait(Waiting(last_words(talk.lines)))
    return orders


def _realtime(talk: Talk, terms: Terms, message: RealtimeInput) -> list[Order]:
    """One of its fields; pictures are accepted and not looked at."""
    if message.activity_start is not None:
        return hearing.begins(talk, terms)
    if message.activity_end is not None:
        return hearing.ends(talk, terms)
    if message.audio_stream_end:
        return hearing.finish(talk) if terms.detection.automatic else []
    text = message.text
    if text is None:
        return []
    if len(text) > LONGEST:
        return talk.close(INVALID, TOO_LONG.format(LONGEST), "realtimeInput.text")
    orders = answering.interrupt(talk, terms) if terms.interrupts else []
    if text.strip():
        talk.lines = within([*talk.lines, Line(PERSON, text)])
    talk.wait(Waiting(text if text.strip() else last_words(talk.lines)))
    return orders


def _context(talk: Talk, terms: Terms, message: ContextUpdate) -> list[Order]:
    if message.system_instruction is not None:
        terms = replace(terms, instruction=text_of(message.system_instruction))
    if message.tools is not None:
        terms = replace(terms, tools=functions(message.tools.tools))
    talk.terms = terms
    return [*(prepared(terms) if message.tools is not None else []), *noted(terms)]


def noted(terms: Terms) -> list[Order]:
    """That the instruction makes another model of it: who wonders why it is silent can know."""
    found = terms.recognised
    told = TOLD.get(found.manner)
    return [Note(f"{told}: sentence {found.sentence} of its system instruction")] if told else []


def prepared(terms: Terms) -> list[Order]:
    """Tools that will have to be told apart are looked at before anybody asks for one."""
    return [Prepare(terms.tools)] if terms.tools and terms.routing is None else []


def _results(talk: Talk, terms: Terms, message: ToolResponse) -> list[Order]:
    orders = list[Order]()
    for response in message.function_responses:
        call = talk.calls.answered(response)
        if call is None:
            continue
        text = spoken(response.response)[:LONGEST]  # cut, for an app that reads files can do no better
        talk.lines = within([*talk.lines, Line(TOOL, f"{call.name} returned: {text}")])
        if call.waits and talk.turn is not None and talk.turn.id == call.turn:
            orders += _answered(talk, terms, talk.turn, text)
        else:
            orders += _scheduled(talk, terms, Scheduling.WHEN_IDLE if call.waits else response.when, text)
    return orders


def _answered(talk: Talk, terms: Terms, turn: Turn, text: str) -> list[Order]:
    if text.strip():
        turn.results.append(text)
    if talk.calls.awaited(turn.id) or turn.stage is not Stage.CALLING:
        return []
    return answering.say_result(talk, terms, turn, " ".join(turn.results))


def _scheduled(talk: Talk, terms: Terms, when: Scheduling | str, text: str) -> list[Order]:
    when = when if terms.family.functions.scheduling else Scheduling.WHEN_IDLE
    if when == Scheduling.SILENT or not text.strip():
        return []
    if when == Scheduling.INTERRUPT:
        orders = answering.interrupt(talk, terms)
        talk.waiting.appendleft(Waiting(text, result=True))
        return orders
    talk.wait(Waiting(text, result=True))
    return []


def spoken(response: Json) -> str:
    """What a result says: its `output`, `result` or `error`; else all of it, but for `scheduling`."""
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
        case dict():
            return ", ".join(f"{str(key).replace('_', ' ')}: {_plain(one)}" for key, one in value.items())
        case list():
            return ", ".join(_plain(one) for one in value)
        case _:
            return json.dumps(value)
