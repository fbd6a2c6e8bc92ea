"""Joint rules of what is done: tools for the ear and the brain, and what waits for a yes.

C1 C3  An effect happens once. Whatever comes of it is a result, and each caller gets it once.
C2  An ear that a call blocks is told `held` at once.
C4  "Done" is cued only for a receipt.
C5  An ear beside a brain looks, and does nothing.
C6  What is shown of a tool is shown while it runs: its call, and once its result.
A1 A3  A held thing goes only on a yes to that very hold, and with the text that the yes has.
"""

from dataclasses import replace
from typing import Final

from solovox.core import approvals, runs, tool_calls
from solovox.core.approvals import NEW, Held
from solovox.core.commands import (
    CallStatus,
    CancelTool,
    CloseHold,
    CueKind,
    HoldKind,
    Outcome,
    ShowAct,
    ShowCall,
    ShowHold,
    ShowProgress,
    ShowResult,
)
from solovox.core.events import (
    BrainCalled,
    ConsentDenied,
    ConsentGiven,
    EarCalled,
    EarCancelled,
    ToolActed,
    ToolProgressed,
    ToolReturned,
    ToolSetOpened,
)
from solovox.core.going_on import Going
from solovox.core.listening.utterance import Utterance
from solovox.core.mends import mended, pooled
from solovox.core.policy import Risk, ToolSpec
from solovox.core.rules import permitting, returning, teaching, wording
from solovox.core.runs import Run
from solovox.core.sense import NO_WORDS, Sense
from solovox.core.talk import Talk
from solovox.core.tool_calls import Ask, Caller, Calls, Effect, Key, Result
from solovox.core.units import ConnectionId, HoldId, Instant, RunId, UtteranceId, joined

UNCHANGED: Final = "the agent does exactly what it asked for, or nothing"


def is_new(talk: Talk, caller: Caller) -> bool:
    """Whether a call comes for the first time. The same call may come twice (C1)."""
    new = caller not in talk.calls.seen
    _see(talk, frozenset({caller}))
    return new


def _see(talk: Talk, callers: frozenset[Caller]) -> None:
    """Remember calls while the connection or the run that made them is there (C1)."""
    asked = {run.id for run in talk.runs.asked}
    before = (c for c in talk.calls.seen if c.connection == talk.ear.id or c.run in asked)
    talk.calls = replace(talk.calls, seen=callers.union(before))


def is_full(talk: Talk, connection: ConnectionId | None = None, run: RunId | None = None) -> bool:
    """Whether a connection, or a run, has made as many calls as can be remembered of it (C1)."""
    calls = sum((c.connection, c.run) == (connection, run) for c in talk.calls.seen)
    return calls >= talk.policy.limits.remembered


def ear_called(talk: Talk, event: EarCalled) -> None:
    """The ear called a tool. (Its routing tool is `listening.ear_routes`.)"""
    caller = Caller(event.call, connection=event.connection)
    key = Key(_heard_last(talk), event.tool, event.arguments, event.ordinal)
    spec = talk.policy.tool(event.tool)
    wrong = event.wrong
    if spec is not None and spec.acts and not talk.policy.alone:
        wrong = f"only the agent may use {key.tool}: hand it over"
    elif spec is not None and spec.acts and talk.policy.hosts and not talk.policy.owns(talk.turn.speaker):
        wrong = f"only an owner may have {key.tool} used, and it was no owner who spoke"
    _request(talk, caller, key, event, wrong)


def brain_called(talk: Talk, run: Run, event: BrainCalled) -> None:
    """The brain called a tool."""
    caller = Caller(event.call, run=event.run)
    if is_new(talk, caller):
        key = Key(_ask_of(run), event.tool, event.arguments, event.ordinal)
        _request(talk, caller, key, event, event.wrong)


def _heard_last(talk: Talk) -> Ask:
    """Which ask a call of the ear is for: the newest words, spoken or (under `self`) typed."""
    said = talk.turn.open or talk.turn.last
    return Ask(said.id if said else None, typed=talk.calls.typed)


def _ask_of(run: Run) -> Ask:
    return Ask(run.ask.utterance, run.id if run.ask.utterance is None else None)


