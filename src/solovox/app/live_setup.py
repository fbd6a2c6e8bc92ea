"""What a live model is told to be, with the configuration of this moment."""

from collections.abc import Callable, Sequence

from solovox.app.wiring import ear_given
from solovox.config.profile import profile
from solovox.config.schema import Config, ConfigError
from solovox.live.connection import LiveService
from solovox.parts.addition import Addition
from solovox.parts.engines.live import family_beside, planned, service_of
from solovox.parts.policies import policy
from solovox.parts.registry import EARS, declaration
from solovox.parts.tools.selection import chosen
from solovox.wire.live_events import LiveSetup


def live_setup(
    configured: Callable[[Sequence[str]], Config],
    added: Callable[[Config], Addition | None],
    *,
    needed: bool = False,
) -> tuple[Config, LiveSetup, LiveService]:
    """The configuration with a live model in it, what it would be sent, and where. `configured` makes one with more flags; `added`: what its host adds;
    `needed`: it must be reachable. Raises `ConfigError`.
    """
    config = configured(())
    if config.ear.kind == "local":
        config = configured((f"ear.kind={profile(config.profile).ears[0]}",))
    family = family_beside(config.ear.kind)
    own = added(config)
    named = chosen(config, own).tools
    given = ear_given(config, policy(config, named), named, added=own)
    if needed and (lacks := declaration(EARS, config.ear.kind).missing(given)):
        raise ConfigError(f"ear.kind = {config.ear.kind} needs {lacks}")
    return config, planned(family, given), service_of(family, given)
