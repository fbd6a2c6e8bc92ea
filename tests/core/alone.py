"""A live model that answers for itself, and nobody beside it."""

from core.judged import Judged
from laws.scene import SECOND
from solovox.core.events import EarAudio, EarOpened, EarOutputTranscript, OnsetHeard, SpeechConfirmed
from solovox.core.policy import EarKind, NarratorKind, Policy, ToolSpec
from solovox.core.units import AudioSpan, ConnectionId, StreamId

ONE, TWO = ConnectionId(1), ConnectionId(2)
TOOLS = (ToolSpec(name="look"), ToolSpec(name="send", effects=True))


class Alone(Judged):
    """A scene with a live model and nobody beside it; every step is judged by all laws."""

    def __init__(self, **choices):
        policy = Policy(ear=EarKind.LIVE, **{"narrator": NarratorKind.SELF, "tools": TOOLS, **choices})
        super().__init__(policy)
        self.do(EarOpened(ONE))

    def answers(self, samples=SECOND, text="", connection=ONE):
        """The model says something."""
        first = self.voice.get(connection, 0)
        self.voice[connection] = first + samples
        span = AudioSpan(StreamId(f"ear/{connection}"), first, samples)
        return self.do(*([EarOutputTranscript(connection, text)] if text else []), EarAudio(connection, span))

    def confirm(self):
        return self.do(OnsetHeard(self.mic), SpeechConfirmed(self.mic))
