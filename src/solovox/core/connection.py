"""The connection to the ear: a session outlives them all.

L1  One connection at a time. A new one is opened only after the old one is closed.
L4  Speech, then nothing from the ear: it is recycled.

Rule: every change of a connection's state is a move of CONNECTIONS.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from solovox.core.moves import moved
from solovox.core.units import ConnectionId, Instant

STEADY = 10_000
"""A younger connection (ms) is not left for another before it must be, and proves nothing when it is lost."""


class ConnectionState(Enum):
    """How far the connection has come."""

    DOWN = "down"
    OPENING = "opening"
    """Asked for; to be tried anew at `retry_at`."""
    LIVE = "live"
    WAITING = "waiting"
    """Lost; to be opened again at `retry_at`."""
    HOPELESS = "hopeless"
    """Trying again cannot help: a bad key, a refused model."""


S = ConnectionState
CONNECTIONS: Final = {
    S.DOWN: {S.OPENING, S.DOWN},
    S.OPENING: {S.LIVE, S.WAITING, S.HOPELESS, S.DOWN},
    S.LIVE: {S.WAITING, S.HOPELESS, S.DOWN},
    S.WAITING: {S.OPENING, S.DOWN},
    S.HOPELESS: {S.DOWN},
}


@dataclass(frozen=True, slots=True)
class EarConnection:
    """The connection at hand, or the last one."""

    id: ConnectionId = ConnectionId(0)
    state: ConnectionState = S.DOWN
    attempts: int = 0
    """Connections that were lost since one was steady."""
    retry_at: Instant | None = None
    opened_at: Instant = Instant(0)
    leaving_at: Instant | None = None
    """The service said that it goes away: reconnect by then, in a pause if there is one (L1)."""
    silent_since: Instant | None = None
    """The end of speech that the ear has shown no sign of having heard (L4)."""
    in_activity: bool = False
    """It was told that the person speaks (T1)."""
    answered: bool = False
    """An answer was read since the ear's memory began (`AfterRead`)."""

    @property
    def is_live(self) -> bool:
        """Whether the ear listens."""
        return self.state is S.LIVE

    def becomes(self, state: ConnectionState) -> "EarConnection":
        """The same connection after a move of CONNECTIONS. Raises `Misuse`."""
        return replace(self, state=moved(CONNECTIONS, self.state, state))


def opening(ear: EarConnection, until: Instant, *, resume: bool) -> EarConnection:
    """A new connection is being opened, until then; one that does not resume remembers nothing."""
    return EarConnection(
        ConnectionId(ear.id + 1),
        ear.becomes(S.OPENING).state,
        ear.attempts,
        retry_at=until,
        opened_at=ear.opened_at,
        answered=ear.answered and resume,
    )


def opened(ear: EarConnection, at: Instant) -> EarConnection:
    """The connection is ready."""
    return replace(ear.becomes(S.LIVE), retry_at=None, opened_at=at)


def closed(ear: EarConnection) -> EarConnection:
    """Nothing listens any more, and nothing is about to."""
    return replace(ear.becomes(S.DOWN), retry_at=None, leaving_at=None, in_activity=False)


def lost(ear: EarConnection, at: Instant, backoff: tuple[int, ...], *, retry: bool) -> EarConnection:
    """The connection is gone; the wait before the next attempt grows, until one was steady."""
    attempts = 0 if ear.is_live and at - ear.opened_at >= STEADY else ear.attempts
    wait = backoff[min(attempts, len(backoff) - 1)]
    return replace(
        ear.becomes(S.WAITING if retry else S.HOPELESS),
        attempts=attempts + 1,
        retry_at=Instant(at + wait) if retry else None,
        leaving_at=None,
        silent_since=None,
    )


def deadline(ear: EarConnection, watchdog: int) -> Instant | None:
    """When to try again, to leave a connection that goes away, or to give up waiting for the ear."""
    silent = ear.silent_since if ear.is_live else None
    sign_by = None if silent is None else Instant(silent + watchdog)
    return min((at for at in (ear.retry_at, ear.leaving_at, sign_by) if at is not None), default=None)
