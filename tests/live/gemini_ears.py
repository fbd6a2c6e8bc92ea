"""How the double hears: a word is a burst of microphone sound whose loudness names it, an utterance ends in silence."""

import numpy as np

LOUDNESS = 500
STEP = 20
WORD_MS = 120
GAP_MS = 40
PAUSE_MS = 400


def speech(words, at, vocabulary):
    """Microphone samples (16 kHz) that say `words` from `at` milliseconds on, after silence; and where they end."""
    samples = np.zeros((at + len(words) * (WORD_MS + GAP_MS)) * 16, "<i2")
    for n, word in enumerate(words):
        begin = (at + n * (WORD_MS + GAP_MS)) * 16
        samples[begin : begin + WORD_MS * 16] = LOUDNESS + STEP * vocabulary.index(word)
    return samples


class Ears:
    """20 ms by 20 ms: is there a word, has it ended, has the person finished?"""

    def __init__(self, vocabulary):
        self._vocabulary = vocabulary
        self._pcm = bytearray()
        self._burst = []
        self._quiet = 0
        self.said = []
        """Words since the last utterance."""
        self.loud = 0
        """Loud samples since the last utterance."""

    @property
    def paused(self):
        return bool(self.said) and self._quiet >= PAUSE_MS

    def hear(self, pcm):
        """More sound; the words that ended in it."""
        self._pcm += pcm
        before = len(self.said)
        while len(self._pcm) >= 640:
            sound = np.abs(np.frombuffer(self._pcm[:640], "<i2"))
            level = int(sound.max())
            self.loud += int(np.count_nonzero(sound >= LOUDNESS))
            del sound, self._pcm[:640]
            if level >= LOUDNESS:
                self._burst.append(level)
                self._quiet = 0
                continue
            if self._burst:
                at = round((max(self._burst) - LOUDNESS) / STEP)
                word = self._vocabulary[at] if at < len(self._vocabulary) else "…"  # a voice, not ours
                self._burst = []
                self.said.append(word)
            self._quiet += 20
            if self.paused:
                break
        return self.said[before:]

    def utterance(self):
        """The utterance is over: its words."""
        words, self.said, self.loud = " ".join(self.said), [], 0
        return words
