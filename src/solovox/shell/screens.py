"""Whether a screen is there on which what waits for a yes can be seen: a fold of the session."""

from collections.abc import Sequence

from solovox.core.commands import Command
from solovox.core.events import Event, SurfaceJoined, SurfaceLeft
from solovox.core.units import SurfaceId


class Screens:
    """Of one session."""

    def __init__(self) -> None:
        self._there: dict[SurfaceId, bool] = {}

    @property
    def none(self) -> bool:
        """Whether surfaces are there, and none of them has a screen. One that is lost may come back with one."""
        return bool(self._there) and not any(self._there.values())

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """Surfaces come and go."""
        del commands
        match event:
            case SurfaceJoined(caps=caps, surface=surface):
                self._there[surface] = caps.screen
            case SurfaceLeft(surface=None):
                self._there.clear()
            case SurfaceLeft(surface=surface) if surface is not None:
                self._there.pop(surface, None)
            case _:
                pass
