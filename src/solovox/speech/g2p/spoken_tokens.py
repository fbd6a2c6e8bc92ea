"""Written English to spoken English: which words are said for which characters.

Rule 1: every reading is total. Any text gives tokens; what cannot be said is silent, never an error.
Rule 2: a token completes the characters up to its `end`. Of several words said for one piece of
writing ("5 ms" → "five milliseconds") only the last completes it.
Rule 3: ends never fall.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import groupby
from typing import Final

from solovox.lang.en.days import MONTHS, SHORT_MONTHS
from solovox.lang.en.units import SHORT_UNITS
from solovox.speech.g2p import number_words
from solovox.speech.g2p.spellings import ABBREVIATIONS, EXTENSIONS, SPLIT_WHOLE, SYMBOLS
from solovox.text.script import without_marks


class TokenKind(Enum):
    """How a token is said."""

    WORD = auto()
    """By the dictionaries."""
    LETTERS = auto()
    """Letter by letter."""
    MARK = auto()
    """Punctuation: a pause or a tune."""


@dataclass(frozen=True, slots=True)
class Token:
    """Something said. It completes the text up to character `end`."""

    text: str
    end: int
    kind: TokenKind = TokenKind.WORD


_NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?"
_MONTH = "|".join(sorted(SHORT_MONTHS, key=len, reverse=True))
_UNIT = "|".join(re.escape(unit) for unit in sorted(SHORT_UNITS, key=len, reverse=True))

_PATTERNS: Final = {
    "url": r"(?:https?://|www\.)[^\s<>\"')\]]*[\w/]",
    "email": r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    "abbreviation": rf"\b(?:{'|'.join(re.escape(a) for a in ABBREVIATIONS)})(?!\w)",
    "initials": r"\b(?:[A-Za-z]\.){2,}(?!\w)|\b(?:[A-Z]\.)+[A-Z]\b",
    "iso_date": r"\b(?P<iy>\d{4})-(?P<im>0[1-9]|1[0-2])-(?P<iday>0[1-9]|[12]\d|3[01])\b",
    "us_date": r"\b(?P<um>1[0-2]|0?[1-9])/(?P<ud>3[01]|[12]\d|0?[1-9])/(?P<uy>\d{4})\b",
    "month_day": (
        rf"\b(?P<mm>{_MONTH})\.?\s(?P<md>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?(?:,?\s(?P<my>[12]\d{{3}}))?\b"
    ),
    "time": r"\b(?P<th>[01]?\d|2[0-4]):(?P<tm>[0-5]\d)(?::(?P<ts>[0-5]\d))?(?!\d)(?:\s?(?P<tp>[AaPp])\.?[Mm]\b\.?)?",
    "hour": r"\b(?P<hh>1[0-2]|0?[1-9])\s?(?P<hp>[AaPp])\.?[Mm]\b",
    "money": (
        r"(?P<cs>[$€£¥₹])(?P<cw>\d+(?:,\d{3})*)(?:\.(?P<cc>\d{1,2}))?(?!\d)"
        r"(?:\s?(?P<ck>thousand|million|billion|trillion|[kKmMbB](?!\w)))?"
    ),
    "hexadecimal": r"\b0[xX][0-9a-fA-F]+\b",
    "hash": r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b",
    "version": r"\b[vV]\d+(?:\.\d+)*\b|\b\d+(?:\.\d+){2,}\b",
    "decade": r"\b(?:1\d|20)\d0s\b|['’][2-9]0s\b",
    "measure": rf"(?<![\w.])(?P<qn>[-−]?{_NUMBER})(?P<qg>\s?)(?P<qu>{_UNIT})(?![\w/])",
    "percent": rf"(?P<pn>{_NUMBER})\s?%",
    "ordinal": r"\b(?P<on>\d+(?:,\d{3})*)(?:st|nd|rd|th)\b",
    "fraction": r"(?<![\w/.])(?P<fn>\d{1,3})/(?P<fd>\d{1,3})(?![\w/])",
    "span": rf"(?<![\w.-])(?P<ra>{_NUMBER})\s?[-–]\s?(?P<rb>{_NUMBER})(?![\w-])",
    "number": rf"(?:(?<![\w)])[-−])?{_NUMBER}(?![\w])",
    "flag": r"(?<!\S)--?[A-Za-z][\w-]*",
    "dotted": r"\b[A-Za-z_][\w-]*(?:\.[A-Za-z_]\w*)+\b|(?<![\w.])\.[A-Za-z]\w+\b",
    "extension": rf"(?<=\bdot )(?:{'|'.join(EXTENSIONS)})\b(?![.'’])(?!-)",
    "word": r"[^\W_][\w'’]*(?:-[^\W_][\w'’]*)*|_\w+|['’][A-Za-z]+",
    "break": r"\s*\n\s*",
    "ellipsis": r"\.{2,}|…",
    "symbol": "|".join(re.escape(symbol) for symbol in sorted(SYMBOLS, key=len, reverse=True)),
    "dash": r"\s[-–]\s|[—–―]|--+",
    "mark": r"[.,!?;:]",
    "other": r"\S",
}
_SCAN: Final = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _PATTERNS.items()))

_PIECES: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z'’]+|\d+|[A-Z]|[^\W\d_a-zA-Z]+")


def tokens(text: str) -> list[Token]:
    """What is said for `text`, in order. The last token's `end` is at most len(text)."""
    out: list[Token] = []
    for match in _SCAN.finditer(text):
        said = list(_READERS[match.lastgroup or "other"](match))
        end = match.end()
        out += [Token(token.text, match.start(), token.kind) for token in said[:-1]]
        out += [Token(token.text, end, token.kind) for token in said[-1:]]
    return out


