"""What hears the microphone of a session on this machine."""

from collections.abc import Callable
from typing import Any

from solovox.app import habits
from solovox.app.local_engines import onsets, packaged
from solovox.app.mending import Mending
from solovox.app.registry import RECOGNISERS, given, make
from solovox.app.shared_engines import SharedEngines
from solovox.app.stores import PersonsStore
from solovox.config.schema import Config
from solovox.live.local.habit import USUAL_PATIENCE
from solovox.ports import Recogniser


def hearing(
    config: Config,
    engines: SharedEngines,
    store: PersonsStore | None,
    mends: Callable[[], Mending],
    *,
    early: bool,
) -> Recogniser:
    """As `recogniser`, with the patience that is set or was learned. Beside a live ear the base install hears that someone speaks, and no words."""
    if config.ear.kind != "local" and config.recogniser == "local" and not packaged():
        return onsets()
    return recogniser(config, engines, mends, early=early, patience=habits.patience(config, store))


def recogniser(
    config: Config,
    engines: SharedEngines,
    mends: Callable[[], Mending] | None = None,
    *,
    early: bool = False,
    patience: int = USUAL_PATIENCE,
) -> Recogniser:
    """What hears, and tells words. `mends` makes what finds mends; None: nothing is mended. `early`: an end may be told before it is
    sure. `patience`: how long it waits at a pause, in percent of the usual."""
    things: dict[str, Any] = {"weights": engines.weights, "models": engines.models, "mends": mends}
    things |= {"early": early, "patience": patience}
    made: Recogniser = make(
        RECOGNISERS, config.recogniser, given(config, RECOGNISERS, config.recogniser, **things)
    )
    return made
