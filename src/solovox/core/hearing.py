"""Joint rules of the person's words: from sound to an utterance, and from an utterance to its verdict.

T1  Duck on the first sound, cut when it is speech, go on when it was nothing.
T2  `confirmed` goes on with an utterance whose answer nobody has noticed; what it led to works on until the words are known.
T3  Only `settle` ends an utterance: once (the latch is that a settled utterance is no longer open). Words of our
    recogniser that come later open it again; those of an ear that come later, or without speech, do not.
L2  What was routed is not owed to the next connection.
L3  What a live model was told is part of the talk that is told again.
"""

from dataclasses import replace
from typing import assert_never

from solovox.core import acting, connecting, instructing, retelling, runs, speaking, turn, verdicts
from solovox.core import verdict as judging
from solovox.core.commands import AnswerCall, CallStatus, CueKind, NudgeEar, ShowHeard
from solovox.core.events import EarCalled, EarHeard, LocalHeard, SpeechConfirmed, SpeechEnded
from solovox.core.instructing import closed
from solovox.core.language import plain, within
from solovox.core.policy import Approval, Ear, Narrator
from solovox.core.runs import RunState
from solovox.core.talk import Talk
from solovox.core.turn import Turn
from solovox.core.units import MIC_RATE, HoldId
from solovox.core.utterance import Local, Remote, Utterance


def onset(talk: Talk) -> None:
    """Somebody may be speaking: lower the voice."""
    talk.turn = _stirred(talk)
    if talk.policy.barge_in and talk.gate.is_open:
        talk.duck(down=True)


def _stirred(talk: Talk) -> Turn:
    """Sound begins. It may be our own voice, or an answer to half of it; or to what waits for a yes (A2)."""
    over = talk.gate.is_open or talk.at - talk.loud_at < talk.policy.timing.echo
    return replace(talk.turn, stirred_at=talk.at, stirred_over=over, stirred_beside=_waiting(talk))


def faded(talk: Talk) -> None:
    """It was not speech."""
    talk.turn = replace(talk.turn, stirred_at=None)
    talk.duck(down=False)


def confirmed(talk: Talk, event: SpeechConfirmed) -> None:
    """It is speech: the person has the floor (T1). Nothing else follows from it before its words are known (T2)."""
    stirred = talk.turn if talk.turn.stirred_at is not None else _stirred(talk)
    over, beside = talk.gate.is_open or stirred.stirred_over, stirred.stirred_beside
    talk.turn = replace(talk.turn, stirred_at=None)
    said, deaf = talk.turn.open, talk.gate.is_open and not talk.policy.barge_in
    if said is not None:
        _part(talk, said, event.first, apart=said.deaf is not deaf or bool(beside and not deaf))
    if deaf:
        if talk.turn.open is None:
            talk.turn = turn.begin(talk.turn, talk.at, event.first, spoken=True, over_voice=True)
            _change(talk, deaf=True, beside=beside)
        return
    again = talk.turn.open or _goes_on(talk)
    speaking.cut(talk)
    if again is not None:
        talk.turn = turn.reopen(talk.turn, talk.at, event.first, again)
    else:
        talk.turn = turn.begin(talk.turn, talk.at, event.first, spoken=True, over_voice=over)
        talk.calls = acting.forgotten(talk)
    _change(talk, beside=(again.beside if again else ()) or beside)
    connecting.begin_activity(talk, event.first)


def _part(talk: Talk, said: Utterance, first: int, *, apart: bool) -> None:
    """What was said before is settled, where the speech that begins at `first` is not of it."""
    if not said.spoken:
        if first >= said.first:
            settle(talk, alone=True)
    elif talk.policy.narrator is Narrator.SELF and not said.deaf and _noticed(talk, said):
        _show(talk, said.remote.text or said.local.text)  # answered before all its words were known
    elif (
        apart and not said.kept
    ):  # beside a hold, and behind a reading, speech is an utterance of its own (T2, A2)
        if talk.turn.speaks:
            _unheard_end(talk, first)
        if not settle(talk, alone=True):
            closed(talk)


def _goes_on(talk: Talk) -> Utterance | None:
    """The utterance that this speech may belong to, if nobody has noticed an answer to it (T2)."""
    last = talk.turn.last
    if last is None or not last.spoken or last.ended_at is None or talk.approvals.waiting:
        return None
    if talk.at - last.ended_at > talk.policy.timing.resume:
        return None
    if talk.policy.narrator is Narrator.SELF:
        return None if _noticed(talk, last) else last
    run = runs.of_utterance(talk.runs, last.id)
    return last if run is not None and run.voiced and runs.can_retract(run) else None


