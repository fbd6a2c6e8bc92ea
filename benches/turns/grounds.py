"""What is heard behind a speaker, and what is no turn at all. 16 kHz, float, made from a seed."""

import numpy as np

RATE = 16_000


def level(sound):
    """The loudness of its loud parts: the root mean square of the louder half of its 20 ms pieces."""
    pieces = sound[: len(sound) // 320 * 320].reshape(-1, 320)
    powers = np.sort((pieces**2).mean(axis=1))
    return float(np.sqrt(powers[len(powers) // 2 :].mean() + 1e-12))


def at(sound, below, beside):
    """`sound`, `below` dB quieter than `beside`."""
    return sound * (level(beside) / level(sound) * 10 ** (-below / 20))


def looped(sound, count):
    """`count` samples of it, from its beginning again where it is over."""
    return np.resize(sound, count)


def pink(count, seed):
    """Noise whose power falls by 3 dB an octave, as of a room with a fan."""
    white = np.fft.rfft(np.random.default_rng(seed).standard_normal(count))
    return np.fft.irfft(white / np.sqrt(np.arange(1, len(white) + 1)), count)


def echoed(sound, seed):
    """It, as a microphone hears it from a loudspeaker in a room: three dozen reflections within 80 ms."""
    cards = np.random.default_rng(seed)
    response = np.zeros(RATE * 80 // 1000)
    response[cards.integers(20, len(response), 36)] = cards.standard_normal(36) * np.linspace(1, 0.1, 36)
    return np.convolve(sound, response)[: len(sound)]
