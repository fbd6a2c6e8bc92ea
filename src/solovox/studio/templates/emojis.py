"""Emojis by their names: those of Unicode, and a few that people call otherwise."""

import unicodedata
from functools import cache
from typing import Final

_OURS: Final = {
    "heart": "❤️", "smile": "🙂", "smiling": "🙂", "laugh": "😂", "star": "⭐", "sun": "☀️", "snow": "❄️", "thumbs up": "👍", "check": "✅",
    "party": "🎉", "coffee": "☕", "cake": "🎂", "beer": "🍺", "money": "💰", "light": "💡", "phone": "📱", "computer": "💻", "music": "🎵",
    "christmas": "🎄", "dog": "🐶", "cat": "🐱", "flower": "🌸", "clock": "⏰", "book": "📚", "pen": "🖊️", "fire": "🔥", "car": "🚗",
    "house": "🏠", "earth": "🌍", "planet": "🪐", "moon": "🌙",
}  # fmt: skip
_RANGES: Final = ((0x1F300, 0x1F64F), (0x1F680, 0x1F6FF), (0x1F900, 0x1F9FF), (0x1FA70, 0x1FAFF))


@cache
def _named() -> tuple[tuple[str, str], ...]:
    signs = (chr(code) for first, last in _RANGES for code in range(first, last + 1))
    return tuple((unicodedata.name(sign, "").lower(), sign) for sign in signs)


def emoji(name: str) -> str | None:
    """The sign of a name: the one whose own name has all its words, the shortest first. None: there is none."""
    wanted = name.lower().split()
    if sign := _OURS.get(" ".join(wanted)):
        return sign
    found = [
        (len(full), full, sign) for full, sign in _named() if wanted and set(wanted) <= set(full.split())
    ]
    return min(found)[2] if found else None
