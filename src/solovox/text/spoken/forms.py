"""All the ways in which one piece of writing may be said, as a graph whose edges are words.

A `Form` is written down by hand ("one half", or "half a"); `graph` lays it out. Node 0 is the beginning, the last
node is the end; an edge without a word says nothing. The first way is the one that our own voice says (`first`);
capitals in it are letters that are said one by one. A `Unit` is one piece of what is said of a text, with its form.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache
from typing import Final

from solovox.lang.en.numbers import NAMES
from solovox.text.names.sounds import fold_sound


@dataclass(frozen=True, slots=True)
class Seq:
    """One after the other."""

    parts: tuple["Form", ...]


@dataclass(frozen=True, slots=True)
class Either:
    """One of them."""

    ways: tuple["Form", ...]


@dataclass(frozen=True, slots=True)
class Digits:
    """Digit by digit, or in groups: "four oh four", "four zero four", "twenty twenty six", "double five one"."""

    run: str


@dataclass(frozen=True, slots=True)
class Aloud:
    """A way that is matched by words only: "five twenty" is "$5.20", but "520" is not."""

    form: "Form"


@dataclass(frozen=True, slots=True)
class Laid:
    """What is laid out already."""

    ways: "Graph"


Form = str | Seq | Either | Digits | Aloud | Laid
"""A string is words, separated by spaces; the empty one says nothing."""
Edge = tuple[str, int]
Graph = tuple[tuple[Edge, ...], ...]

ALOUD: Final = "~"
"""Marks a word of such a way."""
_ZERO: Final = ("zero", "oh", "o")
_TIMES: Final = {"double": 2, "triple": 3}


def seq(*parts: Form) -> Form:
    """One after the other."""
    return parts[0] if len(parts) == 1 else Seq(parts)


def either(*ways: Form) -> Form:
    """One of them."""
    return ways[0] if len(ways) == 1 else Either(ways)


def maybe(form: Form) -> Form:
    """It may be put in; our own voice leaves it out."""
    return Either(("", form))


def first(form: Form) -> str:
    """The first of all ways."""
    match form:
        case str():
            return form
        case Seq(parts=parts):
            return " ".join(said for part in parts if (said := first(part)))
        case Either(ways=ways):
            return first(ways[0])
        case Digits(run=run):
            return " ".join(NAMES[int(digit)] for digit in run)
        case Aloud(form=inner):
            return first(inner)
        case Laid():
            return ""  # which way was the first is not kept


def word(*said: str) -> Graph:
    """The graph of one word in one writing or in several, as it stands."""
    return tuple((one, 1) for one in dict.fromkeys(said)), ()


@lru_cache(4096)
def graph(form: Form) -> Graph:
    """The form laid out, each word in the writing that stands for all that sound like it."""
    if isinstance(form, str) and form and " " not in form:
        return word(fold_sound(form.casefold()))
    edges: list[list[Edge]] = [[], []]
    _lay(edges, form, 0, 1)
    edges.append([])  # the end must be last
    edges[1].append(("", len(edges) - 1))
    return tuple(map(tuple, edges))


@lru_cache(4096)
def moves(ways: Graph) -> tuple[tuple[Edge, ...], ...]:
    """Of each node the words that may come next; an edge without a word says that the end is reached."""
    last = len(ways) - 1
    return tuple(tuple(_moves(ways, node, last)) for node in range(len(ways)))


def _moves(ways: Graph, node: int, last: int) -> Iterable[Edge]:
    if node == last:
        yield "", last
    for said, to in ways[node]:
        if said:
            yield said, to
        else:
            yield from _moves(ways, to, last)


def _node(edges: list[list[Edge]]) -> int:
    edges.append([])
    return len(edges) - 1


def _lay(edges: list[list[Edge]], form: Form, start: int, end: int) -> None:
    match form:
        case str():
            _chain(edges, form.split() or [""], start, end)
        case Either(ways=ways):
            for way in ways:
                _lay(edges, way, start, end)
        case Seq(parts=parts):
            for part in parts[:-1]:
                after = _node(edges)
                _lay(edges, part, start, after)
                start = after
            _lay(edges, parts[-1], start, end)
        case Digits(run=run):
            _digits(edges, run, start, end)
        case Laid(ways=laid):
            places = [start, *(_node(edges) for _ in laid[1:-1]), end]
            for node, here in enumerate(laid):
                edges[places[node]] += [(said, places[to]) for said, to in here]
        case Aloud(form=inner):
            for node, (said, to) in _aloud(edges, inner, start, end):
                edges[node].append((ALOUD + said if said else said, to))


def _aloud(edges: list[list[Edge]], form: Form, start: int, end: int) -> list[tuple[int, Edge]]:
    """The edges of a form, laid apart from those that are there."""
    before, apart = len(edges), [*edges]
    for node in range(before):
        edges[node] = []
    _lay(edges, form, start, end)
    new = [(node, edge) for node, here in enumerate(edges) for edge in here]
    edges[:] = [*apart, *([] for _ in edges[before:])]
    return new


def _chain(edges: list[list[Edge]], words: Iterable[str], start: int, end: int) -> None:
    *first, last = words
    for one in first:
        after = _node(edges)
        edges[start].append((fold_sound(one.casefold()), after))
        start = after
    edges[start].append((fold_sound(last.casefold()), end))


def _digits(edges: list[list[Edge]], run: str, start: int, end: int) -> None:
    """Behind "forty" no "four" may follow: it would be another number."""
    places = [start, *(_node(edges) for _ in run[1:]), end]
    tens = [_node(edges) for _ in run] + [end]
    for at, digit in enumerate(run):
        for one in _ZERO if digit == "0" else (NAMES[int(digit)],):
            edges[places[at]].append((one, places[at + 1]))
            if digit == "0":
                edges[tens[at]].append((one, places[at + 1]))
        for times, count in _TIMES.items():
            if run[at : at + count] == digit * count:
                for here in (places[at], tens[at]):
                    for one in _ZERO[:2] if digit == "0" else (NAMES[int(digit)],):
                        _chain(edges, (times, one), here, places[at + count])
        _pair(edges, run, at, (places, tens))
        if digit != "0" and at + 3 == len(run) and run[at + 1 :] == "00":
            _chain(edges, (NAMES[int(digit)], "hundred"), places[at], end)


def _pair(edges: list[list[Edge]], run: str, at: int, nodes: tuple[list[int], list[int]]) -> None:
    """Two digits as one number: "twenty", "twenty six"."""
    places, tens = nodes
    if run[at] == "0" or at + 2 > len(run):
        return
    value = int(run[at : at + 2])
    if value < 20:
        words, after = [NAMES[value]], places[at + 2]
    elif value % 10:
        words, after = [NAMES[value - value % 10], NAMES[value % 10]], places[at + 2]
    else:
        words, after = [NAMES[value]], tens[at + 2]
    for here in (places[at], tens[at]):
        _chain(edges, words, here, after)


# One piece of what is said of a text.


class UnitKind(Enum):
    """What is written."""

    WORD = auto()
    LETTER = auto()
    """A word of a script that has no gaps, or a syllable of one that has them anywhere."""
    NUMBER = auto()
    """Digits."""
    SIGN = auto()
    PAUSE = auto()
    """Punctuation."""


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
    form: Form = ""
    """Its first way is our own voice's."""

    @property
    def aloud(self) -> str:
        """What our own voice says; capitals one by one."""
        return first(self.form)

    def said_as(self, form: Form) -> "Unit":
        """The same, said in another way."""
        return replace(self, ways=graph(form), form=form)

    def aloud_as(self, form: Form) -> "Unit":
        """The same to the matcher; our own voice says it so."""
        return replace(self, form=form)

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


_ROMAN: Final = re.compile("(M{0,3})(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})")
_VALUES: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_SHORTEST: Final = 4
"""Shorter ones with other letters than I, V and X are words, and short for names."""


def roman(piece: str) -> int:
    """The value of a numeral of Rome, or nothing."""
    plain = set(piece) <= set("IVX")
    if len(piece) < (2 if plain else _SHORTEST) or not _ROMAN.fullmatch(piece):
        return 0
    values = [_VALUES[letter] for letter in piece]
    return sum(-one if one < other else one for one, other in zip(values, [*values[1:], 0], strict=True))


def in_ascii(written: str) -> str:
    """The same with ASCII digits for those of any script."""
    return written if written.isascii() else "".join(str(int(c)) if c.isdecimal() else c for c in written)
