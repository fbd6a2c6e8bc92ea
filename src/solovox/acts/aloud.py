"""An act in words that a voice can say: all of it, or nothing. Pure.

Rule 1: every word and every sign of it that counts is said, in its order; only the marks of JSON around names and values are
pauses. Whoever hears it could write it down: a space that makes another act is said, and that the one letter of an option is a capital.
Rule 2: what has a sign without a name, letters that look like others, or more than `LONGEST` characters is not said at all:
then it has to be seen.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final

from solovox.ports import Json

LONGEST: Final = 600
"""Characters, as they are said: three quarters of a minute."""
DEEPEST: Final = 8
LATIN: Final = 0x250
"""Below it stand the letters with accents; above it, some that only look like them."""
WITHIN: Final = frozenset(".-/'")
"""Between two letters or digits a voice says them, or they change nothing."""
APART: Final = frozenset("|&;<>\n\t")
"""A space beside them changes nothing."""
NAMES: Final[Mapping[str, str]] = {
    "!": "exclamation mark", '"': "quote", "#": "hash", "$": "dollar", "%": "percent", "&": "ampersand", "'": "single quote",
    "(": "open bracket", ")": "close bracket", "*": "star", "+": "plus", ",": "comma", "-": "dash", ".": "dot", "/": "slash",
    ":": "colon", ";": "semicolon", "<": "less than", "=": "equals", ">": "greater than", "?": "question mark", "@": "at",
    "[": "open square bracket", "\\": "backslash", "]": "close square bracket", "^": "caret", "_": "underscore",
    "`": "backtick", "{": "open brace", "|": "pipe", "}": "close brace", "~": "tilde", "\n": "new line", "\t": "tab",
}  # fmt: skip


def in_words(*parts: str, more: Json | None = None) -> str:
    """An act, part by part; `more`: what it is done with, by name. Empty: it cannot be said whole."""
    try:
        said = ", ".join([*map(_signs, parts), *(_say_values(more, 0) if more else ())])
    except (_Unsayable, RecursionError):
        return ""
    return said if len(said) <= LONGEST else ""


class _Unsayable(Exception):
    """It has something that no voice can say."""


def _say_values(value: object, depth: int) -> Iterator[str]:
    """The names and the values in it, in the order in which they are shown."""
    if depth > DEEPEST:
        raise _Unsayable
    match value:
        case Mapping() if value:
            for name in sorted(value):
                first, *rest = _say_values(value[name], depth + 1)
                yield f"{_signs(name)}: {first}"
                yield from rest
        case list() if value:
            for one in value:
                yield from _say_values(one, depth + 1)
        case str() if value:
            yield _signs(value)
        case Mapping() | list() | str():
            yield "nothing"
        case _:
            yield _signs(json.dumps(value))


def _signs(text: str) -> str:
    """Its words, with the names of the signs that stand between and beside them."""
    padded, found = f" {re.sub(' +', ' ', text.strip())}  ", ""
    for before, sign, after, then in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        if sign == " ":
            found += " " if _parts(before, after, then) else " space "
        elif _is_letter(sign) or (sign in WITHIN and _is_letter(before) and _is_letter(after)):
            option = sign.isupper() and before != " " and found.endswith(" ") and not _is_letter(after)
            found += f"capital {sign}" if option else sign
        elif name := NAMES.get(sign):
            found += f" {name} "
        else:
            raise _Unsayable
    return " ".join(found.split())


def _parts(before: str, after: str, then: str) -> bool:
    """Whether a space is heard by itself: two words, or the usual beginning of another; or it changes nothing."""
    begins = _is_letter(after) or after == "-" or (after in WITHIN and _is_letter(then))
    return (_is_letter(before) and begins) or not APART.isdisjoint((before, after))


def _is_letter(sign: str) -> bool:
    """Whether it is a letter or a digit that looks like no other alphabet's."""
    if sign.isascii():
        return sign.isalnum()
    return sign.isalpha() and ord(sign) < LATIN and unicodedata.name(sign, "").startswith("LATIN ")
