"""Events and commands of a served session as JSON, for its journal. Pure.

Rule 1: equal values give equal bytes.
Rule 2: an event is read back as it was written. Only pictures are left out: the machine does not use them.
Rule 3: a client's message is kept as the wire has it.
Commands are not read back: the machine computes them again.
"""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, get_args, get_type_hints

import msgspec
from msgspec.structs import replace

from solovox.core.events import LocalTranscript
from solovox.server.served_commands import Close, SaveMemory, Send, ServedCommand, Speak
from solovox.server.served_events import HandleGiven, MessageReceived, ServedEvent, SetUp
from solovox.server.terms import text_of
from solovox.wire.gemini_live.client_frames import (
    ClientContent,
    ClientMessage,
    RealtimeInput,
    Setup,
    ToolResponse,
)
from solovox.wire.gemini_live.codec import decode_client, encode_client
from solovox.wire.gemini_live.parts import Duration
from solovox.wire.gemini_live.values import BadFrame
from solovox.wire.whole import encode_whole

EVENTS: Final[dict[str, type]] = {
    one.__name__: one for kind in get_args(ServedEvent) for one in (get_args(kind) or (kind,))
}
TOLD: Final = "told"
WEIGHTY: Final = (SaveMemory, Close)
"""Commands that others rely on: they are performed only when the journal is on the disk. So are tool calls."""


class BadRecord(ValueError):
    """A line that is not an event. One line says why."""


def _plain(value: object) -> str:
    if isinstance(value, Duration):
        return str(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


_encoder: Final = msgspec.json.Encoder(order="deterministic", enc_hook=_plain)


def event_line(event_of: ServedEvent) -> tuple[str, bytes]:
    """The event's name, and a JSON object with its fields."""
    told: object = event_of
    match event_of:
        case SetUp(setup=setup):
            told = {**_fields(event_of), "setup": msgspec.Raw(encode_client(setup))}
        case MessageReceived(message=message):
            if isinstance(message, RealtimeInput) and message.video is not None:
                message = replace(message, video=replace(message.video, data=b""))
            told = {"message": msgspec.Raw(encode_client(message))}
        case _:
            pass
    return type(event_of).__name__, encode_whole(_encoder, {TOLD: told})


def event_of(name: str, written: Mapping[str, object]) -> ServedEvent:
    """The event that a line holds. Raises `BadRecord`."""
    kind, given = EVENTS.get(name), written.get(TOLD)
    if kind is None or not isinstance(given, dict):
        raise BadRecord(f"unknown event {name!r}")
    try:
        if kind is MessageReceived:
            return MessageReceived(_message(given.get("message")))
        if kind is SetUp:
            hints = get_type_hints(SetUp)
            rest = {
                key: msgspec.convert(one, hints[key])
                for key, one in given.items()
                if key in hints and key != "setup"
            }
            setup = _message(given.get("setup"))
            if not isinstance(setup, Setup):
                raise BadRecord(f"event {name}: it holds no setup")
            return SetUp(setup, **rest)
        found: ServedEvent = msgspec.convert(given, kind)
    except (msgspec.ValidationError, BadFrame, KeyError) as error:
        raise BadRecord(f"event {name}: {error}") from None
    return found


def _fields(given: SetUp) -> dict[str, object]:
    return {one.name: getattr(given, one.name) for one in dataclasses.fields(given)}


def _message(frame: object) -> ClientMessage:
    return decode_client(msgspec.json.encode(frame))


def command_line(command: ServedCommand) -> tuple[str, bytes]:
    """The command's name, and bytes that are equal for equal commands."""
    name = type(command).__name__
    return name, b'["%s",%s]' % (name.encode(), encode_whole(_encoder, command))


def must_be_on_disk(command: ServedCommand) -> bool:
    """Whether others rely on the command, so that the journal must be on the disk first."""
    calls = isinstance(command, Send) and command.message.tool_call is not None
    return calls or isinstance(command, WEIGHTY)


def handles(event_of: ServedEvent) -> list[str]:
    """The handles in an event. They are secrets: a handle gives access to the talk."""
    match event_of:
        case HandleGiven(handle=handle):
            return [handle]
        case SetUp(setup=Setup(session_resumption=resumption)) if resumption is not None:
            return [resumption.handle] if resumption.handle else []
        case _:
            return []


# A served talk as facts: what was typed and heard, which tools were called, what they answered, and what was given to the voice. Pure.
#
# Rule 1: a fact is told with the event that it follows from, before a client can see anything of it.
# Rule 2: sound, pictures, handles and settings are no facts. A draft of what was heard is none, nor is sound without words.


Fact = Mapping[str, object]
"""One kind of fact to its content."""


def facts(event: ServedEvent, commands: Iterable[ServedCommand]) -> Iterator[Fact]:
    """In the order in which they came about."""
    match event:
        case SetUp(setup=setup):
            yield {"began": setup.model}
        case LocalTranscript(final=True, text=text) if text:
            yield {"heard": text}
        case MessageReceived(message=ClientContent(turns=turns)):
            texts = [text_of(one) for one in turns if one.role != "model"]
            yield from ({"typed": text} for text in texts if text)
        case MessageReceived(message=RealtimeInput(text=str() as text)):
            yield {"typed": text}
        case MessageReceived(message=ToolResponse(function_responses=answers)):
            yield from ({"answered": {"name": a.name, "response": a.response, "id": a.id}} for a in answers)
        case _:
            pass
    for command in commands:
        yield from _of(command)


def _of(command: ServedCommand) -> Iterator[Fact]:
    match command:
        case Speak(turn=turn, text=text):
            yield {"said": text, "turn": turn}
        case Send(message=message):
            if message.tool_call is not None:
                calls = message.tool_call.function_calls
                yield from ({"called": {"name": c.name, "args": c.args, "id": c.id}} for c in calls)
            content = message.server_content
            if (
                content is not None
                and content.model_turn is not None
                and (text := text_of(content.model_turn))
            ):
                yield {"wrote": text}
            if content is not None and content.interrupted:
                yield {"interrupted": True}
        case _:
            pass
