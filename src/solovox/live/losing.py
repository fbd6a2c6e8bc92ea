"""Why a connection ended, and whether another can help: one row for each answer of the service.

Rule 1: final are a bad key, an unknown model and spent money. A rate limit and a fault of the service pass. Anything
else that is refused is final only for one who never got in: where the service has worked, it says little (`is_final`).
Rule 2: a close before the setup is taken that answers a handle is the handle's fault until proved otherwise
(`fault is HANDLE`): the next attempt goes without it.
Rule 3: the reason is one line for a person: what happened, and the service's own words if it gave any.

What a service means by its closes is its own table; what codes mean everywhere is here. Source: RFC 6455 §7.4.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final, assert_never

from solovox.core.errors import PeerFault

LONGEST_PAUSE: Final = 30.0
"""Seconds between two attempts in a rate limit, besides the core's own wait. Most limits are of a minute."""


class LossCause(Enum):
    """Whose fault it was."""

    NETWORK = "network"
    SERVICE = "service"
    HANDLE = "handle"
    """The talk cannot be resumed by this handle."""
    BUSY = "busy"
    """A rate limit. It passes, but not at once."""
    REFUSED = "refused"
    """What was sent, or the address. The same may be taken another time: known is only that it was refused now."""
    OURS = "ours"
    """What was configured. It is refused every time."""


def is_final(fault: LossCause, *, worked: bool) -> bool:
    """Whether no attempt after this one can help. `worked`: the service has let this session in, and answered it."""
    match fault:
        case LossCause.OURS:
            return True
        case LossCause.REFUSED:
            return not worked
        case LossCause.NETWORK | LossCause.SERVICE | LossCause.HANDLE | LossCause.BUSY:
            return False
        case _:
            assert_never(fault)


@dataclass(slots=True)
class TrackRecord:
    """How the service has treated one session, over all its connections."""

    untried: bool = True
    """Nothing was refused after a setup was taken. The first refusal there may be a whim of the service."""
    reached: bool = False
    """A setup was taken."""
    worked: bool = False
    """It has made something of what it was sent."""
    refused: bool = False
    """Something was refused since it last answered."""
    busy: int = 0
    """Rate limits in a row."""

    def set_up(self) -> None:
        """A connection is there."""
        self.reached, self.busy = True, 0

    def note_understanding(self, *, answered: bool) -> None:
        """It has made something of what it was sent. `answered`: it speaks, or has done its turn."""
        self.worked = True
        self.refused &= not answered

    def note_loss(self, fault: LossCause) -> tuple[bool, bool]:
        """A connection is lost, or was not made: whether to try again, and to ask again what was asked."""
        worked, again = self.worked or (self.reached and self.untried), not self.refused
        self.busy = self.busy + 1 if fault is LossCause.BUSY else 0
        if fault is LossCause.REFUSED:
            self.untried, self.refused = False, True
        return not is_final(fault, worked=worked), again or fault is not LossCause.REFUSED

    @property
    def pause(self) -> float:
        """Seconds to wait for a rate limit, besides the core's own wait."""
        return min(2.0 ** (self.busy - 1), LONGEST_PAUSE) if self.busy else 0.0


class Lost(PeerFault):
    """The connection is lost, or was never opened. The message is one line."""

    def __init__(self, reason: str, fault: LossCause) -> None:
        super().__init__(reason)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class CloseMeaning:
    """What a service means by a close: its code, and a word of its reason in lower case (empty: any)."""

    code: int
    word: str
    meaning: str
    fault: LossCause
    may_mean_handle: bool = False
    """Where the close answers a handle, it is that which is refused."""


NO_MODEL: Final = "the service does not know the model, or not for this use: see ear.model"
QUOTA: Final = "the quota of the key is used up"
SPENT: Final = "the money of the key is spent"
RATE: Final = "the service limits how much it is asked, and is tried again later"
KEY: Final = "the service refuses the key: see ear.api_key"
NOT_HERE: Final = "there is no live model at this address: see ear.url"
CLOSES: Final = (
    CloseMeaning(1000, "", "the service ended the connection", LossCause.SERVICE),
    CloseMeaning(1001, "", "the service goes away", LossCause.SERVICE),
    CloseMeaning(1006, "", "the connection broke", LossCause.NETWORK),
    CloseMeaning(1009, "", "a message was too large", LossCause.SERVICE),
    CloseMeaning(1011, "", "the service failed", LossCause.SERVICE),
)
"""What codes mean, where a service says nothing else. Another is the service's fault."""
STATUSES: Final = {
    400: ("the service refuses the connection (often: a bad key)", LossCause.REFUSED),
    **dict.fromkeys((401, 403), (KEY, LossCause.OURS)),
    **dict.fromkeys((404, 405, 426, 501, 505), (NOT_HERE, LossCause.REFUSED)),
    407: ("the proxy wants a password", LossCause.REFUSED),
    408: ("the service was too slow", LossCause.SERVICE),
    429: (RATE, LossCause.BUSY),
}
"""HTTP answers to the handshake. Others below 500 are refusals, the rest the service's fault."""


def loss_of_close(
    code: int, reason: str, closes: Iterable[CloseMeaning] = (), *, resuming: bool = False
) -> Lost:
    """What a close means: the first row that fits counts, those of the service before the general ones. `resuming`: it answered a
    handle (rule 2)."""
    low = reason.lower()
    unknown = CloseMeaning(code, "", "the service ended the connection", LossCause.SERVICE)
    row = next((row for row in (*closes, *CLOSES) if row.code == code and row.word in low), unknown)
    meaning, fault = row.meaning, row.fault
    if resuming and row.may_mean_handle:
        meaning, fault = "the service refuses to resume the session", LossCause.HANDLE
    words = " ".join(reason.split())
    return Lost(f"{meaning} ({code}{': ' + words if words else ''})", fault)


def loss_of_status(status: int) -> Lost:
    """What an HTTP answer to the handshake means."""
    other = LossCause.REFUSED if status < 500 else LossCause.SERVICE
    meaning, fault = STATUSES.get(status, ("the service refuses the connection", other))
    return Lost(f"{meaning} (HTTP {status})", fault)
