"""The cues as tones: short, soft, distinct. 24 kHz mono 16-bit."""

from functools import cache
from typing import Final

import numpy as np

from solovox.core.commands import CueKind
from solovox.core.units import VOICE_RATE

LOUD: Final = 3_000.0
FADE: Final = 240
"""Samples (10 ms): a tone that begins or ends at once clicks."""
GAP: Final = 20
"""Milliseconds between two tones."""

MELODIES: Final[dict[CueKind, tuple[tuple[int, int], ...]]] = {
    CueKind.HEARD: ((660, 60),),
    CueKind.ROUTED: ((660, 50), (880, 60)),
    CueKind.WORKING: ((440, 40),),
    CueKind.FAILED: ((330, 120), (220, 180)),
    CueKind.STOPPED: ((520, 60), (390, 90)),
    CueKind.DONE: ((880, 60), (1175, 90)),
}
"""Tones of each cue: hertz, milliseconds."""


@cache
def tone(kind: CueKind) -> bytes:
    """The sound of a cue."""
    gap = bytes(2 * (VOICE_RATE * GAP // 1000))
    return gap.join(_tone(hertz, ms) for hertz, ms in MELODIES[kind])


def _tone(hertz: int, ms: int) -> bytes:
    count = VOICE_RATE * ms // 1000
    wave = LOUD * np.sin(np.arange(count) * (2 * np.pi * hertz / VOICE_RATE))
    ramp = np.minimum(1.0, np.arange(count) / FADE)
    faded: bytes = (wave * ramp * ramp[::-1]).astype("<i2").tobytes()
    return faded
