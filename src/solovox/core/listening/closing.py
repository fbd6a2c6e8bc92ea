"""How an utterance ends: its speech, and what is known of it.

T5  Each is shown for good, once. Of one that comes to nothing what was shown before stays, and its words are told.
A1  Where the end of the speech is not heard, nothing is sent without a fresh yes.
"""

from dataclasses import replace

from solovox.core.commands import CueKind, ShowHeard, ShowNotice
from solovox.core.listening import arbitration, turn
from solovox.core.listening.turn import ShownWords
from solovox.core.listening.utterance import Doubt, Utterance
from solovox.core.mends import Mend
from solovox.core.microphone import mark_routed
from solovox.core.rules import connecting
from solovox.core.talk import Talk
from solovox.core.transcripts import count_shared, without
from solovox.core.units import PERSON


def finish(talk: Talk, end: int, doubts: Doubt | None = None) -> None:
    """The speech has ended. Our recogniser's final text is awaited."""
    said = talk.turn.said
    local = replace(said.local, pending=(*said.local.pending, end))
    speech = replace(said.speech, ended_at=talk.at, end=max(said.speech.end, end))
    talk.revise(speech=speech, local=local, doubts=said.doubts if doubts is None else doubts)


def broken_off(talk: Talk) -> None:
    """The end will not be heard: the surface is gone, or the end was lost. What is known waits for a yes (A1)."""
    if talk.turn.speaks:
        finish(talk, talk.link.microphone.captured)
        talk.cue(CueKind.HEARD)
    if talk.turn.open is not None:
        talk.revise(doubts=talk.turn.open.doubts | Doubt.UNENDED)
        connecting.end_activity(talk)


def show(talk: Talk, text: str, mends: tuple[Mend, ...] = ()) -> Utterance:
    """It is known what was said, and is shown. Under `self` it is owed until it is answered (L2)."""
    return close_utterance(talk, text, shown=text, mends=mends, owed=talk.policy.alone)


def close_utterance(
    talk: Talk, asked: str = "", *, shown: str = "", mends: tuple[Mend, ...] = (), owed: bool = False
) -> Utterance:
    """Settle the open utterance. `asked`: what came of it, if anything. What was shown before stays, unless `shown` is.
    `owed`: the ear has yet to answer it (L2)."""
    said, text = talk.turn.said, shown.strip()
    if text or talk.turn.shown.draft:
        show_words(talk, text or talk.turn.shown_of(said), mends, final=True)
    if said.spoken and not owed:
        talk.link.microphone = mark_routed(talk.link.microphone, said.speech.end)
    talk.turn = turn.close(talk.turn, talk.at, asked)
    if not (asked or text):
        untaken(talk, said, " ".join(arbitration.new(said)))
    return said


def show_words(talk: Talk, text: str, mends: tuple[Mend, ...] = (), *, final: bool = False) -> None:
    """What was heard of the open utterance is shown: so far, or for good (T5). Words that an ear may have of another have no
    speaker that we know (A4)."""
    said, ours = talk.turn.said, talk.turn.said.local.so_far
    unsure = Doubt.LATE in said.doubts and not (
        ours and not count_shared(without(text, ours), said.remote.text)
    )
    source = PERSON if unsure else said.speech.source
    words = ShownWords(said.id, text if final else talk.turn.shown_of(said), draft=not final)
    talk.turn = replace(talk.turn, shown=words)
    talk.say(ShowHeard(said.id, text, final=final, source=source, mends=mends))


def untaken(talk: Talk, said: Utterance, text: str) -> None:
    """Words of one who may command come to nothing: that is told, with the reason (T5). What T6 keeps is not."""
    called = not talk.policy.wake or said.calls
    if text and talk.policy.owns(said.speech.source) and (called or not talk.policy.spares):
        heard = "it was said while the voice was reading" if said.deaf else "nothing new was in it"
        talk.say(
            ShowNotice(
                f"“{text}” was not taken: {heard if called else f'it was said without “{talk.policy.wake}”'}"
            )
        )
