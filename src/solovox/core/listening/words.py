"""Joint rules of words: our own recogniser's, which is the witness (T3), and what is typed.

T3  What it heard is never lost: words that come when all was settled open the utterance again, or are held.
T4  A part that is "stop" stops at once, whatever else is awaited. What was said after it is heard.
A2  A yes or a no that is one part of a longer utterance is taken at once, and does not count among its words. What is
    said beside a no does.
"""

from dataclasses import replace

from solovox.core import retelling
from solovox.core.commands import EndSpeech, RoutedBy, ShowHeard
from solovox.core.events import EarCalled, EarTranscript, HeardEvent, LocalTranscript, Typed
from solovox.core.going_on import Going
from solovox.core.listening import arbitration, turn
from solovox.core.listening.closing import closed, untaken
from solovox.core.listening.decision import addressed
from solovox.core.listening.utterance import Doubt, Local, Utterance
from solovox.core.mends import pooled
from solovox.core.policy import EarKind, NarratorKind
from solovox.core.rules import acting, consenting, heeding, instructing, returning
from solovox.core.sense import ANSWERS, NO_WORDS, SILENT, WISHES, Context, Intent, Sense, words
from solovox.core.talk import Talk
from solovox.core.transcripts import plain, within
from solovox.core.units import InputMeans, Instant


def context(talk: Talk, at: Instant, event: HeardEvent) -> Context:
    """Against what the words of an event are to be understood: as it was when the person began to say them."""
    said, before, newest = None, "", ""
    if isinstance(event, LocalTranscript):
        said = _awaiting(talk, event) or talk.turn.open
        local = said.local.anew(event.again) if said is not None and event.final else Local()
        before = " ".join(part.rest for part in local.parts if part.rest)
    elif isinstance(event, EarTranscript | EarCalled):
        said = talk.turn.open
        text, paused = ("", 0) if said is None else (said.remote.text, said.remote.reopened)
        before, newest = text[:paused], text[paused:]
    held = next(iter(talk.approvals.waiting), None)
    asked_at, timing = talk.budget.asked_at, talk.policy.timing
    began = at if said is None else said.speech.began_at
    return Context(
        wake=talk.policy.wake,
        waits=bool(talk.approvals.waiting if said is None else said.beside),
        held=(held.words, held.meant or held.show.heard)
        if held is not None and held.is_instruction
        else ("", ""),
        echo="" if said is None else said.speech.over,
        amid=said is not None and Doubt.AMID in said.doubts,
        rest=bool(talk.budget.rest),
        closed=talk.budget.closed,
        cut=talk.budget.before is not None or talk.reads.going in (Going.WAIT, Going.END),
        asks=asked_at is not None and asked_at <= began <= asked_at + timing.more,
        before=before,
        newest=newest,
    )


def local_transcript(talk: Talk, event: LocalTranscript) -> None:
    """What the local recogniser understood: of an utterance that was settled without it, or of the open one."""
    said, late = talk.turn.open, _awaiting(talk, event)
    whose = late or said
    if whose is None or not (late or _is_of(whose, event)):
        return
    mine = _by(talk, whose, event)
    if not event.final:
        if mine.speech.source == event.source:
            _drafted(talk, mine, event)
        return
    part = event.sense or words(event.text)
    whole = event.whole if mine.id == whose.id else part
    mine = replace(mine, local=mine.local.anew(event.again))
    if late is None and said is not None and mine.id == said.id:
        _heard(talk, mine, event, part, whole or words(f"{mine.local.text} {event.text}"))
    else:
        _heard_late(talk, mine, event, part, whole or words(f"{mine.local.text} {event.text}"))


def _is_of(said: Utterance, event: LocalTranscript) -> bool:
    return said.spoken and not event.span.first < said.speech.first >= event.span.end


