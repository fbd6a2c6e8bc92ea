"""The one place where an adapter's exception becomes an event.

A link that fails at one command goes on with the next. A link whose own work has ended with an exception is dead.
What it leaves waiting is answered with an event at once, and so is each later command that begins something. A
recogniser that fails at a span of sound has lost its place in it: it is dead, too.
"""

from typing import assert_never

from solovox.core.commands import (
    AnswerBrain,
    AskBrain,
    CancelRead,
    CancelRun,
    CancelTool,
    Command,
    EarCommand,
    EndSpeech,
    FindLine,
    HearAll,
    OpenEar,
    ProposeWording,
    Read,
    RunTool,
    SetPace,
    SteerBrain,
    SurfaceCommand,
    Teach,
    TellPlayed,
    TellSkipped,
)
from solovox.core.errors import Misuse, PeerFault, SolovoxError
from solovox.core.events import (
    Announced,
    BrainFailed,
    EarLost,
    Event,
    HungUp,
    ReadFailed,
    RecogniserLost,
    SteerRefused,
    SurfaceLeft,
    TeachFailed,
    ToolReturned,
    WordingProposed,
)
from solovox.shell.dispatch import To
from solovox.shell.work import Work

BEGINNINGS = (AskBrain, SteerBrain, FindLine, Read, RunTool, OpenEar, Teach)
"""Commands whose outcome is awaited. A dead link answers only these."""


def plainest(error: BaseException) -> BaseException:
    """The one exception of a group that says what went wrong: ours first, then theirs, then any other."""
    if not isinstance(error, BaseExceptionGroup):
        return error
    ranks = (Misuse, SolovoxError, Exception, BaseException)
    leaves = [plainest(one) for one in error.exceptions]
    return min(leaves, key=lambda leaf: next(n for n, kind in enumerate(ranks) if isinstance(leaf, kind)))


def reason(error: Exception) -> str:
    """One line for the person: what an adapter says of itself, else the kind of its error."""
    plain = plainest(error)
    line = " ".join(str(plain).split())
    if isinstance(plain, TimeoutError):
        return line or "it took too long"
    return line or type(plain).__name__


def after(command: Command, why: str) -> Event:
    """The event for a command that could not be performed. Raises `Misuse` for one that no link performs."""
    if isinstance(command, SurfaceCommand):
        return SurfaceLeft()
    if isinstance(command, EarCommand):
        return EarLost(command.connection, why)
    match command:
        case SteerBrain(run=run):
            return SteerRefused(run)
        case FindLine():
            return Announced(f"The line could not be read: {why}")
        case AskBrain() | CancelRun() | TellPlayed() | TellSkipped() | AnswerBrain():
            return BrainFailed(command.run, why)
        case Read(read=read) | CancelRead(read=read):
            return ReadFailed(read, why)
        case SetPace():
            return Announced(f"The pace of the voice could not be changed: {why}")
        case RunTool(effect=effect) | CancelTool(effect=effect):
            return ToolReturned(effect, why, failed=True)
        case Teach(hold=hold):
            return TeachFailed(hold, why)
        case ProposeWording(hold=hold):
            return WordingProposed(hold, "", why=why)
        case EndSpeech() | HearAll():
            return RecogniserLost(why)
        case _:
            raise Misuse(f"{type(command).__name__} is for the session, and was given to a link")


def death(to: To, why: str, work: Work) -> list[Event]:
    """The events for a link whose own work has ended with an exception."""
    match to:
        case To.SURFACE:
            return [SurfaceLeft(), HungUp()]
        case To.NARRATOR:
            return [ReadFailed(read, why) for read in sorted(work.reads)]
        case To.BRAIN:
            return [BrainFailed(run, why) for run in sorted(work.runs)]
        case To.TOOLS:
            return [ToolReturned(effect, why, failed=True) for effect in sorted(work.effects)]
        case To.EAR:
            return [] if work.connection is None else [EarLost(work.connection, why)]
        case To.TEACHER:
            return []  # each `Teach` answers for itself
        case To.LISTENER:
            return [*work.unheard(), RecogniserLost(why)]
        case To.WORDING:
            return []  # what is held waits without it
        case To.SESSION:
            raise PeerFault(f"the {to.value} failed: {why}")
        case _:
            assert_never(to)
