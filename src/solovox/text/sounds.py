"""Words that sound the same are one word here: homophones, names with several writings, British and American spelling.
The words are data, `same_sound.txt`."""

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Final

_OUR: Final = re.compile(
    "(col|fav|hon|behavi|lab|neighb|flav|harb|hum|rum|vap|od|arm|endeav|savi|splend|tum|vig|parl|rig|sav|cand|clam"
    "|demean|ferv)our"
)
_RE: Final = re.compile("(cent|theat|met|lit|fib|calib|lust|spect|sab|somb|meag)re(d|s|)$")
_DOUBLED: Final = re.compile(
    "(trave|cance|mode|labe|signa|fue|leve|channe|counse|dia|equa|marve|pane|quarre|riva|spira|tota|tunne|jewe|penci)l"
    "(led|ling|ler|lers)$"
)
_OGUE: Final = re.compile("(catal|dial|anal|monol|epil|prol)ogue")
_ISE: Final = re.compile("is(e|ed|es|ing|ation|ations|er|ers)$")


def _groups() -> Iterator[dict[str, str]]:
    """By their sound, and by their writing: the word that stands for each."""
    for part in (
        files("solovox.text").joinpath("same_sound.txt").read_text(encoding="utf-8").split("[spelling]")
    ):
        lines = [line for line in part.splitlines() if not line.startswith("#")]
        groups = [group.split() for line in lines for group in line.split("|")]
        yield {word: group[0] for group in groups for word in group}


_SOUNDS, _SPELLED = _groups()


def folded(word: str) -> str:
    """The writing that stands for all that sound like it; `word` is in lower case."""
    word = _SPELLED.get(word, word)
    if len(word) > 4:
        word = _RE.sub(r"\1er\2", _OUR.sub(r"\1or", word))
        word = _OGUE.sub(r"\1og", _DOUBLED.sub(lambda found: found[1] + found[2], word))
        word = word.replace("yse", "yze").replace("ysing", "yzing")
        word = _ISE.sub(r"iz\1", word) if len(word) > 5 else word
    return _SOUNDS.get(word, word)