def _awaiting(talk: Talk, event: LocalTranscript) -> Utterance | None:
    """The settled utterance whose words these are."""
    return next((one for one in talk.turn.owed if event.final and _owes(one, event)), None)


def _owes(one: Utterance, event: LocalTranscript) -> bool:
    """Whether these words were awaited. Speech whose end was not heard may be longer or shorter than was assumed."""
    first, end = event.span.first, event.span.end
    return end in one.local.pending or (
        Doubt.UNENDED in one.doubts and (first == one.speech.first or first < min(one.local.pending) <= end)
    )


def _by(talk: Talk, said: Utterance, event: LocalTranscript) -> Utterance:
    """The utterance whose words these are. Whose they are is told by their own sound: beside words of another they are an
    utterance of their own (A4)."""
    if event.source == said.speech.source or not event.final:
        return said
    whole = said.speech.resumed <= event.span.first <= said.speech.first and len(said.local.pending) == 1
    all_of_it = whole and not (said.asked or said.local.parts)
    known = all_of_it or not talk.policy.owns(event.source)  # of two at once it is the guest who spoke
    if known and talk.policy.hears(event.source) and talk.turn.open in (None, said):
        returning.introduce(talk, event.source)
    said = replace(said, doubts=said.doubts | Doubt.LATE)  # what the ear has heard may be of both
    if all_of_it:
        return replace(said, speech=replace(said.speech, source=event.source))
    left = tuple(end for end in said.local.pending if end != event.span.end)
    _put(talk, replace(said, local=replace(said.local, pending=left)))
    talk.turn = turn.aside(talk.turn, talk.at, event.span, event.source)
    return talk.turn.owed[-1]


def _drafted(talk: Talk, said: Utterance, event: LocalTranscript) -> None:
    """Words that may still change. A nod is no words. In the midst of an answer no pause is waited out after it: the voice goes
    on. Should more be said, that takes the floor again (T1)."""
    draft = event.sense or words(event.text)
    if draft.kind in SILENT:
        alone = Doubt.AMID in said.doubts and not said.local.parts and talk.turn.speaks
        if alone and talk.turn.taken_at is None and plain(event.text):
            talk.say(EndSpeech())
        draft = NO_WORDS
    mends = pooled(said.local.mends, event.mends)
    talk.revise(local=replace(said.local, draft=draft, mends=mends))
    _show_so_far(talk, new=draft)


def _heard(talk: Talk, said: Utterance, event: LocalTranscript, part: Sense, whole: Sense) -> None:
    """A final text of the open utterance."""
    alone = not (said.local.text or talk.turn.goes_on) and said.local.pending == (event.span.end,)
    first = not any(said.local.texts[said.parts :]) and not talk.turn.goes_on
    ours = _is_for_us(talk, said, part) and (first or part.kind not in WISHES)
    left = NO_WORDS if ours else part
    said = _put(talk, _understood(said, event, left, whole))
    over = alone or (part.kind in WISHES and not said.asked)
    if ours and over and part.kind not in (Intent.STOP, *SILENT):
        closed(talk, _CLOSED.get(part.kind, "status"), shown=part.text)
    _act(talk, said, event, part, ours=ours)
    if talk.turn.open is not None and talk.turn.open.id == said.id:
        if ours and part.kind in ANSWERS:
            talk.show_heard(part.text.strip(), final=True)
        _show_so_far(talk, new=left)


_CLOSED = {Intent.QUIET: "quiet", Intent.YES: "yes", Intent.NO: "no"}
"""As what an utterance is remembered that was nothing else."""


def _is_for_us(talk: Talk, said: Utterance, part: Sense) -> bool:
    """Whether a text is for us alone: it is none of the words of its utterance."""
    if part.kind in WISHES:
        called = addressed(said, talk.policy) or (part.calls and Doubt.CALLED not in said.doubts)
        return called and not said.deaf and talk.policy.narrator is not NarratorKind.SELF
    answers = part.kind in ANSWERS and bool(said.beside)
    return answers or part.kind in (Intent.STOP, Intent.QUIET, *SILENT)


