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


class NewCorrection(BaseModel):
    """One to be taught: `heard` and `meant`, or `input`, `proposed` and `corrected`."""

    type: Literal["stt", "reasoning"]
    id: str | None = Field(None, description="Made here if it is left out; so is `createdAt`.")
    createdAt: str | None = None  # noqa: N815  the name that it travels under
    audio: str | None = Field(None, description="Base64 of PCM: 16 bits, 16 kHz, one channel.")
    heard: str | None = None
    meant: str | None = None
    input: str | None = None
    proposed: str | None = None
    corrected: str | None = None


class CorrectionTexts(BaseModel):
    """The texts of a correction that are to be others."""

    model_config = ConfigDict(extra="forbid")

    heard: str | None = None
    meant: str | None = None
    input: str | None = None
    proposed: str | None = None
    corrected: str | None = None


class TaughtWords(Answered):
    """An utterance that was understood wrongly. Its sound is elsewhere: at `sound`."""

    type: Literal["stt"] = "stt"
    id: str
    createdAt: str  # noqa: N815  the name that it travels under
    heard: str
    meant: str
    sound: str | None = Field(description="Where its sound is; null: none is kept.")
    seconds: float


class TaughtInstruction(Answered):
    """An utterance of which the wrong instruction was made. No sound is kept with it."""

    type: Literal["reasoning"] = "reasoning"
    id: str
    createdAt: str  # noqa: N815  the name that it travels under
    input: str
    proposed: str
    corrected: str
    sound: None = None
    seconds: float = 0.0


KeptCorrection = TaughtWords | TaughtInstruction


class KeptCorrections(Answered):
    """All that the person taught, the newest first. `learning`: whether edits teach."""

    learning: bool
    corrections: list[KeptCorrection]


class ImportedCorrections(Answered):
    """What became of those that came: new, known already, refused, and why (the first 20)."""

    added: int
    kept: int
    refused: int
    why: list[str]
