"""What the device surface needs of a machine's sound devices, whoever drives them.

Rule 1: a device calls back from a thread of its own, until it is closed. What it calls never waits.
Rule 2: a device that can give or take no more says so once, by `ended`. One that merely stops calling is noticed by who opened it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from solovox.core.errors import SolovoxError


class DeviceTrouble(SolovoxError):
    """A device cannot be opened. One line that says what to do."""


Arrived = Callable[[bytes], None]
"""Takes what the microphone heard: 16 kHz mono s16le, of any length."""
Wants = Callable[[int], bytes]
"""Gives the speaker that many samples: 24 kHz mono s16le."""
Ended = Callable[[], None]


@dataclass(frozen=True, slots=True)
class OpenDevice:
    """A device at work. `latency_ms`: between the call and the moment at which its sound is in the air."""

    name: str
    latency_ms: int
    close: Callable[[], None]
    """Returns when it will call no more. May take a while; call it in a thread."""


class SoundDevices(Protocol):
    """The devices of a machine. Both raise `DeviceTrouble`, and may take seconds; call them in a thread.

    `wanted`: a part of the device's name; empty: the one that the system would choose. `frames`: samples for each call.
    """

    def microphone(self, wanted: str, frames: int, arrived: Arrived, ended: Ended) -> OpenDevice:
        """Open a microphone."""
        ...

    def speaker(self, wanted: str, frames: int, wants: Wants, ended: Ended) -> OpenDevice:
        """Open a speaker."""
        ...
