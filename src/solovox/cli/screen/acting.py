"""What the person does at the screen, given to the surface."""

from solovox.core.events import SurfaceEvent
from solovox.surfaces.devices.surface import DeviceSurface


class Acting:
    """Gives the person's acts to the surface, once there is one."""

    def __init__(self) -> None:
        self._surface: DeviceSurface | None = None

    def made(self, surface: DeviceSurface) -> None:
        """The session has its surface."""
        self._surface = surface

    def act(self, event: SurfaceEvent) -> None:
        """The person did something."""
        if self._surface is not None:
            self._surface.act(event)

    def mute(self, muted: bool) -> None:
        """The microphone is off, or on."""
        if self._surface is not None:
            self._surface.mute(muted=muted)
