"""What was meant by words that the local recogniser heard: the person's corrections, and the names of the workspace."""

from collections.abc import Callable, Sequence

from solovox.core.mends import Mend
from solovox.ports import Correction, StoreError, Transcript
from solovox.ports.corrections import SttCorrection
from solovox.text.hearing_again import heard_again, near_names
from solovox.text.mending import mends
from solovox.text.workspace_names import NameLexicon


class Mending:
    """Finds mends. Blocks for some milliseconds: call it from a worker thread."""

    def __init__(
        self, names: Callable[[], NameLexicon], corrections: Callable[[], Sequence[Correction]]
    ) -> None:
        self._names = names
        self._corrections = corrections
        names()

    def __call__(self, text: str) -> tuple[Mend, ...]:
        """The mends for these words. Corrections that cannot be read are left out."""
        return mends(text, self._own(), self._names())

    def near(self, heard: Transcript) -> tuple[str, ...]:
        """Names that are near to words of it, and have not been put in: for a second hearing."""
        return near_names(heard.text, heard.confidence, self._own(), self._names())

    def again(self, text: str, second: str) -> tuple[Mend, ...]:
        """The mends that a second hearing of the same sound tells."""
        return heard_again(text, second, self._own(), self._names())

    def _own(self) -> list[tuple[str, str]]:
        try:
            taught = self._corrections()
        except StoreError:
            taught = ()
        return [(one.heard, one.meant) for one in taught if isinstance(one, SttCorrection)]
