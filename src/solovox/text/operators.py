"""Signs that markdown and code also use, in words: "a != b" is "a is not b", "~30" is "about 30".

What a sign is called is the one table's (`signs`, by its place in `spoken_units`); here is only what is no value.
"""

import re
from typing import Final

from solovox.lang.en.units import SIGNS_OF_MONEY
from solovox.text.forms import Unit, UnitKind
from solovox.text.spoken_units import units

_Rules = tuple[tuple[re.Pattern[str], str], ...]


def _rules(*rules: tuple[str, str]) -> _Rules:
    return tuple((re.compile(pattern), said) for pattern, said in rules)


_FIRST: Final = _rules(
    (r"(?<![\w)])\+(\d[\d.,]*)\s*/\s*[-−](?=\d)", r"plus \1, minus "),
    (r"\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))", r"\1\2"),
    (r"(\w)\(\)", r"\1"),
)
_PLACEHOLDER: Final = (r"(?<!\w)<([A-Za-z][\w -]*)>", r" \1 ")
_GENERIC: Final = (r"(?<=\w)<([A-Za-z&][\w&,.:\[\] ]*)>", r" \1")
_IN_CODE: Final = _rules(
    _PLACEHOLDER,
    _GENERIC,
    _GENERIC,
    (r"\?\.", " "),
    (r"!(?=[\w(])", "not "),
    (r"\s\+=\s", " plus equals "),
    (r"\s-=\s", " minus equals "),
    (r"\s\+\s", " plus "),
    (r"\s\|\s", " pipe "),
    (r"(?<=\w)\|(?=\w)", " or "),
    (r"(?<=\w)~(?=\d)", " tilde "),
    (r"(?<!\S)(?<!\d )\*(?! \d)(?!\S)", "star"),
    (r"(?<!\S)@(?=\w)", "at "),
    (r"(?<=[\w\])])\[", " "),
    (r"%(\w{2,})%", r"\1"),
)
_CROSS: Final = re.compile("[❌✗✘✖🚫⛔]\ufe0f?[ \t]*(?=(\\S)?)")
_CHECK: Final = re.compile("(?:(?<=[:|])|(?<=[:|] ))[✅✓✔☑]\ufe0f?")
"""Behind what it affirms; elsewhere it adorns."""
_WARNING: Final = re.compile(r"⚠️?[ \t]*(?=([*_ \t]*(?:warning|caution|attention)\b)?)", re.IGNORECASE)
_ANY: Final = re.compile(r"[-*#~<>^|=+&−–→⇒➜←↔≠≥≤$(]")
"""Most prose has none of the signs at all."""
_SPOKEN: Final = re.compile(r"[*~<>^=→⇒➜←↔≠≥≤]|\+\+|&&|\|\||#.")
_GAIN: Final = re.compile(r"(?<![\w)\]])\+(?=\d)")
_DASHES: Final = re.compile(r"\s?[-−–]{1,2}\s?")
_SIGNED: Final = re.compile(rf"([{SIGNS_OF_MONEY}]?)([-−–+])")
_POWER: Final = re.compile(r"\s?(?:\^|\*\*)\s?([-−]?)(\d+)")


def in_words(text: str) -> str:
    """Signs of prose."""
    return _signs(_applied(_FIRST, text)) if _ANY.search(text) else text


def code_in_words(code: str) -> str:
    """Signs of a line of code, or of a command."""
    return in_words(_applied(_IN_CODE, code))


def _signs(text: str) -> str:
    parts: list[str] = []
    at = 0
    for unit in units(text):
        said = "plus" if _GAIN.match(text, unit.first) else _in_words(unit)
        if said:
            parts += [text[at : unit.first], f" {said} "]
            at = unit.end
    return "".join([*parts, text[at:]])


def _in_words(unit: Unit) -> str:
    if unit.kind is UnitKind.NUMBER and (found := _SIGNED.match(unit.written)):
        return f"{'plus' if found[2] == '+' else 'minus'} {found[1]}{unit.written[found.end() :]}"
    if unit.kind is not UnitKind.SIGN or unit.written[0].isalpha():
        return ""
    if power := _POWER.fullmatch(unit.written):
        known = {"2": "squared", "3": "cubed"}.get(power[2]) if not power[1] else None
        return known or f"to the power of {'minus ' if power[1] else ''}{power[2]}"
    if _DASHES.fullmatch(unit.written):
        return unit.aloud if unit.aloud.startswith(("minus", "dash")) else ""
    return unit.aloud if _SPOKEN.search(unit.written) or unit.aloud in ("number", "sharp") else ""


def marks_in_words(text: str) -> str:
    """Pictures that deny, affirm or warn; any other is not said."""
    if text.isascii():
        return text
    text = _CROSS.sub(lambda found: "cross: " if found[1] else "cross", text)
    text = _CHECK.sub("check", text)
    return _WARNING.sub(lambda found: "" if found[1] else "warning: ", text)


def _applied(rules: _Rules, text: str) -> str:
    for pattern, said in rules:
        text = pattern.sub(said, text)
    return text
