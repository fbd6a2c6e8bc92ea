"""What the screen knows: a fold over the session, and what its devices tell. It draws nothing and waits for nothing.

Rule 1: the session's own loop tells it, and it never calls back.
Rule 2: `changes` counts what has changed, so that who draws it knows when to.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Protocol, Self

import numpy as np

from solovox.core.commands import AskBrain, Command, Cue, CueKind, HearAll, ShowHold, ShowText, SteerBrain
from solovox.core.events import (
    EarOpened,
    Event,
    LocalTranscript,
    OnsetHeard,
    Played,
    SoundCaptured,
    SpeechConfirmed,
    SpeechEnded,
    SurfaceJoined,
    Typed,
)
from solovox.core.units import MIC_RATE, VOICE_RATE
from solovox.ports import Clock
from solovox.view import View, after

# How long each step of the newest turn took, from the end of what was said: a fold. Milliseconds of the session's clock.
#
# The end of speech is where its samples end, not when our detector was sure of it.


HEARD: Final = "heard"
ASKED: Final = "asked"
TEXT: Final = "text"
SOUND: Final = "sound"


class TurnLatency:
    """`took`: of each step that has come, in its order, how long after the end of speech (or the typed line) it came."""

    def __init__(self) -> None:
        self.took: dict[str, int] = {}
        self._began: int | None = None
        self._captured = 0

    def see(self, at: int, event: Event, commands: Sequence[Command]) -> None:
        """One step of the session."""
        match event:
            case SoundCaptured(span=span):
                self._captured = span.end
            case SpeechEnded(span=span):
                self._begin(at - max(0, self._captured - span.end) * 1000 // MIC_RATE)
            case Typed():
                self._begin(at)
            case LocalTranscript(final=True, text=text) if text.strip():
                self._took(HEARD, at)
            case Played(samples=samples) if samples and TEXT in self.took:
                self._took(SOUND, at - samples * 1000 // VOICE_RATE)
            case _:
                pass
        for one in commands:
            if isinstance(one, AskBrain | SteerBrain):
                self._took(ASKED, at)
            elif isinstance(one, ShowText):
                self._took(TEXT, at)

    def _begin(self, at: int) -> None:
        self.took, self._began = {}, at

    def _took(self, step: str, at: int) -> None:
        if self._began is not None and step not in self.took:
            self.took[step] = max(0, at - self._began)


# What the session does now, in one word. Each has a sign of its own: the colour alone says nothing.


@dataclass(frozen=True, slots=True)
class Sign:
    """How a phase is shown. `tone`: a name of the palette."""

    mark: str
    word: str
    tone: str


class TalkPhase(Enum):
    """In the order in which they are looked for: the first that holds is shown."""

    ENDED = Sign("■", "ended", "faint")
    GONE = Sign("✗", "device gone", "bad")
    HELD = Sign("?", "held", "warn")
    STARTING = Sign("·", "starting", "faint")
    TALKING = Sign("●", "listening", "good")
    SPEAKING = Sign("▶", "speaking", "brain")
    THINKING = Sign("…", "thinking", "warn")
    HEARD = Sign("✓", "heard", "you")
    MUTED = Sign("○", "muted", "bad")
    WAITING = Sign("◌", "waiting", "faint")
    LISTENING = Sign("◉", "listening", "good")


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


# The states that matter to who sees no screen, a line each.


class TellsNow(Protocol):
    """Who prints a line."""

    def now(self, what: str, line: str) -> None: ...


class PhaseLines:
    """A fold over a session: tells when it begins to listen, and for what."""

    def __init__(self, watched: WatchedTalk, telling: TellsNow) -> None:
        self._watched = watched
        self._telling = telling
        self._told: TalkPhase | None = None

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """One event, and what was decided from it."""
        self._watched.see(event, commands)
        phase = self._watched.phase
        if phase is self._told or phase not in (TalkPhase.WAITING, TalkPhase.LISTENING, TalkPhase.THINKING):
            return
        self._told = phase
        if phase is TalkPhase.WAITING:
            self._telling.now("listening for", self._watched.wake)
        elif phase is TalkPhase.LISTENING:
            self._telling.now("listening", "say it, no phrase is needed")
