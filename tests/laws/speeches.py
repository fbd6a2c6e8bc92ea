"""What was said when, by our own recogniser, and whether a voice of ours could be heard then.

Only what can be seen in a journal is used: events, and commands.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Policy
from solovox.core.units import VOICE_RATE, PlayedReports, ReadId, milliseconds

ECHO: Final = 500
"""How long (ms) a voice may still be heard after it has ended."""


@dataclass(slots=True)
class ReadAtSpeaker:
    """A read at the speaker."""

    released: int = 0
    played: int = 0
    ends_at: int = 0
    rendered: bool = False


@dataclass(slots=True)
class Audible:
    """Whether a voice of ours can be heard: surely, or perhaps."""

    policy: Policy
    reads: dict[ReadId, ReadAtSpeaker] = field(default_factory=dict)
    reports: PlayedReports = PlayedReports.EXACT
    beyond_recall: int = 0
    """How long (ms) a voice may be heard after a flush."""
    busy_until: int = 0
    silent_at: int = -ECHO
    """When the newest read that is over was over."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        match event:
            case ev.SurfaceJoined(caps=caps):
                self.reports, self.beyond_recall = caps.played, caps.irrevocable_ms
            case ev.SurfaceLeft() | ev.HungUp():
                for read in list(self.reads):
                    self._end(at, read)
            case ev.Played(read=read, samples=samples) if read in self.reads:
                sounding = self.reads[read]
                sounding.played = max(sounding.played, min(samples, sounding.released))
                self._drain(at, read)
            case ev.ReadRendered(read=read) | ev.ReadFailed(read=read) if read in self.reads:
                self.reads[read].rendered = True
                self._drain(at, read)
            case _:
                pass
        for command in out:
            match command:
                case do.Play(read=read, span=span):
                    sounding = self.reads.setdefault(read, ReadAtSpeaker())
                    sounding.released += span.count
                    self.busy_until = max(at, self.busy_until) + milliseconds(span.count, VOICE_RATE)
                    sounding.ends_at = self.busy_until
                case do.Flush(read=read):
                    self._end(at + self.beyond_recall, read)
                    self.busy_until = at
                case _:
                    pass

    def surely(self, at: int) -> bool:
        """It can be heard, or its echo can: no speaker plays faster than time passes."""
        return at < self.silent_at + ECHO or any(at < one.ends_at + ECHO for one in self.reads.values())

    def perhaps(self, at: int) -> bool:
        """The gate may be open: the speaker is late, or tells nothing."""
        late = self.policy.timing.drain
        told = self.reports is not PlayedReports.NONE
        return any(
            not one.rendered or at <= one.ends_at + late or (told and one.played < one.released)
            for one in self.reads.values()
        )

    def _drain(self, at: int, read: ReadId) -> None:
        one = self.reads[read]
        if one.rendered and one.played >= one.released:
            self._end(at, read)

    def _end(self, at: int, read: ReadId) -> None:
        sounding = self.reads.pop(read, None)
        if sounding is not None:
            self.silent_at = max(self.silent_at, min(at, sounding.ends_at))


@dataclass(slots=True)
class Speech:
    """One stretch of speech, from its first sound to its words."""

    began_at: int
    """When its first sound was noticed."""
    confirmed_at: int
    first: int
    loud: bool = False
    """A voice of ours could surely be heard when it began."""
    deaf: bool = False
    """A voice of ours could perhaps be heard, in a profile without barge-in."""
    offered: bool = False
    """A hold was shown when it began."""
    woken: bool = False
    ended_at: int | None = None
    known_at: int | None = None
    """When its words were known for good."""
    text: str = ""


@dataclass(slots=True)
class Speeches:
    """All of a session, oldest first."""

    policy: Policy
    audible: Audible
    all: list[Speech] = field(default_factory=list)
    holds: set[int] = field(default_factory=set)
    onset: tuple[int, bool, bool, bool] | None = None
    ended_at: int = -1
    """When a hold last ended by something else than words."""
    last_sign: int = 0
    """The newest sign of speech."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> Speech | None:
        """One step; the speech whose words are now known for good, if this is it."""
        known = self._event(at, event)
        self.audible.see(at, event, out)
        for command in out:
            match command:
                case do.ShowHold(hold=hold):
                    self.holds.add(hold)
                case do.CloseHold(hold=hold, outcome=outcome):
                    self.holds.discard(hold)
                    if outcome is not do.Outcome.VOID and not known:
                        self.ended_at = at
                case _:
                    pass
        return known

    @property
    def open(self) -> Speech | None:
        """The person speaks."""
        return self.all[-1] if self.all and self.all[-1].ended_at is None else None

    def pending(self, at: int) -> bool:
        """Whether words of ours may still come, for a speech or for one that has ended lately."""
        latest = at - self.policy.timing.local_words
        return any(
            one.known_at is None and (one.ended_at is None or one.ended_at >= latest) for one in self.all
        )

    def _event(self, at: int, event: ev.Event) -> Speech | None:
        match event:
            case ev.OnsetHeard():
                self.onset = self._sounds(at)
            case ev.OnsetFaded():
                self.onset = None
            case ev.SpeechConfirmed(first=first):
                began_at, loud, deaf, offered = self.onset or self._sounds(at)
                deaf = deaf or self._sounds(at)[2]
                self.onset, self.last_sign = None, at
                if (lost := self.open) is not None:
                    lost.ended_at = at
                self.all.append(Speech(began_at, at, first, loud, deaf, offered))
            case ev.SpeechEnded(span=span) if (speech := self.open) is not None and span.end > speech.first:
                speech.ended_at, speech.first, self.last_sign = at, span.first, at
            case ev.WakeHeard() if self.all:
                self.all[-1].woken = True
            case ev.LocalTranscript(span=span, text=text, final=True):
                for speech in self.all:
                    if speech.known_at is None and speech.ended_at is not None and speech.first == span.first:
                        speech.known_at, speech.text, self.last_sign = at, text, at
                        return speech
            case _:
                pass
        return None

    def _sounds(self, at: int) -> tuple[int, bool, bool, bool]:
        deaf = not self.policy.barge_in and self.audible.perhaps(at)
        return at, self.audible.surely(at), deaf, bool(self.holds)
