"""A recogniser that says of its words whether a person ends with them."""

from collections.abc import Callable
from dataclasses import replace

from solovox.ports import Stt, Transcript


class SensedStt:
    """Port `Stt`, over another one. `whole`: how likely an utterance ends after these words (0 to 1); asked in the same thread."""

    def __init__(self, stt: Stt, whole: Callable[[str], float]) -> None:
        self._stt = stt
        self._whole = whole

    def transcribe(self, pcm: bytes) -> Transcript:
        """As the other one heard it, with what its words tell."""
        heard = self._stt.transcribe(pcm)
        return replace(heard, sense=self._whole(heard.text)) if heard.text else heard
