"""A listener for tests of the cascade: sound as letters, questions answered at once or when told to.

A letter is a frame of 32 ms: `#` speech, `.` silence, `~` unsure (still speech to who is
speaking, silence to who is not), `-` speech 30 dB softer.
"""

from solovox.core.events import LocalTranscript, Overheard
from solovox.core.units import StreamId
from solovox.live.local.cascade import Cascade
from solovox.live.local.cascade_types import (
    CascadeTuning,
    Judge,
    Judged,
    SoundOver,
    SpeechFrame,
    Understand,
    Understood,
)

FRAME = 512
MIC = StreamId("mic")
LIKELY = {"#": 0.95, ".": 0.02, "~": 0.4, "-": 0.95}
NUMBERS = CascadeTuning()
WORD = "#" * 12
"""Long enough to be confirmed."""
END = "." * 80
"""Silence after which even the unfinished have finished."""


class Listener:
    """Runs a cascade over letters; answers its questions at once, or when told to."""

    def __init__(self, finished=0.0, text="words", confidence=1.0, prompt=True, marks=None, tuning=None):
        self.cascade = Cascade(MIC, tuning)
        self.marks = marks
        self.finished, self.text, self.confidence, self.prompt = finished, text, confidence, prompt
        self.at, self.sound = 0, ""
        self.out = []
        self.asked = []
        self.open = []

    def hear(self, letters):
        for letter in letters:
            self.sound += letter
            self.tell(SpeechFrame(self.at, FRAME, LIKELY[letter], -30.0 if letter == "-" else 0.0))
            self.at += FRAME
        return self

    def tell(self, heard):
        for output in self.cascade.handle(heard):
            if isinstance(output, Judge | Understand):
                self.asked.append(output)
                self.open.append(output)
            else:
                self.out.append(output)
        if self.prompt:
            while self.open:
                self.answer(self.open.pop(0))

    def answer(self, question):
        match question:
            case Judge(ask=ask):
                self.tell(Judged(ask, self.finished))
            case Understand(ask=ask, span=span):
                text = self.text(span) if callable(self.text) else self.text
                self.tell(Understood(ask, text, self.confidence, ends=self.marks))

    def over(self):
        self.tell(SoundOver())
        while self.open:
            self.answer(self.open.pop(0))
        return self

    def kinds(self):
        return [type(event).__name__ for event in self.out if not drafty(event)]

    def overheard(self):
        return [(one.span.first, one.span.end) for one in self.out if isinstance(one, Overheard)]

    def finals(self):
        return [event for event in self.out if isinstance(event, LocalTranscript) and event.final]


def drafty(event):
    """Whether it is a draft."""
    return isinstance(event, LocalTranscript) and not event.final
