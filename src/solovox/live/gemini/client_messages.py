"""Builds the wire messages for what the core asks of an ear. Pure.

Rule 1: a call is answered by its own id, never with an empty result (C1). The answer to a call that hands over is marked
silent, where the family supports that (C2); to an ear that asks a brain it says that a reader speaks.
Rule 2: context is not a question. Where content may be added in the middle of a talk, a short model turn closes it,
so that the service expects nothing more; a family that takes content only at the beginning gets it as text.
`turnComplete` stays unset, so no answer is requested; if a model answers anyway, nothing depends on it.

Source: docs/reference/gemini-live.md, "Other client messages"; families.py.
"""

from typing import Final

from solovox.core.commands import AnswerCall, CallStatus
from solovox.live.setup import ALOUD, ASK_BRAIN, SetupPlan
from solovox.wire.gemini_live.client_frames import (
    ActivityEnd,
    ActivityStart,
    ClientContent,
    ClientMessage,
    RealtimeInput,
    ToolResponse,
)
from solovox.wire.gemini_live.event_decoder import wire_id
from solovox.wire.gemini_live.families import Family
from solovox.wire.gemini_live.parts import FunctionResponse, Json, Scheduling, said
from solovox.wire.gemini_live.parts import sound as blob

NUDGE: Final = (
    "[Interface: call {} now, with what the person said last, word for word, in `{}`. Do not speak.]"
)
COME_OF_IT: Final = "[Interface: tell the person what came of the tool, in a short sentence.]"
HANDLED: Final = "handled_by_reader_agent"
"""What an ear that asks a brain is told of a call that was accepted."""
CONTEXT: Final = "[Interface, for your information, not to be answered: {}]"
UNDERSTOOD: Final = "[noted]"


def microphone(pcm: bytes, rate: int) -> RealtimeInput:
    """A piece of the person's sound."""
    return RealtimeInput(audio=blob(pcm, rate))


def activity(*, begins: bool) -> RealtimeInput:
    """The person begins to speak, or has finished; only where the service's own detection is off."""
    return (
        RealtimeInput(activity_start=ActivityStart()) if begins else RealtimeInput(activity_end=ActivityEnd())
    )


def asked(family: Family, text: str) -> ClientMessage:
    """Text to be answered or read; as realtime text for a family that takes content only at the beginning."""
    if family.content.history_first:
        return RealtimeInput(text=text)
    return ClientContent(turns=(said(text),), turn_complete=True)


def read(family: Family, text: str) -> ClientMessage:
    """Text to be read aloud by an ear that relays."""
    return asked(family, f"{ALOUD} {text}")


def answer(plan: SetupPlan, command: AnswerCall) -> ToolResponse:
    """The result of a call."""
    when: str | None = None
    if plan.family.functions.scheduling and not plan.waits(command.tool):
        if command.scheduling is not None:
            when = Scheduling(command.scheduling.value.upper())
        elif command.tool in plan.handed_over:
            when = Scheduling.SILENT
    response = FunctionResponse(
        name=command.tool, response=_told(plan, command), id=wire_id(command.call), scheduling=when
    )
    return ToolResponse(function_responses=(response,))


def _told(plan: SetupPlan, command: AnswerCall) -> Json:
    if command.failed:
        return {"error": command.result}
    if command.tool in plan.handed_over and ASK_BRAIN in (plan.routing or {}):
        status = HANDLED if command.result == CallStatus.ACCEPTED.value else command.result
        return {"status": status, "do_not_speak_further": True}
    return {"output": command.result}


def nudge(plan: SetupPlan) -> ClientMessage:
    """A reminder to call the routing tool; to an ear that answers for itself, to say what came of a tool. Some models say that only
    when something new comes (pipecat#4366)."""
    if plan.routing is None:
        return asked(plan.family, COME_OF_IT)
    ((tool, argument),) = plan.routing.items()
    return RealtimeInput(text=NUDGE.format(tool, argument))


def context(plan: SetupPlan, text: str) -> ClientMessage:
    """Something the ear should know."""
    told = CONTEXT.format(text)
    if plan.family.content.history_first:
        return RealtimeInput(text=told)
    return ClientContent(turns=(said(told), said(UNDERSTOOD, "model")), turn_complete=False)
