"""Lengths of time as they are written in settings."""

import re
from typing import Final

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