def _request(talk: Talk, caller: Caller, key: Key, event: EarCalled | BrainCalled, wrong: str) -> None:
    spec = talk.policy.tool(key.tool)
    if spec is None or spec.routing:
        spec, wrong = ToolSpec(name=key.tool), f"there is no tool {key.tool!r}"
    if spec.risk is Risk.NEVER:
        wrong = f"{key.tool} is never allowed here: do it in another way, or say that it cannot be done"
    if wrong:  # the person is not asked to allow what cannot be done
        returning.answer(talk, caller, spec, Result(wrong, failed=True))
        return
    talk.calls, effect = tool_calls.join(talk.calls, caller, key)
    if effect is not None:
        if effect.result is not None:
            returning.answer(talk, caller, spec, effect.result)
        _tell_held(talk, caller, effect)
    elif sum(e.key.ask == key.ask for e in talk.calls.effects) >= talk.policy.limits.calls:
        returning.answer(talk, caller, spec, Result("too many calls in one utterance", failed=True))
    elif spec.needs_yes:
        _hold_action(talk, caller, key, spec, event)
    else:
        talk.calls, effect = tool_calls.add(talk.calls, caller, key, spec)
        if not (spec.effects and talk.pauses):
            _run(talk, effect, key.arguments)


def begin(talk: Talk) -> bool:
    """The person has finished: tools with effects that were called before that run now (T2)."""
    early = [effect for effect in talk.calls.effects if effect.waits and effect.hold is None]
    if not early or talk.pauses or talk.turn.goes_on or talk.turn.open:
        return False
    for effect in early:
        _run(talk, effect, effect.key.arguments)
    return True


def _hold_action(
    talk: Talk, caller: Caller, key: Key, spec: ToolSpec, event: EarCalled | BrainCalled
) -> None:
    show = ShowHold(NEW, f"{key.tool} {key.arguments}", HoldKind.ACTION, utterance=key.ask.utterance)
    held = permitting.hold(talk, show, event.said, grave=event.grave)
    if held is None:
        returning.answer(talk, caller, spec, Result(permitting.FULL, failed=True))
    else:
        talk.calls, effect = tool_calls.add(talk.calls, caller, key, spec, held.id)
        _tell_held(talk, caller, effect)


def _tell_held(talk: Talk, caller: Caller, effect: Effect) -> None:
    """A caller that is not blocked may wait for the person. A blocked ear is told `held` at once (C2)."""
    if caller.connection is not None and effect.spec.blocking and effect.waits:
        talk.calls = tool_calls.withdraw_caller(talk.calls, effect, caller)
        returning.answer(talk, caller, effect.spec, Result(CallStatus.HELD.value))


def returned(talk: Talk, event: ToolReturned) -> None:
    """A tool gave its result."""
    text = event.result or ("the tool failed" if event.failed else "the tool gave no output")
    for effect in talk.calls.running:
        if effect.id == event.effect:
            _settle(talk, effect, Result(text, event.failed, event.receipt))


def progressed(talk: Talk, event: ToolProgressed) -> None:
    """A tool tells how far it is. It lives, and is given more time (C3, C6)."""
    for effect in talk.calls.running:
        if effect.id == event.effect:
            talk.calls = tool_calls.alive(talk.calls, talk.at, effect)
            talk.say(ShowProgress(effect.id, effect.key.tool, event.text))


def acted(talk: Talk, event: ToolActed) -> None:
    """A tool asks something of the screen, while it runs (C6)."""
    if any(effect.id == event.effect for effect in talk.calls.running):
        talk.say(ShowAct(event.action, event.target))


def opened(talk: Talk, event: ToolSetOpened) -> None:
    """Tools have come. One whose name is taken is not among them."""
    known = {spec.name for spec in talk.policy.tools}
    new = (spec for spec in event.tools if spec.name not in known and not spec.routing)
    talk.policy = replace(talk.policy, tools=(*talk.policy.tools, *new))


def give_up_tools(talk: Talk) -> None:
    """A tool that hangs has failed (C3)."""
    for effect in tool_calls.overdue(talk.calls, talk.at):
        talk.say(CancelTool(effect.id))
        _settle(talk, effect, Result(f"{effect.key.tool} took too long", failed=True))


def ear_busy_since(talk: Talk) -> Instant | None:
    """Since when the ear says something of its own, or waits for a tool. None: it does neither (N1)."""
    waits = [
        Instant(effect.until - effect.spec.timeout_ms)
        for effect in talk.calls.running
        if effect.until is not None
        if any(caller.connection == talk.ear.id for caller in effect.callers)
    ]
    began = [talk.generation.began] if talk.generation.busy else []
    return min([*waits, *began], default=None)


