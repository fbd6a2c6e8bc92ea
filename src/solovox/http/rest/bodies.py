"""What REST answers: one typed model for each body. They are the source of the OpenAPI schema."""

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct


class Answered(Struct):
    """A body. Whoever reads it may meet fields that come later."""


class RequestBody(Struct, forbid_unknown_fields=True):
    """A body of a request. What it has not is refused."""


class Problem(Answered):
    """What is wrong, and what to do: one line."""

    error: str


class RunningTalk(Answered):
    """A session that runs."""

    name: str
    profile: str
    since: datetime
    pages: Annotated[
        int, Meta(description="How many pages are there now; 0 while it waits for one to come back.")
    ]
    working: Annotated[bool, Meta(description="Whether it answers, or a tool runs.")]


class RunningTalks(Answered):
    """The sessions that run, in the order of their beginning."""

    sessions: list[RunningTalk]


class KeptJournal(Answered):
    """A session that is kept: its journal, and the sound beside it."""

    name: str
    kind: Annotated[
        Literal["talk", "served"],
        Meta(description="`served`: a session of the live server, which has events and no timeline here."),
    ]
    written: Annotated[datetime, Meta(description="When its journal was written last.")]
    bytes: Annotated[int, Meta(description="Journal and sound.")]
    ended: Annotated[bool, Meta(description="False: it still runs, or was killed.")]
    sound: bool
    title: Annotated[str, Meta(description="The first words that were said in it.")] = ""
    began: Annotated[str, Meta(description="When it began (ISO 8601).")] = ""
    seconds: Annotated[float, Meta(description="How long it lasted.")] = 0.0
    turns: Annotated[int, Meta(description="How often a brain was asked.")] = 0
    brain: Annotated[str, Meta(description="Which kind answered; empty: its journal does not say.")] = ""


class KeptJournals(Answered):
    """The newest journals that are kept. `total` counts all of them, or all that were found."""

    journals: list[KeptJournal]
    total: int


class SpokenTurn(Answered):
    """One turn of a timeline. `latency_ms`: from the end of speech to each step; `acts`: that none was recorded, where one was to be."""

    heard: str
    instruction: str | None
    text: str
    said: list[str]
    played: str
    cut: bool
    latency_ms: dict[str, int]
    acts: str | None


class TimelineSummary(Answered):
    """A session in numbers and words, as `solovox timeline --json` has it."""

    turns: list[SpokenTurn]
    holds: list[dict[str, Any]]
    dropped: Annotated[
        dict[str, dict[str, int]], Meta(description="Samples of sound, by whose they were and why.")
    ]
    connections: list[dict[str, Any]]


class LaneMark(Answered):
    """A moment (`end` is null) or an interval of a lane, in milliseconds since the session began."""

    lane: str
    kind: str
    at: int
    end: int | None
    label: str
    n: Annotated[int, Meta(description="The number of its event in the journal.")]
    law: str
    samples: int


class LaneWave(Answered):
    """How loud the sound of a lane was, from 0 to 100, one value for every `step_ms`."""

    at: int
    step_ms: int
    peaks: list[int]
    heard: Annotated[bool, Meta(description="False: it was cut before it was played.")] = True


class JournalLanes(Answered):
    """What happened when in a session. `waves` has the lanes whose sound was kept."""

    session: str
    length_ms: int
    lanes: list[str]
    marks: list[LaneMark]
    waves: dict[str, list[LaneWave]]


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
    origin: Annotated[str, Meta(description="Where it was set, or why it is so.")]


class AddressToConfirm(Answered):
    """An address that was set here, and is used for nothing before the person has confirmed it."""

    id: str
    key: str
    address: str
    host: Annotated[str, Meta(description="What the person is to be shown.")]
    gets: Annotated[str, Meta(description="What would be sent there.")]


class SettingsInForce(Answered):
    """The configuration of new sessions."""

    profile: str
    settings: list[SettingInForce]
    waiting: Annotated[
        list[AddressToConfirm], Meta(description="Addresses that wait for the person's yes.")
    ] = []


class ConfirmedAddress(RequestBody):
    """The address that the person has seen, and whether it may be used."""

    id: Annotated[str, Meta(max_length=100)]
    yes: Annotated[bool, Meta(description="False: it is taken back, and what was there before stays.")] = True


class SettingChange(RequestBody):
    """A setting that is to be another from the next talk on. `value`: null leaves it to the profile again."""

    key: str
    value: str | None