def _noticed(talk: Talk, said: Utterance) -> bool:
    """Whether the live model has answered what was said, or done something for it (T2)."""
    return said.spoken and (said not in connecting.owed(talk) or acting.touched(talk, said.id))


def ended(talk: Talk, event: SpeechEnded) -> None:
    """The person has finished: the wait for words begins."""
    said = talk.turn.open
    if (
        said is None
        or not said.spoken
        or not talk.turn.speaks
        or event.span.first < said.first >= event.span.end
    ):
        return
    if event.span.end <= said.resumed:  # of the part before: the person speaks on
        _change(talk, local=replace(said.local, pending=(*said.local.pending, event.span.end)))
        return
    behind = talk.ear.captured and event.span.end - talk.ear.owed_from >= MIC_RATE // 2
    if said.deaf and behind and not talk.gate.is_open:
        _change(talk, deaf=False, unsure=True)  # much of it was said behind the reading
    said = _finish(talk, max(said.end, event.span.end))
    if not said.deaf:
        connecting.end_activity(talk)
        talk.cue(CueKind.HEARD)
    long = event.span.count >= talk.policy.timing.watchdog_speech * MIC_RATE // 1000
    if long and talk.ear.is_live and not said.remote.text and not said.remote.called:
        talk.ear = replace(talk.ear, silent_since=talk.at)


def broken_off(talk: Talk) -> None:
    """Nobody will hear the end: the surface is gone, or the end was lost. What is known waits for a yes (A1)."""
    said = talk.turn.open
    if said is None:
        return
    if talk.turn.speaks:
        _unheard_end(talk, talk.ear.captured)
    _change(talk, unsure=True)
    connecting.end_activity(talk)


def _unheard_end(talk: Talk, end: int) -> None:
    """Nobody has told of the end of the speech; it was not later than `end`."""
    _finish(talk, end)
    _change(talk, unsure=True)


def _finish(talk: Talk, end: int) -> Utterance:
    assert talk.turn.open is not None
    local = replace(talk.turn.open.local, pending=(*talk.turn.open.local.pending, end))
    said = replace(talk.turn.open, ended_at=talk.at, end=end, local=local)
    talk.turn = replace(talk.turn, open=said)
    return said


def local_heard(talk: Talk, event: LocalHeard) -> None:
    """What the recogniser on this machine understood."""
    said, language = talk.turn.open, talk.policy.language
    before = next((one for one in talk.turn.owed if event.final and _owes(one, event)), None)
    if before is not None:
        _heard_late(talk, before, event)
    if said is None or before is not None or event.span.first < said.first >= event.span.end:
        return
    if not said.spoken:
        return
    if event.final and language.is_stop(event.text):
        _stopped(talk, event)
        return
    whole = not (said.local.text or talk.turn.speaks) and said.local.pending == (event.span.end,)
    if event.final and language.is_quiet(event.text):  # of what was said before it nothing is lost
        instructing.quiet(talk)
        if whole:
            closed(talk, "quiet")
            return
        event = replace(event, text="")
    yes = language.consent(event.text) if event.final and said.beside and not whole else None
    if yes is not None:  # nor of what was said before a yes
        if _holding(talk, said):
            instructing.answered(talk, said, yes=yes)
        event = replace(event, text="")
    local = _with(said.local, event)
    _change(talk, local=local, sign_at=talk.at if plain(event.text) else said.sign_at)
    if not said.deaf and not (talk.policy.ear is Ear.LIVE and talk.ear.is_live):
        shown = " ".join(text for text in (local.text, local.draft) if text)
        if shown:
            talk.say(ShowHeard(said.id, shown, final=False))


def _owes(one: Utterance, event: LocalHeard) -> bool:
    """Whether these are words that were awaited. Speech whose end nobody heard may turn out to be longer."""
    first, end = event.span.first, event.span.end
    longer = one.unsure and (first == one.first or first < min(one.local.pending))
    return any(awaited == end or (longer and awaited <= end) for awaited in one.local.pending)


def _stopped(talk: Talk, event: LocalHeard) -> None:
    """A part that is "stop" stops, whatever else is awaited (T4). What was said behind it is heard."""
    said, speaks, end = talk.turn.open, talk.turn.speaks, event.span.end
    owed = talk.turn.owed
    instructing.stop(talk, event.text)
    behind = (_behind(talk, one, end) for one in owed)
    talk.turn = replace(talk.turn, owed=tuple(one for one in behind if one.local.pending))
    left = None if said is None else _behind(talk, said, end)
    if left is not None and (speaks or left.local.pending or left is said):
        talk.turn = replace(talk.turn, open=left)
    if speaks:
        connecting.begin_activity(talk, end)


