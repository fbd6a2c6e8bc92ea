"""What a live model is told to be, with the configuration of this moment."""

from collections.abc import Callable, Sequence
from typing import Final

from solovox.app.wiring import ear_given
from solovox.config.schema import Config, ConfigError
from solovox.live.gemini.endpoint import Endpoint
from solovox.live.setup import SetupPlan
from solovox.parts.addition import Addition
from solovox.parts.engines.live import endpoint_of, missing, planned
from solovox.parts.policies import policy
from solovox.parts.tools.selection import chosen

KIND: Final = "gemini"
"""The ear that is looked into."""


def live_setup(
    configured: Callable[[Sequence[str]], Config],
    added: Callable[[Config], Addition | None],
    *,
    needed: bool = False,
) -> tuple[Config, SetupPlan, Endpoint]:
    """The configuration with a live model in it, what it would be sent, and where. `configured` makes one with more flags; `added`: what its host adds;
    `needed`: it must be reachable. Raises `ConfigError`.
    """
    config = configured(())
    if config.ear.kind == "local":
        config = configured((f"ear.kind={KIND}",))
    if config.ear.kind != KIND:
        raise ConfigError(
            f"ear.kind = {config.ear.kind} is none that can be looked into: set ear.kind={KIND}"
        )
    own = added(config)
    named = chosen(config, own).tools
    given = ear_given(config, policy(config, named), named, added=own)
    if needed and (lacks := missing(given)):
        raise ConfigError(f"ear.kind = {KIND} needs {lacks}")
    return config, planned(given), endpoint_of(given)