def _say(words: str) -> Iterator[Token]:
    """Words, and capitals as letters: "P M" is spelled in one breath."""
    for letters, run in groupby(words.split(), lambda word: word.isalpha() and word.isupper()):
        if letters:
            yield Token("".join(run), 0, TokenKind.LETTERS)
        else:
            yield from (Token(word, 0) for word in run)


def _mark(text: str) -> Iterator[Token]:
    yield Token(text, 0, TokenKind.MARK)


def _spell(text: str) -> Iterator[Token]:
    """Letters and digits one by one."""
    for run in re.findall(r"[A-Za-z]+|\d", text):
        yield from (
            _say(number_words.digits(run)) if run.isdecimal() else iter((Token(run, 0, TokenKind.LETTERS),))
        )


def _word(text: str) -> Iterator[Token]:
    """A word, or a name made of several (snake_case, camelCase, utf8)."""
    plain = _ascii(text.replace("’", "'"))
    if not re.search("[A-Za-z0-9]", plain):
        return
    if plain.lower().removesuffix("'s") in SPLIT_WHOLE or re.fullmatch(
        r"[A-Za-z]?[a-z']+|[A-Z]+(?:'?s)?|[A-Z]+'[A-Z]+", plain
    ):
        yield Token(plain, 0)
        return
    if "-" in plain and re.fullmatch(r"[A-Za-z'-]+", plain):
        yield Token(plain, 0)
        return
    for piece in _PIECES.findall(plain):
        if piece.isdecimal():
            yield from _say(number_words.grouped(piece))
        else:
            yield Token(piece, 0)


def _ascii(text: str) -> str:
    folded = unicodedata.normalize("NFKD", without_marks(text.replace("ß", "ss")))
    return "".join(c for c in folded if not unicodedata.combining(c))


def _dotted(text: str) -> Iterator[Token]:
    """main.py, os.path.join, .env"""
    for at, part in enumerate(text.split(".")):
        if at:
            yield Token("dot", 0)
        if at and part.lower() in EXTENSIONS:
            yield from _say(EXTENSIONS[part.lower()])
        else:
            yield from _word(part)


def _address(text: str) -> Iterator[Token]:
    bare = re.sub(r"^(?:https?://)?(?:www\.)?", "", text).rstrip("/")
    names = {
    ".": "dot", "/": "slash", "@": "at", "-": "dash", "#": "hash", "?": "question mark", "=": "equals",
    }  # fmt: skip
    for part in re.findall(r"[^\W_]+|[./@#?=-]", bare):
        yield from _say(names[part]) if part in names else _word(part)


def _number(written: str) -> str:
    plain = written.lstrip("-−")
    minus = "minus " if plain != written else ""
    if not minus and re.fullmatch(r"(?:19|20)\d\d", plain):
        return number_words.year(plain)
    return minus + number_words.decimal(plain)