def _behind(talk: Talk, said: Utterance, end: int) -> Utterance:
    """What of an utterance was said behind a stop, which ended there: not what it has stopped."""
    if said.first >= end:
        return said
    run = runs.of_utterance(talk.runs, said.id)
    asked = said.asked if run is not None and run.state is not RunState.CANCELLED else ""
    local = Local(pending=tuple(awaited for awaited in said.local.pending if awaited > end))
    return replace(said, first=end, local=local, remote=Remote(), asked=asked, parts=0)


def _with(local: Local, event: LocalHeard) -> Local:
    if not event.final:
        return replace(local, draft=event.text)
    return local.understood(event.text, event.span.end)


def _heard_late(talk: Talk, before: Utterance, event: LocalHeard) -> None:
    """Words of an utterance that was settled without them are not lost: it is judged again, or held (T3)."""
    language = talk.policy.language
    yes = language.consent(event.text) if before.beside else None
    text = event.text if yes is None else ""
    said = _put(talk, replace(before, local=before.local.understood(text, event.span.end)))
    newest = talk.turn.last is not None and talk.turn.last.id == said.id
    if language.is_stop(event.text):
        _stopped(talk, event)
    elif yes is not None:
        if _holding(talk, said):
            instructing.answered(talk, said, yes=yes)
    elif said.deaf or talk.policy.narrator is Narrator.SELF or _is_known(talk, said, event.text):
        return
    elif talk.turn.open is None and newest:
        talk.turn = turn.again(talk.turn, replace(said, ended_at=talk.at))
    else:
        text = " ".join(judging.new(said, talk.policy))
        instructing.hold(talk, said, text, more=True)
        _put(talk, replace(said, asked=f"{said.asked} {text}", parts=len(said.local.texts)))


def _put(talk: Talk, said: Utterance) -> Utterance:
    """More is known of a settled utterance."""
    owed = (said if one.id == said.id else one for one in talk.turn.owed)
    last = talk.turn.last
    newest = last is not None and last.id == said.id
    awaited = tuple(one for one in owed if one.local.pending)
    talk.turn = replace(talk.turn, owed=awaited, last=said if newest else last)
    return said


def _is_known(talk: Talk, said: Utterance, text: str) -> bool:
    """Whether words that our recogniser gives late were asked: with their utterance, or by an ear that was late, too."""
    last = talk.turn.last
    later = last is not None and within(talk.policy.language.bare(text), last.asked)
    return later or text not in judging.new(said, talk.policy)


def woken(talk: Talk, sample: int) -> None:
    """The wake phrase was said: the utterance that it belongs to is for us."""
    talk.turn = replace(talk.turn, woken=sample)
    if talk.turn.open is not None:
        _change(talk, woken=True)


def ear_heard(talk: Talk, event: EarHeard) -> None:
    """A piece of the ear's transcript. Words without speech open an utterance that is not trusted."""
    talk.ear = replace(talk.ear, silent_since=None)
    words = bool(plain(event.text))
    if talk.turn.open is None:
        full = len(talk.approvals.waiting) >= talk.policy.limits.waiting_holds
        if not words or full or talk.policy.marks_activity or _known_already(talk, event.text):
            return
        talk.turn = turn.begin(talk.turn, talk.at, talk.ear.captured, spoken=False)
    said = talk.turn.open
    assert said is not None
    remote = replace(said.remote, text=(said.remote.text + event.text)[: talk.policy.limits.heard_chars])
    if words:
        remote = replace(remote, words_at=talk.at, late=remote.called)
    _change(talk, remote=remote, sign_at=talk.at if words else said.sign_at)
    if words:
        talk.say(ShowHeard(said.id, remote.text.strip(), final=False))


def _known_already(talk: Talk, text: str) -> bool:
    """Whether it may be the transcript of what was settled before: of words that are still owed, or their tail; or more
    of what nobody was heard to say, while that is held (T3)."""
    last = talk.turn.last
    if last is None or last.ended_at is None:
        return False
    soon = talk.at - last.ended_at <= talk.policy.timing.resume
    if not last.spoken:
        return soon or any(held.utterance == last.id for held in talk.approvals.waiting)
    tail = bool(last.known) and soon
    if tail or last.owes:
        remote = replace(last.remote, text=(last.remote.text + text)[: talk.policy.limits.heard_chars])
        talk.turn = replace(talk.turn, last=replace(last, remote=remote))
    return tail or last.owes


