"""Joint rules of another wording of the person's words, which a text brain proposes while they wait for a yes (`correct`).

A1  What was heard is held at once. Another wording takes its place if it comes in time, and while the person is silent.
A3  A yes is to the text that was shown when it was given: one that begins with the new text is to neither.
"""

from dataclasses import replace

from solovox.core.approvals import holds
from solovox.core.approvals.holds import Held
from solovox.core.commands import ProposeWording, ShowUsage
from solovox.core.events import WordingProposed
from solovox.core.policy import Approval
from solovox.core.talk import Talk
from solovox.core.units import Instant


def ask(talk: Talk, held: Held) -> None:
    """Have another wording proposed, where what differs can be seen, or heard (A6)."""
    if talk.policy.approval is Approval.CORRECT and _perceived(talk, held):
        until = Instant(talk.at + talk.policy.timing.wording)
        talk.approvals = holds.put(talk.approvals, replace(held, wording_until=until))
        talk.say(ProposeWording(held.id, held.show.text))


def proposed(talk: Talk, event: WordingProposed) -> None:
    """The hold is shown again with what was proposed, unless it comes too late: after the time for it, after the answer,
    or while one may be given (A3)."""
    if event.input_tokens > 0 or event.output_tokens > 0:
        used = (max(0, event.input_tokens), max(0, event.output_tokens))
        cost = None if event.cost is None else max(0, event.cost)
        talk.say(ShowUsage(None, *used, cost, event.hold))
    held = next((one for one in talk.approvals.waiting if one.id == event.hold), None)
    if held is None or held.wording_until is None or talk.at >= held.wording_until:
        return
    speaks = talk.turn.open is not None or talk.turn.stirred is not None
    new, same = event.text.strip(), held.show.text
    if not speaks and not held.heard and _perceived(talk, held) and new not in ("", same):
        held = replace(held, worded_at=talk.at)
        talk.approvals, held = holds.reworded(talk.approvals, held, text=new, proposed=new)
        talk.show(held)
    else:
        talk.approvals = holds.put(talk.approvals, replace(held, wording_until=None))


def _perceived(talk: Talk, held: Held) -> bool:
    """Whether the person gets to know the text."""
    return not talk.presence.blind or bool(talk.aloud(held))
