"""Joint rules of the person's words: from sound to an utterance, and from an utterance to its verdict.

T1  Duck on the first sound, cut when it is speech, go on when it was nothing.
T2  `confirmed` goes on with an utterance whose answer was not noticed yet. What it led to works on until the words
    are known.
T3  Only `settle` ends an utterance: once (the latch is that a settled utterance is no longer open). Words of our
    recogniser that come later open it again. Words of an ear that come later, or without speech, do not.
L2  What was routed is not owed to the next connection.
L3  What a live model was told is part of the talk that is told again.
"""

from dataclasses import replace
from typing import Final, assert_never

from solovox.core import retelling, runs, turn, verdicts
from solovox.core import verdict as judging
from solovox.core.commands import CueKind, EndSpeech, NudgeEar
from solovox.core.events import FloorTaken, SpeechConfirmed, SpeechEnded, WakeHeard
from solovox.core.mends import Mend
from solovox.core.policy import EarKind, NarratorKind
from solovox.core.rules import (
    acting,
    connecting,
    generating,
    instructing,
    returning,
    sparing,
    speaking,
    wishing,
)
from solovox.core.rules.instructing import closed
from solovox.core.talk import Talk
from solovox.core.turn import Stirred
from solovox.core.units import MIC_RATE, Instant, SourceId
from solovox.core.utterance import Doubt, Floor, Utterance

UNTAKEN: Final = "this was not taken, for only the live ear heard it, and other such words wait for your yes"


def onset(talk: Talk) -> None:
    """The person may be speaking: lower the voice."""
    talk.turn = replace(talk.turn, stirred=_stirred(talk))
    if talk.policy.barge_in and talk.reads.is_open:
        talk.duck(down=True)


def _stirred(talk: Talk) -> Stirred:
    """Sound begins. It may be our own voice, an answer to half of it, or an answer to what waits for a yes (A2)."""
    over = talk.reads.is_open or talk.at - talk.cues.loud_at < talk.policy.timing.echo
    return Stirred(talk.at, over, talk.approvals.shown)


def faded(talk: Talk) -> None:
    """The sound was not speech."""
    talk.turn = replace(talk.turn, stirred=None)
    talk.duck(down=False)


def confirmed(talk: Talk, event: SpeechConfirmed) -> None:
    """The sound is speech, and the person has the floor (T1). Nothing else follows before its words are known (T2)."""
    stirred = talk.turn.stirred or _stirred(talk)
    over = Doubt.OVER_VOICE if talk.reads.is_open or stirred.over else Doubt.NONE
    echo = talk.cues.ours if over else ""
    if over and talk.cues.calls and talk.turn.taken_at is None:
        over |= Doubt.CALLED
    beside = stirred.beside
    if not beside and talk.turn.taken_at is None and speaking.amid(talk):
        over |= Doubt.AMID
    talk.turn = replace(talk.turn, stirred=None, yields_at=talk.at)
    if talk.cues.owed in (CueKind.HEARD, CueKind.ROUTED):
        talk.cues = replace(talk.cues, owed=None)
    said, deaf = talk.turn.open, talk.reads.is_open and not talk.policy.barge_in
    if said is not None:
        apart = said.deaf is not deaf or bool(beside and not deaf)
        _part(talk, said, event.first, apart=apart, other=said.speech.source != event.source)
    if deaf:
        over |= Doubt.OVER_READ
        talk.turn = (
            turn.begin(talk.turn, talk.at, event.first, over, beside, echo, event.source)
            if talk.turn.open is None
            else turn.reopen(talk.turn, talk.at, event.first, talk.turn.open)
        )
        return
    again = talk.turn.open or _goes_on(talk, event.source)
    speaking.cut(talk)
    returning.introduce(talk, event.source)
    if again is not None:
        speech = replace(again.speech, source=event.source)
        again = replace(again, speech=speech, beside=again.beside or beside)
        talk.turn = turn.reopen(talk.turn, talk.at, event.first, again)
    else:
        talk.turn = turn.begin(talk.turn, talk.at, event.first, over, beside, echo, event.source)
        if sparing.follows(talk):
            talk.revise(woken=True)
        talk.calls = acting.forgotten(talk)
    said = talk.turn.open
    if again is None and said is not None and said.woken:
        talk.cue(CueKind.HEARD)
    if not sparing.keeps(talk):
        connecting.begin_activity(talk, event.first)