def _act(talk: Talk, said: Utterance, event: LocalTranscript, part: Sense, *, ours: bool) -> None:
    """Do what a final text asks of us."""
    mine = talk.policy.owns(said.speech.source)
    match part.kind:
        case Intent.STOP if mine:
            instructing.stop(talk, part.text, event.span.end)
        case Intent.STOP | Intent.QUIET:
            instructing.quiet(talk)
        case Intent.NO_AND_WORDS if said.beside:
            consenting.refused(talk, said, part)
        case Intent.YES | Intent.NO if ours:
            consenting.answered(talk, said, part)
        case _ if ours and part.kind in WISHES:
            heeding.heed(talk, part)
        case _:
            pass


def _understood(said: Utterance, event: LocalTranscript, part: Sense, whole: Sense) -> Utterance:
    local = said.local.understood(part, event.span.end, whole)
    return replace(said, local=replace(local, mends=pooled(local.mends, event.mends)))


def _show_so_far(talk: Talk, new: Sense) -> None:
    """Show what is heard of the open utterance, unless an ear shows it."""
    said = talk.turn.open
    assert said is not None
    if plain(new.text):
        talk.revise(speech=replace(said.speech, sign_at=talk.at))
    shown = said.local.so_far
    if shown and not said.deaf and not (talk.policy.ear is EarKind.LIVE and talk.ear.is_live):
        talk.show_heard(shown, final=False)


def _heard_late(talk: Talk, before: Utterance, event: LocalTranscript, part: Sense, whole: Sense) -> None:
    """Words of a settled utterance came. It is judged again or, while another is open, they are held (T3)."""
    alone, ours = talk.policy.narrator is NarratorKind.SELF, _is_for_us(talk, before, part)
    said = _put(talk, _understood(before, event, NO_WORDS if ours else part, whole))
    _act(talk, said, event, part, ours=ours)
    if said.deaf and not ours:
        untaken(talk, said, part.rest)
    if ours or said.deaf or _is_known(talk, said, part.rest):
        return
    if talk.turn.open is None and talk.turn.last is said and not alone:
        talk.turn = turn.again(talk.turn, replace(said, speech=replace(said.speech, ended_at=talk.at)))
    elif not alone or addressed(said, talk.policy):
        text = " ".join(arbitration.new(said))
        if alone:  # the live model has heard them; here they are shown, and told again (L3)
            talk.say(ShowHeard(said.id, text, final=True, source=said.speech.source))
            talk.retelling = retelling.asked(talk.retelling, text)
        else:
            instructing.hold(talk, said, words(text), more=True)
        asked, parts = f"{said.asked} {text}", len(said.local.parts)
        _put(talk, replace(said, asked=asked, parts=parts, awaited=len(said.local.pending)))


def _put(talk: Talk, said: Utterance) -> Utterance:
    """Put back an utterance of which more is known."""
    owed = tuple(said if one.id == said.id else one for one in talk.turn.owed)
    two = (talk.turn.open, talk.turn.last)
    there, last = (said if one is not None and one.id == said.id else one for one in two)
    talk.turn = replace(
        talk.turn, open=there, last=last, owed=tuple(one for one in owed if one.local.pending)
    )
    return said


def _is_known(talk: Talk, said: Utterance, text: str) -> bool:
    """Whether late words were asked already: with their utterance, or because an ear was late with them, too."""
    asked = (talk.turn.last or said).asked
    return within(text, asked) or text not in arbitration.new(said)


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
    elif sense.kind in WISHES and talk.policy.narrator is not NarratorKind.SELF:
        heeding.heed(talk, sense)
    elif event.text.strip():
        talk.calls = acting.forgotten(talk)
        instructing.instruct(talk, None, event.text, RoutedBy.TYPED, amends=sense.amends)
