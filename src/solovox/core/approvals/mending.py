"""Joint rules of mends that the person takes back.

K2  Such a mend mends nothing any more. What waits, and what was sent last, is worded anew.
"""

from typing import Final

from solovox.core import runs
from solovox.core.approvals import holds
from solovox.core.commands import ShowAmendment
from solovox.core.events import MendRefused
from solovox.core.mends import Mend, mended
from solovox.core.policy import Amendment, Approval
from solovox.core.rules import instructing, speaking
from solovox.core.runs import Run, RunState
from solovox.core.talk import Talk

KEPT: Final = 256
"""How many mends that were taken back are remembered."""


def mend_refused(talk: Talk, event: MendRefused) -> None:
    """What was heard was right, and stays so from now on: in what waits for a yes, and in what was asked last (K2)."""
    talk.unmended = (*talk.unmended, (event.heard, event.meant))[-KEPT:]
    for held in talk.approvals.waiting:
        if (left := _left(held.show.mends, event)) != held.show.mends:
            text = mended(held.sense.rest, left)
            talk.approvals, new = holds.reworded(talk.approvals, held, text=text, mends=left)
            talk.show(new)
    raw, mends = talk.runs.mended
    if (left := _left(mends, event)) != mends:
        _ask_again(talk, talk.runs.known[-1], raw, left)


def _left(mends: tuple[Mend, ...], refused: MendRefused) -> tuple[Mend, ...]:
    return tuple(one for one in mends if not one.is_of(refused.heard, refused.meant))


def _ask_again(talk: Talk, last: Run, raw: str, mends: tuple[Mend, ...]) -> None:
    """What was asked without a yes is asked anew, in the place of the last. What was stopped stays stopped."""
    if talk.policy.approval is not Approval.DIRECT or last.state is RunState.CANCELLED:
        return
    noticed, count = not runs.can_retract(last), talk.runs.count
    speaking.cut(talk)
    instructing.cancel_run(talk, last.id, "the person took a mend back")
    speaking.discard(talk, last.id)
    instructing.instruct(talk, None if noticed else last.ask.utterance, raw, last.ask.by, None, mends)
    new = talk.runs.known[-1]
    if new.id > count and new.ask.amends is None:
        talk.say(ShowAmendment(new.id, last.id, Amendment.REPLACE))
