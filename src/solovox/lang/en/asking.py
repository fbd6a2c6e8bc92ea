"""What is said around a request: "um, could you please read the licence for me" asks to read the licence."""

import re
from typing import Final

from solovox.lang.en.word_lists import word_list

HESITATIONS: Final = word_list("hesitations")
_ASKS: Final = (
    "can you", "could you", "will you", "would you", "can we", "could we", "let's", "lets", "let us", "i want you to", "i want to",
    "i would like you to", "i would like to", "i'd like you to", "i'd like to", "i need you to", "go ahead and", "would you mind",
)  # fmt: skip
"""What a request begins with; what is asked follows."""
_BEFORE: Final = (
    "please", "kindly", "hey", "hi", "hello", "ok", "okay", "no", "oh", "so", "well", "and", "now", "then", "also", "just", "instead",
    "solovox", "vox", "computer", *_ASKS, *sorted(HESITATIONS),
)  # fmt: skip
_AFTER: Final = (
    "please", "thanks", "thank you", "now", "right now", "at the moment", "then", "again", "for me", "for us", "if you can", "if you could", "would you",
    "will you", "solovox", "vox", "computer",
)  # fmt: skip
POLITE: Final = rf"(?:(?:{'|'.join(sorted(_BEFORE, key=len, reverse=True))})\b[ ,]*)*"
"""A pattern of what may stand before a request."""
_LEAD: Final = re.compile(rf"^{POLITE}")
_UNASKED: Final = re.compile(rf"{POLITE}(?:{'|'.join(_ASKS)})(?:[ ,]+{POLITE})?")
_SENTENCE: Final = re.compile(r"[.?!…]+\s+")
_TAIL: Final = re.compile(rf"(?:[ ,]+(?:{'|'.join(sorted(_AFTER, key=len, reverse=True))}))+$")
_HESITATION: Final = re.compile(rf"(?<!\S)(?:{'|'.join(HESITATIONS)})(?!\S)")
_SIGNS: Final = re.compile(r"[,;:?\"“”]+(?=\s|$)|(?<!\d)!+(?=\s|$)|[\"“”]|\.+(?=\s|$)")


def bare(said: str, name: str = "") -> str:
    """A request in lower case, without the signs of prose and what is said around it. `name`: by which one may be called."""
    text = _SIGNS.sub(" ", said.casefold().replace("’", "'").replace("−", "-"))
    text = " ".join(_HESITATION.sub(" ", text).split())
    called = " ".join(name.casefold().split())
    for _ in range(2):
        text = _LEAD.sub("", text)
        if called:
            text = re.sub(rf"^{re.escape(called)}\b ?| {re.escape(called)}$", "", text)
        text = _TAIL.sub("", text)
    return text


def asks_nothing_yet(said: str) -> bool:
    """Whether a request begins in its last sentence, and nothing is asked yet: "Computer, can you please?"."""
    last = _SENTENCE.split(said.casefold().replace("’", "'").strip())[-1]
    return _UNASKED.fullmatch(last.rstrip(" ,.?!…")) is not None


def as_said(slot: str, said: str) -> str:
    """A part of `bare` in the letters in which it was said."""
    found = re.search(r"[\W_]+".join(map(re.escape, slot.split())), said, re.IGNORECASE)
    return slot if found is None else found[0]
