"""Sound devices in memory: what is said comes at the pace of the loop's clock, what is taken is kept. Both may fail or vanish."""

import asyncio
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solovox.core.units import MIC_RATE, VOICE_RATE
from solovox.surfaces.devices.sound_devices import (
    Arrived,
    DeviceTrouble,
    Ended,
    OpenDevice,
    Wants,
)

GONE: Final = "there is no {}: plug one in"


class MemoryDevices:
    """Port `SoundDevices`. Make it in the loop whose clock it keeps."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.said = bytearray()
        """What the person will say next: 16 kHz mono s16le."""
        self.heard = bytearray()
        """What the speaker took: 24 kHz mono s16le."""
        self.away: set[str] = set()
        """The devices that are not there: `microphone`, `speaker`."""
        self.stuck: set[str] = set()
        """Devices that are there and do not call."""
        self.arrived: Arrived = lambda pcm: None
        """What takes the microphone's sound."""
        self.openings: list[str] = []
        self.echo: tuple[float, int] | None = None
        """How the microphone hears the speaker: by which factor, how many ms later. None: not at all."""
        self._air: list[tuple[int, NDArray[np.float64]]] = []
        """Sounds on their way to the microphone, and the sample at which each is there."""
        self._ended: dict[str, Ended] = {}
        self._open: dict[str, asyncio.Handle] = {}

    def microphone(self, wanted: str, frames: int, arrived: Arrived, ended: Ended) -> OpenDevice:
        """A microphone. Raises `DeviceTrouble` while it is away."""

        self.arrived = arrived

        def call() -> None:
            pcm, self.said[:] = bytes(self.said[: 2 * frames]), self.said[2 * frames :]
            arrived(self._with_echo(pcm.ljust(2 * frames, b"\0")))

        return self._opened("microphone", frames / MIC_RATE, call, ended)

    def speaker(self, wanted: str, frames: int, wants: Wants, ended: Ended) -> OpenDevice:
        """A speaker. Raises `DeviceTrouble` while it is away."""

        def call() -> None:
            pcm = wants(frames)
            self.heard.extend(pcm)
            self._sounds(pcm)

        return self._opened("speaker", frames / VOICE_RATE, call, ended)

    def _now(self) -> int:
        """In samples of the microphone."""
        return round(self._loop.time() * MIC_RATE)

    def _sounds(self, pcm: bytes) -> None:
        """It is in the air from now on, and heard later."""
        if self.echo is None or not any(pcm):
            return
        factor, late = self.echo
        sound = np.frombuffer(pcm, "<i2") * factor
        heard = np.interp(np.arange(0, len(sound), VOICE_RATE / MIC_RATE), np.arange(len(sound)), sound)
        self._air.append((self._now() + late * MIC_RATE // 1000, heard))

    def _with_echo(self, pcm: bytes) -> bytes:
        """With what was in the air since the last call."""
        end, count = self._now(), len(pcm) // 2
        sound = np.frombuffer(pcm, "<i2").astype(float)
        for begins, heard in self._air:
            at = begins - (end - count)
            first, last = max(0, at), min(count, at + len(heard))
            if first < last:
                sound[first:last] += heard[first - at : last - at]
        self._air = [(begins, heard) for begins, heard in self._air if begins + len(heard) > end]
        return np.clip(np.rint(sound), -32_768, 32_767).astype("<i2").tobytes()

    def vanish(self, what: str) -> None:
        """It is unplugged."""
        self.away.add(what)
        self._close(what)
        self._ended[what]()

    @property
    def open(self) -> set[str]:
        """The devices that are open now."""
        return {*self._open}

    def _opened(self, what: str, seconds: float, call: Callable[[], None], ended: Ended) -> OpenDevice:
        if what in self.away:
            raise DeviceTrouble(GONE.format(what))
        self.openings.append(what)
        self._ended[what] = ended
        self._loop.call_soon_threadsafe(self._begin, what, seconds, call)
        return OpenDevice(
            f"the {what} in memory", 0, lambda: self._loop.call_soon_threadsafe(self._close, what)
        )

    def _begin(self, what: str, seconds: float, call: Callable[[], None]) -> None:
        began, count = self._loop.time(), 0

        def turn() -> None:
            nonlocal count
            count += 1
            self._open[what] = self._loop.call_at(began + (count + 1) * seconds, turn)
            if what not in self.stuck:
                call()

        self._open[what] = self._loop.call_at(began + seconds, turn)

    def _close(self, what: str) -> None:
        if (handle := self._open.pop(what, None)) is not None:
            handle.cancel()
