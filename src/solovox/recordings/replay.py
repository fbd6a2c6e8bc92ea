"""Replay: recomputes the commands of a journal and compares them with those of the recording (law R1).

A journal holds the running digest of the commands and their names, not the commands. A replay is identical when every
event's digest and names are: that takes equal commands with equal fields in equal order. Events and times are not
recomputed: the reader has checked the seals of their lines.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from solovox.core.commands import Command
from solovox.core.conversation import Conversation
from solovox.core.events import Event
from solovox.core.policy import Policy
from solovox.core.units import Instant
from solovox.recordings import codec
from solovox.recordings.codec import CommandDigest, Entry, JournalError, Strange
from solovox.recordings.journal_reader import Recorded
from solovox.recordings.ledger import Ledger, Sum
from solovox.view import View, after


class Decider(Protocol):
    """What computes commands: the conversation, or a test's own."""

    @property
    def is_open(self) -> bool:
        """Whether the gate lets a voice to the speaker now."""
        ...

    def handle(self, at: Instant, event: Event) -> Sequence[Command]:
        """What to do now that `event` has happened at `at`."""
        ...


Make = Callable[[Policy], Decider]


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One event with what is decided from it."""

    n: int
    at: Instant
    event: Event
    commands: tuple[Command, ...]


@dataclass(frozen=True, slots=True)
class Identical:
    """Every command is the same. `ended` is false when the session was killed before its end.

    `trouble`: the last event could not be decided, then (nothing was) nor now; this is why. Not `sealed`:
    an older journal, of which only the commands are known to be as they were.
    """

    events: int
    commands: int
    ended: bool
    trouble: str = ""
    sealed: bool = True


@dataclass(frozen=True, slots=True)
class Differs:
    """The first difference: what was decided then, and now.

    Where only the names differ, `did` is the same. `trouble` says why nothing was decided now. `agreed` counts the events before; `sums` are the
    ledger's up to there.
    """

    then: Entry
    did: str
    now: tuple[Command, ...]
    trouble: str
    agreed: int
    sums: tuple[Sum, ...]


@dataclass(frozen=True, slots=True)
class Redecided:
    """What follows from one line. `did` and `names` are what the line should say; `trouble` says why nothing was decided."""

    commands: tuple[Command, ...] = ()
    did: str = ""
    names: tuple[str, ...] = ()
    trouble: str = ""


class Redeciding:
    """Decides the lines of a journal again, in order: by the core that decided them, if it is kept, else by today's (R1.6)."""

    def __init__(self, journal: Recorded, make: Make | None = None) -> None:
        self._journal = journal
        self._digest = CommandDigest()
        self._talk: Any
        if make is None and journal.core is not None:
            self._talk = journal.core.conversation(journal.policy)
        else:
            self._talk = (make or Conversation)(journal.header.policy)

    @property
    def is_open(self) -> bool:
        """Whether the gate lets a voice to the speaker now."""
        return bool(self._talk.is_open)

    @property
    def whole(self) -> str:
        """The digest of all commands so far."""
        return self._digest.whole

    def decide(self, then: Entry) -> Redecided:
        """What follows from one line; the commands as today's core knows them."""
        core, event = self._journal.core, then.event
        name = event.name if isinstance(event, Strange) else type(event).__name__
        if core is None and isinstance(event, Strange):
            return Redecided(trouble=f"this version knows no such event {name}")
        try:
            known = event if core is None else core.event(name, then.written or {})
            decided = tuple(self._talk.handle(Instant(then.at), known))
        except Exception as error:  # noqa: BLE001  any exception of another version's core is a difference
            return Redecided(trouble=f"{type(error).__name__}: {error}")
        did = self._digest.fold([codec.canonical(one) for one in decided])
        return Redecided(decided if core is None else self._todays(decided), did, names(decided))

    def _todays(self, decided: Iterable[object]) -> tuple[Command, ...]:
        """Of an earlier core's commands those that today's core has."""
        told = [(type(one).__name__, msgspec.to_builtins(one)) for one in decided]
        found = [codec.todays(name, fields, codec.COMMANDS) for name, fields in told]
        return tuple(one for one in found if one is not None)


def replay(journal: Recorded, make: Make | None = None) -> Identical | Differs:
    """Recompute all commands. Raises `JournalError` where its end is of other events."""
    again, ledger, count = Redeciding(journal, make), Ledger(), 0
    trouble = ""
    for agreed, then in enumerate(journal.entries):
        now = again.decide(then)
        trouble = now.trouble
        if not agrees(journal, then, now) or now.names != then.commands:
            return Differs(then, now.did, now.commands, trouble, agreed, ledger.sums())
        if not isinstance(then.event, Strange):
            ledger.see(then.event, now.commands)
        count += len(now.names)
    if journal.end not in ("", again.whole):
        raise JournalError("the end line does not belong to these events; the file was changed")
    return Identical(len(journal.entries), count, bool(journal.end), trouble, journal.header.sealed)


def names(commands: Sequence[object]) -> tuple[str, ...]:
    """What a line says of them beside their digest."""
    return tuple(type(one).__name__ for one in commands)


def agrees(journal: Recorded, then: Entry, now: Redecided) -> bool:
    """Whether the same was decided."""
    return now.did == then.did and (not now.trouble or _ended_in_trouble(journal, then))


def _ended_in_trouble(journal: Recorded, then: Entry) -> bool:
    """Whether this may be the event whose deciding failed: the last one, and nothing was decided."""
    return then is journal.entries[-1] and not then.did and not isinstance(then.event, Strange)


def steps(journal: Recorded, make: Make | None = None) -> Iterator[ReplayStep]:
    """Each event with its commands, decided again, up to the first event that cannot be."""
    again = Redeciding(journal, make)
    for then in journal.entries:
        now = again.decide(then)
        if now.trouble:
            return
        if not isinstance(then.event, Strange):
            yield ReplayStep(then.n, Instant(then.at), then.event, now.commands)


def screen(journal: Recorded, at: int) -> View:
    """The view after all that happened up to a time (ms)."""
    view = View()
    for step in steps(journal):
        if step.at > at:
            break
        view = after(view, step.event, step.commands)
    return view
