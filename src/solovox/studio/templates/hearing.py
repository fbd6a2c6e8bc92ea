"""From the words of a person to changes: "make it purple with orange buttons" is two.

Rule 1: a sentence is cut at "and", "with", "but", "on" and commas where both sides are understood, else it is one as a whole.
Rule 2: what is not understood comes back as words, so that the line can say it.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from solovox.studio.templates.changes import Change
from solovox.studio.templates.ways import meanings

LONGEST: Final = 400
"""Characters of a sentence that are read."""
MOST: Final = 8
"""Changes of one sentence."""
_POLITE: Final = re.compile(
    r"^(?:(?:please|ok|okay|now|then|so|and|also|hey|vox|just|maybe|let's|let us|can you|could you|would you|will you|can we|could we"
    r"|i want you to|i would like you to|i'd like you to|i would like to|i'd like to|i want to|i want|i'd like|i would like|we need"
    r"|i need|i prefer|i'd prefer|i would prefer|you should|go ahead and)[\s,]+)+",
    re.IGNORECASE,
)
_AFTER: Final = re.compile(
    r"(?:[\s,]+(?:please|thanks|thank you|too|as well|instead|for me|now|then"
    r"|(?:because |so |as )?i (?:can't|cannot|can not|can hardly|can barely) (?:read|see) (?:it|this|that|anything)))+$|[.!?\s]+$",
    re.IGNORECASE,
)
_CUT: Final = re.compile(
    r"\s*,\s*(?:and\s+|but\s+)?|\s+(?:and(?: then)?|with|but|on)\s+(?:a\s+|an\s+)?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class HeardChanges:
    """What was understood, and what was not."""

    changes: tuple[Change, ...]
    unknown: tuple[str, ...] = ()


def heard(sentence: str) -> HeardChanges:
    """The changes that a sentence asks for, in its order."""
    said = _bare(sentence[:LONGEST])
    if found := _split(said, MOST):
        return HeardChanges(found)
    parts = [_bare(part) for part in _CUT.split(said) if part.strip()][:MOST]
    known = [(part, _one(part)) for part in parts]
    changes = tuple(change for _, change in known if change)
    if not changes:
        return HeardChanges((), (said,))
    return HeardChanges(changes, tuple(part for part, change in known if not change))


def _bare(sentence: str) -> str:
    """Without politeness."""
    said, before = " ".join(sentence.replace("’", "'").split()), ""
    while said != before:
        before, said = said, _AFTER.sub("", _POLITE.sub("", said))
    return said


@lru_cache(1_000)
def _split(said: str, most: int) -> tuple[Change, ...]:
    """The whole sentence as changes; (): it is none."""
    for cut in _CUT.finditer(said) if most > 1 else ():
        left, right = said[: cut.start()], said[cut.end() :]
        if len(right.split()) > 1 and (first := _one(left)) and (rest := _split(_bare(right), most - 1)):
            return (first, *rest)
    whole = _one(said)
    return (whole,) if whole else ()


@lru_cache(1_000)
def _one(said: str) -> Change | None:
    return next(meanings(said), None)
