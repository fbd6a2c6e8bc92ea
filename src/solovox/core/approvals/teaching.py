"""Joint rules of what the person teaches by an edit in a yes.

K1  What was misheard and what was misunderstood are taught apart. A yes without an edit teaches nothing.
"""

from solovox.core.approvals.holds import Held
from solovox.core.commands import ReasoningTaught, SttTaught, Teach
from solovox.core.events import ConsentGiven
from solovox.core.mends import mended
from solovox.core.talk import Talk


def teach(talk: Talk, held: Held, event: ConsentGiven) -> None:
    """Keep what the person has edited, or has said again. The ear's own wording, taken as it is, is no edit, and nor is the instruction
    that became what they say they said, or that was shown before another wording of it (K1)."""
    show, meant = held.show, event.heard or ""
    if (not meant.strip() or _same(meant, show.heard)) and _same(event.text, show.text):
        meant = held.meant
    before = (mended(held.sense.rest, show.mends), mended(show.heard, show.mends))
    if not talk.policy.learning:
        return
    if show.heard and meant.strip() and not _same(meant, show.heard):
        talk.say(Teach(held.id, SttTaught(show.span, show.heard, meant.strip())))
    if not any(_same(event.text, known) for known in (show.text, show.proposed, meant, *before)):
        talk.say(Teach(held.id, ReasoningTaught(show.heard, show.text, event.text.strip())))


def _same(one: str, other: str) -> bool:
    return one.split() == other.split()
