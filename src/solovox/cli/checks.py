"""The checks of `solovox doctor`: each is one line about this machine now.

Rule 1: a check reports as working only what it tried.
Rule 2: nothing is fetched, changed or played; no secret is shown.
"""

import asyncio
import platform
import shutil
import socket
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from solovox.config.declaring import Installed
from solovox.config.load import Settings, printable
from solovox.config.own import print_own
from solovox.config.schema import MASK, Config, ConfigError, suggestion
from solovox.core.policy import Risk
from solovox.core.units import MIC_RATE, VOICE_RATE
from solovox.parts.configured import DEFAULT_VOICE
from solovox.parts.engines.local import EXTRA, GET_EXTRA, has_extra, understanding
from solovox.parts.personas import persona_for
from solovox.parts.registry import (
    BRAINS,
    EARS,
    NARRATORS,
    RECOGNISERS,
    SURFACES,
    VOICES,
    adapter_args,
    declaration,
    make,
    missing,
    names,
)
from solovox.parts.tools.looking import folder
from solovox.parts.tools.selection import choose_tools, spec
from solovox.ports import AdapterArgs, Clock
from solovox.speech.resample import Resampler
from solovox.text.matching import errors
from solovox.text.persona import MOST
from solovox.weights import Cache, State

NEEDED: Final = ("whisper-base", "smart-turn", "silero-vad", "kokoro", "kokoro-voices", "misaki")
SENTENCE: Final = "Please open the window and read me the first line of the file."
BAD_HEARING: Final = 0.25
PLACES: Final = ("HOME", "XDG_STATE_HOME")
"""Variables that every machine has: they were set for no program."""
CARDS: Final = Path("/proc/asound/cards")
PATIENCE_SECONDS: Final = 3.0


class Found(Enum):
    """The result of a check."""

    GOOD = "good"
    BAD = "bad"
    NEUTRAL = "neutral"
    """Not needed, or not known."""


@dataclass(frozen=True, slots=True)
class Check:
    """One line: what was looked at, how it stands, what was seen, and what to do."""

    name: str
    found: Found
    seen: str
    todo: str = ""


def relies(config: Config) -> bool:
    """Whether the profile needs the local engine: not with a live ear that reads or answers for itself."""
    return config.ear.kind == "local" or config.narrator.kind == "voice"


def machine(*, needed: bool = True) -> Iterator[Check]:
    """The program, Python, and the packages of the engine, which may be `needed`."""
    python = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    yield Check("solovox", Found.GOOD, version("solovox"))
    yield Check("python", Found.GOOD, python)
    for package in EXTRA:
        try:
            yield Check(package, Found.GOOD, version(package))
        except PackageNotFoundError:
            if needed:
                yield Check(package, Found.BAD, "not installed", f"run: {GET_EXTRA}")
            else:
                yield Check(package, Found.NEUTRAL, "not installed, and not needed")
    try:
        yield Check("starlette", Found.GOOD, version("starlette"))
    except PackageNotFoundError:
        yield Check(
            "starlette", Found.NEUTRAL, "not installed; only solovox serve needs it: solovox install talk"
        )
    espeak = shutil.which("espeak-ng")
    yield Check("espeak-ng", Found.NEUTRAL, espeak or "not installed; only tests and benches speak with it")


def weights(cache: Cache, *, needed: bool = True) -> Iterator[Check]:
    """Every item of the lock, every byte of it; those of the local engine may be `needed`."""
    for item in cache.lock.item:
        state, wanted = cache.state(item.name), needed and item.name in NEEDED
        seen = f"{item.size / 1e6:.1f} MB, {'verified' if state is State.INSTALLED else state.value}"
        if state is State.INSTALLED:
            yield Check(f"weights {item.name}", Found.GOOD, seen)
        elif state is State.MISSING and not wanted:
            yield Check(f"weights {item.name}", Found.NEUTRAL, "not installed, and not needed")
        else:
            yield Check(f"weights {item.name}", Found.BAD, seen, f"solovox models install --only {item.name}")


