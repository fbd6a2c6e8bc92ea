"""Everybody at once, in any order: a seeded source of events that keeps no promise.

The ear speaks uninvited, calls twice, cancels what it never asked; the narrator sends sound of reads that were cut;
the brain fails in the middle of a word; the surface vanishes, lies about what it played, and comes back; timers are
late. Ids are mostly real, so that histories go deep, and sometimes not.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from laws.any_policy import TOOLS
from laws.simulated_recogniser import patience_of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.mends import Mend, MendWhy
from solovox.core.policy import (
    Risk,
    ToolSpec,
)
from solovox.core.units import MIC

T = TypeVar("T")
WORDS = (
    "what time is it", "status", "what did you change", "and the date too", "mm-hm", "stop", "be quiet", "", "hang on", "no wait hang on",
    "send it", "confirm breakfast potato", "run the tests send it", "computer list the files", "stop the server",
)  # fmt: skip
MENDS = (
    (),
    (Mend("what time is it", "stop", MendWhy.CORRECTION), Mend("the date", "yes", MendWhy.LEXICON)),
    (Mend("files", "Phial.py", MendWhy.LEXICON), Mend("stop the server", "be quiet", MendWhy.CORRECTION)),
    (Mend("computer", "commuter", MendWhy.CORRECTION), Mend("the tests", "status", MendWhy.CORRECTION)),
)
PHONE = u.SurfaceId("phone")
BACK = tuple(ev.MendRefused(one.heard, one.meant) for mends in MENDS for one in mends)
CHANGES = ((), (u.FileChange("src/a.py", 3, 1),), (u.FileChange("", 0, 2),) * 5)
ACTS = (("rm", "it is gone then", "", "", True), ("ls",), ("", "", "{}"), ("run it", "", "{}"))
NEWS = ("Your run is done.", "The tests have failed.")
PIECES = ("It is noon.", "Well,", "here is a longer sentence that goes on for a while.", "Yes.", "Done.")


@dataclass(slots=True)
class Known:
    """Ids that commands have named."""

    reads: list[u.ReadId] = field(default_factory=list)
    runs: list[u.RunId] = field(default_factory=list)
    ears: list[u.ConnectionId] = field(default_factory=list)
    holds: list[tuple[u.HoldId, str]] = field(default_factory=list)
    reading: bool = False
    """The newest read has not been cancelled."""
    asked: bool = False
    """The newest run has not been cancelled."""
    steers: list[u.RunId] = field(default_factory=list)
    lines: list[tuple[u.RunId, int]] = field(default_factory=list)
    effects: list[int] = field(default_factory=list)

    def see(self, commands: Sequence[do.Command]) -> None:
        """Note what was commanded."""
        for command in commands:
            match command:
                case do.Read(read=read):
                    self.reads.append(read)
                    self.reading = True
                case do.CancelRead():
                    self.reading = False
                case do.CancelRun():
                    self.asked = False
                case do.Play(read=read) if read not in self.reads:
                    self.reads.append(read)
                case do.AskBrain(run=run):
                    self.runs.append(run)
                    self.asked = True
                case do.SteerBrain(run=run):
                    self.steers.append(run)
                case do.FindLine(run=run, line=line):
                    self.lines.append((run, line))
                case do.OpenEar(connection=connection):
                    self.ears.append(connection)
                case do.ShowHold(hold=hold, text=text):
                    self.holds.append((hold, text))
                case do.RunTool(effect=effect):
                    self.effects.append(effect)
                case _:
                    pass


class Adversary:
    """Events by chance. `known` must be shown every command."""

    def __init__(self, random: Random, words: Sequence[str] = WORDS, *, early: bool = False) -> None:
        """`early`: speech is told to have ended before that is sure (T2)."""
        self.known = Known()
        self._early = early
        self._random = random
        self._words = words
        self._mic = 0
        self._samples: dict[u.StreamId, int] = {}
        self._shown = 0
        self._plan: list[Callable[[], ev.Event]] = []
        """What a well-behaved world would do next; chance gets in between."""
        self._kinds: tuple[tuple[int, Callable[[], ev.Event]], ...] = (
            (10, self._captured),
            (10, self._person),
            (5, self._speech_ended),
            (7, self._local_heard),
            (8, self._brain),
            (12, self._offered),
            (12, self._narrator),
            (8, self._speaker),
            (9, self._ear),
            (5, self._ear_calls),
            (3, self._tool),
            (3, self._consent),
            (2, self._surface),
            (4, ev.DeadlineReached),
        )
        self._weights = [weight for weight, _ in self._kinds]

    def next(self) -> ev.Event:
        """The next event."""
        if not self._plan and self._random.random() < 0.5:
            self._plan = list(self._random.choice(self._plans()))
        if self._plan and self._random.random() < 0.75:
            return self._plan.pop(0)()
        ((_, make),) = self._random.choices(self._kinds, self._weights)
        return make()

    def later(self) -> int:
        """How many milliseconds pass before the next event."""
        waits = (0, 1, 20, 100, 350, 1_000, 2_500, 25_000)
        return self._random.choices(waits, (40, 10, 10, 10, 10, 10, 5, 1))[0]

    def _plans(self) -> tuple[tuple[Callable[[], ev.Event], ...], ...]:
        heard = (self._captured, self._confirmed, self._captured, self._speech_ended)
        local, remote = (self._local_heard, self._local_heard), (self._ear_heard, self._ear_calls)
        opened = (lambda: ev.EarOpened(self._connection()),)
        reading = (
            self._followed,
            self._sounded,
            self._sounded,
            self._followed,
            self._rendered,
            self._speaker,
        )
        late = (self._sounded, self._sounded, self._followed, self._rendered, self._followed, self._flushed)
        astray = (self._followed, self._sounded, self._strayed, self._flushed, self._sounded, self._rendered)
        heard_of = (self._followed, self._sounded)
        barge = (*heard_of, lambda: ev.OnsetHeard(self._mic), self._confirmed, self._flushed)
        cough = (*heard_of, lambda: ev.OnsetHeard(self._mic), lambda: ev.OnsetFaded(self._mic))
        nod = (*barge, self._speech_ended, self._local_heard)
        if self.known.reading and self._random.random() < 0.8:
            return reading, reading, late, astray, barge, cough, nod
        if self.known.asked and self._random.random() < 0.8:
            return ((self._offered,) * 4,)
        said, over = (
            lambda: ev.EarOutputTranscript(self._connection(), "Well,"),
            lambda: ev.EarTurnEnded(self._connection()),
        )
        own = (self._spoke, said, self._spoke, self._spoke, over)
        answered = opened + heard + own + self._random.choice(((), barge[2:], (self._stopped,))) + own
        return heard + local, heard + local, heard + remote, opened + heard + remote, answered, answered

    def _one(self, ids: list[int], bogus: int = 99) -> int:
        if not ids or self._random.random() < 0.05:
            return bogus
        return ids[-1] if self._random.random() < 0.7 else self._random.choice(ids)

    def _span(self, stream: str) -> u.AudioSpan:
        count = self._random.choice((240, 2_400, 24_000, 48_000))
        first = self._samples.get(u.StreamId(stream), 0)
        self._samples[u.StreamId(stream)] = first + count
        return u.AudioSpan(u.StreamId(stream), first, count)

    def _captured(self) -> ev.Event:
        count = self._random.choice((320, 3_200, 16_000))
        self._mic += count
        return ev.SoundCaptured(u.AudioSpan(MIC, self._mic - count, count), self._source())

    def _source(self) -> u.SourceId:
        return u.PERSON if self._random.random() < 0.85 else u.SourceId("bob")

    def _principal(self) -> u.Principal:
        return u.Principal(self._source())

    def _person(self) -> ev.Event:
        return self._random.choice((
            ev.OnsetHeard(self._mic),
            ev.SpeechConfirmed(self._mic),
            ev.SpeechConfirmed(self._mic),
            ev.OnsetFaded(self._mic),
            ev.WakeHeard(self._mic),
        ))  # fmt: skip

    def _confirmed(self) -> ev.Event:
        return ev.SpeechConfirmed(self._mic, self._source())

    def _mic_span(self) -> u.AudioSpan:
        count = min(self._mic, self._random.choice((1_600, 16_000, 32_000)))
        return u.AudioSpan(MIC, self._mic - count, count)

    def _speech_ended(self) -> ev.Event:
        span = self._mic_span()
        return ev.SpeechEnded(span, patience_of(span) if self._early else 0)

    def _local_heard(self) -> ev.Event:
        words, final = self._random.choice(self._words), self._random.random() < 0.8
        return ev.LocalTranscript(self._mic_span(), words, final, self._source(), self._one_of(MENDS))

    def _brain(self) -> ev.Event:
        if self.known.lines and self._random.random() < 0.3:
            return ev.LineFound(*self._random.choice(self.known.lines), self._random.choice(("", "return x")))
        run = u.RunId(self._one(list(self.known.runs)))
        call = u.CallId(f"b{self._random.randrange(6)}")
        tool = self._random.choice(
            ("look", "send", "slow", "risky", "wipe", "clock", "found", "missing", "ask_agent")
        )
        return self._random.choice((
            self._step(run),
            ev.BrainNeedsYes(run, call, *self._random.choice(ACTS)),
            ev.BrainWrote(run, "**text** " * self._random.randrange(4)),
            ev.BrainFinished(run),
            ev.BrainThought(run, self._random.choice((0, 0, 8))),
            ev.BrainUsed(run, self._random.choice((-1, 800)), 20, self._random.choice((None, -1, 90))),
            ev.BrainChanged(run, self._random.choice(CHANGES), "-a"),
            ev.SteerRefused(u.RunId(self._one(list(self.known.steers)))),
            ev.BrainFailed(run, "the server hung up"),
            ev.BrainCalled(run, call, tool, "{}", self._random.randrange(2), self._wrong(), tool),
        ))  # fmt: skip

    def _step(self, run: u.RunId) -> ev.Event:
        """A step, that may come in any order, and change something."""
        chance = self._random
        step, state = u.StepId(f"s{chance.randrange(3)}"), chance.choice(list(u.StepState))
        receipt = chance.choice((None, None, "commit 1f2e"))
        kind = chance.choice(list(u.StepKind))
        return ev.BrainStep(run, step, kind, "looking", "", state, chance.random() < 0.3, receipt)

    def _offered(self) -> ev.Event:
        run = u.RunId(self._one(list(self.known.runs)))
        self._shown += self._random.choice((0, 5, 20))
        if self._random.random() < 0.4:
            return ev.BrainWrote(run, self._random.choice(PIECES))
        return ev.BrainOffered(run, self._random.choice(PIECES), self._shown, self._shown % 3 == 0)

    def _read(self) -> u.ReadId:
        return u.ReadId(self._one(list(self.known.reads)))

    def _sounded(self) -> ev.Event:
        read = self._read()
        span, said_to = self._span(f"voice/{read}"), self._random.randrange(60)
        return ev.ReadSounded(read, span, said_to, silent=said_to % 8 == 0, noise=said_to % 8 == 1)

    def _followed(self) -> ev.Event:
        return ev.ReadFollowed(self._read(), self._random.choice((0, 5, 12, 60, 10**6)), 0.9)

    def _strayed(self) -> ev.Event:
        return ev.ReadStrayed(self._read(), self._random.choice((0, 5, 60)))

    def _rendered(self) -> ev.Event:
        return ev.ReadRendered(self._read())

    def _flushed(self) -> ev.Event:
        return ev.Flushed(self._read(), self._random.choice((0, 240, 24_000)))

    def _spoke(self) -> ev.Event:
        ear = self._connection()
        return ev.EarAudio(ear, self._span(f"ear/{ear}"))

    def _ear_heard(self) -> ev.Event:
        return ev.EarTranscript(self._connection(), " " + self._random.choice(WORDS), self._one_of(MENDS))

    def _one_of(self, those: Sequence[T]) -> T:
        """One of them, without a draw: what else a seed leads to stays the same."""
        return those[self._mic // 320 % len(those)]

    def _either(self, *those: ev.Event) -> ev.Event:
        return self._one_of(those)

    def _narrator(self) -> ev.Event:
        if (chance := self._random.random()) < 0.7:
            return self._sounded() if chance < 0.45 else self._followed()
        if chance > 0.92:
            return self._strayed() if chance < 0.96 else ev.ReadFailed(self._read(), "no voice")
        return self._rendered()

    def _speaker(self) -> ev.Event:
        read = self._read()
        samples = self._random.choice((-1, 0, 240, 24_000, 10**9))
        return self._random.choice((ev.Played, ev.Flushed))(read, samples)

    def _connection(self) -> u.ConnectionId:
        return u.ConnectionId(self._one(list(self.known.ears)))

    def _ear(self) -> ev.Event:
        ear, random = self._connection(), self._random
        return random.choice((
            ev.EarOpened(ear, resumed=random.random() < 0.5),
            ev.EarOpened(ear),
            ev.EarLost(ear, "1011", retry=random.random() < 0.9),
            ev.EarGoingAway(ear, random.choice((-5, 0, 10_000))),
            ev.EarTranscript(ear, " " + random.choice(WORDS)),
            ev.EarTranscript(ear, " " + random.choice(WORDS)),
            ev.EarEndedUtterance(ear),
            ev.EarAudio(ear, self._span(f"ear/{ear}")),
            ev.EarAudio(ear, self._span(f"ear/{ear}")),
            ev.EarOutputTranscript(ear, "Sure, I have deleted everything."),
            ev.EarInterrupted(ear),
            ev.EarTurnEnded(ear, in_progress=random.random() < 0.3),
        ))  # fmt: skip

    def _ear_calls(self) -> ev.Event:
        ear, random = self._connection(), self._random
        calls = [u.CallId(f"c{n}") for n in range(8)]
        if random.random() < 0.15:
            return ev.EarCancelled(ear, tuple(random.sample(calls, 2)))
        tool = random.choice(
            [spec.name for spec in TOOLS] + ["ask_agent", self._one_of(("missing", "accept_instruction"))]
        )
        call, ordinal = random.choice(calls), random.randrange(2)
        proposed = random.choice(("delete everything", "", *WORDS))
        return ev.EarCalled(ear, call, tool, "{}", proposed, ordinal, self._wrong())

    def _wrong(self) -> str:
        return "`n` is missing" if self._random.random() < 0.1 else ""

    def _tool(self) -> ev.Event:
        effect, random = self._one(list(self.known.effects)), self._random
        receipt = random.choice((None, "r-1"))
        if random.random() < 0.3:
            more = (ToolSpec(name="found"), ToolSpec(name="look", risk=Risk.ASK))
            told: tuple[ev.Event, ...] = (
                ev.ToolSetOpened("shed", more),
                self._either(
                    ev.ToolSetFailed("shed", "it is locked"), ev.TeachFailed(u.HoldId(1), "it is full")
                ),
                ev.ToolProgressed(effect, "half"),
                self._either(ev.ToolActed(effect, "open", "a.py"), ev.Taught(u.HoldId(1), "7")),
            )
            return random.choice(told)
        return ev.ToolReturned(effect, random.choice(("", "ok")), receipt, random.random() < 0.3)

    def _consent(self) -> ev.Event:
        (hold, text), who = self._random.choice(self.known.holds or [(u.HoldId(9), "x")]), self._principal()
        edited = self._random.choice((text, text + " please", text.replace("{}", '{"n":1}'), ""))
        return self._random.choice((
            ev.ConsentGiven(hold, edited, u.InputMeans.CLICK, who, heard=self._one_of((None, "list phials", text))),
            ev.WordingProposed(hold, self._one_of(("", *WORDS)), self._one_of((-1, 90)), 5, bold=self._one_of((False, True))),
            ev.ConsentDenied(hold, u.InputMeans.KEY, who),
            ev.Typed(self._random.choice(("list the files", "status", "breakfast potato", "yes", "no", "no, use it")), principal=who),
        ))  # fmt: skip

    def _stopped(self) -> ev.Event:
        return self._random.choice(
            (
                ev.StopAsked(u.InputMeans.KEY, self._principal()),
                ev.SilenceAsked(u.InputMeans.KEY, self._principal()),
                ev.Typed("and then"),
            )
        )

    def _surface(self) -> ev.Event:
        return self._random.choice((
            ev.SurfaceLeft(),
            ev.SurfaceLeft(self._random.choice((u.SURFACE, PHONE))),
            ev.SurfaceJoined(u.SurfaceCaps()),
            ev.SurfaceJoined(u.SurfaceCaps(), PHONE),
            ev.SurfaceJoined(u.SurfaceCaps(played=u.PlayedReports.NONE, irrevocable_ms=200, screen=False)),
            ev.StopAsked(u.InputMeans.KEY),
            ev.SilenceAsked(u.InputMeans.KEY),
            ev.Announced(self._random.choice(("", *NEWS))),
            self._either(ev.Announced(self._random.choice(NEWS)), *BACK),
            ev.FloorTaken(self._random.choice((u.SURFACE, PHONE))),
            ev.FloorGiven(self._random.choice((u.SURFACE, PHONE))),
        ))  # fmt: skip
