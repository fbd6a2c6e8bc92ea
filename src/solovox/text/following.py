"""Does a transcription follow the script? Law G6's evidence, piece by piece.

Rule 1: what is judged is all that was heard so far; how it was cut into pieces does not matter.
Rule 2: the words are compared in the form of `matching`: case, punctuation and the writing of numbers do
not count. Neither do the gaps between words: "set up" and "setup" sound the same.
Rule 3: the last word may still grow ("twen", "twenty", "twenty five"): it can cover, but not stray, until
something follows it or the reading is over.
Rule 4: whoever has strayed stays astray.

`strict` allows no other word. `tolerant` allows slips of recognition: in any `WINDOW` words of the script
one word may be misheard, left out or put in. A second slip strays from before the first of the two.
"""

from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from solovox.text.matching import Word, words

WINDOW: Final = 8
"""Words of the script within which one slip is allowed."""
_GROW: Final = frozenset({"and", "point", "a"})
"""Words that may belong to a number that is not complete."""


@dataclass(frozen=True, slots=True)
class Followed:
    """What is known of a reading."""

    said_to: int
    """So many characters of the script are covered."""
    strayed: bool = False
    score: float = 1.0
    """The share of words said as written: of those due so far or, once it is over, of all."""


class Follower:
    """Follows one script."""

    def __init__(self, script: str, *, tolerant: bool = False) -> None:
        self._length = len(script)
        self._script = words(script)
        self._tolerant = tolerant
        self._heard = ""
        self._state = self._judged(over=False)

    @property
    def state(self) -> Followed:
        """What is known now."""
        return self._state

    @property
    def complete(self) -> bool:
        """Whether the whole script was said, and nothing else so far."""
        return not self._state.strayed and self._state.said_to == self._length

    def feed(self, piece: str) -> Followed:
        """The next piece of the transcription."""
        if not self._state.strayed and piece:
            self._heard += piece
            self._state = self._judged(over=False)
        return self._state

    def at_end(self) -> Followed:
        """What would be known if no more came: the last word stays as it is, and what is missing is missing."""
        return self._judged(over=True)

    def _judged(self, *, over: bool) -> Followed:
        heard = words(self._heard)
        sure = len(heard) if over else _settled(heard)
        norms = [word.norm for word in heard]
        script = [word.norm for word in self._script]
        judge = _tolerant if self._tolerant else _strict
        covered, slips, strayed = judge(script, norms, sure)
        whole = covered == len(script)
        strayed = strayed or (over and not whole)
        said_to = self._length if whole else self._script[covered - 1].end if covered else 0
        due = len(script) if strayed or over else covered
        extra = int(strayed and whole)
        score = (covered - min(slips, covered)) / (due + extra) if due + extra else 1.0
        return Followed(said_to, strayed, round(score, 3))


def _settled(heard: list[Word]) -> int:
    """How many words will stay what they are, whatever is heard next."""
    at = max(len(heard) - 1, 0)
    while at > 0:
        before = heard[at - 1]
        grows = before.norm[0].isdigit() or before.norm in _GROW
        sign = at > 1 and before.first < heard[at - 2].first  # of `$5`, to which "million" may still come
        if before.end <= heard[at].first and not (grows or sign):
            break
        at -= 1
    return at


def _strict(script: list[str], heard: list[str], sure: int) -> tuple[int, int, bool]:
    """(words covered, slips, strayed): letter by letter, without the gaps."""
    pairs = zip("".join(heard), "".join(script), strict=False)
    reached = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    strayed = reached < len("".join(heard[:sure]))
    covered = 0
    for word in script:
        reached -= len(word)
        if reached < 0:
            break
        covered += 1
    return covered, 0, strayed


def _tolerant(script: list[str], heard: list[str], sure: int) -> tuple[int, int, bool]:
    """As `_strict`, word by word. A slip is judged when the word behind it is sure, or none can come."""
    at, here, slips, last = 0, 0, 0, -WINDOW
    over = sure == len(heard)
    while here < len(heard):
        if at < len(script) and heard[here] == script[at]:
            at, here = at + 1, here + 1
            continue
        if here + 1 >= sure and not over:
            return at, slips, False
        if at - last < WINDOW:
            return last, slips - 1, True
        step = _slip(script, heard, at, here)
        if step is None:
            return at, slips, True
        last, slips = at, slips + 1
        at, here = at + step[0], here + step[1]
    return at, slips, False


def _slip(script: list[str], heard: list[str], at: int, here: int) -> tuple[int, int] | None:
    """How far a slip goes in the script and in what was heard, by the words that agree behind it."""
    after_script, after_heard = script[at + 1 : at + 2], heard[here + 1 : here + 2]
    misheard = after_script == after_heard and at < len(script)
    if misheard:
        return 1, 1
    if after_script and after_script == heard[here : here + 1]:
        return 1, 0
    return (0, 1) if script[at : at + 1] == after_heard else None
