"""Steps of made-up histories: when something happened, what it was, and what was decided."""

from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.units import MIC


def span(at, ms=800):
    return u.AudioSpan(MIC, at * 16, ms * 16)


def speech(at, text, *out, ms=800, after=100):
    """Speech from `at` on; what is decided when its words are known. Without a text they never are."""
    steps = [
        (at, ev.OnsetHeard(at * 16), []),
        (at + 250, ev.SpeechConfirmed(at * 16), []),
        (at + ms, ev.SpeechEnded(span(at, ms)), []),
    ]
    if text is not None:
        steps.append((at + ms + after, ev.LocalTranscript(span(at, ms), text, final=True), list(out)))
    return steps


def ask(run, text, by=do.RoutedBy.CODE):
    return do.AskBrain(u.RunId(run), None if by is do.RoutedBy.TYPED else u.UtteranceId(run), text, by)


def cancel(run):
    return do.CancelRun(u.RunId(run), "another")


def then(at, event, *out):
    return [(at, event, list(out))]


def tick(at, *out):
    return then(at, ev.DeadlineReached(), *out)


def played(at, read, ms):
    """A read that sounds for so long."""
    sound = u.AudioSpan(u.StreamId(f"voice/{read}"), 0, ms * 24)
    rid = u.ReadId(read)
    return [
        (at, ev.ReadSounded(rid, sound), [do.Play(rid, sound)]),
        (at + 1, ev.ReadRendered(rid), []),
    ]


def done(run):
    return ev.BrainFinished(u.RunId(run))