def _part(talk: Talk, said: Utterance, first: int, *, apart: bool, other: bool) -> None:
    """Settle what was said before, if the speech that begins at `first` is not part of it. `other`: it is of another."""
    if not said.spoken:
        if first >= said.speech.first:
            settle(talk, alone=True)
    elif talk.policy.narrator is NarratorKind.SELF and not said.deaf and _noticed(talk, said):
        text = said.remote.text or said.local.text  # it was answered before all its words were known
        _show(talk, text)
        talk.retelling = retelling.asked(talk.retelling, text) if text.strip() else talk.retelling
    elif other or (apart and not said.kept and talk.turn.taken_at is None):
        # Beside a hold, and after a reading, speech is an utterance of its own (T2, A2).
        doubts = said.doubts | Doubt.UNENDED if talk.turn.goes_on else said.doubts
        if talk.turn.speaks:
            _finish(talk, first)
        talk.revise(doubts=doubts)
        # Its last words may never come: those that are known are judged without them (T3).
        waits = not judging.new(said, talk.policy)
        if not settle(talk, alone=True, waits=waits):
            closed(talk, owed=talk.policy.narrator is NarratorKind.SELF)


def _goes_on(talk: Talk, source: SourceId) -> Utterance | None:
    """The utterance that this speech may belong to, if no answer to it was noticed yet (T2)."""
    last = talk.turn.last
    if last is None or not last.spoken or last.speech.ended_at is None or talk.approvals.waiting:
        return None
    if last.speech.source != source:
        return None
    soon = talk.at - last.speech.ended_at <= talk.policy.timing.resume
    if talk.policy.narrator is NarratorKind.SELF:
        return last if soon and not _noticed(talk, last) else None
    run = runs.of_utterance(talk.runs, last.id)
    return last if soon and run is not None and run.voiced and runs.can_retract(run) else None


def _noticed(talk: Talk, said: Utterance) -> bool:
    """Whether the live model has answered what was said, or done something for it (T2)."""
    return said.spoken and (said not in connecting.owed(talk) or acting.touched(talk, said.id))


def ended(talk: Talk, event: SpeechEnded) -> None:
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
    much = end - max(talk.microphone.unrouted_from, first) >= MIC_RATE // 2
    if (split and much) or (deaf and much and talk.microphone.captured and not talk.reads.is_open):
        # Much of it was said after the stop, or after the reading.
        doubts, deaf = doubts & ~Doubt.OVER_READ | Doubt.UNENDED, False
    if event.patience and not deaf and talk.turn.taken_at is None:
        talk.turn = replace(talk.turn, yields_at=Instant(talk.at + event.patience))
    if split and not much:
        closed(talk)  # it was said before the stop
        return
    _finish(talk, end, doubts)
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
    spared = talk.policy.spares and not said.woken
    if long and not spared and talk.ear.is_live and not said.remote.text and not said.remote.called:
        talk.ear = replace(talk.ear, silent_since=talk.at)


def take_floor(talk: Talk, event: FloorTaken) -> None:
    """The talk key is held down: the floor is the person's, whatever they were listening to (T1)."""
    if talk.turn.taken_at is None and talk.presence.caps is not None:
        talk.turn = replace(talk.turn, taken_at=talk.at, taken_by=event.surface)
        speaking.cut(talk)


def give_floor(talk: Talk) -> None:
    """The talk key was let go. Our recogniser ends what is being said, and the words come as usual (T1)."""
    if talk.turn.taken_at is None:
        return
    talk.turn = replace(talk.turn, taken_at=None, taken_by=None)
    talk.say(EndSpeech())
    if talk.turn.open is not None and not talk.turn.speaks:
        connecting.end_activity(talk)
        talk.cue(CueKind.HEARD)


def broken_off(talk: Talk) -> None:
    """The end will not be heard: the surface is gone, or the end was lost. What is known waits for a yes (A1)."""
    if talk.turn.speaks:
        _finish(talk, talk.microphone.captured)
        talk.cue(CueKind.HEARD)
    if talk.turn.open is not None:
        talk.revise(doubts=talk.turn.open.doubts | Doubt.UNENDED)
        connecting.end_activity(talk)


def _finish(talk: Talk, end: int, doubts: Doubt | None = None) -> None:
    """The speech has ended. Our recogniser's final text is awaited."""
    said = talk.turn.open
    assert said is not None
    local = replace(said.local, pending=(*said.local.pending, end))
    speech = replace(said.speech, ended_at=talk.at, end=max(said.speech.end, end))
    talk.revise(speech=speech, local=local, doubts=said.doubts if doubts is None else doubts)


