"""A recogniser that says what was meant by its words. The words themselves stay as they were heard.

Rule 1: a second hearing of the same sound, with names in mind, only finds mends: its own text goes no further.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from solovox.core.mends import Mend, pool_mends
from solovox.ports import Stt, Transcript

# A recogniser that knows no words: the base install's, beside a live ear.


class Wordless:
    """Port `Stt`, without weights."""

    def transcribe(self, pcm: bytes) -> Transcript:
        """Always nothing."""
        return Transcript("")


# A recogniser that says of its words whether a person ends with them.


class SensedStt:
    """Port `Stt`, over another one. `whole`: how likely an utterance ends after these words (0 to 1); asked in the same thread."""

    def __init__(self, stt: Stt, whole: Callable[[str], float]) -> None:
        self._stt = stt
        self._whole = whole

    def transcribe(self, pcm: bytes) -> Transcript:
        """As the other one heard it, with what its words tell."""
        heard = self._stt.transcribe(pcm)
        return replace(heard, sense=self._whole(heard.text)) if heard.text else heard


class FindMends(Protocol):
    """Finds what was meant."""

    def __call__(self, text: str, sure: Sequence[float] = ()) -> tuple[Mend, ...]:
        """The mends for what was heard. `sure`: how sure each word is, if that is known."""
        ...

    def near(self, heard: Transcript) -> Sequence[str]:
        """Names that are near to words of it, if it is worth hearing again with them in mind."""
        ...

    def again(self, text: str, second: str, sure: Sequence[float] = ()) -> tuple[Mend, ...]:
        """The mends that the second hearing tells beyond those."""
        ...


class TwiceHearing(Stt, Protocol):
    """A recogniser whose engine can be told of names."""

    def transcribe_twice(
        self, pcm: bytes, near: Callable[[Transcript], Sequence[str]]
    ) -> tuple[Transcript, str]:
        """As `transcribe`, and the text with the names that `near` gives in mind; the same text without any."""
        ...


def _none(heard: Transcript) -> Sequence[str]:
    return ()


class MendedStt:
    """Port `Stt`, over another one. `find` is asked in the same worker thread, and only where words were heard."""

    def __init__(self, stt: TwiceHearing, find: FindMends, *, twice: bool = True) -> None:
        """`twice`: it is known how names sound in what is spoken."""
        self._stt = stt
        self._find = find
        self._near = find.near if twice else _none

    def transcribe(self, pcm: bytes) -> Transcript:
        """As the other one heard it first, with its mends."""
        heard, second = self._stt.transcribe_twice(pcm, self._near)
        if not heard.text:
            return heard
        mends = pool_mends(heard.mends, self._find(heard.text, heard.sure))
        if second != heard.text:
            mends = pool_mends(mends, self._find.again(heard.text, second, heard.sure))
        return replace(heard, mends=mends)
