"""How far the microphone has come, in samples: captured, sent to the ear at hand, and routed.

L2  The microphone spools: what a connection has not been sent is sent to the next, from the first sample after the last
    routed utterance.
"""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class MicrophoneProgress:
    """Three places in one stream. Each never goes back, but for `sent` when a connection opens."""

    captured: int = 0
    sent: int = 0
    """Samples before this one were sent on this connection, or drained."""
    unrouted_from: int = 0
    """The first sample that an ear may be owed: after the last routed utterance, what was drained, and what was
    forgotten."""


def routed(microphone: MicrophoneProgress, end: int) -> MicrophoneProgress:
    """What was said before `end` is dealt with: no new connection is sent it."""
    return replace(microphone, unrouted_from=max(microphone.unrouted_from, end))
