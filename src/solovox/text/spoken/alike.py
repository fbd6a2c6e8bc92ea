"""Words that a recogniser writes out or draws together: "it's" is "it is" or "it has", "gonna" is "going to".

A short writing has its words as ways; an apostrophe that is left out is understood where no other word is left.
"""

import re
from functools import cache
from typing import Final

from solovox.lang.en.word_lists import word_list
from solovox.lang.tables import read_tables
from solovox.text.spoken.forms import Either, Form, either

_TABLES: Final = read_tables("solovox.text.spoken", "other_writings.txt")
_TOGETHER: Final = {word: said for word, (said,) in _TABLES["together"].items()}
BEFORE_NUMBERS: Final = {word: said for word, (said,) in _TABLES["before_numbers"].items()}
"""What is short for a word only where a number follows: "No. 5"."""
SHORT: Final = {word: either(*ways) for word, ways in _TABLES["short"].items()}
"""Short for words: read as they are written, or as what they are short for."""

_IS_OR_HAS: Final = word_list("is_or_has")
_PRONOUNS: Final = word_list("pronouns")
_NOT: Final = word_list("verbs_with_not")
_DRAWN: Final = {
    "s": ("is", "has"), "re": ("are",), "ll": ("will", "shall"), "d": ("would", "had"), "ve": ("have",),
}  # fmt: skip
_VERB: Final = re.compile(f"(.+)'({'|'.join(_DRAWN)})")
"""A verb that is drawn to any word: "the repo's" is "the repo is", "the repo has", or what is the repo's."""


CLIPPED: Final = {word: either(*ways) for word, ways in _TABLES["clipped"].items()}
"""Words without their beginning."""


def _contractions() -> dict[str, tuple[str, ...]]:
    ways: dict[str, tuple[str, ...]] = {
        "i'm": ("i am",),
        "can't": ("can not", "cant"),
        "won't": ("will not",),
        "shan't": ("shall not",),
        "ain't": ("aint",),
        "let's": ("let us", "lets"),
        "y'all": ("you all",),
        "c'mon": ("come on",),
        "ma'am": ("madam",),
        "o'clock": ("oclock",),
    }
    for who in _IS_OR_HAS:
        ways[f"{who}'s"] = (f"{who} is", f"{who} has")
    for who in _PRONOUNS:
        ways[f"{who}'ll"] = (f"{who} will", f"{who} shall")
        ways[f"{who}'d"] = (f"{who} would", f"{who} had")
    for who in ("you", "we", "they", "there", "these", "those", "what", "who", "how", "where"):
        ways[f"{who}'re"] = (f"{who} are",)
    for who in (*_PRONOUNS, "could", "would", "should", "might", "must", "what"):
        ways[f"{who}'ve"] = (f"{who} have",)
        ways[f"{who}'d've"] = (f"{who} would have",)
    for verb in _NOT:
        ways[f"{verb}n't"] = (f"{verb} not",)
    for sound, word in (("its", "it's"), ("whose", "who's"), ("your", "you're"), ("their", "they're")):
        ways[word] = (*ways[word], sound)
    return ways


_CONTRACTED: Final = _contractions()
_OTHER_WORDS: Final = word_list("bare_contractions")
"""What is left of a contraction without its apostrophe, and is another word."""
_BARE: Final = {
    word.replace("'", ""): word for word in _CONTRACTED if word.replace("'", "") not in _OTHER_WORDS
}


@cache
def say_word(word: str) -> Form:
    """How a word may be said; it is in lower case, with straight apostrophes."""
    ways = _CONTRACTED.get(word) or _CONTRACTED.get(_BARE.get(word, ""))
    if ways is not None:
        return Either(ways)
    bare = word.replace("'", "")
    if word.endswith("s's"):
        return Either((bare, bare[:-1], f"{word[:-2]} is", f"{word[:-2]} has"))
    if verb := _VERB.fullmatch(word):
        return Either((bare, *(f"{verb[1]} {one}" for one in _DRAWN[verb[2]])))
    short = SHORT.get(bare)
    return short if short is not None else _TOGETHER.get(word, _TOGETHER.get(bare, bare))
