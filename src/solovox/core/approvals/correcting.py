"""Joint rules of corrections: another wording of what waits, what an edit in a yes teaches, and mends that were not meant.

A1  Another wording takes the place of what was heard if it comes in time, and while the person is silent.
A3  A yes is to the text that was shown when it was given: one that begins with the new text is to neither.
K1  What was misheard and what was misunderstood are taught apart. A yes without an edit teaches nothing.
K2  A mend that is taken back mends nothing any more. What waits, and what was sent last, is worded anew.
"""

from dataclasses import replace
from typing import Final

from solovox.core import runs
from solovox.core.approvals import holding, holds
from solovox.core.approvals.holds import Held
from solovox.core.commands import ReasoningTaught, ShowAmendment, ShowUsage, SttTaught, Teach
from solovox.core.events import ConsentGiven, MendRefused, WordingProposed
from solovox.core.mends import Mend, mend_text
from solovox.core.policy import Amendment, Approval
from solovox.core.rules import instructing
from solovox.core.runs import Run, RunState
from solovox.core.speaking import speaking
from solovox.core.talk import Talk

KEPT: Final = 256
"""How many mends that were taken back are remembered."""


def take_wording(talk: Talk, event: WordingProposed) -> None:
    """The hold is shown again with what was proposed, unless it comes too late: after the time for it, after the answer,
    or while one may be given, or waits (A3). What is bold stands beside the text, for the person to take."""
    if event.input_tokens > 0 or event.output_tokens > 0:
        cost = None if event.cost is None else max(0, event.cost)
        talk.say(ShowUsage(None, max(0, event.input_tokens), max(0, event.output_tokens), cost, event.hold))
    held = next((one for one in talk.approvals.waiting if one.id == event.hold), None)
    if held is None or held.wording_until is None or talk.at >= held.wording_until:
        return
    speaks = talk.turn.open or talk.turn.stirred or any(isinstance(one, ConsentGiven) for one in talk.early)
    text = event.text.strip()
    if speaks or talk.approvals.said_of(held).heard or text in ("", held.show.text):
        talk.approvals = holds.put(talk.approvals, replace(held, wording_until=None))
    else:
        holding.reword(talk, held, text=held.show.text if event.bold else text, proposed=text)


def teach(talk: Talk, held: Held, event: ConsentGiven) -> None:
    """Keep what the person has edited, or has said again. The ear's own wording, taken as it is, is no edit, and nor is the instruction
    that became what they say they said, or that was shown before another wording of it (K1)."""
    show, meant = held.show, (event.heard or "").strip()
    if (not meant or _same(meant, show.heard)) and _same(event.text, show.text):
        meant = held.meant
    if show.heard and meant and not _same(meant, show.heard):
        talk.say(Teach(held.id, SttTaught(show.span, show.heard, meant)))
    before = (mend_text(held.sense.rest, show.mends), mend_text(show.heard, show.mends))
    if not any(_same(event.text, known) for known in (show.text, show.proposed, meant, *before)):
        talk.say(Teach(held.id, ReasoningTaught(show.heard, show.text, event.text.strip())))


def _same(one: str, other: str) -> bool:
    return one.split() == other.split()


def mend_refused(talk: Talk, event: MendRefused) -> None:
    """What was heard was right, and stays so from now on: in what waits for a yes, and in what was asked last (K2)."""
    unmended = (*talk.approvals.unmended, (event.heard, event.meant))[-KEPT:]
    talk.approvals = replace(talk.approvals, unmended=unmended)
    for held in talk.approvals.waiting:
        if (left := _drop_mend(held.show.mends, event)) != held.show.mends:
            holding.reword(talk, held, text=mend_text(held.sense.rest, left), mends=left)
    raw, mends = talk.work.runs.mended
    if (left := _drop_mend(mends, event)) != mends:
        _ask_again(talk, talk.work.runs.known[-1], raw, left)


def _drop_mend(mends: tuple[Mend, ...], refused: MendRefused) -> tuple[Mend, ...]:
    return tuple(one for one in mends if not one.is_of(refused.heard, refused.meant))


def _ask_again(talk: Talk, last: Run, raw: str, mends: tuple[Mend, ...]) -> None:
    """What was asked without a yes is asked anew, in the place of the last. What was stopped stays stopped."""
    if talk.policy.approval is not Approval.DIRECT or last.state is RunState.CANCELLED:
        return
    noticed, count = not runs.can_retract(last), talk.work.runs.count
    speaking.cut_voice(talk)
    instructing.cancel_run(talk, last.id, "the person took a mend back")
    speaking.drop(talk, lambda piece: piece.run == last.id)
    instructing.instruct(talk, None if noticed else last.ask.utterance, raw, last.ask.by, None, mends)
    new = talk.work.runs.known[-1]
    if new.id > count and new.ask.amends is None:
        talk.say(ShowAmendment(new.id, last.id, Amendment.REPLACE))
