"""One session at a time of a supervisor, as whoever wants it sees it: begun, and over."""

import asyncio

from solovox.app.journals import new_name
from solovox.core.errors import SolovoxError
from solovox.shell.supervisor import Make, Supervisor


class BegunSession:
    """Begins one, and waits for its end. Whoever makes it calls `settle`, and the supervisor's owner `ended`."""

    def __init__(self, sessions: Supervisor) -> None:
        self._sessions = sessions
        self.name = ""
        """Of the one that runs, or ran last."""
        self.over: str | Exception | None = None
        """Why the newest is over. None: it runs."""
        self._settled = asyncio.Event()
        """It has begun, or cannot."""
        self._closed = asyncio.Event()
        """None runs."""
        self._closed.set()

    @property
    def runs(self) -> bool:
        """Whether one runs, or is being made."""
        return not self._closed.is_set()

    async def begin(self, make: Make) -> None:
        """Begin one. Raises `SolovoxError`, `ConfigError`: one line."""
        self.name, self.over = new_name(), None
        self._settled.clear()
        self._closed.clear()
        try:
            self._sessions.start(self.name, make)
        except SolovoxError:
            self._closed.set()
            raise
        await self._settled.wait()
        if isinstance(self.over, Exception):
            raise self.over

    def settle(self) -> None:
        """It has begun."""
        self._settled.set()

    async def end(self) -> None:
        """End the one that runs, if one does; one that is being made, when it has begun. Returns when all of it is closed."""
        if not self.runs:
            return
        await self._settled.wait()
        session = self._sessions.get(self.name)
        if session is not None:
            session.hang_up()
        await self._closed.wait()

    async def closed(self) -> None:
        """Returns when none runs."""
        await self._closed.wait()

    def ended(self, why: str | Exception) -> None:
        """The supervisor says that it is over."""
        self.over = why
        self._settled.set()
        self._closed.set()
