"""What the talk does now, in one value: the only place that says whether it listens, hears, thinks, speaks or waits for a yes.

T5  It follows from the state alone, at the end of each step. So it is never older than its cause, and nothing that is over
    shows. A screen prints it, and lays over it only what it alone knows: a lost connection, a microphone that is off.
"""

from solovox.core.commands import ShowState, TalkState
from solovox.core.rules import sparing
from solovox.core.talk import Talk


def tell(talk: Talk) -> None:
    """Show what the talk does, if that has changed."""
    now = state(talk)
    if now is not talk.told:
        talk.told = now
        talk.say(ShowState(now))


def state(talk: Talk) -> TalkState:
    """The first that holds. What the person does comes first, then what is asked of them, then what we do."""
    if not talk.presence.surfaces:
        return TalkState.AWAY
    if talk.turn.speaks:
        return TalkState.HEARING
    if talk.turn.taken_at is not None:
        return TalkState.LISTENING  # the talk key is held down: whatever else there is waits
    if _is_judged(talk):
        return TalkState.UNDERSTANDING
    if talk.approvals.waiting:
        return TalkState.ASKING
    if talk.voice.reads.is_open:
        return TalkState.SPEAKING
    if talk.voice.reads.coming is not None:
        return TalkState.VOICING
    if talk.work.runs.alive:
        return TalkState.THINKING if talk.work.runs.asked else TalkState.UNDERSTANDING
    spares = talk.turn.open is None and sparing.needs_phrase(talk)
    return TalkState.SPARING if spares else TalkState.LISTENING


def _is_judged(talk: Talk) -> bool:
    """Whether what was said is over, and what becomes of it is not known. Words over a reading that may not be talked over are
    not waited for, nor is one who keeps the floor."""
    said = talk.turn.open
    return said is not None and not said.deaf and not said.keeps_floor
