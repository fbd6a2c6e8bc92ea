"""Joint rules of the sound of speech: when the person begins to speak, goes on, and ends.

T1  Duck on the first sound, cut when it is speech, go on when it was nothing.
T2  `confirmed` goes on with an utterance whose answer was not noticed yet. What it led to works on until the words
    are known.
"""

from dataclasses import replace
from functools import reduce
from operator import or_

from solovox.core import retelling, runs
from solovox.core.approvals import acting, returning
from solovox.core.commands import CueKind, EndSpeech
from solovox.core.events import FloorTaken, SpeechConfirmed, SpeechEnded, WakeHeard
from solovox.core.listening import turn
from solovox.core.listening.arbitration import new
from solovox.core.listening.closing import close_utterance, finish, show
from solovox.core.listening.settling import settle
from solovox.core.listening.turn import Stirred
from solovox.core.listening.utterance import Doubt, Utterance
from solovox.core.rules import connecting, sparing
from solovox.core.speaking import speaking
from solovox.core.talk import Talk
from solovox.core.units import MIC_RATE, Instant, SourceId, SurfaceId, Waiting


def onset(talk: Talk) -> None:
    """The person may be speaking: lower the voice."""
    talk.turn = replace(talk.turn, stirred=Stirred(talk.at, talk.approvals.shown))
    if talk.policy.barge_in and talk.voice.reads.is_open:
        talk.duck(down=True)


def take_fading(talk: Talk) -> None:
    """The sound was not speech."""
    talk.turn = replace(talk.turn, stirred=None)
    talk.duck(down=False)


def take_speech(talk: Talk, event: SpeechConfirmed) -> None:
    """The sound is speech, and the person has the floor (T1). Nothing else follows before its words are known (T2)."""
    beside, over, echo = begins_beside(talk)
    talk.turn = replace(talk.turn, stirred=None, yields_at=talk.at)
    if talk.voice.cues.owed in (CueKind.HEARD, CueKind.ROUTED):
        talk.voice.cues = replace(talk.voice.cues, owed=None)
    said, deaf = talk.turn.open, Doubt.OVER_READ in over
    if said is not None:
        apart = said.deaf is not deaf or bool(beside and not deaf)
        _part(talk, said, event.first, apart=apart, other=said.speech.source != event.source)
    again = talk.turn.open or (None if deaf else _goes_on(talk, event.source))
    if again is None:
        talk.turn = turn.begin(talk.turn, talk.at, event.first, over, beside, echo, event.source)
    else:
        speech = replace(again.speech, source=event.source)
        again = replace(again, speech=speech, beside=again.beside or beside)
        talk.turn = turn.reopen(talk.turn, talk.at, event.first, again)
    if deaf:
        return
    speaking.cut_voice(talk)
    returning.introduce(talk, event.source)
    if again is None:
        if sparing.follows(talk):
            talk.revise(woken=True)
        talk.work.calls = acting.forget_finished(talk)
        if talk.turn.said.woken:
            talk.cue(CueKind.HEARD)
    if not sparing.keeps(talk):
        connecting.begin_activity(talk, event.first)


def begins_beside(talk: Talk) -> tuple[Waiting, Doubt, str]:
    """What waited for a yes when this speech began, what is doubted of it for a voice of ours that could be heard, and which words
    that had: it may be our own voice, or an answer to half of it (A2)."""
    stirred = talk.turn.stirred or Stirred(talk.at, talk.approvals.shown)
    loud = stirred.at - talk.voice.cues.loud_at < talk.policy.timing.echo
    doubts = {
        Doubt.OVER_VOICE: loud,
        Doubt.OVER_READ: talk.voice.reads.is_open and not talk.policy.barge_in,
        Doubt.CALLED: loud and talk.calls_us and talk.turn.key is None,
        Doubt.AMID: not stirred.beside and talk.turn.key is None and speaking.amid(talk),
    }
    over = reduce(or_, (doubt for doubt, holds in doubts.items() if holds), Doubt.NONE)
    return stirred.beside, over, talk.voice.cues.ours if loud else ""


def _part(talk: Talk, said: Utterance, first: int, *, apart: bool, other: bool) -> None:
    """Settle what was said before, if the speech that begins at `first` is not part of it. `other`: it is of another."""
    if not said.spoken:
        if first >= said.speech.first:
            settle(talk, alone=True)
    elif talk.policy.alone and not said.deaf and _has_been_answered(talk, said):
        text = said.remote.text or said.local.text  # it was answered before all its words were known
        show(talk, text)
        talk.link.retelling = (
            retelling.add_question(talk.link.retelling, text) if text.strip() else talk.link.retelling
        )
    elif other or (apart and not said.kept and talk.turn.taken_at is None):
        # Beside a hold, and after a reading, speech is an utterance of its own (T2, A2).
        doubts = said.doubts | Doubt.UNENDED if talk.turn.goes_on else said.doubts
        if talk.turn.speaks:
            finish(talk, first)
        talk.revise(doubts=doubts)
        # Its last words may never come: those that are known are judged without them (T3).
        if not settle(talk, alone=True, waits=not new(said)):
            close_utterance(talk, owed=talk.policy.alone)


