"""What a page is told of events and commands: pure. `shown` for a page that knows all frames, `shown_first` for one of the first clients.

Rule: a page is told as much of a text as a `state` has of it, and no more. What one of the first clients gets of a tool's result is bounded.
"""

import json
from typing import Any, Final, assert_never

from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.commands import Command
from solovox.core.events import Event
from solovox.core.policy import Policy
from solovox.core.retelling import PERSON
from solovox.view import LINE
from solovox.wire.browser import down

QUIET: Final = frozenset({ev.SoundCaptured, ev.ReadSounded, ev.EarAudio, ev.DeadlineReached})
"""The most frequent events. They are told by what is decided from them."""
LONGEST: Final = 64_000
"""Characters of what a tool is given or gives. Of what is longer, one of the first clients gets the beginning, as text."""
REASONS: Final = {do.EndReason.HUNG_UP: "user", do.EndReason.SURFACE_GONE: "timeout"}


def shown(one: Event | Command, now: int) -> down.DownFrame | None:
    """The frame of it; None: nothing is to be seen. Sound has frames of its own."""
    match one:
        case ev.PolicyChanged(policy=policy):
            return settings(policy)
        case ev.Typed(text=text):
            return down.TypedFrame(text)
        case do.AskBrain() | do.SteerBrain() | do.TellPlayed():
            return _of_run(one)
        case ev.BrainFinished() | ev.BrainFailed() | do.ShowAnswered() | do.CancelRun():
            return _of_end(one)
        case do.ShowUsage(run=None):
            return None
        case do.ShowHeard() | do.ShowText() | do.ShowStep() | do.ShowUsage() | do.ShowAmendment():
            return _of_turn(one)
        case do.ShowChanges(run=run, files=files, diff=diff):
            return down.ChangesFrame(run, files, diff)
        case do.ShowNotice() | do.ShowFailure() | do.ShowState() | do.Duck() | do.Unduck() | do.ShowLeaving():
            return _of_talk(one)
        case do.ShowCall() | do.ShowResult() | do.ShowProgress() | do.ShowAct():
            return _of_tool(one)
        case do.ShowHold() | do.CloseHold():
            return _of_hold(one, now)
        case ev.MendRefused() | ev.Taught():
            return _of_teaching(one)
        case _:
            return None


def settings(policy: Policy) -> down.SettingsFrame:
    """What a page may change of a policy."""
    return down.SettingsFrame(policy.approval.value, policy.barge_in, policy.own_words, policy.learning)


def earlier(policy: Policy) -> tuple[down.EarlierLine, ...]:
    """The talk that goes on in a session with this policy."""
    return tuple(
        down.EarlierLine("person" if who == PERSON else "agent", text) for who, text in policy.earlier
    )


def shown_first(one: Event | Command) -> down.DownFrame | None:
    """As `shown`, in the frames that the first clients know. What was said has its `Transcript` elsewhere."""
    match one:
        case do.ShowCall(tool=tool, arguments=arguments):
            return down.ToolCallFrame(tool, _json(arguments))
        case do.ShowResult(tool=tool, result=result, failed=failed):
            return down.ToolResultFrame(tool, {"error": result[:LINE]} if failed else _data(result))
        case do.ShowAct(action=action, target=target):
            return down.UiActionFrame(action, target)
        case do.ShowFailure(text=text):
            return down.ErrorFrame(text)
        case _:
            return None


def ended(why: do.EndReason, detail: str) -> down.SessionEndFrame:
    """Why the session ended, in the words of the first clients."""
    match REASONS.get(why):
        case "user":
            return down.SessionEndFrame("user", detail)
        case "timeout":
            return down.SessionEndFrame("timeout", detail)
        case _:
            return down.SessionEndFrame("error", detail)


OfTalk = do.ShowNotice | do.ShowFailure | do.ShowState | do.Duck | do.Unduck | do.ShowLeaving
OfTurn = do.ShowHeard | do.ShowText | do.ShowStep | do.ShowUsage | do.ShowAmendment


