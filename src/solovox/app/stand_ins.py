"""Small weights stand in for those that have not come yet: a talk begins at once, and the rest is fetched meanwhile.

Rule 1: only weights stand in for weights, of the engine of this machine. A kind that was set is never replaced by another.
Rule 2: where all that a talk needs is there, nothing is changed; where not even the small weights are, neither: then a line says so.
Rule 3: what a talk is given is fixed when it begins.
"""

from dataclasses import dataclass, replace
from typing import Final

from solovox.app.configured import voice_of
from solovox.app.shared_engines import SharedEngines
from solovox.app.weights_upgrade import (
    HEARS,
    RECOGNISERS,
    STAND_IN,
    EngineNames,
    TellLine,
    WeightsUpgrade,
    needs,
)
from solovox.config.schema import Config, ConfigError, Own, own_key
from solovox.weights import Cache, WeightsMissing

LOCAL: Final = own_key("recogniser", "local")
BEGINS: Final = "it begins with {} and {}; the rest ({:.0f} MB) comes meanwhile"


def with_stand_ins(config: Config, cache: Cache) -> Config:
    """The configuration of a talk that begins now. Looks at names and sizes of files only."""
    kinds = (config.ear.kind, config.recogniser, config.narrator.kind)
    if kinds != ("local", "local", "voice") or not _has(cache, HEARS):
        return config
    voice = voice_of(config)
    hears = next((one for one in RECOGNISERS if _has(cache, (one,))), "")
    speaks = next((one for one in (voice, STAND_IN) if _has(cache, needs(one))), "")
    if not hears or not speaks or (hears, speaks) == (RECOGNISERS[0], voice):
        return config
    own = (
        config.own if hears == RECOGNISERS[0] else {**config.own, LOCAL: _with(config.own.get(LOCAL), hears)}
    )
    narrator = config.narrator if speaks == voice else replace(config.narrator, voice=speaks)
    return replace(config, own=own, narrator=narrator)


def lacks_all(config: Config, cache: Cache) -> bool:
    """Whether the engine of this machine is wanted, and not even small weights are there for it."""
    kinds = (config.ear.kind, config.recogniser, config.narrator.kind)
    if kinds != ("local", "local", "voice"):
        return False
    hears = _has(cache, HEARS) and any(_has(cache, (one,)) for one in RECOGNISERS)
    return not hears or not any(_has(cache, needs(one)) for one in (voice_of(config), STAND_IN))


def _has(cache: Cache, items: tuple[str, ...]) -> bool:
    return all(cache.has(one) for one in items)


def _with(own: Own | None, recogniser: str) -> Own:
    own = own or Own()
    return replace(own, values={**own.values, "stt": recogniser})


@dataclass(frozen=True, slots=True)
class RestOfWeights:
    """The weights that a server fetches while it serves."""

    upgrade: WeightsUpgrade
    engines: SharedEngines
    config: Config
    say: TellLine

    async def come(self) -> None:
        """Until all are there, or one could not be had: then a line says why. New talks have each engine as soon as it is whole."""
        names = self.upgrade.now()
        self.say(BEGINS.format(names.recogniser, names.voice, self.upgrade.size / 1e6))
        loaded = [names]

        def load(now: EngineNames) -> None:
            """So that no talk waits for it."""
            before = loaded.pop()
            loaded.append(now)
            self.engines.models(now.recogniser)
            self.engines.voice(self.config, now.voice)
            self.engines.let_go(
                recogniser=before.recogniser if before.recogniser != now.recogniser else "",
                voice=before.voice if before.voice != now.voice else "",
            )

        try:
            await self.upgrade.grow(load)
        except (ConfigError, WeightsMissing) as error:
            self.say(str(error))


def rest_of_weights(config: Config, engines: SharedEngines, say: TellLine) -> RestOfWeights | None:
    """What is to come for talks of this configuration. None: nothing."""
    if with_stand_ins(config, engines.weights) is config:
        return None
    return RestOfWeights(WeightsUpgrade(engines.weights, voice_of(config), say), engines, config, say)
