"""Joint rules of words as they come in: against what they are understood, and what becomes of typed ones.

R1  The context is the state of the moment before: whoever decides the events again finds the same.
"""

from solovox.core.approvals import acting, consenting
from solovox.core.commands import RoutedBy
from solovox.core.events import EarCalled, EarTranscript, HeardEvent, LocalTranscript, Typed
from solovox.core.listening import words as heard
from solovox.core.listening.utterance import Doubt, Local
from solovox.core.rules import instructing
from solovox.core.sense import ANSWERS, WISHES, Context, Intent, words
from solovox.core.speaking import heeding, speaking
from solovox.core.speaking.script import Going
from solovox.core.talk import Talk
from solovox.core.units import Instant


def context(talk: Talk, at: Instant, event: HeardEvent) -> Context:
    """Against what the words of an event are to be understood: as it was when the person began to say them."""
    said, before, newest = None, "", ""
    if isinstance(event, LocalTranscript):
        said = heard.awaiting(talk.turn, event) or talk.turn.open
        local = said.local.anew(event.again) if said is not None and event.final else Local()
        before = " ".join(part.rest for part in local.parts if part.rest)
    elif isinstance(event, EarTranscript | EarCalled):
        said = talk.turn.open
        text, paused = ("", 0) if said is None else (said.remote.text, said.remote.reopened)
        before, newest = text[:paused], text[paused:]
    held = next(iter(talk.approvals.waiting), None)
    script, timing = talk.voice.script, talk.policy.timing
    began = at if said is None else said.speech.began_at
    return Context(
        wake=talk.policy.wake,
        waits=bool(talk.approvals.waiting if said is None else said.beside),
        held=(held.words, held.meant or held.show.heard)
        if held is not None and held.is_instruction
        else ("", ""),
        echo="" if said is None else said.speech.over,
        amid=speaking.amid(talk) if said is None else Doubt.AMID in said.doubts,
        rest=bool(script.rest or (script.ended and script.aside)),
        closed=script.ended,
        cut=bool(script.aside) or script.going in (Going.WAIT, Going.END),
        asks=script.asked_at is not None and script.asked_at <= began <= script.asked_at + timing.more,
        before=before,
        newest=newest,
    )


def take_typed(talk: Talk, event: Typed) -> None:
    """The person typed: "stop" and its kin, an answer to what waits (A2), or an instruction (A3)."""
    sense, waiting = event.sense or words(event.text), talk.approvals.waiting
    if waiting and sense.kind is Intent.NO_AND_WORDS:
        consenting.answer(talk, sense)
    if sense.kind is Intent.STOP:
        instructing.stop(talk)
    elif sense.kind is Intent.QUIET:
        instructing.quiet(talk)
    elif waiting and sense.kind in ANSWERS:
        soon = talk.at - talk.approvals.unchanged[1] < talk.policy.timing.seen
        consenting.answer(talk, sense, doubted=soon and not sense.code)
    elif sense.kind in WISHES and not talk.policy.alone:
        heeding.heed(talk, sense)
    elif event.text.strip():
        talk.work.calls = acting.forget_finished(talk)
        instructing.instruct(talk, None, event.text, RoutedBy.TYPED, amends=sense.amends)
