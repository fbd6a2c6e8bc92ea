"""Joint rules of what an agent does by itself, if it may: it asks, the person answers, and nothing of ours is run.

A5  Each request gets one answer, or none if its run has ended. A yes is to exactly what was asked for, or to other
    arguments where it has some.
N5  That an act waits is said once, where words of ours are said.
A6  Where no screen shows what waits, the first of it is read back.
T2  What an agent was allowed to do cannot be taken back.
"""

from dataclasses import replace
from typing import Final

from solovox.core import approvals, runs
from solovox.core.approvals import NEW, AgentRequest, Held
from solovox.core.commands import HoldKind, Outcome, ShowHold
from solovox.core.events import BrainNeedsYes
from solovox.core.policy import NarratorKind, ToolSpec
from solovox.core.rules import announcing, returning
from solovox.core.runs import Run
from solovox.core.sentences import aloud
from solovox.core.talk import Talk
from solovox.core.tool_calls import Caller, Result
from solovox.core.units import Instant

UNALLOWED: Final = {
    Outcome.DENIED: "the person did not allow it",
    Outcome.EXPIRED: "the person gave no answer in time",
    Outcome.VOID: "the person has left, and did not allow it",
}
"""What a caller is told that got no yes."""
FULL: Final = "too many things wait for a yes already"


def asked(talk: Talk, run: Run, event: BrainNeedsYes) -> None:
    """An agent asks whether it may do something by itself. The person is asked, once for each request (A5)."""
    agent = AgentRequest(run.id, event.call, event.act.strip(), event.arguments)
    text = f"{agent.act} {event.arguments}" if event.arguments else event.act
    show = ShowHold(
        NEW,
        text,
        HoldKind.PERMISSION,
        event.risk,
        editable=bool(event.arguments),
        utterance=run.ask.utterance,
    )
    if not agent.act:
        answer(talk, agent, Result("say what is to be allowed", failed=True))
    elif hold(talk, show, event.said, grave=event.grave, request=agent, told=False) is None:
        answer(talk, agent, Result(FULL, failed=True))


def hold(talk: Talk, show: ShowHold, said: str = "", *, grave: bool = False, **known: object) -> Held | None:
    """Show something that waits for a yes from now on. None: too many things wait already. An act that is grave, or cannot be
    said whole, has a code (A2)."""
    waiting, code = talk.approvals.waiting, ""
    if len(waiting) >= talk.policy.limits.waiting_holds:
        return None
    if show.kind is not HoldKind.INSTRUCTION and (grave or not said):
        text, taken = f"{show.text} {said}", [one.show.code for one in waiting]
        code = talk.policy.sentences.holds.code(talk.approvals.count + 1, text, taken)
    show = replace(show, code=code, until=Instant(talk.at + talk.policy.timing.hold))
    talk.approvals, held = approvals.ask(talk.approvals, show, said=said, **known)
    talk.show(held)
    return held


def tell(talk: Talk) -> bool:
    """Say that something waits, once, when nothing else is heard (N5). Where no screen shows it, it is read back (A6)."""
    held, words = talk.approvals.untold, talk.policy.sentences.holds
    if talk.presence.blind:
        return _read_back(talk)
    if held is None or not announcing.may_speak(talk):
        return False
    talk.approvals = approvals.tell(talk.approvals, held)
    if held.request is None:
        announcing.say(talk, words.to_send, words.to_send, hold=held.id)
    else:
        shown, said = (
            words.asking(act, held.show.code, screen=True) for act in (held.said, aloud(held.said))
        )
        announcing.say(talk, shown, said, hold=held.id)
    return True


def _read_back(talk: Talk) -> bool:
    """Say what waits first, whole: a yes is to what was heard."""
    held = next(iter(talk.approvals.waiting), None)
    said = "" if held is None else talk.aloud(held)
    if held is None or said in ("", held.back) or not announcing.may_speak(talk):
        return False
    talk.approvals = approvals.read_back(talk.approvals, held, said)
    exact = talk.policy.narrator is not NarratorKind.VOICE
    announcing.say(talk, said, said, exact=exact, hold=held.id)
    return True


def granted(talk: Talk, agent: AgentRequest, arguments: str) -> None:
    """The agent may do what it asked for, with these arguments (A5)."""
    talk.runs = runs.did(talk.runs, agent.run)
    how = "" if arguments == agent.arguments else ", with other arguments"
    answer(talk, agent, Result(f"the person allowed it{how}", arguments=arguments))


def answer(talk: Talk, agent: AgentRequest, result: Result) -> None:
    """The agent is told."""
    returning.answer(talk, Caller(agent.call, run=agent.run), ToolSpec(name=""), result)
