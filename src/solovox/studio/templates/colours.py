"""Colours by their names, and what can be read on them. Their values come out of tables, never out of what was said."""

import re
from typing import Final

import webcolors

READABLE: Final = 4.5
"""The contrast that text needs (WCAG 2.2, 1.4.3)."""
_OURS: Final = {
    "blue": "#1f5fd6", "green": "#1f8047", "red": "#c92a2a", "yellow": "#f2c83a", "orange": "#e8710a", "purple": "#7b3fc4",
    "violet": "#7b3fc4", "pink": "#d63f8c", "brown": "#7d4e24", "black": "#101114", "white": "#ffffff", "grey": "#687080",
    "gray": "#687080", "teal": "#0f766e", "turquoise": "#0e9aa7", "gold": "#d4a017", "navy": "#16305e", "mint": "#7fd8b4",
    "cream": "#fbf4de", "peach": "#ffc9a3", "burgundy": "#7a1730", "rose": "#e0527a", "lilac": "#b79ae0", "mustard": "#d1a11e",
    "lavender": "#c9bdf0", "charcoal": "#2b2f36", "apricot": "#f8b878", "emerald": "#108a5e", "ruby": "#a5152f",
    "sand": "#e4d3ae", "sky": "#6fb9ee", "light yellow": "#fdf5c4", "light blue": "#cfe4fb", "light green": "#d3f2d8",
    "light pink": "#fbd9e6", "light grey": "#e6e8ec", "light gray": "#e6e8ec", "light purple": "#e5d9f7",
    "navy blue": "#16305e", "sky blue": "#6fb9ee", "royal blue": "#2450c8", "baby blue": "#bfdcf5", "hot pink": "#e83e8c",
}  # fmt: skip
"""Names that people say, as they look well on a page."""
_SHADES: Final = {
    "light": 0.62, "lighter": 0.62, "pale": 0.72, "soft": 0.55, "pastel": 0.6, "bright": 0.12, "dark": -0.42, "darker": -0.42,
    "deep": -0.35,
}  # fmt: skip
"""How far towards white, or (below zero) towards black."""
_HEX: Final = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE)


def colour(said: str) -> str | None:
    """`#rrggbb` of a colour that was said ("dark green", "sky blue", "#aa0044"); None: it is none."""
    words = said.lower().replace("-", " ").split()
    name = " ".join(words)
    if _HEX.fullmatch(name):
        return name
    if name in _OURS:
        return _OURS[name]
    try:
        return str(webcolors.name_to_hex("".join(words)))
    except ValueError:
        pass
    if len(words) > 1 and words[0] in _SHADES and (plain := colour(" ".join(words[1:]))):
        return shaded(plain, _SHADES[words[0]])
    return None


def rgb(hexed: str) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255."""
    red, green, blue = webcolors.hex_to_rgb(hexed)
    return red, green, blue


def shaded(hexed: str, by: float) -> str:
    """Towards white (`by` up to 1), or towards black (down to -1)."""
    end = 255 if by > 0 else 0
    red, green, blue = (round(part + (end - part) * abs(by)) for part in rgb(hexed))
    return str(webcolors.rgb_to_hex((red, green, blue)))


def light(hexed: str) -> float:
    """The relative luminance, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (one / 255 for one in rgb(hexed))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """From 1 (the same) to 21 (black on white)."""
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def is_light(hexed: str) -> bool:
    """Whether black is read better on it than white."""
    return contrast(hexed, "#000000") > contrast(hexed, "#ffffff")


def on(hexed: str) -> str:
    """What can be read on it: white, else near black, else black."""
    return next(one for one in ("#ffffff", "#101114", "#000000") if contrast(hexed, one) >= READABLE)


def readable(hexed: str, ground: str) -> str:
    """The nearest shade of it that can be read on a ground."""
    towards = -0.08 if is_light(ground) else 0.08
    for _ in range(40):
        if contrast(hexed, ground) >= READABLE:
            return hexed
        hexed = shaded(hexed, towards)
    return on(ground)
