"""What a recogniser makes of the Studio's own words, put right: "make the button screen" was "make the buttons green".

Rule 1: each row was heard of a spoken request, by the recogniser on this machine, from one voice or more.
Rule 2: a row takes words that ask for nothing in the Studio as they stand, mostly a whole request; all else stays as it was heard.
"""

import re
from typing import Final

_BUILD: Final = r"(?:build|bills?|billed|fill)"
_PUT: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), meant)
    for pattern, meant in (
        (rf"^{_BUILD} (?:me|may|maze),? (?=an? )", "Build me "),
        (r"^build mediatip\b", "Build me a tip"),
        (r"^(?:build|help) me (?:(?:at a|or to|a|to) )?do list(?=\W*$)", "Build me a to-do list"),
        (r"^build me account downs?\b", "Build me a countdown"),
        (r"\b(an?) (?:tape|tipped) calculator\b", r"\1 tip calculator"),
        (r"^build me a (?:pole|pearl|pose)(?=\W*$)", "Build me a poll"),
        (r"^build me a talent(?=\W*$)", "Build me a tally"),
        (r"\bflash cones\b", "flash cards"),
        (r"\bcutler palette\b", "colour palette"),
        (
            r"^(make|turn|paint|colou?r) (?:the|a|my) (button|card|letter|word|title|label|number) screen(?=\W*$)",
            r"\1 the \2s green",
        ),
        (r"^(make it|make the [a-z]+) blues(?=\W*$)", r"\1 blue"),
        (r"^make (the|a) text bitter(?=\W*$)", r"Make \1 text bigger"),
        (r"\bpurview\b", "preview"),
        (r"^(?:and|can|an) do (?=(?:that|this|the last (?:change|one))\W*$)", "Undo "),
        (r"^under (?=the last change\W*$)", "Undo "),
    )
)
_ADDS: Final = re.compile(
    r"\W*(?:(?:yes|yeah|ok|okay|sure|please)\b[, ]*)*(?:a bit|at it|had it|edit|added|i did)(?:,? please)?\W*",
    re.IGNORECASE,
)
"""Whole requests that were heard for "add it". Only while a card is open: there they ask for nothing else."""


def put_right(said: str, *, card: bool = False) -> str:
    """The words that were meant. `card`: a card of tools is open, of which one may be added."""
    words = " ".join(said.split())
    if card and _ADDS.fullmatch(words):
        return "Add it."
    for pattern, meant in _PUT:
        words = pattern.sub(meant, words, count=1)
    return words
