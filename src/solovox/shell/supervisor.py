"""Many sessions in one process, up to a stated limit.

Rule 1: the session beyond the limit is refused at once, with one clear line. The others notice nothing.
Rule 2: a session that fails ends alone. Its end is reported like any other.
Rule 3: leaving the supervisor ends every session. Nothing stays.
"""

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

from solovox.core.errors import SolovoxError
from solovox.shell.session import Session

LIMIT: Final = 50
GRACE_SECONDS: Final = 10.0
"""How many seconds a session may take to end after it was told to."""


class SessionLimit(SolovoxError):
    """No further session now."""


class Supervisor:
    """Use as `async with Supervisor() as supervisor`. `ended` is told each name, with the reason or the error."""

    def __init__(
        self, limit: int = LIMIT, ended: Callable[[str, str | Exception], None] = lambda _name, _why: None
    ) -> None:
        self.limit = limit
        self._ended = ended
        self._tasks = asyncio.TaskGroup()
        self._sessions: dict[str, tuple[Session, asyncio.Task[None]]] = {}
        self._draining = False

    async def __aenter__(self) -> Self:
        await self._tasks.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                await self.stop()
        finally:
            await self._tasks.__aexit__(kind, error, trace)

    @property
    def names(self) -> tuple[str, ...]:
        """The sessions that run."""
        return tuple(self._sessions)

    def start(self, name: str, make: Callable[[], Session]) -> None:
        """Make and run a session under a name of its own. Raises `SessionLimit`, and then nothing is made."""
        if self._draining:
            raise SessionLimit("this server is going away and takes no new session; try again in a minute")
        if len(self._sessions) >= self.limit:
            raise SessionLimit(
                f"all {self.limit} sessions of this server are taken; try again later, or raise its limit"
            )
        if name in self._sessions:
            raise SessionLimit(f"a session named {name} runs already; choose another name")
        session = make()
        task = self._tasks.create_task(self._carry(name, session), name=f"session {name}")
        self._sessions[name] = session, task

    async def drain(self) -> None:
        """Take no new session. Returns when those that run have ended by themselves."""
        self._draining = True
        await self._all_ended(None)

    async def stop(self, grace: float = GRACE_SECONDS) -> None:
        """Take no new session, hang up on all, and cancel those that do not end in `grace` seconds."""
        self._draining = True
        for session, _ in self._sessions.values():
            session.hang_up()
        await self._all_ended(grace)
        for _, task in self._sessions.values():
            task.cancel()
        await self._all_ended(None)

    async def _all_ended(self, seconds: float | None) -> None:
        tasks = [task for _, task in self._sessions.values()]
        if tasks:
            await asyncio.wait(tasks, timeout=seconds)

    async def _carry(self, name: str, session: Session) -> None:
        why: str | Exception = "cancelled"
        try:
            why = await session.run()
        except Exception as error:  # noqa: BLE001  # a session's end is told, whatever it was
            why = error
        finally:
            self._sessions.pop(name, None)
            self._ended(name, why)
