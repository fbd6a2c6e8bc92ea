"""How words are said by the person's own word: the names that dictionaries get wrong. Our voices say them so, a live reader is given
them so, and the matcher takes a reader's word for either.

Rule 1: whole words as they are written, whatever their case; of two that begin at one place the longer counts.
Rule 2: between slashes it is IPA, else other words, which are read as any.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from solovox.ports import SpeechCorrection
from solovox.text.spoken.forms import Either, Laid, Unit, graph, seq
from solovox.text.spoken.spoken_units import units

Sayings = Sequence[SpeechCorrection]
"""The later counts."""
Pronounced = Callable[[], Sayings]
"""Asked for each text: a person may have just taught one."""
_IPA: Final = re.compile("/(.+)/", re.DOTALL)


def sayings_in(text: str, pronounced: Sayings) -> Iterator[tuple[int, int, str]]:
    """Where such words stand, and how each is said."""
    known = {one.written.casefold(): one.spoken for one in pronounced if one.written.strip()}
    if known:
        longest = sorted(known, key=len, reverse=True)
        pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)"
        for found in re.finditer(pattern, text, re.IGNORECASE):
            if (spoken := known.get(found[0].casefold())) is not None:
                yield found.start(), found.end(), spoken


def ipa(spoken: str) -> str:
    """What stands between slashes; nothing, where it is other words."""
    found = _IPA.fullmatch(spoken)
    return found[1] if found else ""


def respelt(text: str, pronounced: Sayings) -> str:
    """The text in the words in which it is to be said. IPA is for no reader of words."""
    parts, at = list[str](), 0
    for first, end, spoken in sayings_in(text, pronounced):
        parts += [text[at:first], text[first:end] if ipa(spoken) else spoken]
        at = end
    return "".join((*parts, text[at:]))


def said_either_way(script: Sequence[Unit], text: str, pronounced: Sayings, *, english: bool) -> list[Unit]:
    """The units of a script: such a word is one of them, which may be said as it is written, or as the person says it."""
    taken = list(script)
    for first, end, spoken in sayings_in(text, pronounced):
        at = [place for place, one in enumerate(taken) if first <= one.first and one.end <= end]
        if at and not ipa(spoken):
            inside = taken[at[0] : at[-1] + 1]
            ways = Either(
                tuple(
                    seq(*(Laid(one.ways) for one in way))
                    for way in (inside, units(spoken, english=english))
                    if way
                )
            )
            taken[at[0] : at[-1] + 1] = [
                Unit(inside[0].first, inside[-1].end, inside[0].kind, graph(ways), text[first:end])
            ]
    return taken
