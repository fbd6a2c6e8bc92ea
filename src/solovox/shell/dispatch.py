"""Which link performs which command, and which neighbouring commands may become one.

Joining keeps a slow link's mailbox bounded without losing anything: it receives the same text and
the same samples in fewer commands.
"""

from dataclasses import replace
from enum import Enum
from typing import Final, assert_never

from solovox.core.commands import (
    AnswerBrain,
    AnswerCall,
    AskBrain,
    AskEar,
    BeginActivity,
    CancelRead,
    CancelRun,
    CancelTool,
    CloseEar,
    CloseHold,
    Command,
    Cue,
    Drop,
    Duck,
    EndActivity,
    EndSession,
    EndSpeech,
    FindLine,
    Flush,
    ForgetSound,
    GiveContext,
    HearAll,
    NudgeEar,
    OpenEar,
    Play,
    ProposeWording,
    Read,
    RunTool,
    SendMicrophone,
    SetPace,
    ShowAct,
    ShowAmendment,
    ShowAnswered,
    ShowCall,
    ShowChanges,
    ShowFailure,
    ShowHeard,
    ShowHold,
    ShowLeaving,
    ShowNotice,
    ShowProgress,
    ShowRead,
    ShowResult,
    ShowState,
    ShowStep,
    ShowText,
    ShowUsage,
    SteerBrain,
    Teach,
    TellPlayed,
    TellSkipped,
    Unduck,
)
from solovox.core.events import SoundCaptured
from solovox.core.units import AudioSpan

Asked = Command | SoundCaptured
"""What a link is asked: a command or, for the recogniser, sound to hear."""


class To(Enum):
    """Who performs."""

    EAR = "ear"
    NARRATOR = "narrator"
    SURFACE = "surface"
    BRAIN = "brain"
    WORDING = "wording"
    TOOLS = "tools"
    TEACHER = "teacher"
    LISTENER = "recogniser"
    SESSION = "session"

    __hash__ = (
        object.__hash__
    )  # members are themselves alone; Enum's own is slow, and each command is looked up


_known: Final[dict[type[Asked], To]] = {}


def receiver(asked: Asked) -> To:
    """Who performs it. This is asked for each command, so each kind of command is matched only once."""
    kind = type(asked)
    found = _known.get(kind)
    if found is None:
        found = _known[kind] = _receiver(asked)
    return found


def _receiver(asked: Asked) -> To:
    match asked:
        case SoundCaptured() | EndSpeech() | HearAll():
            return To.LISTENER
        case OpenEar() | CloseEar() | SendMicrophone() | BeginActivity() | EndActivity():
            return To.EAR
        case AskEar() | AnswerCall() | NudgeEar() | GiveContext():
            return To.EAR
        case Read() | CancelRead() | SetPace():
            return To.NARRATOR
        case Play() | Flush() | Duck() | Unduck() | Cue() | ShowHeard() | ShowText() | ShowStep():
            return To.SURFACE
        case ShowNotice() | ShowState() | ShowRead() | ShowLeaving() | ShowAnswered():
            return To.SURFACE
        case (
            ShowAmendment()
            | ShowFailure()
            | ShowCall()
            | ShowUsage()
            | ShowChanges()
            | ShowResult()
            | ShowProgress()
            | ShowAct()
            | ShowHold()
            | CloseHold()
        ):
            return To.SURFACE
        case AskBrain() | SteerBrain() | CancelRun() | AnswerBrain():
            return To.BRAIN
        case TellPlayed() | TellSkipped() | FindLine():
            return To.BRAIN
        case ProposeWording():
            return To.WORDING
        case RunTool() | CancelTool():
            return To.TOOLS
        case Teach():
            return To.TEACHER
        case Drop() | ForgetSound() | EndSession():
            return To.SESSION
        case _:
            assert_never(asked)


def joined_spans(waiting: AudioSpan, new: AudioSpan) -> AudioSpan | None:
    """One span for two neighbours of one stream."""
    if waiting.stream == new.stream and waiting.end == new.first:
        return AudioSpan(waiting.stream, waiting.first, waiting.count + new.count)
    return None


def joined(waiting: Asked, new: Asked) -> Asked | None:
    """One command that asks what two neighbours ask, or None if they must stay two."""
    match waiting, new:
        case SoundCaptured(), SoundCaptured() if waiting.source == new.source:
            span = joined_spans(waiting.span, new.span)
            return None if span is None else SoundCaptured(span, new.source)
        case SendMicrophone(), SendMicrophone() if waiting.connection == new.connection:
            span = joined_spans(waiting.span, new.span)
            return None if span is None else SendMicrophone(new.connection, span)
        case Play(), Play() if waiting.read == new.read:
            span = joined_spans(waiting.span, new.span)
            return None if span is None else Play(new.read, span)
        case ShowText(), ShowText() if waiting.run == new.run:
            return ShowText(new.run, waiting.text + new.text)
        case ShowStep(), ShowStep() if (waiting.run, waiting.step) == (new.run, new.step):
            effects, receipt = waiting.effects or new.effects, new.receipt or waiting.receipt
            return replace(new, effects=effects, receipt=receipt)
        case ShowUsage(), ShowUsage() if waiting.run == new.run:
            return new
        case ShowChanges(), ShowChanges() if waiting.run == new.run:
            return new
        case ShowProgress(), ShowProgress() if waiting.effect == new.effect:
            return new
        case ShowHeard(), ShowHeard() if waiting.utterance == new.utterance and not waiting.final:
            return new
        case _:
            return None
