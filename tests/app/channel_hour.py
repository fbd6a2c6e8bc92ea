"""An hour of a talk in a voice channel: people who speak on a script, and a live model whose connections have a limit.

Everything between them is the program's own: the session of a guild as the bot makes it, the surface, the floor, the local
recogniser's cascade, the ear and its socket. Below the line's port nothing is Discord's: sound comes at the times of the script,
20 ms by 20 ms, and the voice is read as a player reads it. The ear's service is the double of Gemini Live: both hear words by
their loudness.
"""

import asyncio
import os
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from live.gemini_double import Double
from live.gemini_ears import GAP_MS, LOUDNESS, STEP, WORD_MS, Ears
from live.gemini_ways import Hear, Say, Variant, Way
from solovox.app.process import Process
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.units import Principal, SourceId
from solovox.discord.guild_sessions import GuildSession
from solovox.discord.guild_voice import WantedTalk
from solovox.discord.voice.floor import OneFloor
from solovox.discord.voice.playing import FRAME_MS, VoiceFrames
from solovox.live.local.recogniser import LocalRecogniser
from solovox.parts.configured import configure
from solovox.ports import Transcript
from solovox.shell.clock import LoopClock
from solovox.speech.smart_turn import PauseOnly
from solovox.speech.voice_activity import EnergyVad
from solovox.weights import Cache

OWNER, GUEST = "Ann (2001)", "Ben (2002)"
DIGITS = "zero one two three four five six seven eight nine".split()
PER_MS = 16
LATE_MS = 200
"""Where nothing is closely watched the line gives what came only so often: that is as right, and takes a third of the time."""
WATCHED = (e.EarOpened, e.EarLost, e.EarGoingAway, c.OpenEar, c.CloseEar, c.ShowHeard, c.ShowFailure, c.Flush)


@dataclass(frozen=True)
class Said:
    """What someone says, from millisecond `at` on."""

    at: int
    who: str
    words: str

    @property
    def loud(self):
        """How many samples of it are loud."""
        return len(self.words.split()) * WORD_MS * PER_MS

    @property
    def pcm(self):
        """A word is a tone whose loudness names it."""
        wave = np.tile(np.repeat(np.array([1, -1], "<i2"), 8), WORD_MS)
        tones = [wave * (LOUDNESS + STEP * DIGITS.index(word)) for word in self.words.split()]
        return np.concatenate([np.pad(tone, (0, GAP_MS * PER_MS)) for tone in tones]).astype("<i2").tobytes()


class ScriptedLine:
    """A voice channel's line whose people speak on a script. `close`: whether a moment is closely watched."""

    connected = True

    def __init__(self, script, close):
        self.floor, self.voice = OneFloor(), VoiceFrames()
        self._script = sorted(script, key=lambda one: one.at, reverse=True)
        self._close = close
        self._speaking = {}
        self._heard_to = 0
        self.samples = []
        """Each minute: megabytes of memory, and how many tasks there are."""

    def hear(self, now):
        for at in range(self._heard_to, now, FRAME_MS):
            self._packets(at)
            if self.voice.ready:
                self.voice.read()
            if at % 60_000 == 0:
                self.samples.append((memory(), len(asyncio.all_tasks())))
        self._heard_to = now
        return self.floor.take(now) if self._close(now) or now % LATE_MS == 0 else []

    def _packets(self, at):
        while self._script and self._script[-1].at <= at:
            said = self._script.pop()
            assert said.who not in self._speaking, f"{said.who} says two things at once"
            self._speaking[said.who] = memoryview(said.pcm)
        for who, rest in list(self._speaking.items()):
            count = 2 * PER_MS * FRAME_MS
            self.floor.hear(SourceId(who), at, bytes(rest[:count]))
            self._speaking[who] = rest[count:]
            if len(rest) <= count:
                del self._speaking[who]


def memory():
    """Megabytes that this process has in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1e6


class LoudWords:
    """An `Stt` that hears what the double hears."""

    def transcribe(self, pcm):
        words = Ears(DIGITS).hear(pcm + bytes(640))
        return Transcript(" ".join(words) + ".") if words else Transcript("")


def recogniser(given):
    """The recogniser of this machine, without weights."""
    return LocalRecogniser(EnergyVad(), PauseOnly(), LoudWords())


@dataclass
class Seen:
    """What is judged of a session: an observer."""

    clock: LoopClock
    kept: list = field(default_factory=list)

    def see(self, event, commands):
        new = [one for one in (event, *commands) if isinstance(one, WATCHED)]
        self.kept += [(self.clock.now(), one) for one in new if getattr(one, "final", True)]

    def all(self, kind):
        return [(at, one) for at, one in self.kept if isinstance(one, kind)]


@dataclass
class HourOfTalk:
    """One talk. `acts`: at the end of which utterance (from 1) the model does what."""

    script: list
    refused: frozenset
    acts: dict
    close: object
    minutes: int = 60
    limit: str = "15m"

    async def hold(self, folder):
        """Hold it to its end; `folder` has the persona."""
        talk = (Hear(), Say("Yes.", 1_000))
        acting = type(
            "Acting",
            (Way,),
            {"turns": [(Hear(), *self.acts.get(n + 1, ()), *talk[1:]) for n in range(len(self.script))]},
        )
        way = acting(heard=talk, later=None, refused=self.refused)
        async with Double(way, DIGITS, Variant(whole=True)) as self.double:
            flags = (f"ear.url={self.double.url}", f"ear.limit={self.limit}", f"persona={folder / 'luna.md'}")
            config = configure("discord", flags, folder, {})
            process = Process(Cache(folder), 1, lambda _, why: guild.ended(why))
            self.line = ScriptedLine(self.script, self.close)
            guild = GuildSession(process, config, self.line, frozenset)
            guild.folds = self._watched
            async with process:
                await guild.begin(WantedTalk(None, Principal(OWNER), self._write), ())
                await LoopClock().sleep_until(60_000 * self.minutes)
                self.so_far = await guild.end()
            self.why = guild.over
        return self

    def _watched(self, clock):
        self.seen = Seen(clock)
        return (self.seen,)

    async def _write(self, text):
        raise AssertionError(f"nothing is to be written: {text}")
