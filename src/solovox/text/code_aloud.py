"""A line of code as words that a person can follow: "def login, open paren, user, close paren, colon".

Names are said by their words, signs by their names with a rest around them, an address by its host.
"""

import re
from typing import Final

from solovox.text.inline import humps
from solovox.text.named import KEPT, InWords, name_links, spaced
from solovox.text.signs import IN_CODE

MOST_TOKENS: Final = 48
"""What is longer is cut: a listener holds no more of a line in the head."""

_FEWER: Final = "|".join(re.escape(sign) for sign in sorted(IN_CODE, key=len, reverse=True))
_TOKEN: Final = re.compile(
    rf"(?P<number>\d[\d_]*(?:\.\d+)*\w*)|(?P<word>[^\W\d_][\w]*(?:['’](?:t|s|re|ll|ve|m|d)\b)?|_+[^\W_]\w*|[{KEPT}])"
    rf"|(?P<flag>(?<!\S)--?(?=[A-Za-z]))|(?P<point>(?<=[\w)\]])\.(?=[^\W\d])|(?<=[^\W\d])-(?=[^\W\d]))|(?P<bullet>^\s*-(?=\s))|(?P<bang>(?<=\w)!(?!=))|(?P<sign>{_FEWER})"
)


def aloud(code: str) -> str:
    """How one line of code is read out; "an empty line" when nothing is on it."""
    kept = InWords()
    parts: list[str] = []
    rest, glued = True, False
    for count, found in enumerate(_TOKEN.finditer(name_links(code, kept))):
        if count == MOST_TOKENS:
            parts.append(", and so on")
            break
        said, rests = _said(found)
        if parts:
            parts.append(", " if (rest or rests) and not glued else " ")
        parts.append(said)
        rest, glued = rests, found.lastgroup in ("flag", "point")
    said = kept.filled("".join(parts)).replace(" ,", ",")
    return said.replace(", dot ", " dot ") or "an empty line"


def _said(found: re.Match[str]) -> tuple[str, bool]:
    """A token in words, and whether there is a rest around it."""
    written = found[0]
    match found.lastgroup:
        case "flag":
            return ("dash dash" if written == "--" else "dash"), False
        case "point":
            return ("dot" if written == "." else "dash"), False
        case "bullet":
            return "dash", True
        case "bang":
            return "bang", False
        case "sign":
            return IN_CODE[written], True
        case "number":
            return written.replace("_", ""), False
        case _:
            return humps(spaced(written)), False
