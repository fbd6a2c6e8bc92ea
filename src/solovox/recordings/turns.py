"""The turns of a session: what was heard, sent, written, said, and really played, and how fast.

Latencies are milliseconds since the last sample of the person's speech was captured (for a typed
instruction: since it was sent):

    end_of_turn   it was noticed that the person had finished
    heard         the final transcript
    routed        the brain was asked
    first_text    the brain's first words
    first_piece   the first piece fit to be said
    first_read    it was given to the narrator
    first_sound   the first sound was sent to the speaker
    first_played  the speaker reported playing

Of text only what was surely played counts, down to the end of a word (law N4).
"""

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from typing import Final

from solovox.core import commands as do
from solovox.core import events
from solovox.core.commands import Command
from solovox.core.events import Event
from solovox.core.policy import Policy
from solovox.core.speaking import pacing as pacings
from solovox.core.speaking.pacing import Pacing
from solovox.core.transcripts import within
from solovox.core.units import MIC_RATE, AudioSpan, Instant, ReadId, RunId, StreamId, UtteranceId
from solovox.recordings.worked import AgentWork
from solovox.view import View, after

ACTS: Final = (
    events.BrainStep,
    events.BrainChanged,
    events.BrainFinished,
    events.BrainFailed,
    events.ToolReturned,
)
"""Events by which an answer comes to be one without an act, or is none any more."""


@dataclass(slots=True)
class ReadSaid:
    """One read: its text, how many samples complete how many characters, and what was played."""

    said: str
    spans: list[AudioSpan] = field(default_factory=list)
    """Its sound, in order."""
    kept_to: int = 0
    """Characters that sound of an earlier read says: the narrator was given what is behind them."""
    times: list[int] = field(default_factory=list)
    """When each piece of sound was sent to the speaker."""
    ends: list[int] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)
    played: int = 0
    cut: bool = False
    pacing: Pacing | None = None
    """A live reader's own text against it (law G6)."""
    score: float | None = None
    """The newest fidelity score; None: exact, or nothing known."""
    rendered: bool = False
    own: bool = False
    """A live model said it for itself: nothing aligns its text with its sound (law G7)."""

    def sound(self, at: int, samples: int, said_to: int) -> None:
        """`samples` more were sent to the speaker; with them `said_to` characters are said."""
        self.times.append(at)
        self.ends.append(self.sounded + samples)
        self.marks.append(max(said_to, self.marks[-1] if self.marks else 0))

    @property
    def sounded(self) -> int:
        """How many samples were sent to the speaker."""
        return self.ends[-1] if self.ends else 0

    @property
    def text_played(self) -> str:
        """The words that were surely played."""
        pacing = self.pacing
        covered = pacing is not None and self.rendered and pacing.covered == len(pacing.script)
        heard = pacing is not None and self.sounded <= 4 * pacing.loud
        whole = (covered and heard) or (self.own and not self.cut)
        if whole and self.ends and self.played >= self.ends[-1]:
            return self.said.strip()
        reached = bisect_right(self.ends, self.played)
        upto = self.marks[reached - 1] if reached else 0
        if upto < len(self.said) and not self.said[upto].isspace():
            upto = max(self.said.rfind(" ", 0, upto), 0)
        return self.said[:upto].strip()


@dataclass(slots=True)
class TimelineTurn:
    """One turn. `cut_at` is None unless the voice was cut and did not go on."""

    utterance: UtteranceId | None
    at: int
    heard: str = ""
    instruction: str | None = None
    text: str = ""
    reads: list[ReadSaid] = field(default_factory=list)
    cut_at: int | None = None
    since: int | None = None
    """The time from which latencies are counted."""
    latency_ms: dict[str, int] = field(default_factory=dict)
    work: AgentWork = field(default_factory=AgentWork)
    actless: set[RunId] = field(default_factory=set)
    """Those of its answers that ended without an act (law C4)."""

    def note_step(self, step: str, at: int) -> None:
        """A step of the turn was reached for the first time."""
        if self.since is not None and step not in self.latency_ms:
            self.latency_ms[step] = at - self.since

    @property
    def said(self) -> list[str]:
        """What the narrator was given."""
        return [one.said for one in self.reads if one.said]

    @property
    def scores(self) -> list[float]:
        """How faithfully live readers said it, read by read (law G6)."""
        return [one.score for one in self.reads if one.score is not None]

    @property
    def played(self) -> str:
        """The words that left the speaker."""
        return " ".join(text for one in self.reads if (text := one.text_played))


@dataclass(slots=True)
class MicTime:
    """When each sample of the microphone was captured."""

    firsts: list[int] = field(default_factory=lambda: [0])
    offsets: list[int] = field(default_factory=lambda: [0])

    def note_span(self, at: int, span: AudioSpan) -> None:
        """A span was complete at `at`."""
        offset = at - span.end * 1000 // MIC_RATE
        if abs(offset - self.offsets[-1]) > 1:
            self.firsts.append(span.first)
            self.offsets.append(offset)

    def of(self, sample: int) -> int:
        """The time of a sample, in milliseconds."""
        return self.offsets[bisect_right(self.firsts, sample) - 1] + sample * 1000 // MIC_RATE


