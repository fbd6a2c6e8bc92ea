"""A request without what is said around it: "hey Luna, could you please join us now" is "join us"."""

import re
from typing import Final

BEFORE: Final = re.compile(
    r"^(?:(?:please|and|so|well|hey|hi|hello|ok|okay|now|can you|could you|will you|would you|i want you to) )+"
)
AFTER: Final = re.compile(r"(?: (?:please|today|now|right now|then|for us|for me))+$")


def bare(said: str, name: str = "", *, ends: bool = True) -> str:
    """Lower case, without signs, without what is said before a request, without the name. `ends`: also without what is said behind it."""
    text = " ".join(re.sub(r"[^\w' :]+", " ", said.casefold().replace("’", "'")).split())
    called = " ".join(name.casefold().split())
    if called:
        text = text.removeprefix(f"{called} ").removesuffix(f" {called}")
    text = BEFORE.sub("", text)
    text = text.removeprefix(f"{called} ") if called else text
    text = BEFORE.sub("", text)
    return AFTER.sub("", text) if ends else text