class ChangedSetting(Answered):
    """A setting as it counts from the next talk on. Secrets are masked."""

    key: str
    value: Annotated[str | None, Meta(description="Null: it has none.")]
    origin: Annotated[str, Meta(description="Where it was set, or why it is so.")]
    missing: Annotated[
        list[str], Meta(description="What the next talk would need and has not; empty: it can begin.")
    ]
    waits: Annotated[
        AddressToConfirm | None,
        Meta(description="It is an address, and is not used before the person has confirmed it."),
    ] = None


class KindOfEngine(Answered):
    """A brain, an ear or a voice that can be chosen by its name."""

    name: str
    ready: bool
    missing: Annotated[str, Meta(description="What it needs and has not, in one line; empty: it is ready.")]
    keys: Annotated[list[str], Meta(description="The settings of its own that can be set here.")]
    unsure: Annotated[
        str, Meta(description="Why it cannot be known whether it is ready, such as a login that is not seen.")
    ] = ""
    installs: Annotated[
        str, Meta(description="What `POST /api/installs/NAME` would have to install for it; empty: nothing.")
    ] = ""


class KindOfUse(Answered):
    """A profile."""

    name: str
    about: str


class SettableKey(Answered):
    """A key that can be set here."""

    key: str
    values: Annotated[list[str], Meta(description="The values that it may have; empty: any text.")]
    secret: bool
    elsewhere: Annotated[
        str, Meta(description="The place that sets it and goes before this; empty: it can be set here.")
    ]


class Choices(Answered):
    """What can be chosen on this machine."""

    profile: str
    profiles: list[KindOfUse]
    brains: list[KindOfEngine]
    ears: list[KindOfEngine]
    voices: list[KindOfEngine]
    settings: list[SettableKey]
    suggestions: Annotated[
        list[str], Meta(description="What one can say here at first, as who runs the server suggests.")
    ]


class Instruction(Answered):
    """What the live ear is told to be, with what was taught. `used`: a live ear is chosen; else it is what one would be told."""

    text: str
    used: bool
    model: str


class CorrectionsToTest(RequestBody):
    """Which corrections are to be heard again; all that have sound, if none is named."""

    ids: Annotated[list[str], Meta(max_length=5_000)] | None = None


class HeardAgain(Answered):
    """One sound, heard again without anything taught (`heard_now`) and with all that was taught (`mended`)."""

    id: str
    heard_then: str
    heard_now: str
    mended: str
    meant: str
    wer_before: Annotated[
        float, Meta(description="How much of what was meant is wrong in `heard_now`, in words;")
    ]
    wer_after: Annotated[float, Meta(description="and in `mended`.")]


class NotHeardAgain(Answered):
    """One that was not heard, and why."""

    id: str
    why: str


class CorrectionsTested(Answered):
    """What became of them, and the word error rates over all."""

    results: list[HeardAgain]
    skipped: list[NotHeardAgain]
    wer_before: float
    wer_after: float


class NewCorrection(Answered):
    """One to be taught: `heard` and `meant`, or `input`, `proposed` and `corrected`, or `written` and `spoken`."""

    type: Literal["stt", "reasoning", "speech"]
    id: Annotated[str | None, Meta(description="Made here if it is left out; so is `createdAt`.")] = None
    createdAt: str | None = None  # noqa: N815  the name that it travels under
    audio: Annotated[str | None, Meta(description="Base64 of PCM: 16 bits, 16 kHz, one channel.")] = None
    heard: str | None = None
    meant: str | None = None
    input: str | None = None
    proposed: str | None = None
    corrected: str | None = None
    written: str | None = None
    spoken: str | None = None


class CorrectionTexts(RequestBody):
    """The texts of a correction that are to be others."""

    heard: str | None = None
    meant: str | None = None
    input: str | None = None
    proposed: str | None = None
    corrected: str | None = None
    written: str | None = None
    spoken: str | None = None


class TaughtWords(Answered, tag_field="type", tag="stt"):
    """An utterance that was understood wrongly. Its sound is elsewhere: at `sound`."""

    id: str
    createdAt: str  # noqa: N815  the name that it travels under
    heard: str
    meant: str
    sound: Annotated[str | None, Meta(description="Where its sound is; null: none is kept.")]
    seconds: float


class TaughtInstruction(Answered, tag_field="type", tag="reasoning"):
    """An utterance of which the wrong instruction was made. No sound is kept with it."""

    id: str
    createdAt: str  # noqa: N815  the name that it travels under
    input: str
    proposed: str
    corrected: str
    sound: None = None
    seconds: float = 0.0


class TaughtVoice(Answered, tag_field="type", tag="speech"):
    """What the voice says wrongly, and how it is said. No sound is kept with it."""

    id: str
    createdAt: str  # noqa: N815  the name that it travels under
    written: str
    spoken: str
    sound: None = None
    seconds: float = 0.0


KeptCorrection = TaughtWords | TaughtInstruction | TaughtVoice


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
