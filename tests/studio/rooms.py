"""A Studio in memory: its store, its workshop with a scripted writer, and sessions of it."""

from solovox.config.schema import Config
from solovox.meaning.minilm import MiniLM
from solovox.studio.session import StudioSession
from solovox.studio.studio import Studio
from solovox.studio.workshop.workshop import ProjectWorkshop
from solovox.testing.memory_projects import MemoryProjects
from studio.scripted_writer import APP, ScriptedWriter


class NoEngines:
    """The engines of a machine without the sentence model."""

    def embedding(self) -> MiniLM:
        raise OSError("it is not installed")

    def intent(self):
        return None


class RoomStudio(Studio):
    """It writes what its writer writes."""

    def __init__(self, writer=None):
        super().__init__(MemoryProjects(), Config, NoEngines)
        self.writer = writer or ScriptedWriter(APP)
        self.workshop = ProjectWorkshop(self.store, lambda: self.writer)
        self.workshop.ended, self.workshop.stepped = self._tell_end, self._tell_step


def room(writer=None, *, alone=True, config=None):
    """A session of a Studio that is its own."""
    return StudioSession(RoomStudio(writer), config or Config(), alone=alone)
