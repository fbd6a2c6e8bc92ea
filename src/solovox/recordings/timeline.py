"""The timeline of a session: lanes, turns, latencies, sums, every decision.

A fold over a journal whose commands are recomputed. Where this version decides differently from the recording,
`differs_at` names the first such event: what is shown after it is not what happened.
"""

from dataclasses import dataclass
from typing import Final

import msgspec

from solovox.core import commands as do
from solovox.core import events
from solovox.core.commands import Command
from solovox.core.events import Event
from solovox.core.units import ConnectionId, Instant
from solovox.recordings import codec
from solovox.recordings.codec import Header
from solovox.recordings.held import HeldSpan, Holds
from solovox.recordings.journal_reader import Recorded
from solovox.recordings.lanes import Lanes, Mark
from solovox.recordings.law_names import law_of
from solovox.recordings.ledger import Ledger
from solovox.recordings.replay import Make, Redeciding, ReplayStep, agrees
from solovox.recordings.turns import MarkedTurns, MicTime, TimelineTurn
from solovox.view import NO_ACT

SOUND_ONLY: Final = (do.SendMicrophone, do.ForgetSound, do.Play, do.Drop)
"""Commands that come with every frame of sound: alone they are no decision worth a line."""


@dataclass(slots=True)
class ConnectionSpan:
    """One connection to an ear; times in milliseconds, None for what did not happen."""

    connection: ConnectionId
    asked: int | None = None
    opened: int | None = None
    ended: int | None = None
    reason: str = ""
    resumed: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """One event with what was decided from it, and the laws behind it."""

    step: ReplayStep
    laws: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    """A whole session, folded."""

    header: Header
    length_ms: int
    marks: tuple[Mark, ...]
    turns: tuple[TimelineTurn, ...]
    holds: tuple[HeldSpan, ...]
    connections: tuple[ConnectionSpan, ...]
    ledger: Ledger
    mic: MicTime
    decisions: tuple[Decision, ...]
    differs_at: int | None
    killed: bool

    def summary(self) -> dict[str, object]:
        """The session in numbers and words, ready for JSON."""
        return {
            "turns": [turn_in_words(one) for one in self.turns],
            "holds": [one.in_words() for one in self.holds],
            "dropped": {
                origin.value: {why.value: count for why, count in reasons.items()}
                for origin, reasons in self.ledger.dropped.items()
            },
            "connections": [msgspec.to_builtins(one) for one in self.connections],
        }


def turn_in_words(turn: TimelineTurn) -> dict[str, object]:
    """One turn, ready for JSON."""
    return {
        "heard": turn.heard,
        "instruction": turn.instruction,
        "text": turn.text,
        "said": turn.said,
        "played": turn.played,
        "cut": turn.cut_at is not None,
        "latency_ms": dict(turn.latency_ms),
        "acts": NO_ACT if turn.actless else None,
    } | turn.work.in_words()


def build(journal: Recorded, make: Make | None = None) -> Timeline:
    """Fold a journal."""
    mic, ledger, again = MicTime(), Ledger(), Redeciding(journal, make)
    policy = journal.header.policy
    lanes, turns, holds = Lanes(mic), MarkedTurns(mic, policy), Holds()
    connections: dict[ConnectionId, ConnectionSpan] = {}
    steps: list[ReplayStep] = []
    differs_at, at = None, 0
    for then in journal.entries:
        now = again.decide(then)
        if differs_at is None and not agrees(journal, then, now):
            differs_at = then.n
        if now.trouble:
            break
        if isinstance(then.event, codec.Strange):
            continue  # an earlier core knew it
        at, event = max(at, then.at), then.event
        if isinstance(event, events.SoundCaptured):
            mic.note_span(at, event.span)
        ledger.see(event, now.commands)
        turns.see(at, event, now.commands)
        holds.see(at, event, now.commands)
        lanes.see(then.n, at, event, now.commands, gate_open=again.is_open)
        _connect(connections, at, event, now.commands)
        steps.append(ReplayStep(then.n, Instant(at), event, now.commands))
    lanes.finish(at)
    shown = {mark.n for mark in lanes.marks}
    decisions = tuple(
        Decision(step, tuple(law_of(step.event, one) for one in step.commands))
        for step in steps
        if step.n in shown or _tells(step)
    )
    return Timeline(
        header=journal.header,
        length_ms=at,
        marks=tuple(lanes.marks),
        turns=tuple(turns.turns),
        holds=tuple(holds.spans.values()),
        connections=tuple(connections.values()),
        ledger=ledger,
        mic=mic,
        decisions=decisions,
        differs_at=differs_at,
        killed=not journal.end,
    )


def _tells(step: ReplayStep) -> bool:
    """Whether a step is worth a line of its own."""
    if any(not isinstance(one, SOUND_ONLY) for one in step.commands):
        return True
    sound = (
        events.SoundCaptured | events.SourceCaptured | events.ReadSounded | events.EarAudio | events.Played
    )
    return not isinstance(step.event, sound | events.DeadlineReached)


def _connect(
    known: dict[ConnectionId, ConnectionSpan], at: int, event: Event, commands: tuple[Command, ...]
) -> None:
    match event:
        case events.EarOpened(connection=ear, resumed=resumed):
            one = known.setdefault(ear, ConnectionSpan(ear))
            one.opened, one.resumed = at, resumed
        case events.EarLost(connection=ear, reason=reason):
            _note_end(known.setdefault(ear, ConnectionSpan(ear)), at, reason)
        case _:
            pass
    for command in commands:
        match command:
            case do.OpenEar(connection=ear):
                known.setdefault(ear, ConnectionSpan(ear)).asked = at
            case do.CloseEar(connection=ear, why=why):
                _note_end(known.setdefault(ear, ConnectionSpan(ear)), at, why)
            case _:
                pass


def _note_end(one: ConnectionSpan, at: int, reason: str) -> None:
    if one.ended is None:
        one.ended, one.reason = at, reason