def check_configuration(found: Settings, config: Config, installed: Installed) -> Iterator[Check]:
    """What was set and where, and which engine would really be used."""
    for key, (value, said_in) in printable(found, print_own(found, installed)).items():
        yield Check(f"set {key}", Found.GOOD, f"{value} ({said_in})")
    others = list(list_borrowed(found, config))
    for key, name in others:
        yield Check(f"set {key}", Found.GOOD, f"{MASK} ({name})")
    if not found and not others:
        yield Check("settings", Found.NEUTRAL, "nothing is set: no solovox.toml, .env or SOLOVOX_… variable")
    yield _ear(config)
    yield _beside(config)
    yield _narrator(config)
    yield _brain(config)
    if config.surface != "file":
        yield _kind(config, SURFACES, "surface", config.surface)
    try:
        place = folder(config.workspace)
    except ConfigError as error:
        yield Check("workspace", Found.BAD, str(config.workspace), str(error))
    else:
        why = "set" if config.workspace else "the current folder, because none is set"
        yield Check("workspace", Found.GOOD, f"{place} ({why})")
        persona = _persona(config)
        yield from persona
        if all(one.found is not Found.BAD for one in persona):
            yield _tools(config)


def _persona(config: Config) -> list[Check]:
    """Who the model is to be, and how much of it it can be told; nothing where no file says it."""
    if not config.persona:
        return []
    try:
        who = persona_for(config)
    except ConfigError as error:
        return [Check("persona", Found.BAD, config.persona, str(error))]
    assert who is not None, "a file says who it is"
    told = who.condense()
    left = f"; left out are {', '.join(told.left_out)}" if told.left_out else ""
    return [Check("persona", Found.GOOD, f"{who.name}: {len(told.text)} of {MOST} characters{left}")]


def _tools(config: Config) -> Check:
    """The tools that are named, as they are called, and which of them need a yes."""
    try:
        found = choose_tools(config)
    except ConfigError as error:
        return Check("tools", Found.BAD, ", ".join(config.tools), str(error))
    there = [one.name for one in found.tools] + [one for one in found.sets if one not in config.mcp]
    asking = [one.name for one in found.tools if spec(one, asks=True, blocking=False).risk is Risk.ASK]
    asks = f"a yes is asked for {', '.join(asking)}" if asking else "what has effects asks first"
    said = asks if config.effects == "ask" else "effects need no yes"
    return Check("tools", Found.GOOD, f"{', '.join(there) or 'none'} ({said})")


def list_borrowed(found: Settings, config: Config) -> Iterator[tuple[str, str]]:
    """What is taken from variables of other programs: the key it stands for, and the variable."""
    for table, own in config.own.items():
        for option, said in own.said.items():
            if said not in found and said not in PLACES:
                yield f"{table}.{option}", said


def _kind(config: Config, group: str, name: str, kind: str, why: str = "") -> Check:
    """Whether a kind has what it needs, as its own declaration says; nothing is started or tried."""
    seen = f"{kind} ({why})" if why else kind
    try:
        lacks = missing(group, kind, adapter_args(config, group, kind))
    except ConfigError as error:
        return Check(name, Found.BAD, seen, str(error))
    return Check(name, Found.BAD if lacks else Found.GOOD, seen, f"it needs {lacks}" if lacks else "")


def _ear(config: Config) -> Check:
    """Whether the ear is ready; its key is not tried."""
    found = _kind(config, EARS, "ear", config.ear.kind, config.reasons.ear)
    live = found.found is Found.GOOD and config.ear.kind != "local"
    return replace(found, seen=f"{found.seen}, not tried") if live else found


def _beside(config: Config) -> Check:
    """What listens on this machine, alone or beside a live ear."""
    name, kind = "on this machine", config.recogniser
    if kind != "local":
        return _kind(config, RECOGNISERS, name, kind)
    if has_extra():
        return Check(name, Found.GOOD, "whisper-base transcribes speech, silero-vad detects it")
    if config.ear.kind == "local":
        return Check(name, Found.BAD, "nothing can listen", f"run: {GET_EXTRA}")
    return Check(name, Found.GOOD, "speech is detected by its loudness; only the live ear transcribes it")


