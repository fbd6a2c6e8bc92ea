"""How alike two transcripts of one utterance must be: each number, with its reason. (The waits are `Timing`'s.)

Two recognisers seldom write the same. Fewer words in common are another utterance, another language, or babble.
"""

from typing import Final, NamedTuple


class Ratio(NamedTuple):
    """A share: `part` of each `of`."""

    part: int
    of: int

    def holds(self, count: int, whole: int) -> bool:
        """Whether `count` is at least this part of `whole`."""
        return self.of * count >= self.part * whole


IN_COMMON: Final = Ratio(1, 2)
"""Of the words of one of our parts that an ear's transcript must have, its last word among them: it may mishear half."""
SAID_BEFORE: Final = Ratio(3, 4)
"""Of the words of an ear in sound in which we heard none: then they are late words of what was said before."""
MORE_IN_ALL: Final = Ratio(1, 2)
"""Beyond this part more, and beyond `MORE` words, the ear claims words that we did not hear: they need a yes."""
MORE: Final = 2
CALLED_AHEAD: Final = Ratio(3, 2)
"""A call with a wording of more words than this part of what was transcribed (and one) came before it was."""
SAID_AGAIN: Final = Ratio(1, 5)
"""Longer by this share than what is left of it, or by one word, a late text may still be one that was asked already."""
