"""What a person's corrections teach of other utterances: the phrases in which heard and meant differ."""

import re
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from solovox.text.code_talk import STOP_WORDS, common

MOST_CORRECTIONS: Final = 1_000
_WORD: Final = re.compile(r"\S+")
_EDGES: Final = " \t\n.,;:!?\"“”()"


def phrases(corrections: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    """Each phrase with what was meant, a phrase once; the newest correction counts."""
    found: dict[str, str] = {}
    for heard, meant in corrections[-MOST_CORRECTIONS:]:
        found.update(_differing(heard, meant))
    return list(found.items())


@lru_cache(maxsize=4_096)
def _differing(heard: str, meant: str) -> dict[str, str]:
    old, new = ([word.strip(_EDGES) for word in _WORD.findall(text)] for text in (heard, meant))
    old, new = [word for word in old if word], [word for word in new if word]
    plain = SequenceMatcher(None, [w.lower() for w in old], [w.lower() for w in new], autojunk=False)
    found = {}
    for tag, first, end, new_first, new_end in plain.get_opcodes():
        if tag == "equal":
            continue
        said = [word.lower() for word in old[first:end]]
        if new_first == new_end or not _telling(said):
            left, right = first > 0, end < len(old)
            first, new_first = first - left, new_first - left
            end, new_end = end + right, new_end + right
        if first < end:
            found[" ".join(old[first:end]).lower()] = " ".join(new[new_first:new_end])
    return found


def _telling(words: list[str]) -> bool:
    """Whether these words say enough to be mended wherever they are heard."""
    return any(not common(word) for word in words) or sum(word not in STOP_WORDS for word in words) > 1
