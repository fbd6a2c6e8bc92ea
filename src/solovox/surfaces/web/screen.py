"""What can be seen, on all pages.

Rule 1: it is told in the order of decisions. What a page was told since its `state`, folded into that, is the view now.
Rule 2: one of the first clients gets the person's words when they are final, once; of an utterance that goes on, the new words.
"""

import json
from collections.abc import Sequence
from functools import reduce
from typing import Final, assert_never

from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.commands import Command
from solovox.core.events import Event, MendRefused, PolicyChanged
from solovox.core.policy import Policy
from solovox.core.retelling import PERSON
from solovox.core.units import BEHIND, UtteranceId
from solovox.ports import Clock
from solovox.surfaces.web.page import Page
from solovox.surfaces.web.pages import Pages
from solovox.view import LINE, View, apply
from solovox.wire.browser import down

UTTERANCES: Final = 16
"""Utterances of which it is known what the first clients were told."""


class Screen:
    """A fold over a session."""

    def __init__(self, pages: Pages, clock: Clock, policy: Policy) -> None:
        self._pages = pages
        self._clock = clock
        self._policy = policy
        self._earlier = earlier(policy)
        self._view = View()
        self._told: dict[UtteranceId, str] = {}

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """Show what happened and what was decided."""
        if not commands and type(event) in QUIET:
            return
        if isinstance(event, PolicyChanged):
            self._policy = event.policy
        stranger = isinstance(event, MendRefused) and not self._policy.may(event.principal)
        seen = commands if stranger else (event, *commands)  # it takes nothing back (A4)
        before, self._view = self._view.surfaces, reduce(apply, seen, self._view)
        now, some_know_less = self._clock.now(), self._pages.some_know_less
        if before != self._view.surfaces:
            self._pages.tell(down.PagesFrame(tuple(map(str, self._view.surfaces))))
        for one in seen:
            if (frame := frame_of(one, now)) is not None:
                self._pages.tell(frame)
            if some_know_less:
                self._show_first(one)

    @property
    def works(self) -> bool:
        """Whether an answer is being made, or a tool runs."""
        runs = any(run.working for run in self._view.runs)
        return runs or any(call.result is None for call in self._view.calls)

    def show_all(self, page: Page) -> None:
        """A page that comes gets it all."""
        if page.knows_all:
            holder = self._pages.holder
            name, muted = ("", False) if holder is None else (holder.name, holder.muted)
            state = down.StateFrame(self._view, name, muted, self._clock.now(), self._earlier)
            self._pages.tell_page(page, state, settings(self._policy))

    def _show_first(self, one: Event | Command) -> None:
        frame = shown_first(one)
        if isinstance(one, do.ShowHeard) and one.final and (new := self._new_words(one)):
            frame = down.TranscriptFrame("user", new)
        if frame is not None:
            self._pages.tell_first(frame)

    def _new_words(self, one: do.ShowHeard) -> str:
        if one.source == BEHIND:
            return ""
        before = self._told.get(one.utterance)
        self._told[one.utterance] = one.text
        while len(self._told) > UTTERANCES:
            del self._told[next(iter(self._told))]
        if before is None:
            return one.text.strip()
        return one.text.removeprefix(before).strip() if one.text.startswith(before) else ""


# What a page is told of events and commands: pure. `shown` for a page that knows all frames, `shown_first` for one of the first clients.
#
# Rule: a page is told as much of a text as a `state` has of it, and no more. What one of the first clients gets of a tool's result is bounded.


QUIET: Final = frozenset({ev.SoundCaptured, ev.ReadSounded, ev.EarAudio, ev.DeadlineReached})
"""The most frequent events. They are told by what is decided from them."""
LONGEST: Final = 64_000
"""Characters of what a tool is given or gives. Of what is longer, one of the first clients gets the beginning, as text."""
REASONS: Final = {do.EndReason.HUNG_UP: "user", do.EndReason.SURFACE_GONE: "timeout"}


def frame_of(one: Event | Command, now: int) -> down.DownFrame | None:
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


def end_frame(why: do.EndReason, detail: str) -> down.SessionEndFrame:
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


def _json(text: str) -> object:
    if len(text) > LONGEST:
        return text[:LINE]
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _data(result: str) -> object:
    found = _json(result)
    return found if isinstance(found, dict) else {"text": result if len(result) <= LONGEST else found}