def stop_tools(talk: Talk) -> None:
    """The person wants the work stopped. Tools that the ear asked for are cancelled, and it is told so (T4, C3)."""
    for effect in talk.calls.running:
        if any(caller.connection is not None for caller in effect.callers):
            talk.say(CancelTool(effect.id))
            _settle(talk, effect, Result("the person said stop", failed=True))


def touched(talk: Talk, utterance: UtteranceId) -> bool:
    """Whether a tool with effects has begun for what was said (T2)."""
    return any(e.key.ask.utterance == utterance and e.spec.effects for e in talk.calls.effects)


def _settle(talk: Talk, effect: Effect, result: Result) -> None:
    talk.calls, result = tool_calls.settle(talk.calls, effect, result)
    if effect.runs:
        _show(talk, effect, result)
    for caller in effect.callers:
        returning.answer(talk, caller, effect.spec, result)
    if effect.hold is not None and effect.spec.blocking and not effect.callers:
        returning.give_context(talk, f"{effect.key.tool}: {result.text}")


def _show(talk: Talk, effect: Effect, result: Result) -> None:
    """What was shown as begun is shown as ended (C6)."""
    receipt = None if result.failed else result.receipt
    talk.say(ShowResult(effect.id, effect.key.tool, result.text, result.failed, receipt))
    if receipt is not None:
        talk.cue(CueKind.DONE)
        for caller in effect.callers:
            talk.runs = runs.did(talk.runs, caller.run)


def ear_cancelled(talk: Talk, event: EarCancelled) -> None:
    """The ear took calls back: they are closed, and nothing is sent (C1)."""
    callers = frozenset(Caller(call, connection=event.connection) for call in event.calls)
    _see(talk, callers)  # a call that comes after its cancellation is closed, too
    _withdraw(talk, callers)
    left = (a for a in talk.calls.deferred if Caller(a.call, connection=a.connection) not in callers)
    talk.calls = replace(talk.calls, deferred=tuple(left))


def withdraw_ended(talk: Talk) -> bool:
    """A run that has ended waits for no tool, and for no permission (A5). What waited for a yes for it waits no more, and speech that began
    beside it may be settled now."""
    asked = {run.id for run in talk.runs.asked}
    callers = (c for effect in talk.calls.effects for c in effect.callers)
    if idle := frozenset(c for c in callers if c.run is not None and c.run not in asked):
        _withdraw(talk, idle)
    gone = [
        held for held in talk.approvals.waiting if held.request is not None and held.request.run not in asked
    ]
    for held in gone:
        _close(talk, held.id, Outcome.VOID)
    return bool(idle or gone)


def _withdraw(talk: Talk, callers: frozenset[Caller]) -> None:
    """Take callers away. A tool without callers is cancelled if it only looks, and does not wait for a yes any more."""
    talk.calls, gone = tool_calls.withdraw(talk.calls, callers)
    for effect in gone:
        if effect.runs:
            talk.say(CancelTool(effect.id))
            _show(talk, effect, Result("its call was taken back", failed=True))
        if effect.hold is not None:
            _close(talk, effect.hold, Outcome.VOID)


def hold_instruction(talk: Talk, said: Utterance, sense: Sense, before: Held | None) -> None:
    """Hold an instruction: nothing of it reaches the brain before the person's yes (A1).

    `before`: held words that they go on from.
    """
    text = sense.rest
    heard = text if said.known or said.local.draft.text or said.remote.text.strip() else ""
    span, known, proposed = said.sound or talk.microphone.unrouted, said.mends, said.remote.proposed.text
    if before is not None:
        if before.sense.rest != before.show.heard:  # some of them only the ear claims
            proposed = " ".join(filter(None, dict.fromkeys((before.show.proposed, proposed))))
        heard, text = f"{before.show.heard} {heard}".strip(), f"{before.sense.rest} {text}"
        sense = replace(before.sense, rest=text, restated=NO_WORDS.restated)
        span, known = joined(before.show.span, span), pooled(before.show.mends, known)
    mends = talk.mends(known, text)
    show = ShowHold(NEW, mended(text, mends), heard=heard, proposed=proposed, utterance=said.id, mends=mends)
    spoken = (said.speech.source, said.over_at) if said.spoken else None
    earlier = None if before is None else replace(before, before=None)
    held = permitting.hold(talk, replace(show, span=span), spoken=spoken, before=earlier, sense=sense)
    if held is not None:
        wording.ask(talk, held)
    else:
        talk.fail("too many things wait for a yes already; this one was not kept")


