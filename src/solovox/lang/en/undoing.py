"""What asks to have the newest change given back, or done again. Pure.

Only a whole request is one: "add an undo button" is a change, and "undo the last commit" is for the agent.
"""

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from solovox.lang.en.asking import bare
from solovox.lang.en.numbers import number_at


class UndoWay(Enum):
    """Which way."""

    UNDO = "undo"
    REDO = "redo"


_IT: Final = ("it", "that", "this", "the last change", "what you did", "what you just did")
UNDO_FORMS: Final = {
    **dict.fromkeys(
        (
            "undo",
            *(f"undo {it}" for it in _IT),
            *(f"take {it} back" for it in _IT),
            *(f"take back {it}" for it in _IT),
        ),
        UndoWay.UNDO,
    ),
    **dict.fromkeys(("redo", "redo it", "redo that", "undo the undo", "undo that undo"), UndoWay.REDO),
}
"""Whole requests that go one step."""
_COUNTED: Final[tuple[list[str], ...]] = ([], ["answers"], ["changes"])
_FURTHER: Final = re.compile(r"(?P<way>undo|redo) (?:(?P<all>everything)|the last (?P<many>.+))")


@dataclass(frozen=True, slots=True)
class UndoAsked:
    """What is asked for. `answers`: how many are to be given back, or done again; None: all of them."""

    way: UndoWay
    answers: int | None = 1


def undo_asked(request: str) -> UndoAsked | None:
    """The undo or redo that a request is; None: it is something else."""
    said = bare(request)
    if (way := UNDO_FORMS.get(said)) is not None:
        return UndoAsked(way)
    found = _FURTHER.fullmatch(said)
    if found is None:
        return None
    words = (found["many"] or "").split()
    number = number_at(words, 0) if words else None
    if words and (number is None or not number.digits.isdecimal() or words[number.words :] not in _COUNTED):
        return None
    return UndoAsked(UndoWay(found["way"]), int(number.digits) if number else None)
