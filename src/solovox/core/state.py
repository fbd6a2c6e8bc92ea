"""What the talk does now, in one value: the only place that says whether it listens, hears, thinks, speaks or waits for a yes.

T5  It follows from the state alone, at the end of each step. So it is never older than its cause, and nothing that is over
    shows. A screen prints it, and lays over it only what it alone knows: a lost connection, a microphone that is off.
"""

from collections.abc import Callable
from typing import Final

from solovox.core.commands import ShowState, TalkState
from solovox.core.rules import sparing
from solovox.core.talk import Talk


def tell(talk: Talk) -> None:
    """Show what the talk does, if that has changed."""
    now = next(state for state, holds in STATES if holds(talk))
    if now is not talk.told:
        talk.told = now
        talk.say(ShowState(now))


def _is_judged(talk: Talk) -> bool:
    """Whether what was said is over, and what becomes of it is not known. Words over a reading that may not be talked over are
    not waited for, nor is one who keeps the floor."""
    said = talk.turn.open
    return said is not None and not said.deaf and not said.keeps_floor


STATES: Final[tuple[tuple[TalkState, Callable[[Talk], object]], ...]] = (
    (TalkState.AWAY, lambda talk: not talk.presence.surfaces),
    (TalkState.HEARING, lambda talk: talk.turn.speaks),
    # The talk key is held down: whatever else there is waits.
    (TalkState.LISTENING, lambda talk: talk.turn.taken_at is not None),
    (TalkState.UNDERSTANDING, _is_judged),
    (TalkState.ASKING, lambda talk: talk.approvals.waiting),
    (TalkState.SPEAKING, lambda talk: talk.voice.reads.is_open),
    (TalkState.VOICING, lambda talk: talk.voice.reads.coming),
    (TalkState.THINKING, lambda talk: talk.work.runs.asked),
    (TalkState.UNDERSTANDING, lambda talk: talk.work.runs.alive),
    (TalkState.SPARING, lambda talk: talk.turn.open is None and sparing.needs_phrase(talk)),
    (TalkState.LISTENING, lambda talk: True),
)
"""The first that holds is shown. What the person does comes first, then what is asked of them, then what we do."""
