"""Signs between words, as they are said: "a != b" is "a is not b", "~30" is "about 30"."""

import re
from typing import Final

from solovox.lang.en.units import SIGNS_OF_MONEY
from solovox.text.named import KEPT

_WORDY: Final = rf"\w{KEPT}"
_Rules = tuple[tuple[re.Pattern[str], str], ...]


def _rules(*rules: tuple[str, str]) -> _Rules:
    return tuple((re.compile(pattern), said) for pattern, said in rules)


_FIRST: Final = _rules(
    (r"\b([CFcf])#(?=\W|$)", r"\1 sharp"),
    (r"(?<=\w)\+\+(?!\w)", " plus plus"),
    (r"(?<![\w)])\+(\d[\d.,]*)\s*/\s*[-−](?=\d)", r"plus \1, minus "),
    (rf"([{SIGNS_OF_MONEY}])[-−](?=\d)", r"minus \1"),
    (rf"(?<![\w)\]])[-−](?=[{SIGNS_OF_MONEY}]?\d)", "minus "),
    (rf"(?<![\w)\]])\+(?=[{SIGNS_OF_MONEY}]?\d)", "plus "),
    (r"(?<=[\d)])\s[-−]\s(\S+)(?=\s*(?:=|is\b|equals\b))", r" minus \1"),
    (r"(?<![^\s(])#(?=\d)", "number "),
    (r"(?<=\w)#(?=\d)", " number "),
    (r"(?<=\d)\s*\*\s*(?=\d)", " times "),
    (r"(?<=\w)\s*\^\s*(?=\w)|(?<=\d)\*\*(?=\d)", " to the power of "),
    (r"\s*(?:<[-=]+>|<->)\s*", " both ways "),
    (r"\s*(?:[-=]+>|[→⇒➜])\s*", " to "),
    (r"\s*<-+\s*|\s*←\s*", " from "),
    (r"\s*(?:!==?|≠)\s*", " is not "),
    (r"\s*(?:>=|≥)\s*", " at least "),
    (r"\s*(?:<=|≤)\s*", " at most "),
    (rf"(?<=[{_WORDY}) ])\s*={{2,3}}\s*(?=[{_WORDY}(\"' ])", " equals "),
    (rf"(?<=[{_WORDY})\]])(?:\s=\s|=)(?=[{_WORDY}(\"'-])", " equals "),
    (rf"(?<=[{_WORDY})\]])\s+<\s+(?=[{_WORDY}])", " less than "),
    (rf"(?<=[{_WORDY})\]])\s+>\s+(?=[{_WORDY}])", " greater than "),
    (rf"(?<![^\s(])<\s?(?=[{SIGNS_OF_MONEY}]?\d)", "less than "),
    (rf"(?<![^\s(])>\s?(?=[{SIGNS_OF_MONEY}]?\d)", "more than "),
    (r"\s*&&\s*", " and "),
    (r"\s*\|\|\s*", " or "),
    (r"(?<![^\s(])~\s?(?=\d)", "about "),
    (r"(?<![^\s(])--(?=[A-Za-z])", "dash dash "),
    (r"(?<![^\s(])-(?=[A-Za-z])", "dash "),
    (r"\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))", r"\1\2"),
    (r"(\w)\(\)", r"\1"),
)
_IN_CODE: Final = _rules(
    (r"\?\.", " "),
    (r"!(?=[\w(])", "not "),
    (r"\s\+=\s", " plus equals "),
    (r"\s-=\s", " minus equals "),
    (r"\s\+\s", " plus "),
    (r"\s\|\s", " pipe "),
    (r"(?<=\w)\|(?=\w)", " or "),
    (r"(?<=\w)~(?=\d)", " tilde "),
    (r"(?<!\S)\*(?!\S)", "star"),
    (r"(?<!\S)@(?=\w)", "at "),
    (r"(?<=[\w\])])\[", " "),
    (r"(?<=\w)<(?=[\w&])", " "),
    (r"%(\w{2,})%", r"\1"),
)

_CROSS: Final = re.compile("[❌✗✘✖🚫⛔]\ufe0f?[ \t]*(?=(\\S)?)")
_WARNING: Final = re.compile(r"⚠️?[ \t]*(?=([*_ \t]*(?:warning|caution|attention)\b)?)", re.IGNORECASE)


_ANY: Final = re.compile(rf"[^\w\s.,;:!?'\"’()/{KEPT}]|\(\)")
"""Most prose has none of the signs at all."""


def in_words(text: str) -> str:
    """Signs of prose."""
    return _applied(_FIRST, text) if _ANY.search(text) else text


def code_in_words(code: str) -> str:
    """Signs of a line of code, or of a command."""
    return _applied(_IN_CODE, _applied(_FIRST, code))


def marks_in_words(text: str) -> str:
    """Pictures that deny or warn; any other is not said."""
    if text.isascii():
        return text
    text = _CROSS.sub(lambda found: "cross: " if found[1] else "cross", text)
    return _WARNING.sub(lambda found: "" if found[1] else "warning: ", text)


def _applied(rules: _Rules, text: str) -> str:
    for pattern, said in rules:
        text = pattern.sub(said, text)
    return text
