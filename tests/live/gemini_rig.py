"""A whole session over the real composition, whose ear is a socket to the double; on a loop at speed."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np

from laws.laws import Laws
from live.gemini_double import Double
from live.gemini_ears import GAP_MS, WORD_MS, speech
from live.gemini_ways import Way
from solovox.app.wiring import SessionParts, session
from solovox.config.schema import Config, EarConfig
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.units import AudioSpan, StreamId
from solovox.parts.brains.making import who
from solovox.parts.configured import narrator
from solovox.parts.engines.gemini_live import gemini
from solovox.parts.engines.recognisers import ear_given
from solovox.parts.now import SessionNow
from solovox.parts.policies import policy, spec_of
from solovox.ports import Wrote
from solovox.recordings.ledger import Ledger
from solovox.shell.clock import run
from solovox.surfaces.file import FileOptions, FileSurface
from solovox.testing.fakes import MemoryJournal, ScriptedBrain, ScriptedRecogniser, ScriptedTts
from solovox.text.names.workspace_names import EMPTY

MIC = StreamId("mic")
ANSWER = "The quick brown fox jumps over the lazy dog. Then it sleeps for the rest of the day, and so do we."
SPEED = 100
PATIENCE = 3_000


def local(words, at, text, wake=""):
    """What the local recogniser makes of words said at a moment (ms): its own text, half a second later. The wake phrase is spotted in their sound."""
    first, end = at * 16, (at + len(words) * (WORD_MS + GAP_MS)) * 16
    span, heard = AudioSpan(MIC, first, end - first), end + 8_000
    spotted = [(first + 8_000, e.WakeHeard(first + 8_000))] if wake and wake in text else []
    return [
        (first + 800, e.OnsetHeard(first)),
        (first + 3_200, e.SpeechConfirmed(first)),
        *spotted,
        (heard, e.SpeechEnded(span)),
        (heard, e.LocalTranscript(span, text, final=True)),
    ]


@dataclass
class Live:
    """One session. `said`: (milliseconds, what the person says, what the local recogniser makes of it)."""

    way: Way = field(default_factory=Way)
    variant: object = None
    said: tuple = ((400, "what now please", "watt now"),)
    seed: int = 0
    mic_ms: int = 4_000
    answer: str = ANSWER
    speed: float = SPEED
    tools: tuple = ()
    ear: Mapping = field(default_factory=dict)
    """What else is chosen of the ear: a model, another address than the double's."""
    choices: Mapping = field(default_factory=dict)
    """What else is chosen of the whole."""
    faults: tuple = ()
    """Of our server, in the words of `--fault`; they come on top of the way."""
    keys: tuple = ()
    """(milliseconds, an event): what the person does beside speaking."""
    scripts = MappingProxyType({})
    """What the brain does for an instruction; for others it writes `answer`."""
    sets = MappingProxyType({})
    """Tools that are opened with the session."""
    corrections = tuple
    """Reads what the person corrected."""
    pronounced = tuple
    """How the person wants words said."""
    names = staticmethod(lambda: EMPTY)
    """The names of the workspace."""
    nearest = None
    """Chooses among many tools."""
    studio = None
    """The session's Studio."""
    spare = False
    """A voice of ours beside a live model that answers for itself."""
    per_character = 960
    """Samples of our own voice."""

    def server(self, vocabulary):
        """The live model: its `url`, and `reading`, which is set when a voice is heard."""
        return Double(self.way, vocabulary, self.variant, self.seed, self.faults)

    def held(self):
        """Run it to its end."""
        vocabulary = sorted({word for _, said, _ in self.said for word in said.split()})
        mic, heard = np.zeros(self.mic_ms * 16, "<i2"), []
        for at, said, understood in self.said:
            samples = speech(said.split(), at, vocabulary)
            mic[at * 16 : len(samples)] = samples[at * 16 :]
            heard += local(said.split(), at, understood, self.choices.get("wake", ""))
        self.journal, self.ledger, self.out = MemoryJournal(), Ledger(), bytearray()
        self.brain = ScriptedBrain(self.scripts, [Wrote(self.answer)])
        self.tts = ScriptedTts(self.per_character)

        async def main():
            async with (
                asyncio.timeout(PATIENCE),
                self.server(vocabulary) as self.double,
            ):
                session = self._session(mic.tobytes(), heard)
                pressing = asyncio.create_task(self._press(session))
                try:
                    return await session.run()
                finally:
                    pressing.cancel()

        self.why = run(main(), self.speed)
        return self

    def _session(self, mic, heard):
        config = Config(
            ear=EarConfig(**{"kind": "gemini", "url": self.double.url, **self.ear}),
            **self.choices,
        )
        alone = config.narrator.kind == "self"
        rules = policy(config, self.tools)
        rules = replace(rules, exact_voice=rules.exact_voice or (alone and self.spare))
        self.laws = Laws(rules)
        now = SessionNow(
            rules,
            self.tools,
            corrections=self.corrections,
            names=self.names,
            nearest=self.nearest,
            persona=who(config, self.studio),
            added=self.studio,
        )
        engines = SessionParts(
            rules,
            ScriptedRecogniser(heard),
            None if alone and not self.spare else self.tts,
            None if alone else self.brain,
            self.tools,
            gemini(ear_given(config, now)),
            narrator(config, pronounced=self.pronounced),
            sets=self.sets,
            spec=spec_of(config),
            now=now,
        )
        self.now = now

        def surface(place):
            return FileSurface(place.sound, place.clock, mic, self.out.extend, FileOptions(busy=place.busy))

        return session(engines, surface, self.journal, lambda _: (self.ledger, self))

    async def _press(self, session):
        now = 0
        for at, event in self.keys:
            await asyncio.sleep((at - now) / 1_000)
            now = at
            await session.tell(event)

    def see(self, event, commands):
        self.laws.see(self.journal.entries[-1][0], event, commands)
        if any(isinstance(one, c.Play) for one in commands):
            self.double.reading.set()

    @property
    def samples(self):
        return np.frombuffer(bytes(self.out), "<i2")

    def did(self, kind):
        return [one for _, _, did in self.journal.entries for one in did if isinstance(one, kind)]

    def happened(self, kind):
        return [event for _, event, _ in self.journal.entries if isinstance(event, kind)]

    @property
    def asked(self):
        return [one.instruction for one in self.did(c.AskBrain)]

    @property
    def read(self):
        return " ".join(one.said for one in self.did(c.Read))

    @property
    def wrong_sums(self):
        return [str(one) for one in self.ledger.sums() if not one.holds]
