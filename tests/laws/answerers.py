"""Those who answer in a plausible world: brain, narrator, speaker, tools. Each with a temper of its own."""

from enum import Enum, auto
from random import Random
from typing import Final

from laws.worlds import World
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.policy import NarratorKind

VOICE_MS: Final = u.VOICE_RATE // 1000
SPOKEN_MS: Final = 60
"""What a character of text takes to say."""


class SimulatedBrain:
    """Answers in distinct parts: each names its run."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._random: Random = world.random
        self._alive: set[u.RunId] = set()
        self._calls = 0
        self._waits: dict[u.CallId, u.RunId] = {}
        self._busy = self._random.random() < 0.2
        """It is one that works for minutes."""
        world.hands.append(self.perform)

    def perform(self, command: do.Command) -> None:
        """What a brain is asked."""
        match command:
            case do.AskBrain(run=run):
                self._alive.add(run)
                self._begin(run)
            case do.SteerBrain(run=run):
                if self._random.random() < 0.4:
                    self._world.after(self._random.choice((20, 2_000)), ev.SteerRefused(run))
            case do.FindLine(run=run, line=line):
                found = ev.LineFound(run, line, self._random.choice(("", "return, x")))
                self._world.after(20, lambda: self._world.happen(found))
            case do.CancelRun(run=run):
                self._alive.discard(run)
            case do.AnswerBrain(run=run, call=call):
                if self._waits.pop(call, None) is not None:
                    self._world.after(200, lambda: self._write(run, 1, 2))
            case _:
                pass

    def _begin(self, run: u.RunId) -> None:
        chance, world = self._random, self._world
        wait = chance.choice((100, 400, 1_200, 6_000))
        if self._busy or chance.random() < 0.05:
            for minute in range(chance.randint(1, 3)):
                wait += chance.choice((20_000, 60_000, 100_000))
                self._tell(wait, run, self._step(run, minute))
            wait += 1_000
        way = chance.random()
        if way < 0.04:
            return  # it has gone for ever
        if way < 0.08:
            self._tell(wait, run, ev.BrainFailed(run, "the server hung up"))
        elif way < 0.11:
            self._tell(wait, run, ev.BrainFinished(run))
        elif way < 0.35:
            world.after(wait, lambda: self._call(run))
        else:
            world.after(wait, lambda: self._write(run, 1, chance.randint(1, 4)))

    def _step(self, run: u.RunId, minute: int) -> ev.Event:
        """It reads a file, or edits one."""
        edits = self._random.random() < 0.3
        kind, title = u.StepKind.TOOL, f"{'editing' if edits else 'reading'} file {minute}"
        return ev.BrainStep(run, u.StepId(str(minute)), kind, title, effects=edits)

    def _tell(self, ms: int, run: u.RunId, event: ev.Event) -> None:
        def tell() -> None:
            if run in self._alive:
                self._world.happen(event)

        self._world.after(ms, tell)

    def _call(self, run: u.RunId) -> None:
        if run in self._alive:
            self._calls += 1
            call, tool = u.CallId(f"b{self._calls}"), self._random.choice(("look", "send", "slow", "risky"))
            self._waits[call] = run
            if self._random.random() < 0.2:
                act, grave = f"rm -r build{self._calls}", self._random.random() < 0.5
                self._world.happen(ev.BrainNeedsYes(run, call, act, said="remove a folder", grave=grave))
                return
            given = f'{{"n":{self._random.randrange(3)}}}'
            self._world.happen(ev.BrainCalled(run, call, tool, given, said=f"{tool} n {given[5:-1]}"))

    def _write(self, run: u.RunId, part: int, parts: int) -> None:
        """One part after the other."""
        if run not in self._alive:
            return
        said = f"This is part {part} of answer {run}."
        self._world.happen(ev.BrainWrote(run, said + " "))
        if run in self._alive:
            self._world.happen(ev.BrainOffered(run, said, part * (len(said) + 1), part % 2 == 1))
        pause = self._random.choice((50, 200, 1_500))
        if part < parts:
            self._world.after(pause, lambda: self._write(run, part + 1, parts))
        else:
            self._tell(pause, run, ev.BrainFinished(run))


class Voice:
    """A narrator, quicker than it sounds; a live one transcribes what it says."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._random: Random = world.random
        self._cancelled: set[u.ReadId] = set()
        self._live = world.policy.narrator in (NarratorKind.READER, NarratorKind.RELAY)
        world.hands.append(self.perform)

    def perform(self, command: do.Command) -> None:
        """What a narrator is given."""
        match command:
            case do.Read(read=read, said=said, exact=exact):
                self._read(read, said, live=self._live and not exact)
            case do.CancelRead(read=read):
                self._cancelled.add(read)
            case _:
                pass

    def _read(self, read: u.ReadId, said: str, *, live: bool) -> None:
        chance, wait, first = self._random, self._random.choice((60, 200, 700)), 0
        fate = chance.random()
        if fate < 0.02:
            return  # not a sound
        if fate < 0.04:
            self._tell(wait, read, ev.ReadFailed(read, "no voice"))
            return
        size = max(12, -(-len(said) // 8))
        for begin in range(0, len(said), size):
            to = min(len(said), begin + size)
            count = (to - begin) * SPOKEN_MS * VOICE_MS
            if live and fate < 0.08 and begin:
                self._tell(wait, read, ev.ReadStrayed(read, begin, 0.3))
            elif live:
                self._tell(wait, read, ev.ReadFollowed(read, to))
            span = u.AudioSpan(u.StreamId(f"voice/{read}"), first, count)
            self._tell(wait, read, ev.ReadSounded(read, span, to))
            first += count
            wait += chance.choice((20, 100, (to - begin) * SPOKEN_MS // 2))
        self._tell(wait + 1, read, ev.ReadRendered(read))

    def _tell(self, ms: int, read: u.ReadId, event: ev.Event) -> None:
        def tell() -> None:
            if read not in self._cancelled or self._random.random() < 0.2:
                self._world.happen(event)

        self._world.after(ms, tell)


class Report(Enum):
    """What a speaker tells."""

    EXACT = auto()
    LATE = auto()
    """Exactly, of a sound that begins seconds later."""
    NONE = auto()


class SimulatedSpeaker:
    """Plays one sound after the other."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._random: Random = world.random
        self.report = self._random.choices(list(Report), (6, 2, 2))[0]
        self._delay = self._random.randint(800, 4_000) if self.report is Report.LATE else 30
        self._deaf = self._random.random() < 0.1
        """It never answers a flush."""
        own = Random(repr(self._random.getstate()))
        """So that what it cannot do changes no history that was drawn before."""
        self._irrevocable = own.choice((0, 0, 0, 250))
        self._screen = own.random() < 0.85
        self._free_at = 0
        self._plan: dict[u.ReadId, list[tuple[int, int]]] = {}
        """When each piece of a read begins, and its samples."""
        world.hands.append(self.perform)

    def caps(self) -> u.SurfaceCaps:
        """What it says that it can do."""
        none = self.report is Report.NONE
        played = u.PlayedReports.NONE if none else u.PlayedReports.EXACT
        return u.SurfaceCaps(played=played, irrevocable_ms=self._irrevocable, screen=self._screen)

    def silence(self) -> None:
        """The surface is gone, and with it what was to be played."""
        self._plan.clear()
        self._free_at = self._world.now

    def perform(self, command: do.Command) -> None:
        """What a speaker is told."""
        match command:
            case do.Play(read=read, span=span):
                self._play(read, span.count)
            case do.Flush(read=read):
                played = self._played(read, self._irrevocable)
                self._free_at = self._world.now + (played - self._played(read)) // VOICE_MS
                self._plan.pop(read, None)
                if not self._deaf:
                    self._world.after(self._random.choice((20, 200)), ev.Flushed(read, played))
            case _:
                pass

    def _play(self, read: u.ReadId, count: int) -> None:
        start = max(self._world.now + self._delay, self._free_at)
        length = count // VOICE_MS
        self._free_at = start + length
        plan = self._plan.setdefault(read, [])
        plan.append((start, count))
        if self.report is not Report.NONE:
            for at in range(start + 400, start + length, 400):
                self._world.at(at, lambda: self._tell(read, plan))
            self._world.at(start + length, lambda: self._tell(read, plan))

    def _tell(self, read: u.ReadId, plan: list[tuple[int, int]]) -> None:
        if self._plan.get(read) is plan:
            self._world.happen(ev.Played(read, self._played(read)))

    def _played(self, read: u.ReadId, ahead: int = 0) -> int:
        """Samples that were played, or will be in the next `ahead` milliseconds."""
        now = self._world.now + ahead
        pieces = self._plan.get(read, [])
        return sum(max(0, min(count, (now - start) * VOICE_MS)) for start, count in pieces)


class Tools:
    """They return, mostly."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._random: Random = world.random
        world.hands.append(self.perform)

    def perform(self, command: do.Command) -> None:
        """What is run."""
        if isinstance(command, do.RunTool) and self._random.random() > 0.05:
            fails = self._random.random() < 0.1
            receipt = None if fails or command.tool == "look" else f"r-{command.effect}"
            done = ev.ToolReturned(command.effect, "ok", receipt, fails)
            self._world.after(self._random.choice((50, 500, 4_000)), done)


class Keeper:
    """Keeps what the person teaches, mostly."""

    def __init__(self, world: World) -> None:
        self._world = world
        world.hands.append(self.perform)

    def perform(self, command: do.Command) -> None:
        """What is taught."""
        if isinstance(command, do.Teach):
            full = command.hold % 5 == 0
            kept = ev.TeachFailed(command.hold, "the disk is full") if full else ev.Taught(command.hold, "7")
            self._world.after(20, kept)
