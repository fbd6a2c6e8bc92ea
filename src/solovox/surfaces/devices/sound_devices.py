"""What the device surface needs of a machine's sound devices, whoever drives them.

Rule 1: a device calls back from a thread of its own, until it is closed. What it calls never waits.
Rule 2: a device that can give or take no more says so once, by `ended`. One that merely stops calling is noticed by who opened it.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Protocol

from solovox.core.errors import SolovoxError
from solovox.ports import Clock


class DeviceTrouble(SolovoxError):
    """A device cannot be opened. One line that says what to do."""


Arrived = Callable[[bytes], None]
"""Takes what the microphone heard: 16 kHz mono s16le, of any length."""
Wants = Callable[[int], bytes]
"""Gives the speaker that many samples: 24 kHz mono s16le."""
Ended = Callable[[], None]


@dataclass(frozen=True, slots=True)
class OpenDevice:
    """A device at work. `latency_ms`: between the call and the moment at which its sound is in the air."""

    name: str
    latency_ms: int
    close: Callable[[], None]
    """Returns when it will call no more. May take a while; call it in a thread."""


class SoundDevices(Protocol):
    """The devices of a machine. Both raise `DeviceTrouble`, and may take seconds; call them in a thread.

    `wanted`: a part of the device's name; empty: the one that the system would choose. `frames`: samples for each call.
    """

    def microphone(self, wanted: str, frames: int, arrived: Arrived, ended: Ended) -> OpenDevice:
        """Open a microphone."""
        ...

    def speaker(self, wanted: str, frames: int, wants: Wants, ended: Ended) -> OpenDevice:
        """Open a speaker."""
        ...


# A device that is kept open: opened, watched, and opened again when it is gone.
#
# Rule 1: a device that ended, or that has not called for `STALLED_MS`, is closed and opened again, at once and then every `RETRY_MS`.
# Rule 2: each trouble is told once, in one line, and that it is over is told once.
# Rule 3: cancelled at any moment, it leaves no device open.


RETRY_MS: Final = 1_000
STALLED_MS: Final = 3_000
"""Devices of sound servers may need more than a second before their first call."""
CLOSING_SECONDS: Final = 2.0

Open = Callable[[Ended], OpenDevice]


class KeptDevice:
    """One direction of sound. `troubled` takes a line, empty when all is well again."""

    def __init__(self, clock: Clock, opener: Open, troubled: Callable[[str], None]) -> None:
        self._clock = clock
        self._opener = opener
        self._troubled = troubled
        self._called_at = 0
        self._ended = asyncio.Event()
        self.device: OpenDevice | None = None
        self.openings = 0
        """How often it was opened."""

    def note_call(self) -> None:
        """The device called just now."""
        self._called_at = self._clock.now()

    async def run(self, changed: Callable[[], None] = lambda: None) -> None:
        """Keep it open. `changed` is called when it was opened, and when it is gone."""
        told = ""
        loop = asyncio.get_running_loop()
        while True:
            self._ended.clear()
            try:
                self.device = await self._open(loop)
            except DeviceTrouble as error:
                if str(error) != told:
                    told = str(error)
                    self._troubled(told)
                await self._clock.sleep_until(self._clock.now() + RETRY_MS)
                continue
            if told:
                told = ""
                self._troubled("")
            self.openings += 1
            self.note_call()
            changed()
            try:
                await self._watch()
            finally:
                device, self.device = self.device, None
                changed()
                await _close_device(device)
            told = f"{device.name} gives no more sound: it is opened again"
            self._troubled(told)

    async def _open(self, loop: asyncio.AbstractEventLoop) -> OpenDevice:
        def ended() -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._ended.set)

        opening = loop.run_in_executor(None, self._opener, ended)
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            with suppress(DeviceTrouble):
                await _close_device(await opening)
            raise

    async def _watch(self) -> None:
        """Returns when the device is gone."""
        while not self._ended.is_set():
            due = self._called_at + STALLED_MS
            if self._clock.now() >= due:
                return
            with suppress(TimeoutError):
                async with asyncio.timeout((due - self._clock.now()) / 1000):
                    await self._ended.wait()


async def _close_device(device: OpenDevice) -> None:
    closing = asyncio.get_running_loop().run_in_executor(None, device.close)
    try:
        await asyncio.shield(closing)
    except asyncio.CancelledError:
        await asyncio.wait([closing], timeout=CLOSING_SECONDS)
        raise
