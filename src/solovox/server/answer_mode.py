"""How a system instruction changes the way the model answers: by three exact forms, which our own ears use too. Pure.

Form 1: it begins with "You are a reader.": every text is read, to the letter, if no tools are declared.
Form 2: "Never speak." stands in it (or "Never speak, but for one thing:"): tools are called, and nothing is said.
Form 3: "when a message begins with [NAME]:, you are a reader." stands in it: what follows that tag is read, in every mode.

What every other instruction asks for is for a brain to understand: it is passed on as it is.
"""

import re
from enum import Enum
from typing import Final


class AnswerMode(Enum):
    """What the model does with what the person says."""

    ANSWERS = "answers"
    READS = "reads"
    SILENT = "silent"


READER: Final = "You are a reader."
SILENT: Final = ("Never speak.", "Never speak, but for one thing:")
TAGGED: Final = "when a message begins with {}, you are a reader."
_TAG: Final = re.compile(r"\s*(?P<tag>\[[^\[\]\n]{1,40}\]:)")
_BRACKETS: Final = re.compile(r"\s*\[[^\[\]]*\]\s*", re.DOTALL)


def mode(instruction: str, *, tools: bool) -> AnswerMode:
    """What an instruction orders. `tools`: functions are declared beside it."""
    told = _on_one_line(instruction)
    if told.startswith(READER) and not tools:
        return AnswerMode.READS
    return AnswerMode.SILENT if any(one in told for one in SILENT) else AnswerMode.ANSWERS


def script(instruction: str, text: str) -> str | None:
    """The part of a text to read, because it follows a tag that the instruction names; None: nothing."""
    tag = _TAG.match(text)
    if tag is None or TAGGED.format(tag["tag"]) not in _on_one_line(instruction):
        return None
    return text[tag.end() :].strip()


def aside(text: str) -> bool:
    """Whether a typed text is wholly in [brackets]: a word from a program, not from the person."""
    return _BRACKETS.fullmatch(text) is not None


def _on_one_line(instruction: str) -> str:
    return " ".join(instruction.split())
