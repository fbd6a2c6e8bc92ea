"""What the screen knows: a fold over the session, and what its devices tell. It draws nothing and waits for nothing.

Rule 1: the session's own loop tells it, and it never calls back.
Rule 2: `changes` counts what has changed, so that who draws it knows when to.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, Self

import numpy as np

from solovox.core.commands import AskBrain, Command, ShowText, SteerBrain, TalkState
from solovox.core.events import (
    EarOpened,
    Event,
    LocalTranscript,
    Played,
    SoundCaptured,
    SpeechEnded,
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


# What the talk does now, in a word or two, and what only this screen knows. Each has a sign of its own: the colour alone says nothing.


@dataclass(frozen=True, slots=True)
class Sign:
    """How it is shown. `tone`: a name of the palette."""

    mark: str
    word: str
    tone: str


ENDED: Final = Sign("■", "ended", "faint")
GONE: Final = Sign("✗", "device gone", "bad")
MUTED: Final = Sign("○", "muted", "bad")
SIGNS: Final = {
    TalkState.AWAY: Sign("·", "starting", "faint"),
    TalkState.SPARING: Sign("◌", "waiting", "faint"),
    TalkState.LISTENING: Sign("◉", "listening", "good"),
    TalkState.HEARING: Sign("●", "hearing you", "good"),
    TalkState.UNDERSTANDING: Sign("✓", "understanding", "you"),
    TalkState.ASKING: Sign("?", "waits for your yes", "warn"),
    TalkState.SPEAKING: Sign("▶", "speaking", "brain"),
    TalkState.VOICING: Sign("▷", "making the voice", "brain"),
    TalkState.THINKING: Sign("…", "thinking", "warn"),
}
LISTENS: Final = (TalkState.SPARING, TalkState.LISTENING)
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
        if isinstance(event, EarOpened):
            self.tell_device_trouble("ear", "")
        self.changes += 1

    def tell_ear_lost(self, reason: str, meanwhile: str) -> None:
        """The live ear is gone."""
        self.tell_device_trouble("ear", f"{reason}; {meanwhile} hears meanwhile")

    def tell_device_trouble(self, what: str, line: str) -> None:
        """A device is gone (a line), or there again (an empty line)."""
        self.told.troubles.pop(what, None)
        if line:
            self.told.troubles[what] = line
        self.changes += 1

    def take_measurement(self, line: str) -> None:
        """What the chirp told."""
        self.told.measured = line
        self.changes += 1

    def take_level(self, pcm: bytes) -> None:
        """A piece of the microphone: 16-bit samples."""
        samples = np.frombuffer(pcm, dtype="<i2").astype(np.float32)
        loud = float(np.sqrt(np.mean(samples * samples))) / 32_768 if len(samples) else 0.0
        decibels = 20 * np.log10(max(loud, 1e-6))
        self.level = int(min(CELLS, max(0, round((1 - decibels / QUIETEST_DB) * CELLS))))

    @property
    def sign(self) -> Sign:
        """What the talk does, as the core says, and over it what only this screen knows."""
        if self.view.ended is not None:
            return ENDED
        if any(what != "ear" for what in self.told.troubles):
            return GONE
        muted = self.muted and not self.talking and self.view.state in LISTENS
        return MUTED if muted else SIGNS[self.view.state]


# The states that matter to who sees no screen, a line each.


class TellsNow(Protocol):
    """Who prints a line."""

    def now(self, what: str, line: str) -> None: ...


class StateLines:
    """A fold over a session: tells when it begins to listen, and for what."""

    def __init__(self, watched: WatchedTalk, telling: TellsNow) -> None:
        self._watched = watched
        self._telling = telling
        self._told: TalkState | None = None

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """One event, and what was decided from it."""
        self._watched.see(event, commands)
        state = self._watched.view.state
        if state is self._told or state not in (*LISTENS, TalkState.THINKING):
            return
        self._told = state
        if state is TalkState.SPARING:
            self._telling.now("listening for", self._watched.wake)
        elif state is TalkState.LISTENING:
            self._telling.now("listening", "say it, no phrase is needed")
