"""The voice in a channel: reads as they come, frames as Discord takes them. The session's loop gives, any thread reads.

Rule 1: `read` never waits: the lock is held for a step in memory. It gives a whole frame, with silence where nothing is
to be heard, and the end of sound (`b""`) when nothing was heard for `HANG_MS`. Whoever plays begins again at `ready`.
Rule 2: what was given to play is cut by `flush` and `clear` alone. Beyond `MOST_MS` it is not taken, and counted.
Rule 3: samples of a read are counted as played when their frame is read. The filter holds up to 2 ms of them.
Rule 4: one filter for the whole voice: no click where reads, cues and silence meet.
"""

from typing import Final

from solovox.core.units import VOICE_RATE, ReadId
from solovox.discord.voice.rates import CHANNEL_RATE, FirResampler, stereo
from solovox.surfaces.speaker import Loudspeaker

FRAME_MS: Final = 20
FRAME_BYTES: Final = 4 * CHANNEL_RATE * FRAME_MS // 1000
"""48 kHz stereo s16le."""
HANG_MS: Final = 1_000
MOST_MS: Final = 600_000
KEEPALIVE_MS: Final = 15_000
_SAMPLES: Final = VOICE_RATE * FRAME_MS // 1000


class VoiceFrames(Loudspeaker):
    """What the bot says: 24 kHz mono s16le in, frames of 3,840 bytes out."""

    def __init__(self) -> None:
        super().__init__()
        self._line = FirResampler(VOICE_RATE, CHANNEL_RATE)
        self._ready = self._leading_silence()
        """48 kHz mono that no frame has yet."""
        self._frames = 0
        self._silent_ms = HANG_MS
        """How long nothing has been heard."""
        self.dropped = 0
        """Samples that were not taken (rule 2)."""

    @property
    def ready(self) -> bool:
        """Whether there is something to read: sound, or the silence after it."""
        with self._lock:
            return not self._speaker.idle or self._silent_ms < HANG_MS

    @property
    def waiting_ms(self) -> int:
        """How much is to be played, in milliseconds."""
        with self._lock:
            return self._waiting()

    def read(self) -> bytes:
        """The next 20 ms: 3,840 bytes of 48 kHz stereo, or nothing (rule 1)."""
        with self._lock:
            if self._speaker.idle and self._silent_ms >= HANG_MS:
                return b""
            self._ready += self._line.feed(self._step())
            frame, self._ready = self._ready[: FRAME_BYTES // 2], self._ready[FRAME_BYTES // 2 :]
        return stereo(frame)

    def play(self, read: ReadId, pcm: bytes) -> bool:
        """Sound of a read, after what is there. False: it was too much, and nothing of it was taken."""
        with self._lock:
            if self._waiting() + len(pcm) // 2 * 1000 // VOICE_RATE > MOST_MS:
                self.dropped += len(pcm) // 2
                return False
            return super().play(read, pcm)

    def clear(self) -> None:
        """Throw everything away: no one is there to hear it."""
        with self._lock:
            self._speaker.silence()
            self._silent_ms = HANG_MS
            self._line = FirResampler(VOICE_RATE, CHANNEL_RATE)
            self._ready = self._leading_silence()

    def cue(self, pcm: bytes) -> None:
        """A short sound of our own, unless a read is playing: 24 kHz mono s16le."""
        with self._lock:
            super().cue(pcm)
            self._silent_ms = 0

    def _step(self) -> bytes:
        """The next 20 ms of what is said, or silence: 24 kHz mono."""
        silent = self._speaker.idle
        pcm = self.take(_SAMPLES)
        self._frames += 1
        self._silent_ms = self._silent_ms + FRAME_MS if silent and not any(pcm) else 0
        return pcm

    def _leading_silence(self) -> bytes:
        """The silence before all sound that makes up for what the filter holds: a frame in, a frame out."""
        return bytes(FRAME_BYTES // 2 - len(self._line.feed(bytes(2 * _SAMPLES))))

    def _waiting(self) -> int:
        return self._speaker.ends_at - self._frames * FRAME_MS


class Keepalive:
    """When a frame of silence is due: a channel where nothing is sent for a minute is heard no more."""

    def __init__(self, now: int) -> None:
        self._sent = now

    def note_sent(self, now: int) -> None:
        """Something was sent at millisecond `now`."""
        self._sent = max(self._sent, now)

    def due(self, now: int) -> bool:
        """Whether nothing was sent for `KEEPALIVE_MS`. Then it counts as sent."""
        if now - self._sent < KEEPALIVE_MS:
            return False
        self._sent = now
        return True
