"""Replay: recomputes the commands of a journal and compares them with those of the recording (law R1).

A journal holds the running digest of the commands and their names, not the commands. A replay is identical when every
event's digest and names are: that takes equal commands with equal fields in equal order. Events and times are not
recomputed: the reader has checked the seals of their lines.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from solovox.core.commands import Command
from solovox.core.conversation import Conversation
from solovox.core.events import Event
from solovox.core.policy import Policy
from solovox.core.units import Instant
from solovox.recordings import codec
from solovox.recordings.codec import CommandDigest, Entry, JournalError, Strange
from solovox.recordings.journal_reader import Recorded
from solovox.recordings.ledger import Ledger, Sum


class Decider(Protocol):
    """What computes commands: the conversation, or a test's own."""

    def handle(self, at: Instant, event: Event) -> Sequence[Command]:
        """What to do now that `event` has happened at `at`."""
        ...


Make = Callable[[Policy], Decider]


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One event with what this version decides from it."""

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


def replay(journal: Recorded, make: Make = Conversation) -> Identical | Differs:
    """Recompute all commands. Raises `JournalError` for a journal that has lost its words or its digests."""
    if journal.header.redacted:
        raise JournalError("this journal was redacted: without its words nothing can be decided again")
    talk, decided, ledger, count = make(journal.header.policy), CommandDigest(), Ledger(), 0
    trouble = ""
    for agreed, then in enumerate(journal.entries):
        now, trouble = decide(talk, then)
        did = decided.fold([codec.canonical(one) for one in now])
        if (
            did != then.did
            or names(now) != then.commands
            or (trouble and not ended_in_trouble(journal, then))
        ):
            return Differs(then, did, now, trouble, agreed, ledger.sums())
        if not isinstance(then.event, Strange):
            ledger.see(then.event, now)
        count += len(now)
    if journal.end not in ("", decided.whole):
        raise JournalError("the end line does not belong to these events; the file was changed")
    return Identical(len(journal.entries), count, bool(journal.end), trouble, journal.header.sealed)


def names(commands: Sequence[object]) -> tuple[str, ...]:
    """What a line says of them beside their digest."""
    return tuple(type(one).__name__ for one in commands)


def ended_in_trouble(journal: Recorded, then: Entry) -> bool:
    """Whether this may be the event whose deciding failed: the last one, and nothing was decided."""
    return then is journal.entries[-1] and not then.did and not isinstance(then.event, Strange)


def steps(journal: Recorded, make: Make = Conversation) -> Iterator[ReplayStep]:
    """Each event with its commands, decided again, up to the first event that cannot be."""
    talk = make(journal.header.policy)
    for then in journal.entries:
        now, trouble = decide(talk, then)
        if trouble or isinstance(then.event, Strange):
            return
        yield ReplayStep(then.n, Instant(then.at), then.event, now)


def decide(talk: Decider, then: Entry) -> tuple[tuple[Command, ...], str]:
    """The commands that follow from one line now, and the error if there was one."""
    if isinstance(then.event, Strange):
        return (), f"this version knows no such event {then.event.name}"
    try:
        return tuple(talk.handle(Instant(then.at), then.event)), ""
    except Exception as error:  # noqa: BLE001  any exception of another version's core is a difference
        return (), f"{type(error).__name__}: {error}"
