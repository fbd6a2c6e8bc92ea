"""For how long sessions are kept, and in how much room, as it is written: never, forever, 30 days; unlimited, 10 GB."""

import re
from typing import Final

from solovox.config.amounts import DAYS, SIZE, WRITE_DAYS, WRITE_ROOM
from solovox.config.schema import ConfigError

NO_TIME: Final = "none"
_TIME: Final = re.compile(r"([1-9][0-9]{0,4}) ?(s|min|m|h)")
_SECONDS: Final = {"s": 1, "m": 60, "min": 60, "h": 3_600}


def milliseconds_of(text: str) -> int | None:
    """How long `90s`, `15m` (also `15 min`) or `1h` is; None for `none`. Raises `ConfigError`."""
    if text.strip() == NO_TIME:
        return None
    found = _TIME.fullmatch(text.strip())
    if found is None:
        raise ConfigError("write a time such as 90s, 15m or 1h, or none")
    return 1_000 * int(found[1]) * _SECONDS[found[2]]


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
