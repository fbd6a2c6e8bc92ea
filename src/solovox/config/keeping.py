"""For how long sessions are kept, as it is written: never, forever, 30 days."""

from solovox.config.schema import DAYS, WRITE_DAYS, ConfigError


def days_of(keep: str) -> int | None:
    """For how many days sessions are kept; None: for ever. Raises `ConfigError`."""
    if keep in ("never", "forever"):
        return None if keep == "forever" else 0
    found = DAYS.fullmatch(keep)
    if found is None:
        raise ConfigError(WRITE_DAYS)
    return int(found[1])