def granted(talk: Talk, event: ConsentGiven) -> Held | None:
    """The person said yes, perhaps to an edit; to an empty text it is a no. Returns the held instruction, or the draft of one,
    to be sent. A held action is run here (A3)."""
    held = approvals.find(talk.approvals, event.hold)
    if held is None:
        talk.fail("this yes came too late: what it was for does not wait any more")
    elif not event.text.strip():
        refused(talk, held.id, Outcome.DENIED)
    elif held.is_instruction:
        teaching.teach(talk, held, event)
        return _close(talk, held.id, Outcome.GRANTED)
    elif (arguments := approvals.agreed(held, event.text)) is None or (event.wrong and _is_edit(held, event)):
        why = event.wrong if held.show.editable else UNCHANGED
        talk.fail(f"that is no yes: {why or f'write {held.name} and its arguments in braces, or say no'}")
    elif held.request is not None:
        _close(talk, held.id, Outcome.GRANTED)
        permitting.granted(talk, held.request, arguments)
    else:
        _close(talk, held.id, Outcome.GRANTED)
        _run(talk, next(e for e in talk.calls.effects if e.hold == held.id), arguments)
    return None


def _is_edit(held: Held, event: ConsentGiven) -> bool:
    """Whether what is wrong with the text is the person's doing. The act of an agent is its own matter."""
    return held.request is None or (held.show.editable and event.text != held.show.text)


def denied(talk: Talk, event: ConsentDenied) -> None:
    """The person said no."""
    refused(talk, event.hold, Outcome.DENIED)


def refused(talk: Talk, hold: HoldId, outcome: Outcome) -> None:
    """No yes came. Nothing was sent, and a caller that waits is told so (A1, C3). Without a no, an instruction
    stays a draft."""
    no = outcome is Outcome.DENIED
    unallowed = Result(permitting.UNALLOWED[outcome], failed=True, refused=no)
    held = _close(talk, hold, outcome, draft=not no)
    if held is not None and held.request is not None:
        permitting.answer(talk, held.request, unallowed)
    effect = next((e for e in talk.calls.effects if e.hold == hold), None)
    if held is not None and effect is not None and effect.waits:
        _settle(talk, effect, unallowed)


def expire_holds(talk: Talk) -> None:
    """Holds whose time is up are not sent (A1)."""
    for hold in approvals.overdue(talk.approvals, talk.at):
        refused(talk, hold, Outcome.EXPIRED)


def deny_all(talk: Talk, outcome: Outcome = Outcome.DENIED) -> None:
    """A stop, or a lost surface, is a no to everything that waits (A1)."""
    for held in talk.approvals.waiting:
        refused(talk, held.id, outcome)


def void_holds(talk: Talk, utterance: UtteranceId | None, before: Held | None = None) -> None:
    """The person went on speaking. An old yes would be void, so the hold is void, too, and no draft (T2)."""
    for held in talk.approvals.waiting:
        if held.is_of(utterance) or (before is not None and held.id == before.id):
            _close(talk, held.id, Outcome.VOID)


def forgotten(talk: Talk) -> Calls:
    """The calls without what is finished of earlier asks. An ask that is still at work may call again (C1)."""
    return tool_calls.forget(talk.calls, frozenset([_heard_last(talk), *map(_ask_of, talk.runs.alive)]))


def _close(talk: Talk, hold: HoldId, outcome: Outcome, *, draft: bool = False) -> Held | None:
    talk.approvals, held = approvals.end(talk.approvals, hold, draft=draft)
    if held is not None:
        talk.say(CloseHold(hold, outcome, draft=draft and held.is_instruction))
    if talk.reads.going is Going.WAIT and not any(one.is_instruction for one in talk.approvals.waiting):
        talk.reads = replace(
            talk.reads, going=Going.ON
        )  # what the words have cut goes on, unless they are sent
    return held


def _run(talk: Talk, effect: Effect, arguments: str) -> None:
    """Run a tool. If it acts, the run that asked for it cannot be retracted any more (T2)."""
    talk.calls, command = tool_calls.allow(talk.calls, talk.at, effect, arguments)
    talk.say(command, ShowCall(effect.id, effect.key.tool, arguments))
    ids = {caller.run for caller in effect.callers}
    of_the_ear = any(caller.connection is not None for caller in effect.callers) or not effect.callers
    for run in talk.runs.known:
        if effect.spec.effects and (run.id in ids or (of_the_ear and run.state in runs.ALIVE)):
            talk.runs = runs.did(talk.runs, run.id)
