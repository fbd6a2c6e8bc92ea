"""How far the microphone was captured, sent to the current ear, and routed. Each is a sample's number.

L2  The microphone spools. What one connection was not sent is sent to the next, from the first sample after the last
    routed utterance.
A4  What someone says is sent as theirs: not a sample of another's goes up with it, or is missing from what that one says.
"""

from dataclasses import dataclass, replace

from solovox.core.units import MIC, PERSON, AudioSpan, SourceId


@dataclass(frozen=True, slots=True)
class MicrophoneProgress:
    """Three places in one stream. None of them goes back, except `sent` when a connection opens."""

    captured: int = 0
    sent: int = 0
    """Samples before this one were sent on this connection, or were drained."""
    unrouted_from: int = 0
    """The first sample that an ear may be owed. It comes after the last routed utterance, after what was
    drained, and after what was forgotten."""
    source: SourceId = PERSON
    """Whose the newest sample is."""
    others: bool = False
    """Another than who speaks to the ear has begun: their sound waits until that speech has ended."""

    @property
    def unrouted(self) -> AudioSpan:
        """What was captured since."""
        return AudioSpan(MIC, self.unrouted_from, max(0, self.captured - self.unrouted_from))


def mark_routed(microphone: MicrophoneProgress, end: int) -> MicrophoneProgress:
    """What was said before `end` is dealt with. No new connection is sent it."""
    return replace(microphone, unrouted_from=max(microphone.unrouted_from, end))
