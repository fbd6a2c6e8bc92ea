"""One piece of what is said of a text."""

import re
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache
from typing import Final

from solovox.text.forms import Form, Graph, first, graph, moves


class UnitKind(Enum):
    """What is written."""

    WORD = auto()
    LETTER = auto()
    """A word of a script that has no gaps, or a syllable of one that has them anywhere."""
    NUMBER = auto()
    """Digits."""
    SIGN = auto()
    PAUSE = auto()
    """Punctuation."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Something said, and where it stands: `text[first:end]`."""

    first: int
    end: int
    kind: UnitKind
    ways: Graph
    written: str
    glued: bool = False
    """It is part of the word before it: "Name" of "getUserName"."""
    form: Form = ""
    """Its first way is our own voice's."""

    @property
    def aloud(self) -> str:
        """What our own voice says; capitals one by one."""
        return first(self.form)

    def said_as(self, form: Form) -> "Unit":
        """The same, said in another way."""
        return replace(self, ways=graph(form), form=form)

    def aloud_as(self, form: Form) -> "Unit":
        """The same to the matcher; our own voice says it so."""
        return replace(self, form=form)

    @property
    def silent(self) -> bool:
        """Whether it may be left out."""
        return any(not said for said, _ in moves(self.ways)[0])

    @property
    def letters(self) -> str:
        """A word as it is written, where it may be part of a longer one; else nothing."""
        return _letters(self.ways, self.written) if self.kind is UnitKind.WORD else ""

    @property
    def owns(self) -> bool:
        """Whether it is a possessive: of a longer word only the last part may be one, unlike "man's laughter"."""
        return self.written.endswith(("'s", "s'"))

    @property
    def long(self) -> bool:
        """Whether it is read in groups that are not in the writing: a number of a telephone, of an order."""
        grouped = "," in self.written and ", " not in self.written
        return (
            self.kind is UnitKind.NUMBER and not grouped and (len(self.written) > 3 or self.written[0] == "0")
        )


@lru_cache(4096)
def _letters(ways: Graph, written: str) -> str:
    following = moves(ways)
    if not any(not said for _, to in following[0] for said, _ in following[to]):
        return ""
    return "".join(c for c in written.casefold() if c.isalnum()) if written.isascii() else ways[0][0][0]


_ROMAN: Final = re.compile("(M{0,3})(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})")
_VALUES: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_SHORTEST: Final = 4
"""Shorter ones with other letters than I, V and X are words, and short for names."""


def roman(piece: str) -> int:
    """The value of a numeral of Rome, or nothing."""
    plain = set(piece) <= set("IVX")
    if len(piece) < (2 if plain else _SHORTEST) or not _ROMAN.fullmatch(piece):
        return 0
    values = [_VALUES[letter] for letter in piece]
    return sum(-one if one < other else one for one, other in zip(values, [*values[1:], 0], strict=True))


def in_ascii(written: str) -> str:
    """The same with ASCII digits for those of any script."""
    return written if written.isascii() else "".join(str(int(c)) if c.isdecimal() else c for c in written)
