"""What hears the microphone of a session on this machine."""

from collections.abc import Callable, Sequence
from typing import Final

from solovox.config.fields import milliseconds_of
from solovox.config.schema import Config, ConfigError
from solovox.core.mends import Mend
from solovox.live.local.habit import USUAL_PATIENCE
from solovox.parts import habits
from solovox.parts.engines.local import has_extra, onsets
from solovox.parts.engines.shared import SharedEngines
from solovox.parts.now import SessionNow
from solovox.parts.registry import EARS, RECOGNISERS, EarOf, adapter_args, make
from solovox.parts.stores import PersonsStore
from solovox.ports import AdapterArgs, Correction, Ear, Narrator, Recogniser, Sound, StoreError, Transcript
from solovox.ports.corrections import SttCorrection
from solovox.shell.clock import LoopClock
from solovox.shell.links.around_ear import LimitedEar
from solovox.text.names.hearing_again import heard_again, near_names
from solovox.text.names.mending import mends, permit_mends
from solovox.text.names.workspace_names import NameLexicon

SETTING: Final = "limit"


def ear_given(config: Config, now: SessionNow) -> AdapterArgs:
    """What a live ear is made from. `now`: what counts when a connection is opened."""
    voice = None if config.narrator.kind == "voice" else config.narrator.voice
    return adapter_args(
        config,
        EARS,
        config.ear.kind,
        voice=voice,
        policy=now.policy,
        tools=tuple(now.tools),
        now=now,
        persona=now.persona,
    )


def limit_ear(make: EarOf, given: AdapterArgs) -> EarOf:
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


# What was meant by words that the local recogniser heard: the person's corrections, and the names of the workspace.


class Mending:
    """Finds mends. Blocks for some milliseconds: call it from a worker thread."""

    def __init__(
        self, names: Callable[[], NameLexicon], corrections: Callable[[], Sequence[Correction]]
    ) -> None:
        self._names = names
        self._corrections = corrections
        names()

    def __call__(self, text: str, sure: Sequence[float] = ()) -> tuple[Mend, ...]:
        """The mends for these words. Corrections that cannot be read are left out."""
        names = self._names()
        return permit_mends(mends(text, self._own(), names), text, sure, names)

    def near(self, heard: Transcript) -> tuple[str, ...]:
        """Names that are near to words of it, and have not been put in: for a second hearing."""
        return near_names(heard.text, heard.confidence, self._own(), self._names())

    def again(self, text: str, second: str, sure: Sequence[float] = ()) -> tuple[Mend, ...]:
        """The mends that a second hearing of the same sound tells."""
        names = self._names()
        return permit_mends(heard_again(text, second, self._own(), names), text, sure, names)

    def _own(self) -> list[tuple[str, str]]:
        try:
            taught = self._corrections()
        except StoreError:
            taught = ()
        return [(one.heard, one.meant) for one in taught if isinstance(one, SttCorrection)]


def hearing(
    config: Config,
    engines: SharedEngines,
    store: PersonsStore | None,
    mends: Callable[[], Mending],
    *,
    early: bool,
) -> Recogniser:
    """As `recogniser`, with the patience that is set or was learned. Beside a live ear the base install hears that someone speaks, and no words."""
    if config.ear.kind != "local" and config.recogniser == "local" and not has_extra():
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
    kind = config.recogniser
    made: Recogniser = make(
        RECOGNISERS,
        kind,
        adapter_args(
            config,
            RECOGNISERS,
            kind,
            weights=engines.weights,
            models=engines.models,
            mends=mends,
            early=early,
            patience=patience,
        ),
    )
    return made
