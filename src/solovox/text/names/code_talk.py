"""Which words are ordinary English, and which are said around the names of code: data beside this file."""

from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from solovox.lang.en.word_lists import word_list
from solovox.lang.tables import Table, read_tables

STOP_WORDS: Final = word_list("stop")
"""Words that carry no matter of their own. None of them is ever mended by itself, nor begins or ends what is."""
_ANY_TALK: Final = word_list("any_talk")
_ENDINGS: Final = ("s", "es", "ed", "ing", "er", "ers", "ly", "'s", "n't", "'ll", "'re", "'ve", "'d")


@cache
def _lines(name: str) -> tuple[str, ...]:
    text = files("solovox.text.names").joinpath(name).read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


@cache
def _english() -> frozenset[str]:
    return frozenset(word for line in _lines("common_words.txt") for word in line.split())


@cache
def _common() -> frozenset[str]:
    return _english().union(STOP_WORDS, *_talk().values())


@cache
def _talk() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _lines("code_talk.txt"):
        if line.startswith("["):
            words = found.setdefault(line.strip("[]"), set())
        else:
            words.update(line.split())
    return {kind: frozenset(words) for kind, words in found.items()}


@cache
def said_as() -> Table:
    """Pieces of names by how they are said: "py" is "pie", "P Y" or "python"."""
    return read_tables("solovox.text.names", "said_as.txt")[""]


@lru_cache(maxsize=4_096)
def common(word: str) -> bool:
    """Whether it is a common English word or one of those, in lower case; its usual endings do not count."""
    return _among(_common(), word)


@lru_cache(maxsize=4_096)
def english(word: str) -> bool:
    """Whether it is a common English word, whatever is said around code."""
    return _among(_english(), word)


def _among(words: frozenset[str], word: str) -> bool:
    if word in words:
        return True
    stems = [word.removesuffix(end) for end in _ENDINGS if word.endswith(end) and len(word) > len(end) + 2]
    return any(
        stem in words or f"{stem}e" in words or (stem[:-1] in words and stem[-1:] == stem[-2:-1])
        for stem in stems
    )


def kind(word: str) -> bool:
    """Whether it says what kind of thing a name is of: "function", "branch"."""
    return word in _talk()["kinds"]


def foreign(word: str) -> bool:
    """Whether it belongs to talk of other things than code: "kitchen"."""
    word = word.partition("'")[0]
    known = (STOP_WORDS, _ANY_TALK, *_talk().values())
    return common(word) and not any(word in words for words in known)
