"""How one screen looks."""

from dataclasses import dataclass

from solovox.cli.screen.palette import Palette


@dataclass(frozen=True, slots=True)
class ScreenLook:
    """What does not change. `brain`: its name; `path`: where the sound and the words go, in one line."""

    palette: Palette
    brain: str
    path: str
