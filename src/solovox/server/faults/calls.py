"""Faults of tool calls. Answers to ids that a fault made up reach the session under its own ids."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from solovox.server.faults.fault import (
    After,
    Fault,
    FaultKind,
    FaultOutput,
    FaultParameter,
    Sent,
    each,
    milliseconds,
    one_of,
)
from solovox.server.faults.shapes import Trigger, content
from solovox.server.faults.turns import IN_PROGRESS, chatter
from solovox.wire.gemini_live.client_frames import ClientMessage, ToolResponse
from solovox.wire.gemini_live.parts import Content, ExecutableCode, FunctionCall, FunctionResponse, Part
from solovox.wire.gemini_live.server_frames import ServerMessage, ToolCall, ToolCallCancellation

REMEMBERED: Final = 64


def _calls_of(message: ServerMessage) -> tuple[FunctionCall, ...]:
    return message.tool_call.function_calls if message.tool_call is not None else ()


def _calling(calls: Sequence[FunctionCall]) -> ServerMessage:
    return ServerMessage(tool_call=ToolCall(function_calls=tuple(calls)))


def _cancellation_of(ids: Sequence[str]) -> ServerMessage:
    return ServerMessage(tool_call_cancellation=ToolCallCancellation(ids=tuple(ids)))


def _other(f: Fault, call: FunctionCall) -> FunctionCall:
    """The same call under an id of the fault's."""
    f.count += 1
    name = f"{call.id or call.name}-again-{f.count}"
    _remember_id(f, name, call.id)
    return replace(call, id=name)


def _remember_id(f: Fault, theirs: str, own: str) -> None:
    """An answer to one is an answer to the other. The oldest are forgotten."""
    f.ids[theirs] = own
    if len(f.ids) > REMEMBERED:
        del f.ids[next(iter(f.ids))]


