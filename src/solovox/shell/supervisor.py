"""Many sessions in one process, up to a stated limit: talks of our own, and those that a live server serves.

Rule 1: the session beyond the limit is refused at once, with one clear line. The others notice nothing.
Rule 2: a session that fails ends alone. Its end is reported like any other.
Rule 3: leaving the supervisor ends every session. Nothing stays.
Rule 4: a session has its place before it is made, and gives it back when the person or the client has left (`leaving`), or when it was
told to make room (`let_go`).
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Protocol, Self

from solovox.core.errors import SolovoxError

LIMIT: Final = 50
GRACE_SECONDS: Final = 10.0
"""How many seconds a session may take to end after it was told to."""


class SessionLimit(SolovoxError):
    """No further session now."""


class Supervised(Protocol):
    """A session, as its supervisor sees it."""

    @property
    def leaving(self) -> bool:
        """Whether the person or the client has left. What is left to do needs no place."""
        ...

    async def run(self) -> str:
        """Until it ends; returns why."""
        ...

    def hang_up(self) -> None:
        """End it soon. Never waits."""
        ...


Make = Callable[[], Awaitable[Supervised]]
Ended = Callable[[str, str | Exception], None]


@dataclass(slots=True, eq=False)
class _Place:
    """What one session has of the supervisor."""

    task: asyncio.Task[object] | None = None
    session: Supervised | None = None
    """None: it is being made."""
    let_go: bool = False

    @property
    def taken(self) -> bool:
        return not self.let_go and (self.session is None or not self.session.leaving)


class Supervisor:
    """Use as `async with Supervisor() as supervisor`. `ended` is told each name, with the reason or the error."""

    def __init__(self, limit: int = LIMIT, ended: Ended = lambda _name, _why: None) -> None:
        self.limit = limit
        self._ended = ended
        self._tasks = asyncio.TaskGroup()
        self._places: dict[str, _Place] = {}
        self._left = asyncio.Event()
        self._draining = False

    async def __aenter__(self) -> Self:
        await self._tasks.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await self.stop(GRACE_SECONDS if error is None else 0)
        finally:
            await self._tasks.__aexit__(None, None, None)

    @property
    def names(self) -> tuple[str, ...]:
        """The sessions that run."""
        return tuple(self._places)

    @property
    def count(self) -> int:
        """How many places are taken."""
        return sum(one.taken for one in self._places.values())

    @property
    def full(self) -> bool:
        """Whether only a place is missing for a new session."""
        return not self._draining and self.count >= self.limit

    def get(self, name: str) -> Supervised | None:
        """The running session of that name."""
        place = self._places.get(name)
        return None if place is None else place.session

    def has_place(self, name: str) -> bool:
        """Whether the session of that name runs, and is not about to end."""
        return name in self._places and self._places[name].taken

    def let_go(self, name: str) -> None:
        """Hang up on a session; it has no place from now on."""
        place = self._places.get(name)
        if place is not None and place.session is not None:
            place.let_go = True
            place.session.hang_up()

    def refusal(self, name: str) -> str:
        """Why no session of that name could begin now, in one line; empty if it could."""
        if self._draining:
            return "this server is going away and takes no new session; try again in a minute"
        if self.full:
            return f"all {self.limit} sessions of this server are taken; try again later, or raise --limit"
        if name in self._places:
            return f"a session named {name} runs already; choose another name"
        return ""

    def start(self, name: str, make: Make) -> None:
        """Make and run a session under a name of its own. Raises `SessionLimit`, and then nothing is made."""
        place = self._take(name)
        place.task = self._tasks.create_task(self._alone(name, place, make), name=f"session {name}")

    async def carry(self, name: str, make: Make) -> str:
        """As `start`, in the caller's own task: returns why the session ended, and raises what it raises."""
        place = self._take(name)
        place.task = asyncio.current_task()
        return await self._run(name, place, make)

    async def idle(self) -> None:
        """Returns when no session runs."""
        await self._all_left(None)

    async def drain(self) -> None:
        """Take no new session. Returns when those that run have ended by themselves."""
        self._draining = True
        await self._all_left(None)

    async def stop(self, grace: float = GRACE_SECONDS) -> None:
        """Take no new session, hang up on all, and cancel those that do not end in `grace` seconds."""
        self._draining = True
        for place in self._places.values():
            if place.session is not None:
                place.session.hang_up()
        await self._all_left(grace)
        for place in self._places.values():
            if place.task is not None:
                place.task.cancel()
        await self._all_left(None)

    async def _all_left(self, seconds: float | None) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._places:
                    self._left.clear()
                    await self._left.wait()

    def _take(self, name: str) -> _Place:
        if why := self.refusal(name):
            raise SessionLimit(why)
        place = self._places[name] = _Place()
        return place

    async def _alone(self, name: str, place: _Place, make: Make) -> None:
        with suppress(Exception):  # a session's end is told, whatever it was
            await self._run(name, place, make)

    async def _run(self, name: str, place: _Place, make: Make) -> str:
        why: str | Exception = "cancelled"
        try:
            place.session = await make()
            if self._draining:
                place.session.hang_up()
            why = await place.session.run()
        except Exception as error:
            why = error
            raise
        finally:
            del self._places[name]
            self._left.set()
            self._ended(name, why)
        return why
