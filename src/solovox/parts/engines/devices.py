"""`surface.kind = devices`: the microphone and the speaker of this machine."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from solovox.config.declaring import Option, OptionKind, declares
from solovox.config.schema import ConfigError
from solovox.parts.brains.options import installed
from solovox.parts.registry import SurfaceOf
from solovox.ports import AdapterArgs, SurfaceContext
from solovox.speech.echo_canceller import WebRtcEcho
from solovox.surfaces.devices.echo_path import EchoOptions, NoCanceller
from solovox.surfaces.devices.portaudio import PortAudio
from solovox.surfaces.devices.sound_devices import DeviceTrouble, SoundDevices
from solovox.surfaces.devices.surface import DeviceOptions, DeviceSurface

EXTRA: Final = "talk"
FRAMES: Final = range(160, 8_001)
PACKAGE: Final = "livekit"
NO_CANCELLER: Final = f"our own voice is not taken out of the microphone: run: solovox install {EXTRA}"
LOG: Final = "solovox.devices"
_log: Final = logging.getLogger(LOG)


@cache
def sound_devices() -> PortAudio:
    """Those of this process: PortAudio can begin once."""
    return PortAudio()


def missing(given: AdapterArgs) -> str:
    """Its package, PortAudio, and a number of samples that makes sense."""
    if lacks := installed("sounddevice", EXTRA):
        return lacks
    if given.settings.get("echo") == "webrtc" and (lacks := installed(PACKAGE, EXTRA)):
        return lacks
    try:
        sound_devices().begin()
    except DeviceTrouble as error:
        return str(error)
    try:
        _frames(given)
    except ConfigError as error:
        return f"another number: {error}"
    return ""


@declares(
    Option(name="microphone", about="A part of its name; the system's own choice, if not given."),
    Option(name="speaker", about="A part of its name; the system's own choice, if not given."),
    Option(
        name="frames",
        kind=OptionKind.NUMBER,
        default=1_024,
        about="Samples of the microphone that are captured at once.",
    ),
    Option(
        name="echo",
        kind=OptionKind.CHOICE,
        choices=("auto", "off", "webrtc"),
        default="auto",
        about="What takes our own voice out of the microphone; auto: webrtc, where its package is installed.",
    ),
    Option(
        name="measure",
        kind=OptionKind.FLAG,
        default=True,
        about="Begin with a soft chirp: how loud the microphone hears the speaker decides whether you can talk over the voice.",
    ),
    missing=missing,
)
def devices(given: AdapterArgs) -> SurfaceOf:
    """The surface of this machine's devices."""
    return watched_devices(given, DeviceWatch(_told))


def _logged(line: str) -> None:
    _log.warning("%s", line)


@dataclass(frozen=True, slots=True)
class DeviceWatch:
    """Who is told of the devices: as in `DeviceOptions`, and the surface when it is made."""

    troubled: Callable[[str, str], None]
    level: Callable[[bytes], None] = lambda pcm: None
    made: Callable[[DeviceSurface], None] = lambda surface: None
    said: Callable[[str], None] = _logged
    """As in `EchoOptions`."""


def watched_devices(
    given: AdapterArgs, watch: DeviceWatch, there: Callable[[], SoundDevices] = sound_devices
) -> SurfaceOf:
    """The surface of this machine's devices, watched. `there`: which devices there are."""
    options = DeviceOptions(
        microphone=str(given.settings.get("microphone") or ""),
        speaker=str(given.settings.get("speaker") or ""),
        frames=_frames(given),
        troubled=watch.troubled,
        level=watch.level,
    )
    if (wanted := given.settings.get("echo", "auto")) == "auto" and not _packaged():
        _log.warning("%s", NO_CANCELLER)
    cancels = wanted == "webrtc" or (wanted == "auto" and _packaged())

    def made(place: SurfaceContext) -> DeviceSurface:
        echo = EchoOptions(
            canceller=WebRtcEcho() if cancels else NoCanceller(),
            measures=bool(given.settings.get("measure", True)),
            talks_over=place.talks_over,
            said=watch.said,
        )
        surface = DeviceSurface(place.sound, place.clock, there(), replace(options, echo=echo))
        watch.made(surface)
        return surface

    return made


def _packaged() -> bool:
    return not installed(PACKAGE, EXTRA)


def _told(what: str, line: str) -> None:
    _logged(line or f"the {what} is there again")


def _frames(given: AdapterArgs) -> int:
    frames = int(given.settings.get("frames") or 0)
    if frames not in FRAMES:
        raise ConfigError(
            f"surface.devices.frames cannot be {frames}: write {FRAMES.start} to {FRAMES.stop - 1}"
        )
    return frames
