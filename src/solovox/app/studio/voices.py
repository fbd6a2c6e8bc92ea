"""The Studio of a session, and the voice of its theme."""

from collections.abc import Callable

from solovox.app.registry import VOICES, given, missing
from solovox.app.shared_engines import SharedEngines
from solovox.app.studio.session import StudioSession
from solovox.app.studio.studio import Studio, own_studio
from solovox.app.tool_selection import STUDIO
from solovox.config.schema import Config
from solovox.narrators.shared_voice import SharedVoice
from solovox.narrators.voice import ChangingVoice


def studio_of(config: Config, engines: SharedEngines, shared: Studio | None) -> StudioSession | None:
    """The Studio of a session that names its tools; over that of the process, if it has one. Raises `ConfigError`."""
    if STUDIO not in config.tools:
        return None
    if shared is not None:
        return StudioSession(shared, config)
    return StudioSession(own_studio(config, engines), config, alone=True)


def themed_voice(
    config: Config, engines: SharedEngines, name: str, studio: StudioSession | None
) -> SharedVoice | ChangingVoice:
    """The voice of this machine: that of the theme, unless the person named one. Blocks. Raises `ConfigError`."""
    if studio is None or config.narrator.kind != "voice" or config.narrator.voice:
        return engines.voice(config, name)
    made = ChangingVoice(_of(config, engines, studio.theme.voice, name))
    studio.voice = _changing(config, engines, studio, made)
    return made


def _changing(
    config: Config, engines: SharedEngines, studio: StudioSession, made: ChangingVoice
) -> Callable[[], None]:
    name = studio.theme.voice
    return lambda: made.change(_of(config, engines, studio.theme.voice, name))


def _of(config: Config, engines: SharedEngines, wanted: str, otherwise: str) -> SharedVoice:
    """A voice of that name, if its weights are here; else the other. Blocks."""
    lacks = missing(VOICES, wanted, given(config, VOICES, wanted, weights=engines.weights))
    return engines.voice(config, otherwise if lacks else wanted)
