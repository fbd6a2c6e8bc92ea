"""How signs are said: operators, arrows, marks of code and of addresses. The first way is our own voice's.

A sign of Unicode that has no line here is called what Unicode calls it.
"""

import unicodedata
from functools import cache
from typing import Final

from solovox.text.forms import Either, Form

_SILENT: Final = ""
_NOT: Final = ("is not", "not equals", "is not equal to", "not equal to", "does not equal", "not equal")
_AT_MOST: Final = ("at most", "less than or equal to", "is less than or equal to", "is at most")
_AT_LEAST: Final = ("at least", "greater than or equal to", "is greater than or equal to", "is at least")
_LINES: Final = {
    "&&": ("and", "and and", "double ampersand"), "||": ("or", "or or", "double pipe"),
    "===": ("equals", "is", "equals equals equals", "triple equals", "strictly equals"),
    "==": ("equals", "is", "equal to", "is equal to", "equals equals", "double equals", "equal equal"),
    "!==": (*_NOT, "is not strictly equal to"), "!=": (*_NOT, "bang equals"), "≠": _NOT, "<=": _AT_MOST, "≤": _AT_MOST, ">=": _AT_LEAST, "≥": _AT_LEAST,
    ":=": ("becomes", "equals", "colon equals", "is"), "~=": ("compatible with", "tilde equals"), "->": ("to", "arrow", "becomes"), "=>": ("to", "arrow", "gives"), "→": ("to", "arrow", "becomes"),
    "➜": ("to", "arrow"), "➡": ("to", "arrow"), "⟶": ("to", "arrow"), "⇒": ("to", "arrow", "implies"), "<-": ("from", "left arrow"), "←": ("from", "left arrow"),
    "⬅": ("from", "left arrow"), "<->": ("both ways",), "<=>": ("both ways",), "↔": ("both ways", "to and from"), "⇔": ("both ways", "if and only if"),
    "↑": ("up", "up arrow"), "⬆": ("up", "up arrow"), "▲": ("up", _SILENT), "↓": ("down", "down arrow"), "⬇": ("down", "down arrow"), "▼": ("down", _SILENT),
    "<": ("less than", "is less than"), ">": ("greater than", "is greater than", "more than", "is more than"), "≪": ("much less than",), "≫": ("much greater than",),
    "=": ("equals", "is", "equal to", "is equal to", "to", "equal"), "+": ("plus", "and"), "++": ("plus plus",), "−": ("minus", "negative", "dash"),
    "**": (_SILENT, "to the power of", "star star", "double star"), "*": ("times", "star", "asterisk", "multiplied by", _SILENT), "/": ("divided by", "over", "slash", "per"), "⁄": ("over", "slash"),
    "^": ("to the power of", "to the", "caret"), "&": ("and", "ampersand"), "@": ("at",), "#": ("hash", "number", "pound", "hashtag"),
    "%": ("percent", "per cent", "mod", "percentage"), "‰": ("per mille", "per mil", "per thousand"), "‱": ("per ten thousand",),
    "~": ("about", "approximately", "tilde", "around", _SILENT), "≈": ("about", "approximately", "is about", "is approximately"),
    "|": ("pipe", "or", _SILENT), "\\": ("backslash", _SILENT), "±": ("plus or minus", "plus minus"), "∓": ("minus or plus",),
    "×": ("times", "by", "multiplied by", "x"), "÷": ("divided by", "over"), "⋅": ("times", "dot"), "·": (_SILENT, "times", "dot"),
    "√": ("square root of", "the square root of", "root"), "∛": ("cube root of",), "∜": ("fourth root of",), "∞": ("infinity",), "∑": ("the sum of", "sum", "sum of"),
    "∏": ("the product of", "product"), "∫": ("the integral of", "integral"), "∂": ("partial",), "∈": ("in", "is in", "element of", "an element of", "is an element of"),
    "∉": ("not in", "is not in", "not an element of"), "∧": ("and",), "∨": ("or",), "¬": ("not",), "∴": ("therefore",), "∝": ("proportional to",),
    "°": ("degrees", "degree"), "℃": ("degrees celsius", "degrees c"), "℉": ("degrees fahrenheit", "degrees f"), "№": ("number",), "µ": ("micro", "mu"),
    "§": ("section", "paragraph"), "¶": ("paragraph",), "′": ("minutes", "feet", "prime", _SILENT), "″": ("seconds", "inches", "double prime", _SILENT), "¢": ("cents", "cent"),
    "$": ("dollar", "dollars", _SILENT), "€": ("euros", "euro", _SILENT), "£": ("pounds", "pound", _SILENT), "¥": ("yen", _SILENT), "₹": ("rupees", "rupee", _SILENT),
    "©": ("copyright",), "⌘": ("command",), "⌥": ("option",), "⇧": ("shift",), "⌃": ("control",), "⏎": ("enter", "return"),
}  # fmt: skip
SIGNS: Final[dict[str, Form]] = {sign: Either(ways) for sign, ways in _LINES.items()}
NAMED: Final[dict[str, Form]] = {
    "scheme": Either(
        (
            _SILENT,
            "h t t p s colon slash slash",
            "https colon slash slash",
            "http colon slash slash",
            "w w w dot",
            "www dot",
        )
    ),
    "minus": Either(("minus", "negative")), "ratio": Either(("to", "by", "is to", "colon", "port", _SILENT)), "colon": Either((_SILENT, "colon", "port")),
    "cross": Either(("by", "x", "times")), "query": Either(("question mark", _SILENT)),
    "dunder": Either((_SILENT, "dunder", "double underscore", "underscore underscore")),
    "hash": Either(("number", "hash", "pound", "hashtag", _SILENT)), "less": Either(("to", "minus", "through", "dash", "take away")),
    "between": Either(("to", "through", "until", "minus", "dash", "hyphen", _SILENT)), "musical": "sharp", "plus": Either(("plus", _SILENT)),
    "slash": Either(("slash", "or", "per", _SILENT)), "standard": Either((_SILENT, "dot", "point")), "dot": Either(("dot", "point", "period")),
    "hyphen": Either((_SILENT, "dash", "hyphen", "underscore")),
}  # fmt: skip
"""Signs whose place says how they are said."""
ADDRESSED: Final[dict[str, Form]] = {"-": Either(("dash", "hyphen", "minus")), "_": "underscore"}
"""Of an address of mail: who writes it down needs them."""
_FLAG: Final = {
    "-": Either(("dash", "minus", "hyphen")),
    "--": Either(("dash dash", "double dash", "minus minus", "hyphen hyphen")),
}
_ARROWS: Final = (
    (0x2190, 0x21FF),
    (0x2794, 0x27BE),
    (0x27F0, 0x27FF),
    (0x2900, 0x297F),
    (0x2B00, 0x2B5F),
    (0x1F800, 0x1F8FF),
)
"""Blocks of Unicode."""


