"""What a live model is told to be, with the configuration of this moment."""

from collections.abc import Callable, Sequence
from typing import Final

from solovox.app.live_ears import endpoint_of, missing, planned
from solovox.app.policies import policy
from solovox.app.shared_engines import SharedEngines
from solovox.app.studio.voices import studio_of
from solovox.app.tool_selection import chosen
from solovox.app.wiring import ear_given
from solovox.config.load import environment
from solovox.config.schema import Config, ConfigError
from solovox.live.gemini.endpoint import Endpoint
from solovox.live.setup import SetupPlan
from solovox.weights import Cache, default_root

KIND: Final = "gemini"
"""The ear that is looked into."""


def live_setup(
    configured: Callable[[Sequence[str]], Config], *, needed: bool = False
) -> tuple[Config, SetupPlan, Endpoint]:
    """The configuration with a live model in it, what it would be sent, and where. `configured` makes one with more flags;
    `needed`: it must be reachable. Raises `ConfigError`.
    """
    config = configured(())
    if config.ear.kind == "local":
        config = configured((f"ear.kind={KIND}",))
    if config.ear.kind != KIND:
        raise ConfigError(
            f"ear.kind = {config.ear.kind} is none that can be looked into: set ear.kind={KIND}"
        )
    studio = studio_of(config, SharedEngines(Cache(default_root(environment()))), None)
    named = chosen(config, studio).tools
    given = ear_given(config, policy(config, named), named, studio=studio)
    if needed and (lacks := missing(given)):
        raise ConfigError(f"ear.kind = {KIND} needs {lacks}")
    return config, planned(given), endpoint_of(given)
