"""What a tool has seen, as the text of a turn: shown whole, and read whole only where it is short enough to listen to."""

import re
from typing import Final

MOST_LINES: Final = 6
MOST_CHARACTERS: Final = 400
"""What is longer is read in short: a voice says how many lines it is."""


def as_answer(seen: str) -> str:
    """`seen`, between fences if it is too long to be read whole."""
    if len(seen) <= MOST_CHARACTERS and len(seen.splitlines()) <= MOST_LINES:
        return seen
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", seen)), default=0))
    return f"{fence}\n{seen}\n{fence}"