class Turns:
    """A fold over events and commands."""

    def __init__(self, mic: MicTime, policy: Policy) -> None:
        self.turns: list[TimelineTurn] = []
        self._policy = policy
        self._mic = mic
        self._utterances: dict[UtteranceId, TimelineTurn] = {}
        self._runs: dict[RunId, TimelineTurn] = {}
        self._notices: list[TimelineTurn] = []
        """Words of our own. They answer nothing (law N5)."""
        self._reads: dict[ReadId, tuple[TimelineTurn, ReadSaid]] = {}
        self._said_to: dict[AudioSpan, int] = {}
        """How many characters are said with each piece of sound that has come and is not played yet (law T2)."""
        self._played: dict[tuple[StreamId, int], tuple[ReadSaid, int]] = {}
        """Where sound was first played: its read, and which piece of it."""
        self._own: ReadSaid | None = None
        """What a live model says for itself: its text and its sound come in either order (law G7)."""
        self._own_run: RunId | None = None
        self._speech: tuple[int, int] | None = None
        """When the last speech ended, and when that was noticed."""

    def see(self, at: int, event: Event, commands: tuple[Command, ...]) -> None:
        """Fold one step."""
        self._note_event(at, event)
        for command in commands:
            self._note_command(at, command, event)

    def turn_of(self, run: RunId) -> TimelineTurn | None:
        """The turn of an answer."""
        return self._runs.get(run)

    def _note_event(self, at: int, event: Event) -> None:
        match event:
            case events.SpeechEnded(span=span):
                self._speech = (min(self._mic.of(span.end), at), at)
            case events.Typed():
                self._speech = (at, at)
            case events.BrainWrote(run=run) if run in self._runs:
                self._runs[run].note_step("first_text", at)
            case events.BrainOffered(run=run) if run in self._runs:
                self._runs[run].note_step("first_piece", at)
            case events.BrainStep() | events.BrainUsed() | events.BrainChanged() if event.run in self._runs:
                self._runs[event.run].work.see(event)
            case events.PolicyChanged(policy=policy):
                self._policy = policy
            case _:
                self._note_voice(at, event)

    def _note_voice(self, at: int, event: Event) -> None:
        """How far the voice has come."""
        match event:
            case events.Played(read=read, samples=samples) if read in self._reads:
                turn, one = self._reads[read]
                one.played = max(one.played, samples)
                if samples:
                    turn.note_step("first_played", at)
            case events.Flushed(read=read, samples=samples) if read in self._reads:
                one = self._reads[read][1]
                one.played = max(one.played, samples)
            case events.ReadFollowed(read=read, score=score) | events.ReadStrayed(read=read, score=score) if (
                read in self._reads
            ):
                one = self._reads[read][1]
                one.score = score
                if one.pacing is not None and isinstance(event, events.ReadFollowed):
                    timing = self._policy.timing
                    one.pacing = pacings.follow_script(
                        one.pacing, Instant(at), one.sounded, event.said_to, timing
                    )
            case events.ReadSounded(read=read, span=span, said_to=said_to) if read in self._reads:
                one = self._reads[read][1]
                self._said_to[span] = said_to
                if one.pacing is not None and event.kind is events.SoundKind.SPEECH:
                    one.pacing = replace(one.pacing, loud=one.pacing.loud + span.count)
            case events.ReadRendered(read=read) if read in self._reads:
                self._reads[read][1].rendered = True
            case _:
                pass

    def _read(self, at: int, command: do.Read) -> None:
        turn, one = self._reads[command.read]
        turn.note_step("first_read", at)
        one.kept_to = max(
            0, len(one.said.rstrip()) - len(command.said)
        )  # sound that is there says the beginning
        if self._policy.checks and not command.exact:
            one.pacing = Pacing(command.said)

    def _note_command(self, at: int, command: Command, event: Event) -> None:
        match command:
            case do.ShowHeard(utterance=utterance, text=text, final=final):
                turn = self._of(utterance, at)
                turn.heard = text
                if final:
                    self._time(turn)
                    turn.note_step("heard", at)
            case (
                do.AskBrain(run=run, utterance=utterance, instruction=instruction)
                | do.SteerBrain(run=run, utterance=utterance, instruction=instruction)
            ):
                turn = self._runs[run] = self._of(utterance, at)
                turn.instruction = instruction
                turn.heard = turn.heard or (instruction if utterance is None else "")
                self._time(turn)
                turn.note_step("routed", at)
            case do.ShowText(run=run, text=text):
                self._answering(run, at).text += text
                if isinstance(event, events.EarOutputTranscript):
                    self._said_itself(run, text)
            case do.ShowNotice(text=text):
                self._notices.append(TimelineTurn(None, at, text=text))
            case do.ShowRead(read=read, run=run, said=said):
                self._begin(read, self._notice(said) if run is None else self._answering(run, at), said)
            case do.Read():
                self._read(at, command)
            case do.Play(read=read, span=span):
                self._played_out(at, read, span)
            case do.Drop(span=span):
                self._said_to.pop(span, None)
            case do.Flush(read=read) if read in self._reads:
                self._reads[read][1].cut = True
                self._reads[read][0].cut_at = at
            case _:
                pass

    def _of(self, utterance: UtteranceId | None, at: int) -> TimelineTurn:
        if utterance is None:
            return self._new(None, at)
        if utterance not in self._utterances:
            self._utterances[utterance] = self._new(utterance, at)
        return self._utterances[utterance]

    def _new(self, utterance: UtteranceId | None, at: int) -> TimelineTurn:
        self.turns.append(TimelineTurn(utterance, at))
        return self.turns[-1]

    def _time(self, turn: TimelineTurn) -> None:
        """Latencies count from the newest end of speech, also when the person went on speaking."""
        if self._speech is not None and turn.since != self._speech[0]:
            turn.since, noticed = self._speech
            turn.latency_ms = {"end_of_turn": noticed - turn.since}

    def _answering(self, run: RunId, at: int) -> TimelineTurn:
        """The turn of a run. What a live model says for itself answers the last utterance (law G7)."""
        if run not in self._runs:
            self._runs[run] = self._newest(at)
        return self._runs[run]

    def _newest(self, at: int) -> TimelineTurn:
        asked = (turn for turn in reversed(self.turns) if all(turn is not one for one in self._notices))
        return next(asked, None) or self._new(None, at)

    def _notice(self, said: str) -> TimelineTurn:
        """Which words of ours are read: the newest that have these. Those that are only shown are no turn."""
        found = next(one for one in reversed(self._notices) if within(said, one.text))
        if all(one is not found for one in self.turns):
            self.turns.append(found)
        return found

    def _said_itself(self, run: RunId, text: str) -> None:
        """Text of a generation. Another run is another generation, unless the sound of this one came first."""
        if self._own is None or self._own_run not in (None, run):
            self._own = ReadSaid("", own=True)
        self._own_run = run
        self._own.said += text

    def _sounds_itself(self, read: ReadId, at: int) -> None:
        """The first sound of a generation, whose text may have come before it."""
        if self._own is None or self._own.ends:
            self._own, self._own_run = ReadSaid("", own=True), None
        turn = self._newest(at)
        turn.cut_at = None
        turn.reads.append(self._own)
        self._reads[read] = (turn, self._own)

    def _played_out(self, at: int, read: ReadId, span: AudioSpan) -> None:
        """Sound was let to the speaker: new, or of a read that was cut and goes on as this one."""
        earlier, index = self._played.get((span.stream, span.first), (None, 0))
        if read not in self._reads:
            self._sounds_itself(read, at)
        turn, one = self._reads[read]
        one.spans.append(span)
        said_to = _said_to(one, span, self._said_to.pop(span, None))
        one.sound(
            at,
            span.count,
            said_to if earlier is None else earlier.marks[index] - len(earlier.said) + len(one.said),
        )
        self._played[span.stream, span.first] = (one, len(one.marks) - 1)
        turn.note_step("first_sound", at)

    def _begin(self, read: ReadId, turn: TimelineTurn, said: str) -> None:
        turn.cut_at = None  # the voice goes on
        turn.reads.append(ReadSaid(said))
        self._reads[read] = (turn, turn.reads[-1])


class MarkedTurns(Turns):
    """The same; each turn knows which of its answers ended without an act (law C4)."""

    def __init__(self, mic: MicTime, policy: Policy) -> None:
        super().__init__(mic, policy)
        self._view = View()

    def see(self, at: int, event: Event, commands: tuple[Command, ...]) -> None:
        """Fold one step. The newest word on each answer counts."""
        super().see(at, event, commands)
        self._view = after(self._view, event, commands)
        if not isinstance(event, ACTS) and not any(isinstance(one, do.CancelRun) for one in commands):
            return
        actless = self._view.actless
        for shown in self._view.runs:
            if turn := self.turn_of(shown.run):
                (turn.actless.add if shown.run in actless else turn.actless.discard)(shown.run)


def _said_to(one: ReadSaid, span: AudioSpan, said_to: int | None) -> int:
    """How much of the text is said with this sound: by the voice's marks, or by a live reader's transcription."""
    if one.pacing is None:
        return 0 if said_to is None else one.kept_to + said_to
    one.pacing, reached = pacings.said_to(one.pacing, one.sounded + span.count)
    return reached
