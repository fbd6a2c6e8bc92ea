"""What is said of a text, piece by piece: each word, number and sign, and every way in which it may be said.

Rule 1: what is written together may be several units ("snake_case", "5km"), and what is written apart may be one
("$5 million"); a unit depends on what stands before it and on at most two words behind it.
Rule 2: any text has units, and the same text has the same ones.
Rule 3: punctuation is not said. A sign that may be silent is a unit that may be skipped.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache
from typing import Final

from solovox.lang.en.numbers import SCALES, in_words
from solovox.lang.en.units import PHONE, SHORT_UNITS, SIGNS_OF_MONEY, measure
from solovox.text import figures, signs
from solovox.text import numbers_abroad as abroad
from solovox.text.alike import CLIPPED, said
from solovox.text.code_talk import STOP_WORDS
from solovox.text.forms import Digits, Either, Form, Graph, either, graph, maybe, moves, seq, word
from solovox.text.script import (
    FOREIGN_LETTER,
    as_capital,
    in_two,
    joined_letters,
    plain,
    sounded,
    without_marks,
)


class UnitKind(Enum):
    """What is written."""

    WORD = auto()
    LETTER = auto()
    """A word of a script that has no gaps, or a syllable of one that has them anywhere."""
    NUMBER = auto()
    """Digits."""
    SIGN = auto()


@dataclass(frozen=True, slots=True)
class Unit:
    """Something said, and where it stands: `text[first:end]`."""

    first: int
    end: int
    kind: UnitKind
    ways: Graph
    written: str
    glued: bool = False
    """It is part of the word before it: "Name" of "getUserName"."""

    @property
    def silent(self) -> bool:
        """Whether it may be left out."""
        return any(not said for said, _ in moves(self.ways)[0])

    @property
    def letters(self) -> str:
        """A word as it is written, where it may be part of a longer one; else nothing."""
        return _letters(self.ways, self.written) if self.kind is UnitKind.WORD else ""

    @property
    def owns(self) -> bool:
        """Whether it is a possessive: of a longer word only the last part may be one, unlike "man's laughter"."""
        return self.written.endswith(("'s", "s'"))

    @property
    def long(self) -> bool:
        """Whether it is read in groups that are not in the writing: a number of a telephone, of an order."""
        grouped = "," in self.written and ", " not in self.written
        return (
            self.kind is UnitKind.NUMBER and not grouped and (len(self.written) > 3 or self.written[0] == "0")
        )


@lru_cache(4096)
def _letters(ways: Graph, written: str) -> str:
    following = moves(ways)
    if not any(not said for _, to in following[0] for said, _ in following[to]):
        return ""
    return "".join(c for c in written.casefold() if c.isalnum()) if written.isascii() else ways[0][0][0]


_NUM = r"(?:\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)*|(?<![\w.])\.\d+)"
_UNIT = "|".join(re.escape(unit) for unit in sorted(SHORT_UNITS, key=len, reverse=True))
_SIGN = "|".join(re.escape(sign) for sign in sorted(signs.SIGNS, key=len, reverse=True))

_PATTERNS: Final = {
    "scheme": r"(?:https?://)?www\.(?=\w)|https?://",
    "initials": r"(?<![^\W_])(?<!@)(?:(?:[^\W\d_]\.){2,}(?![^\W_])|[^\W\d_](?:\.[^\W\d_])+(?![^\W_]|\.?@))",
    "short": r"\b(?:w/o|b/c)(?!\w)",
    "number_sign": r"\b[Nn]o\.\s?(?=\d)",
    "iso_date": r"\b(?P<iy>\d{4})-(?P<im>0[1-9]|1[0-2])-(?P<iday>0[1-9]|[12]\d|3[01])\b",
    "slash_date": r"\b(?P<sa>\d{1,2})/(?P<sb>\d{1,2})/(?P<sy>\d{4})\b",
    "time": r"\b(?P<th>[01]?\d|2[0-4]):(?P<tm>[0-5]\d)(?::(?P<ts>[0-5]\d))?(?!\d)",
    "phone": PHONE,
    "row": r"(?<![\w.,])\d(?:,? \d){4,40}(?!,? ?\d|\w)",
    "money": (
        rf"(?P<cm>[-−+])?(?P<cs>[{SIGNS_OF_MONEY}])(?P<cn>[-−])?(?P<cw>{_NUM})"
        r"(?:\s?(?P<ck>thousand|million|billion|trillion|mn|bn|[kKmMbB])(?!\w))?"
    ),
    "money_after": rf"(?P<an>{_NUM})\s?(?P<as>[{SIGNS_OF_MONEY}])(?!\d)",
    "mixed": r"(?<![\w/.])(?P<mw>\d+)\s(?P<mt>\d{1,2})/(?P<mb>\d{1,2})(?![\w/])",
    "fraction": r"(?<![\w/.])(?P<ft>\d{1,3})/(?P<fb>\d{1,3})(?![\w/])",
    "vulgar": r"(?P<vw>\d*)(?P<vf>[½¼¾⅓⅔⅛])",
    "decade": r"(?<!\w)\d{0,2}\d0s(?!\w)",
    "ordinal": r"\b(?P<on>\d{1,15})(?:st|nd|rd|th)\b",
    "hex": r"\b0[xX][0-9a-fA-F]+\b",
    "height": r"\b(?P<hf>\d)['’′](?P<hi>\d{1,2})(?:[\"”″]|'')?(?!\w)",
    "version": r"\b[vV](?P<vn>\d+(?:\.\d+)*)(?!\w)",
    "number": _NUM,
    "measure": rf"(?<=\d)[\s-]?(?P<mu>{_UNIT})(?:/(?P<mr>s|sec|min|h|hr))?(?!\w)",
    "half_day": r"(?<=\d)\s?(?P<hd>[AaPp])\.?[Mm]\b\.?",
    "minus": r"(?<![\w)\]])[-−](?=\d)|\b(?:[Mm]inus|[Nn]egative)\s(?=\d)",
    "less": r"(?<=[\d)])\s[-−]\s(?=[\d(])|(?<=\b[A-Za-z])\s[-−]\s(?=[\w(])",
    "ratio": r"(?<=\d):(?=\d)",
    "cross": r"(?<=\d)[xX](?=\d)",
    "query": r"(?<=\w)\?(?=\w)",
    "colon": r"(?<=\w):(?=\w)",
    "between": r"(?<=\d)(?:[-–—−]|\s[–—]\s)(?=\d)",
    "flag": r"(?<![\w-])--?(?=[A-Za-z])",
    "musical": r"(?<=\b[A-Ga-g])#(?!\w)",
    "plus": r"(?<=[a-z])\+(?=\w)",
    "slash": r"(?<=[^\W\d])/(?=\w)",
    "standard": r"(?<=\b[A-Z])\.(?=\d)|(?<=\b[A-Z][a-z])\.(?=[A-Z]\b)",
    "dot": r"(?<=\w)\.(?=\w)|(?<![\w.])\.(?=[A-Za-z])",
    "dunder": "__",
    "hash": r"#(?=\d)",
    "hyphen": r"(?<=\w)[-_](?=\w)|_",
    "letter": rf"{FOREIGN_LETTER}",
    "word": r"(?:[^\W\d_½¼¾⅓⅔⅛²³]|['’](?=[^\W\d_½¼¾⅓⅔⅛²³]))+(?:(?<=s)['’](?!\w))?",
    "sign": _SIGN,
}
_SCAN: Final = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _PATTERNS.items()))
_PIECES: Final = re.compile(
    r"[A-Z]+(?:'[a-z]+)+|[A-Z]{2,}(?=v$)|[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+(?:'[A-Za-z]+)*'?|[A-Z']+"
)
_ROMAN: Final = re.compile("(X{0,3})(IX|IV|V?I{0,3})")
_SCALES: Final = {"k": "thousand", "m": "million", "mn": "million", "b": "billion", "bn": "billion"}
_VULGAR: Final = {"½": "1/2", "¼": "1/4", "¾": "3/4", "⅓": "1/3", "⅔": "2/3", "⅛": "1/8"}
_OTHER_NAMES: Final = {
    "kg": ("kilos", "kilo"), "mph": ("miles per hour", "m p h"), "km/h": ("kilometers per hour", "k p h"),
    "°C": ("degrees c", "degrees centigrade"), "°F": ("degrees f",), "k": ("k",), "K": ("thousand", "kelvin"), "M": ("m",),
    "x": ("x", "by"),
    "m": ("minutes", "minute"), "GB": ("gigs",), "MB": ("megs",), "h": ("h",), "ft": ("foot",), "min": ("mins",), "sec": ("secs",),
}  # fmt: skip
_MAIL: Final = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_LETTERS_ALONE: Final = re.compile("[b-df-hj-np-tv-xz]{1,3}")
_SINGLE: Final = frozenset("mghsWVx")


def units(
    text: str,
    at: int = 0,
    *,
    english: bool = True,
    before: Unit | None = None,
    letters: str = "",
    whole: bool = False,
) -> list[Unit]:
    """The units of `text` from `at` on; `before` is the one that ends there.

    `letters` are its `joined_letters`, for who has them already. If it is `whole`, each sign of an address must be said;
    what is still heard may become one.
    """
    found = _Reader(text, letters or joined_letters(text), english=english)
    return (found.with_addresses() if whole else found).read(at, before)


class _Reader:
    def __init__(self, text: str, letters: str, *, english: bool) -> None:
        self._text = letters
        self._english = english
        self._raw = text
        self._units: list[Unit] = []
        self._addresses: list[tuple[int, int]] = []

    def with_addresses(self) -> "_Reader":
        """The same, which knows where the addresses of mail are."""
        self._addresses = [found.span() for found in _MAIL.finditer(self._text)]
        return self

    def read(self, at: int, before: Unit | None) -> list[Unit]:
        """Every unit from `at` on."""
        for found in _SCAN.finditer(self._text, at):
            self._take(found)
        found_ = self._units
        return [
            self._by_neighbours(
                unit, before if place == 0 else found_[place - 1], found_[place + 1 : place + 2]
            )
            for place, unit in enumerate(found_)
        ]

    def _add(self, found: re.Match[str], kind: UnitKind, form: Form, written: str = "") -> None:
        self._units.append(Unit(found.start(), found.end(), kind, graph(form), written or found[0]))

    def _take(self, found: re.Match[str]) -> None:
        name = found.lastgroup or ""
        name = name if name in _PATTERNS else _name_of(found)
        if name == "word":
            self._word(found)
        elif name == "letter":
            self._letter(found)
        elif name in _NUMBERS:
            form = _NUMBERS[name](found)
            if name == "number" and not self._english:
                form = Either((form, *_abroad(_digits(found[0]))))
            self._add(found, UnitKind.NUMBER, form, found["vn"] if name == "version" else "")
        else:
            known = name in signs.NAMED or name == "sign"
            addressed = name == "hyphen" and any(one <= found.start() < end for one, end in self._addresses)
            form = signs.said(name, found[0]) if known else _sign(name, found)
            self._add(found, UnitKind.SIGN, signs.ADDRESSED[found[0]] if addressed else form)

    def _letter(self, found: re.Match[str]) -> None:
        raw = plain(self._raw[found.start() : found.end()])
        if raw:
            self._units.append(Unit(found.start(), found.end(), UnitKind.LETTER, word(raw), raw))

    def _word(self, found: re.Match[str]) -> None:
        raw = self._raw[found.start() : found.end()].replace("’", "'")
        if not raw.isascii() or not self._english:
            ways = _marked(raw) if self._english else word(plain(raw), plain(as_capital(raw)))
            if any(one for one, _ in ways[0]):
                self._units.append(Unit(found.start(), found.end(), UnitKind.WORD, ways, raw))
            return
        if raw.casefold() in CLIPPED:
            self._units.append(
                Unit(found.start(), found.end(), UnitKind.WORD, graph(CLIPPED[raw.casefold()]), raw)
            )
            return
        for piece in _PIECES.finditer(raw):
            first, end = found.start() + piece.start(), found.start() + piece.end()
            glued = first > 0 and (piece.start() > 0 or self._text[first - 1] in "-_/")
            self._units.append(Unit(first, end, UnitKind.WORD, graph(_word_said(piece[0])), piece[0], glued))

    def _by_neighbours(self, unit: Unit, before: Unit | None, after: list[Unit]) -> Unit:
        """A number beside a month is a day, and behind a name a version; the point of "Node.js" may be silent."""
        if not self._english:
            return unit
        if unit.written == ".":
            silent = before is not None and _is_product(before, unit, after)
            return replace(unit, ways=graph(signs.NAMED["standard"])) if silent else unit
        if unit.kind is not UnitKind.NUMBER:
            return unit
        if "." in unit.written and self._text[unit.first].isdecimal():
            named = before is not None and self._text[before.end : unit.first] == " " and _is_name(before)
            bare = named and not (after and _measures(unit, after[0]))
            return replace(unit, ways=graph(figures.release(_digits(unit.written)))) if bare else unit
        if before is not None and before.kind is UnitKind.WORD and before.end == unit.first:
            return _in_code(unit)
        digits = re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?", unit.written)
        behind = bool(after) and figures.month(after[0].written) != "" and _near(self._text, unit, after[0])
        front = before is not None and figures.month(before.written) != "" and _near(self._text, before, unit)
        if digits is None or not (behind or front) or not 1 <= int(digits[1]) <= 31:
            return unit
        said = figures.day(digits[1])
        return replace(unit, ways=graph(seq(said, maybe("of")) if behind else said))


def _in_code(unit: Unit) -> Unit:
    """A number behind a letter: an amount, or digit by digit, as "a94f"."""
    short = len(unit.written) == 2 and unit.written.isdecimal() and unit.written[0] != "0"
    digits = _digits(unit.written)
    return replace(unit, ways=graph(Either((figures.plain(digits), Digits(digits))))) if short else unit


def _is_name(unit: Unit) -> bool:
    """Whether it is written as a name, and is none of the small words that begin a sentence."""
    word = unit.written
    return unit.kind is UnitKind.WORD and word[0].isupper() and word.casefold() not in STOP_WORDS


def _measures(number: Unit, unit: Unit) -> bool:
    """Whether what follows a number is its unit or its scale."""
    word = unit.written.casefold()
    return (unit.kind is UnitKind.SIGN and unit.first == number.end) or (
        word in SCALES or word in ("hundred", "percent", "per", "degrees") or measure(word) is not None
    )


def _is_product(before: Unit, point: Unit, after: list[Unit]) -> bool:
    """Whether a point stands in the name of a product, before letters that are read one by one: "Vue.js"."""
    together = before.end == point.first and bool(after) and after[0].first == point.end
    return together and _is_name(before) and _LETTERS_ALONE.fullmatch(after[0].written) is not None


def _near(text: str, one: Unit, other: Unit) -> bool:
    return text[one.end : other.first] in (" ", ". ", " of ")


def _name_of(found: re.Match[str]) -> str:
    return next(name for name in _PATTERNS if found[name] is not None)


def _marked(raw: str) -> Graph:
    """A word of English whose letters have marks, which may be left out or written in two: "Zoe", "Mueller"."""
    folded = unicodedata.normalize("NFKC", raw).casefold()
    written = (without_marks(folded), without_marks(in_two(folded)))
    return graph(either(*(said("".join(c for c in one if c == "'" or sounded(c))) for one in written)))


def _word_said(piece: str) -> Form:
    lower = piece.casefold()
    roman = _ROMAN.fullmatch(piece) if len(piece) > 1 else None
    if roman:
        value = 10 * len(roman[1]) + {"IX": 9, "IV": 4}.get(
            roman[2], len(roman[2]) + 4 * roman[2].startswith("V")
        )
        return Either((lower, in_words(value), seq("the", figures.ordinal(str(value)))))
    month = figures.month(piece) if piece[0].isupper() else ""
    return month or said(lower)


def _money(found: re.Match[str]) -> Form:
    scale = _SCALES.get((found["ck"] or "").lower(), found["ck"] or "")
    said = figures.money(found["cs"], _digits(found["cw"]), scale)
    mark = found["cm"] or found["cn"]
    return seq("plus" if mark == "+" else Either(("minus", "negative")), said) if mark else said


def _abroad(digits: str) -> list[Form]:
    """A whole number in the words of other languages, each word or character as it is a unit."""
    if not digits.isdecimal() or digits[0] == "0" or int(digits) > abroad.MOST:
        return []
    words = [
        plain(way(int(digits)).replace("-", " ")) for way in (abroad.german, abroad.french, abroad.spanish)
    ]
    return [*words, *(" ".join(way(int(digits))) for way in (abroad.chinese, abroad.japanese, abroad.korean))]


def _vulgar(found: re.Match[str]) -> Form:
    part = figures.fraction(*_VULGAR[found["vf"]].split("/"))
    return seq(figures.plain(_digits(found["vw"])), "and", part) if found["vw"] else part


def _mixed(found: re.Match[str]) -> Form:
    part = figures.fraction(_digits(found["mt"]), _digits(found["mb"]))
    return seq(figures.plain(_digits(found["mw"])), "and", part)


def _digits(written: str) -> str:
    """ASCII digits for those of any script."""
    return written if written.isascii() else "".join(str(int(c)) if c.isdecimal() else c for c in written)


def _sign(name: str, found: re.Match[str]) -> Form:
    match name:
        case "measure":
            unit = found["mu"]
            names = (
                *SHORT_UNITS[unit],
                *_OTHER_NAMES.get(unit, ()),
                *([unit.casefold()] if unit in _SINGLE else []),
            )
            spelled = " ".join(unit.casefold()) if unit.isalpha() and len(unit) < 4 else ""
            named = either(*names, *([spelled] if spelled else []))
            return seq(named, "per", SHORT_UNITS[found["mr"]][0]) if found["mr"] else named
        case "flag":
            return signs.flag(found[0])
        case "half_day":
            half = found["hd"].casefold()
            return Either((f"{half}m", f"{half} m"))
        case "initials":
            letters = found[0].replace(".", "").casefold()
            return Either((said(letters), letters, " ".join(letters)))
        case _:
            return said(found[0])


_NUMBERS: Final[dict[str, Callable[[re.Match[str]], Form]]] = {
    "iso_date": lambda m: figures.date(m["iy"], m["im"], m["iday"]),
    "slash_date": lambda m: figures.slashed_date(_digits(m["sa"]), _digits(m["sb"]), _digits(m["sy"])),
    "time": lambda m: figures.clock(_digits(m["th"]), _digits(m["tm"]), _digits(m["ts"] or "")),
    "phone": lambda m: figures.telephone(_digits(m[0])),
    "row": lambda m: figures.row(_digits(m[0])),
    "money": _money,
    "money_after": lambda m: figures.money(m["as"], _digits(m["an"]), ""),
    "mixed": _mixed,
    "fraction": lambda m: figures.fraction(_digits(m["ft"]), _digits(m["fb"])),
    "vulgar": _vulgar,
    "decade": lambda m: Either(
        (figures.decade(_digits(m[0][:-1])), seq(figures.number(_digits(m[0][:-1])), "seconds"))
    ),
    "ordinal": lambda m: figures.ordinal(_digits(m["on"])),
    "hex": lambda m: figures.hexadecimal(m[0][2:].casefold()),
    "height": lambda m: seq(
        figures.plain(m["hf"]), maybe(Either(("foot", "feet"))), figures.plain(m["hi"]), maybe("inches")
    ),
    "version": lambda m: seq(Either(("v", "version")), figures.release(_digits(m["vn"]))),
    "number": lambda m: figures.number(_digits(m[0])),
}