def _goes_on(talk: Talk, source: SourceId) -> Utterance | None:
    """The utterance that this speech may belong to, if no answer to it was noticed yet (T2)."""
    last = talk.turn.last
    if last is None or not last.spoken or last.speech.ended_at is None or talk.approvals.waiting:
        return None
    if last.speech.source != source or talk.at - last.speech.ended_at > talk.policy.timing.resume:
        return None
    if talk.policy.alone:
        return None if _has_been_answered(talk, last) else last
    run = runs.of_utterance(talk.work.runs, last.id)
    return last if run is not None and run.voiced and runs.can_retract(run) else None


def _has_been_answered(talk: Talk, said: Utterance) -> bool:
    """Whether the live model has answered what was said, or done something for it (T2)."""
    return said not in connecting.find_owed(talk) or acting.has_effects_for(talk, said.id)


def take_end(talk: Talk, event: SpeechEnded) -> None:
    """The person has finished: the wait for words begins."""
    said, end = talk.turn.open, event.span.end
    if said is None or not said.spoken or not talk.turn.speaks:
        return
    doubts, deaf, first = said.doubts, said.deaf, said.speech.first
    split = Doubt.STOPPED in doubts and event.span.first < first
    if event.span.first < first >= end and not split:
        return
    if end <= said.speech.resumed:  # the end of an earlier part: the person speaks on
        talk.revise(local=replace(said.local, pending=(*said.local.pending, end)))
        return
    much = end - max(talk.link.microphone.unrouted_from, first) >= MIC_RATE // 2
    if (split and much) or (deaf and much and talk.link.microphone.captured and not talk.voice.reads.is_open):
        # Much of it was said after the stop, or after the reading.
        doubts, deaf = doubts & ~Doubt.OVER_READ | Doubt.UNENDED, False
    if event.patience and not deaf and talk.turn.taken_at is None:
        # Sound that began before the end is of this speech.
        talk.turn = replace(talk.turn, stirred=None, yields_at=Instant(talk.at + event.patience))
    if split and not much:
        close_utterance(talk)  # it was said before the stop
        return
    finish(talk, end, doubts)
    if split and not sparing.keeps(talk):
        connecting.begin_activity(talk, first)
    if not deaf and talk.turn.taken_at is None:
        connecting.end_activity(talk)
        if not talk.policy.wake:
            talk.cue(CueKind.HEARD)
    _watch(talk, said, event)


def _watch(talk: Talk, said: Utterance, event: SpeechEnded) -> None:
    """After long speech a sign of the ear is awaited (L4)."""
    long = event.span.count >= talk.policy.timing.watchdog_speech * MIC_RATE // 1000
    silent = not said.remote.text and said.remote.called_at is None
    if long and silent and talk.link.ear.is_live and not sparing.keeps(talk):
        talk.link.ear = replace(talk.link.ear, silent_since=talk.at)


def take_floor(talk: Talk, event: FloorTaken) -> None:
    """The talk key of a surface is held down: the floor is the person's, whatever they were listening to (T1)."""
    if talk.turn.key is None and talk.presence.without(event.surface) != talk.presence.surfaces:
        talk.turn = replace(talk.turn, key=(talk.at, event.surface))
        speaking.cut_voice(talk)


def give_floor(talk: Talk, surface: SurfaceId | None = None) -> None:
    """The talk key was let go. Our recogniser ends what is being said, and the words come as usual (T1)."""
    if talk.turn.key is None or surface not in (None, talk.turn.key[1]):
        return
    talk.turn = replace(talk.turn, key=None)
    talk.say(EndSpeech())
    if talk.turn.open is not None and not talk.turn.speaks:
        connecting.end_activity(talk)
        talk.cue(CueKind.HEARD)


def take_wake_phrase(talk: Talk, event: WakeHeard) -> None:
    """The wake phrase was said. The utterance that it belongs to is for us, and the ear is sent it from its first sample (T6)."""
    talk.turn = replace(talk.turn, woken=event.sample)
    said = talk.turn.open
    if said is None or said.woken or Doubt.CALLED in said.doubts:
        return
    talk.revise(woken=True)
    if said.spoken and not said.deaf:
        talk.cue(CueKind.HEARD)
        if talk.policy.spares:
            connecting.begin_activity(talk, said.speech.first)
            if not talk.turn.goes_on:
                connecting.end_activity(talk)
