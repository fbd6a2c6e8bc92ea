"""A voice: each letter is a short tone, 60 ms, and each word a piece. `--set narrator.voice=beeps`."""

import math
import re
from array import array
from collections.abc import Iterator

from solovox.core.units import VOICE_RATE
from solovox.ports import AdapterArgs, Spoken, Tts

LETTER = VOICE_RATE * 60 // 1000


class Beeps:
    def speak(self, text: str, pace: float = 1.0) -> Iterator[Spoken]:
        """`said_to` is how far the text is said with this piece: what was heard of an answer is computed from it."""
        letters = int(LETTER / pace)
        said_to = 0
        for word in re.finditer(r"\w+\W*", text):
            said_to = word.end()
            yield Spoken(
                b"".join(tone(letter, letters) for letter in word.group() if letter.isalnum()), said_to
            )
        if said_to < len(text):
            yield Spoken(b"", len(text))  # there was no word in it


def tone(letter: str, samples: int) -> bytes:
    """24 kHz mono 16-bit: a scale over the alphabet, which begins and ends softly."""
    hertz = 220 * 2 ** (ord(letter.lower()) % 26 / 12)
    loud = (8_000 * math.sin(math.pi * n / samples) for n in range(samples))
    wave = (height * math.sin(2 * math.pi * hertz * n / VOICE_RATE) for n, height in enumerate(loud))
    return array("h", map(round, wave)).tobytes()


def make(given: AdapterArgs) -> Tts:
    return Beeps()
