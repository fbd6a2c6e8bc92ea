"""Joint rules of what our own recogniser makes of the person's speech: it is the witness (T3).

T3  What it heard is never lost: words that come when all was settled open the utterance again, or are held.
T4  A part that is "stop" stops at once, whatever else is awaited. What was said after it is heard.
A2  A yes or a no that is one part of a longer utterance is taken at once, and does not count among its words. What is
    said beside a no does.
"""

from dataclasses import replace

from solovox.core import retelling, turn
from solovox.core import verdict as judging
from solovox.core.commands import EndSpeech, ShowHeard
from solovox.core.events import LocalTranscript
from solovox.core.mends import pooled
from solovox.core.phrases import plain, within
from solovox.core.policy import EarKind, NarratorKind
from solovox.core.rules import instructing, returning, wishing
from solovox.core.rules.instructing import closed
from solovox.core.talk import Talk
from solovox.core.utterance import Doubt, Utterance


def local_transcript(talk: Talk, event: LocalTranscript) -> None:
    """What the local recogniser understood: of an utterance that was settled without it, or of the open one."""
    said = talk.turn.open
    before = next((one for one in talk.turn.owed if event.final and _owes(one, event)), None)
    if before is not None:
        _heard_late(talk, _anew(talk, _by(talk, before, event), event), event)
    elif said is not None and said.spoken and not event.span.first < said.speech.first >= event.span.end:
        mine = _anew(talk, _by(talk, said, event), event)
        if mine.id != said.id:
            _heard_late(talk, mine, event)
        elif event.final or mine.speech.source == event.source:
            talk.turn = replace(talk.turn, open=mine)
            _heard(talk, mine, event)


def _by(talk: Talk, said: Utterance, event: LocalTranscript) -> Utterance:
    """The utterance whose words these are. Whose they are is told by their own sound: beside words of another they are an
    utterance of their own (A4)."""
    if event.source == said.speech.source or not event.final:
        return said
    whole = said.speech.resumed <= event.span.first <= said.speech.first and len(said.local.pending) == 1
    all_of_it = whole and not (said.asked or said.local.texts)
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


def _anew(talk: Talk, said: Utterance, event: LocalTranscript) -> Utterance:
    """What was heard before it takes the place of what it was heard as then (T2). That the floor is wanted is no part of it."""
    again = map(talk.policy.language.bare, event.again) if said.kept else event.again
    return replace(said, local=said.local.anew(tuple(again))) if event.final else said


def _owes(one: Utterance, event: LocalTranscript) -> bool:
    """Whether these words were awaited. Speech whose end was not heard may be longer or shorter than was assumed."""
    first, end = event.span.first, event.span.end
    return end in one.local.pending or (
        Doubt.UNENDED in one.doubts and (first == one.speech.first or first < min(one.local.pending) <= end)
    )


def _heard(talk: Talk, said: Utterance, event: LocalTranscript) -> None:
    """Words of the open utterance. What was said beside "quiet", or beside a yes, is not lost."""
    language, text = talk.policy.language, event.text
    mine = talk.policy.owns(said.speech.source)
    if event.final and language.is_stop(text) and mine:
        instructing.stop(talk, text, event.span.end)
        return
    whole = not (said.local.text or talk.turn.goes_on) and said.local.pending == (event.span.end,)
    if event.final and (language.is_quiet(text) or (language.is_stop(text) and not mine)):
        instructing.quiet(talk)
        if whole:
            closed(talk, "quiet", shown=text)
            return
        text = ""
    yes = language.consent(text)
    new = not any(said.local.texts[said.parts :]) and not talk.turn.goes_on
    if event.final and new and wishing.asks_us(talk, text, said):
        wishing.heed(talk, text, said)
        if not said.asked:
            closed(talk, "status", shown=text)
            return
        text = ""
    if event.final and said.beside and language.refuses(text):
        instructing.refused(talk, said, text)
    elif event.final and said.beside and not whole and yes is not None:
        instructing.answered(talk, said, text, yes=yes)
        talk.show_heard(text.strip(), final=True)
        text = ""
    elif judging.is_nod(said, text, talk.policy) or (
        judging.is_nothing(said, text, talk.policy) and yes is None
    ):
        text = _nodded(talk, said, event)
    local = said.local.understood(text, event.span.end) if event.final else replace(said.local, draft=text)
    talk.revise(local=replace(local, mends=pooled(local.mends, event.mends)))
    if plain(text):
        talk.revise(speech=replace(said.speech, sign_at=talk.at))
    shown = " ".join(text for text in (local.text, local.draft) if text)
    if shown and not said.deaf and not (talk.policy.ear is EarKind.LIVE and talk.ear.is_live):
        talk.show_heard(shown, final=False)


def _nodded(talk: Talk, said: Utterance, event: LocalTranscript) -> str:
    """A nod is no words. In the midst of an answer no pause is waited out after it: the voice goes on. Should more be said,
    that takes the floor again (T1)."""
    alone = Doubt.AMID in said.doubts and not said.local.texts and talk.turn.speaks
    if alone and not event.final and talk.turn.taken_at is None and plain(event.text):
        talk.say(EndSpeech())
    return ""


def _heard_late(talk: Talk, before: Utterance, event: LocalTranscript) -> None:
    """Words of a settled utterance came. It is judged again or, while another is open, they are held (T3)."""
    language, alone = talk.policy.language, talk.policy.narrator is NarratorKind.SELF
    yes = language.consent(event.text) if before.beside else None
    ours = wishing.asks_us(talk, event.text, before)
    nothing = ours or judging.is_nothing(before, event.text, talk.policy)
    nothing = nothing or judging.is_nod(before, event.text, talk.policy)
    text = event.text if yes is None and not nothing else ""
    local = before.local.understood(text, event.span.end)
    said = _put(talk, replace(before, local=replace(local, mends=pooled(local.mends, event.mends))))
    if before.beside and language.refuses(event.text):
        instructing.refused(talk, said, event.text)
    if language.is_stop(event.text) and talk.policy.owns(before.speech.source):
        instructing.stop(talk, event.text, event.span.end)
    elif yes is not None:
        instructing.answered(talk, said, event.text, yes=yes)
    elif ours:
        wishing.heed(talk, event.text, before)
    elif said.deaf or _is_known(talk, said, text):
        return
    elif talk.turn.open is None and talk.turn.last is said and not alone:
        talk.turn = turn.again(talk.turn, replace(said, speech=replace(said.speech, ended_at=talk.at)))
    elif not alone or judging.addressed(said, said.local.text, talk.policy):
        text = " ".join(judging.new(said, talk.policy))
        if alone:  # the live model has heard them; here they are shown, and told again (L3)
            talk.say(ShowHeard(said.id, text, final=True, source=said.speech.source))
            talk.retelling = retelling.asked(talk.retelling, text)
        else:
            instructing.hold(talk, said, text, more=True)
        _put(
            talk,
            replace(
                said,
                asked=f"{said.asked} {text}",
                parts=len(said.local.texts),
                awaited=len(said.local.pending),
            ),
        )


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
    return within(talk.policy.language.bare(text), asked) or text not in judging.new(said, talk.policy)
