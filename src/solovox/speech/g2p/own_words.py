"""How words sound by the person's own word: the names that dictionaries get wrong.

Rule 1: whole words as they are written, whatever their case; of two that begin at one place the longer counts.
Rule 2: between slashes it is IPA, else other words, which are read as any.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

Pronounced = Callable[[], Sequence[tuple[str, str]]]
"""What is written, and how it is said; the later counts. Asked for each text: a person may have just taught one."""

_IN_KOKORO: Final = (
    ("eɪ", "A"), ("aɪ", "I"), ("aʊ", "W"), ("ɔɪ", "Y"), ("oʊ", "O"), ("əʊ", "O"), ("tʃ", "ʧ"), ("dʒ", "ʤ"), ("ɝ", "ɜɹ"), ("ɚ", "əɹ"),
    ("r", "ɹ"), ("g", "ɡ"), ("ː", ""), ("'", "ˈ"), (".", ""), ("\u0361", ""),
)  # fmt: skip
"""IPA of English, in the letters that the voices take."""


def own_words(text: str, pronounced: Sequence[tuple[str, str]]) -> Iterator[tuple[int, int, str]]:
    """Where such words stand, and how each is said."""
    known = {written.casefold(): spoken for written, spoken in pronounced if written.strip()}
    if known:
        longest = sorted(known, key=len, reverse=True)
        pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)"
        for found in re.finditer(pattern, text, re.IGNORECASE):
            if (spoken := known.get(found[0].casefold())) is not None:
                yield found.start(), found.end(), spoken


def phonemes_of(spoken: str) -> str | None:
    """IPA as phonemes. None: it is no IPA."""
    if len(spoken) < 3 or spoken[0] != "/" or spoken[-1] != "/":
        return None
    said = spoken[1:-1]
    for theirs, ours in _IN_KOKORO:
        said = said.replace(theirs, ours)
    return said
