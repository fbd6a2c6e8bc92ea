"""A voice that may be another from one text to the next: a `SharedTts` in front of others."""

from collections.abc import AsyncGenerator

from solovox.narrators.shared_voice import SharedVoice
from solovox.ports import Spoken


class ChangingVoice:
    """A `SharedTts`. A text that is being said is said to its end by the voice that began it."""

    def __init__(self, voice: SharedVoice) -> None:
        self._voice = voice

    def change(self, voice: SharedVoice) -> None:
        """What is said from now on is said by this one."""
        self._voice = voice

    def speak(self, text: str, pace: float = 1.0) -> AsyncGenerator[Spoken, None]:
        """The sound of `text`."""
        return self._voice.speak(text, pace)

    def close(self) -> None:
        """The voices belong to their makers."""
