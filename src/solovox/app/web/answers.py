"""What REST answers: one typed model for each body. They are the source of the OpenAPI schema."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Answered(BaseModel):
    """A body. Whoever reads it may meet fields that come later."""

    model_config = ConfigDict(frozen=True)


class Problem(Answered):
    """What is wrong, and what to do: one line."""

    error: str


class RunningTalk(Answered):
    """A session that runs."""

    name: str
    profile: str
    since: datetime
    pages: int = Field(description="How many pages are there now; 0 while it waits for one to come back.")
    working: bool = Field(description="Whether it answers, or a tool runs.")


class RunningTalks(Answered):
    """The sessions that run, in the order of their beginning."""

    sessions: list[RunningTalk]


class KeptJournal(Answered):
    """A session that is kept: its journal, and the sound beside it."""

    name: str
    kind: Literal["talk", "served"] = Field(
        description="`served`: a session of the live server, which has events and no timeline here."
    )
    written: datetime = Field(description="When its journal was written last.")
    bytes: int = Field(description="Journal and sound.")
    ended: bool = Field(description="False: it still runs, or was killed.")
    sound: bool


class KeptJournals(Answered):
    """The newest journals that are kept. `total` counts all of them."""

    journals: list[KeptJournal]
    total: int


class SpokenTurn(Answered):
    """One turn of a timeline. `latency_ms`: from the end of speech to each step."""

    heard: str
    instruction: str | None
    text: str
    said: list[str]
    played: str
    cut: bool
    latency_ms: dict[str, int]


class TimelineSummary(Answered):
    """A session in numbers and words, as `solovox timeline --json` has it."""

    turns: list[SpokenTurn]
    holds: list[dict[str, Any]]
    dropped: dict[str, dict[str, int]] = Field(description="Samples of sound, by whose they were and why.")
    connections: list[dict[str, Any]]


class SoundStream(Answered):
    """One stream of a journal's sound. `name` is that of `/sound/NAME.wav`."""

    name: str
    rate: int
    seconds: float
    bytes: int


class SoundStreams(Answered):
    """The sound that a journal has kept."""

    streams: list[SoundStream]


class SettingInForce(Answered):
    """One setting as it counts. Secrets are masked."""

    key: str
    value: str
    origin: str = Field(description="Where it was set, or why it is so.")


class SettingsInForce(Answered):
    """The configuration of new sessions."""

    profile: str
    settings: list[SettingInForce]
