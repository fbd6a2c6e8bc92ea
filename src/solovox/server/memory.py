"""The talk so far: the brain's history, the content of a handle, and the base of the token counts. Pure.

Rule 1: a model's line holds what was sent, not what it would have said.
Rule 2: the oldest lines go first, beyond `LINES` lines or `LETTERS` characters; there is no error for a long talk.
"""

from dataclasses import dataclass, replace
from typing import Final

from solovox.ports import Message

PERSON: Final = "person"
MODEL: Final = "assistant"
TOOL: Final = "tool"
"""What a tool returned."""
LINES: Final = 400
LETTERS: Final = 200_000


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """What one side said. `sound_ms`: how long, if it was said aloud; else it was text."""

    role: str
    text: str
    sound_ms: int = 0
    met: bool = False
    """The person's words up to here are being answered or were answered; they are not passed on again."""


@dataclass(frozen=True, slots=True)
class Memory:
    """All that a later connection goes on with."""

    model: str
    lines: tuple[TranscriptLine, ...] = ()


def within(lines: list[TranscriptLine]) -> list[TranscriptLine]:
    """The newest lines within the limits."""
    kept, letters = list[TranscriptLine](), 0
    for line in reversed(lines[-LINES:]):
        letters += len(line.text)
        if letters > LETTERS:
            break
        kept.append(line)
    return kept[::-1]


def told(lines: list[TranscriptLine]) -> tuple[Message, ...]:
    """The talk as a brain is given it."""
    return tuple(
        Message(PERSON, f"[{line.text}]") if line.role == TOOL else Message(line.role, line.text)
        for line in lines
        if line.text.strip()
    )


def meet(lines: list[TranscriptLine]) -> None:
    """Mark what was said so far as being answered."""
    if lines:
        lines[-1] = replace(lines[-1], met=True)


def last_words(lines: list[TranscriptLine]) -> str:
    """What the person said since the model last spoke or used a tool, and is not being answered yet; else the last thing
    they said.
    """
    fresh = list[str]()
    for line in reversed(lines):
        if line.met or line.role in (MODEL, TOOL):
            break
        if line.role == PERSON:
            fresh.append(line.text)
    if fresh:
        return "\n".join(reversed(fresh))
    return next((line.text for line in reversed(lines) if line.role == PERSON), "")


def before(lines: list[TranscriptLine], words: str) -> list[TranscriptLine]:
    """The talk without the lines at its end that these words are made of."""
    for n in range(len(lines) - 1, -1, -1):
        if lines[n].role != PERSON:
            break
        own = [line.text for line in lines[n:]]
        if words in ("\n".join(own), " ".join(own)):
            return lines[:n]
    return lines
