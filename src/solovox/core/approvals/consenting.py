"""Joint rules of the person's yes and no: to what, and whether it counts.

A2  An answer counts if the same waits as when they began, and if it cannot have been a voice of ours.
A3  A yes is to the text that was shown.
A6  The person may say again what they said: the held words become others.
"""

from dataclasses import replace

from solovox.core import runs
from solovox.core.approvals import acting, correcting, holding
from solovox.core.approvals.holds import Readback
from solovox.core.commands import Outcome, RoutedBy
from solovox.core.events import ConsentGiven
from solovox.core.listening.utterance import Doubt, Utterance
from solovox.core.mends import mend_text, pool_mends
from solovox.core.rules import instructing, patience
from solovox.core.sense import Intent, Sense
from solovox.core.speaking import speaking
from solovox.core.talk import Talk
from solovox.core.units import SELF, InputMeans, Instant, Principal


def is_answer(talk: Talk, said: Utterance) -> bool:
    """Whether the same waits as when the utterance began, with the same text (A2, A3)."""
    since = said.speech.began_at - talk.policy.timing.glance
    seen = all(one.worded_at is None or one.worded_at < since for one in talk.approvals.waiting)
    same = bool(said.beside) and said.beside == talk.approvals.shown
    return same and seen and talk.policy.owns(said.speech.source)


def take_answer(talk: Talk, said: Utterance, sense: Sense) -> None:
    """The person has answered aloud. It counts for nothing if what waits has changed since they began. A yes that may be
    our own echo grants nothing (A2)."""
    if is_answer(talk, said):
        answer(talk, sense, said, doubted=Doubt.OVER_VOICE in said.doubts)
    elif talk.policy.owns(said.speech.source) and talk.approvals.waiting:
        why = "what waits for a yes has changed since you began to answer: look at it, and answer once more"
        talk.show(talk.approvals.waiting[0], why)
    elif talk.policy.owns(said.speech.source):
        talk.fail("this answer came too late: what it was for does not wait any more")


def take_refusal(talk: Talk, said: Utterance, sense: Sense) -> None:
    """The person has said no, and more, which is for the brain. Words that go on from held ones deny nothing (A2, T2)."""
    if is_answer(talk, said) and instructing.goes_on_from(talk, said) is None:
        answer(talk, sense, said)


def answer(talk: Talk, sense: Sense, said: Utterance | None = None, *, doubted: bool = False) -> None:
    """An answer to the oldest hold, or to the one whose code was said. A yes that may not grant, or lacks the code, shows
    the hold again (A2). `said`: it is given aloud, so a yes waits until no words follow that may take it back."""
    waiting, aloud = talk.approvals.waiting, said is not None
    named = next((one for one in waiting if sense.code in ("", one.show.code)), None)
    held = named or waiting[0]
    read = talk.approvals.said_of(held)
    if sense.kind is not Intent.YES:
        acting.close(talk, Outcome.DENIED, [held])
    elif doubted or (talk.presence.blind and not (read.heard and aloud)):
        why = _wait_for_answer(talk, read) if doubted and aloud else "given before this was read"
        talk.show(held, f"that may have been {why}: say it once more")
    elif named is None or named.show.code != sense.code:
        talk.show(held)
        talk.fail(
            "that is no yes to this: say the code that is shown with it, or give the yes where it is shown"
        )
    else:
        how, who = (
            (InputMeans.KEY, SELF) if said is None else (InputMeans.VOICE, Principal(said.speech.source))
        )
        yes = ConsentGiven(held.id, held.show.text, how, who)
        if yes not in talk.early and not patience.holds(talk, yes):
            take_yes(talk, yes)


def _wait_for_answer(talk: Talk, read: Readback) -> str:
    """Our own voice was heard beside the answer. It waits now, so that the next one counts."""
    if not talk.presence.blind:
        speaking.drop(talk, lambda piece: piece.run is None)  # a screen shows what we ask
    if not talk.says(read.words):
        speaking.wait(talk)
    return "our own voice, which waits now"


def corrects(talk: Talk, said: Utterance, sense: Sense) -> bool:
    """Whether the person says again what they said, which is held in front (A6)."""
    again = sense.kind is Intent.AGAIN and is_answer(talk, said)
    return again and talk.approvals.waiting[0].is_instruction


def correct(talk: Talk, said: Utterance, sense: Sense) -> None:
    """Hold the corrected words, under the same number. They wait for a yes of their own (A6)."""
    held, (raw, _) = talk.approvals.waiting[0], sense.restated
    mends = talk.mends(pool_mends(held.show.mends, said.mends), raw)
    held = replace(held, sense=replace(held.sense, rest=raw, restated=sense.restated))
    until = Instant(talk.at + talk.policy.timing.hold)
    holding.reword(talk, held, text=mend_text(raw, mends), mends=mends, until=until)


def take_yes(talk: Talk, event: ConsentGiven) -> None:
    """The person said yes, perhaps to an edit; to an empty text it is a no. A held instruction is sent, or the draft of one; an
    act is done (A3)."""
    held = talk.approvals.find(event.hold)
    # A yes aloud may have waited, and what it was to may be over, or another.
    if held is None or (event.how is InputMeans.VOICE and (held.id, event.text) not in talk.approvals.shown):
        talk.fail("this yes came too late: what it was for does not wait any more")
    elif not event.text.strip():
        acting.close(talk, Outcome.DENIED, [held])
    elif not held.is_instruction:
        acting.allow(talk, held, event)
    else:
        if talk.policy.learning:
            correcting.teach(talk, held, event)
        acting.close(talk, Outcome.GRANTED, [held])
        run = runs.of_utterance(talk.work.runs, held.show.utterance)
        utterance = held.show.utterance if run is None or runs.can_retract(run) else None
        instructing.instruct(talk, utterance, event.text, RoutedBy.CONSENT, amends=held.sense.amends)
