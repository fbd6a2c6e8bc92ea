"""Joint rules of words as they come in: against what they are understood, and what follows from them.

R1  The context is the state of the moment before: whoever decides the events again finds the same.
"""

from dataclasses import replace
from typing import assert_never

from solovox.core import retelling
from solovox.core.approvals import acting, consenting, returning
from solovox.core.commands import EndSpeech, RoutedBy, ShowHeard
from solovox.core.events import EarCalled, EarTranscript, HeardEvent, LocalTranscript, Typed
from solovox.core.listening import consequence as then
from solovox.core.listening import words as heard
from solovox.core.listening.closing import tell, untaken
from solovox.core.listening.consequence import Consequence
from solovox.core.listening.utterance import Doubt, Local, Utterance
from solovox.core.listening.words import Hearer
from solovox.core.policy import EarKind
from solovox.core.rules import instructing, sparing
from solovox.core.sense import ANSWERS, WISHES, Context, Intent, words
from solovox.core.speaking import heeding
from solovox.core.speaking.script import Going
from solovox.core.talk import Talk
from solovox.core.units import InputMeans, Instant


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
        amid=said is not None and Doubt.AMID in said.doubts,
        rest=bool(script.rest or (script.closed and script.aside)),
        closed=script.closed,
        cut=bool(script.aside) or script.going in (Going.WAIT, Going.END),
        asks=script.asked_at is not None and script.asked_at <= began <= script.asked_at + timing.more,
        before=before,
        newest=newest,
    )


def local_transcript(talk: Talk, event: LocalTranscript) -> None:
    """What our own recogniser understood."""
    shows = talk.policy.ear is EarKind.LIVE and talk.link.ear.is_live
    talk.turn = heard.local_transcript(talk.turn, Hearer(talk.policy, talk.at, shows), event)
    follow(talk)


def follow(talk: Talk) -> None:
    """Carry out what follows from words, in order."""
    tell(talk)
    while follows := talk.turn.follows:
        talk.turn = replace(talk.turn, follows=follows[1:])
        _carry_out(talk, follows[0])
        tell(talk)


def _carry_out(talk: Talk, one: Consequence) -> None:
    match one:
        case ShowHeard() | EndSpeech() | then.DealtWith():
            pass  # it was told
        case then.Introduced(source=source):
            returning.introduce(talk, source)
        case then.StopWork(text=text, end=end):
            instructing.stop(talk, text, end)
        case then.StopVoice():
            instructing.quiet(talk)
        case then.Heed(sense=sense):
            heeding.heed(talk, sense)
        case then.Answer(said=said, sense=sense):
            consenting.answered(talk, said, sense)
        case then.Refuse(said=said, sense=sense):
            consenting.refused(talk, said, sense)
        case then.Called(said=said, alone=alone):
            sparing.called(talk, said, anew=alone)
        case then.HoldMore(said=said, text=text):
            _hold_more(talk, said, text)
        case then.Untaken(said=said, text=text):
            untaken(talk, said, text)
        case _:
            assert_never(one)


def _hold_more(talk: Talk, said: Utterance, text: str) -> None:
    """A live model that answers for itself has heard the words; here they are shown, and told again (L3)."""
    if talk.policy.alone:
        talk.say(ShowHeard(said.id, text, final=True, source=said.speech.source))
        talk.link.retelling = retelling.asked(talk.link.retelling, text)
    else:
        instructing.hold(talk, said, words(text), more=True)


def typed(talk: Talk, event: Typed) -> None:
    """The person typed: "stop" and its kin, an answer to what waits (A2), or an instruction (A3)."""
    sense, waiting = event.sense or words(event.text), talk.approvals.waiting
    if waiting and sense.kind is Intent.NO_AND_WORDS:
        consenting.answer(talk, sense, InputMeans.KEY)
    if sense.kind is Intent.STOP:
        instructing.stop(talk)
    elif sense.kind is Intent.QUIET:
        instructing.quiet(talk)
    elif waiting and sense.kind in ANSWERS:
        soon = talk.at - talk.approvals.unchanged[1] < talk.policy.timing.seen
        consenting.answer(talk, sense, InputMeans.KEY, doubted=soon and not sense.code)
    elif sense.kind in WISHES and not talk.policy.alone:
        heeding.heed(talk, sense)
    elif event.text.strip():
        talk.work.calls = acting.forgotten(talk)
        instructing.instruct(talk, None, event.text, RoutedBy.TYPED, amends=sense.amends)