def _date(year: str | None, month: int, day: str) -> str:
    said = f"{MONTHS[month - 1]} {number_words.ordinal(str(int(day)))}"
    return f"{said} {number_words.year(year)}" if year else said


def _measure(m: re.Match[str]) -> Iterator[Token]:
    one, many = SHORT_UNITS[m["qu"]]
    plain = m["qn"].lstrip("-−")
    minus = "minus " if plain != m["qn"] else ""
    if m["qg"] and len(m["qu"]) == 1 and m["qu"] != "s":  # "5 A": a letter, not a unit
        return _say(f"{_number(m['qn'])} {m['qu'].upper()}")
    return _say(f"{minus}{number_words.decimal(plain)} {one if plain == '1' else many}")


def _time(m: re.Match[str]) -> Iterator[Token]:
    said = number_words.clock(m["th"], m["tm"], (m["tp"] or "").lower())
    return _say(said + (f" and {number_words.cardinal(str(int(m['ts'])))} seconds" if m["ts"] else ""))


def _money(m: re.Match[str]) -> Iterator[Token]:
    scale = {"k": "thousand", "m": "million", "b": "billion"}.get((m["ck"] or "").lower(), m["ck"] or "")
    return _say(number_words.money(m["cs"], m["cw"], m["cc"] or "", scale))


def _version(text: str) -> Iterator[Token]:
    parts = text.lstrip("vV").split(".")
    joint = " dot " if len(parts) > 3 else " point "
    lead = "version " if text[0] in "vV" and len(parts) > 1 else "V " if text[0] in "vV" else ""
    return _say(lead + joint.join(number_words.cardinal(part) for part in parts))


def _flag(text: str) -> Iterator[Token]:
    name = text.lstrip("-")
    yield from _say("dash " * (len(text) - len(name)))
    if len(name) == 1:
        yield Token(name.upper(), 0, TokenKind.LETTERS)
    for part in name.split("-") if len(name) > 1 else ():
        yield from _word(part)


def _hexadecimal(text: str) -> Iterator[Token]:
    yield Token("hex", 0)
    yield from _spell(text[2:])


_READERS: Final[dict[str, Callable[[re.Match[str]], Iterator[Token]]]] = {
    "url": lambda m: _address(m[0]),
    "email": lambda m: _address(m[0]),
    "abbreviation": lambda m: _say(ABBREVIATIONS[m[0]]),
    "initials": lambda m: _say(" ".join(m[0].replace(".", "").upper())),
    "iso_date": lambda m: _say(_date(m["iy"], int(m["im"]), m["iday"])),
    "us_date": lambda m: _say(_date(m["uy"], int(m["um"]), m["ud"])),
    "month_day": lambda m: _say(_date(m["my"], SHORT_MONTHS[m["mm"]], m["md"])),
    "time": _time,
    "hour": lambda m: _say(number_words.clock(m["hh"], "00", m["hp"].lower())),
    "money": _money,
    "hexadecimal": lambda m: _hexadecimal(m[0]),
    "hash": lambda m: _spell(m[0]),
    "version": lambda m: _version(m[0]),
    "decade": lambda m: _say(number_words.decade(m[0][:-1].lstrip("'’"))),
    "measure": _measure,
    "percent": lambda m: _say(f"{number_words.decimal(m['pn'])} percent"),
    "ordinal": lambda m: _say(number_words.ordinal(m["on"])),
    "fraction": lambda m: _say(number_words.fraction(m["fn"], m["fd"])),
    "span": lambda m: _say(f"{_number(m['ra'])} to {_number(m['rb'])}"),
    "number": lambda m: _say(_number(m[0])),
    "flag": lambda m: _flag(m[0]),
    "dotted": lambda m: _dotted(m[0]),
    "extension": lambda m: _say(EXTENSIONS[m[0]]),
    "word": lambda m: _word(m[0]),
    "break": lambda m: _mark("."),
    "ellipsis": lambda m: _mark("…"),
    "symbol": lambda m: _say(SYMBOLS[m[0]]),
    "dash": lambda m: _mark("—"),
    "mark": lambda m: _mark(m[0]),
    "other": lambda m: iter(()),
}
