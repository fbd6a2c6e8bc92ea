"""Makes the sounds of this folder: `.venv/bin/python examples/make.py` (needs `solovox models install`).

Two are spoken by Kokoro (voice af_bella); the cough and the hum are computed. No person was recorded.
The result is the same every time on one machine.
"""

import os
import wave
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solovox.core.units import MIC_RATE, VOICE_RATE
from solovox.speech.g2p.english import English
from solovox.speech.g2p.lexicon import Lexicon
from solovox.speech.resample import to_mono16
from solovox.speech.tts.kokoro import Kokoro
from solovox.weights.cache import Cache, default_root

HERE = Path(__file__).parent


def quiet(seconds: float) -> bytes:
    """Silence at 16 kHz."""
    return bytes(2 * int(MIC_RATE * seconds))


def write(name: str, pcm: bytes) -> None:
    """16 kHz mono 16-bit."""
    with wave.open(str(HERE / name), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(MIC_RATE)
        file.writeframes(pcm)


def kokoro() -> Kokoro:
    """The voice, from the installed weights."""
    cache = Cache(default_root(os.environ))
    lexicon = Lexicon(cache.path("misaki", "us_gold.json"), cache.path("misaki", "us_silver.json"))
    pack = cache.path("kokoro-voices", "af_bella.bin")
    return Kokoro(cache.path("kokoro", "model.onnx"), pack, English(lexicon))


def spoken(voice: Kokoro, text: str) -> bytes:
    """The text at 16 kHz."""
    pcm = b"".join(piece.pcm for piece in voice.speak(text))
    return to_mono16(np.frombuffer(pcm, "<i2"), VOICE_RATE)


def cough() -> bytes:
    """A burst of noise of 200 ms: a hard beginning, a breathy end, no voice."""
    noise = np.random.default_rng(1940).standard_normal(MIC_RATE // 5)
    time = np.arange(len(noise)) / MIC_RATE
    breath: NDArray[np.float64] = np.convolve(noise, np.hanning(9) / 4, mode="same")
    shape = np.minimum(time / 0.008, 1) * np.exp(-time / 0.055)
    return to_mono16(0.45 * breath * shape, MIC_RATE)


def hum() -> bytes:
    """Mm-hm: two hummed syllables (a closed mouth: low harmonics only), the second higher."""
    pitch = np.concatenate([np.full(4000, 120.0), np.full(640, 130.0), np.linspace(135.0, 165.0, 4800)])
    loud = np.concatenate([np.hanning(4000), np.zeros(640), np.hanning(4800)])
    phase = 2 * np.pi * np.cumsum(pitch) / MIC_RATE
    tone: NDArray[np.float64] = np.zeros(len(pitch))
    for harmonic in range(1, 9):
        tone += np.sin(harmonic * phase) / harmonic**1.7
    return to_mono16(0.25 * tone * loud, MIC_RATE)


def main() -> None:
    """Write all four."""
    voice = kokoro()
    write("question.wav", quiet(0.3) + spoken(voice, "What time is it?") + quiet(1.2))
    write("barge_in.wav", quiet(0.1) + spoken(voice, "Stop.") + quiet(0.3))
    write("cough.wav", quiet(0.1) + cough() + quiet(0.2))
    write("mm_hm.wav", quiet(0.1) + hum() + quiet(0.2))


if __name__ == "__main__":
    main()
