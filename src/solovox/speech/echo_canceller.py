"""The echo canceller of WebRTC, by the package `livekit` (extra `terminal`).

Rule 1: as many samples come out as went in; they come `LATE_MS` later.
Rule 2: what was played is known to it before the microphone can hear it; so it is told in the call in which the speaker takes it.
Rule 3: what it cannot clean goes through as it came.
"""

import threading
from collections import deque
from contextlib import suppress
from importlib import import_module
from typing import Any, Final

from solovox.core.units import MIC_RATE, VOICE_RATE

LATE_MS: Final = 14
"""10 ms wait for a whole frame, whatever the length of the pieces; the module takes 4."""
NEAR: Final = 2 * MIC_RATE // 100
FAR: Final = 2 * VOICE_RATE // 100
"""Bytes of 10 ms."""
MOST: Final = 50
"""Frames of what was played that wait for a microphone that gives nothing."""


class WebRtcEcho:
    """`played` is called in the speaker's thread, `cleaned` in the microphone's."""

    def __init__(self) -> None:
        """Raises `ImportError` where the package is not installed."""
        rtc = import_module("livekit.rtc")
        self._frame: Any = rtc.AudioFrame
        self._module: Any = rtc.AudioProcessingModule(echo_cancellation=True, high_pass_filter=True)
        self._lock = threading.Lock()
        self._far = bytearray()
        self._waiting: deque[bytes] = deque(maxlen=MOST)
        self._near = bytearray()
        self._clean = bytearray(NEAR)

    def late(self, ms: int) -> None:
        """How long after it was played the microphone gives a sound. 0 to 500 are believed."""
        self._module.set_stream_delay_ms(max(0, min(500, ms)))

    def take_played(self, pcm: bytes) -> None:
        """What the speaker takes: 24 kHz mono s16le, of any length. Silence, too."""
        with self._lock:
            self._far += pcm
            whole = len(self._far) // FAR * FAR
            self._waiting.extend(bytes(self._far[at : at + FAR]) for at in range(0, whole, FAR))
            del self._far[:whole]

    def clean(self, pcm: bytes) -> bytes:
        """What the microphone heard, without what was played: 16 kHz mono s16le, as long as it was."""
        self._tell_played()
        self._near += pcm
        whole = len(self._near) // NEAR * NEAR
        for at in range(0, whole, NEAR):
            self._clean += self._one(bytes(self._near[at : at + NEAR]))
        del self._near[:whole]
        clean = bytes(self._clean[: len(pcm)])
        del self._clean[: len(pcm)]
        return clean

    def _tell_played(self) -> None:
        with self._lock:
            frames = [*self._waiting]
            self._waiting.clear()
        for pcm in frames:
            with suppress(RuntimeError):
                self._module.process_reverse_stream(self._frame_of(pcm, VOICE_RATE))

    def _one(self, pcm: bytes) -> bytes:
        frame = self._frame_of(pcm, MIC_RATE)
        try:
            self._module.process_stream(frame)
        except RuntimeError:
            return pcm
        return bytes(frame.data)

    def _frame_of(self, pcm: bytes, rate: int) -> Any:
        return self._frame(bytearray(pcm), rate, 1, len(pcm) // 2)
