"""Sine tones at 48 kHz, made and measured."""

import numpy as np

RATE = 48_000


def tone(hz, seconds):
    """A sine, both channels the same: 16 bit, shape (samples, 2)."""
    at = np.arange(int(RATE * seconds)) / RATE
    one = (12_000 * np.sin(2 * np.pi * hz * at)).astype(np.int16)
    return np.stack([one, one], axis=1)


def pitch(sound):
    """The strongest frequency of one channel, in Hz, to about 0.5 Hz."""
    windowed = sound.astype(float) * np.hanning(len(sound))
    size = 1 << 18
    return float(np.argmax(np.abs(np.fft.rfft(windowed, size))) * RATE / size)
