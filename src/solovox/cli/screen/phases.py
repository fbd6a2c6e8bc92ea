"""What the session does now, in one word. Each has a sign of its own: the colour alone says nothing."""

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True)
class Sign:
    """How a phase is shown. `tone`: a name of the palette."""

    mark: str
    word: str
    tone: str


class TalkPhase(Enum):
    """In the order in which they are looked for: the first that holds is shown."""

    ENDED = Sign("■", "ended", "faint")
    GONE = Sign("✗", "device gone", "bad")
    HELD = Sign("?", "held", "warn")
    STARTING = Sign("·", "starting", "faint")
    TALKING = Sign("●", "listening", "good")
    SPEAKING = Sign("▶", "speaking", "brain")
    THINKING = Sign("…", "thinking", "warn")
    HEARD = Sign("✓", "heard", "you")
    MUTED = Sign("○", "muted", "bad")
    WAITING = Sign("◌", "waiting", "faint")
    LISTENING = Sign("◉", "listening", "good")
