"""Whether words are a yes, a no, or neither (law A2). The words are data of the language pack; here is what follows from them.

Rule 1: a yes has words of `grant`, small words beside them, no question mark, and no comma at its end. One unknown word,
and it is none.
Rule 2: a word of denial wins: one of `never` wherever it stands, one of `deny` at the beginning, at the end, or behind a yes.
Rule 3: what is longer than `MOST` words is neither.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

MOST: Final = 8
"""How many words a yes or a no has at most."""


class YesOrNo(Enum):
    """What an utterance is to what waits for a yes."""

    YES = auto()
    NO = auto()
    NO_AND_MORE = auto()
    """A no, and words that say something else: "no, use the other branch"."""


@dataclass(frozen=True, slots=True)
class ConsentWords:
    """Words and phrases by what they do. The longest phrase counts: "don't ask again" is of `always`, and no denial."""

    grant: frozenset[str] = frozenset()
    deny: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()
    """They deny wherever they stand."""
    question: frozenset[str] = frozenset()
    """They ask, or put off: "why not" is no denial, and "hang on" is none."""
    always: frozenset[str] = frozenset()
    """A yes to more than one thing, which is none."""
    small: frozenset[str] = frozenset()
    """They stand beside a yes or a no, and change nothing: "please"."""
    opens: frozenset[str] = frozenset()
    """They are as small, and more is to come: what ends with one, as "okay now", is no yes."""

    def consent(self, said: Sequence[str], *, coded: bool = False, whole: bool = True) -> YesOrNo | None:
        """What these words are, as `plain` leaves them. `coded`: a code was said with them, which counts as a yes.
        `whole`: they were written as no question, and not as broken off."""
        if len(said) > MOST:
            return None
        found = [*([self.grant] * coded), *self._sets(said)]
        told = [one for one in found if one not in (self.small, self.opens)]
        if self.never in found or (
            self.deny in found and (told[0] in (self.grant, self.deny) or told[-1] is self.deny)
        ):
            more = any(one in (None, self.question) for one in told)
            return YesOrNo.NO_AND_MORE if more else YesOrNo.NO
        whole = whole and bool(found) and found[-1] is not self.opens
        return YesOrNo.YES if whole and told and all(one is self.grant for one in told) else None

    def _sets(self, said: Sequence[str]) -> list[frozenset[str] | None]:
        """The sets that the words belong to, phrase by phrase. None: an unknown word."""
        every = (self.never, self.deny, self.always, self.question, self.grant, self.small, self.opens)
        found: list[frozenset[str] | None] = []
        while said:
            ways = [(size, " ".join(said[:size])) for size in range(len(said), 0, -1)]
            known = ((size, one) for size, phrase in ways for one in every if phrase in one)
            size, one = next(known, (1, None))
            found, said = [*found, one], said[size:]
        return found


@dataclass(frozen=True, slots=True)
class AnyConsent(ConsentWords):
    """Those of several languages, when it is not known which is spoken. What is a no in one of them is no yes."""

    each: tuple[ConsentWords, ...] = ()

    def consent(self, said: Sequence[str], *, coded: bool = False, whole: bool = True) -> YesOrNo | None:
        """The first of no, no and more, and yes that it is in any of them."""
        found = {one.consent(said, coded=coded, whole=whole) for one in self.each}
        return next((one for one in (YesOrNo.NO, YesOrNo.NO_AND_MORE, YesOrNo.YES) if one in found), None)


NO_CONSENT: Final = ConsentWords()
"""Nothing is a yes, and nothing a no."""
