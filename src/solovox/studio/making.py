"""How an app is made: one job, from what was asked for to a version, or to a reason why not. Pure.

M1. A job's phases come in the order of `MOVES`, each told once when it begins; it ends once, and nothing of it follows.
M2. Nothing is saved before it is whole and was checked; a job saves once.
M3. What is wrong goes back to the writer at most `MOST_REPAIRS` times.
M4. A job that failed or was cancelled changed nothing.

The shell (`studio/workshop/workshop.py`) tells what happened (`JobEvent`) and does what comes of it (`JobWork`).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, assert_never

from solovox.core.errors import Misuse
from solovox.core.moves import move
from solovox.ports.projects import Files
from solovox.ports.workshop import JobCancelled, JobDone, JobEnd, JobFailed, JobStep, Phase, PhaseBegan
from solovox.studio.checking import Finding

MOST_REPAIRS: Final = 2
NOTHING: Final = "Nothing was changed."


class JobState(Enum):
    """What a job is at."""

    ASKED = "asked"
    ANALYSE = "analyse"
    PLAN = "plan"
    GENERATE = "generate"
    VALIDATE = "validate"
    ITERATE = "iterate"
    SAVE = "save"
    ENDED = "ended"


S = JobState
MOVES: Final[Mapping[JobState, Collection[JobState]]] = {
    S.ASKED: (S.ANALYSE, S.ENDED),
    S.ANALYSE: (S.PLAN, S.ENDED),
    S.PLAN: (S.GENERATE, S.ENDED),
    S.GENERATE: (S.VALIDATE, S.ENDED),
    S.VALIDATE: (S.ITERATE, S.SAVE, S.ENDED),
    S.ITERATE: (S.VALIDATE, S.ENDED),
    S.SAVE: (S.ENDED,),
    S.ENDED: (),
}
PHASE_OF: Final[Mapping[JobState, Phase]] = {
    S.ANALYSE: Phase.ANALYSE,
    S.PLAN: Phase.PLAN,
    S.GENERATE: Phase.GENERATE,
    S.VALIDATE: Phase.VALIDATE,
    S.ITERATE: Phase.ITERATE,
}
WRITES: Final = (S.GENERATE, S.ITERATE)


@dataclass(frozen=True, slots=True)
class JobAsked:
    """The job begins."""


@dataclass(frozen=True, slots=True)
class ProjectRead:
    """What is there already, and which tools of the catalogue it uses. `about`: in a few words."""

    about: str = ""


@dataclass(frozen=True, slots=True)
class Planned:
    """What the writer will be told is settled. `about`: in a few words."""

    about: str = ""


@dataclass(frozen=True, slots=True)
class WriterEnded:
    """The writer wrote to its end. `files`: the app as it would be; `changed`: it is another than before. `cut`: why some of
    it is not whole. `line`: its own first sentence."""

    files: Files
    changed: bool = True
    cut: tuple[str, ...] = ()
    line: str = ""


@dataclass(frozen=True, slots=True)
class FilesChecked:
    """What is wrong with them."""

    findings: Sequence[Finding] = ()


@dataclass(frozen=True, slots=True)
class VersionSaved:
    """It is in the store."""

    version: int


@dataclass(frozen=True, slots=True)
class JobBroke:
    """Something went wrong: the writer, the store, the time. `line`: one sentence."""

    line: str


@dataclass(frozen=True, slots=True)
class CancelAsked:
    """Who is in charge wants it stopped."""


JobEvent = (
    JobAsked | ProjectRead | Planned | WriterEnded | FilesChecked | VersionSaved | JobBroke | CancelAsked
)


@dataclass(frozen=True, slots=True)
class ReadProject:
    """Read what is there."""


@dataclass(frozen=True, slots=True)
class MakePlan:
    """Settle what the writer is told."""


@dataclass(frozen=True, slots=True)
class AskWriter:
    """Have it written. `wrong`: what was wrong with `files`; None: those of the project are changed."""

    files: Files | None = None
    wrong: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckFiles:
    """Find what is wrong with these."""

    files: Files


@dataclass(frozen=True, slots=True)
class SaveVersion:
    """Keep these as a version. `line`: what was made."""

    files: Files
    line: str


@dataclass(frozen=True, slots=True)
class TellStep:
    """Tell everybody who listens."""

    step: JobStep


JobWork = ReadProject | MakePlan | AskWriter | CheckFiles | SaveVersion | TellStep


@dataclass(frozen=True, slots=True)
class Making:
    """A job as it stands."""

    state: JobState = JobState.ASKED
    repairs: int = 0
    files: Files | None = None
    """As the writer left them last."""
    cut: tuple[str, ...] = ()
    line: str = ""
    end: JobEnd | None = None


def decide(making: Making, event: JobEvent) -> tuple[Making, tuple[JobWork, ...]]:
    """What follows from one event. What comes out of its place is ignored where it comes from outside; else `Misuse`."""
    match event:
        case JobBroke(line):
            return _end_job(making, JobFailed(line))
        case CancelAsked():
            # What is being saved cannot be taken back: it comes too late.
            return (making, ()) if making.state is S.SAVE else _end_job(making, JobCancelled())
        case JobAsked():
            return _at(making, S.ANALYSE, ReadProject())
        case ProjectRead(about):
            return _at(making, S.PLAN, MakePlan(), about)
        case Planned(about):
            return _at(making, S.GENERATE, AskWriter(), about)
        case WriterEnded(files, changed, cut, line):
            _only(making, *WRITES)
            if making.state is S.GENERATE and not changed and not cut:
                return _end_job(making, JobFailed(line or NOTHING))
            kept = replace(making, files=files, cut=cut, line=making.line or line)
            return _at(kept, S.VALIDATE, CheckFiles(files))
        case FilesChecked(findings):
            _only(making, S.VALIDATE)
            return _decide_after_check(making, findings)
        case VersionSaved(version):
            _only(making, S.SAVE)
            return _end_job(making, JobDone(version, making.line))
        case _:
            assert_never(event)


def _decide_after_check(making: Making, findings: Sequence[Finding]) -> tuple[Making, tuple[JobWork, ...]]:
    files = making.files
    assert files is not None
    grave = [*making.cut, *(one.line for one in findings if one.grave)]
    light = [one.line for one in findings if not one.grave]
    if (grave and making.repairs < MOST_REPAIRS) or (light and not making.repairs):
        again = replace(making, repairs=making.repairs + 1)
        lines = (*grave, *light)
        return _at(again, S.ITERATE, AskWriter(files, lines), lines[0])
    if grave:
        return _end_job(making, JobFailed(f"What was written does not work: {grave[0]}."))
    line = f"{making.line} {_small(light)}".strip() if light else making.line
    then = replace(making, state=move(MOVES, making.state, S.SAVE), line=line)
    return then, (SaveVersion(files, line),)


def _small(light: Sequence[str]) -> str:
    return (
        f"One thing does not work: {light[0]}."
        if len(light) == 1
        else f"{len(light)} things in it do not work."
    )


def _at(
    making: Making, state: JobState, work: JobWork, about: str = ""
) -> tuple[Making, tuple[JobWork, ...]]:
    """A phase begins: it is told first."""
    then = replace(making, state=move(MOVES, making.state, state))
    return then, (TellStep(PhaseBegan(PHASE_OF[state], about)), work)


def _end_job(making: Making, end: JobEnd) -> tuple[Making, tuple[JobWork, ...]]:
    if making.state is S.ENDED:  # whoever breaks or cancels it does not know
        return making, ()
    return replace(making, state=move(MOVES, making.state, S.ENDED), end=end), (TellStep(end),)


def _only(making: Making, *states: JobState) -> None:
    if making.state not in states:
        raise Misuse(f"a job that is {making.state.value!r} was told what it does not wait for")
