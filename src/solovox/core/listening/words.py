"""Joint rules of what our own recogniser understands: it becomes part of an utterance, and what it asks of us is done.

T3  What it heard is never lost: words that come when all was settled open the utterance again, or are held.
T4  A part that is "stop" stops at once, whatever else is awaited. What was said after it is heard.
A2  A yes or a no that is one part of a longer utterance does not count among its words; what is said beside a no does. A no is
    taken at once, a yes when what is said has ended: a no may be behind it.
"""

from dataclasses import replace

from solovox.core import retelling
from solovox.core.approvals import consenting, returning
from solovox.core.commands import EndSpeech, ShowHeard
from solovox.core.events import LocalTranscript
from solovox.core.listening import arbitration, turn
from solovox.core.listening.closing import close_utterance, show_words, untaken
from solovox.core.listening.decision import is_addressed
from solovox.core.listening.turn import Turn
from solovox.core.listening.utterance import Doubt, Utterance
from solovox.core.mends import pool_mends
from solovox.core.rules import instructing, sparing
from solovox.core.sense import ANSWERS, NO_WORDS, SILENT, WISHES, Intent, Sense, words
from solovox.core.speaking import heeding
from solovox.core.talk import Talk
from solovox.core.transcripts import plain, within


def local_transcript(talk: Talk, event: LocalTranscript) -> None:
    """What the local recogniser understood: of an utterance that was settled without it, or of the open one."""
    late = awaiting(talk.turn, event)
    whose = late or talk.turn.open
    if whose is None or not (late or _is_of(whose, event)):
        return
    if not event.final:
        if whose.speech.source == event.source:
            _take_draft(talk, whose, event)
        return
    said = _by(talk, whose, event)
    said = replace(said, local=said.local.anew(event.again))
    take = _take_final if late is None and said.id == whose.id else _heard_late
    take(talk, said, event, event.sense or words(event.text))


def _take_final(talk: Talk, said: Utterance, event: LocalTranscript, part: Sense) -> None:
    """A final text of the open utterance."""
    goes_on, is_wish = talk.turn.goes_on, part.kind in WISHES
    alone = not (said.local.text or goes_on) and said.local.pending == (event.span.end,)
    first = not any(said.local.texts[said.parts :]) and not goes_on
    ours = _is_ours(talk, said, part) and (first or not is_wish)
    talk.turn = turn.revise_utterance(talk.turn, _with(said, event, part, ours=ours))
    whole = ours and (alone or (is_wish and not said.asked)) and part.kind not in (Intent.STOP, *SILENT)
    if whole:
        close_utterance(talk, part.text, shown=part.text)
    _do(talk, said, event, part, ours=ours)
    if whole or (part.kind is Intent.STOP and talk.policy.owns(said.speech.source)):
        return  # it ends there
    if talk.policy.wake:
        sparing.open_floor(talk, anew=_calls_alone(talk, said, event, part))
    if ours and part.kind in ANSWERS:
        show_words(talk, part.text, final=True)
    _show_so_far(talk, NO_WORDS if ours else part)


def _is_ours(talk: Talk, said: Utterance, part: Sense) -> bool:
    """Whether a part is for us alone: it is none of the words of its utterance."""
    if part.kind in WISHES:
        called = is_addressed(said, talk.policy) or (part.calls and Doubt.CALLED not in said.doubts)
        return called and not said.deaf and not talk.policy.alone
    return part.kind in (Intent.STOP, Intent.QUIET, *SILENT) or (part.kind in ANSWERS and bool(said.beside))


def _with(said: Utterance, event: LocalTranscript, part: Sense, *, ours: bool) -> Utterance:
    """The utterance with one more final text."""
    whole = (event.whole or words(f"{said.local.text} {event.text}")) if said.local.text else part
    local = said.local.add_final(NO_WORDS if ours else part, event.span.end, whole)
    return replace(said, local=local, mends=pool_mends(said.mends, event.mends))


def _calls_alone(talk: Talk, said: Utterance, event: LocalTranscript, part: Sense) -> bool:
    """Whether the wake phrase was said, and nothing else: by its words, or by its sound where there are none (T6)."""
    sounded = said.woken and talk.turn.woken >= event.span.first
    alone = part.kind is Intent.CALL or (part.kind in SILENT and sounded)
    return alone and (said.calls or part.calls) and not said.deaf and not talk.policy.alone


