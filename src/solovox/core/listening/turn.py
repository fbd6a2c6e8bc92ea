"""Whose turn it is: the utterance that is open, and the one before. The person who has begun one has the floor.

T1  The floor is the person's as soon as sound is confirmed as speech.
T2  Speech that resumes belongs to the same utterance: `reopen`. Nothing follows from it before its words are known.
"""

from dataclasses import dataclass, replace

from solovox.core.listening.utterance import Doubt, Floor, Local, Remote, SpeechSpan, Utterance
from solovox.core.units import PERSON, AudioSpan, Instant, SourceId, SurfaceId, UtteranceId, Waiting

RECENT = 40
"""How many words of the talk before are kept with an utterance: an ear may be late with them."""
REMEMBERED = 8
"""How many settled utterances may still wait for words."""


@dataclass(frozen=True, slots=True)
class Stirred:
    """Sound that may be speech, as it was when it began."""

    at: Instant
    beside: Waiting = ()
    """What waited for a yes."""


@dataclass(frozen=True, slots=True)
class ShownWords:
    """What is shown of the utterance that was shown last."""

    utterance: UtteranceId = UtteranceId(0)
    text: str = ""
    """For good."""
    draft: bool = False
    """Other words are shown, until more is known (T5)."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The open utterance, and the one that was settled last."""

    stirred: Stirred | None = None
    """Sound that may be speech."""
    woken: int = -1
    """The sample at which the wake phrase last ended."""
    admits: bool = True
    """Whether our recogniser was told that words without the wake phrase are wanted (T6)."""
    yields_at: Instant = Instant(0)
    """Until when who has finished may only have paused: no voice begins, and no effect (T2)."""
    key: tuple[Instant, SurfaceId] | None = None
    """Since when the talk key is held down, and where."""
    open: Utterance | None = None
    last: Utterance | None = None
    owed: tuple[Utterance, ...] = ()
    """Utterances that were settled before all of our recogniser's words had come, oldest first."""
    count: int = 0
    shown: ShownWords = ShownWords()
    speaker: SourceId = PERSON
    """Who spoke last (A4)."""

    @property
    def taken_at(self) -> Instant | None:
        """Since when the talk key is held down."""
        return None if self.key is None else self.key[0]

    @property
    def said(self) -> Utterance:
        """The open utterance, which there must be."""
        assert self.open is not None
        return self.open

    @property
    def speaks(self) -> bool:
        """Whether the person is speaking."""
        return self.open is not None and self.open.speech.ended_at is None

    def shown_of(self, said: Utterance) -> str:
        """What is shown of an utterance for good."""
        return self.shown.text if self.shown.utterance == said.id else said.asked

    @property
    def goes_on(self) -> bool:
        """Whether more of what the person says is to come: they are speaking, or hold the talk key down."""
        return self.speaks or self.taken_at is not None


def begin(
    turn: Turn,
    at: Instant,
    first: int,
    doubts: Doubt = Doubt.NONE,
    beside: Waiting = (),
    echo: str = "",
    source: SourceId = PERSON,
) -> Turn:
    """Begin an utterance. If our own detector heard no speech, it has ended already."""
    last = turn.last
    if last is not None and (last.owes or last.local.pending):
        doubts |= Doubt.LATE
    utterance = Utterance(
        UtteranceId(turn.count + 1),
        SpeechSpan(first, first, 0, at, at, at if Doubt.UNSPOKEN in doubts else None, echo, source),
        doubts,
        before=" ".join(f"{last.before} {last.known}".split()[-RECENT:]) if last is not None else "",
        woken=turn.woken >= first and Doubt.CALLED not in doubts,
        beside=beside,
    )
    return replace(turn, open=utterance, count=turn.count + 1)


def aside(turn: Turn, at: Instant, span: AudioSpan, source: SourceId, like: Utterance) -> Turn:
    """An utterance beside the open one, as if it had been settled: only its words tell whose it is (A4). It began as `like`
    did: beside the same that waited, and over the same voice of ours (A2, T1, T6)."""
    speech = replace(
        like.speech, first=span.first, end=span.end, resumed=0, sign_at=at, ended_at=at, source=source
    )
    said = Utterance(
        UtteranceId(turn.count + 1),
        speech,
        like.doubts & ~(Doubt.LATE | Doubt.STOPPED),
        Local(pending=(span.end,)),
        beside=like.beside,
    )
    return replace(turn, count=said.id, owed=(*turn.owed, said)[-REMEMBERED:])


def reopen(turn: Turn, at: Instant, first: int, said: Utterance) -> Turn:
    """The person goes on speaking. It is the same utterance; its earlier call and end are forgotten (T2)."""
    heard = said.remote
    resumed = replace(
        said,
        speech=replace(said.speech, resumed=first, began_at=at, sign_at=at, ended_at=None),
        doubts=said.doubts & ~Doubt.UNSPOKEN,
        remote=Remote(heard.text, heard.words_at, reopened=len(heard.text), sense=heard.sense),
        floor=Floor.PATIENT if said.kept else Floor.GIVEN,
    )
    return again(turn, resumed)


def again(turn: Turn, utterance: Utterance) -> Turn:
    """A settled utterance is open once more."""
    return replace(turn, open=utterance, owed=tuple(one for one in turn.owed if one.id != utterance.id))


def revise_utterance(turn: Turn, said: Utterance) -> Turn:
    """The same with what is known of an utterance now: the open one, the last, or one that awaits words."""
    two = (turn.open, turn.last)
    there, last = (said if one is not None and one.id == said.id else one for one in two)
    owed = tuple(said if one.id == said.id else one for one in turn.owed)
    return replace(turn, open=there, last=last, owed=tuple(one for one in owed if one.local.pending))


def close(turn: Turn, at: Instant, asked: str = "") -> Turn:
    """Settle the open utterance. `asked`: what came of it, if anything."""
    said, speech = turn.said, turn.said.speech
    last = replace(said, speech=replace(speech, ended_at=at if speech.ended_at is None else speech.ended_at))
    if asked:
        last = replace(last, asked=asked, parts=len(said.local.parts))
    awaited = (*turn.owed, last)[-REMEMBERED:] if last.local.pending else turn.owed
    last_one = last if last.known or last.local.pending else turn.last
    return replace(turn, open=None, last=last_one, owed=awaited)
