"""What a live model is told to be, with the configuration of this moment."""

from collections.abc import Callable, Sequence

from solovox.app.live_ears import family_beside, planned, service_of
from solovox.app.policies import policy
from solovox.app.registry import EARS, declaration
from solovox.app.shared_engines import SharedEngines
from solovox.app.studio.voices import studio_of
from solovox.app.tool_selection import chosen
from solovox.app.wiring import ear_given
from solovox.config.load import environment
from solovox.config.profile import profile
from solovox.config.schema import Config, ConfigError
from solovox.live.connection import LiveService
from solovox.weights import Cache, default_root
from solovox.wire.live_events import LiveSetup


def live_setup(
    configured: Callable[[Sequence[str]], Config], *, needed: bool = False
) -> tuple[Config, LiveSetup, LiveService]:
    """The configuration with a live model in it, what it would be sent, and where. `configured` makes one with more flags;
    `needed`: it must be reachable. Raises `ConfigError`.
    """
    config = configured(())
    if config.ear.kind == "local":
        config = configured((f"ear.kind={profile(config.profile).ears[0]}",))
    family = family_beside(config.ear.kind)
    studio = studio_of(config, SharedEngines(Cache(default_root(environment()))), None)
    named = chosen(config, studio).tools
    given = ear_given(config, policy(config, named), named, studio=studio)
    if needed and (lacks := declaration(EARS, config.ear.kind).missing(given)):
        raise ConfigError(f"ear.kind = {config.ear.kind} needs {lacks}")
    return config, planned(family, given), service_of(family, given)
