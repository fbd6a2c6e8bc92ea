"""A recogniser that says what was meant by its words. The words themselves stay as they were heard."""

from collections.abc import Callable
from dataclasses import replace

from solovox.core.mends import Mend
from solovox.ports import Stt, Transcript

FindMends = Callable[[str], tuple[Mend, ...]]


class MendedStt:
    """Port `Stt`, over another one. `find` is asked in the same worker thread, and only where words were heard."""

    def __init__(self, stt: Stt, find: FindMends) -> None:
        self._stt = stt
        self._find = find

    def transcribe(self, pcm: bytes) -> Transcript:
        """As the other one heard it, with its mends."""
        heard = self._stt.transcribe(pcm)
        return replace(heard, mends=self._find(heard.text)) if heard.text else heard
