"""Law G6 watched from outside: what of a live reader's sound is played, given what it said of it.

Also G2 for all sound of a narrator: each span ends once, as `Play` or `Drop`, in the step that brings
it; only that of a live reader may wait, in order: when the speaker is dry for as long as the next word takes,
and `Timing.cover`; and any, while the person may only have paused (T2).

The second witness is the sound: a read that is taken for said had speech for half of the time that its text takes, and what
is loud and no speech is played only when speech has come behind it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from laws.early_laws import EarlyEnd
from laws.law_broken import require
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Policy, Timing
from solovox.core.units import VOICE_RATE, AudioSpan, ReadId, milliseconds


@dataclass(slots=True)
class FollowedRead:
    """One read of a live reader."""

    length: int
    character: int
    """Milliseconds that a character of it takes."""
    word: int
    """Characters of the longest word."""
    covered: int = 0
    loud: int = 0
    came: int = 0
    clear: int = 0
    """Samples up to the last that were speech, and the silence behind them."""
    played: int = 0
    rendered: bool = False
    over: bool = False
    """It was cut, or has strayed."""

    def sounds(self, count: int, kind: ev.SoundKind) -> None:
        """More of its sound has come."""
        quiet = kind is ev.SoundKind.SILENCE and self.clear == self.came
        self.came += count
        if kind is ev.SoundKind.SPEECH:
            self.loud += count
        if kind is ev.SoundKind.SPEECH or quiet:
            self.clear = self.came


def character(said: str, timing: Timing) -> int:
    """Milliseconds that a character of this text takes in the mean, rounded down."""
    syllables = sum(ord(one) > 0x2E7F and one.isalpha() for one in said)
    more = syllables * (timing.syllable - timing.character) // max(len(said), 1)
    return timing.character + more


@dataclass(slots=True)
class VerbatimLaws:
    """G6 and, for narrators, G2."""

    policy: Policy
    readers: dict[ReadId, FollowedRead] = field(default_factory=dict)
    waiting: dict[ReadId, list[tuple[int, AudioSpan]]] = field(default_factory=dict)
    reading: ReadId | None = None
    given: dict[ReadId, int] = field(default_factory=dict)
    dry_at: int = 0
    """By then the speaker has played all that it was given, as far as it tells."""
    ended: EarlyEnd = field(default_factory=EarlyEnd)

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        self.ended.see(at, event)
        strayed = isinstance(event, ev.ReadStrayed) and event.read == self.reading
        if isinstance(event, ev.ReadSounded):
            self.waiting.setdefault(event.read, []).append((at, event.span))
            if event.read in self.readers and not self.readers[event.read].rendered:
                self.readers[event.read].sounds(event.span.count, event.kind)
        if isinstance(event, ev.ReadRendered) and event.read in self.readers:
            self.readers[event.read].rendered = True
        if isinstance(event, ev.ReadFollowed) and event.read in self.readers:
            reader = self.readers[event.read]
            reader.covered = max(reader.covered, min(event.said_to, reader.length))
        self._speaker(at, event, out)
        for command in out:
            self._command(command)
        if strayed and isinstance(event, ev.ReadStrayed):
            reader = self.readers[event.read]
            ended = reader.over or (reader.rendered and reader.covered == reader.length)
            require("G6", ended, f"read {event.read} strayed, and goes on")
        for read, spans in self.waiting.items():
            if not spans:
                continue
            live = read in self.readers and not self.readers[read].over
            early = at < self.ended.until or self.ended.stirs  # it waits for the end of the turn (T2)
            require("G2", live or early, f"{spans} of read {read} were neither played nor dropped")
            if not live:
                continue
            word = 2 * self.readers[read].word * self.readers[read].character
            until = self.policy.timing.cover + word
            late = [span for since, span in spans if at >= max(since, self.dry_at) + until]
            require("G6", not late, f"{late} waited for too long")

    def _speaker(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        for one in out:
            if isinstance(one, do.Play):
                self.given[one.read] = self.given.get(one.read, 0) + one.span.count
                self.dry_at = max(self.dry_at, at) + milliseconds(one.span.count, VOICE_RATE)
        if isinstance(event, ev.Played) and event.read in self.given:
            behind = sum(count for read, count in self.given.items() if read >= event.read)
            left = behind - max(0, min(event.samples, self.given[event.read]))
            self.dry_at = max(self.dry_at, at + milliseconds(left, VOICE_RATE))

    def _command(self, command: do.Command) -> None:
        match command:
            case do.Read(read=read, said=said, exact=exact):
                require("G6", not exact or self.policy.exact_voice, "there is no exact voice")
                if self.reading is not None:
                    before = self.readers[self.reading]
                    half = before.length * before.character * VOICE_RATE // 2_000
                    enough = min(before.loud, before.played) >= half
                    require("G6", enough, f"read {self.reading} is taken for said, with too little sound")
                self.reading = None
                if self.policy.checks and not exact:
                    longest = max(map(len, said.split()), default=0)
                    self.readers[read] = FollowedRead(len(said), character(said, self.policy.timing), longest)
                    self.reading = read
            case do.Play(read=read, span=span):
                if self._ends(span) and read in self.readers:
                    self._played(read, self.readers[read], span)
            case do.Drop(origin=do.SoundOrigin.NARRATOR, span=span, why=why):
                late = why is do.DropReason.LATE  # it is of no read, so it need not wait for those before it
                require("G2", self._ends(span, overtakes=late), f"{span} was dropped, and was not waiting")
                require(
                    "G6",
                    why is not do.DropReason.STRAYED or bool(self.readers),
                    "there was no read that could stray",
                )
            case do.Flush(read=read) | do.CancelRead(read=read):
                if read in self.readers:
                    self.readers[read].over = True
                if self.reading == read:
                    self.reading = None
            case _:
                pass

    def _ends(self, span: AudioSpan, *, overtakes: bool = False) -> bool:
        """Whether a span was waiting, and first in its stream if it does not overtake."""
        for spans in self.waiting.values():
            at = next((at for at, (_, one) in enumerate(spans) if one == span), None)
            if at is not None:
                require("G6", overtakes or at == 0, f"{span} went before {spans[0][1]}")
                spans.pop(at)
                return True
        return False

    def _played(self, read: ReadId, reader: FollowedRead, span: AudioSpan) -> None:
        timing = self.policy.timing
        reader.played += span.count
        most = 2 * (reader.covered * reader.character + timing.breath) * VOICE_RATE // 1000
        require("G6", reader.covered > 0, f"{span} of read {read} was played without any text")
        require("G6", reader.played <= most, f"{span} of read {read} was played beyond its text")
        require("G6", reader.played <= reader.clear, f"{span} of read {read} is noise, and was played")
        most = 4 * reader.loud + 2 * timing.breath * VOICE_RATE // 1000
        require(
            "G6", reader.played <= most, f"{span} of read {read} is one silence more than its sound bears"
        )
        require("G6", not reader.over, f"{span} of read {read} was played after it had strayed")
