"""Whether another wording of what was heard only mends it, so that a mere yes may send it. Any other is bold: the person is shown it beside
what was heard, and takes it or does not. Pure. English.

Rule 1: it is what was heard, word by word and in that order, or near to it in sound. It adds no word.
Rule 2: it leaves out only fillers and repetitions.
Rule 3: words that turn or bound a meaning, and numbers (`text.closed`), stay as they were heard.
Rule 4: it adds no sign that acts in a command or a path, unless the sign was said.
"""

import re
import unicodedata
from collections import Counter
from typing import Final

from solovox.lang.en.asking import HESITATIONS
from solovox.text.closed import CLOSED_WORDS
from solovox.text.matching import normalise
from solovox.text.names.sounds import fold_sound, unlike

MOST_WORDS: Final = 400
"""Of a longer instruction no other wording is shown."""
_FILLERS: Final = HESITATIONS | {"so", "well", "ok", "please"}
_PHRASES: Final = (("you", "know"), ("i", "mean"))
"""They fill a pause, too."""
_SPOKEN: Final = {
    "dot": ".", "period": ".", "point": ".", "slash": "/", "backslash": "\\", "dash": "-", "hyphen": "-", "minus": "-",
    "underscore": "_", "comma": ",", "colon": ":", "semicolon": ";", "tilde": "~", "star": "*", "asterisk": "*", "at": "@",
    "hash": "#", "dollar": "$", "pipe": "|", "plus": "+", "equals": "=", "quote": '"', "caret": "^", "bang": "!",
}  # fmt: skip
"""Signs that are said by name."""
_NOT: Final = re.compile(r"\b(\w+?)n['’]t\b")
_WHOLE_NOT: Final = {"ca": "can", "wo": "will", "sha": "shall"}
_HARMLESS: Final = re.compile(
    r"(?<=\w)[-_./'’&](?=\w)"  # within a name
    r"|[.,;:!?…)\"”'’`]+(?=\s|$)"  # behind a word
    r"|(?<!\S)[\"“‘'’(`]+(?=\w)"  # before one
    r"|(?<=\s)[-–—&](?=\s)|(?<=\w)[–—](?=\w)"
    r"|[$€£](?=\d)|(?<=\d)%"
)
_JOINED: Final = 3
"""Up to three words may be written as one, and one as three."""
_REPEATED: Final = 4
"""Words. A longer phrase is not taken for a repetition."""
_NEAR: Final = 0.3
"""Which part of its sounds may differ in a word that was misheard."""
_NEAR_JOINED: Final = 0.15
"""The same where words become more or fewer: a short word must not go under in a long one."""
_SHORTEST: Final = 3
"""Letters. Of shorter words too many are near in sound: they must be the same in it."""


def fits(heard: str, proposed: str) -> bool:
    """Whether `proposed` may be shown in the place of `heard`."""
    if (
        not proposed.strip()
        or not proposed.isprintable()
        or _signs(proposed) - _signs(heard) - _count_said_signs(heard)
    ):
        return False
    said, wanted = _words(heard), _words(proposed)
    if not wanted or max(len(said), len(wanted)) > MOST_WORDS:
        return False
    droppable = {word for word, sign in _SPOKEN.items() if sign in proposed} | _FILLERS
    reached = {(0, 0)}
    ahead = [(0, 0)]
    while ahead:
        here = ahead.pop()
        for spot in (*_rewrite(said, wanted, here), *_drop(said, here, droppable)):
            if spot not in reached:
                reached.add(spot)
                ahead.append(spot)
    return (len(said), len(wanted)) in reached


def _rewrite(said: list[str], wanted: list[str], here: tuple[int, int]) -> list[tuple[int, int]]:
    """Where it leads to write the next heard words otherwise."""
    first, second = here
    return [
        (end, to)
        for end in range(first + 1, min(first + _JOINED, len(said)) + 1)
        for to in range(second + 1, min(second + _JOINED, len(wanted)) + 1)
        if _may_be(said[first:end], wanted[second:to])
    ]


def _may_be(said: list[str], wanted: list[str]) -> bool:
    """Whether words were perhaps said where others were heard."""
    if len(said) == len(wanted) == 1 and _sounds(said[0]) == _sounds(wanted[0]):
        return True
    one, other = "".join(said), "".join(wanted)
    if one == other:
        return _figures(said) == _figures(wanted)
    both = (*said, *wanted)
    if any(_is_number(word) or word in CLOSED_WORDS or not _is_plain(word) for word in both):
        return False
    near = _NEAR if len(both) == 2 else _NEAR_JOINED
    if min(len(one), len(other)) < _SHORTEST:
        near = 0.0 if max(len(one), len(other)) >= _SHORTEST else -1.0
    begun_otherwise = one.endswith(other) or other.endswith(one)  # "install", "uninstall", "reinstall"
    return not begun_otherwise and unlike(one, other) <= near


def _drop(said: list[str], here: tuple[int, int], droppable: set[str]) -> list[tuple[int, int]]:
    """Where it leads to leave out the next heard words."""
    first, second = here
    found = [(first + 1, second)] if first < len(said) and said[first] in droppable else []
    found += [(first + 2, second) for phrase in _PHRASES if tuple(said[first : first + 2]) == phrase]
    for many in range(1, _REPEATED + 1):
        words = said[first : first + many]
        again = said[first + many : first + 2 * many]
        if words and words == again and not any(map(_is_number, words)):
            found.append((first + many, second))
    return found


def _words(text: str) -> list[str]:
    """The words in comparable form; "don't" is "do not"."""
    spread = _NOT.sub(lambda found: f"{_WHOLE_NOT.get(found[1].lower(), found[1])} not", text)
    return normalise(re.sub(r"\bcannot\b", "can not", spread, flags=re.IGNORECASE))


def _sounds(word: str) -> str:
    return word if _is_number(word) else fold_sound(word)


def _is_number(word: str) -> bool:
    return any(map(str.isdigit, word))


def _figures(words: list[str]) -> list[str]:
    return [found for word in words for found in re.findall(r"\d+", word)]


def _is_plain(word: str) -> bool:
    """Whether its sound is known here: letters of English, with or without accents."""
    return all(one.isascii() or unicodedata.combining(one) for one in unicodedata.normalize("NFD", word))


def _signs(text: str) -> Counter[str]:
    """Signs that do more than end a sentence, or join a name."""
    return Counter(one for one in _HARMLESS.sub("", text) if not one.isalnum() and not one.isspace())


def _count_said_signs(text: str) -> Counter[str]:
    """Signs that are said by name: "dash dash force"."""
    return Counter(_SPOKEN[word] for word in normalise(text) if word in _SPOKEN)