def ear_ended(talk: Talk) -> None:
    """The family's own signal. It ends nothing while our own detector hears the person speak."""
    said = talk.turn.open
    if said is not None:
        _change(talk, remote=replace(said.remote, ended=True))


def ear_routes(talk: Talk, event: EarCalled) -> None:
    """The ear calls its routing tool: it is answered at once, and only tells *when* (T3, C2)."""
    talk.ear = replace(talk.ear, silent_since=None)
    said, last = talk.turn.open, talk.turn.last
    if said is not None and said.remote.called:
        status = CallStatus.SUPERSEDED
    elif said is None and last is not None and last.known:
        status = CallStatus.ALREADY_ROUTED
    else:
        if said is None:
            talk.turn = turn.begin(talk.turn, talk.at, talk.ear.captured, spoken=False)
            said = talk.turn.open
            assert said is not None
        held = talk.policy.approval is not Approval.DIRECT or not said.spoken
        status = CallStatus.HELD if held else CallStatus.ACCEPTED
        _change(talk, remote=replace(said.remote, called=True, proposed=event.proposed))
    talk.say(AnswerCall(event.connection, event.call, event.tool, status.value))


def verdict(talk: Talk, *, alone: bool = False) -> verdicts.Verdict:
    """What becomes of the open utterance now; `alone`: whatever an ear has yet to say. A hold that came after its begin
    is not what it answers (A2)."""
    said = talk.turn.open
    holding = said is not None and _holding(talk, said)
    return judging.verdict(
        said,
        talk.policy,
        talk.at,
        listens=talk.policy.ear is Ear.LIVE and talk.ear.is_live and not (holding or alone),
        holding=holding,
    )


def _holding(talk: Talk, said: Utterance) -> bool:
    """Whether the same waits for a yes as when this began (A2)."""
    return bool(said.beside) and said.beside == _waiting(talk)


def _waiting(talk: Talk) -> tuple[HoldId, ...]:
    return tuple(held.id for held in talk.approvals.waiting)


def settle(talk: Talk, *, alone: bool = False) -> bool:
    """Settle the open utterance if it can be settled now (T3). True if anything changed."""
    said, found = talk.turn.open, verdict(talk, alone=alone)
    if said is None or isinstance(found, verdicts.Wait):
        return False
    match found:
        case verdicts.End():
            broken_off(talk)
        case verdicts.Nudge():
            _change(talk, remote=replace(said.remote, nudged_at=talk.at))
            talk.say(NudgeEar(talk.ear.connection))
        case verdicts.Route(text=text, by=by):
            said = _show(talk, text)
            if talk.policy.narrator is Narrator.SELF:
                talk.retelling = retelling.asked(talk.retelling, text)  # it answers for itself (G7)
            else:
                instructing.understood(talk, said, text, by)
        case verdicts.Hesitate(text=text):
            _hesitate(talk, text)
        case verdicts.Nothing():
            closed(talk)
        case verdicts.Keep(text=text, patient=patient):
            remote = replace(said.remote, text=text, called=False)
            ours = tuple(map(talk.policy.language.bare, said.local.texts))
            _change(talk, local=replace(said.local, texts=ours), remote=remote, keeps=True, kept=patient)
        case verdicts.Answer(yes=yes):
            instructing.answered(talk, closed(talk, "yes" if yes else "no"), yes=yes)
        case verdicts.Stop():
            instructing.stop(talk)
        case verdicts.Quiet():
            closed(talk, "quiet")
            instructing.quiet(talk)
        case _:
            assert_never(found)
    return True


def _show(talk: Talk, text: str) -> Utterance:
    """It is known what was said. Under `self` it is owed until it is answered (L2)."""
    said = closed(talk, text, owed=talk.policy.narrator is Narrator.SELF)
    talk.say(ShowHeard(said.id, text.strip(), final=True))
    return said


def _hesitate(talk: Talk, text: str) -> None:
    """The words are not certain enough to be sent: the person is asked (T3)."""
    said = closed(talk, text.strip())
    if text.strip():
        talk.say(ShowHeard(said.id, text.strip(), final=True))
        if said.asked:
            said, text = instructing.apart(talk, said, text)
        instructing.hold(talk, said, text.strip())
    else:
        talk.fail("no words were heard; please say it again")


def _change(talk: Talk, **changes: object) -> None:
    assert talk.turn.open is not None
    talk.turn = replace(talk.turn, open=replace(talk.turn.open, **changes))  # type: ignore[arg-type]
