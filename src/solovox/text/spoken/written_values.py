"""The patterns of what is written: each number, sign and word of a text, by the first that fits."""

import re
from typing import Final

from solovox.lang.en.units import PHONE, SHORT_UNITS, SIGNS_OF_MONEY
from solovox.text.spoken import signs
from solovox.text.spoken.script import FOREIGN_LETTER

POWER: Final = "[⁺⁻]?[⁰¹²³⁴-⁹]+"
_VULGAR: Final = "¼-¾⅐-⅞↉"
_NUM: Final = r"(?:\d{1,3}(?:,\d\d)*(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)*|(?<![\w.])\.\d+)"
UNIT: Final = "|".join(re.escape(unit) for unit in sorted(SHORT_UNITS, key=len, reverse=True))
PER: Final = {
    "s": "second", "sec": "second", "min": "minute", "h": "hour", "hr": "hour", "d": "day", "day": "day", "wk": "week", "week": "week", "mo": "month",
    "month": "month", "yr": "year", "year": "year", "hour": "hour", "minute": "minute", "second": "second",
}  # fmt: skip
_PER: Final = "|".join(sorted(PER, key=len, reverse=True))
_POINT: Final = r",\d{1,2}(?![\d.,]?\d)"
_GROUPED: Final = (
    rf"\d{{1,3}}(?:\.\d{{3}})+{_POINT}|[1-9]\d{{0,2}}(?:\.\d{{3}}){{2}}(?!\.?\d)|[1-9]\d{{0,2}}(?: \d{{3}})* 000(?!\d|,\d)"
    rf"|\d{{1,3}}(?:[\u202f\u00a0\u2009]\d{{3}})+(?:{_POINT})?(?!\d)|\d{{1,3}}(?: \d{{3}})+,\d\d(?!\d)"
    rf"|\d+{_POINT}(?=\s?(?:[%{SIGNS_OF_MONEY}]|(?:{UNIT})(?!\w)))|(?<=[{SIGNS_OF_MONEY}])\d+{_POINT}"
)
"""Numbers as other countries write them, where no other reading is left."""
_ABROAD: Final = re.compile(
    rf"{PHONE}|(?<![\w.,])(?:(?P<quoted>\d{{1,3}}(?:['’]\d{{3}})+(?:\.\d{{1,2}})?(?!\d))|(?P<sure>{_GROUPED})"
    r"|(?P<open>(?:\d{1,3}\.\d{3}|\d+,\d+)(?![\w.,]?\d)))"
)
_COMMAS: Final = re.compile(r"\d\.\d{3},\d\d?(?!\d)|(?<![\d,.])\d+,\d\d?\s?[€%]")
_POINTED: Final = frozenset(
    "auto en ja ko zh th he hi bn ta te ml mr ur pa gu si my km sw ha yo mt cy ms tl".split()
)
"""Languages with a point in their numbers where others have a comma."""
_QUOTES: Final = str.maketrans("'’", ",,")
_SWAPPED: Final = str.maketrans("., \u202f\u00a0\u2009", ",.,,,,")


def has_commas(text: str, language: str = "en") -> bool:
    """Whether a comma is the point of its numbers: by how it writes them elsewhere, else by its language."""
    return language not in _POINTED or _COMMAS.search(text) is not None


def with_points(text: str, *, commas: bool) -> str:
    """The text with its numbers as English writes them, sign for sign: `1.234,56`, `1 234,56` and `1'234.56` are 1,234.56."""

    def english(found: re.Match[str]) -> str:
        if found["quoted"]:
            return found[0].translate(_QUOTES)
        return found[0].translate(_SWAPPED) if found["sure"] or (commas and found["open"]) else found[0]

    return _ABROAD.sub(english, text)


_SIGN: Final = "|".join(
    re.escape(sign) + (r"(?!\d)" if sign == "<-" else "")
    for sign in sorted(signs.SIGNS, key=len, reverse=True)
)
_LETTER: Final = rf"[^\W\d_{_VULGAR}⁰¹²³⁴-⁹]"

