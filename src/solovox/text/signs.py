"""How signs are said: operators, marks of code and of addresses."""

from typing import Final

from solovox.text.forms import Either, Form

_SILENT: Final = ""
SIGNS: Final[dict[str, Form]] = {
    "&&": Either(("and", "and and", "double ampersand")), "||": Either(("or", "or or", "double pipe")),
    "===": Either(("equals", "is", "equals equals equals", "triple equals", "strictly equals")),
    "==": Either(         ("equals", "is", "equal to", "is equal to", "equals equals", "double equals", "equal equal")     ),
    "!==": Either(         (             "is not",             "not equals",             "is not equal to",             "not equal to",             "does not equal",             "is not strictly equal to",         )     ),
    "!=": Either(         (             "is not",             "not equals",             "is not equal to",             "not equal to",             "does not equal",             "not equal",             "bang equals",         )     ),
    "≠": Either(("is not", "not equals", "is not equal to", "not equal to", "does not equal", "not equal")),
    "<=": Either(("less than or equal to", "is less than or equal to", "at most", "is at most")),
    "≤": Either(("less than or equal to", "is less than or equal to", "at most", "is at most")),
    ">=": Either(("greater than or equal to", "is greater than or equal to", "at least", "is at least")),
    "≥": Either(("greater than or equal to", "is greater than or equal to", "at least", "is at least")),
    "->": Either(("to", "arrow", "becomes")), "=>": Either(("to", "arrow", "gives")), "→": Either(("to", "arrow", "becomes")),
    "⇒": Either(("to", "arrow", "implies")), "<-": Either(("from", "left arrow")), "←": Either(("from", "left arrow")),
    "<": Either(("less than", "is less than")), ">": Either(("greater than", "is greater than", "more than", "is more than")),
    "=": Either(("equals", "is", "equal to", "is equal to", "to", "equal")), "+": Either(("plus", "and")),
    "*": Either(("times", "star", "asterisk", "multiplied by", _SILENT)), "/": Either(("divided by", "over", "slash", "per")),
    "^": Either(("to the power of", "to the", "caret")), "&": Either(("and", "ampersand")), "@": "at",
    "#": Either(("number", "hash", "pound", "hashtag")), "%": Either(("per cent", "mod", "percentage")),
    "~": Either(("about", "approximately", "tilde", "around", _SILENT)),
    "≈": Either(("about", "approximately", "is about", "is approximately")), "|": Either(("pipe", "or", _SILENT)),
    "\\": Either(("backslash", _SILENT)), "±": Either(("plus or minus", "plus minus")),
    "×": Either(("times", "by", "multiplied by", "x")), "÷": Either(("divided by", "over")),
    "√": Either(("square root of", "the square root of", "root")), "°": Either(("degrees", "degree")), "²": "squared",
    "³": "cubed", "π": "pi", "∞": "infinity", "µ": Either(("micro", "mu")), "§": Either(("section", "paragraph")),
    "$": Either(("dollars", "dollar", _SILENT)), "€": Either(("euros", "euro", _SILENT)),
    "£": Either(("pounds", "pound", _SILENT)), "¥": Either(("yen", _SILENT)), "₹": Either(("rupees", "rupee", _SILENT)),
}  # fmt: skip
NAMED: Final[dict[str, Form]] = {
    "scheme": Either(         (             _SILENT,             "h t t p s colon slash slash",             "https colon slash slash",             "http colon slash slash",             "w w w dot",             "www dot",         )     ),
    "number_sign": Either(("number", "no")), "minus": Either(("minus", "negative")),
    "ratio": Either(("to", "by", "is to", "colon", "port", _SILENT)), "colon": Either(("colon", "port", _SILENT)),
    "cross": Either(("by", "x", "times")), "query": Either(("question mark", _SILENT)),
    "dunder": Either(("dunder", "double underscore", "underscore underscore", _SILENT)),
    "hash": Either(("number", "hash", "pound", "hashtag", _SILENT)),
    "less": Either(("minus", "to", "through", "dash", "take away")),
    "between": Either(("to", "through", "until", "minus", "dash", "hyphen", _SILENT)), "musical": "sharp",
    "plus": Either(("plus", _SILENT)), "slash": Either(("slash", "or", "per", _SILENT)),
    "standard": Either((_SILENT, "dot", "point")), "dot": Either(("dot", "point", "period")),
    "hyphen": Either(("dash", "hyphen", "underscore", _SILENT)),
}  # fmt: skip
"""Signs whose place says how they are said."""
ADDRESSED: Final[dict[str, Form]] = {"-": Either(("dash", "hyphen", "minus")), "_": "underscore"}
"""Of an address of mail: who writes it down needs them."""
_FLAG: Final = {
    "-": Either(("dash", "minus", "hyphen")),
    "--": Either(("dash dash", "double dash", "minus minus", "hyphen hyphen")),
}


def said(name: str, sign: str) -> Form:
    """How a sign is said; `name` is its place's, or "sign"."""
    if name == "sign":
        return SIGNS[sign]
    return NAMED[name]


def flag(dashes: str) -> Form:
    """The dashes of an option: `--force`."""
    return _FLAG[dashes]
