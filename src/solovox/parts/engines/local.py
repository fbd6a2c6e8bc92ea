"""The factories of the local engine: each takes an `AdapterArgs` and returns an adapter.

`settings["weights"]` is the cache of weights. Where the packages of the extra `local` or the weights are
missing they raise `NotInstalled`, one line that says what to run.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from solovox.config.declaring import Declaration
from solovox.config.schema import ConfigError
from solovox.lang.languages import DEFAULT, pack_of
from solovox.live.local.cascade_types import MS, CascadeTuning, early, patient
from solovox.live.local.habit import USUAL_PATIENCE
from solovox.live.local.priority_semaphore import PrioritySemaphore
from solovox.live.local.recogniser import LocalRecogniser
from solovox.meaning.whole import Whole
from solovox.ports import AdapterArgs, Tts
from solovox.speech.g2p.english import English
from solovox.speech.g2p.lexicon import Lexicon
from solovox.speech.onnx import open_model
from solovox.speech.smart_turn import PauseOnly, SmartTurn
from solovox.speech.stt.mended import FindMends, MendedStt, SensedStt, Wordless
from solovox.speech.stt.whisper import DraftWhisper, Whisper
from solovox.speech.tts.kokoro import Kokoro
from solovox.speech.tts.piper import Piper
from solovox.speech.voice_activity import EnergyVad, SileroVad
from solovox.speech.wake_phrase import wake_word
from solovox.text.pronounced import Pronounced
from solovox.weights import Cache, WeightsMissing

WHISPER: Final = "whisper-base"
DRAFTING: Final = "whisper-tiny.en"
"""A draft is soon replaced, and costs about half with this one."""
EXTRA: Final = ("onnxruntime", "ctranslate2")
GET_EXTRA: Final = "solovox install talk"
NO_EXTRA: Final = f"the local engine's packages are not installed: run: {GET_EXTRA}"


class NotInstalled(ConfigError):
    """Something that the configuration needs is not on this machine."""


@contextmanager
def require_extra() -> Iterator[None]:
    """What is missing, packages first, becomes `NotInstalled`."""
    try:
        for package in EXTRA:
            import_module(package)
        yield
    except ModuleNotFoundError as error:
        raise NotInstalled(f"{NO_EXTRA} ({error.name or error} is missing)") from None
    except ImportError as error:
        raise NotInstalled(
            f"{error.name or 'a package'} is installed and cannot be loaded: {error}"
        ) from None
    except WeightsMissing as error:
        raise NotInstalled(str(error)) from None


def has_extra() -> bool:
    """Whether the packages of the extra `local` are here. Without them this is the base install."""
    try:
        with require_extra():
            return True
    except NotInstalled:
        return False


def needs(*items: str) -> Callable[[AdapterArgs], str]:
    """What asks for the packages of the extra and for items of the weights, and loads neither."""

    def missing(given: AdapterArgs) -> str:
        for package in EXTRA:
            if find_spec(package) is None:
                return f"the packages of the local engine ({package} is missing): run: {GET_EXTRA}"
        weights: Cache | None = given.settings.get("weights")
        gone = [item for item in items if weights is not None and not weights.has(item)]
        return f"the weights {gone[0]}: run: solovox models install" if gone else ""

    return missing


def onsets() -> LocalRecogniser:
    """The recogniser of the base install. It detects speech by its loudness and never transcribes; a live ear must do that."""
    return LocalRecogniser(
        EnergyVad(), PauseOnly(), Wordless(), tuning=CascadeTuning(draft_every=3_600_000 * MS)
    )


def lacks(given: AdapterArgs) -> str:
    """What the recogniser needs: also the weights that it transcribes with."""
    return needs(_stt(given), "smart-turn", "silero-vad")(given)


def _stt(given: AdapterArgs) -> str:
    """The weights that it transcribes with. The small ones, which may stand in for the base ones, hear English only."""
    abroad = given.settings.get("language", DEFAULT) != DEFAULT
    return WHISPER if abroad else str(given.settings.get("stt", WHISPER))


@Declaration(missing=lacks)
def recogniser(given: AdapterArgs) -> LocalRecogniser:
    """Silero, Smart Turn and Whisper, `settings["stt"]` or the base one; `settings["wake"]` is a wake phrase, or empty;
    `settings["language"]` a code, or `auto`.

    `settings["models"]` gives those that the sessions of this process share, `settings["mends"]` what finds mends;
    `settings["patience"]` is how long it waits at a pause, in percent of the usual.
    """
    shared, name = given.settings.get("models"), _stt(given)
    found = shared(name) if shared else models(given.settings["weights"], name)
    mends = given.settings.get("mends")
    tuning = early(CascadeTuning()) if given.settings.get("early") else CascadeTuning()
    tuning = patient(tuning, given.settings.get("patience", USUAL_PATIENCE))
    wake, language = given.settings.get("wake", ""), given.settings.get("language", DEFAULT)
    return found.recogniser(tuning, wake, mends() if mends else None, language)


@dataclass(frozen=True, slots=True, eq=False)
class RecogniserModels:
    """What many recognisers share: all but the voice activity detector's state and the wake phrase's."""

    vad: Any
    turn: SmartTurn
    whisper: Whisper
    drafts: DraftWhisper
    whole: Whole
    semaphores: tuple[PrioritySemaphore, PrioritySemaphore]

    def detector(self) -> SileroVad:
        """A voice activity detector for one stream of sound."""
        return SileroVad(self.vad)

    def recogniser(
        self,
        tuning: CascadeTuning | None = None,
        wake: str = "",
        find: FindMends | None = None,
        language: str = DEFAULT,
    ) -> LocalRecogniser:
        """One for a session. `find`: what was meant by the words that it hears. The drafts' own model, the sense of words and the
        sound of a wake phrase are English: in another language the one model does it all."""
        pack, english = pack_of(language), language == DEFAULT
        tuning = replace(tuning or CascadeTuning(), language=pack)
        spotted = wake_word(wake, pack) if wake else None
        whisper = self.whisper.hearing(language)
        stt = whisper if find is None else MendedStt(whisper, find, twice=english)
        sensed = SensedStt(stt, self.whole.whole) if english else stt
        drafts = self.drafts if english else whisper.draft()
        return LocalRecogniser(self.detector(), self.turn, sensed, drafts, spotted, tuning, self.semaphores)


def models(weights: Cache, name: str = WHISPER, together: int = 1) -> RecogniserModels:
    """Load them. `together`: how many questions each answers at a time."""
    with require_extra():
        whisper = understanding(weights, name, together)  # the largest first: 60 MB less at the peak
        return RecogniserModels(
            open_model(weights.path("silero-vad", "silero_vad.onnx")),
            SmartTurn(weights.path("smart-turn", "smart-turn-v3.2-cpu.onnx")),
            whisper,
            drafting(weights, whisper, name, together),
            Whole.read(),
            (PrioritySemaphore(together), PrioritySemaphore(together)),
        )


def understanding(weights: Cache, name: str = WHISPER, together: int = 1) -> Whisper:
    """The transcriber alone. `together`: how many transcriptions may run at once."""
    with require_extra():
        return Whisper(weights.path(name), together=together)


def drafting(weights: Cache, whisper: Whisper, name: str = WHISPER, together: int = 1) -> DraftWhisper:
    """What transcribes unfinished speech, where `whisper`, of the weights `name`, transcribes what is finished."""
    smaller = drafts_with(name, weights.has(DRAFTING))
    return (whisper if smaller == name else understanding(weights, smaller, together)).draft()


def drafts_with(name: str, smaller: bool) -> str:
    """The weights that make drafts beside the recogniser `name`; `smaller`: those of `DRAFTING` are installed."""
    return DRAFTING if smaller and name == WHISPER else name


@Declaration(missing=needs("kokoro", "kokoro-voices", "misaki"), languages=(DEFAULT,))
def kokoro(given: AdapterArgs) -> Tts:
    """The voice `settings["voice"]` of Kokoro."""
    weights: Cache = given.settings["weights"]
    with require_extra():
        voice = weights.path("kokoro-voices", f"{given.settings['voice']}.bin")
        return Kokoro(
            weights.path("kokoro", "model.onnx"), voice, english(weights, _pronunciations_of(given))
        )


@Declaration(missing=needs("piper-joe", "misaki"), languages=(DEFAULT,))
def piper(given: AdapterArgs) -> Tts:
    """The voice `joe`: quick, and plainer than Kokoro."""
    weights: Cache = given.settings["weights"]
    with require_extra():
        folder = weights.path("piper-joe")
        return Piper(
            folder / "model.onnx", folder / "model.onnx.json", english(weights, _pronunciations_of(given))
        )


def _pronunciations_of(given: AdapterArgs) -> Pronounced:
    found: Pronounced = given.settings.get("pronounced", tuple)
    return found


def english(weights: Cache, pronounced: Pronounced = tuple) -> English:
    """How words sound: the person's own, and misaki's dictionaries."""
    folder = weights.path("misaki")
    return English(Lexicon(folder / "us_gold.json", folder / "us_silver.json"), pronounced)
