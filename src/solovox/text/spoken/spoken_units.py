"""What is said of a text, piece by piece: each word, number and sign, and every way in which it may be said.

The one scan of a text: our own voice says the first way (`aloud`), the matcher understands any.

Rule 1: what is written together may be several units ("snake_case", "5km"), and what is written apart may be one
("$5 million"); a unit depends on what stands before it and on at most two words behind it.
Rule 2: any text has units, and the same text has the same ones.
Rule 3: punctuation is not said: only our own voice asks for it. A sign that may be silent is a unit that may be skipped.
Rule 4: no character that carries a value is passed over (`signs.carries_value`).
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final

from solovox.lang import numbers_abroad as abroad
from solovox.lang.en.numbers import in_words
from solovox.lang.en.units import SHORT_UNITS
from solovox.text.spoken import figures, signs
from solovox.text.spoken.alike import BEFORE_NUMBERS, CLIPPED, SHORT, say_word
from solovox.text.spoken.contexts import in_place
from solovox.text.spoken.forms import (
    Digits,
    Either,
    Form,
    Graph,
    Unit,
    UnitKind,
    either,
    first,
    graph,
    in_ascii,
    maybe,
    roman,
    seq,
    word,
)
from solovox.text.spoken.script import as_capital, in_two, is_sounded, joined_letters, plain, without_marks
from solovox.text.spoken.written_values import PER, SCAN, has_commas, name_of, with_points

_PIECES: Final = re.compile(
    r"[A-Z]+(?:'[a-z]+)+|[A-Z]{2,}(?=v$)|[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+(?:'[A-Za-z]+)*'?|[A-Z']+"
)
_SCALES: Final = {
    "k": "thousand",
    "m": "million",
    "mn": "million",
    "b": "billion",
    "bn": "billion",
    "tn": "trillion",
}
_SHAPES: Final = {
    "²": ("square", "squared"),
    "³": ("cubic", "cubed"),
    "^2": ("square", "squared"),
    "^3": ("cubic", "cubed"),
}
_MAIL: Final = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


def units(
    text: str,
    at: int = 0,
    *,
    english: bool = True,
    before: Unit | None = None,
    whole: bool = False,
    pauses: bool = False,
    commas: bool | None = None,
) -> list[Unit]:
    """The units of `text` from `at` on; `before` is the one that ends there.

    If it is `whole`, each sign of an address must be said; what is still heard may become one. Punctuation is among them
    with `pauses`. `commas`: whether its numbers have them for points, else that is found out.
    """
    text = in_ascii(with_points(text, commas=has_commas(text) if commas is None else commas))
    read = _Reader(text, english=english, whole=whole).read(at)
    loud = [unit for unit in read if unit.kind is not UnitKind.PAUSE]
    if english:
        loud = in_place(text, loud, before)
    marks = [unit for unit in read if unit.kind is UnitKind.PAUSE] if pauses else []
    return sorted([*loud, *marks], key=lambda unit: unit.first)


def _unit(found: re.Match[str], kind: UnitKind, form: Form, written: str = "") -> Unit:
    return Unit(found.start(), found.end(), kind, graph(form), written or found[0], form=form)


def _numeral(c: str, at: int) -> Unit:
    form = figures.character(c)
    return Unit(at, at + 1, UnitKind.NUMBER, graph(form), c, form=form)


class _Reader:
    def __init__(self, text: str, *, english: bool, whole: bool) -> None:
        self._text = joined_letters(text)
        self._english = english
        self._raw = text
        self._addresses = [found.span() for found in _MAIL.finditer(text)] if whole else []

    def read(self, at: int) -> list[Unit]:
        """Every unit from `at` on."""
        return [
            unit for found in SCAN.finditer(self._text, at) for unit in self._units(name_of(found), found)
        ]

    def _units(self, name: str, found: re.Match[str]) -> Iterator[Unit]:
        match name:
            case "gap":
                pass
            case "word" | "plain":
                yield from self._word(self._raw[found.start() : found.end()].replace("’", "'"), found.start())
            case "letter":
                yield from self._letter(found)
            case "break" | "pause" | "rule":
                yield _unit(found, UnitKind.PAUSE, "." if name == "break" else _pause(found[0]))
            case "row":
                yield _unit(found, UnitKind.NUMBER, figures.row(found[0])).aloud_as(
                    figures.row_aloud(found[0])
                )
            case "number" if not self._english:
                others = _abroad(found[0].replace(",", ""))
                yield _unit(found, UnitKind.NUMBER, Either((_NUMBERS[name](found), *others)))
            case _ if name in _NUMBERS:
                yield _unit(
                    found, UnitKind.NUMBER, _NUMBERS[name](found), found["vn"] if name == "version" else ""
                )
            case "other":
                if signs.carries_value(found[0]):
                    yield _unit(found, UnitKind.SIGN, _in_one(found[0]))
            case _:
                yield _unit(found, UnitKind.SIGN, self._sign(name, found))

    def _sign(self, name: str, found: re.Match[str]) -> Form:
        if name == "hyphen" and any(first <= found.start() < end for first, end in self._addresses):
            return signs.ADDRESSED[found[0]]
        return _sign(name, found)

    def _letter(self, found: re.Match[str]) -> Iterator[Unit]:
        raw = plain(self._raw[found.start() : found.end()])
        if self._english and unicodedata.category(found[0][0]) == "Nl":
            yield _numeral(found[0][0], found.start())
        elif raw:
            yield Unit(found.start(), found.end(), UnitKind.LETTER, word(raw), raw)

    def _word(self, raw: str, at: int) -> Iterator[Unit]:
        """A word; if it is ASCII, in the pieces that a name of code has; else with its numerals apart."""
        if raw.isascii() and self._english:
            yield from self._pieces(raw, at)
            return
        for numeral, run in groupby(
            raw, lambda c: not c.isascii() and unicodedata.category(c) in ("No", "Nl")
        ):
            part = "".join(run)
            if numeral:
                yield from (_numeral(c, place) for place, c in enumerate(part, at))
            else:
                ways = _lay_marked(part) if self._english else word(plain(part), plain(as_capital(part)))
                if any(one for one, _ in ways[0]):
                    yield Unit(at, at + len(part), UnitKind.WORD, ways, part, form=_bare(part))
            at += len(part)

    def _pieces(self, raw: str, at: int) -> Iterator[Unit]:
        if clipped := CLIPPED.get(raw.casefold()):
            yield Unit(at, at + len(raw), UnitKind.WORD, graph(clipped), raw, form=raw)
            return
        quoted = len(raw) - len(raw.lstrip("'"))
        for piece in _PIECES.finditer(raw, quoted):
            first, said = at + piece.start(), piece[0]
            glued = first > 0 and (piece.start() > quoted or self._text[first - 1] in "-_/")
            aloud = said if glued else _word_aloud(said)
            yield Unit(first, at + piece.end(), UnitKind.WORD, graph(_word_said(said)), said, glued, aloud)


def _pause(written: str) -> str:
    return "…" if written[0] == "…" or written.startswith("..") else written if written in ".,!?;:" else "—"


def _bare(raw: str) -> str:
    """A word with marks as an English voice can say it."""
    folded = unicodedata.normalize("NFKD", without_marks(raw.replace("ß", "ss")))
    return "".join(c for c in folded if c.isascii())


def _lay_marked(raw: str) -> Graph:
    """A word of English whose letters have marks, which may be left out or written in two: "Zoe", "Mueller"."""
    folded = unicodedata.normalize("NFKC", raw).casefold()
    written = (without_marks(folded), without_marks(in_two(folded)))
    return graph(either(*(say_word("".join(c for c in one if c == "'" or is_sounded(c))) for one in written)))


_ONLY_CAPITAL: Final = frozenset("wed mon ms st sr jr inc ave dr fri thu".split())
"""Words, or nothing that is known, in small letters."""


def _word_aloud(piece: str) -> Form:
    lower = piece.casefold()
    form = SHORT.get(lower)
    short = form is not None and not (piece.isupper() and len(piece) > 1)
    return form if short and form and (piece[0].isupper() or lower not in _ONLY_CAPITAL) else piece


@lru_cache(4096)
def _word_said(piece: str) -> Form:
    lower = piece.casefold()
    if value := roman(piece):
        return Either((lower, in_words(value), seq("the", figures.ordinal(str(value)))))
    month = figures.month(piece) if piece[0].isupper() else ""
    return month or say_word(lower)


def _money(found: re.Match[str]) -> Form:
    scale = _SCALES.get((found["ck"] or "").lower(), found["ck"] or "")
    said = figures.money(found["cs"] or "R", found["cw"], scale)
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
    part = figures.character(found["vf"])
    return _with_part(found["vw"], part) if found["vw"] else part


def _with_part(whole: str, part: Form) -> Form:
    half = Either(("a half", part)) if first(part) == "one half" else part
    return seq(figures.plain(whole), "and", half)


def _group(run: str) -> Form:
    """A part of an address of a machine, digit by digit."""
    if run[0] == ":":
        return "colon colon" if len(run) > 1 else maybe("colon")
    return Digits(run) if run.isdecimal() else Either((" ".join(run.upper()), run.casefold()))


def _in_one(c: str) -> Form:
    """A unit in one character is its unit: ㎡, ㎧."""
    found = SCAN.match(f"1{signs.stands_for(c)}", 1)
    return _measure(found) if found and name_of(found) == "measure" else signs.by_name(c)


def _sign(name: str, found: re.Match[str]) -> Form:
    match name:
        case "measure":
            return _measure(found)
        case "other":
            return signs.by_name(found[0])
        case "rate":
            return seq(Either(("per", "slash", "a", "an", "or", "")), _per(found))
        case "flag":
            return signs.OPTION[found[0]]
        case "half_day":
            half = found["hd"].upper()
            return Either((f"{half} M", f"{half}M"))
        case "initials":
            letters = found[0].replace(".", "")
            short = SHORT.get(letters.casefold())
            spelled = Either((" ".join(letters.upper()), letters.casefold()))
            return Either((short, spelled)) if short is not None else spelled
        case "short":
            return say_word(found[0])
        case "abbreviated":
            return Either((BEFORE_NUMBERS[found["ab"].casefold()], found["ab"].casefold()))
        case "raised" | "power":
            return figures.power(found["rp"] if name == "raised" else found[0])
        case "greek":
            letter = (
                unicodedata.name(found[0])
                .casefold()
                .split("letter ")[-1]
                .removeprefix("final ")
                .replace("lamda", "lambda")
            )
            return Either((letter, found[0].casefold()))
        case "sign":
            return signs.SIGNS[found[0]]
        case _:
            return signs.NAMED[name]


def _per(found: re.Match[str]) -> Form:
    short = found["rr"] or found["rx"]
    return Either((PER.get(short) or SHORT_UNITS[short][0], short.casefold()))


def _measure(found: re.Match[str]) -> Form:
    short, shape = found["mu"], found["me"]
    one, many, *others = SHORT_UNITS[short]
    lower = short.casefold()
    spelled = (" ".join(lower), lower) if short.isalpha() and len(short) < 4 else ()
    named = either(*dict.fromkeys((many, one, *others, *spelled)))
    if shape:
        before, behind = _SHAPES[shape]
        named = Either((seq(before, named), seq(named, behind)))
    if not found["mr"]:
        return named
    per: Form = PER.get(found["mr"]) or SHORT_UNITS[found["mr"]][0]
    if found["mq"]:
        before, behind = _SHAPES[found["mq"]]
        squared = seq(per, behind), seq(before, per)
        per = Either(squared if per == "second" else squared[::-1])
    return seq(named, Either(("per", "a", "an", "slash")), per)


_NUMBERS: Final[dict[str, Callable[[re.Match[str]], Form]]] = {
    "stamp": lambda m: figures.stamp((m["zh"], m["zm"], m["zs"] or "00"), m["zz"] or ""),
    "iso_date": lambda m: figures.date(m["iy"], m["im"], m["iday"]),
    "slash_date": lambda m: figures.slashed_date(m["sa"], m["sb"], m["sy"]),
    "dotted_date": lambda m: Either(
        (figures.slashed_date(m["da"], m["db"], m["dy"], day_first=True), figures.number(m[0]))
    ),
    "address": lambda m: seq(*map(_group, re.findall(r"[A-Fa-f]+|[0-9]+|:+", m[0]))),
    "time": lambda m: figures.clock(m["th"], m["tm"], m["ts"] or "", half=m["tf"] is not None),
    "phone": lambda m: figures.telephone(m[0]),
    "money": _money,
    "money_after": lambda m: figures.money(m["as"], m["an"], ""),
    "mixed": lambda m: _with_part(m["mw"], figures.fraction(m["mt"], m["mb"])),
    "fraction": lambda m: figures.fraction(m["ft"], m["fb"]),
    "vulgar": _vulgar,
    "decade": lambda m: Either((figures.decade(m[0][:-1]), seq(figures.number(m[0][:-1]), "seconds"))),
    "ordinal": lambda m: figures.ordinal(m["on"]),
    "hex": lambda m: figures.hexadecimal(m[0][2:].casefold()),
    "height": lambda m: seq(
        figures.plain(m["hf"]),
        Either(("foot" if m["hf"] == "1" else "feet", "foot", "feet", "")),
        figures.plain(m["hi"]),
        Either(("inches", "inch", "")),
    ),
    "version": lambda m: seq(
        Either(("version", "V") if "." in m["vn"] else ("V", "version")), figures.release(m["vn"])
    ),
    "scientific": lambda m: figures.scientific(m[0]),
    "number": lambda m: figures.number(m[0]),
}
