"""The screen's colours. It paints its own ground, so that they can be read in any terminal; a test holds their contrast.

Rule 1: a colour never says anything alone: a sign or a word stands beside it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as `#rrggbb`."""

    ground: str
    text: str
    faint: str
    you: str
    brain: str
    good: str
    warn: str
    bad: str

    def tone(self, name: str) -> str:
        """The colour of that name. Raises `AttributeError`."""
        colour: str = getattr(self, name)
        return colour


DARK: Final = Palette("#14171c", "#e8eaed", "#a3abb8", "#7fd4ff", "#c9b6ff", "#84dba0", "#ffd479", "#ff9d96")
LIGHT: Final = Palette("#ffffff", "#1b1f24", "#57606a", "#005a8c", "#5b3bb0", "#116329", "#7a4b00", "#a40e26")
_WHITE: Final = {"7", "15"}


def palette_of(environ: Mapping[str, str]) -> Palette:
    """For the terminal as far as it says how bright it is (`COLORFGBG`): dark where it says nothing."""
    return LIGHT if environ.get("COLORFGBG", "").rpartition(";")[2] in _WHITE else DARK
