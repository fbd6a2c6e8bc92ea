"""For how long sessions are kept, and in how much room, as it is written: never, forever, 30 days; unlimited, 10 GB."""

from typing import Final

from solovox.config.amounts import DAYS, SIZE, WRITE_DAYS, WRITE_ROOM
from solovox.config.schema import ConfigError

BYTES: Final = {"MB": 10**6, "GB": 10**9}


def days_of(keep: str) -> int | None:
    """For how many days sessions are kept; None: for ever. Raises `ConfigError`."""
    if keep in ("never", "forever"):
        return None if keep == "forever" else 0
    found = DAYS.fullmatch(keep)
    if found is None:
        raise ConfigError(WRITE_DAYS)
    return int(found[1])


def bytes_of(room: str) -> int | None:
    """How many bytes all sessions may take; None: any number. Raises `ConfigError`."""
    if room == "unlimited":
        return None
    found = SIZE.fullmatch(room)
    if found is None:
        raise ConfigError(WRITE_ROOM)
    return int(found[1]) * BYTES[found[2]]
