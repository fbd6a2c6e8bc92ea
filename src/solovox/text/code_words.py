"""A code span as it is said: names by their words, a short command sign by sign, anything longer by what it is."""

import re
from typing import Final

from solovox.text.named import InWords, alternatives, name_links, name_tokens, say_path
from solovox.text.operators import code_in_words

LONG_CODE: Final = 40
"""What is longer is said only if it reads as a sentence: the message of an error."""
LONG_MESSAGE: Final = 160
MOST_SIGNS: Final = 3

SOME_CODE: Final = "some code"
_WHOLE: Final = {
    '""': "an empty string", "''": "an empty string", "[]": "an empty list", "{}": "an empty object", "()": "parentheses",
    ";": "semicolon", ",": "comma", ".": "dot", ":": "colon", "|": "pipe", "&": "ampersand", "*": "star", "/": "slash",
    "\\": "backslash", "_": "underscore", "-": "dash", "#": "hash", "@": "at", "!": "exclamation mark", "?": "question mark",
    "=": "equals", "+": "plus", "%": "percent", "~": "tilde", "^": "caret", "<": "less than", ">": "greater than", "$": "dollar",
    "'": "quote", '"': "double quote", "->": "arrow", "=>": "arrow", "??": "two question marks", "..": "two dots", "...": "three dots",
}  # fmt: skip
_ESCAPES: Final = re.compile(r"(?:\\[nrtbfv0'\"\\])+")
_COMPONENT: Final = re.compile(r"</?\s*([A-Za-z][\w.:-]*)\s*/?>")
_HIDDEN: Final = re.compile(r"%[-\d.]*[a-z]|&#?\w+;")
_SLASHED: Final = re.compile(r"\*+\.[\w.*]+|[\"'(]?[\w.@+~$%{}:\[\]*-]*(?:[/\\]|::)[^\s\"',;|&=]*")
_IDENTIFIER: Final = re.compile(r"\b[A-Za-z]\w*")
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LEFT: Final = str.maketrans("", "", "[]{}<>*")


def say_code(code: str) -> str:
    """How a code span is said."""
    code = code.strip()
    if code in _WHOLE:
        return _WHOLE[code]
    if _HIDDEN.fullmatch(code):
        return SOME_CODE
    if _ESCAPES.fullmatch(code):
        return " ".join(f"backslash {sign}" for sign in code[1::2])
    if component := _COMPONENT.fullmatch(code):
        return humps(component[1])
    kept = InWords()
    bare = " ".join(_name(word, kept) for word in code.split())
    if not _easy(bare):
        return SOME_CODE
    said = kept.filled(humps(code_in_words(bare)))
    return " ".join(said.translate(_LEFT).split())


def humps(name: str) -> str:
    """A name with its words apart: `getUserName` is "get User Name"."""
    return _IDENTIFIER.sub(lambda found: _HUMP.sub(" ", found[0]), name)


def _name(word: str, kept: InWords) -> str:
    """A word, or the place of what it is called: an address, a path, an ID."""
    slashed = _SLASHED.fullmatch(word) and any(c.isalnum() for c in word) and not alternatives(word)
    if slashed and name_links(word, InWords()) == word:
        return kept.put(name_tokens(say_path(word), kept))
    return name_tokens(word, kept)


def _easy(code: str) -> bool:
    """Whether a listener can follow it."""
    signs = sum(not c.isalnum() and c not in " _-./()" and not "\ue000" <= c <= "\uf8ff" for c in code)
    if signs > MOST_SIGNS:
        return False
    words = code.split()
    message = len(words) > 3 and not any(word.startswith("-") or "=" in word for word in words)
    return len(code) <= (LONG_MESSAGE if message else LONG_CODE)
