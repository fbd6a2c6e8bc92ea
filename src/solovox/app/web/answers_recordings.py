"""What REST answers about recorded questions and what became of them."""

from datetime import datetime
from typing import Final, Literal, get_args

from pydantic import Field

from solovox.app.web.answers import Answered

RunPart = Literal["heard", "instruction", "calls", "said", "failures"]
"""A field of `RecordingRun` that is compared with that of the run before."""
COMPARED: Final[tuple[RunPart, ...]] = get_args(RunPart)


class KeptRecording(Answered):
    """A question that was recorded."""

    name: str
    seconds: float
    created: datetime
    synthetic: bool = Field(description="A voice of a machine said it.")
    about: str
    shipped: bool = Field(description="It came with Solovox, and cannot be removed or replaced.")


class RecordingRun(Answered):
    """What a recording was made of, by the settings of that moment."""

    at: datetime
    who: str = Field(description="Who heard, thought and read.")
    heard: list[str]
    instruction: list[str] = Field(description="What the brain was asked, and what waited for a yes.")
    calls: list[str] = Field(description="Tools, with their arguments.")
    said: list[str] = Field(description="What was read aloud, piece by piece.")
    failures: list[str]


class RunDifference(Answered):
    """A part of a run that is not as it was in the run before."""

    what: RunPart
    before: list[str]
    now: list[str]


class RunCompared(Answered):
    """A run, the one before it, and what differs."""

    now: RecordingRun
    before: RecordingRun | None
    differences: list[RunDifference]
