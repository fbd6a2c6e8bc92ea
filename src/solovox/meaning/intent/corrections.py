"""What a person corrected while they spoke: "in Paris, no, London" is "in London".

Rule 1: a correction stands behind the value that it replaces; words that only sound like one stay.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from solovox.meaning.intent import times
from solovox.meaning.intent.declared import Declared
from solovox.meaning.intent.heard_words import HeardWords
from solovox.meaning.intent.roles import is_open
from solovox.meaning.intent.times import Span

_MARKER: Final = re.compile(
    r"(?P<pause>[\s,;.–—-]*)\b(?:no[\s,]+(?:wait|sorry|i mean|make that|actually)|(?:sorry|wait|oh)[\s,]+(?:no|i mean|i meant|make (?:that|it))"
    r"|actually[\s,]+(?:no|make (?:that|it))|i mean|i meant|or rather|make that|scratch that|correction|no|sorry|actually|rather)\b[\s,.;]+",
    re.IGNORECASE,
)
_PREPOSITIONS: Final = frozenset("in at to for on from of with by".split())
_MOST: Final = 3
_ENDS: Final = " .,;!?"
_POLITE: Final = frozenset("please thanks on at".split())
Places = Callable[[str, Declared], Mapping[str, tuple[int, ...]]]
"""Of which words each argument of a text is made."""


def corrected(utterance: str, tool: Declared, places: Places) -> str:
    """The utterance as it was meant; the same where nothing was corrected."""
    for _ in range(_MOST):
        again = next(
            (
                text
                for found in _MARKER.finditer(utterance)
                if found.start() and (text := _without(utterance, found, tool, places))
            ),
            None,
        )
        if again is None:
            break
        utterance = again
    return utterance


def _without(utterance: str, found: re.Match[str], tool: Declared, places: Places) -> str | None:
    """The utterance with what stands behind the marker in place of the value before it."""
    left, right = utterance[: found.start()], utterance[found.end() :]
    marker = found[0].strip().lower()
    if "," in found["pause"] and re.fullmatch(r"[\s,;.–—-]*no", marker):
        return None  # "salami, no delivery"
    heard, new = HeardWords(left), HeardWords(right)
    if not heard.words or not new.words:
        return None
    if (alike := _of_one_kind(heard, new)) is not None:
        return f"{left[: heard.words[alike[0]].first]}{right.rstrip(_ENDS)}{left[heard.words[alike[1] - 1].end :]}"
    made = places(left, tool)
    value = next((one for one in made.items() if one[1] and one[1][-1] == len(heard.words) - 1), None)
    again = [at for at, norm in enumerate(heard.norms) if norm == new.norms[0]]
    if again and found["pause"].strip() and new.norms[0] not in _PREPOSITIONS:
        return f"{left[: heard.words[again[-1]].first]}{right}"
    if value is None:
        return None
    parameter = next(one for one in tool.parameters if one.name == value[0])
    if not found["pause"].strip() and is_open(parameter):
        return None
    first = _first_of(heard, value[1])
    before, begins = heard.norms[first - 1] if first else "", new.norms[0]
    if begins in _PREPOSITIONS and before in _PREPOSITIONS:
        first -= 1
    return f"{left[: heard.words[first].first]}{right}"


def _of_one_kind(heard: HeardWords, new: HeardWords) -> Span | None:
    """The last number, or time, of what was said, where the correction is nothing else."""
    said = [norm for norm in new.norms if norm not in _POLITE]
    if len(said) == 1 and said[0].isdigit():
        found = [at for at, norm in enumerate(heard.norms) if norm.isdigit()]
        return (found[-1], found[-1] + 1) if len(found) == 1 and found[0] != len(heard.norms) - 1 else None
    whole, spans = times.spans(new), times.spans(heard)
    return (
        spans[-1] if len(whole) == 1 and whole[0][1] - whole[0][0] == len(said) and len(spans) == 1 else None
    )


def _first_of(heard: HeardWords, places: tuple[int, ...]) -> int:
    """Where the last run of an argument's words begins, without the preposition before them."""
    first = places[-1]
    while first - 1 in places and heard.norms[first - 1] not in _PREPOSITIONS:
        first -= 1
    return first
