"""Joint rules of answers to calls: each goes back to who called.

C1  A run that has ended is not answered.
T5  A run that was told the person's no may end without a word: the person knows why.
T5  A live model that answers for itself is to say what came of a tool.
C2  Results come back when their scheduling allows; a dead connection's result returns as context.
"""

from dataclasses import replace

from solovox.core import retelling, runs
from solovox.core.commands import AnswerBrain, AnswerCall, GiveContext
from solovox.core.connection import ConnectionState
from solovox.core.policy import EarKind, ToolSpec
from solovox.core.runs import RunState
from solovox.core.talk import Talk
from solovox.core.tool_calls import Caller, Result
from solovox.core.units import SourceId


def answer(talk: Talk, caller: Caller, spec: ToolSpec, result: Result) -> None:
    """Answer a call: of a run that still works, or of a connection."""
    if caller.run is not None:
        run = runs.find(talk.runs, caller.run)
        if run is not None and run.state is RunState.ASKED:
            told = replace(runs.alive(run, talk.at), tells=run.tells or result.refused)
            talk.runs = runs.put(talk.runs, told)
            about = (result.text, result.failed, result.receipt, result.arguments)
            talk.say(AnswerBrain(caller.run, caller.call, *about))
        return
    assert caller.connection is not None
    schedules = not spec.blocking and talk.policy.schedules_results
    answer = AnswerCall(
        caller.connection,
        caller.call,
        spec.name,
        result.text,
        result.failed,
        spec.scheduling if schedules else None,
    )
    busy = talk.generation.busy and caller.connection == talk.ear.id
    if busy and not spec.blocking and not schedules:
        talk.calls = replace(talk.calls, deferred=(*talk.calls.deferred, answer))
    else:
        _send(talk, answer)


def _send(talk: Talk, answer: AnswerCall) -> None:
    """Answer a call. If its connection has died, the result is told as context (C2)."""
    if answer.connection == talk.ear.id and talk.ear.is_live:
        talk.say(answer)
        talk.generation = replace(talk.generation, ended_at=talk.at)
        if talk.policy.alone and not talk.generation.hushed:
            talk.ear = replace(talk.ear, told_at=talk.at)
            talk.runs = runs.await_ear(talk.runs, talk.at) if talk.runs.of_the_ear else talk.runs
    else:
        give_context(talk, f"{answer.tool}: {answer.result}")


def give_context(talk: Talk, text: str) -> None:
    """Tell the ear something: now, or the next connection (C2). Where no connection will come, none is owed it."""
    if talk.ear.is_live:
        talk.say(GiveContext(talk.ear.id, text))
    elif talk.policy.ear is EarKind.LIVE and talk.ear.state is not ConnectionState.HOPELESS:
        talk.retelling = retelling.owed(talk.retelling, text)


def introduce(talk: Talk, source: SourceId) -> None:
    """A person speaks, or types."""
    talk.turn = replace(talk.turn, speaker=source)
    present(talk, source)


def present(talk: Talk, *sources: SourceId) -> None:
    """Among several people the live model is told who speaks, when it changes (A4)."""
    who = SourceId(", then ".join(dict.fromkeys(sources)))
    if talk.policy.hosts and talk.ear.is_live and who != talk.retelling.introduced:
        talk.retelling = replace(talk.retelling, introduced=who)
        give_context(talk, f"{who} speaks now.")


def answer_deferred(talk: Talk) -> None:
    """The ear is idle: results that its family cannot schedule are sent now (C2)."""
    waiting, talk.calls = talk.calls.deferred, replace(talk.calls, deferred=())
    for answer in waiting:
        _send(talk, answer)
