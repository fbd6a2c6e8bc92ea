"""What a person's corrections teach of other utterances: the phrases in which heard and meant differ."""

from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from solovox.text.code_talk import STOP_WORDS, common

MOST_CORRECTIONS: Final = 1_000
_EDGES: Final = ' \t\n.,;:!?"“”()'


def phrases(corrections: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    """Each phrase with what was meant, a phrase once; the newest correction counts."""
    found: dict[str, str] = {}
    for heard, meant in corrections[-MOST_CORRECTIONS:]:
        found.update(_differing(heard, meant))
    return list(found.items())


@lru_cache(maxsize=4_096)
def _differing(heard: str, meant: str) -> dict[str, str]:
    old, new = _words(heard), _words(meant)
    match = SequenceMatcher(None, [w.lower() for w in old], [w.lower() for w in new], autojunk=False)
    found = {}
    for tag, *place in match.get_opcodes():
        if tag == "equal":
            pairs = zip(old[place[0] : place[1]], new[place[2] : place[3]], strict=True)
            found.update({was.lower(): now for was, now in pairs if was != now and _own_writing(now)})
            continue
        first, end, new_first, new_end = _widened(old, place)
        if not _stops(old[first:end]):
            found[" ".join(old[first:end]).lower()] = " ".join(new[new_first:new_end])
    return found


def _words(text: str) -> list[str]:
    return [word for found in text.split() if (word := found.strip(_EDGES))]


def _own_writing(word: str) -> bool:
    """Whether capitals in it are not those of any sentence's beginning."""
    return not word.islower() and not common(word.lower())


def _widened(old: list[str], place: list[int]) -> tuple[int, int, int, int]:
    """With the words around it that it needs: from where to where, in what was heard and in what was meant."""
    first, end, new_first, new_end = place
    if new_first == new_end or not _telling(old[first:end]):
        left, right = int(first > 0), int(end < len(old))
        first, new_first, end, new_end = first - left, new_first - left, end + right, new_end + right
    while end < len(old) and _stops(old[first:end]):
        end, new_end = end + 1, new_end + 1
    return first, end, new_first, new_end


def _stops(words: list[str]) -> bool:
    return all(word.lower() in STOP_WORDS for word in words)


def _telling(words: list[str]) -> bool:
    """Whether these words say enough to be mended wherever they are heard."""
    words = [word.lower() for word in words]
    return any(not common(word) for word in words) or sum(word not in STOP_WORDS for word in words) > 1
