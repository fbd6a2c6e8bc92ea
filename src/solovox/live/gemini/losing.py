"""Why a connection ended, and whether another can help: one row for each answer of the service.

Rule 1: an attempt that would be refused again is not made: 1007 (what was sent is wrong), a bad key, an unknown
model, a used-up quota. Everything else is tried again; the core waits longer each time.
Rule 2: a close before `setupComplete` that answers a handle is the handle's fault until proved otherwise
(`fault is HANDLE`): the next attempt goes without it.
Rule 3: the reason is one line for a person: what happened, and the service's own words if it gave any.

Source: docs/reference/gemini-live.md, "Limits, close codes"; RFC 6455 §7.4.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from solovox.core.errors import PeerFault


class LossCause(Enum):
    """Whose fault it was."""

    NETWORK = "network"
    SERVICE = "service"
    HANDLE = "handle"
    """The talk cannot be resumed by this handle."""
    OURS = "ours"
    """What was sent, or what was configured."""


class Lost(PeerFault):
    """The connection is lost, or was never opened. The message is one line."""

    def __init__(self, reason: str, fault: LossCause) -> None:
        super().__init__(reason)
        self.fault = fault

    @property
    def retry(self) -> bool:
        """Whether trying again can help."""
        return self.fault is not LossCause.OURS


@dataclass(frozen=True, slots=True)
class _Row:
    """A close: its code, a word of its reason in lower case (empty: any), and what it means."""

    code: int
    word: str
    meaning: str
    fault: LossCause


_MODEL: Final = "the service does not know the model, or not for this use: see ear.model"
_NO_MODEL: Final = "there is no live model at this address: see ear.url"
_QUOTA: Final = "the quota of the key is used up"
_KEY: Final = "the service refuses the key: see ear.api_key"
ROWS: Final = (
    _Row(1000, "", "the service ended the connection", LossCause.SERVICE),
    _Row(1001, "", "the service goes away", LossCause.SERVICE),
    _Row(1005, "", "the service ended the connection", LossCause.SERVICE),
    _Row(1006, "", "the connection broke", LossCause.NETWORK),
    _Row(1007, "api key", _KEY, LossCause.OURS),
    _Row(1007, "", "the service refuses what it was sent", LossCause.OURS),
    _Row(1008, "session not found", "the service does not know the session any more", LossCause.HANDLE),
    _Row(1008, "api key", _KEY, LossCause.OURS),
    _Row(1008, "permission", _KEY, LossCause.OURS),
    _Row(1008, "quota", _QUOTA, LossCause.OURS),
    _Row(1008, "is not found", _MODEL, LossCause.OURS),
    _Row(1008, "not supported for", _MODEL, LossCause.OURS),
    _Row(1008, "", "the service ended the connection by its rules", LossCause.SERVICE),
    _Row(1009, "", "a message was too large", LossCause.SERVICE),
    _Row(1011, "quota", _QUOTA, LossCause.OURS),
    _Row(1011, "resource exhausted", _QUOTA, LossCause.OURS),
    _Row(1011, "resource_exhausted", _QUOTA, LossCause.OURS),
    _Row(1011, "", "the service failed", LossCause.SERVICE),
)
"""The first row that fits counts. A code without a row is the service's fault."""

STATUSES: Final = {
    400: ("the service refuses the connection (often: a bad key)", LossCause.OURS),
    401: (_KEY, LossCause.OURS),
    403: (_KEY, LossCause.OURS),
    404: (_NO_MODEL, LossCause.OURS),
    405: (_NO_MODEL, LossCause.OURS),
    426: (_NO_MODEL, LossCause.OURS),
    407: ("the proxy wants a password", LossCause.OURS),
    429: (_QUOTA, LossCause.OURS),
    501: (_NO_MODEL, LossCause.OURS),
    505: (_NO_MODEL, LossCause.OURS),
}
"""HTTP answers to the handshake. Others below 500 are ours, the rest the service's."""


def closed(code: int, reason: str, *, resuming: bool = False) -> Lost:
    """What a close means. `resuming`: it answered a handle (rule 2)."""
    low = reason.lower()
    row = next((row for row in ROWS if row.code == code and row.word in low), None)
    meaning = row.meaning if row is not None else "the service ended the connection"
    fault = row.fault if row is not None else LossCause.SERVICE
    if resuming and code in (1007, 1008) and meaning not in (_KEY, _QUOTA):
        meaning, fault = "the service refuses to resume the session", LossCause.HANDLE
    words = " ".join(reason.split())
    return Lost(f"{meaning} ({code}{': ' + words if words else ''})", fault)


def refused(status: int) -> Lost:
    """What an HTTP answer to the handshake means."""
    meaning, fault = STATUSES.get(
        status, ("the service refuses the connection", LossCause.OURS if status < 500 else LossCause.SERVICE)
    )
    return Lost(f"{meaning} (HTTP {status})", fault)
