"""The spoken clips of `examples/`, as microphone sound."""

from functools import cache
from pathlib import Path

from solovox.surfaces.wav import read_microphone

EXAMPLES = Path(__file__).parents[2] / "examples"


@cache
def clip(name):
    """16 kHz mono 16-bit."""
    return read_microphone(EXAMPLES / f"{name}.wav")


QUESTION = clip("question")
""""What time is it?", then 1.2 s of quiet."""
