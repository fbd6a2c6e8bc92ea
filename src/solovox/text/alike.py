"""Words that a recogniser writes out or draws together: "it's" is "it is" or "it has", "gonna" is "going to".

A short writing has its words as ways; an apostrophe that is left out is understood where no other word is left.
"""

import re
from functools import cache
from typing import Final

from solovox.lang.en.word_lists import word_list
from solovox.text.forms import Either, Form

_TOGETHER: Final = {
    "alright": "all right", "percent": "per cent", "cannot": "can not", "gonna": "going to", "wanna": "want to",
    "gotta": "got to", "kinda": "kind of", "sorta": "sort of", "dunno": "do not know", "lemme": "let me",
    "gimme": "give me", "outta": "out of", "alot": "a lot", "awhile": "a while", "maybe": "may be", "into": "in to",
    "onto": "on to", "noone": "no one", "apiece": "a piece", "nevertheless": "never the less", "inasmuch": "in as much",
    "anyone": "any one", "anyway": "any way", "anyhow": "any how", "upon": "up on", "todo": "to do", "todos": "to dos",
}  # fmt: skip
"""Other writings of the same words."""
SHORT: Final[dict[str, Form]] = {
    "mr": "mister", "mrs": "missus", "ms": Either(("miz", "ms")), "prof": "professor", "jr": "junior", "sr": "senior", "vs": "versus",
    "approx": "approximately", "dept": "department", "inc": "incorporated", "ltd": "limited", "corp": "corporation",
    "govt": "government", "blvd": "boulevard", "w/o": "without", "w/": "with", "b/c": "because", "txt": "text", "thx": "thanks",
    "eg": Either(("for example", "eg", "e g")), "ie": Either(("that is", "ie", "i e")),
    "etc": Either(("et cetera", "etc", "and so on")), "dr": Either(("doctor", "dr", "drive")),
    "st": Either(("saint", "street", "st")), "cf": Either(("compare", "cf")), "ave": Either(("avenue", "ave")),
    "ctrl": Either(("control", "ctrl")), "max": Either(("max", "maximum")), "min": Either(("min", "minimum")),
    "avg": Either(("average", "avg")),
    **{
        short: Either((f"{day}day", short))
        for day, shorts in (("mon", "mon"), ("tues", "tue tues"), ("wednes", "wed"), ("thurs", "thu thur thurs"), ("fri", "fri"))
        for short in shorts.split()
    },
    "cmd": Either(("command", "cmd")), "cfg": Either(("config", "cfg")), "src": Either(("source", "src")),
    "tmp": Either(("temp", "tmp")), "md": Either(("M D", "md", "markdown")), "jpg": Either(("jay peg", "jpg", "jpeg")),
    "jpeg": Either(("jay peg", "jpg", "jpeg")), "onnx": Either(("onyx", "onnx")), "sql": Either(("S Q L", "sql", "sequel")),
    "stdout": Either(("standard out", "stdout")), "stdin": Either(("standard in", "stdin")),
    "stderr": Either(("standard error", "stderr")),
}  # fmt: skip
"""Short for words: read as they are written, or as what they are short for."""

_IS_OR_HAS: Final = word_list("is_or_has")
_PRONOUNS: Final = word_list("pronouns")
_NOT: Final = word_list("verbs_with_not")
_DRAWN: Final = {
    "s": ("is", "has"), "re": ("are",), "ll": ("will", "shall"), "d": ("would", "had"), "ve": ("have",),
}  # fmt: skip
_VERB: Final = re.compile(f"(.+)'({'|'.join(_DRAWN)})")
"""A verb that is drawn to any word: "the repo's" is "the repo is", "the repo has", or what is the repo's."""


CLIPPED: Final[dict[str, Form]] = {
    "'em": Either(("them", "em")), "'n": Either(("and", "n")), "'til": "until", "'cause": Either(("because", "cause")),
    "'bout": Either(("about", "bout")),
}  # fmt: skip
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
def said(word: str) -> Form:
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
