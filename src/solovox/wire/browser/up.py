"""What a client sends: one closed union of JSON frames. Binary frames are microphone sound, 16-bit mono little-endian.

`start`, `mute` and `end` are those of the first clients; `start` with `"solovox": 1` opens all the others.
Samples are counted in the client's own rates, which `start` says.
"""

from typing import Annotated, Any, Final

from msgspec import Meta, Struct, field

from solovox.core.units import MIC_RATE, VOICE_RATE

SOLOVOX: Final = 1
"""The version of all that the first clients did not have."""
LOWEST_RATE: Final = 8_000
HIGHEST_RATE: Final = 48_000
LONGEST_TEXT: Final = 20_000
Rate = Annotated[int, Meta(ge=LOWEST_RATE, le=HIGHEST_RATE)]
Count = Annotated[int, Meta(ge=0)]
Words = Annotated[str, Meta(max_length=LONGEST_TEXT)]
Name = Annotated[str, Meta(max_length=200)]


class Up(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """A frame of a client."""


class StartFrame(Up, frozen=True, tag="start"):
    """First: begin a session, or join the one named `session`."""

    theme: Name = ""
    """In the Studio: the id of a theme. One that there is not is told as an error, and the session goes on."""
    project_context: dict[str, Any] = field(name="projectContext", default_factory=dict)
    """In the Studio: `project`, the id of the project that is open; or `name`, what the next one is to be called.
    `greet`, yes: a voice of ours greets the person."""
    solovox: int = 0
    """1: this client knows all frames. 0: those of the first clients only."""
    session: Name = ""
    """A session that runs. Empty: a new one."""
    watch: bool = False
    """Do not take microphone and speaker, though no page has them."""
    microphone_rate: Rate = MIC_RATE
    """Samples a second of the binary frames that it sends."""
    speaker_rate: Rate = VOICE_RATE
    """Samples a second of the binary frames that it wants."""


class ResumeFrame(Up, frozen=True, tag="resume"):
    """First, in place of `start`: the page of this token is back. It has thrown away what it had not played."""

    token: Name
    read: Count = 0
    """The read that it played last, and how far, in samples. 0: it has played none."""
    samples: Count = 0
    microphone_rate: Rate = MIC_RATE
    speaker_rate: Rate = VOICE_RATE


class MuteFrame(Up, frozen=True, tag="mute"):
    """The microphone is silence from here on, or it is on again."""

    muted: bool


class EndFrame(Up, frozen=True, tag="end"):
    """End the session."""


class TypedTextFrame(Up, frozen=True, tag="text"):
    """The person typed this, and sent it. It does all that speech does."""

    text: Words


class PlayedSamplesFrame(Up, frozen=True, tag="played"):
    """`samples` of a read have left the speaker in all. At least every 100 ms while one plays, and at its end."""

    read: Count
    samples: Count


class FlushedSamplesFrame(Up, frozen=True, tag="flushed"):
    """The answer to `flush`: nothing of the read plays any more; `samples` of it were played in all."""

    read: Count
    samples: Count


class StopFrame(Up, frozen=True, tag="stop"):
    """Stop the work, and the voice."""


class SilenceFrame(Up, frozen=True, tag="silence"):
    """Cut the voice; the work goes on."""


class AcceptFrame(Up, frozen=True, tag="accept"):
    """A yes to a hold, or to a draft: to exactly this text, as it was shown (law A3)."""

    hold: Count
    text: Words
    heard: Words | None = None
    """What the person made of `heard`, if they edited it."""


class EditFrame(Up, frozen=True, tag="edit"):
    """A yes to another text than was shown."""

    hold: Count
    text: Words
    heard: Words | None = None
    """What the person made of `heard`, if they edited it."""


class RefuseFrame(Up, frozen=True, tag="refuse"):
    """A no to a hold."""

    hold: Count


class UnmendFrame(Up, frozen=True, tag="unmend"):
    """A mend is taken back: what was heard was right, and stays so in this session."""

    heard: Words
    meant: Words


class FloorFrame(Up, frozen=True, tag="floor"):
    """The talk key is pressed (`taken`), or let go."""

    taken: bool


class TakeFrame(Up, frozen=True, tag="take"):
    """This page takes microphone and speaker over."""


class SetFrame(Up, frozen=True, tag="set"):
    """Change a setting of the session: `approval` and `learning` (kept for later sessions, too), `barge_in`, `own_words`;
    in the Studio also `theme` (its id: the voice changes with the next read) and `project` (the id of the one that is open)."""

    key: Name
    value: Name


UpFrame = (
    StartFrame
    | ResumeFrame
    | MuteFrame
    | EndFrame
    | TypedTextFrame
    | PlayedSamplesFrame
    | FlushedSamplesFrame
    | StopFrame
    | SilenceFrame
    | AcceptFrame
    | EditFrame
    | RefuseFrame
    | UnmendFrame
    | FloorFrame
    | TakeFrame
    | SetFrame
)
