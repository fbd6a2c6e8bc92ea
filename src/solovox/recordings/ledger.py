"""The ledger: where every sample went (law G2).

Three sums are kept, exact to the sample, from events and commands alone:

1. captured = sent + dropped + kept: the microphone's; `kept` went to no ear (the local recogniser
   hears all). A sample that is sent again after a reconnection counts once, and as `resent`.
2. received = played out + dropped + waiting: every voice's, from ears and narrators. A sample that is played out again,
   because a read that was cut goes on, counts once.
3. played out = played + flushed + unreported: every read's, as the surface reports it.

A sum holds when no sample is in two of its parts, in one part twice, or in a part without having
come in; when nothing waits after the session's end; and when no read sounds after its cut (G4).
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field

from solovox.core import commands as do
from solovox.core import events
from solovox.core.commands import Command, DropReason, SoundOrigin
from solovox.core.events import Event
from solovox.core.units import AudioSpan, ReadId, StreamId

# Sets of samples, exact to the sample: which of a stream were sent, played, dropped.


class Samples:
    """Sample numbers as sorted, separate ranges. Growing at the end costs nothing."""

    def __init__(self) -> None:
        self._ranges: list[tuple[int, int]] = []
        self.again = 0
        """How many samples were added that were there already."""

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self._ranges)

    def __len__(self) -> int:
        return sum(end - first for first, end in self._ranges)

    def add(self, first: int, end: int) -> int:
        """Put `first` to `end` (excluded) in; how many of them are new."""
        if end <= first:
            return 0
        ranges = self._ranges
        if not ranges or ranges[-1][1] < first:
            ranges.append((first, end))
            return end - first
        low = bisect_left(ranges, first, key=lambda one: one[1])
        high, covered, start, stop = low, 0, first, end
        while high < len(ranges) and ranges[high][0] <= end:
            covered += max(0, min(end, ranges[high][1]) - max(first, ranges[high][0]))
            start, stop = min(start, ranges[high][0]), max(stop, ranges[high][1])
            high += 1
        ranges[low:high] = [(start, stop)]
        self.again += covered
        return end - first - covered

    def without(self, *others: "Samples") -> int:
        """How many of these samples are in none of the others."""
        union = Samples()
        for other in others:
            for first, end in other:
                union.add(first, end)
        return len(self) - sum(
            max(0, min(end, stop) - max(first, start)) for first, end in self for start, stop in union
        )


@dataclass(frozen=True, slots=True)
class Sum:
    """`whole = part + part + …` in samples. `faults` say in words why it does not hold."""

    name: str
    whole: int
    parts: tuple[tuple[str, int], ...]
    faults: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the sum adds up and every sample is where it should be."""
        return not self.faults and self.whole == sum(count for _, count in self.parts)

    def __str__(self) -> str:
        parts = " + ".join(f"{name} {count}" for name, count in self.parts)
        return f"{self.name} {self.whole} = {parts}" + "".join(f"; {fault}" for fault in self.faults)


@dataclass(slots=True)
class Flow:
    """One stream's samples: what came in, and the two ways it can go."""

    came: Samples = field(default_factory=Samples)
    went: Samples = field(default_factory=Samples)
    dropped: Samples = field(default_factory=Samples)
    read: ReadId | None = None
    """The first read that played it out;"""
    resumed: int = 0
    """and samples played out once more, because a read that was cut went on."""

    @property
    def waiting(self) -> int:
        """Samples that came and went neither way."""
        return self.came.without(self.went, self.dropped)

    def faults(self, stream: StreamId, went: str, *, twice: bool) -> list[str]:
        """What is wrong; `twice` allows samples to go again."""
        found = []
        if self.waiting + len(self.went) + len(self.dropped) != len(self.came):
            found.append(f"{stream}: some samples were both {went} and dropped, or never came in")
        doubled = [("dropped", self.dropped.again), ("received", self.came.again)]
        doubled += [] if twice else [(went, self.went.again - self.resumed)]
        return found + [f"{stream}: {again} samples {word} twice" for word, again in doubled if again]


@dataclass(slots=True)
class ReadCount:
    """One read at the speaker, in samples. `claimed` is what the surface reported too much."""

    out: int = 0
    played: int = 0
    flushed: int = 0
    claimed: int = 0
    cut: bool = False
    after_cut: int = 0
    done: bool = False

    def report(self, samples: int, *, last: bool) -> None:
        """The surface reports how many samples it has played in all; `last`: the rest is gone."""
        self.claimed = max(self.claimed, samples - self.out)
        if not self.done:
            self.played = max(self.played, min(samples, self.out))
            self.flushed = self.out - self.played if last else 0
            self.done = last


