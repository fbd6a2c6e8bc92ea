"""A scene of which every step is judged by all laws, and whose recogniser knows what was meant."""

from laws.laws import Laws
from laws.scene import Scene
from solovox.core.events import LocalTranscript
from solovox.core.policy import Policy
from solovox.core.units import MIC, AudioSpan


class Judged(Scene):
    """A scene of which every step is judged by all laws."""

    def __init__(self, policy=None):
        self.laws = Laws(policy or Policy())
        super().__init__(policy)

    def do(self, *events):
        out = []
        for event in events:
            did = super().do(event)
            self.laws.see(self.at, event, did)
            out += did
        return out

    def say_mended(self, text, *mends, ms=1_000):
        """Our recogniser hears this, and knows what was meant."""
        first = self.mic
        out = self.speak(ms)
        return out + self.do(
            LocalTranscript(AudioSpan(MIC, first, self.mic - first), text, True, mends=mends)
        )
