"""What the screen knows: a fold over the session, and what its devices tell. It draws nothing and waits for nothing.

Rule 1: the session's own loop tells it, and it never calls back.
Rule 2: `changes` counts what has changed, so that who draws it knows when to.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Self

import numpy as np

from solovox.cli.screen.latency import TurnLatency
from solovox.cli.screen.phases import TalkPhase
from solovox.core.commands import AskBrain, Command, Cue, CueKind, HearAll, ShowHold, SteerBrain
from solovox.core.events import (
    EarOpened,
    Event,
    LocalTranscript,
    OnsetHeard,
    SoundCaptured,
    SpeechConfirmed,
    SpeechEnded,
    SurfaceJoined,
)
from solovox.ports import Clock
from solovox.view import View, after

HEARD_MS: Final = 4_000
"""How long words are shown as heard that nothing comes of."""
QUIETEST_DB: Final = -60
CELLS: Final = 10


@dataclass(slots=True)
class DevicesTold:
    """What devices, and the ear, have to say."""

    troubles: dict[str, str] = field(default_factory=dict)
    """What is wrong with one, in one line."""
    measured: str = ""
    """How well the microphone hears the speaker, and what follows."""


class WatchedTalk:
    """`wake`: the phrase that is asked for; empty: none is."""

    def __init__(self, wake: str = "") -> None:
        self.wake = wake
        self.view = View()
        self.latency = TurnLatency()
        self.now: Callable[[], int] = lambda: 0
        """The session's clock, once there is one."""
        self.level = 0
        """Of the microphone, in cells of the meter."""
        self.told = DevicesTold()
        self.muted = self.talking = False
        self.changes = 0
        self._speaks = False
        self._heard_at: int | None = None
        self._quiet = TalkPhase.STARTING
        """What the session does when nothing happens."""

    def at(self, clock: Clock) -> Self:
        """It, on the session's clock."""
        self.now = clock.now
        return self

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """One event, and what was decided from it."""
        at = self.now()
        self.latency.see(at, event, commands)
        if isinstance(event, SoundCaptured) and not commands:
            return
        self.view = after(self.view, event, commands)
        self._listen(at, event)
        for one in commands:
            match one:
                case HearAll(on=on):
                    self._quiet = TalkPhase.LISTENING if on else TalkPhase.WAITING
                case AskBrain() | SteerBrain() | ShowHold() | Cue(kind=CueKind.STOPPED):
                    self._heard_at = None
                case _:
                    pass
        self.changes += 1

    def _listen(self, at: int, event: Event) -> None:
        match event:
            case SpeechConfirmed():
                self._speaks, self._heard_at = True, None
            case SpeechEnded():
                self._speaks, self._heard_at = False, at
            case OnsetHeard():
                self._heard_at = None
            case LocalTranscript(final=True, text=text) if not text.strip():
                self._heard_at = None
            case SurfaceJoined():
                self._quiet = TalkPhase.WAITING if self.wake else TalkPhase.LISTENING
            case EarOpened():
                self.troubled("ear", "")
            case _:
                pass

    def lost(self, reason: str, meanwhile: str) -> None:
        """The live ear is gone."""
        self.troubled("ear", f"{reason}; {meanwhile} hears meanwhile")

    def troubled(self, what: str, line: str) -> None:
        """A device is gone (a line), or there again (an empty line)."""
        self.told.troubles.pop(what, None)
        if line:
            self.told.troubles[what] = line
        self.changes += 1

    def measured(self, line: str) -> None:
        """What the chirp told."""
        self.told.measured = line
        self.changes += 1

    def heard(self, pcm: bytes) -> None:
        """A piece of the microphone: 16-bit samples."""
        samples = np.frombuffer(pcm, dtype="<i2").astype(np.float32)
        loud = float(np.sqrt(np.mean(samples * samples))) / 32_768 if len(samples) else 0.0
        decibels = 20 * np.log10(max(loud, 1e-6))
        self.level = int(min(CELLS, max(0, round((1 - decibels / QUIETEST_DB) * CELLS))))

    @property
    def phase(self) -> TalkPhase:
        """What the session does now."""
        view = self.view
        recent = self._heard_at is not None and self.now() - self._heard_at < HEARD_MS
        holds = {
            TalkPhase.ENDED: view.ended is not None,
            TalkPhase.GONE: any(what != "ear" for what in self.told.troubles),
            TalkPhase.HELD: bool(view.holds),
            TalkPhase.TALKING: self.talking or self._speaks,
            TalkPhase.SPEAKING: view.plays,
            TalkPhase.THINKING: any(one.working for one in view.runs),
            TalkPhase.HEARD: recent,
            TalkPhase.MUTED: self.muted,
        }
        return next((phase for phase, is_so in holds.items() if is_so), self._quiet)
