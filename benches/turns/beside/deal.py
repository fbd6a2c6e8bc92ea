"""The cases of the set: each line of `set.txt`, dealt a voice, a moment, and whether our own voice is left in the microphone.

Rule 1: a case follows from its number alone.
Rule 2: even numbers are for choosing; odd ones are held out. Nothing is chosen by what the odd ones give.
"""

import random
from dataclasses import dataclass
from pathlib import Path

VOICES = ("af_bella", "am_michael", "bf_emma", "bm_george", "af_sarah", "joe", "flite slt", "flite rms")
SPOKEN = ("backchannel", "to somebody else", "stop", "new words")
"""Kinds whose lines are said; those of the others name a sound."""
WANTED = ("stop", "new words")
"""Kinds that are to silence the voice."""
OPEN = ("to somebody else",)
"""Kinds without a right answer, where there is no wake phrase."""
SET = Path(__file__).parent / "set.txt"
EARLIEST, LATEST = 3.0, 6.0
"""Seconds after the first sound of the answer."""


@dataclass(frozen=True, slots=True)
class Case:
    """One sound over the answer."""

    number: int
    kind: str
    line: str
    voice: str
    """Empty: it is not said by one of ours."""
    after: float
    """Seconds after the answer's first sound."""
    echo: bool
    """Whether what is left of our own voice is in the microphone, 24 dB below a person's."""

    @property
    def held_out(self) -> bool:
        """Whether it was kept apart when rules and numbers were chosen."""
        return self.number % 2 == 1

    @property
    def wanted(self) -> bool:
        """Whether the voice is to fall silent."""
        return self.kind in WANTED

    @property
    def open(self) -> bool:
        """Whether either is right."""
        return self.kind in OPEN


def cases() -> list[Case]:
    """All, in the order of the file."""
    found, kind = [], ""
    for line in SET.read_text().splitlines():
        if line.startswith("["):
            kind = line.strip("[]")
        elif line and not line.startswith("#"):
            cards = random.Random(f"beside {len(found)}")
            voice = cards.choice(VOICES) if kind in SPOKEN else ""
            after, echo = round(cards.uniform(EARLIEST, LATEST), 2), cards.random() < 0.5
            found.append(Case(len(found), kind, line, voice, after, echo))
    return found
