"""How far the words of an answer have been heard, by what has left the speaker."""

import re
from math import ceil
from typing import Final

from solovox.view.shown import ShownRun, View

PACE: Final = 15
"""Characters a second, while it is not known how long a read is."""
_WORD: Final = re.compile(r"\S*")
_LAST: Final = re.compile(r"\S+\s*$")


def heard_of(view: View, run: ShownRun, rate: int) -> tuple[int, int]:
    """`(sure, now)`, in characters of `run.text`. Up to `sure` the core says so; up to `now` by what has left the speaker of the
    read that plays, to the end of its word. `rate`: samples a second of that speaker."""
    sure = now = max(0, run.heard_to - run.left_out)
    for one in view.reads:
        if one.run != run.run or not one.played:
            continue
        if one.whole:
            share = one.played / one.given
        else:
            share = min(0.98, one.played / (max(1, len(one.said)) / PACE * rate))
        now = max(now, one.shown_from + ceil(share * (one.shown_to - one.shown_from)) - run.left_out)
    if now > sure and (rest := _WORD.match(run.text, now)):
        now = rest.end()
    return sure, min(now, len(run.text))


def word_at(text: str, now: int) -> int:
    """Where the word begins that ends at `now`."""
    found = _LAST.search(text, 0, now)
    return found.start() if found else now
