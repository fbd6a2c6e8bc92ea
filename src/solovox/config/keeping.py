"""For how long sessions are kept, and in how much room, as it is written: never, forever, 30 days; unlimited, 10 GB."""

import re
from typing import Final

from solovox.config.errors import ConfigError

KEEP: Final = "30 days"
"""How long sessions are kept in the state folder by default,"""
ROOM: Final = "10 GB"
"""and how much room they may take there."""
DAYS: Final = r"([1-9][0-9]{0,4}) ?days?"
WRITE_DAYS: Final = "never, forever, or a number of days, for example 30 days"
SIZE: Final = r"([1-9][0-9]{0,5}) ?(MB|GB)"
WRITE_ROOM: Final = "unlimited, or a size, for example 10 GB or 500 MB"
BYTES: Final = {"MB": 10**6, "GB": 10**9}


def days_of(keep: str) -> int | None:
    """For how many days sessions are kept; None: for ever. Raises `ConfigError`."""
    if keep in ("never", "forever"):
        return None if keep == "forever" else 0
    found = re.fullmatch(DAYS, keep)
    if found is None:
        raise ConfigError(f"write {WRITE_DAYS}")
    return int(found[1])


def bytes_of(room: str) -> int | None:
    """How many bytes all sessions may take; None: any number. Raises `ConfigError`."""
    if room == "unlimited":
        return None
    found = re.fullmatch(SIZE, room)
    if found is None:
        raise ConfigError(f"write {WRITE_ROOM}")
    return int(found[1]) * BYTES[found[2]]