class Ledger:
    """A fold over events and commands. Fed in order; read at any time."""

    def __init__(self) -> None:
        self.flows: dict[SoundOrigin, dict[StreamId, Flow]] = {origin: {} for origin in SoundOrigin}
        self.reads: dict[ReadId, ReadCount] = {}
        self.dropped: dict[SoundOrigin, dict[DropReason, int]] = {}
        """Samples dropped, by source and reason."""
        self.ended = False

    def see(self, event: Event, commands: tuple[Command, ...] | list[Command]) -> None:
        """Count one event and what was decided from it."""
        match event:
            case events.SoundCaptured(span=span):
                self._flow(SoundOrigin.MICROPHONE, span).came.add(span.first, span.end)
            case events.EarAudio(span=span):
                self._flow(SoundOrigin.EAR, span).came.add(span.first, span.end)
            case events.ReadSounded(span=span):
                self._flow(SoundOrigin.NARRATOR, span).came.add(span.first, span.end)
            case events.Played(read=read, samples=samples):
                self._read(read).report(samples, last=False)
            case events.Flushed(read=read, samples=samples):
                self._read(read).report(samples, last=True)
            case _:
                pass
        for command in commands:
            self._count(command)

    def _count(self, command: Command) -> None:
        match command:
            case do.SendMicrophone(span=span):
                self._flow(SoundOrigin.MICROPHONE, span).went.add(span.first, span.end)
            case do.Play(read=read, span=span):
                flow, count = self._flow(self._voicer(span.stream), span), self._read(read)
                again = flow.went.again
                flow.went.add(span.first, span.end)
                flow.read = read if flow.read is None else flow.read
                if flow.read != read:
                    flow.resumed += flow.went.again - again
                count.out += span.count
                count.after_cut += span.count if count.cut else 0
            case do.Flush(read=read):
                self._read(read).cut = True
            case do.Drop(origin=origin, span=span, why=why):
                self._flow(origin, span).dropped.add(span.first, span.end)
                reasons = self.dropped.setdefault(origin, {})
                reasons[why] = reasons.get(why, 0) + span.count
            case do.EndSession():
                self.ended = True
            case _:
                pass

    def sums(self) -> tuple[Sum, ...]:
        """The three sums, over all streams and reads."""
        return (
            self._sum_of((SoundOrigin.MICROPHONE,), "captured", ("sent", "dropped", "kept"), twice=True),
            self._sum_of(
                (SoundOrigin.EAR, SoundOrigin.NARRATOR),
                "received",
                ("played out", "dropped", "waiting"),
                twice=False,
            ),
            self._sum_of_reads(),
        )

    @property
    def resent(self) -> int:
        """Microphone samples sent more than once, to a later connection (law L2)."""
        return sum(flow.went.again for flow in self.flows[SoundOrigin.MICROPHONE].values())

    def _sum_of(
        self, whose: tuple[SoundOrigin, ...], name: str, parts: tuple[str, str, str], *, twice: bool
    ) -> Sum:
        flows = [(stream, flow) for origin in whose for stream, flow in self.flows[origin].items()]
        faults = [fault for stream, flow in flows for fault in flow.faults(stream, parts[0], twice=twice)]
        waiting = sum(flow.waiting for _, flow in flows)
        if waiting and self.ended and parts[2] == "waiting":
            faults.append(f"{waiting} samples still wait after the end")
        went, dropped = (
            sum(len(flow.went) for _, flow in flows),
            sum(len(flow.dropped) for _, flow in flows),
        )
        counted = tuple(zip(parts, (went, dropped, waiting), strict=True))
        return Sum(name, sum(len(flow.came) for _, flow in flows), counted, tuple(faults))

    def _sum_of_reads(self) -> Sum:
        played, flushed = (
            sum(one.played for one in self.reads.values()),
            sum(one.flushed for one in self.reads.values()),
        )
        out = sum(one.out for one in self.reads.values())
        faults = tuple(
            f"read {read}: {one.after_cut} samples played out after its cut"
            for read, one in self.reads.items()
            if one.after_cut
        )
        parts = (("played", played), ("flushed", flushed), ("unreported", out - played - flushed))
        return Sum("played out", out, parts, faults)

    def _voicer(self, stream: StreamId) -> SoundOrigin:
        if stream in self.flows[SoundOrigin.EAR] and stream not in self.flows[SoundOrigin.NARRATOR]:
            return SoundOrigin.EAR
        return SoundOrigin.NARRATOR

    def _flow(self, origin: SoundOrigin, span: AudioSpan) -> Flow:
        flows = self.flows[origin]
        if span.stream not in flows:
            flows[span.stream] = Flow()
        return flows[span.stream]

    def _read(self, read: ReadId) -> ReadCount:
        if read not in self.reads:
            self.reads[read] = ReadCount()
        return self.reads[read]