def woken(talk: Talk, event: WakeHeard) -> None:
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


def verdict(talk: Talk, *, alone: bool = False) -> verdicts.Verdict:
    """What becomes of the open utterance now. `alone`: do not wait for an ear, as for an answer to what waits
    for a yes (A2)."""
    said = talk.turn.open
    if talk.turn.taken_at is not None and said is not None and not talk.turn.speaks:
        return verdicts.Wait(None)  # a pause ends nothing
    if said is not None and judging.is_whole(said) and instructing.correction(talk, said, said.local.text):
        return verdicts.Correct(said.local.text)
    alone = alone or (said is not None and instructing.is_answer(talk, said))
    spared = talk.policy.spares and said is not None and not said.woken
    return judging.verdict(
        said,
        talk.policy,
        talk.at,
        listens=talk.policy.ear is EarKind.LIVE and talk.ear.is_live and not (alone or spared),
    )


def settle(talk: Talk, *, alone: bool = False, waits: bool = True) -> bool:
    """Settle the open utterance, if it can be now (T3). True if anything changed. `waits`: for the rest of it."""
    said, found = talk.turn.open, verdict(talk, alone=alone)
    if isinstance(found, verdicts.Wait) and not waits:
        until = found.until or Instant(talk.at + talk.policy.timing.speech)  # a held talk key waits for ever
        found = judging.verdict(said, talk.policy, until, listens=False)
    if said is None or isinstance(found, verdicts.Wait):
        return False
    match found:
        case verdicts.End():
            broken_off(talk)
        case verdicts.Nudge():
            talk.revise(remote=replace(said.remote, nudged_at=talk.at))
            talk.say(NudgeEar(talk.ear.id))
        case verdicts.Route(text=text, by=by):
            said = _show(talk, text, talk.mends(said.mends, text))
            if talk.policy.narrator is not NarratorKind.SELF:
                instructing.understood(talk, said, text, by)
            elif talk.policy.wake and generating.was_cut_since(talk, said.speech.began_at):
                # The model answered, and was cut, before it was known that it was addressed.
                generating.ask(talk, text)
            else:
                talk.retelling = retelling.asked(talk.retelling, text)  # the model answers for itself (G7)
        case verdicts.Hesitate(text=text):
            _hesitate(talk, said, text)
        case verdicts.Nothing():
            closed(talk)
        case verdicts.Keep(text=text, patient=patient):
            _keep(talk, said, text, Floor.KEPT if patient else Floor.AWAITED)
        case verdicts.Answer(yes=yes, text=text):
            said = closed(talk, "yes" if yes else "no", shown=text)
            instructing.answered(talk, said, text, yes=yes)
        case verdicts.Correct(text=text):
            instructing.correct(talk, _show(talk, text), text)
        case verdicts.Stop(text=text) if talk.policy.owns(said.speech.source):
            instructing.stop(talk, text)
        case verdicts.Status(text=text):
            _show(talk, text)
            wishing.heed(talk, text)
        case verdicts.Quiet(text=text) | verdicts.Stop(text=text):  # a guest's stop silences (A4)
            closed(talk, "quiet", shown=text)
            instructing.quiet(talk)
        case _:
            assert_never(found)
    return True


def _keep(talk: Talk, said: Utterance, text: str, floor: Floor) -> None:
    """The person has the floor on. That they want it is none of their words."""
    local = replace(said.local, texts=tuple(map(talk.policy.language.bare, said.local.texts)))
    talk.revise(local=local, remote=replace(said.remote, text=text, called=False), floor=floor)


def _show(talk: Talk, text: str, mends: tuple[Mend, ...] = ()) -> Utterance:
    """It is known what was said, and is shown. Under `self` it is owed until it is answered (L2)."""
    return closed(talk, text, shown=text, mends=mends, owed=talk.policy.narrator is NarratorKind.SELF)


def _hesitate(talk: Talk, said: Utterance, text: str) -> None:
    """The words are not certain enough to be sent. The person is asked (T3)."""
    said = closed(talk, text.strip(), shown=text, mends=talk.mends(said.mends, text))
    if text.strip():
        if said.asked:
            said, text = instructing.apart(talk, said, text)
        if not said.spoken and talk.approvals.unspoken:
            talk.fail(UNTAKEN)  # an ear that makes words out of noise would fill all the room there is
        else:
            instructing.hold(talk, said, text.strip())
    else:
        talk.fail("no words were heard; please say it again")
