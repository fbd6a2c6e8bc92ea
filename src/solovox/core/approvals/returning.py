"""Joint rules of answers to calls: each goes back to who called.

C1  A run that has ended is not answered.
T5  A run that was told the person's no may end without a word: the person knows why.
T5  A live model that answers for itself is to say what came of a tool.
C2  Results come back when their scheduling allows; a dead connection's result returns as context.
"""

from dataclasses import replace

from solovox.core import retelling, runs
from solovox.core.approvals.calls import Caller, Result
from solovox.core.commands import AnswerBrain, AnswerCall, GiveContext
from solovox.core.connection import ConnectionState
from solovox.core.policy import EarKind, ToolSpec
from solovox.core.runs import RunState
from solovox.core.talk import Talk
from solovox.core.units import Instant, SourceId


def answer(talk: Talk, caller: Caller, spec: ToolSpec, result: Result, arguments: str = "") -> None:
    """Answer a call: of a run that still works, or of a connection. `arguments`: with what an agent may do its own act (A5)."""
    run = None if caller.run is None else runs.find(talk.work.runs, caller.run)
    if run is not None and run.state is RunState.ASKED:
        acted, tells = run.acted or result.receipt is not None, run.tells or result.refused
        talk.work.runs = runs.put(talk.work.runs, replace(runs.alive(run, talk.at), acted=acted, tells=tells))
        talk.say(AnswerBrain(run.id, caller.call, result.text, result.failed, result.receipt, arguments))
    if caller.connection is None:
        return
    schedules = not spec.blocking and talk.policy.schedules_results
    answer = AnswerCall(
        caller.connection,
        caller.call,
        spec.name,
        result.text,
        result.failed,
        spec.scheduling if schedules else None,
    )
    busy = talk.link.generation.busy and caller.connection == talk.link.ear.id
    if busy and not spec.blocking and not schedules:
        talk.work.calls = replace(talk.work.calls, deferred=(*talk.work.calls.deferred, answer))
    else:
        _send(talk, answer)


def _send(talk: Talk, answer: AnswerCall) -> None:
    """Answer a call. If its connection has died, the result is told as context (C2)."""
    if answer.connection == talk.link.ear.id and talk.link.ear.is_live:
        talk.say(answer)
        talk.link.generation = replace(talk.link.generation, ended_at=talk.at)
        if talk.policy.alone and not talk.link.generation.hushed:
            talk.link.ear = replace(talk.link.ear, told_at=talk.at)
            talk.work.runs = (
                runs.await_ear(talk.work.runs, talk.at) if talk.work.runs.of_the_ear else talk.work.runs
            )
    else:
        give_context(talk, f"{answer.tool}: {answer.result}")


def give_context(talk: Talk, text: str) -> None:
    """Tell the ear something: now, or the next connection (C2). Where no connection will come, none is owed it."""
    if talk.link.ear.is_live:
        talk.say(GiveContext(talk.link.ear.id, text))
    elif talk.policy.ear is EarKind.LIVE and talk.link.ear.state is not ConnectionState.HOPELESS:
        talk.link.retelling = retelling.add_result(talk.link.retelling, text)


def ear_busy_since(talk: Talk) -> Instant | None:
    """Since when the ear says something of its own, or waits for a tool. None: it does neither (N1)."""
    waits = [
        Instant(effect.until - effect.spec.timeout_ms)
        for effect in talk.work.calls.running
        if effect.until is not None
        if any(caller.connection == talk.link.ear.id for caller in effect.callers)
    ]
    began = [talk.link.generation.began] if talk.link.generation.busy else []
    return min([*waits, *began], default=None)


def introduce(talk: Talk, source: SourceId) -> None:
    """A person speaks, or types."""
    talk.turn = replace(talk.turn, speaker=source)
    present(talk, source)


def present(talk: Talk, *sources: SourceId) -> None:
    """Among several people the live model is told who speaks, when it changes (A4)."""
    who = SourceId(", then ".join(dict.fromkeys(sources)))
    if talk.policy.hosts and talk.link.ear.is_live and who != talk.link.retelling.introduced:
        talk.link.retelling = replace(talk.link.retelling, introduced=who)
        give_context(talk, f"{who} speaks now.")


def answer_deferred(talk: Talk) -> None:
    """The ear is idle: results that its family cannot schedule are sent now (C2)."""
    waiting, talk.work.calls = talk.work.calls.deferred, replace(talk.work.calls, deferred=())
    for answer in waiting:
        _send(talk, answer)
