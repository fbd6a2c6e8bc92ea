"""Which reads can be heard, as far as events and commands tell: the watchers' own model of a speaker."""

from dataclasses import dataclass, field

from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.policy import Policy


@dataclass(slots=True)
class Surfaces:
    """Who is there, the newest last, and what they can do."""

    there: dict[u.SurfaceId, u.SurfaceCaps] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.there)

    @property
    def exact(self) -> bool:
        """Whether the newest reports what it played."""
        return bool(self.there) and [*self.there.values()][-1].played is u.PlayedReports.EXACT

    def see(self, event: ev.Event) -> None:
        """A surface joins or leaves."""
        if isinstance(event, ev.SurfaceJoined):
            self.there.pop(event.surface, None)
            self.there[event.surface] = event.caps
        elif isinstance(event, ev.SurfaceLeft):
            for one in [*self.there] if event.surface is None else [event.surface]:
                self.there.pop(one, None)


@dataclass(slots=True)
class ReadSound:
    """The sound of one read."""

    released: int = 0
    played: int = 0
    rendered: bool = False
    ends_at: int = 0


@dataclass(slots=True)
class Voices:
    """Reads by id, and how they ended."""

    reads: dict[u.ReadId, ReadSound] = field(default_factory=dict)
    known: set[u.ReadId] = field(default_factory=set)
    cut: set[u.ReadId] = field(default_factory=set)
    unrendered: u.ReadId | None = None
    own: u.ReadId | None = None
    own_at: int = 0
    """The newest sign of the live model's own generation."""
    scriptless: set[u.ReadId] = field(default_factory=set)
    spans: dict[u.AudioSpan, u.ReadId] = field(default_factory=dict)
    """What was given and is neither played nor dropped."""
    kept: dict[u.AudioSpan, u.ReadId] = field(default_factory=dict)
    """What was played, and for which read: when it was cut, another may go on with it."""
    surfaces: Surfaces = field(default_factory=Surfaces)

    def loud(self) -> set[u.ReadId]:
        """Reads of which something was released and has not drained (law G3)."""
        return {read for read, heard in self.reads.items() if heard.released}

    def begin(self, read: u.ReadId, *, script: bool = True) -> None:
        """A read was asked for, or (without a script) minted for a generation of the model (law G7)."""
        if script and read in self.reads:  # it has begun with sound that was cut
            self.reads[read].rendered, self.unrendered = False, read
        elif read not in self.known:
            self.known.add(read)
            self.reads[read] = ReadSound()
            if script:
                self.unrendered = read
            else:
                self.end_generation()  # the one before, whose end came early, too
                self.own = read
                self.scriptless.add(read)

    def given(self, read: u.ReadId, span: u.AudioSpan) -> None:
        """The narrator brought sound."""
        self.spans[span] = read

    def take(self, span: u.AudioSpan) -> u.ReadId | None:
        """A span is played or dropped; whose it was."""
        return self.spans.pop(span, None)

    def go_on(self, read: u.ReadId, span: u.AudioSpan) -> bool:
        """Whether a read goes on with sound that was cut. Unless it is asked for, nothing more of it comes."""
        old = self.kept.get(span)
        if old not in self.cut or (read in self.known and read not in self.reads):
            return False
        self.known.add(read)
        self.reads.setdefault(read, ReadSound(rendered=True))
        return True

    def play(self, at: int, read: u.ReadId, span: u.AudioSpan) -> None:
        """Sound of a read was released."""
        samples, self.kept[span] = span.count, read
        start = max([at, *(heard.ends_at for heard in self.reads.values())])
        heard = self.reads.setdefault(read, ReadSound(rendered=True))
        heard.released += samples
        heard.ends_at = start + u.milliseconds(samples, u.VOICE_RATE)

    def end(self, read: u.ReadId, *, cut: bool) -> None:
        """A read will not be heard any more."""
        self.reads.pop(read, None)
        if cut:
            self.cut.add(read)
        if self.unrendered == read:
            self.unrendered = None

    def cut_all(self) -> None:
        """No read will be heard any more."""
        for read in list(self.reads):
            self.end(read, cut=True)

    def end_generation(self) -> None:
        """The model has finished, or its connection has: what was released plays out."""
        if self.own in self.reads:
            self.reads[self.own].rendered = True
            self._drain(self.own)

    def before(self, at: int, event: ev.Event, policy: Policy) -> None:
        """What an event, and the time it comes at, tell of the speaker."""
        if self.own is not None and at >= self.own_at + policy.timing.reader:
            self.end_generation()
        self._overdue(at, policy)
        match event:
            case ev.Played(read=read, samples=samples) if read in self.reads:
                self._reported(at, read, samples)
            case ev.ReadRendered(read=read) | ev.ReadFailed(read=read) if (
                read in self.reads and read not in self.scriptless
            ):
                self.reads[read].rendered = True
                if self.unrendered == read:
                    self.unrendered = None
                self._drain(read)
            case ev.EarTurnEnded(in_progress=False) | ev.EarInterrupted() | ev.EarLost():
                self.end_generation()
            case _:
                pass

    def _reported(self, at: int, read: u.ReadId, samples: int) -> None:
        """A speaker that is late, is late with all that it has (G3)."""
        heard = self.reads[read]
        if not heard.released:
            return
        heard.played = max(heard.played, min(samples, heard.released))
        late = at + u.milliseconds(heard.released - heard.played, u.VOICE_RATE) - heard.ends_at
        for one in self.reads.values():
            one.ends_at += max(0, late) if one.released else 0
        self._drain(read)

    def _overdue(self, at: int, policy: Policy) -> None:
        timing = policy.timing
        for read, heard in list(self.reads.items()):
            if (
                heard.rendered
                and read not in self.spans.values()
                and at >= heard.ends_at + (timing.unreported if self.surfaces.exact else timing.drain)
            ):
                self.end(read, cut=False)

    def _drain(self, read: u.ReadId) -> None:
        heard = self.reads[read]
        if heard.rendered and read not in self.spans.values() and heard.played == heard.released:
            self.end(read, cut=False)
