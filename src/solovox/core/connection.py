"""The connection to the ear. A session outlives its connections.

L1  One connection at a time. A new one is opened only after the old one is closed.
L4  If nothing comes from the ear after speech, it is recycled.

Rule: every change of a connection's state is a move of CONNECTIONS.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from solovox.core.moves import move
from solovox.core.units import ConnectionId, Instant

TOLD_AFTER = 3
"""After the third loss in a row the person is told, once. It is tried on."""
STEADY = 10_000
"""In milliseconds. A younger connection is not left before it must be. If it is lost, the back-off goes on growing."""


class ConnectionState(Enum):
    """How far the connection has come."""

    DOWN = "down"
    OPENING = "opening"
    """Asked for. It is tried anew at `until` if it has not opened by then."""
    LIVE = "live"
    HEARING = "hearing"
    """It was told that the person speaks (T1)."""
    GONE = "gone"
    """Lost, while something that it said waits (T2). It is sent nothing, and replaced when that has passed."""
    WAITING = "waiting"
    """Lost. It is opened again at `until`."""
    HOPELESS = "hopeless"
    """Trying again cannot help: a bad key, a refused model."""


S = ConnectionState
CONNECTIONS: Final = {
    S.DOWN: {S.OPENING, S.DOWN},
    S.OPENING: {S.LIVE, S.WAITING, S.HOPELESS, S.DOWN},
    S.LIVE: {S.HEARING, S.GONE, S.WAITING, S.HOPELESS, S.DOWN},
    S.HEARING: {S.LIVE, S.GONE, S.WAITING, S.HOPELESS, S.DOWN},
    S.GONE: {S.WAITING, S.HOPELESS, S.DOWN},
    S.WAITING: {S.OPENING, S.DOWN},
    S.HOPELESS: {S.DOWN},
}
LISTENING: Final = (S.LIVE, S.HEARING)
HEARD: Final = (*LISTENING, S.GONE)
"""What it says of itself counts."""


@dataclass(frozen=True, slots=True)
class EarConnection:
    """The current connection, or the last one."""

    id: ConnectionId = ConnectionId(0)
    state: ConnectionState = S.DOWN
    attempts: int = 0
    """How many connections were lost since the last steady one."""
    until: Instant | None = None
    """When another is opened in its place. While it listens: its service has said that it will close it, and it is left by
    then, in a pause if there is one (L1)."""
    opened_at: Instant = Instant(0)
    silent_since: Instant | None = None
    """When speech ended of which the ear has shown no sign (L4)."""
    told_at: Instant | None = None
    """When it was told what came of a tool. It has shown no sign since (T5)."""
    answered: bool = False
    """An answer was read since the ear's memory began (`AfterRead`)."""
    warned: bool = False
    """The person is shown that a connection goes away, until another has opened (L1)."""
    why: str = ""
    """Why there is none."""

    @property
    def is_live(self) -> bool:
        """Whether the ear listens."""
        return self.state in LISTENING

    def becomes(self, state: ConnectionState) -> "EarConnection":
        """The same connection after a move of CONNECTIONS. Raises `Misuse`."""
        return replace(self, state=move(CONNECTIONS, self.state, state))


def opening(ear: EarConnection, until: Instant, *, resume: bool) -> EarConnection:
    """A new connection is being opened, until `until`. One that does not resume remembers nothing."""
    return EarConnection(
        ConnectionId(ear.id + 1),
        ear.becomes(S.OPENING).state,
        ear.attempts,
        until=until,
        opened_at=ear.opened_at,
        answered=ear.answered and resume,
        warned=ear.warned,
        why=ear.why,
    )


def open_connection(ear: EarConnection, at: Instant) -> EarConnection:
    """The connection is ready."""
    return replace(ear.becomes(S.LIVE), until=None, opened_at=at, why="")


def close_connection(ear: EarConnection) -> EarConnection:
    """No connection listens any more, and none is about to."""
    return replace(ear.becomes(S.DOWN), until=None, silent_since=None, told_at=None)


def lose_connection(
    ear: EarConnection, at: Instant, backoff: tuple[int, ...], why: str, *, retry: bool
) -> EarConnection:
    """The connection is gone. The wait before the next attempt grows until a connection was steady."""
    attempts = 0 if ear.state in HEARD and at - ear.opened_at >= STEADY else ear.attempts
    return replace(
        ear.becomes(S.WAITING if retry else S.HOPELESS),
        attempts=attempts + 1,
        until=Instant(at + backoff[min(attempts, len(backoff) - 1)]) if retry else None,
        silent_since=None,
        told_at=None,
        why=why,
    )


def deadline(ear: EarConnection, watchdog: int) -> Instant | None:
    """When to try again, to leave a connection that goes away, or to give up waiting for a sign of the ear."""
    sign_by = None if ear.silent_since is None else Instant(ear.silent_since + watchdog)
    return min((at for at in (ear.until, sign_by) if at is not None), default=None)
