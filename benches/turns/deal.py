"""The takes of the set: each line of `said.txt`, dealt a voice, its pauses, and what is heard behind it.

Rule 1: a take follows from its number alone, so that a line can be looked at again, and all detectors hear the same.
Rule 2: even numbers are for choosing; odd ones are held out. Nothing is chosen by what the odd ones give.
"""

import random
from dataclasses import dataclass
from pathlib import Path

VOICES = ("af_bella", "am_michael", "bf_emma", "bm_george", "af_sarah", "joe", "flite slt", "flite rms")
PAUSES = (0.3, 0.5, 0.8, 1.2, 1.6, 2.0, 2.5, 3.0)
"""Seconds without speech between two parts."""
GROUNDS = ("clean", "noise 20", "noise 10", "echo", "talker")
"""Behind the speaker: nothing; noise 20 or 10 dB below the voice; what is left of our own voice, 24 dB below; another
person who talks, 20 dB below."""
SHARES = (8, 3, 3, 3, 3)
SAID = Path(__file__).parent / "said.txt"
HUMANS = 40
"""Takes of human voices out of packages: they have no words here, and are cut at a weak place in their midst."""


@dataclass(frozen=True, slots=True)
class Take:
    """One utterance as it is to be heard."""

    number: int
    kind: str
    parts: tuple[str, ...]
    """The words between pauses; of a human clip, its number."""
    pauses: tuple[float, ...]
    """Seconds before each part but the first."""
    voice: str
    ground: str

    @property
    def held_out(self) -> bool:
        """Whether it was kept apart when rules and numbers were chosen."""
        return self.number % 2 == 1


def takes() -> list[Take]:
    """All, in the order of the file; the human ones last."""
    found, kind = [], ""
    for line in SAID.read_text().splitlines():
        if line.startswith("["):
            kind = line.strip("[]")
        elif line and not line.startswith("#"):
            parts = tuple(part.strip() for part in line.split("|"))
            found.append(_dealt(len(found), kind, parts))
    humans = range(len(found), len(found) + HUMANS)
    return [
        *found,
        *(_dealt(number, "human", (f"{at}a", f"{at}b"), "human") for at, number in enumerate(humans)),
    ]


def _dealt(number: int, kind: str, parts: tuple[str, ...], voice: str = "") -> Take:
    cards = random.Random(f"take {number}")
    pauses = tuple(
        PAUSES[(number * 3 + 5 * at + cards.randrange(2)) % len(PAUSES)] for at in range(len(parts) - 1)
    )
    (ground,) = cards.choices(GROUNDS, SHARES)
    return Take(number, kind, parts, pauses, voice or cards.choice(VOICES), ground)
