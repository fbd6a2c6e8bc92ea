"""A loop of the decoder: words that it wrote again where there was no sound for them.

Rule 1: people repeat themselves, and code is full of it. Repeated words are a loop only as far as they have no time in the sound.
Rule 2: what was heard stays. A loop is told as a mend, which is shown and can be taken back (law K3).
Rule 3: digits are never taken away.
"""

from collections.abc import Sequence
from typing import Final

from solovox.core.mends import Mend, MendWhy
from solovox.core.transcripts import plain

_SILENT: Final = 0.08
"""Seconds. No word is said in less; one that was not said has a frame of 20 ms, and one for its mark."""
_PROOF: Final = 3
"""Words without sound that prove a loop: one that was said quickly looks so, too."""
_FEWEST: Final = 4
"""Words of a repetition, in all its rounds."""
_LONGEST: Final = 24
"""Words that come again."""


def repeats(text: str) -> tuple[range, int]:
    """The longest repetition in a row: which words, and how many come again. The last round may break off with the text."""
    keys = [plain(word) for word in text.split()]
    runs = [
        (range(at, _end(keys, at, length)), length)
        for at in range(len(keys) - _FEWEST + 1)
        for length in range(1, min(_LONGEST, len(keys) - at) + 1)
    ]
    found = [(run, length) for run, length in runs if len(run) >= max(_FEWEST, length + min(length, 3))]
    return max(found, key=lambda one: (len(one[0]) - one[1], -one[1]), default=(range(0), 1))


def _end(keys: Sequence[str], at: int, length: int) -> int:
    end = at + length
    while end < len(keys) and keys[end] == keys[end - length]:
        end += 1
    return end if end == len(keys) else end - (end - at) % length


def loop(text: str, seconds: Sequence[float]) -> tuple[Mend, ...]:
    """The mend for a loop, if there is one. `seconds`: how long each word lasts in the sound."""
    run, length = repeats(text)
    heard = text.split()[run.start : run.stop]
    said = sum(seconds[at] > _SILENT for at in run)
    kept = length * max(1, round(said / length))
    if len(run) - said < _PROOF or kept >= len(heard) or any(map(str.isdigit, "".join(heard))):
        return ()
    last = heard[-1] if len(heard) % length == 0 else heard[kept - 1]
    return (Mend(" ".join(heard).lower(), " ".join([*heard[: kept - 1], last]), MendWhy.LOOP),)
