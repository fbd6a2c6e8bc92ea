"""Which link performs which command, and which neighbouring commands may become one.

Joining keeps a slow link's mailbox bounded without losing anything: it receives the same text and
the same samples in fewer commands.
"""

from dataclasses import replace
from enum import Enum
from typing import Final, assert_never

from solovox.core.commands import (
    BrainCommand,
    Command,
    EarCommand,
    ListenerCommand,
    NarratorCommand,
    Play,
    SendMicrophone,
    SessionCommand,
    ShowChanges,
    ShowHeard,
    ShowProgress,
    ShowStep,
    ShowText,
    ShowUsage,
    SurfaceCommand,
    TeacherCommand,
    ToolCommand,
    WordingCommand,
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
    if isinstance(asked, SoundCaptured | ListenerCommand):
        return To.LISTENER
    if isinstance(asked, EarCommand):
        return To.EAR
    if isinstance(asked, NarratorCommand):
        return To.NARRATOR
    if isinstance(asked, SurfaceCommand):
        return To.SURFACE
    if isinstance(asked, BrainCommand):
        return To.BRAIN
    if isinstance(asked, WordingCommand):
        return To.WORDING
    if isinstance(asked, ToolCommand):
        return To.TOOLS
    if isinstance(asked, TeacherCommand):
        return To.TEACHER
    if isinstance(asked, SessionCommand):
        return To.SESSION
    assert_never(asked)


def join_spans(waiting: AudioSpan, new: AudioSpan) -> AudioSpan | None:
    """One span for two neighbours of one stream."""
    if waiting.stream == new.stream and waiting.end == new.first:
        return AudioSpan(waiting.stream, waiting.first, waiting.count + new.count)
    return None


def join_commands(waiting: Asked, new: Asked) -> Asked | None:
    """One command that asks what two neighbours ask, or None if they must stay two."""
    match waiting, new:
        case SoundCaptured(), SoundCaptured() if waiting.source == new.source:
            span = join_spans(waiting.span, new.span)
            return None if span is None else SoundCaptured(span, new.source)
        case SendMicrophone(), SendMicrophone() if waiting.connection == new.connection:
            span = join_spans(waiting.span, new.span)
            return None if span is None else SendMicrophone(new.connection, span)
        case Play(), Play() if waiting.read == new.read:
            span = join_spans(waiting.span, new.span)
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
