"""What an instruction becomes when the person says again what they said: "no, I said the test folder".

Rule 1: what is said again takes the place of the words that are nearest to it, in order and in letters (`_nearest`). Where
none are near it takes the place of all.
Rule 2: "not A, B" puts B in the place of A, if these words were held.
Rule 3: nothing is guessed beyond that. What comes of it waits for a yes, as before.
"""

from collections.abc import Sequence
from typing import Final

from solovox.core.transcripts import plain
from solovox.lang.pack import LanguagePack

GAP: Final = 10
"""What a word more, or one less, costs. Another word costs as much, a similar one less."""
FAR: Final = 5
"""Words that cost more than this each, on the average, are near to nothing that was held."""

MARKS: Final = ".,;:!"


def corrected(held: str, text: str, language: LanguagePack) -> str | None:
    """What the held words become by an utterance. None: it corrects nothing."""
    again = language.again
    if (said := language.says_again(text, again.says)) is not None:
        return restated(held, said)
    swapped = language.says_again(text, again.instead)
    return None if swapped is None else exchanged(held, swapped, again.but)


def restated(held: str, said: str) -> str:
    """The held words with what the person said again in the place of what is nearest to it."""
    words, new = held.split(), said.split()
    start, end = _nearest([plain(word) for word in words], [plain(word) for word in new])
    return _put(words, new, start, end)


def exchanged(held: str, said: str, but: Sequence[str]) -> str | None:
    """The held words with B in the place of A, where `said` is "A, B" or "A but B". None: there is no such A."""
    words, new = held.split(), said.split()
    known, told = [plain(word) for word in words], [plain(word) for word in new]
    for size in range(1, len(new)):
        behind = size + (told[size] in but)
        places = (at for at in range(len(known) - size + 1) if known[at : at + size] == told[:size])
        at = next(places, None) if new[size - 1].endswith(",") or behind > size else None
        if at is not None and behind < len(new):
            start, end = _widened(known, told[behind:], at, at + size)
            return _put(words, new[behind:], start, end)
    return None


def _put(held: list[str], new: list[str], start: int, end: int) -> str:
    """The end of a sentence stays where it was."""
    last = held[end - 1] if start < end else ""
    mark = last[len(last.rstrip(MARKS)) :]
    return " ".join([*held[:start], *new[:-1], new[-1].rstrip(MARKS) + mark, *held[end:]])


def _widened(held: Sequence[str], new: Sequence[str], start: int, end: int) -> tuple[int, int]:
    """The place with the words around it that `new` says, too: "not text, the test folder"."""
    sizes = range(len(new), 0, -1)
    before = next((size for size in sizes if size <= start and held[start - size : start] == new[:size]), 0)
    behind = next((size for size in sizes if held[end : end + size] == new[-size:]), 0)
    return start - before, end + behind


def _nearest(held: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """From where to where the words are that cost least to be made into `new`. All of them, if that costs too much."""
    # Each way: what it costs, and where it begins. It may begin and end at any word that is held.
    row = [(0, at) for at in range(len(held) + 1)]
    for word in new:
        above, row = row, [(row[0][0] + GAP, 0)]
        for at, other in enumerate(held):
            ways = ((above[at], _unlike(word, other)), (above[at + 1], GAP), (row[at], GAP))
            row.append(min((cost + more, start) for (cost, start), more in ways))
    ways_out = [(cost, end - start, start, end) for end, (cost, start) in enumerate(row)]
    cost, size, start, end = min(ways_out)
    return (start, end) if size and cost <= FAR * len(new) else (0, len(held))


def _unlike(one: str, other: str) -> int:
    """How much two words differ in their letters, from 0 to `GAP`."""
    row = list(range(len(other) + 1))
    for letter in one:
        above, row = row, [row[0] + 1]
        for at, its in enumerate(other):
            row.append(min(above[at] + (letter != its), above[at + 1] + 1, row[at] + 1))
    return GAP * row[-1] // max(len(one), len(other), 1)
