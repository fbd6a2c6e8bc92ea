"""Text of others as it may be printed: nothing in it moves the cursor, rings, colours or turns the direction."""

import unicodedata

from solovox.text.escapes import without_escapes


def clean(text: str) -> str:
    """Text without control sequences and control characters, but for line ends and tabs."""
    kept = without_escapes(text)
    return "".join(c for c in kept if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cf", "Cs"))


def shown(text: str) -> str:
    """One line, with a mark in the place of what cannot be printed."""
    return "".join(one if one.isprintable() else "·" for one in text)
