"""The eight themes of the Studio. Each is a look of the page (`web/src/ui/themes.css`) and a voice, here and at the service."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Theme:
    """`voice`: the voice on this machine; `live_voice`: the live model's; `about`: in a few words."""

    id: str
    voice: str
    live_voice: str
    about: str


THEMES: Final = (
    Theme("expert", "bm_george", "Orus", "calm and exact"),
    Theme("sharp", "am_adam", "Fenrir", "quick and pointed"),
    Theme("warm", "af_bella", "Aoede", "friendly and soft"),
    Theme("casual", "af_sarah", "Kore", "easy and plain"),
    Theme("future", "am_michael", "Puck", "bright and curious"),
    Theme("minimal", "bf_emma", "Zephyr", "quiet and short"),
    Theme("retro", "bm_lewis", "Charon", "old computers, green on black"),
    Theme("creative", "af_nicole", "Leda", "playful and colourful"),
)
FIRST: Final = THEMES[0]


def theme(id: str) -> Theme | None:  # noqa: A002 - the field's own word
    """The theme of this id; None: there is none."""
    return next((one for one in THEMES if one.id == id), None)
