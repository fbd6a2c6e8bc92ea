"""What a live model says of itself, watched from outside: laws G4, G7 and T4 where it answers alone (`self`), N1 where it
reads (`relay`), and T1 where it is told when the person speaks.

A generation lasts from its first sign (sound or text) until the model says that it has ended, its connection
goes, or nothing came of it for `Timing.reader`. What was cut stays cut for as long.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from laws.law_broken import require
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import NarratorKind, Policy
from solovox.core.transcripts import within
from solovox.core.units import ConnectionId, ReadId
from solovox.lang.en.words import ENGLISH
from solovox.lang.understanding import strip_wake_phrase


@dataclass(slots=True)
class Addressed:
    """Whether the live model is addressed, as far as can be known (G7, where there is a wake phrase)."""

    policy: Policy
    it_is: bool = True
    """By the wake phrase, or by hand. Before any speech the model may greet."""
    asked: bool = False
    """Something was asked by hand, and nothing has sounded since."""
    spoken_at: int | None = -10_000_000
    """When the speech ended; what follows it before all its words are known may be of the same utterance."""
    woken: int = -1
    follows: bool = False
    """A voice of ours was heard, and what follows one may need no phrase (T6)."""
    words: str = ""
    """What was heard of the current utterance, by the ear or the recogniser."""

    def see(self, at: int, event: ev.Event) -> None:
        """One step."""
        match event:
            case ev.SpeechConfirmed(first=first):
                timing = self.policy.timing
                if self.spoken_at is not None and at > self.spoken_at + 2 * timing.unending:
                    self.words = ""
                    self.it_is = self.asked or not self.policy.wake or self.woken >= first or self.follows
                self.spoken_at = None
            case ev.SpeechEnded():
                self.spoken_at = at
            case ev.EarTranscript(text=text) | ev.LocalTranscript(text=text):
                self.words += f" {text}"
                self.it_is = self.it_is or within(self.policy.wake, self.words)
            case ev.Typed() | ev.ConsentGiven():
                self.it_is = self.asked = True
            case ev.WakeHeard(sample=sample):
                self.it_is, self.woken = True, sample
            case _:
                pass


@dataclass(slots=True)
class WrittenText:
    """What the live model has given as text alone (G7)."""

    written: list[str] = field(default_factory=list)
    """What of the generation at hand could be said, as its ear tells."""
    sounded: bool = False
    unsaid: str = ""
    """What our own voice says of the last one."""
    anew: bool = False
    """Another has begun since."""

    def sign(self, event: ev.EarAudio | ev.EarOutputTranscript, *, anew: bool) -> None:
        """Something of a generation has come. `anew`: its first."""
        if anew:
            self.anew, self.written, self.sounded = True, [], False
        if isinstance(event, ev.EarAudio):
            self.sounded = True
        else:
            self.written.append(event.said)


@dataclass(slots=True)
class OwnVoiceLaws:
    """G4, G7, N1, T1, T4."""

    policy: Policy
    ear: ConnectionId | None = None
    live: bool = False
    last: int | None = None
    """The newest sign of the generation at hand."""
    read: ReadId | None = None
    cut: bool = False
    hushed: bool = False
    says: list[str] = field(default_factory=list)
    """What the model said, as it is transcribed, and is not shown yet."""
    active: bool = False
    text: WrittenText = field(default_factory=WrittenText)
    addressed: Addressed = field(init=False)

    def __post_init__(self) -> None:
        self.addressed = Addressed(self.policy)

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        if self.last is not None and at >= self.last + self.policy.timing.reader:
            self._over()
        if self.text.anew:
            self.text.unsaid, self.text.anew = "", False
        idle, live, cut = self.last is None, self.live, self.cut
        self.addressed.see(at, event)
        self._connection(event, out)
        self._generation(at, event, out)
        played = any(isinstance(one, do.Play) for one in out)
        self.addressed.follows = self.addressed.follows or (played and self.policy.follow_ms > 0)
        if isinstance(event, ev.EarOutputTranscript):
            self.says.append(event.text)  # it may wait (T2)
        ends = (place for place, one in enumerate(out) if isinstance(one, do.ShowAnswered | do.Flush))
        then = max(ends, default=-1)  # what was overdue came before what this event has cut
        for place, command in enumerate(out):
            if self.policy.narrator is NarratorKind.SELF:
                self._alone(event, command, cut=self.cut and (cut or place > then))
            elif self.policy.narrator is NarratorKind.RELAY and isinstance(command, do.Read):
                self._relay(event, command, idle=idle, live=live)

    def _connection(self, event: ev.Event, out: Sequence[do.Command]) -> None:
        if isinstance(event, ev.EarLost) and event.connection == self.ear:
            self.ear = None
        for command in out:
            match command:
                case do.OpenEar(connection=connection):
                    self.ear, self.live, self.active = connection, False, False
                    self._over()
                case do.CloseEar():
                    self.ear = None
                case do.BeginActivity() | do.EndActivity():
                    self.active = isinstance(command, do.BeginActivity)
                case _:
                    pass
        if isinstance(event, ev.EarOpened) and event.connection == self.ear:
            self.live = True
        if self.ear is None:
            self.live, self.active = False, False
            self._over()
        told = self.live and self.policy.marks_activity and self.policy.barge_in and not self.policy.spares
        if told and isinstance(event, ev.SpeechConfirmed):
            require("T1", self.active, "the person speaks, and the ear was not told")

    def _generation(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        alone = self.policy.narrator is NarratorKind.SELF
        mine = isinstance(event, ev.EarEvent) and event.connection == self.ear and self.live
        match event:
            case ev.EarTurnEnded(in_progress=False) | ev.EarInterrupted() if mine:
                self._over()
            case ev.EarOutputTranscript() if mine and not alone:
                pass
            case ev.EarAudio() | ev.EarOutputTranscript() if mine:
                self.text.sign(event, anew=self.last is None)
                self.last = at
            case ev.StopAsked() | ev.SilenceAsked():
                self.cut, self.hushed = self.last is not None, True
            case ev.Typed(text=text) if self._answers(text, out):
                pass  # it cuts nothing by itself (A2)
            case ev.Typed(text=text) if text.strip():
                self.cut = self.last is not None
                language = ENGLISH
                goes_on = self.hushed and (
                    not alone or language.is_quiet(text)
                )  # else it is an ask of its own
                self.hushed = goes_on or language.is_stop(text)
            case ev.SpeechConfirmed() if self.policy.barge_in:
                self.cut = self.last is not None
            case _:
                pass

    def _answers(self, text: str, out: Sequence[do.Command]) -> bool:
        """Whether a typed line is only an answer to what waits."""
        words = ENGLISH
        held = any(isinstance(one, do.CloseHold | do.ShowHold) for one in out)
        return held and words.consent(text) is not None and not (words.is_stop(text) or words.is_quiet(text))

    def _alone(self, event: ev.Event, command: do.Command, *, cut: bool) -> None:
        """One command. `cut`: the generation at hand was cut before it."""
        match command:
            case do.EndActivity() | do.AskEar() | do.Cue(kind=do.CueKind.HEARD):
                # Who has spoken again is heard; while there is no ear to be told so, only the cue says it.
                self.hushed = isinstance(event, ev.StopAsked)
                if isinstance(command, do.AskEar):  # also what is announced (N5)
                    self.addressed.it_is = self.addressed.asked = True
            case do.ShowHeard(text=text, final=True) if within(self.policy.wake, text):
                words, language = strip_wake_phrase(text, self.policy.wake)[0], ENGLISH
                self.hushed = self.hushed and (language.is_stop(words) or language.is_quiet(words))
            case do.Play(read=read, span=span) if isinstance(event, ev.EarAudio) and span == event.span:
                # Else it came early, and waited (T2).
                require("G4", not self.cut, "a generation that was cut sounds again")
                require("T4", not self.hushed, "the live model sounds though silence was asked for")
                require("G7", self.read in (None, read), "one generation sounds as two reads")
                require(
                    "G7", self.addressed.it_is or self.read == read, "it was not addressed, and it sounds"
                )
                self.read, self.addressed.asked = read, False
            case do.Flush(read=read) if read == self.read:
                self.cut = self.cut or self.last is not None
            case do.ShowText(text=text):
                require("G7", text in self.says, "a text was shown that the live model did not say")
                self.says.remove(text)
                require("G4", not cut, "a generation that was cut is shown")
            case do.Read(said=said, exact=exact):
                require(
                    "G7",
                    exact and said in self.text.unsaid,
                    f"{said!r} is read, and the model did not write it",
                )
            case do.AskBrain() | do.SteerBrain() | do.CancelRun():
                require("G7", False, f"{type(command).__name__}, and nothing stands beside the model")
            case _:
                pass

    def _relay(self, event: ev.Event, read: do.Read, *, idle: bool, live: bool) -> None:
        """An ear reads only when it is idle; where there is no other voice, it is asked in any state.

        `idle`, `live`: it was before the event. What was overdue is settled before the event has its effect.
        """
        opening = isinstance(event, ev.EarOpened) and event.connection == self.ear
        ready = (live or self.live or opening) and (idle or self.last is None)
        require("N1", read.exact or not self.policy.exact_voice or ready, "a busy ear was given a read")

    def _over(self) -> None:
        if self.last is not None:
            alone = self.policy.exact_voice and not (self.text.sounded or self.cut or self.hushed)
            self.text.unsaid = " ".join(self.text.written) if alone else ""
        self.last, self.read, self.cut = None, None, False
