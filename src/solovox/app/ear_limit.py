"""How long a connection of a live ear may last: the setting `limit` of its kind, around the ear that was made (law L1)."""

from typing import Final

from solovox.app.registry import EarOf
from solovox.config.schema import ConfigError
from solovox.config.times import milliseconds_of
from solovox.ports import AdapterArgs, Ear, Narrator, Sound
from solovox.shell.clock import LoopClock
from solovox.shell.links.limited import LimitedEar

SETTING: Final = "limit"


def limited(make: EarOf, given: AdapterArgs) -> EarOf:
    """What makes the same ear, with the limit that was set. Call what it returns inside the loop. Raises `ConfigError`."""
    try:
        limit = milliseconds_of(given.settings.get(SETTING, "none"))
    except ConfigError as error:
        raise ConfigError(f"ear.{SETTING}: {error}") from None
    if limit is None:
        return make
    lasts = limit

    def made(sound: Sound, narrator: Narrator | None = None) -> Ear:
        return LimitedEar(make(sound, narrator), lasts, LoopClock())

    return made
