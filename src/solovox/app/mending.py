"""What was meant by words that the local recogniser heard: the person's corrections, and the names of the workspace."""

from collections.abc import Callable, Sequence

from solovox.core.mends import Mend
from solovox.ports import Correction, StoreError
from solovox.ports.corrections import SttCorrection
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
        try:
            taught = self._corrections()
        except StoreError:
            taught = ()
        own = [(one.heard, one.meant) for one in taught if isinstance(one, SttCorrection)]
        return mends(text, own, self._names())