def _narrator(config: Config) -> Check:
    narrator, voice = config.narrator, config.narrator.voice or DEFAULT_VOICE
    if narrator.kind == "voice":
        seen = f"voice {voice} ({config.reasons.narrator})"
        if voice not in names(VOICES):
            return Check(
                "narrator", Found.BAD, seen, f"set narrator.voice: {suggestion(voice, names(VOICES))}"
            )
        return Check("narrator", Found.GOOD, seen)
    found = _kind(
        config, NARRATORS, "narrator", narrator.kind, f"{narrator.session}; {config.reasons.narrator}"
    )
    if declaration(NARRATORS, narrator.kind).reading.checked and not has_extra():
        return replace(found, seen=f"{found.seen}; what it does not say right is only shown")
    return found


def _brain(config: Config) -> Check:
    brain = config.brain
    found = _kind(config, BRAINS, "brain", brain.kind, config.reasons.brain)
    seen = found.seen
    if brain.url is not None and brain.kind == "local":
        todo = "leave brain.kind out, or brain.url"
        return Check("brain", Found.NEUTRAL, f"{seen}; it needs no server, so brain.url is not used", todo)
    if brain.url is None:
        return found
    try:
        address = urlsplit(brain.url)
        port = address.port or (443 if address.scheme == "https" else 80)
        socket.create_connection((address.hostname or "", port), PATIENCE_SECONDS).close()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error) or "no answer"
        return Check(
            "brain", Found.BAD, f"{seen}: cannot be reached: {why}", "start it, or correct brain.url"
        )
    model = f", model {brain.model}" if brain.model else ""
    return replace(found, seen=f"{seen}{model}, reachable; it was not asked")


def devices() -> Iterator[Check]:
    """Microphones and loudspeakers. Only sound files are served so far."""
    try:
        cards = [line.strip() for line in CARDS.read_text().splitlines() if "]:" in line]
    except OSError:
        cards = []
    seen = "; ".join(cards) or "none found"
    yield Check("sound devices", Found.NEUTRAL, f"{seen}; sessions use sound files so far")


async def speech(config: Config, cache: Cache, clock: Clock) -> Sequence[Check]:
    """Say a sentence with the voice, and hear it with the recogniser. Times are this machine's, now."""
    voice = config.narrator.voice or DEFAULT_VOICE
    try:
        began = clock.now()
        tts = await asyncio.to_thread(
            make, VOICES, voice, AdapterArgs({"weights": cache, "voice": voice}, config.workspace)
        )
        loaded = clock.now()
        pieces = await asyncio.to_thread(lambda: iter(tts.speak(SENTENCE)))
        first = await asyncio.to_thread(next, pieces)
        sounded = clock.now()
        pcm = first.pcm + await asyncio.to_thread(lambda: b"".join(piece.pcm for piece in pieces))
        spoken = clock.now()
    except ConfigError as error:
        unheard = Check("recogniser", Found.NEUTRAL, "not tried: there was nothing to hear")
        return [Check("voice", Found.BAD, f"{voice} cannot speak", str(error)), unheard]
    seconds = len(pcm) / 2 / VOICE_RATE
    said = Check(
        "voice",
        Found.GOOD,
        f"{voice}: loaded in {loaded - began} ms, first sound after {sounded - loaded} ms,"
        f" {seconds:.1f} s spoken in {(spoken - loaded) / 1000:.1f} s",
    )
    return [said, await _hears(pcm, cache, clock)]


async def _hears(pcm: bytes, cache: Cache, clock: Clock) -> Check:
    try:
        began = clock.now()
        whisper = await asyncio.to_thread(understanding, cache)
        loaded = clock.now()
        down = Resampler(VOICE_RATE, MIC_RATE)
        heard = await asyncio.to_thread(whisper.transcribe, down.feed(pcm) + down.finish())
        done = clock.now()
    except ConfigError as error:
        return Check("recogniser", Found.BAD, "cannot listen", str(error))
    rate = errors(SENTENCE, heard.text).rate
    good = rate <= BAD_HEARING
    seen = (
        f"whisper-base: loaded in {loaded - began} ms, heard it in {done - loaded} ms,"
        f" word error rate {rate:.0%}"
    )
    todo = "" if good else f"it heard {heard.text!r}: run solovox models verify"
    return Check("recogniser", Found.GOOD if good else Found.BAD, seen, todo)


def as_json(checks: Sequence[Check]) -> list[Mapping[str, str]]:
    """The checks for programs."""
    return [
        {"name": one.name, "found": one.found.value, "seen": one.seen, "todo": one.todo} for one in checks
    ]
