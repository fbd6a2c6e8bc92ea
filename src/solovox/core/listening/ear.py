"""Joint rules of what a live ear makes of the person's speech: its transcript, its end, its routing call.

T3  It tells *when*, and how the words are written. Our own recogniser tells that they were said. Words that come when
    all was settled, or without speech, open nothing that would be asked without a yes.
C2  Its call is answered at once.
A1  What it takes for agreed is not: the person is asked.
"""

from dataclasses import replace
from typing import Final

from solovox.core.approvals import holds
from solovox.core.commands import AnswerCall, CallStatus, Look
from solovox.core.events import EarCalled, EarTranscript
from solovox.core.listening import turn
from solovox.core.listening.closing import show_words
from solovox.core.listening.utterance import Doubt, Utterance
from solovox.core.mends import pool_mends
from solovox.core.policy import Approval
from solovox.core.sense import words as unclassified
from solovox.core.talk import Talk
from solovox.core.transcripts import plain

UNHELD: Final = "nothing that the person said waits for a yes"


def ear_transcript(talk: Talk, event: EarTranscript) -> None:
    """A piece of the ear's transcript."""
    talk.link.ear = replace(talk.link.ear, silent_since=None)
    words = bool(plain(event.text))
    if talk.turn.open is None and (not words or _is_nobodys(talk, event.text)):
        return
    said = _utterance(talk)
    remote = said.remote.more(event.text, talk.policy.limits.heard_chars)
    since, whole = event.sense or unclassified(remote.newest), event.whole or unclassified(remote.text)
    remote = replace(remote, since=since, sense=whole)
    if words:
        remote, mends = replace(remote, words_at=talk.at), pool_mends(said.mends, event.mends)
        said = replace(said, remote=remote, mends=mends, speech=replace(said.speech, sign_at=talk.at))
        talk.turn = turn.revise_utterance(talk.turn, said)
        show_words(talk, remote.text.strip())
    else:
        talk.revise(remote=remote)


def _utterance(talk: Talk) -> Utterance:
    """The open utterance. Words without speech begin one that is not trusted."""
    if talk.turn.open is None:
        talk.turn = turn.begin(talk.turn, talk.at, talk.link.microphone.captured, Doubt.UNSPOKEN)
    return talk.turn.said


def _is_nobodys(talk: Talk, text: str) -> bool:
    """Whether the text may be a transcript of speech that was settled before: words that are still owed, or their
    tail (T3)."""
    last = talk.turn.last
    if talk.policy.marks_activity:
        return True
    if last is None or last.speech.ended_at is None or not last.spoken:
        return False
    since, timing = talk.at - last.speech.ended_at, talk.policy.timing
    owed = (last.owes and since <= timing.local_words) or (bool(last.known) and since <= timing.resume)
    if owed:
        remote = last.remote.more(text, talk.policy.limits.heard_chars)
        talk.turn = replace(talk.turn, last=replace(last, remote=remote))
    return owed


def ear_ended(talk: Talk) -> None:
    """The family's own signal that the person has finished. It ends nothing while our own detector hears speech."""
    said = talk.turn.open
    if said is not None:
        talk.revise(remote=replace(said.remote, ended=True))


def ear_routes(talk: Talk, event: EarCalled, look: Look | None = None) -> None:
    """The ear calls its routing tool, or one that answers by itself (`look`). It is answered at once. The call only
    tells *when* (T3, C2). Two calls are for the brain."""
    said, last = talk.turn.open, talk.turn.last
    if said is not None and said.remote.called_at is not None:
        status = CallStatus.SUPERSEDED
        talk.revise(remote=replace(said.remote, look=None))
    elif said is None and last is not None and last.known:
        status = CallStatus.ALREADY_ROUTED
    else:
        said = _utterance(talk)
        proposed = event.sense or unclassified(event.proposed)
        held = (look is None and talk.policy.approval is not Approval.DIRECT) or not said.spoken
        status = CallStatus.HELD if held else CallStatus.ACCEPTED
        talk.revise(remote=replace(said.remote, called_at=talk.at, proposed=proposed, look=look))
    talk.say(AnswerCall(event.connection, event.call, event.tool, status.value))


def ear_accepts(talk: Talk, event: EarCalled) -> None:
    """The ear says that the person agrees to what is held. It is no yes, and they are asked for one (A1, C2)."""
    claimed = next((one for one in talk.approvals.waiting if one.is_instruction), None)
    if claimed is not None:
        talk.approvals = holds.put(talk.approvals, replace(claimed, told=bool(claimed.told)))
    told = UNHELD if claimed is None else CallStatus.HELD.value
    talk.say(AnswerCall(event.connection, event.call, event.tool, told, failed=claimed is None))
