"""The factories of the local engine: each takes an `AdapterArgs` and returns an adapter.

`settings["weights"]` is the cache of weights. Where the packages of the extra `local` or the weights are
missing they raise `NotInstalled`, one line that says what to run.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Final

from solovox.config.schema import ConfigError
from solovox.live.local.hearing import MS, Hearing
from solovox.live.local.recogniser import Recogniser
from solovox.ports import AdapterArgs, Tts
from solovox.speech.g2p.english import English
from solovox.speech.g2p.lexicon import Lexicon
from solovox.speech.stt.whisper import Whisper
from solovox.speech.stt.wordless import Wordless
from solovox.speech.tts.kokoro import Kokoro
from solovox.speech.tts.piper import Piper
from solovox.speech.turn.pause import PauseOnly
from solovox.speech.turn.smart_turn import SmartTurn
from solovox.speech.vad.energy import EnergyVad
from solovox.speech.vad.silero import SileroVad
from solovox.speech.wake.spotted import SpottedWake
from solovox.weights import Cache, WeightsMissing

EXTRA: Final = ("onnxruntime", "ctranslate2", "pocketsphinx")
GET_EXTRA: Final = "pip install '.[local]'"
NO_EXTRA: Final = f"the local engine's packages are not installed: run in a checkout: {GET_EXTRA}"


class NotInstalled(ConfigError):
    """Something that the configuration needs is not on this machine."""


@contextmanager
def installed() -> Iterator[None]:
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


def packaged() -> bool:
    """Whether the packages of the extra `local` are here. Without them this is the base install."""
    try:
        with installed():
            return True
    except NotInstalled:
        return False


def onsets() -> Recogniser:
    """The base install's: by its loudness it tells when somebody speaks, and never what is said. For beside a live ear."""
    return Recogniser(EnergyVad(), PauseOnly(), Wordless(), hearing=Hearing(draft_every=3_600_000 * MS))


def recogniser(given: AdapterArgs) -> Recogniser:
    """Silero, Smart Turn and Whisper, `settings["stt"]` or the base one; `settings["wake"]` is a wake phrase, or empty."""
    weights: Cache = given.settings["weights"]
    wake = given.settings.get("wake", "")
    with installed():
        whisper = understanding(weights, given.settings.get("stt", "whisper-base"))
        return Recogniser(
            SileroVad(weights.path("silero-vad", "silero_vad.onnx")),
            SmartTurn(weights.path("smart-turn", "smart-turn-v3.2-cpu.onnx")),
            whisper,
            whisper.draft(),
            SpottedWake(wake) if wake else None,
        )


def understanding(weights: Cache, name: str = "whisper-base", together: int = 1) -> Whisper:
    """The recogniser alone; so many can ask it at a time."""
    with installed():
        return Whisper(weights.path(name), together=together)


def kokoro(given: AdapterArgs) -> Tts:
    """The voice `settings["voice"]` of Kokoro."""
    weights: Cache = given.settings["weights"]
    with installed():
        voice = weights.path("kokoro-voices", f"{given.settings['voice']}.bin")
        return Kokoro(weights.path("kokoro", "model.onnx"), voice, english(weights))


def piper(given: AdapterArgs) -> Tts:
    """The voice `joe`: quick, and plainer than Kokoro."""
    weights: Cache = given.settings["weights"]
    with installed():
        folder = weights.path("piper-joe")
        return Piper(folder / "model.onnx", folder / "model.onnx.json", english(weights))


def english(weights: Cache) -> English:
    """How words sound: misaki's dictionaries, and the CMUdict that pocketsphinx brings."""
    import pocketsphinx

    folder = weights.path("misaki")
    cmudict = Path(pocketsphinx.get_model_path("en-us")) / "cmudict-en-us.dict"
    return English(Lexicon(folder / "us_gold.json", folder / "us_silver.json", cmudict))
