"""A model that never speaks, and is told to hand over by one tool what no other tool gives exactly. Pure.

As the service's own models do: what it is unsure of it hands over at once. Such a tool is known by the instruction: the first one
that says to call it.
"""

import re
from collections.abc import Sequence
from typing import Final

from solovox.server.answer_mode import AnswerMode, aside
from solovox.server.memory import PERSON, TranscriptLine
from solovox.server.terms import Terms, taker

_CALL: Final = re.compile(r"\bcall (\w+)", re.IGNORECASE)


def hands_over(terms: Terms) -> tuple[str, str] | None:
    """The tool that takes the person's words, and its argument. None: the model is told nothing of the kind."""
    if terms.mode is not AnswerMode.SILENT:
        return None
    takers = {one.name: argument for one in terms.tools if (argument := taker(one)) is not None}
    named = next((name for name in _CALL.findall(terms.instruction) if name in takers), None)
    return None if named is None else (named, takers[named])


def newest(lines: Sequence[TranscriptLine]) -> str:
    """What the person said last, without what a program said in brackets."""
    said = (one.text for one in reversed(lines) if one.role == PERSON and not aside(one.text))
    return next(said, "").strip()


def reminded(words: str, tool: str) -> bool:
    """Whether a program, in brackets, says to call the tool now."""
    return aside(words) and tool in _CALL.findall(words)
