"""What our own recogniser understood becomes part of an utterance, and what it asks of us follows.

T3  What it heard is never lost: words that come when all was settled open the utterance again, or are held.
T4  A part that is "stop" stops at once, whatever else is awaited. What was said after it is heard.
A2  A yes or a no that is one part of a longer utterance is taken at once, and does not count among its words. What is
    said beside a no does.
"""

from dataclasses import dataclass, replace

from solovox.core.commands import EndSpeech
from solovox.core.events import LocalTranscript
from solovox.core.listening import arbitration, turn
from solovox.core.listening.consequence import (
    Answer,
    Called,
    Consequence,
    Heed,
    HoldMore,
    Introduced,
    Refuse,
    StopVoice,
    StopWork,
    Untaken,
)
from solovox.core.listening.decision import addressed
from solovox.core.listening.turn import Turn
from solovox.core.listening.utterance import Doubt, Utterance
from solovox.core.mends import pooled
from solovox.core.policy import Policy
from solovox.core.sense import ANSWERS, NO_WORDS, SILENT, WISHES, Intent, Sense, words
from solovox.core.transcripts import plain, within
from solovox.core.units import Instant

AS = {Intent.QUIET: "quiet", Intent.YES: "yes", Intent.NO: "no"}
"""As what an utterance is remembered that was nothing else."""


@dataclass(frozen=True, slots=True)
class Hearer:
    """Under which policy words are heard, when, and whether an ear shows them, too."""

    policy: Policy
    at: Instant
    ear_shows: bool = False


def local_transcript(now: Turn, by: Hearer, event: LocalTranscript) -> Turn:
    """What the local recogniser understood: of an utterance that was settled without it, or of the open one."""
    late = awaiting(now, event)
    whose = late or now.open
    if whose is None or not (late or _is_of(whose, event)):
        return now
    if not event.final:
        return _drafted(now, by, whose, event) if whose.speech.source == event.source else now
    now, mine = _by(now, by, whose, event)
    mine = replace(mine, local=mine.local.anew(event.again))
    part = event.sense or words(event.text)
    whole = event.whole or words(f"{mine.local.text} {event.text}")
    heard = _Part(mine, event, part, whole if mine.id == whose.id else part)
    if late is None and mine.id == whose.id:
        return _heard(now, by, heard)
    return _heard_late(now, by, heard)


@dataclass(frozen=True, slots=True)
class _Part:
    """One final text of an utterance, and what all of it is with it."""

    said: Utterance
    event: LocalTranscript
    sense: Sense
    whole: Sense

    def is_ours(self, by: Hearer) -> bool:
        """Whether it is for us alone: it is none of the words of its utterance."""
        said, intent = self.said, self.sense.kind
        if intent in WISHES:
            called = addressed(said, by.policy) or (self.sense.calls and Doubt.CALLED not in said.doubts)
            return called and not said.deaf and not by.policy.alone
        return intent in (Intent.STOP, Intent.QUIET, *SILENT) or (intent in ANSWERS and bool(said.beside))

    def calls_alone(self, now: Turn, by: Hearer) -> bool:
        """Whether the wake phrase was said, and nothing else: by its words, or by its sound where there are none (T6)."""
        said, sounded = self.said, self.said.woken and now.woken >= self.event.span.first
        alone = self.sense.kind is Intent.CALL or (self.sense.kind in SILENT and sounded)
        return alone and (said.calls or self.sense.calls) and not said.deaf and not by.policy.alone

    def taken(self, *, ours: bool) -> Utterance:
        """The utterance with it."""
        part = NO_WORDS if ours else self.sense
        local = self.said.local.understood(part, self.event.span.end, self.whole)
        return replace(self.said, local=replace(local, mends=pooled(local.mends, self.event.mends)))

    def asks(self, by: Hearer, *, ours: bool) -> tuple[Consequence, ...]:
        """What it asks of us, at once."""
        said, sense, mine = self.said, self.sense, by.policy.owns(self.said.speech.source)
        match sense.kind:
            case Intent.STOP if mine:
                return (StopWork(sense.text, self.event.span.end),)
            case Intent.STOP | Intent.QUIET:
                return (StopVoice(),)
            case Intent.NO_AND_WORDS if said.beside:
                return (Refuse(said, sense),)
            case Intent.YES | Intent.NO if ours:
                return (Answer(said, sense),)
            case _:
                return (Heed(sense),) if ours and sense.kind in WISHES else ()


