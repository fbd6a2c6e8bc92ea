"""Sound devices by PortAudio, through the package `sounddevice` (extra `terminal`).

Rule 1: PortAudio lists devices when it begins. Where one is not found, all are closed and it begins anew: so a device that was plugged
in is found. Who had one open is told that it has ended.
Rule 2: what ALSA and JACK write to stderr while devices are looked for is not shown. It says nothing that a person could act on.
"""

import ctypes
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from solovox.core.units import MIC_RATE, VOICE_RATE
from solovox.surfaces.devices.sound_devices import Arrived, DeviceTrouble, Ended, OpenDevice, Wants
from solovox.text.escapes import reason_of

NO_PORTAUDIO: Final = (
    "PortAudio is not installed: sudo apt-get install libportaudio2 (macOS: brew install portaudio)"
)
NONE: Final = "there is no {}: plug one in, or start the system's sound server"
NOT_FOUND: Final = "no {} is called {!r}: {}"
REFUSED: Final = "{} {!r} cannot be opened: {}"
MICROPHONE: Final = "microphone"
SPEAKER: Final = "speaker"
CHANNELS: Final = {MICROPHONE: "max_input_channels", SPEAKER: "max_output_channels"}


class PortAudio:
    """Port `SoundDevices`. One for a process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._library: Any = None
        self._open: dict[Any, Ended] = {}

    def microphone(self, wanted: str, frames: int, arrived: Arrived, ended: Ended) -> OpenDevice:
        """Open a microphone. Raises `DeviceTrouble`."""

        def called(heard: Any, count: int, when: Any, status: Any) -> None:
            arrived(bytes(heard))

        return self._open_device(MICROPHONE, wanted, frames, called, ended)

    def speaker(self, wanted: str, frames: int, wants: Wants, ended: Ended) -> OpenDevice:
        """Open a speaker. Raises `DeviceTrouble`."""

        def called(out: Any, count: int, when: Any, status: Any) -> None:
            out[:] = wants(count)

        return self._open_device(SPEAKER, wanted, frames, called, ended)

    def begin(self) -> None:
        """Load the library. Raises `DeviceTrouble` where it is not installed."""
        with self._lock:
            self._load_library()

    def names(self, what: str) -> list[str]:
        """The microphones, or the speakers, that there are. Raises `DeviceTrouble`."""
        with self._lock:
            return [one["name"] for one in self._load_library().query_devices() if one[CHANNELS[what]]]

    def _open_device(
        self, what: str, wanted: str, frames: int, called: Callable[..., None], ended: Ended
    ) -> OpenDevice:
        with self._lock:
            try:
                return self._open_one(what, wanted, frames, called, ended)
            except DeviceTrouble:
                if self._begin_anew():
                    return self._open_one(what, wanted, frames, called, ended)
                raise

    def _open_one(
        self, what: str, wanted: str, frames: int, called: Callable[..., None], ended: Ended
    ) -> OpenDevice:
        sound = self._load_library()
        found = _find_device(sound, what, wanted)
        kind, rate = (
            (sound.RawInputStream, MIC_RATE) if what == MICROPHONE else (sound.RawOutputStream, VOICE_RATE)
        )
        made: list[Any] = []
        try:
            with _quiet():
                stream = kind(
                    samplerate=rate,
                    blocksize=frames,
                    device=found["index"],
                    channels=1,
                    dtype="int16",
                    latency="low",
                    callback=called,
                    finished_callback=lambda: self._take_end(made[0]),
                )
                made.append(stream)
                self._open[stream] = ended
                stream.start()
        except (sound.PortAudioError, OSError) as error:
            raise DeviceTrouble(REFUSED.format(what, found["name"], reason_of(error))) from None
        return OpenDevice(found["name"], round(stream.latency * 1000), lambda: self._close(stream))

    def _load_library(self) -> Any:
        """The library. Raises `DeviceTrouble`."""
        if self._library is None:
            try:
                with _quiet():
                    import sounddevice
            except OSError:
                raise DeviceTrouble(NO_PORTAUDIO) from None
            _hush_alsa()
            self._library = sounddevice
        return self._library

    def _begin_anew(self) -> bool:
        """Whether the devices were listed again; not while one is open: then who has it is told, and may try again."""
        if self._library is None:
            return False
        others, self._open = self._open, {}
        for stream, ended in others.items():
            with suppress(Exception):
                stream.abort()
                stream.close()
            ended()
        with _quiet():
            self._library._terminate()  # noqa: SLF001 - it has no other way to list devices again
            self._library._initialize()  # noqa: SLF001
        return True

    def _take_end(self, stream: Any) -> None:
        """PortAudio calls no more: the device is gone, or it was closed."""
        ended = self._open.get(stream)
        if ended is not None:
            ended()

    def _close(self, stream: Any) -> None:
        with self._lock:
            if self._open.pop(stream, None) is None:
                return
            with suppress(Exception):  # a device that is gone cannot be closed well
                stream.abort()
                stream.close()


def _find_device(sound: Any, what: str, wanted: str) -> Any:
    """The device whose name has `wanted` in it. Raises `DeviceTrouble`."""
    all_of_it = [one for one in sound.query_devices() if one[CHANNELS[what]]]
    if not all_of_it:
        raise DeviceTrouble(NONE.format(what))
    if wanted:
        named = [one for one in all_of_it if wanted.casefold() in one["name"].casefold()]
        if not named:
            there = ", ".join(one["name"] for one in all_of_it)
            raise DeviceTrouble(NOT_FOUND.format(what, wanted, f"there is {there}"))
        return min(named, key=lambda one: len(one["name"]))
    chosen = sound.default.device[0 if what == MICROPHONE else 1]
    return next((one for one in all_of_it if one["index"] == chosen), all_of_it[0])


_SILENT: Final = ctypes.CFUNCTYPE(None)(lambda: None)
"""Must outlive the library, which calls it."""


def _hush_alsa() -> None:
    """ALSA reports each underrun on stderr, whenever it happens."""
    with suppress(OSError, AttributeError):  # there is no ALSA here
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(_SILENT)


@contextmanager
def _quiet() -> Iterator[None]:
    """Nothing that a C library writes to stderr is shown."""
    sys.stderr.flush()
    kept = os.dup(2)
    with tempfile.TemporaryFile() as aside:
        os.dup2(aside.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)
