"""Sound of a microphone on its way from the device's thread to the session.

Rule: sound that comes while `MOST` waits takes the place of the oldest, and is counted.
"""

import threading
from collections import deque
from typing import Final

from solovox.core.units import MIC_RATE

MOST: Final = 4 * MIC_RATE
"""Bytes: two seconds."""


class MicrophoneQueue:
    """16 kHz mono s16le, in pieces of any length."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pieces: deque[bytes] = deque()
        self._waiting = 0
        self.lost = 0
        """Samples that came too fast."""

    def put(self, pcm: bytes) -> None:
        """In the device's thread. Never waits for long."""
        with self._lock:
            self._pieces.append(pcm)
            self._waiting += len(pcm)
            while self._waiting > MOST:
                gone = self._pieces.popleft()
                self._waiting -= len(gone)
                self.lost += len(gone) // 2

    def take(self) -> list[bytes]:
        """All that waits, the oldest first."""
        with self._lock:
            pieces, self._waiting = list(self._pieces), 0
            self._pieces.clear()
        return pieces
