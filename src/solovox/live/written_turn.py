"""What a model that should speak has only written: a turn with text, and with neither sound nor a transcription. Pure.

Rule 1: beside sound a text part is no words of the answer: it may be what the model thinks. So is a text in front of a call.
Rule 2: thinking is left out: what is marked as a thought, and what stands in an element that is named so.

Source: livekit/agents#7390 (one turn of fifteen came so), python-genai#1491 and mastra#17434 (thinking as plain text).
"""

import re
from typing import Final

from solovox.core.events import EarCalled, EarInterrupted, EarOutputTranscript, EarTurnEnded
from solovox.wire.live_events import LiveEvent, ModelWrote, Spoke

MOST: Final = 100_000
"""Characters of a turn that are kept."""
_THINKING: Final = re.compile(r"<(think|thought)\w*>.*?(?:</\1\w*>|\Z)", re.DOTALL | re.IGNORECASE)


class WrittenTurn:
    """The turn at hand of one connection."""

    def __init__(self) -> None:
        self._written = ""
        self._speaks = False

    def see(self, told: LiveEvent) -> str:
        """What happened. Returns, at the end of a turn that was only written, its text."""
        match told:
            case ModelWrote(text=text, thought=False):
                self._written = (self._written + text)[:MOST]
            case EarCalled():
                self._written = ""
            case Spoke() | EarOutputTranscript():
                self._speaks = True
            case EarInterrupted() | EarTurnEnded(in_progress=False):
                text = "" if self._speaks else _THINKING.sub("", self._written).strip()
                self._written, self._speaks = "", False
                return text
            case _:
                pass
        return ""
