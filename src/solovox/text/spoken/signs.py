"""How signs are said: operators, arrows, marks of code and of addresses. The first way is our own voice's.

A sign of Unicode that has no line here is called what Unicode calls it.
"""

import unicodedata
from functools import cache
from typing import Final

from solovox.lang.tables import read_tables
from solovox.text.spoken.alike import SHORT
from solovox.text.spoken.forms import Form, either

_TABLES: Final = read_tables("solovox.text.spoken", "signs.txt")


def _forms(section: str) -> dict[str, Form]:
    return {sign: either(*ways) for sign, ways in _TABLES[section].items()}


SIGNS: Final = _forms("")
NAMED: Final = _forms("place")
"""Signs whose place says how they are said."""
ADDRESSED: Final = _forms("address")
"""Of an address of mail: who writes it down needs them."""
OPTION: Final = _forms("option")
"""The dashes of an option: `--force`."""
IN_CODE: Final = {sign: name for sign, (name,) in _TABLES["code"].items()}
"""What a sign is called in a line of code."""
ALONE: Final = IN_CODE | {sign: name for sign, (name,) in _TABLES["alone"].items()}
"""What it is called where nothing stands beside it."""
_ARROWS: Final = (
    (0x2190, 0x21FF),
    (0x2794, 0x27BE),
    (0x27F0, 0x27FF),
    (0x2900, 0x297F),
    (0x2B00, 0x2B5F),
    (0x1F800, 0x1F8FF),
)
"""Blocks of Unicode."""


_RAISED: Final = str.maketrans("23\u2215", "²³/")


@cache
def carries_value(c: str) -> bool:
    """Whether a text says another thing without it: a number, an operator, a sign of money, an arrow, a unit."""
    if unicodedata.category(c) in ("Nd", "Nl", "No", "Sm", "Sc") or c in SIGNS:
        return True
    square = unicodedata.decomposition(c).startswith("<square>")
    return square or stands_for(c) in SIGNS or any(one <= ord(c) <= last for one, last in _ARROWS)


def stands_for(c: str) -> str:
    """What a character is short for, as it is written in several: m² for ㎡, % for ％."""
    return unicodedata.normalize("NFKC", c).translate(_RAISED)


@cache
def by_name(c: str) -> Form:
    """What a sign without a line of its own is called."""
    short = stands_for(c)
    in_square = unicodedata.decomposition(c).startswith("<square>")
    if in_square and short.isascii() and short.isalpha():
        return SHORT.get(short.casefold(), short.casefold())  # "SQUARE GPA" is its shape
    name, _, code = unicodedata.name(c, "a sign").casefold().partition(" ideograph-")
    name = f"{name} ideograph" if code else name.replace("-", " ")  # it is named by a number alone
    return SIGNS.get(short) or (name.removeprefix("square ") if in_square else name).removesuffix(" sign")
