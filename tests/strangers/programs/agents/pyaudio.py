"""A sound card in place of PyAudio, which has no wheel and would want one: a microphone that is fed, and a speaker that tells what it is given."""

import queue

paInt16 = 8  # noqa: N816  PyAudio's name


class Keyboard:
    """Standard input: what is typed comes from the plan, a line at a time."""

    def __init__(self):
        self.lines = queue.Queue()

    def put(self, text):
        self.lines.put(f"{text}\n")

    def readline(self):
        return self.lines.get()


class Microphone:
    """Blocks for as long as less than was asked for has been heard, as a real one does."""

    def __init__(self):
        self.pieces = queue.Queue()
        self.left = b""

    def put(self, piece):
        self.pieces.put(piece)

    def take(self, size):
        while len(self.left) < size:
            self.left += self.pieces.get()
        taken, self.left = self.left[:size], self.left[size:]
        return taken


class Card:
    """What there is of hardware."""

    def __init__(self):
        self.keyboard = Keyboard()
        self.microphone = Microphone()
        self.play = None


CARD = Card()


class Stream:
    """One that is open, of 16-bit mono."""

    def read(self, frames, exception_on_overflow=True):
        return CARD.microphone.take(2 * frames)

    def write(self, pcm):
        CARD.play(pcm)

    def close(self):
        pass


class PyAudio:
    def get_default_input_device_info(self):
        return {"index": 0}

    def open(self, **_):
        return Stream()
