"""Values that are known by their form, wherever they stand: identifiers, e-mail addresses, streets, names with a title.

Rule 1: an identifier has a digit in it, and is never made of plain words; where none was said, it is missing.
"""

import re
from collections.abc import Iterator
from typing import Final

from solovox.meaning.intent.declared import Declared, Parameter, spoken, stem, stems
from solovox.meaning.intent.heard_words import HeardWords
from solovox.meaning.intent.roles import PEOPLE, TITLED, is_place, role
from solovox.meaning.intent.times import Span

_ADDRESS: Final = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_IDENTIFIERS: Final = frozenset(
    "id ids number no code sku reference ref zip postcode postal pin isbn iban phone tracking serial barcode".split()
)
_BEFORE: Final = frozenset("number no id code reference is ticket".split())
_MIXED: Final = re.compile(r"(?=.*\d)(?=.*[a-z])[a-z0-9]+")
_ORDINAL: Final = re.compile(r"\d+(?:st|nd|rd|th)")
_LETTERS: Final = 3
"""The most letters of a word that belongs to the digits behind it: "LH 454"."""
_STREETS: Final = frozenset(
    "street st road rd avenue ave lane drive boulevard square court alley highway".split()
)
_CALLED: Final = frozenset("called named contact customer person user client for".split())
_JOINS: Final = frozenset("from at with of and in to for on a an the whose who".split())
_NAMES: Final = 3
_TITLES: Final = frozenset("dr doctor professor prof mr mrs ms miss sir madam".split())


def formed(heard: HeardWords, parameter: Parameter, tool: Declared) -> Span | None:
    """The words of a value of this parameter that its form tells."""
    if is_identifier(parameter):
        return _identifier(heard, parameter, tool)
    named = role(parameter)
    if named & (PEOPLE | {"email", "mail", "address"}) and (span := _address(heard)):
        return span
    if is_place(parameter) and (span := _street(heard)):
        return span
    return _titled(heard) if named & TITLED else None


def full_name(heard: HeardWords) -> Span | None:
    """A first and a last name: behind "called", or by their capitals."""
    norms = heard.norms
    for at in range(1, len(norms) - 1):
        cued = norms[at - 1] in _CALLED or (norms[at - 1] == "is" and "name" in norms[:at])
        end = at
        while end < min(len(norms), at + _NAMES) and _may_name(heard, end, at, capital=not cued):
            end += 1
        if end - at > 1:
            return at, end
    return None


def _may_name(heard: HeardWords, at: int, first: int, *, capital: bool) -> bool:
    word = heard.verbatim(at, at + 1)
    apart = at in heard.taken or (at > first and heard.pauses(at)) or heard.norms[at] in _JOINS
    return (
        not apart and word[:1].isalpha() and (word[:1].isupper() or not (capital or not heard.text.islower()))
    )


def is_identifier(parameter: Parameter) -> bool:
    """Whether a text is a number of an order, a code."""
    last = spoken(parameter.name).split()[-1:]
    return parameter.kind == "string" and not parameter.choices and bool(_IDENTIFIERS & set(last))


def _identifier(heard: HeardWords, parameter: Parameter, tool: Declared) -> Span | None:
    """The likeliest run of digits: one with letters in it, else one behind the thing that it numbers."""
    own = stems(f"{tool.words} {spoken(parameter.name)}") | stems(" ".join(_BEFORE), small=True)
    found = []
    for first, end in _runs(heard):
        word = "".join(heard.norms[first:end])
        mixed = _MIXED.fullmatch(word) is not None and _ORDINAL.fullmatch(word) is None
        behind = first > 0 and stem(heard.norms[first - 1]) in own
        if parameter.required or mixed or behind:
            found.append((2 * mixed + behind, -first, (first, end)))
    return max(found)[2] if found else None


def _runs(heard: HeardWords) -> Iterator[Span]:
    """Words with digits that stand together, and short letters before them."""
    norms, at = heard.norms, 0
    while at < len(norms):
        first = at
        while (
            at < len(norms)
            and at not in heard.taken
            and _numbers(norms[at])
            and not (at > first and heard.pauses(at))
        ):
            at += 1
        if at > first:
            while first and _spelled(heard, first - 1) and not heard.pauses(first):
                first -= 1
            yield first, at
        at = max(at, first + 1)


def _numbers(norm: str) -> bool:
    return any(sign.isdigit() for sign in norm)


def _spelled(heard: HeardWords, at: int) -> bool:
    """Whether a word is letters that are spelled: one letter, or a few capitals."""
    text = heard.verbatim(at, at + 1)
    capitals = text.isupper() and text.isalpha() and len(text) <= _LETTERS and not heard.text.isupper()
    return at not in heard.taken and (
        capitals or (len(text) == 1 and text.isalpha() and text.lower() not in "ai")
    )


def _address(heard: HeardWords) -> Span | None:
    found = _ADDRESS.search(heard.text)
    return heard.within(found.start(), found.end()) if found else None


def _street(heard: HeardWords) -> Span | None:
    """A number and a street: "12 Baker Street"."""
    for at, norm in enumerate(heard.norms):
        if norm.isdigit() and at not in heard.taken:
            ends = [
                end
                for end in range(at + 2, at + 5)
                if heard.norms[end : end + 1] and heard.norms[end] in _STREETS
            ]
            if ends:
                return at, ends[0] + 1
    return None


def _titled(heard: HeardWords) -> Span | None:
    """A title with a name: "Doctor Meyer"."""
    norms = heard.norms
    for at, norm in enumerate(norms[:-1]):
        if norm in _TITLES and at not in heard.taken and heard.verbatim(at + 1, at + 2)[:1].isalpha():
            more = (
                at + 2 < len(norms)
                and heard.verbatim(at + 2, at + 3)[:1].isupper()
                and not heard.pauses(at + 2)
            )
            more &= heard.verbatim(at + 1, at + 2)[:1].isupper()
            return at, at + 2 + more
    return None
