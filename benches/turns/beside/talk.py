"""A session that reads a long answer while the sound of a case is heard: the real conversation, ear and voice, in the listener's time.

Only what answers is written here, and the microphone: silence, the sound, and our own voice (rule).

Rule: what the speaker plays is heard 120 ms later, through the reflections of a room, 24 dB below a person; then the canceller of the
extra `terminal` cleans the microphone.
"""

import asyncio
from dataclasses import dataclass
from functools import partial

import clips
import numpy as np
import soxr
from pace import paced

from solovox.app.wiring import SessionParts, session
from solovox.core.policy import Policy
from solovox.live.local.recogniser import LocalRecogniser
from solovox.ports import Wrote
from solovox.speech.echo_canceller import WebRtcEcho
from solovox.speech.smart_turn import SmartTurn
from solovox.speech.stt.whisper import Whisper
from solovox.speech.voice_activity import SileroVad
from solovox.surfaces.acts import ActKind, PersonAct
from solovox.surfaces.file import FileOptions, FileSurface
from solovox.testing.fakes import MemoryJournal
from turns.beside.sounds import LOUD
from turns.grounds import RATE, echoed, pink

VOICE_RATE, PIECE = 24_000, 320
ECHO_BELOW = 24
KNOWN_AFTER, HEARD_AFTER, ROOM, EDGE = (RATE * ms // 1000 for ms in (100, 120, 80, 10))
"""Samples until the canceller is told what was played, until the microphone hears it, of the room's reflections, and that a resampler
needs at an edge."""
VOICE = "af_bella"
ANSWER = (
    "There are four files in the folder, and all of them were changed this week. The first one holds the names of the people who "
    "take part, with their addresses and the day on which they joined. The second one is a list of rooms, and it says how many "
    "chairs there are in each of them. In the third file you find the plan for the spring, which was written by two people and "
    "has been corrected many times. The last one is short, and it only explains how the other three belong together. "
    "Nothing else was added to the folder since then."
)
LATER = "Very well."
"""What is answered to anything else."""
QUIET = 1e-5
OURS_LOUD, REFLECTED = 0.085, 3.65
"""The level of our voice as it is rendered, and how much louder a room's three dozen reflections make it."""


class LongAnswer:
    """What answers: the long answer first, then a short one."""

    steers = False

    def __init__(self):
        self._asked = 0

    async def answer(self, question, host):
        """As a brain."""
        self._asked += 1
        yield Wrote(ANSWER if self._asked == 1 else LATER)

    def sessions(self):
        """None."""
        return

    async def open(self):
        """Nothing."""

    async def aclose(self):
        """Nothing."""


class KeptVoice:
    """The real voice. What it said once is kept, so that the answer is rendered once for all cases."""

    def __init__(self):
        self._kept = {}

    def speak(self, text, pace=1.0):
        """As a `Tts`. What is kept takes no time; it was all rendered long before it was to be heard."""
        if (text, pace) not in self._kept:
            self._kept[text, pace] = list(clips.neural(VOICE).speak(text, pace))
        return iter(self._kept[text, pace])


class Microphone:
    """As the bytes of a file, which `FileSurface` reads piece by piece. `heard` (24 kHz) grows as the speaker plays."""

    def __init__(self, sound, first, count, seed):
        """`sound` begins at sample `first` of `count`. `seed`: of the room in which our own voice is heard; None: it is not."""
        self.heard = bytearray()
        self.count = count
        self._sound, self._first, self._seed = sound, first, seed
        self._canceller = None if seed is None else WebRtcEcho()

    def __len__(self):
        return 2 * self.count

    def __getitem__(self, part):
        first = part.start // 2
        found = QUIET * pink(PIECE, first)
        at = np.arange(first, first + PIECE) - self._first
        inside = (at >= 0) & (at < len(self._sound))
        found[inside] += self._sound[at[inside]]
        if self._canceller is None:
            return _pcm(found)
        self._canceller.take_played(self._ours(first, first + PIECE, late=KNOWN_AFTER))
        ours = self._ours(first - ROOM - EDGE, first + PIECE + EDGE, late=HEARD_AFTER)
        ours = soxr.resample(np.frombuffer(ours, "<i2") / 32_768, VOICE_RATE, RATE)[EDGE:][: ROOM + PIECE]
        found += LOUD * 10 ** (-ECHO_BELOW / 20) / OURS_LOUD * echoed(ours, self._seed)[ROOM:] / REFLECTED
        return self._canceller.clean(_pcm(found))

    def _ours(self, first, end, late):
        """What the speaker played `late` samples before these, at 24 kHz. Before the beginning it was silence."""
        begin, until = ((at - late) * VOICE_RATE // RATE for at in (first, end))
        there = bytes(self.heard[2 * max(0, begin) : 2 * max(0, until)])
        return (bytes(2 * max(0, min(0, until) - begin)) + there).ljust(2 * (until - begin), b"\0")


def _pcm(found):
    return (np.clip(found, -1, 1) * 32_767).astype("<i2").tobytes()


@dataclass(frozen=True)
class Engines:
    """What all cases share."""

    whisper: Whisper
    turn: SmartTurn
    voice: KeptVoice

    def ear(self):
        """A recogniser of its own for each."""
        vad = SileroVad(clips.CACHE.path("silero-vad", "silero_vad.onnx"))
        return LocalRecogniser(vad, self.turn, self.whisper, self.whisper.draft())


def engines():
    """Load them."""
    turn = SmartTurn(clips.CACHE.path("smart-turn", "smart-turn-v3.2-cpu.onnx"))
    return Engines(Whisper(clips.CACHE.path("whisper-base")), turn, KeptVoice())


def held(shared, sound, at, tail, *, seed=None):
    """The journal's entries, and what was heard (24 kHz), of a talk in which `sound` begins after `at` seconds and that ends
    `tail` seconds after it."""
    first = round(at * RATE)
    whole = (first + len(sound) + round(tail * RATE)) // PIECE * PIECE
    mic = Microphone(sound, first, whole, seed)
    journal = MemoryJournal()
    paced(_talk(shared, mic, journal))
    return journal.entries, bytes(mic.heard)


async def _talk(shared, mic, journal):
    leaves = PersonAct(ActKind.HANG_UP, 1000 * mic.count // RATE - 40)
    choices = FileOptions(typed="What is in the folder?", acts=(leaves,))
    own = SessionParts(Policy(), shared.ear(), shared.voice, LongAnswer(), ())
    surface = partial(_surface, mic, choices)
    await asyncio.shield(session(own, surface, journal).run())


def _surface(mic, choices, place):
    return FileSurface(place.sound, place.clock, mic, mic.heard.extend, choices)
