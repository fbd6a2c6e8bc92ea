"""A page's own fold: each frame as what it stands for, so that the fold of the server is the fold of a client."""

from dataclasses import replace

from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.policy import Amendment
from solovox.view import View, apply
from solovox.wire.browser import down

SIMPLE = {
    down.TypedFrame: lambda frame: ev.Typed(frame.text),
    down.UnmendedFrame: lambda frame: ev.MendRefused(frame.heard, frame.meant),
    down.TextFrame: lambda frame: do.ShowText(frame.run, frame.text),
    down.NoticeFrame: lambda frame: do.ShowNotice(frame.text, frame.hold, frame.run),
    down.FailureFrame: lambda frame: do.ShowFailure(frame.text),
    down.DuckFrame: lambda frame: do.Duck() if frame.ducked else do.Unduck(),
    down.LeavingFrame: lambda frame: do.ShowLeaving(frame.leaving),
    down.TalkStateFrame: lambda frame: do.ShowState(do.TalkState(frame.state)),
    down.ChangesFrame: lambda frame: do.ShowChanges(frame.run, frame.files, frame.diff),
    down.UsageFrame: lambda frame: do.ShowUsage(
        frame.run, frame.input_tokens, frame.output_tokens, frame.cost
    ),
}


class Told:
    """The frame as what it stands for: then the fold of the server is the fold of a client."""

    def __init__(self):
        self.view = View()

    def take(self, at, frame):
        kind = type(frame).__name__.removesuffix("Frame")
        if (simple := SIMPLE.get(type(frame))) is not None:
            self.view = apply(self.view, simple(frame))
        elif (one := getattr(self, f"_{kind.lower()}", None)) and (found := one(at, frame)) is not None:
            self.view = apply(self.view, found)

    def _state(self, at, frame):
        holds = tuple(replace(one, until=one.until - frame.at + at) for one in frame.view.holds)
        self.view = replace(frame.view, holds=holds)

    def _pages(self, at, frame):
        self.view = replace(self.view, surfaces=frame.pages)

    def _heard(self, at, frame):
        return do.ShowHeard(frame.utterance, frame.text, frame.final, frame.source, frame.mends)

    def _asked(self, at, frame):
        steers = any(one.run == frame.run and one.how is Amendment.STEER for one in self.view.runs)
        if steers:
            return do.SteerBrain(
                frame.run, frame.amends, frame.utterance, frame.instruction, do.RoutedBy(frame.by)
            )
        return do.AskBrain(
            frame.run, frame.utterance, frame.instruction, do.RoutedBy(frame.by), amends=frame.amends
        )

    def _amendment(self, at, frame):
        return do.ShowAmendment(frame.run, frame.amends, Amendment(frame.how))

    def _finished(self, at, frame):
        return do.CancelRun(frame.run, frame.why) if frame.why else ev.BrainFinished(frame.run)

    def _spoken(self, at, frame):
        return do.TellPlayed(frame.run, frame.shown_to, frame.then)

    def _hold(self, at, frame):
        return do.ShowHold(
            frame.hold,
            frame.text,
            kind=do.HoldKind(frame.kind),
            risk=frame.risk,
            heard=frame.heard,
            proposed=frame.proposed,
            utterance=frame.utterance,
            span=frame.span,
            until=at + frame.left_ms,
            code=frame.code,
            editable=frame.editable,
            mends=frame.mends,
        )

    def _holdclosed(self, at, frame):
        return do.CloseHold(frame.hold, do.Outcome(frame.outcome), frame.draft)

    def _step(self, at, frame):
        about = (u.StepKind(frame.kind), frame.title, frame.detail, u.StepState(frame.state))
        return do.ShowStep(frame.run, frame.step, *about, frame.effects, frame.receipt)

    def _call(self, at, frame):
        return do.ShowCall(frame.effect, frame.tool, frame.arguments)

    def _activity(self, at, frame):
        return do.ShowProgress(frame.effect, frame.tool, frame.text)

    def _result(self, at, frame):
        return do.ShowResult(frame.effect, frame.tool, frame.result, frame.failed, frame.receipt)


def what_is_shown(view, *, late=False):
    """The voice has frames of its own at the page that plays it; the end closes the socket. A draft waits for no time.
    `late`: frames wait on their way, and a page counts how long a hold waits from when it is told."""
    drafts = tuple(replace(one, until=0) for one in view.drafts)
    holds = tuple(replace(one, until=0) for one in view.holds) if late else view.holds
    return replace(view, reads=(), drafts=drafts, holds=holds, ended=None)
