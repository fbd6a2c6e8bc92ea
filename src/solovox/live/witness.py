"""What kind of sound a live reader gives: the second witness beside its own transcription (law G6).

Rule 1: without a detector of speech all that can be heard (`is_silent`) is taken for speech.
Rule 2: a detector that has never heard this voice speak is no witness: it may not know such a voice (one that sings, or is a
machine's). When it has heard `KNOWN_MS` of speech on a connection, it is believed in what it denies, too.
Rule 3: what is denied and loud is noise; what is denied and quiet is silence. Speech goes on for a moment after what is
surely speech: a consonant, and a pause between two words.

The sound is heard in steps of 32 ms, 0.2 ms each. It is not changed, and none of it is kept back.
"""

import math
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Final

import numpy as np

from solovox.core.events import SoundKind
from solovox.core.units import MIC_RATE, VOICE_RATE
from solovox.live.output_rate import Resample, is_silent
from solovox.ports import Vad

Detect = Callable[[], Vad | None]
"""A new detector of speech; None: none is loaded."""

SPEECH: Final = 0.8
"""Probability from which a frame is speech. The detector remembers the voice for a while: at 0.5 it took loud noise in the midst
of a word for speech for up to 1.8 s, so for 0.8 s; voices lose nothing by it."""
KNOWN_MS: Final = 320
PAUSE_MS: Final = 300
"""Speech goes on for this time in quiet: of six voices the detector denied 290 ms between two words of a sentence, and more only
where they paused."""
CONSONANT_MS: Final = 100
"""Speech goes on for this time in loud sound: of five voices it denied 96 ms of a word (once 192), of one that whispers 0.6 s."""
LOUD_DB: Final = -40.0
"""Below full scale. Voices were at -36 dB and more, their pauses below -60; a hum or hiss between the two is no voice, and no
noise that hurts."""


class SoundWitness:
    """Of the reads of one connection. `detector`: fed frame by frame, and no one else's."""

    def __init__(self, detector: Vad, resample: Resample) -> None:
        self._detector = detector
        self._to_detector = resample(VOICE_RATE, MIC_RATE)
        self._frames = bytearray()
        self._known = 0.0
        """Milliseconds of speech in all reads."""
        self._step = 2 * detector.frame_samples * VOICE_RATE // MIC_RATE
        """Bytes of our sound that last a frame."""
        self.begin()

    def begin(self) -> None:
        """Another read."""
        self._detector.reset()
        self._denied = self._noisy = math.inf
        """Milliseconds since there was speech, and of loud sound in a row since then."""

    def kinds(self, pcm: bytes) -> Iterator[tuple[SoundKind, bytes]]:
        """The same sound (16-bit, at `VOICE_RATE`), in pieces of one kind each."""
        if self._known < KNOWN_MS:
            self._hear(pcm)
            yield kind_of(pcm), pcm
            return
        steps = [pcm[at : at + self._step] for at in range(0, len(pcm), self._step)]
        for kind, same in groupby(((self._kind(one), one) for one in steps), key=lambda one: one[0]):
            yield kind, b"".join(one for _, one in same)

    def _kind(self, pcm: bytes) -> SoundKind:
        self._hear(pcm)
        if self._denied < PAUSE_MS and self._noisy < CONSONANT_MS:
            return SoundKind.SPEECH
        return SoundKind.NOISE if _is_loud(pcm) else SoundKind.SILENCE

    def _hear(self, pcm: bytes) -> None:
        """What the detector says of the sound up to here, a few milliseconds late."""
        lasts = len(pcm) / 2 / VOICE_RATE * 1_000
        self._denied += lasts
        self._noisy = self._noisy + lasts if _is_loud(pcm) else 0.0
        self._frames += self._to_detector.feed(pcm)
        size = 2 * self._detector.frame_samples
        while len(self._frames) >= size:
            frame = bytes(self._frames[:size])
            del self._frames[:size]
            if self._detector.probability(frame) >= SPEECH:
                self._denied = self._noisy = 0.0
                self._known += size / 2 / MIC_RATE * 1_000


def kind_of(pcm: bytes) -> SoundKind:
    """What it is, where no one is asked."""
    return SoundKind.SILENCE if is_silent(pcm) else SoundKind.SPEECH


def _is_loud(pcm: bytes) -> bool:
    samples = np.frombuffer(pcm, "<i2").astype(np.float32) / 32_768
    return bool(samples.size) and 10 * math.log10(max(float(np.mean(samples**2)), 1e-12)) > LOUD_DB
