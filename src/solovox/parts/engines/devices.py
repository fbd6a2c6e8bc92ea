"""`surface.kind = devices`: the microphone and the speaker of this machine."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Final

from msgspec import Struct

from solovox.config.declaring import Declaration, read, setting
from solovox.parts.brains.options import lacks_package
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


class DevicesKeys(Struct, frozen=True, kw_only=True):
    """The settings of this surface."""

    microphone: str = ""
    """A part of its name; the system's own choice, if not given."""
    speaker: str = ""
    """A part of its name; the system's own choice, if not given."""
    frames: Annotated[
        int, setting(write=f"{FRAMES.start} to {FRAMES.stop - 1}", ge=FRAMES.start, le=FRAMES.stop - 1)
    ] = 1_024
    """Samples of the microphone that are captured at once."""
    echo: Annotated[str, setting(choices=("auto", "off", "webrtc"))] = "auto"
    """What takes our own voice out of the microphone; auto: webrtc, where its package is installed."""
    measure: bool = True
    """Begin with a soft chirp: how loud the microphone hears the speaker decides whether you can talk over the voice."""


@cache
def sound_devices() -> PortAudio:
    """Those of this process: PortAudio can begin once."""
    return PortAudio()


def missing(given: AdapterArgs) -> str:
    """Its package, PortAudio, and a number of samples that makes sense."""
    if lacks := lacks_package("sounddevice", EXTRA):
        return lacks
    if read(given, DevicesKeys).echo == "webrtc" and (lacks := lacks_package(PACKAGE, EXTRA)):
        return lacks
    try:
        sound_devices().begin()
    except DeviceTrouble as error:
        return str(error)
    return ""


@Declaration(DevicesKeys, missing=missing)
def devices(given: AdapterArgs) -> SurfaceOf:
    """The surface of this machine's devices."""
    return watched_devices(given, DeviceWatch(_log_device))


def _log_line(line: str) -> None:
    _log.warning("%s", line)


@dataclass(frozen=True, slots=True)
class DeviceWatch:
    """Who is told of the devices: as in `DeviceOptions`, and the surface when it is made."""

    troubled: Callable[[str, str], None]
    level: Callable[[bytes], None] = lambda pcm: None
    made: Callable[[DeviceSurface], None] = lambda surface: None
    said: Callable[[str], None] = _log_line
    """As in `EchoOptions`."""


def watched_devices(
    given: AdapterArgs, watch: DeviceWatch, there: Callable[[], SoundDevices] = sound_devices
) -> SurfaceOf:
    """The surface of this machine's devices, watched. `there`: which devices there are."""
    said = read(given, DevicesKeys)
    options = DeviceOptions(
        microphone=said.microphone,
        speaker=said.speaker,
        frames=said.frames,
        troubled=watch.troubled,
        level=watch.level,
    )
    if (wanted := said.echo) == "auto" and not _has_canceller():
        _log.warning("%s", NO_CANCELLER)
    cancels = wanted == "webrtc" or (wanted == "auto" and _has_canceller())

    def made(place: SurfaceContext) -> DeviceSurface:
        echo = EchoOptions(
            canceller=WebRtcEcho() if cancels else NoCanceller(),
            measures=said.measure,
            talks_over=place.talks_over,
            said=watch.said,
        )
        surface = DeviceSurface(place.sound, place.clock, there(), replace(options, echo=echo))
        watch.made(surface)
        return surface

    return made


def _has_canceller() -> bool:
    return not lacks_package(PACKAGE, EXTRA)


def _log_device(what: str, line: str) -> None:
    _log_line(line or f"the {what} is there again")
