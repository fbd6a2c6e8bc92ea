"""The askings of brains. A run is one asking; a turn may need several.

T2  A run that was neither heard nor had an effect can be retracted. Later words amend it.
T4  Cutting the voice does not end a run; "stop" does.

Rule: every change of a run's state is a move of RUNS.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from solovox.core.commands import AskBrain, Look, RoutedBy
from solovox.core.mends import Mend
from solovox.core.moves import move
from solovox.core.policy import Amendment, Timing
from solovox.core.units import Instant, RunId, UtteranceId


class RunState(Enum):
    """How far a run has come."""

    DUE = "due"
    """It is asked as soon as it is known what was played of the answer before (N4)."""
    ASKED = "asked"
    GIVEN = "given"
    """Its words were given to a run that works. They are asked if they are refused (T2)."""
    FINISHED = "finished"
    FAILED = "failed"
    CANCELLED = "cancelled"


RUNS: Final = {
    RunState.DUE: {RunState.ASKED, RunState.GIVEN, RunState.CANCELLED},
    RunState.GIVEN: {RunState.DUE, RunState.CANCELLED},
    RunState.ASKED: {RunState.FINISHED, RunState.FAILED, RunState.CANCELLED},
    RunState.FINISHED: (),
    RunState.FAILED: (),
    RunState.CANCELLED: (),
}
ALIVE = frozenset({RunState.DUE, RunState.ASKED})
UNRETRACTABLE = frozenset({RunState.GIVEN, RunState.FAILED, RunState.CANCELLED})
REMEMBERED = 16
"""How many ended runs are kept. What they left unsaid may still be read."""


@dataclass(frozen=True, slots=True)
class Run:
    """One asking, and what has come of it."""

    ask: AskBrain
    """What is, will be or was asked. For a live model only the text, if it was typed."""
    since: Instant
    """The last sign of life."""
    how: Amendment = Amendment.REPLACE
    """What it does to a run that still works when it is asked (T2)."""
    works: bool = False
    """It has shown a sign of life, so its silence is work (T4)."""
    state: RunState = RunState.DUE
    sounded: bool = False
    """Something of its answer was released to the speaker."""
    acted: bool = False
    """Something was changed for it, or may be now: it cannot be retracted (T2)."""
    voiced: bool = True
    """Whether what it writes is to be said."""
    written: int = 0
    tells: bool = False
    """It has written something besides white space, or was told the person's no (T5)."""
    offered_to: int = 0
    """The written text has been offered for saying up to here."""
    ear: bool = False
    """A live model answers it for itself (G7). It counts as asked until the answer begins."""

    @property
    def id(self) -> RunId:
        """Its number."""
        return self.ask.run

    def becomes(self, state: RunState) -> "Run":
        """The same run after a move of RUNS. Raises `Misuse`."""
        return replace(self, state=move(RUNS, self.state, state))


@dataclass(frozen=True, slots=True)
class Runs:
    """Runs that are due or asked, and the last ones that ended; oldest first."""

    known: tuple[Run, ...] = ()
    mended: tuple[str, tuple[Mend, ...]] = ("", ())
    """What the newest instruction was before it was mended, and how it was (K2)."""

    @property
    def count(self) -> int:
        """How many there were: the newest is always kept."""
        return self.known[-1].id if self.known else 0

    @property
    def alive(self) -> tuple[Run, ...]:
        """Runs that are due or asked."""
        return tuple(run for run in self.known if run.state in ALIVE)

    @property
    def asked(self) -> tuple[Run, ...]:
        """Runs that were asked and still work."""
        return tuple(run for run in self.known if run.state is RunState.ASKED)

    @property
    def of_the_ear(self) -> tuple[Run, ...]:
        """Runs whose answer a live model still owes."""
        return tuple(run for run in self.asked if run.ear)

    @property
    def typed(self) -> tuple[str, ...]:
        """What was typed for a live model, and is not answered."""
        return tuple(run.ask.instruction for run in self.of_the_ear if run.ask.instruction)

    @property
    def steered(self) -> Run | None:
        """The run that can be given more words: a brain works at it."""
        return next((run for run in reversed(self.asked) if not run.ear and run.ask.look is None), None)

    @property
    def due(self) -> Run | None:
        """The next run to ask."""
        return next((run for run in self.known if run.state is RunState.DUE), None)


def add(
    runs: Runs,
    at: Instant,
    utterance: UtteranceId | None,
    instruction: str,
    by: RoutedBy,
    how: Amendment,
    look: Look | None,
) -> tuple[Runs, Run]:
    """Add a run, due. It amends the newest one that still works."""
    amends = runs.alive[-1].id if runs.alive else None
    run = Run(AskBrain(RunId(runs.count + 1), utterance, instruction, by, amends, look), at, how)
    return Runs((*_trim(runs.known), run)), run


def alive(run: Run, at: Instant) -> Run:
    """The run has shown a sign of life."""
    return replace(run, since=at, works=True)


def silent_at(run: Run, timing: Timing) -> Instant:
    """When the run is given up if it shows no further sign of life."""
    return Instant(run.since + (timing.brain_work if run.works else timing.brain_silence))


def await_ear(runs: Runs, at: Instant, typed: str = "", *, anew: bool = False) -> Runs:
    """Wait for a live model's answer: to what was typed or, without it, to what was said. `anew`: it may be
    asked once more."""
    for run in runs.of_the_ear:
        runs = put(runs, replace(run, since=at, works=run.works and not anew))
    if typed or not runs.of_the_ear:
        ask = AskBrain(RunId(runs.count + 1), None, typed, RoutedBy.EAR)
        runs = Runs((*_trim(runs.known), Run(ask, at, state=RunState.ASKED, ear=True)))
    return runs


def end_ear(runs: Runs, state: RunState) -> Runs:
    """No answer of a live model is waited for any more."""
    for run in runs.of_the_ear:
        runs = put(runs, run.becomes(state))
    return runs


def put(runs: Runs, run: Run) -> Runs:
    """Replace the run with the same id."""
    return replace(runs, known=tuple(run if r.id == run.id else r for r in runs.known))


def did(runs: Runs, run: RunId | None) -> Runs:
    """Something was changed for this run, or may be now: it cannot be retracted any more (T2)."""
    return replace(
        runs, known=tuple(replace(one, acted=True) if one.id == run else one for one in runs.known)
    )


def hush_runs(runs: Runs) -> Runs:
    """No more is said of what was asked so far. What is still to be asked will be said, or may be (T2)."""
    asks = {RunState.DUE, RunState.GIVEN}
    return replace(runs, known=tuple(replace(one, voiced=one.state in asks) for one in runs.known))


def find(runs: Runs, run: RunId) -> Run | None:
    """A run by its id."""
    return next((r for r in runs.known if r.id == run), None)


def newest_written(runs: Runs) -> RunId | None:
    """The newest run that has written something."""
    return next((run.id for run in reversed(runs.known) if run.written), None)


def of_utterance(runs: Runs, utterance: UtteranceId | None) -> Run | None:
    """The newest run that an utterance led to."""
    return next(
        (r for r in reversed(runs.known) if r.ask.utterance is not None and r.ask.utterance == utterance),
        None,
    )


def can_retract(run: Run) -> bool:
    """Whether it can be taken back unnoticed: nothing of it was heard or done (T2)."""
    return not run.sounded and not run.acted and run.state not in UNRETRACTABLE


def _trim(known: tuple[Run, ...]) -> tuple[Run, ...]:
    over = [run for run in known if run.state not in ALIVE]
    return tuple(run for run in known if run not in over[:-REMEMBERED])
