"""Rows of the table of rules: which rule an event goes to, so that its types say that the rule takes it.

T4  All that a brain does is a sign of life of its run.
L1  An older connection is ignored, and its sound is dropped.
"""

from collections.abc import Callable
from typing import TypeVar, cast

from solovox.core import events as on
from solovox.core import runs
from solovox.core.commands import Drop, DropReason, SoundOrigin
from solovox.core.connection import LISTENING, ConnectionState
from solovox.core.runs import Run, RunState
from solovox.core.talk import Talk

E = TypeVar("E")
B = TypeVar("B", bound=on.BrainEvent)
L = TypeVar("L", bound=on.EarEvent)
Row = tuple[type[on.Event], Callable[[Talk, on.Event], None]]


def at(kind: type[E], rule: Callable[[Talk, E], None]) -> Row:
    """A row of RULES: what happens at an event of this kind."""

    def take(talk: Talk, event: on.Event) -> None:
        assert isinstance(event, kind)
        rule(talk, event)

    return cast(type[on.Event], kind), take


def of_a_run(kind: type[B], rule: Callable[[Talk, Run, B], None], *states: RunState) -> Row:
    """Only a run that was asked counts, or that is in one of `states`. All that its brain does is a sign of life (T4)."""

    def take(talk: Talk, event: B) -> None:
        run = runs.find(talk.work.runs, event.run)
        if run is not None and run.state in (RunState.ASKED, *states):
            run = runs.alive(run, talk.at)
            talk.work.runs = runs.put(talk.work.runs, run)
            rule(talk, run, event)

    return at(kind, take)


def of_the_ear(kind: type[L], rule: Callable[[Talk, L], None], *states: ConnectionState) -> Row:
    """Only the current connection counts, while it is live or in one of `states`. An older one is ignored,
    and its sound is dropped (L1)."""

    def take(talk: Talk, event: L) -> None:
        if event.connection == talk.link.ear.id and talk.link.ear.state in (states or LISTENING):
            rule(talk, event)
        elif isinstance(event, on.EarAudio):
            talk.say(Drop(SoundOrigin.EAR, event.span, DropReason.STALE))

    return at(kind, take)