def _heard(now: Turn, by: Hearer, part: _Part) -> Turn:
    """A final text of the open utterance."""
    said, intent = part.said, part.sense.kind
    alone = not (said.local.text or now.goes_on) and said.local.pending == (part.event.span.end,)
    first = not any(said.local.texts[said.parts :]) and not now.goes_on
    ours = part.is_ours(by) and (first or intent not in WISHES)
    now = turn.revised(now, part.taken(ours=ours))
    asks = part.asks(by, ours=ours)
    over = alone or (intent in WISHES and not said.asked)
    if ours and over and intent not in (Intent.STOP, *SILENT):
        return turn.then(turn.close(now, by.at, AS.get(intent, "status"), shows=part.sense.text), *asks)
    now = turn.then(now, *asks)
    there = now.open
    if any(isinstance(one, StopWork) for one in asks) or there is None:
        return now  # it ends there
    if by.policy.wake:
        now = turn.then(now, Called(there, part.calls_alone(now, by)))
    if ours and intent in ANSWERS:
        now = turn.shown(now, there, part.sense.text, final=True)
    return _shown(now, by, NO_WORDS if ours else part.sense)


def _drafted(now: Turn, by: Hearer, said: Utterance, event: LocalTranscript) -> Turn:
    """Words that may still change. A nod is no words. In the midst of an answer no pause is waited out after it: the voice goes
    on. Should more be said, that takes the floor again (T1)."""
    draft = event.sense or words(event.text)
    if draft.kind in SILENT:
        alone = Doubt.AMID in said.doubts and not said.local.parts and now.speaks
        now = turn.then(now, EndSpeech()) if alone and now.taken_at is None and plain(event.text) else now
        draft = NO_WORDS
    local = replace(said.local, draft=draft, mends=pooled(said.local.mends, event.mends))
    return _shown(turn.revised(now, replace(said, local=local)), by, draft)


def _shown(now: Turn, by: Hearer, new: Sense) -> Turn:
    """What is heard of the open utterance so far is shown, unless an ear shows it."""
    said = now.open
    assert said is not None
    if plain(new.text):
        said = replace(said, speech=replace(said.speech, sign_at=by.at))
        now = replace(now, open=said)
    if by.ear_shows or said.deaf or not said.local.so_far:
        return now
    return turn.shown(now, said, said.local.so_far, final=False)


def _heard_late(now: Turn, by: Hearer, part: _Part) -> Turn:
    """Words of a settled utterance came. It is judged again or, while another is open, they are held (T3)."""
    ours = part.is_ours(by)
    said = part.taken(ours=ours)
    now = turn.then(turn.revised(now, said), *part.asks(by, ours=ours))
    if said.deaf and not ours:
        return turn.then(now, Untaken(said, part.sense.rest))
    if ours or _is_known(now, said, part.sense.rest):
        return now
    if now.open is None and now.last is said and not by.policy.alone:
        return turn.again(now, replace(said, speech=replace(said.speech, ended_at=by.at)))
    if by.policy.alone and not addressed(said, by.policy):
        return now
    text = " ".join(arbitration.new(said))
    asked, parts = f"{said.asked} {text}", len(said.local.parts)
    now = turn.revised(now, replace(said, asked=asked, parts=parts, awaited=len(said.local.pending)))
    return turn.then(now, HoldMore(said, text))


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


def _by(now: Turn, by: Hearer, said: Utterance, event: LocalTranscript) -> tuple[Turn, Utterance]:
    """The utterance whose words these are. Whose they are is told by their own sound: beside words of another they are an
    utterance of their own (A4)."""
    if event.source == said.speech.source:
        return now, said
    whole = said.speech.resumed <= event.span.first <= said.speech.first and len(said.local.pending) == 1
    all_of_it = whole and not (said.asked or said.local.parts)
    known = all_of_it or not by.policy.owns(event.source)  # of two at once it is the guest who spoke
    if known and by.policy.hears(event.source) and now.open in (None, said):
        now = turn.then(now, Introduced(event.source))
    said = replace(said, doubts=said.doubts | Doubt.LATE)  # what the ear has heard may be of both
    if all_of_it:
        return now, replace(said, speech=replace(said.speech, source=event.source))
    left = tuple(end for end in said.local.pending if end != event.span.end)
    now = turn.revised(now, replace(said, local=replace(said.local, pending=left)))
    now = turn.aside(now, by.at, event.span, event.source)
    return now, now.owed[-1]


def _is_known(now: Turn, said: Utterance, text: str) -> bool:
    """Whether late words were asked already: with their utterance, or because an ear was late with them, too."""
    asked = (now.last or said).asked
    return within(text, asked) or text not in arbitration.new(said)
