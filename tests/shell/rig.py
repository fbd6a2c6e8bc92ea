"""A session over fakes, put together for a test."""

from dataclasses import dataclass, field

from shell.tiny import TinyTalk
from solovox.narrators.voice import VoiceNarrator
from solovox.shell.clock import LoopClock
from solovox.shell.links.brain import BrainOverPort
from solovox.shell.links.listener import Listener
from solovox.shell.links.tools import ToolsOverPort
from solovox.shell.session import Links, Recording, Session
from solovox.shell.sound import SoundStore
from solovox.testing.fakes import MemoryJournal, MemorySurface, ScriptedBrain, ScriptedRecogniser, ScriptedTts


@dataclass
class Rig:
    """What a test may replace; `build` inside the loop."""

    script: list
    talk: object = field(default_factory=TinyTalk)
    brain: object = field(default_factory=ScriptedBrain)
    tts: object = field(default_factory=ScriptedTts)
    heard: list = field(default_factory=list)
    tools: list = field(default_factory=list)
    folds: list = field(default_factory=list)
    listening: object = None
    """Makes another recogniser."""
    at: object = None
    """Makes another surface from the rig."""
    kept: object = None
    """Another journal."""
    memory: int = 64_000_000
    others: dict = field(default_factory=dict)
    """Links to use instead of, or beside, those made here."""

    def build(self):
        self.journal = self.kept or MemoryJournal()
        self.sound = SoundStore(self.memory)
        self.surface = self.at(self) if self.at else MemorySurface(self.sound, self.script)
        self.recogniser = self.listening() if self.listening else ScriptedRecogniser(self.heard)
        links = {
            "surface": self.surface,
            "listener": Listener(self.recogniser, self.sound, LoopClock()),
            "narrator": VoiceNarrator(self.tts, self.sound),
            "brain": BrainOverPort(self.brain, self.tools),
            "tools": ToolsOverPort(self.tools),
        }
        links.update(self.others)
        recording = Recording(self.journal, self.sound, self.folds)
        self.session = Session(self.talk, Links(**links), recording, LoopClock())
        return self.session

    async def run(self):
        return await self.build().run()
