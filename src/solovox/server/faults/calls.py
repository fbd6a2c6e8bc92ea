"""Faults of tool calls. Answers to ids that a fault made up reach the session under its own ids."""

import json
from collections.abc import Sequence
from itertools import count

from msgspec.structs import replace

from solovox.server.faults.actions import After, FaultOutput, Put
from solovox.server.faults.chance import Chance
from solovox.server.faults.fault import Fault, TriggeredFault, puts
from solovox.server.faults.request import FaultRequest
from solovox.server.faults.shapes import content
from solovox.server.faults.triggers import Trigger
from solovox.server.faults.turns import chatter
from solovox.wire.gemini_live.client_frames import ClientMessage, ToolResponse
from solovox.wire.gemini_live.parts import Content, ExecutableCode, FunctionCall, FunctionResponse, Part
from solovox.wire.gemini_live.server_frames import (
    InteractionStatus,
    ServerMessage,
    ToolCall,
    ToolCallCancellation,
)

REMEMBERED = 64


def calling(*calls: FunctionCall) -> ServerMessage:
    """A message of calls alone."""
    return ServerMessage(tool_call=ToolCall(function_calls=calls))


def in_content(calls: Sequence[FunctionCall]) -> ServerMessage:
    """The same calls as parts of what the model says."""
    return content(model_turn=Content(parts=tuple(Part(function_call=one) for one in calls), role="model"))


