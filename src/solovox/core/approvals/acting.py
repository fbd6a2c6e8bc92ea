"""Joint rules of what is done: tools for the ear and the brain, and what an agent does by itself.

C1 C3  An effect happens once. Whatever comes of it is a result, and each caller gets it once.
C2  An ear that a call blocks is told `held` at once.
C4  "Done" is cued only for a receipt.
C5  An ear beside a brain looks, and does nothing.
C6  What is shown of a tool is shown while it runs: its call, and once its result.
A1 A3  A held thing goes only on a yes to that very hold, and with the text that the yes has.
A5  An agent's request gets one answer, or none if its run has ended. A yes is to exactly what was asked for, or to other
    arguments where it has some.
T2  What an agent was allowed to do cannot be taken back.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from solovox.core import runs
from solovox.core.approvals import calls, holding, holds, returning
from solovox.core.approvals.calls import Ask, Caller, Calls, Effect, Result
from solovox.core.approvals.holds import NEW, Held
from solovox.core.commands import (
    CallStatus,
    CancelTool,
    CloseHold,
    CueKind,
    HoldKind,
    Outcome,
    RunTool,
    ShowAct,
    ShowCall,
    ShowHold,
    ShowProgress,
    ShowResult,
)
from solovox.core.events import (
    BrainCalled,
    BrainNeedsYes,
    ConsentDenied,
    ConsentGiven,
    EarCalled,
    EarCancelled,
    ToolActed,
    ToolProgressed,
    ToolReturned,
    ToolSetOpened,
)
from solovox.core.policy import Risk, ToolSpec
from solovox.core.runs import Run
from solovox.core.speaking.script import Going
from solovox.core.talk import Talk
from solovox.core.units import Instant, UtteranceId

UNALLOWED: Final = {
    Outcome.DENIED: "the person did not allow it",
    Outcome.EXPIRED: "the person gave no answer in time",
    Outcome.VOID: "the person has left, and did not allow it",
}
"""What a caller is told that got no yes."""
UNCHANGED: Final = "the agent does exactly what it asked for, or nothing"


def is_new(talk: Talk, *callers: Caller) -> bool:
    """Whether calls come for the first time. The same call may come twice (C1). They are remembered while the connection or
    the run that made them is there."""
    seen, asked = talk.work.calls.seen, {run.id for run in talk.work.runs.asked}
    before = (c for c in seen if c.connection == talk.link.ear.id or c.run in asked)
    talk.work.calls = replace(talk.work.calls, seen=frozenset(callers).union(before))
    return seen.isdisjoint(callers)


def ear_called(talk: Talk, event: EarCalled) -> None:
    """The ear called a tool. (Its routing tool is `listening.ear_routes`.)"""
    spec, wrong = talk.policy.tool(event.tool), event.wrong
    if spec is not None and spec.acts and not talk.policy.alone:
        wrong = f"only the agent may use {event.tool}: hand it over"
    elif spec is not None and spec.acts and talk.policy.hosts and not talk.policy.owns(talk.turn.speaker):
        wrong = f"only an owner may have {event.tool} used, and it was no owner who spoke"
    _take_call(talk, Caller(event.call, connection=event.connection), _heard_last(talk), event, wrong)


def brain_called(talk: Talk, run: Run, event: BrainCalled | BrainNeedsYes) -> None:
    """The brain called a tool, or asks whether it may do something by itself: the person is asked, once for each request (A5)."""
    caller = Caller(event.call, run=run.id)
    if not is_new(talk, caller):
        return
    if isinstance(event, BrainCalled):
        _take_call(talk, caller, _ask_of(run), event, event.wrong)
        return
    act = ToolSpec(name=event.act.strip(), risk=Risk.ASK)
    wrong = "" if act.name else "say what is to be allowed"
    _request(talk, caller, Effect(act, event.arguments, _ask_of(run)), wrong, event)


def _heard_last(talk: Talk) -> Ask:
    """Which ask a call of the ear is for: the newest words, spoken or (under `self`) typed."""
    said = talk.turn.open or talk.turn.last
    return said.id if said else None, talk.work.calls.typed


def _ask_of(run: Run) -> Ask:
    return run.ask.utterance, run.id if run.ask.utterance is None else None


def _take_call(talk: Talk, caller: Caller, ask: Ask, event: EarCalled | BrainCalled, wrong: str) -> None:
    spec = talk.policy.tool(event.tool)
    if spec is None or spec.routing:
        spec, wrong = ToolSpec(name=event.tool), f"there is no tool {event.tool!r}"
    if spec.risk is Risk.NEVER:
        wrong = f"{event.tool} is never allowed here: do it in another way, or say that it cannot be done"
    _request(talk, caller, Effect(spec, event.arguments, ask, event.ordinal), wrong, event)


def _request(
    talk: Talk, caller: Caller, wanted: Effect, wrong: str, event: EarCalled | BrainCalled | BrainNeedsYes
) -> None:
    """Do what is wanted once, with a yes if it needs one, and let the caller wait for what comes of it. What is `wrong` is not
    done: the person is not asked to allow what cannot be done."""
    spec = wanted.spec
    same = next((e for e in talk.work.calls.effects if e.like(wanted)), None)
    asked = sum(e.is_ours and e.ask == wanted.ask for e in talk.work.calls.effects)
    if same is None and wanted.is_ours and asked >= talk.policy.limits.calls:
        wrong = wrong or "too many calls in one utterance"
    effect = same if same is not None or wrong else _add_effect(talk, wanted, event)
    if wrong or effect is None:
        returning.answer(talk, caller, spec, Result(wrong or holding.FULL, failed=True))
    elif effect.result is not None:
        returning.answer(talk, caller, spec, effect.result)
    elif caller.connection is not None and spec.blocking and effect.waits and effect.hold is not None:
        returning.answer(talk, caller, spec, Result(CallStatus.HELD.value))  # it is not to be frozen (C2)
    else:
        effect = replace(effect, callers=(*effect.callers, caller))
        talk.work.calls = calls.put(talk.work.calls, effect)
        if same is None and effect.hold is None:
            _run(talk, effect, effect.arguments)


def _add_effect(talk: Talk, wanted: Effect, event: EarCalled | BrainCalled | BrainNeedsYes) -> Effect | None:
    """One more effect, which waits to be allowed: by a yes if it needs one. None: too many things wait for one already."""
    held = None
    if wanted.spec.needs_yes:
        text, ours = f"{wanted.spec.name} {wanted.arguments}".strip(), wanted.is_ours
        kind = HoldKind.ACTION if ours else HoldKind.PERMISSION
        show = ShowHold(NEW, text, kind, editable=bool(ours or wanted.arguments), utterance=wanted.ask[0])
        if isinstance(event, BrainNeedsYes):
            show = replace(show, risk=event.risk)
        held = holding.hold(talk, show, event.said, grave=event.grave, told=None if ours else False)
        if held is None:
            return None
    effect = replace(wanted, id=talk.work.calls.count + 1, hold=None if held is None else held.id)
    talk.work.calls = replace(talk.work.calls, effects=(*talk.work.calls.effects, effect), count=effect.id)
    return effect


def _run(talk: Talk, effect: Effect, arguments: str) -> None:
    """Run a tool. If it acts, the run that asked for it cannot be retracted any more (T2)."""
    _alive(talk, replace(effect, edited="" if arguments == effect.arguments else arguments))
    talk.say(
        RunTool(effect.id, effect.spec.name, arguments), ShowCall(effect.id, effect.spec.name, arguments)
    )
    asked = {caller.run for caller in effect.callers} or {None}  # None: the ear
    for run in talk.work.runs.known:
        if effect.spec.effects and (run.id in asked or (None in asked and run.state in runs.ALIVE)):
            talk.work.runs = runs.did(talk.work.runs, run.id)


def _alive(talk: Talk, effect: Effect) -> None:
    """The tool begins, or shows a sign of life (C3)."""
    until = Instant(talk.at + effect.spec.timeout_ms)
    talk.work.calls = calls.put(talk.work.calls, replace(effect, until=until))


def note_progress(talk: Talk, event: ToolProgressed) -> None:
    """A tool tells how far it is. It lives, and is given more time (C3, C6)."""
    for effect in talk.work.calls.running:
        if effect.id == event.effect:
            _alive(talk, effect)
            talk.say(ShowProgress(effect.id, effect.spec.name, event.text))


def show_act(talk: Talk, event: ToolActed) -> None:
    """A tool asks something of the screen, while it runs (C6)."""
    if any(effect.id == event.effect for effect in talk.work.calls.running):
        talk.say(ShowAct(event.action, event.target))


def add_tools(talk: Talk, event: ToolSetOpened) -> None:
    """Tools have come. One whose name is taken is not among them."""
    known = {spec.name for spec in talk.policy.tools}
    new = (spec for spec in event.tools if spec.name not in known and not spec.routing)
    talk.policy = replace(talk.policy, tools=(*talk.policy.tools, *new))


def take_result(talk: Talk, event: ToolReturned) -> None:
    """A tool gave its result. One that failed has no receipt (C4)."""
    text = event.result or ("the tool failed" if event.failed else "the tool gave no output")
    receipt = None if event.failed else event.receipt
    for effect in talk.work.calls.running:
        if effect.id == event.effect:
            _settle(talk, effect, Result(text, event.failed, receipt))


def give_up_tools(talk: Talk) -> None:
    """A tool that hangs has failed (C3)."""
    for effect in talk.work.calls.running:
        if effect.until is not None and talk.at >= effect.until:
            _cancel(talk, effect, f"{effect.spec.name} took too long")


def stop_tools(talk: Talk) -> None:
    """The person wants the work stopped. Tools that the ear asked for are cancelled, and it is told so (T4, C3)."""
    for effect in talk.work.calls.running:
        if any(caller.connection is not None for caller in effect.callers):
            _cancel(talk, effect, "the person said stop")


def _cancel(talk: Talk, effect: Effect, why: str) -> None:
    talk.say(CancelTool(effect.id))
    _settle(talk, effect, Result(why, failed=True))


def has_effects_for(talk: Talk, utterance: UtteranceId) -> bool:
    """Whether a tool with effects has begun for what was said (T2)."""
    return any(e.ask[0] == utterance and e.spec.effects for e in talk.work.calls.effects)


def _settle(talk: Talk, effect: Effect, result: Result, arguments: str = "") -> None:
    """The effect has its result. `arguments`: with what an agent may do its own act (A5)."""
    if effect.edited:  # else the caller would believe that its own arguments were used
        result = replace(result, text=f"{result.text} (the person changed it to {effect.edited})")
    talk.work.calls = calls.put(talk.work.calls, replace(effect, result=result, callers=()))
    if effect.runs:
        talk.say(ShowResult(effect.id, effect.spec.name, result.text, result.failed, result.receipt))
    if result.receipt is not None:
        talk.cue(CueKind.DONE)
    for caller in effect.callers:
        returning.answer(talk, caller, effect.spec, result, arguments)
    if effect.hold is not None and effect.spec.blocking and not effect.callers:
        returning.give_context(talk, f"{effect.spec.name}: {result.text}")


def ear_cancelled(talk: Talk, event: EarCancelled) -> None:
    """The ear took calls back: they are closed, and nothing is sent (C1)."""
    callers = frozenset(Caller(call, connection=event.connection) for call in event.calls)
    is_new(talk, *callers)  # a call that comes after its cancellation is closed, too
    _withdraw(talk, callers)
    talk.work.calls = replace(
        talk.work.calls,
        deferred=tuple(
            one
            for one in talk.work.calls.deferred
            if Caller(one.call, connection=one.connection) not in callers
        ),
    )


def withdraw_ended(talk: Talk) -> bool:
    """A run that has ended waits for no tool, and for no permission (A5). What waited for a yes for it waits no more, and speech that began
    beside it may be settled now."""
    asked = {run.id for run in talk.work.runs.asked}
    callers = (c for effect in talk.work.calls.effects for c in effect.callers)
    idle = frozenset(c for c in callers if c.run is not None and c.run not in asked)
    _withdraw(talk, idle)
    return bool(idle)


def _withdraw(talk: Talk, callers: frozenset[Caller]) -> None:
    """Take callers away, and an effect that has none left: a tool is cancelled, and a yes is not waited for any more. What may
    have happened already is let finish."""
    for effect in [e for e in talk.work.calls.effects if not callers.isdisjoint(e.callers)]:
        left = tuple(c for c in effect.callers if c not in callers)
        if left or (effect.runs and effect.spec.effects):
            talk.work.calls = calls.put(talk.work.calls, replace(effect, callers=left))
            continue
        others = tuple(e for e in talk.work.calls.effects if e.id != effect.id)
        talk.work.calls = replace(talk.work.calls, effects=others)
        if effect.runs:
            shown = ShowResult(effect.id, effect.spec.name, "its call was taken back", failed=True)
            talk.say(CancelTool(effect.id), shown)
        close(talk, Outcome.VOID, (one for one in talk.approvals.waiting if one.id == effect.hold))


def allow(talk: Talk, held: Held, event: ConsentGiven) -> None:
    """The person said yes to an action, perhaps to an edit. It is run here (A3), or the agent may do it (A5)."""
    effect = next(e for e in talk.work.calls.effects if e.hold == held.id)
    arguments = holds.find_agreed_arguments(held.show, effect.spec.name, event.text)
    edited = held.show.editable and event.text != held.show.text
    if arguments is None or (event.wrong and (edited or effect.is_ours)):
        why = event.wrong if held.show.editable else UNCHANGED
        talk.fail(
            f"that is no yes: {why or f'write {effect.spec.name} and its arguments in braces, or say no'}"
        )
        return
    close(talk, Outcome.GRANTED, [held])
    if effect.is_ours:
        _run(talk, effect, arguments)
        return
    for caller in effect.callers:
        talk.work.runs = runs.did(talk.work.runs, caller.run)
    how = "" if arguments == effect.arguments else ", with other arguments"
    _settle(talk, effect, Result(f"the person allowed it{how}"), arguments)


def deny_hold(talk: Talk, event: ConsentDenied) -> None:
    """The person said no."""
    known = (*talk.approvals.waiting, *talk.approvals.drafts)
    close(talk, Outcome.DENIED, [one for one in known if one.id == event.hold])


def expire_holds(talk: Talk) -> None:
    """Holds whose time is up are not sent (A1)."""
    close(
        talk,
        Outcome.EXPIRED,
        [held for held in talk.approvals.waiting if talk.at >= held.show.until],
        draft=True,
    )


def deny_all(talk: Talk, outcome: Outcome = Outcome.DENIED) -> None:
    """A stop, or a lost surface, is a no to everything that waits (A1). Without a no, an instruction stays a draft."""
    close(talk, outcome, talk.approvals.waiting, draft=outcome is not Outcome.DENIED)


def void_holds(talk: Talk, utterance: UtteranceId | None, before: Held | None = None) -> None:
    """The person went on speaking. An old yes would be void, so the hold is void, too, and no draft (T2)."""
    close(
        talk, Outcome.VOID, [one for one in talk.approvals.waiting if one.is_of(utterance) or one == before]
    )


def close(talk: Talk, outcome: Outcome, ended: Iterable[Held], *, draft: bool = False) -> None:
    """End holds, or drafts. If no yes came, nothing was sent, and a caller that waits is told so (A1, C3). `draft`: an
    instruction stays as one."""
    for held in ended:
        stays = draft and held.is_instruction
        talk.approvals = holds.end(talk.approvals, held, draft=stays)
        talk.early = tuple(
            one
            for one in talk.early
            if not (isinstance(one, ConsentGiven) and one.hold == held.id)
            or outcome is Outcome.EXPIRED  # that it came too late is told
        )
        talk.say(CloseHold(held.id, outcome, stays))
        if talk.voice.script.going is Going.WAIT and not any(
            w.is_instruction for w in talk.approvals.waiting
        ):
            talk.voice.script.going = Going.ON  # what the words have cut goes on, unless they are sent
        for effect in talk.work.calls.effects:
            if outcome is not Outcome.GRANTED and effect.hold == held.id and effect.waits:
                unallowed = Result(UNALLOWED[outcome], failed=True, refused=outcome is Outcome.DENIED)
                _settle(talk, effect, unallowed)


def forget_finished(talk: Talk) -> Calls:
    """The calls without what is finished of earlier asks. An ask that is still at work may call again (C1)."""
    keep = {_heard_last(talk), *map(_ask_of, talk.work.runs.alive)}
    left = tuple(e for e in talk.work.calls.effects if e.result is None or e.ask in keep)
    return replace(talk.work.calls, effects=left)
