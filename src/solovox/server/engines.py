"""The engines of a server: recogniser, intent head, brain, voice. Made in `app/`; shared by all sessions.

`voice` and `intent` answer one question at a time, in the order in which sessions came. Each session has its own
recogniser and its own brain, made by what stands here.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Protocol

from solovox.ports import Brain, Recogniser, SharedTts, Tool
from solovox.ports.meaning import ToolChooser
from solovox.server.handles import Handles
from solovox.server.memory import Memory
from solovox.server.terms import Detection


class InputResampler(Protocol):
    """16-bit mono sound at one rate to another, as it comes."""

    def feed(self, pcm: bytes) -> bytes: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerEngines:
    """What all sessions of a server share."""

    recogniser: Callable[[Detection], Recogniser]
    voice: SharedTts
    brain: Callable[[], Brain]
    """Makes a session's own, in a worker thread: it may take its time."""
    handles: Handles[Memory]
    intent: ToolChooser | None = None
    """Tells which of several tools is meant. Without it none is called, and the brain answers."""
    tools: Sequence[Tool] = ()
    """The tools of the brain."""
    verbatim: bool = False
    """What the brain writes is said to the letter; else what of it is fit to be spoken."""
    resampler: Callable[[int, int], InputResampler]
    choosers: Executor
    """One thread for the intent head, so that rendering never waits for it."""