def _own_ids(f: Fault, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
    """Answers, under the session's ids; only the first answer to a call is seen."""
    if not isinstance(message, ToolResponse) or not f.ids:
        return [message]
    told = (_rename_response(f, one) for one in message.function_responses)
    kept = tuple(one for one in told if one is not None)
    return [replace(message, function_responses=kept)] if kept else []


def _rename_response(f: Fault, response: FunctionResponse) -> FunctionResponse | None:
    own = f.ids.get(response.id, response.id)
    if own == "" and response.id in f.ids:
        return None
    if response.id not in f.ids and response.id not in f.ids.values():
        return response
    if response.will_continue is not True:
        f.ids.update({theirs: "" for theirs, one in f.ids.items() if one == own})
        _remember_id(f, own, "")
    return replace(response, id=own)


def _duplicate(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    calls = _calls_of(message)
    said = content(model_turn=Content(parts=tuple(Part(function_call=one) for one in calls), role="model"))
    match f.word("where"):
        case "content":
            return [said, message]
        case "after":
            return [message, said]
        case "twice":
            return [message, _calling(calls)]
        case "beside":
            return [replace(message, tool_call=ToolCall((*calls, *(_other(f, one) for one in calls))))]
        case "together":
            return [replace(message, tool_call=ToolCall((*calls, *calls)))]
        case "only_content":
            rest = replace(message, tool_call=None)
            return [said, *([rest] if rest != ServerMessage() else [])]
        case _:
            return [message, _calling([_other(f, one) for one in calls])]


def _no_id(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    f.calls = {one.id: one for one in _calls_of(message)}
    return [replace(message, tool_call=ToolCall(tuple(replace(one, id="") for one in _calls_of(message))))]


def _by_name(f: Fault, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
    """Answers without an id, with those that they answer."""
    if not isinstance(message, ToolResponse):
        return [message]
    given = list[FunctionResponse]()
    for one in message.function_responses:
        id_ = one.id or next((call.id for call in f.calls.values() if call.name == one.name), "")
        if not one.id and one.will_continue is not True:
            f.calls.pop(id_, None)
        given.append(replace(one, id=id_))
    return [replace(message, function_responses=tuple(given))]


def _as_code(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    lines = list[str]()
    for call in _calls_of(message):
        given = ", ".join(f"{key}={json.dumps(one)}" for key, one in call.args.items())
        lines.append(f"print(default_api.{call.name}({given}))")
    part = Part(executable_code=ExecutableCode(code="\n".join(lines), language="PYTHON"))
    return [content(model_turn=Content(parts=(part,), role="model")), message]


def _speech_first(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    more = [IN_PROGRESS] if f.word("then") == "in_progress" else []
    return [*chatter(f.word("text"), f.number("ms")), *more, message]


def _then_cancelled(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    return [message, After(f.number("ms"), _cancellation_of([one.id for one in _calls_of(message)]))]


def _remember_calls(f: Fault, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
    """Remember what waits."""
    f.calls |= {one.id: one for one in _calls_of(message)[:REMEMBERED]}
    for gone in message.tool_call_cancellation.ids if message.tool_call_cancellation is not None else ():
        f.calls.pop(gone, None)
    return [message]


def _forget_answered(f: Fault, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
    """Forget what does not wait any more."""
    seen = _own_ids(f, at, message)
    for one in seen:
        for response in one.function_responses if isinstance(one, ToolResponse) else ():
            f.calls.pop(response.id, None)
    return seen


def _made_again(f: Fault) -> Sequence[FaultOutput]:
    calls, f.calls = [*f.calls.values()], {}
    if not calls:
        return []
    late = f.number("ms")
    return [
        After(late, _cancellation_of([one.id for one in calls])),
        After(late, _calling([_other(f, one) for one in calls])),
    ]


def _hear_answers_only(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    """From a call on nothing but answers is heard; with `until=never` nothing ever again."""
    f.calls |= {one.id: one for one in _calls_of(message)}
    f.struck = f.word("until") == "never"
    return [message]


def _only_answers(f: Fault, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
    if f.struck or (f.calls and not isinstance(message, ToolResponse)):
        return []
    for one in message.function_responses if isinstance(message, ToolResponse) else ():
        f.calls.pop(one.id, None)
    return [message]


def _as_json(f: Fault, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
    if not isinstance(message, ToolResponse) or not f.chance.strikes(at):
        return [message]
    told = tuple(
        replace(one, response={"output": f"tool output: {json.dumps(dict(one.response))}"})
        for one in message.function_responses
    )
    return [replace(message, function_responses=told)]


def _each(change: Callable[[Fault, ServerMessage], Sequence[FaultOutput]]) -> Sent:
    return each(lambda message: message.tool_call, change)


CALLS: Final[Mapping[str, FaultKind]] = {
    "duplicate_tool_call": FaultKind(Trigger.TOOL, "the same call twice", "mastra#22969, livekit#5556; new_id, beside: agents-js#1137", one_of("where", "before it in the content, after it in the content, twice, in one message, in the content only, under a new id, the same in one message", "content", "after", "twice", "together", "only_content", "new_id", "beside"), sent=_each(_duplicate), came=_own_ids),
    "speech_before_call": FaultKind(Trigger.TOOL, "the model speaks before it calls, in the same turn", "livekit#5742, [DOC]", {"ms": FaultParameter(960, "how long it sounds", least=40, most=60_000), "text": FaultParameter("One moment.", "what it is said to say"), **one_of("then", "what comes between", "nothing", "in_progress")}, sent=_each(_speech_first)),
    "no_call_id": FaultKind(Trigger.TOOL, "calls without an id", "[PC]", sent=_each(_no_id), came=_by_name),
    "executable_code": FaultKind(Trigger.TOOL, "each call is written down as code first", "[REC]", sent=_each(_as_code)),
    "cancelled_call": FaultKind(Trigger.TOOL, "a call is cancelled without any speech", "livekit#5556", milliseconds(0, "how long after"), sent=_each(_then_cancelled)),
    "unknown_cancellation": FaultKind(Trigger.SETUP, "a cancellation of a call that never was", "[INF]", movable=True, acts=lambda f: [_cancellation_of(["function-call-0"])]),
    "sound_cancels_call": FaultKind(Trigger.SOUND_IN_CALL, "sound during a call cancels it; it is made again under a new id", "livekit#5556", milliseconds(12_000, "how long after"), sent=_remember_calls, came=_forget_answered, acts=_made_again),
    "wedge": FaultKind(Trigger.TOOL, "while a call is not answered nothing is heard", "agents-js#2249", one_of("until", "when it ends", "result", "never"), sent=_each(_hear_answers_only), came=_only_answers),
    "result_read_aloud": FaultKind(Trigger.RESULT, "a result is said as the JSON that it is", "live-api-web-console#78", came=_as_json),
}  # fmt: skip
