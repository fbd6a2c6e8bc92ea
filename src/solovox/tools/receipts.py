"""The receipt of what others did: who did it, and what they answered (law C4)."""

from typing import Final

from solovox.text.escapes import without_escapes

LONGEST: Final = 160
"""Characters of what was answered."""


def receipt_of(did: str, text: str) -> str:
    """`files answered write_file: Successfully wrote to a.txt`, where `did` is what stands before the colon."""
    said = " ".join(without_escapes(text[: 10 * LONGEST]).split())
    return f"{did}: {(said if len(said) <= LONGEST else f'{said[: LONGEST - 1]}…') or 'done'}"
