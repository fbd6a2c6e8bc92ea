"""In which time zone a place is, by the table of time zones of this machine (IANA's, through `zoneinfo`).

Known are the cities that zones are named after, and the cities and countries of `places.txt`. A country with several zones is not.
"""

import unicodedata
from functools import cache
from importlib.resources import files
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

_REGIONS: Final = frozenset(
    ("Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
)
_NO_PLACES: Final = frozenset(
    f"Australia/{name}" for name in ("ACT", "LHI", "NSW", "North", "South", "West", "Yancowinna")
)
"""Keys of old that are named after no place one would ask for."""


class NoSuchPlace(ValueError):
    """It is not known how late it is there. One line that can be read aloud."""


def zone_of(place: str) -> tuple[str, ZoneInfo]:
    """How a place is written, and its zone. Raises `NoSuchPlace`."""
    known = _list_places()
    if not known:
        raise NoSuchPlace("this machine has no table of time zones")
    folded = _fold(place)
    found = known.get(folded) or known.get(folded.removeprefix("the "))
    if found is None:
        raise NoSuchPlace(f"I don't know what time it is in {place.strip()[:60]}")
    name, key = found
    try:
        return name, ZoneInfo(key)
    except (ZoneInfoNotFoundError, OSError, ValueError):
        raise NoSuchPlace(f"this machine does not know the time zone of {name}") from None


def is_place(name: str) -> bool:
    """Whether its zone is known."""
    folded = _fold(name)
    return folded in _list_places() or folded.removeprefix("the ") in _list_places()


@cache
def _list_places() -> dict[str, tuple[str, str]]:
    """Folded names: how each is written, and the key of its zone; empty where there is no table at all."""
    keys = sorted(key for key in available_timezones() if key.partition("/")[0] in _REGIONS)
    if not keys:
        return {}
    found: dict[str, tuple[str, str]] = {}
    for key in keys:
        name = key.rpartition("/")[2].replace("_", " ")
        if key not in _NO_PLACES:
            found[_fold(name)] = (name, key)
    written = files("solovox.lang.en").joinpath("places.txt").read_text(encoding="utf-8")
    for row in written.splitlines():
        key, _, names = row.partition(": ")
        for name in names.split(", "):
            found[_fold(name).removeprefix("the ")] = (name, key)
    return found


def _fold(name: str) -> str:
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return " ".join(plain.casefold().replace("-", " ").replace(".", "").split())
