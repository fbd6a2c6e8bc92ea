"""Looks that are asked for in loose words: "the font is too small", "I'd prefer rounder buttons".

Rule 1: every word must be known: a part, what it shall be, or a small word. One that is not makes the sentence another one's.
Rule 2: "too small" wants it larger.
"""

from collections.abc import Iterable
from typing import Final

from solovox.studio.templates.changes import (
    Change,
    LookPart,
    Recolour,
    Resize,
    SetCorners,
    SetScheme,
    SetStyle,
)
from solovox.studio.templates.colours import colour

_PARTS: Final = {
    LookPart.BUTTONS: "button buttons", LookPart.BACKGROUND: "background backdrop", LookPart.CARDS: "cards boxes panels card box",
    LookPart.TEXT: "text font fonts letters words writing lettering type", LookPart.TITLE: "title heading headline header",
    LookPart.SPACE: "space spacing room air padding gap gaps distance margin margins", LookPart.CORNERS: "corner corners edges edge",
    LookPart.PAGE: "page layout",
}  # fmt: skip
_PART_OF: Final = {word: part for part, words in _PARTS.items() for word in words.split()}
_UP: Final = frozenset(
    "bigger larger big large huge giant enormous taller increase enlarge grow more larger-sized".split()
)
_DOWN: Final = frozenset("smaller small tiny tinier little less decrease reduce shrink cramped".split())
_WIDE: Final = frozenset("wide wider broader broad".split())
_NARROW: Final = frozenset("narrow narrower slim slimmer".split())
_ROUND: Final = frozenset("round rounder rounded soft softer".split())
_SQUARE: Final = frozenset("square sharp sharper squared angular".split())
_DARK: Final = frozenset("dark darker night".split())
_LIGHT: Final = frozenset("light lighter bright brighter day".split())
_MIDDLE: Final = frozenset("middle center centre centered centred".split())
_CAPITALS: Final = frozenset("caps capitals capital uppercase".split())
_BOLD: Final = frozenset("bold bolder fat thick thicker".split())
_NOT: Final = frozenset("no not without remove rid lose drop away isn't aren't".split())
_SMALL: Final = frozenset(
    "the a an my its it it's its is are be should must could can i i'd we we'd like prefer want wish need to of in at all some bit"
    " really very much lot slightly somewhat quite please mode theme look colour color colours colors make made turn set have has"
    " get give with for me us everything app this that these everywhere there there's between around only just kind sort enough"
    " them everyone whole main bit better use put go goes letter size sized".split()
)  # fmt: skip
_KNOWN: Final = (
    _UP, _DOWN, _WIDE, _NARROW, _ROUND, _SQUARE, _DARK, _LIGHT, _MIDDLE, _CAPITALS, _BOLD, _NOT, frozenset({"too"}), _SMALL,
)  # fmt: skip


def loosely(said: str) -> Change | None:
    """The look that is asked for; None: some word is not known, or they do not fit."""
    words = said.lower().replace("’", "'").replace(",", " ").split()
    named, rest = _colour(words)
    if any(word not in _PART_OF and not any(word in known for known in _KNOWN) for word in rest):
        return None
    part = next((_PART_OF[word] for word in rest if word in _PART_OF), None)
    if named:
        return _recolour(part, named) if not _has(rest, _UP | _DOWN | _NOT) else None
    less = "less" in rest and part is not LookPart.SPACE
    other_way = "too" in rest or less or (_has(rest, _NOT) and "enough" not in rest)
    return _shape(part, rest, other_way) or _size(part, rest, other_way)


def _has(words: Iterable[str], known: frozenset[str]) -> bool:
    return any(word in known for word in words)


def _colour(words: list[str]) -> tuple[str, list[str]]:
    """The longest colour among the words, and the words without it. "light" and "dark" alone are none."""
    for count in (2, 1):
        for at in range(len(words) - count + 1):
            name = " ".join(words[at : at + count])
            if colour(name):
                return name, words[:at] + words[at + count :]
    return "", words


def _recolour(part: LookPart | None, named: str) -> Change | None:
    value = colour(named)
    if value is None or part in (LookPart.SPACE, LookPart.CORNERS):
        return None
    where = LookPart.BACKGROUND if part is LookPart.PAGE else part or LookPart.ACCENT
    return Recolour(where, value, named)


def _shape(part: LookPart | None, words: list[str], other_way: bool) -> Change | None:
    """Corners, the scheme, how the title stands, the weight of the letters."""
    if _has(words, _ROUND) or _has(words, _SQUARE):
        return SetCorners(round=_has(words, _ROUND) != other_way)
    if part in (None, LookPart.BACKGROUND, LookPart.PAGE) and (_has(words, _DARK) or _has(words, _LIGHT)):
        return SetScheme(dark=_has(words, _DARK) != other_way)
    if part is LookPart.TITLE and _has(words, _MIDDLE):
        return SetStyle("--title-align", "left" if other_way else "center", "centred the title")
    if part is LookPart.TITLE and _has(words, _CAPITALS) and not other_way:
        return SetStyle("--title-case", "uppercase", "put the title in capitals")
    if part in (None, LookPart.TEXT) and _has(words, _BOLD):
        return SetStyle(
            "--font-weight",
            "400" if other_way else "650",
            "made the text plain" if other_way else "made the text bold",
        )
    return None


def _size(part: LookPart | None, words: list[str], other_way: bool) -> Change | None:
    if _has(words, _WIDE) or _has(words, _NARROW):
        if part not in (None, LookPart.PAGE, LookPart.CARDS):
            return None
        return Resize(LookPart.PAGE, 1.4 if _has(words, _WIDE) != other_way else 1 / 1.4)
    up, down = (
        _has(words, _UP),
        _has(words, _DOWN - {"little"}) or ("little" in words and part is LookPart.SPACE),
    )
    if up == down or part in (LookPart.CORNERS, LookPart.BACKGROUND, LookPart.CARDS, None):
        return None
    step = 1.5 if part is LookPart.SPACE else 1.22
    return Resize(part, step if up != other_way else 1 / step)