_RAISED: Final = str.maketrans("23\u2215", "²³/")


def said(name: str, sign: str) -> Form:
    """How a sign is said; `name` is its place's, or "sign"."""
    if name == "sign":
        return SIGNS[sign]
    return NAMED[name]


def flag(dashes: str) -> Form:
    """The dashes of an option: `--force`."""
    return _FLAG[dashes]


@cache
def carries_value(c: str) -> bool:
    """Whether a text says another thing without it: a number, an operator, a sign of money, an arrow, a unit."""
    if unicodedata.category(c) in ("Nd", "Nl", "No", "Sm", "Sc") or c in SIGNS:
        return True
    square = unicodedata.decomposition(c).startswith("<square>")
    return square or stands_for(c) in SIGNS or any(one <= ord(c) <= last for one, last in _ARROWS)


def stands_for(c: str) -> str:
    """What a character is short for, as it is written in several: m² for ㎡, % for ％."""
    return unicodedata.normalize("NFKC", c).translate(_RAISED)


@cache
def by_name(c: str) -> Form:
    """What a sign without a line of its own is called."""
    short = stands_for(c)
    in_square = unicodedata.decomposition(c).startswith("<square>")
    if in_square and short.isascii() and short.isalpha():
        return short.casefold()  # "SQUARE GPA" is its shape
    name = unicodedata.name(c, "a sign").casefold().replace("-", " ")
    return SIGNS.get(short) or (name.removeprefix("square ") if in_square else name).removesuffix(" sign")