PATTERNS: Final = {
    "gap": r"(?<=[a-z]) (?=[A-Za-z])",
    "plain": r"(?<!\S)(?!(?:minus|negative) \d)[a-z]{2,}(?=[ ,])",
    "scheme": r"(?:https?://)?www\.(?=\w)|https?://",
    "initials": r"(?<![^\W_])(?<!@)(?:(?:[^\W\d_]\.){2,}(?![^\W_])|[^\W\d_](?:\.[^\W\d_])+(?![^\W_]|\.?@))",
    "short": r"\b(?:w/o|b/c|w/)(?!\w)",
    "abbreviated": r"\b(?P<ab>Nos?|nos?|[Ee]xt|[Ff]igs?|[Vv]ol|[Ss]ec|[Ee]q|pp?)\.\s?(?=\d)",
    "stamp": (
        r"(?<=-\d\d)T(?P<zh>[01]\d|2[0-4]):?(?P<zm>[0-5]\d)(?::?(?P<zs>[0-5]\d)(?:[.,]\d+)?)?(?P<zz>Z|[-+−]\d\d(?::?\d\d)?)?(?![\w:])"
    ),
    "iso_date": (
        r"\b(?P<iy>\d{4})(?P<is>-|(?<!/\d{4})/)(?P<im>0[1-9]|1[0-2])(?P=is)(?P<iday>0[1-9]|[12]\d|3[01])(?!\d|(?<=/\d\d)/)(?=\W|T\d|\Z)"
    ),
    "slash_date": r"\b(?P<sa>\d{1,2})(?P<ss>[/-])(?P<sb>\d{1,2})(?P=ss)(?P<sy>\d{4})\b",
    "dotted_date": r"(?<![\w.])(?P<da>0?[1-9]|[12]\d|3[01])\.(?P<db>0?[1-9]|1[0-2])\.(?P<dy>(?:19|20)\d\d)(?!\w|\.\d)",
    "address": (
        r"(?<![\w:])(?=[0-9A-Fa-f:]*\d)(?=[0-9A-Fa-f:]*::|(?:[0-9A-Fa-f]{1,4}:){3})(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{1,4}(?![\w:])"
    ),
    "time": r"\b(?P<th>[01]?\d|2[0-4]):(?P<tm>[0-5]\d)(?::(?P<ts>[0-5]\d(?:\.\d+)?))?(?!\d)(?P<tf>(?=\s?[AaPp]\.?[Mm]\b))?",
    "phone": PHONE,
    "row": r"(?<![\w.,])\d(?:,? \d){4,40}(?!,? ?\d|\w)",
    "money": (
        rf"(?:(?<![\w)\]%])(?P<cm>[-−–+]))?(?:(?P<cs>[{SIGNS_OF_MONEY}])|\bRs\.?)(?P<cn>[-−])?\s?(?P<cw>{_NUM})"
        r"(?:\s?(?P<ck>thousand|million|billion|trillion|mn|bn|tn|[kKmMbB])(?!\w))?"
    ),
    "money_after": rf"(?P<an>{_NUM})\s?(?P<as>[{SIGNS_OF_MONEY}])(?!\d)",
    "mixed": r"(?<![\w/.])(?P<mw>\d+)[\s-](?P<mt>\d{1,2})[/⁄](?P<mb>\d{1,2})(?![\w/])",
    "fraction": r"(?<![\w/.])(?P<ft>\d{1,3})[/⁄](?P<fb>\d{1,3})(?![\w/])",
    "vulgar": rf"(?:(?P<vw>\d+)\s?)?(?P<vf>[{_VULGAR}])",
    "decade": r"(?<!\w)\d{0,2}\d0s(?!\w)",
    "ordinal": r"\b(?P<on>\d{1,15})(?:st|nd|rd|th)\b",
    "hex": r"\b0[xX][0-9a-fA-F]+\b",
    "scientific": r"(?<![\w.,])\d+(?:\.\d+)?[eE][-+−]?\d{1,3}(?!\w|\.\d)",
    "height": r"\b(?P<hf>\d)['’′]\s?(?P<hi>\d{1,2})(?:[\"”″]|'')?(?!\w)",
    "version": r"\b[vV](?P<vn>\d+(?:\.\d+)*)(?!\w|\.\d)",
    "number": _NUM,
    "cross": r"(?<=\d)\s?[xX]\s?(?=\d)|(?<=\d)×(?=\d)",
    "measure": (
        rf"(?<=[\d{_VULGAR}⁰¹²³⁴-⁹])[\s-]?(?P<mu>{UNIT})(?P<me>[²³]|\^[23])?(?:/(?P<mr>{_PER}|{UNIT})(?P<mq>[²³]|\^[23])?)?(?:(?!\w)|(?<=[dhm])(?=\d{{1,2}}[hms]\b))"
    ),
    "half_day": r"(?<=\d)\s?(?P<hd>[AaPp])\.?[Mm]\b\.?",
    "raised": r"(?:(?<=[\w)\]])\s?\^\s?|(?:(?<=\d)|(?<=\b[A-Za-z]))\*\*)(?P<rp>[-−]?\d{1,3})(?![\w*]|\.\d)",
    "power": rf"(?<=[\w)\]]){POWER}",
    "minus": r"(?<![\w)\]])[-−–](?=\.?\d)|\b(?:[Mm]inus|[Nn]egative)\s(?=\d)",
    "less": r"(?<=[\d)])\s[-−]\s(?=[\d(])|(?<=\b[A-Za-z])\s[-−]\s(?=[\w(])",
    "ratio": r"(?<=\d):(?=\d)",
    "query": r"(?<=\w)\?(?=\w)",
    "colon": r"(?<=\w):(?=\w)",
    "between": rf"(?:(?<=[\d%])|(?<=\d[A-Za-z])|(?<=\d[A-Za-z]{{2}}))(?:[-–—−]|\s[–—]\s)(?=[{SIGNS_OF_MONEY}]?\d)",
    "flag": r"(?<![\w-])--?(?=[A-Za-z])",
    "musical": r"(?<=\b[A-Ga-g])#(?!\w)",
    "plus": r"(?<=[a-z])\+(?=\w)",
    "rate": rf"(?<=[^\W_])/(?P<rr>{_PER})(?!\w)|(?<=\d)/(?P<rx>{UNIT})(?!\w)",
    "slash": r"(?<=[^\W\d])/(?=\w)|(?<![^\s(])/(?=[A-Za-z])",
    "standard": r"(?<=\b[A-Z])\.(?=\d)|(?<=\b[A-Z][a-z])\.(?=[A-Z]\b)",
    "dot": r"(?<=\w)\.(?=\w)|(?<![\w.])\.(?=[A-Za-z])",
    "dunder": "__",
    "hash": r"#(?=\d)",
    "hyphen": r"(?<=\w)[-_](?=\w)|_",
    "letter": rf"{FOREIGN_LETTER}",
    "greek": r"(?<![\u0370-\u03ff])[Α-Ωα-ω](?![\u0370-\u03ff])",
    "word": rf"(?:{_LETTER}|['’](?={_LETTER}))+(?:(?<=s)['’](?!\w))?",
    "rule": r"(?P<ru>[*_#~^-])(?P=ru){2,}|={4,}",
    "sign": _SIGN,
    "break": r"\s*\n\s*",
    "pause": r"\.{2,}|…|\s[-–]\s|[—–―]|(?<!\S)--+(?!\S)|(?<=\w)--+(?=[^\W\d])|[.,!?;:]",
    "other": r"[^\w\s]|[⁰¹²³⁴-⁹]",
}
"""In order: the first two are the commonest by far, and would be found by later ones too."""
SCAN: Final = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in PATTERNS.items()))


def name_of(found: re.Match[str]) -> str:
    """Which pattern it was."""
    last = found.lastgroup or ""
    return last if last in PATTERNS else next(name for name in PATTERNS if found[name] is not None)