def _do(talk: Talk, said: Utterance, event: LocalTranscript, part: Sense, *, ours: bool) -> None:
    """What a part asks of us is done at once, whatever else is awaited."""
    match part.kind:
        case Intent.STOP if talk.policy.owns(said.speech.source):
            instructing.stop(talk, part.text, event.span.end)
        case Intent.STOP | Intent.QUIET:
            instructing.quiet(talk)
        case Intent.NO_AND_WORDS if said.beside:
            consenting.take_refusal(talk, said, part)
        case Intent.YES | Intent.NO if ours:
            consenting.take_answer(talk, said, part)
        case _ if ours and part.kind in WISHES:
            heeding.heed(talk, part)


def _take_draft(talk: Talk, said: Utterance, event: LocalTranscript) -> None:
    """Words that may still change. A nod is no words. In the midst of an answer no pause is waited out after it: the voice goes
    on. Should more be said, that takes the floor again (T1)."""
    draft = event.sense or words(event.text)
    if draft.kind in SILENT:
        alone = Doubt.AMID in said.doubts and not said.local.parts and talk.turn.speaks
        if alone and talk.turn.taken_at is None and plain(event.text):
            talk.say(EndSpeech())
        draft = NO_WORDS
    talk.revise(local=replace(said.local, draft=draft), mends=pool_mends(said.mends, event.mends))
    _show_so_far(talk, draft)


def _show_so_far(talk: Talk, new: Sense) -> None:
    """What is heard of the open utterance so far is shown, unless an ear shows it."""
    said = talk.turn.said
    if plain(new.text):
        talk.revise(speech=replace(said.speech, sign_at=talk.at))
    if said.local.so_far and not (said.deaf or talk.link.ear.is_live):
        show_words(talk, said.local.so_far)


def _heard_late(talk: Talk, said: Utterance, event: LocalTranscript, part: Sense) -> None:
    """Words of a settled utterance came. It is judged again or, while another is open, they are held (T3)."""
    ours = _is_ours(talk, said, part)
    said = _with(said, event, part, ours=ours)
    talk.turn = turn.revise_utterance(talk.turn, said)
    _do(talk, said, event, part, ours=ours)
    if said.deaf and not ours:
        untaken(talk, said, part.rest)
    elif ours or _is_known(talk.turn, said, part.rest):
        return
    elif talk.turn.open is None and talk.turn.last is said and not talk.policy.alone:
        talk.turn = turn.again(talk.turn, replace(said, speech=replace(said.speech, ended_at=talk.at)))
    elif is_addressed(said, talk.policy):
        _hold_more(talk, said)
    else:
        untaken(talk, said, part.rest)


def _hold_more(talk: Talk, said: Utterance) -> None:
    """A live model that answers for itself has heard the words; here they are shown, and told again (L3)."""
    text = " ".join(arbitration.new(said))
    said = replace(said, asked=f"{said.asked} {text}", parts=len(said.local.parts))
    talk.turn = turn.revise_utterance(talk.turn, said)
    if talk.policy.alone:
        talk.say(ShowHeard(said.id, text, final=True, source=said.speech.source))
        talk.link.retelling = retelling.add_question(talk.link.retelling, text)
    else:
        instructing.hold(talk, said, words(text), more=True)


def awaiting(now: Turn, event: LocalTranscript) -> Utterance | None:
    """The settled utterance whose words these are."""
    return next((one for one in now.owed if event.final and _owes(one, event)), None)


def _is_of(said: Utterance, event: LocalTranscript) -> bool:
    return said.spoken and not event.span.first < said.speech.first >= event.span.end


def _owes(one: Utterance, event: LocalTranscript) -> bool:
    """Whether these words were awaited. Speech whose end was not heard may be longer or shorter than was assumed."""
    first, end = event.span.first, event.span.end
    return end in one.local.pending or (
        Doubt.UNENDED in one.doubts and (first == one.speech.first or first < min(one.local.pending) <= end)
    )


def _by(talk: Talk, said: Utterance, event: LocalTranscript) -> Utterance:
    """The utterance whose words these are. Whose they are is told by their own sound: beside words of another they are an
    utterance of their own (A4)."""
    if event.source == said.speech.source:
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
    now = turn.revise_utterance(talk.turn, replace(said, local=replace(said.local, pending=left)))
    talk.turn = turn.aside(now, talk.at, event.span, event.source, said)
    return talk.turn.owed[-1]


def _is_known(now: Turn, said: Utterance, text: str) -> bool:
    """Whether late words were asked already: with their utterance, or because an ear was late with them, too."""
    return within(text, (now.last or said).asked) or text not in arbitration.new(said)
