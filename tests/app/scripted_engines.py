"""Adapters as another package would bring them: they note what was made, and how often."""

import threading

from solovox.ports import Wrote
from solovox.testing.fakes import ScriptedBrain, ScriptedRecogniser, ScriptedTts

ANSWER = "The quick brown fox jumps over the lazy dog, and then it sleeps for the rest of the day. " * 3
NAMES = {"voice": "af_bella", "brain": "local", "recogniser": "local"}


class Made:
    """What was made since `clear`."""

    def __init__(self):
        self.clear()

    def clear(self):
        self.voices, self.brains, self.recognisers = [], [], []


MADE = Made()


class OneCaller(ScriptedTts):
    """A voice that cannot have two callers at once."""

    def __init__(self):
        super().__init__(480)
        self._caller = threading.Lock()

    def speak(self, text):
        pieces = super().speak(text)
        while True:
            assert self._caller.acquire(blocking=False), "two callers at once"
            try:
                piece = next(pieces, None)
            finally:
                self._caller.release()
            if piece is None:
                return
            yield piece


def voice(given):
    MADE.voices.append(OneCaller())
    return MADE.voices[-1]


def brain(given):
    MADE.brains.append(ScriptedBrain(default=(Wrote(ANSWER),)))
    return MADE.brains[-1]


def recogniser(given):
    MADE.recognisers.append(ScriptedRecogniser([]))
    return MADE.recognisers[-1]
