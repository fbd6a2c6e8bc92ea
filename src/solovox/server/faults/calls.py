"""Faults of tool calls. Answers to ids that a fault made up reach the session under its own ids."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from solovox.server.faults.fault import After, Fault, FaultKind, FaultOutput, Sent, each, milliseconds, one_of
from solovox.server.faults.request import FaultParameter
from solovox.server.faults.shapes import content
from solovox.server.faults.triggers import Trigger
from solovox.server.faults.turns import chatter
from solovox.wire.gemini_live.client_frames import ClientMessage, ToolResponse
from solovox.wire.gemini_live.parts import Content, FunctionCall, FunctionResponse, Part
from solovox.wire.gemini_live.server_frames import ServerMessage, ToolCall, ToolCallCancellation

REMEMBERED: Final = 64


def _calls_of(message: ServerMessage) -> tuple[FunctionCall, ...]:
    return message.tool_call.function_calls if message.tool_call is not None else ()


def _calling(calls: Sequence[FunctionCall]) -> ServerMessage:
    return ServerMessage(tool_call=ToolCall(function_calls=tuple(calls)))


def _other(f: Fault, call: FunctionCall) -> FunctionCall:
    """The same call under an id of the fault's."""
    f.count += 1
    name = f"{call.id or call.name}-again-{f.count}"
    _owed(f, name, call.id)
    return replace(call, id=name)


def _owed(f: Fault, theirs: str, own: str) -> None:
    """An answer to one is an answer to the other. The oldest are forgotten."""
    f.ids[theirs] = own
    if len(f.ids) > REMEMBERED:
        del f.ids[next(iter(f.ids))]


def _own_ids(f: Fault, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
    """Answers, under the session's ids; only the first answer to a call is seen."""
    if not isinstance(message, ToolResponse) or not f.ids:
        return [message]
    told = (_told(f, one) for one in message.function_responses)
    kept = tuple(one for one in told if one is not None)
    return [replace(message, function_responses=kept)] if kept else []


def _told(f: Fault, response: FunctionResponse) -> FunctionResponse | None:
    own = f.ids.get(response.id, response.id)
    if own == "" and response.id in f.ids:
        return None
    if response.id not in f.ids and response.id not in f.ids.values():
        return response
    if response.will_continue is not True:
        f.ids.update({theirs: "" for theirs, one in f.ids.items() if one == own})
        _owed(f, own, "")
    return replace(response, id=own)


def _duplicate(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    calls = _calls_of(message)
    said = content(model_turn=Content(parts=tuple(Part(function_call=one) for one in calls), role="model"))
    match f.word("where"):
        case "content":
            return [said, message]
        case "twice":
            return [message, _calling(calls)]
        case "beside":
            return [replace(message, tool_call=ToolCall((*calls, *(_other(f, one) for one in calls))))]
        case "only_content":
            rest = replace(message, tool_call=None)
            return [said, *([rest] if rest != ServerMessage() else [])]
        case _:
            return [message, _calling([_other(f, one) for one in calls])]


def _then_cancelled(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    ids = tuple(one.id for one in _calls_of(message))
    return [
        message,
        After(f.number("ms"), ServerMessage(tool_call_cancellation=ToolCallCancellation(ids=ids))),
    ]


def _waiting(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    f.calls |= {one.id for one in _calls_of(message)}
    return [message]


def _only_answers(f: Fault, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
    """While a call waits nothing but answers is heard."""
    if not isinstance(message, ToolResponse):
        return [] if f.calls else [message]
    f.calls -= {one.id for one in message.function_responses}
    return [message]


def _each(change: Callable[[Fault, ServerMessage], Sequence[FaultOutput]]) -> Sent:
    return each(lambda message: message.tool_call, change)


CALLS: Final[Mapping[str, FaultKind]] = {
    "duplicate_tool_call": FaultKind(Trigger.TOOL, "the same call twice", "mastra#22969, livekit#5556; new_id, beside: agents-js#1137", one_of("where", "before it in the content, twice, in the content only, under a new id, the same in one message", "content", "twice", "only_content", "new_id", "beside"), sent=_each(_duplicate), came=_own_ids),
    "speech_before_call": FaultKind(Trigger.TOOL, "the model speaks before it calls, in the same turn", "livekit#5742, [DOC]", {"ms": FaultParameter(960, "how long it sounds", least=40, most=60_000), "text": FaultParameter("One moment.", "what it is said to say")}, sent=_each(lambda f, message: [*chatter(f.word("text"), f.number("ms")), message])),
    "cancelled_call": FaultKind(Trigger.TOOL, "a call is cancelled without any speech", "livekit#5556", milliseconds(0, "how long after"), sent=_each(_then_cancelled)),
    "wedge": FaultKind(Trigger.TOOL, "while a call is not answered nothing is heard", "agents-js#2249", sent=_each(_waiting), came=_only_answers),
}  # fmt: skip
