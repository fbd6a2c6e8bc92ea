"""Voices, transcribers and detectors that each break one promise of their contract; the first of each keeps it."""

import re

from solovox.ports import Spoken, Transcript
from solovox.speech.smart_turn import PauseOnly
from solovox.speech.voice_activity import EnergyVad
from solovox.speech.wake_phrase import TextWake
from solovox.testing.fakes import ScriptedStt, ScriptedTts


class Voice(ScriptedTts):
    def __init__(self):
        super().__init__(1_440)


class Odd(Voice):
    def speak(self, text, pace=1.0):
        return (Spoken(one.pcm + b"\1", one.said_to) for one in super().speak(text, pace))


class Mute(Voice):
    def sound(self, text):
        return bytes(len(super().sound(text)))


class Hasty(ScriptedTts):
    """Its sound has another rate."""

    def __init__(self):
        super().__init__(300)


class Short(Voice):
    def speak(self, text, pace=1.0):
        return (Spoken(one.pcm, max(0, one.said_to - 1)) for one in super().speak(text, pace))


class Backwards(Voice):
    def speak(self, text, pace=1.0):
        return (Spoken(one.pcm, len(text) - one.said_to) for one in super().speak(text, pace))


class Whole(Voice):
    def speak(self, text, pace=1.0):
        pieces = [*super().speak(text, pace)]
        return iter([Spoken(b"".join(one.pcm for one in pieces), len(text))] if text else [])


class Remembers(Voice):
    """What was given up is said before the next."""

    left = ""

    def speak(self, text, pace=1.0):
        whole, self.left = self.left + text, self.left + text
        yield from super().speak(whole, pace)
        self.left = ""


class Hums(Voice):
    def speak(self, text, pace=1.0):
        return super().speak(text or "mm", pace)


class Skips(Voice):
    def speak(self, text, pace=1.0):
        for one in super().speak(text, pace):
            if any(map(str.isalnum, text)):
                yield one
        yield Spoken(b"", len(text) if any(map(str.isalnum, text)) else 0)


class Steady(Voice):
    """It has one pace."""

    def speak(self, text, pace=1.0):
        return super().speak(text)


class Dice(Voice):
    rolls = 0

    def sound(self, text):
        self.rolls += 1
        return bytes([self.rolls % 256, 0]) + super().sound(text)


class Transcriber(ScriptedStt):
    def __init__(self):
        super().__init__("What time is it?")


class Unmarked(ScriptedStt):
    def __init__(self):
        super().__init__("what time is it")


class Dreams(Transcriber):
    def transcribe(self, pcm):
        return Transcript("Thank you for watching. What time is it?")


class Sure(Transcriber):
    def transcribe(self, pcm):
        return Transcript(super().transcribe(pcm).text, 100.0)


class Brief(Transcriber):
    def transcribe(self, pcm):
        return super().transcribe(pcm) if len(pcm) < 20 * 32_000 else Transcript("")


class Recalls(Transcriber):
    before = ""

    def transcribe(self, pcm):
        text, self.before = self.before + super().transcribe(pcm).text, self.before + "Well. "
        return Transcript(text)


class Activity(EnergyVad):
    pass


class Decibels(EnergyVad):
    def probability(self, frame):
        return 40 * super().probability(frame)


class Always(EnergyVad):
    def probability(self, frame):
        super().probability(frame)
        return 0.9


class AnyFrame(EnergyVad):
    def probability(self, frame):
        return super().probability(frame[:1024].ljust(1024, b"\0"))


class NeverForgets(EnergyVad):
    heard = 0

    def probability(self, frame):
        self.heard += 1
        return min(1.0, super().probability(frame) + self.heard / 10_000)


class Percent:
    def rate_end(self, pcm):
        return 50.0


class Tires:
    asked = 0

    def rate_end(self, pcm):
        self.asked += 1
        return 1 / self.asked


class AnyPart(TextWake):
    def read(self, text, *, more=False):
        return "computer" in text.lower()


class AnyPlace(TextWake):
    def read(self, text, *, more=False):
        return "computer" in re.findall(r"\w+", text.lower())


class HearsIt(TextWake):
    def hear_phrase(self, pcm):
        return bool(pcm)


class HearsNothingness(TextWake):
    def hear_phrase(self, pcm):
        return not pcm


Turn, Wake = PauseOnly, TextWake