class OfCall(Fault):
    """A fault that changes tool calls, at each message that has some."""

    def out(self, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
        """`change` of the message, if it is struck."""
        if message.tool_call is None or not self.chance.strikes(at):
            return [Put(message)]
        return self.change(message, message.tool_call.function_calls)

    def change(self, message: ServerMessage, calls: tuple[FunctionCall, ...]) -> Sequence[FaultOutput]:
        """What is sent in place of it."""
        raise NotImplementedError


class Renamed(OfCall):
    """Calls that go out under other ids than the session gave them."""

    def __init__(self, asked: FaultRequest, chance: Chance, trigger: Trigger) -> None:
        super().__init__(asked, chance, trigger)
        self._own: dict[str, str] = {}
        self._numbers = count(1)

    def other(self, call: FunctionCall) -> FunctionCall:
        """The same call under an id of ours."""
        name = f"{call.id or call.name}-again-{next(self._numbers)}"
        self.owed(name, call.id)
        return replace(call, id=name)

    def owed(self, theirs: str, own: str) -> None:
        """An answer to one is an answer to the other. The oldest are forgotten."""
        self._own[theirs] = own
        if len(self._own) > REMEMBERED:
            del self._own[next(iter(self._own))]

    def came(self, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
        """Answers, under the session's ids; only the first answer to a call is seen."""
        if not isinstance(message, ToolResponse) or not self._own:
            return [message]
        told = [self._told(one) for one in message.function_responses]
        kept = tuple(one for one in told if one is not None)
        return [replace(message, function_responses=kept)] if kept else []

    def _told(self, response: FunctionResponse) -> FunctionResponse | None:
        if response.id in self._own:
            own = self._own[response.id]
            if own == "":
                return None
        elif response.id in self._own.values():
            own = response.id
        else:
            return response
        if response.will_continue is not True:
            self._own.update({theirs: "" for theirs, one in self._own.items() if one == own})
            self.owed(own, "")
        return replace(response, id=own)


class DuplicateToolCall(Renamed):
    """The same call twice: in the content and in `toolCall`, twice in one or two of these, or again under a new id, in a
    message of its own or beside it, as calls that run at once are.
    """

    def change(self, message: ServerMessage, calls: tuple[FunctionCall, ...]) -> Sequence[FaultOutput]:
        match self.asked.word("where"):
            case "content":
                return puts([in_content(calls), message])
            case "after":
                return puts([message, in_content(calls)])
            case "twice":
                return puts([message, calling(*calls)])
            case "beside":
                others = tuple(self.other(one) for one in calls)
                return [Put(replace(message, tool_call=ToolCall(function_calls=(*calls, *others))))]
            case "together":
                return [Put(replace(message, tool_call=ToolCall(function_calls=(*calls, *calls))))]
            case "only_content":
                rest = replace(message, tool_call=None)
                return puts([in_content(calls), *([rest] if rest != ServerMessage() else [])])
            case _:
                return puts([message, calling(*(self.other(one) for one in calls))])


class NoCallId(Renamed):
    """Calls without an id, as the other dialect has them. Answers come back by name."""

    def change(self, message: ServerMessage, calls: tuple[FunctionCall, ...]) -> Sequence[FaultOutput]:
        self._names = [(one.name, one.id) for one in calls]
        return [Put(replace(message, tool_call=ToolCall(tuple(replace(one, id="") for one in calls))))]

    def came(self, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
        """Answers, with the ids that they answer."""
        if not isinstance(message, ToolResponse):
            return [message]
        given = tuple(
            one if one.id else replace(one, id=self._found(one)) for one in message.function_responses
        )
        return [replace(message, function_responses=given)]

    def _found(self, response: FunctionResponse) -> str:
        names = getattr(self, "_names", [])
        found = next((one for one in names if one[0] == response.name), ("", ""))
        if response.will_continue is not True and found in names:
            names.remove(found)
        return found[1]


class ExecutableCodeFirst(OfCall):
    """Each call is written down as code before it is made."""

    def change(self, message: ServerMessage, calls: tuple[FunctionCall, ...]) -> Sequence[FaultOutput]:
        given = [", ".join(f"{key}={json.dumps(one)}" for key, one in call.args.items()) for call in calls]
        code = "\n".join(
            f"print(default_api.{call.name}({args}))" for call, args in zip(calls, given, strict=True)
        )
        part = Part(executable_code=ExecutableCode(code=code, language="PYTHON"))
        return puts([content(model_turn=Content(parts=(part,), role="model")), message])


class SpeechBeforeCall(OfCall):
    """The model speaks before it calls, in the same turn; with `then=in_progress` that was a part of its own."""

    def change(self, message: ServerMessage, calls: tuple[FunctionCall, ...]) -> Sequence[FaultOutput]:
        said = chatter(self.asked.word("text"), self.asked.number("ms"))
        more = content(turn_complete=True, interaction_status=InteractionStatus.IN_PROGRESS)
        return puts([*said, *([more] if self.asked.word("then") == "in_progress" else []), message])


class CancelledCall(OfCall):
    """Calls are cancelled `ms` after they are made, without any speech."""

    def change(self, message: ServerMessage, calls: tuple[FunctionCall, ...]) -> Sequence[FaultOutput]:
        gone = ServerMessage(tool_call_cancellation=ToolCallCancellation(ids=tuple(one.id for one in calls)))
        return [Put(message), After(self.asked.number("ms"), Put(gone))]


class UnknownCancellation(TriggeredFault):
    """A cancellation of a call that never was."""

    def act(self, at: int) -> Sequence[FaultOutput]:
        """It."""
        return puts([ServerMessage(tool_call_cancellation=ToolCallCancellation(ids=("function-call-0",)))])


class SoundCancelsCall(Renamed):
    """Sound that comes while a call waits starts a new turn: `ms` later the call is cancelled and made again
    under a new id.
    """

    def __init__(self, asked: FaultRequest, chance: Chance, trigger: Trigger) -> None:
        super().__init__(asked, chance, trigger)
        self._waiting: dict[str, FunctionCall] = {}

    def out(self, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
        """Remembers what waits."""
        if message.tool_call is not None:
            self._waiting |= {one.id: one for one in message.tool_call.function_calls[:REMEMBERED]}
        for gone in message.tool_call_cancellation.ids if message.tool_call_cancellation is not None else ():
            self._waiting.pop(gone, None)
        return [Put(message)]

    def came(self, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
        """Answers, under the session's ids."""
        seen = super().came(at, message)
        for one in seen:
            for response in one.function_responses if isinstance(one, ToolResponse) else ():
                self._waiting.pop(response.id, None)
        return seen

    def on(self, at: int, trigger: Trigger | None) -> Sequence[FaultOutput]:
        """When sound comes."""
        calls = [*self._waiting.values()]
        if trigger is not Trigger.SOUND_IN_CALL or not calls or not self.chance.strikes(at):
            return []
        self._waiting.clear()
        gone = ServerMessage(tool_call_cancellation=ToolCallCancellation(ids=tuple(one.id for one in calls)))
        anew = calling(*(self.other(one) for one in calls))
        return [After(self.asked.number("ms"), Put(gone)), After(self.asked.number("ms"), Put(anew))]


class ResultReadAloud(Fault):
    """The model takes the whole of a result, as JSON, for what it is to say."""

    def came(self, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
        """A result that says itself."""
        if not isinstance(message, ToolResponse) or not self.chance.strikes(at):
            return [message]
        told = tuple(
            replace(one, response={"output": f"tool output: {json.dumps(dict(one.response))}"})
            for one in message.function_responses
        )
        return [replace(message, function_responses=told)]


class Wedge(Fault):
    """While a call is not answered nothing else is heard; with `until=never` nothing ever again."""

    def __init__(self, asked: FaultRequest, chance: Chance, trigger: Trigger) -> None:
        super().__init__(asked, chance, trigger)
        self._waiting: set[str] = set()
        self._stuck = False

    def out(self, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
        """A call begins it."""
        if message.tool_call is not None and self.chance.strikes(at):
            self._waiting |= {one.id for one in message.tool_call.function_calls}
            self._stuck = self.asked.word("until") == "never"
        return [Put(message)]

    def came(self, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
        """Only answers are seen."""
        if self._stuck:
            return []
        if isinstance(message, ToolResponse):
            self._waiting -= {one.id for one in message.function_responses}
            return [message]
        return [message] if not self._waiting else []
