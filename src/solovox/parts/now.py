"""What counts in a session at this moment."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from solovox.core.commands import Command, ShowHeard
from solovox.core.events import Event
from solovox.core.policy import Policy
from solovox.core.units import BEHIND
from solovox.parts.addition import Addition
from solovox.parts.habits import PausesHeard
from solovox.ports import Correction, HeldSound, Nearest, Tool
from solovox.ports.places import MessagePlaces
from solovox.shell.links.toolbox import Toolbox
from solovox.text.names.workspace_names import NameLexicon


@dataclass(slots=True, eq=False)
class Now:
    """What counts in a session at this moment. Its live ear asks whenever it opens a connection."""

    policy: Callable[[], Policy]
    tools: Callable[[], Iterable[Tool]]
    corrections: Callable[[], Sequence[Correction]] | None = None
    """What the person corrected so far, without the sound. It may wait for a disk. None: nothing is kept of it."""
    names: Callable[[], NameLexicon] | None = None
    """The names of the workspace, as far as they are known. None: nothing is mended."""
    nearest: Nearest | None = None
    """Chooses, of many tools, those that are told. None: all are."""
    held: HeldSound | None = None
    """The sound of what waits for a yes. None: the session has not begun."""
    box: Toolbox | None = None
    """Says when its tools change. None: the session has not begun."""
    said: str = ""
    """What the person said last."""
    places: MessagePlaces = field(default_factory=MessagePlaces)
    """Where its tools can put messages."""
    near: Sequence[str] = ()
    """Of many tools, the names of those nearest to it, when the ear's newest connection was opened."""
    added: Addition | None = None
    """What its host added."""
    pauses: PausesHeard | None = None
    """Learns how the person pauses, if the session is kept. None: nothing does."""

    @property
    def builds(self) -> bool:
        """Whether something that its host added goes on."""
        return self.added is not None and self.added.busy

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """Keep what the person said last, as it was shown."""
        for command in commands:
            if isinstance(command, ShowHeard) and command.final and command.source != BEHIND:
                self.said = command.text or self.said