def _of_end(one: ev.BrainFinished | ev.BrainFailed | do.ShowAnswered | do.CancelRun) -> down.DownFrame:
    match one:
        case ev.BrainFailed(run=run, reason=why) | do.CancelRun(run=run, why=why):
            return down.FinishedFrame(run, why)
        case ev.BrainFinished(run=run) | do.ShowAnswered(run=run):
            return down.FinishedFrame(run)
        case _:
            assert_never(one)


def _of_run(one: do.AskBrain | do.SteerBrain | do.TellPlayed) -> down.DownFrame:
    match one:
        case do.AskBrain():
            return down.AskedFrame(one.run, one.instruction, one.by.value, one.utterance, one.amends)
        case do.SteerBrain():
            return down.AskedFrame(one.run, one.instruction, one.by.value, one.utterance, one.into)
        case do.TellPlayed(run=run, shown_to=shown_to, then=then):
            return down.SpokenFrame(run, shown_to, then)
        case _:
            assert_never(one)


def _of_talk(one: OfTalk) -> down.DownFrame:
    match one:
        case do.ShowNotice(text=text):
            return down.NoticeFrame(text[:LINE], one.hold, one.run)
        case do.ShowFailure(text=text):
            return down.FailureFrame(text[:LINE])
        case do.ShowState(state=state):
            return down.TalkStateFrame(state.value)
        case do.Duck() | do.Unduck():
            return down.DuckFrame(isinstance(one, do.Duck))
        case do.ShowLeaving(leaving=leaving):
            return down.LeavingFrame(leaving)
        case _:
            assert_never(one)


def _of_turn(one: OfTurn) -> down.DownFrame:
    match one:
        case do.ShowHeard():
            return down.HeardFrame(one.utterance, one.text, one.final, one.source, one.mends)
        case do.ShowText(run=run, text=text):
            return down.TextFrame(run, text)
        case do.ShowStep():
            return down.StepFrame(
                one.run,
                one.step,
                one.kind.value,
                one.title[:LINE],
                one.state.value,
                one.detail[:LINE],
                one.effects,
                one.receipt,
            )
        case do.ShowUsage():
            assert one.run is not None
            return down.UsageFrame(one.run, one.input_tokens, one.output_tokens, one.cost)
        case do.ShowAmendment(run=run, amends=amends, how=how):
            return down.AmendmentFrame(run, amends, how.value)
        case _:
            assert_never(one)


def _of_teaching(one: ev.MendRefused | ev.Taught) -> down.DownFrame:
    match one:
        case ev.MendRefused(heard=heard, meant=meant):
            return down.UnmendedFrame(heard, meant)
        case ev.Taught(hold=hold, id=id_):
            return down.TaughtFrame(hold, id_)
        case _:
            assert_never(one)


def _of_tool(one: do.ShowCall | do.ShowResult | do.ShowProgress | do.ShowAct) -> down.DownFrame:
    match one:
        case do.ShowCall(effect=effect, tool=tool, arguments=arguments):
            return down.CallFrame(effect, tool, arguments[:LINE])
        case do.ShowResult():
            return down.ResultFrame(one.effect, one.tool, one.result[:LINE], one.failed, one.receipt)
        case do.ShowProgress(effect=effect, tool=tool, text=text):
            return down.ActivityFrame(effect, tool, text[:LINE])
        case do.ShowAct(action=action, target=target):
            return down.ActFrame(action, target)
        case _:
            assert_never(one)


def _of_hold(one: do.ShowHold | do.CloseHold, now: int) -> down.DownFrame:
    match one:
        case do.ShowHold(until=until):
            about = (one.hold, one.text, one.kind.value, one.risk, one.heard, one.proposed, one.utterance)
            return down.HoldFrame(*about, max(0, until - now), one.span, one.code, one.editable, one.mends)
        case do.CloseHold(hold=hold, outcome=outcome, draft=draft):
            return down.HoldClosedFrame(hold, outcome.value, draft)
        case _:
            assert_never(one)


def _json(text: str) -> Any:
    if len(text) > LONGEST:
        return text[:LINE]
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _data(result: str) -> Any:
    found = _json(result)
    return found if isinstance(found, dict) else {"text": result if len(result) <= LONGEST else found}
