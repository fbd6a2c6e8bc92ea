"""A surface of this machine's own microphone and speaker.

Rule 1: the person is there when the echo was measured, to the end: a device that is gone is waited for, and the session goes on.
Rule 2: samples are the microphone's clock. Where the microphone is off, or gone, there is silence at the pace of the session's clock.
Rule 3: what the speaker has taken is reported as played, at once when a read ends, else every `REPORT_MS`.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from solovox.core.commands import Cue, Duck, Flush, Play, SurfaceCommand, Unduck
from solovox.core.events import Flushed, Played, SoundCaptured, SurfaceEvent, SurfaceJoined
from solovox.core.units import MIC, MIC_RATE, SurfaceCaps
from solovox.ports import Clock, Sound
from solovox.surfaces.devices.echo_path import EchoOptions, EchoPath
from solovox.surfaces.devices.sound_devices import KeptDevice, SoundDevices
from solovox.surfaces.muted_microphone import MutedMicrophone
from solovox.surfaces.speaker import Loudspeaker, tone

# Sound of a microphone on its way from the device's thread to the session.
#
# Rule: sound that comes while `MOST` waits takes the place of the oldest, and is counted.

MOST: Final = 4 * MIC_RATE
"""Bytes: two seconds."""


class MicrophoneQueue:
    """16 kHz mono s16le, in pieces of any length."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pieces: deque[bytes] = deque()
        self._waiting = 0
        self.lost = 0
        """Samples that came too fast."""

    def put(self, pcm: bytes) -> None:
        """In the device's thread. Never waits for long."""
        with self._lock:
            self._pieces.append(pcm)
            self._waiting += len(pcm)
            while self._waiting > MOST:
                gone = self._pieces.popleft()
                self._waiting -= len(gone)
                self.lost += len(gone) // 2

    def take(self) -> list[bytes]:
        """All that waits, the oldest first."""
        with self._lock:
            pieces, self._waiting = list(self._pieces), 0
            self._pieces.clear()
        return pieces


# Wakes what waits in the loop, from any thread.


class Bell:
    """Rung any number of times, it is heard once."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def hang(self) -> None:
        """In the loop, before another thread may be heard."""
        self._loop = asyncio.get_running_loop()

    def ring(self) -> None:
        """In the loop."""
        self._event.set()

    def ring_from_outside(self) -> None:
        """In any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop is closed: the session has ended
                self._loop.call_soon_threadsafe(self._event.set)

    def still(self) -> None:
        """What was rung until now is heard."""
        self._event.clear()

    async def wait_for_ring(self, seconds: float) -> None:
        """Returns when it is rung, or after that time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._event.wait()


REPORT_MS: Final = 100
IRREVOCABLE_MS: Final = 100
"""What devices take ahead of what sounds. Those of sound servers say 20 to 60 ms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceOptions:
    """Which devices, and how. `frames`: samples of the microphone for each call."""

    microphone: str = ""
    speaker: str = ""
    frames: int = 1_024
    cues: bool = True
    troubled: Callable[[str, str], None] = lambda what, line: None
    """Takes what (`microphone`, `speaker`) and one line; an empty line: all is well again."""
    level: Callable[[bytes], None] = lambda pcm: None
    """Takes each piece of the microphone as it is captured."""
    echo: EchoOptions = field(default_factory=EchoOptions)


class DeviceSurface:
    """The surface link."""

    def __init__(self, sound: Sound, clock: Clock, devices: SoundDevices, options: DeviceOptions) -> None:
        self._sound = sound
        self._clock = clock
        self._options = options
        self._echo = EchoPath(clock, options.echo)
        self.speaker = Loudspeaker(self._echo.take_played)
        self.muted = False
        self.heard = MicrophoneQueue()
        self._bell = Bell()
        self._silence = MutedMicrophone(sound)
        self._news: deque[SurfaceEvent] = deque()
        half = max(1, options.frames * 3 // 4)  # at 24 kHz half as long as a call of the microphone
        self._microphone = KeptDevice(
            clock,
            partial(devices.microphone, options.microphone, options.frames, self._take_sound),
            partial(options.troubled, "microphone"),
        )
        self._loudspeaker = KeptDevice(
            clock,
            partial(devices.speaker, options.speaker, half, self._give_sound),
            partial(options.troubled, "speaker"),
        )

    @property
    def output_restarts(self) -> int:
        """How often the speaker was opened again."""
        return max(0, self._loudspeaker.openings - 1)

    def act(self, event: SurfaceEvent) -> None:
        """The person did something at the screen."""
        self._news.append(event)
        self._bell.ring()

    def mute(self, *, muted: bool) -> None:
        """The microphone is off, or on. Its device stays open, so that the first word is not lost."""
        self.muted = muted
        self._bell.ring()

    async def run(self, tell: Callable[[SurfaceEvent], Awaitable[None]]) -> None:
        """Capture, report, and keep the devices open."""
        self._bell.hang()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._microphone.run(self._bell.ring), name="microphone")
            tasks.create_task(self._loudspeaker.run(), name="speaker")
            await self._echo.settle(self.speaker)
            await tell(SurfaceJoined(SurfaceCaps(irrevocable_ms=IRREVOCABLE_MS)))
            await self._tell_news(tell)

    async def perform(self, command: SurfaceCommand) -> None:
        """Play, flush, duck, give a cue. What is shown is seen by who folds over the session."""
        match command:
            case Play(read=read, span=span):
                self.speaker.play(read, self._sound.get(span))
                self._bell.ring()
            case Flush(read=read):
                self.act(Flushed(read, self.speaker.flush(read)))
            case Duck() | Unduck():
                self.speaker.duck(on=isinstance(command, Duck))
            case Cue(kind=kind):
                if self._options.cues:
                    self.speaker.cue(tone(kind))
            case _:
                pass

    async def aclose(self) -> None:
        """Its devices were closed when `run` ended."""

    async def _tell_news(self, tell: Callable[[SurfaceEvent], Awaitable[None]]) -> None:
        while True:
            self._bell.still()
            self._capture()
            self._news.extend(Played(read, count) for read, count in self.speaker.news())
            while self._news:
                await tell(self._news.popleft())
            await self._bell.wait_for_ring(self._wait_seconds())

    def _wait_seconds(self) -> float:
        """Until when nothing is due, if nothing happens."""
        now = self._clock.now()
        due = self._silence.due(now) if self._silent else now + 10 * REPORT_MS
        if not self.speaker.idle:
            due = min(due, now + REPORT_MS)
        return max(0, due - now) / 1000

    @property
    def _silent(self) -> bool:
        return self.muted or self._microphone.device is None

    def _capture(self) -> None:
        pieces = self.heard.take()
        for span in self._silence.give(self._clock.now(), on=self._silent):
            self._news.append(SoundCaptured(span))
        if not self._silent:
            for pcm in pieces:
                self._options.level(pcm)
                self._news.append(SoundCaptured(self._sound.put(MIC, pcm)))

    # In the devices' threads.

    def _take_sound(self, pcm: bytes) -> None:
        self._microphone.note_call()
        self.heard.put(self._echo.take_heard(pcm))
        self._bell.ring_from_outside()

    def _give_sound(self, samples: int) -> bytes:
        pcm = self.speaker.take(samples)
        self._loudspeaker.note_call()
        return pcm
