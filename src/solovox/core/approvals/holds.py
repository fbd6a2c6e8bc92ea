"""What waits for the person's yes, and what stays a draft because none came.

A1  Only a yes lets a held thing go. Denial, time-out and the loss of the surface mean: not sent. An instruction
    that got no answer stays a draft, and a fresh yes sends it, once.
A3  A yes is bound to a hold and to a text. A yes to a hold that has ended is a yes to nothing. The text of an
    action is the tool's name and its arguments: a yes to another tool is none.
A6  What was read back counts as heard only when all of it was played.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from solovox.core.commands import HoldKind, ShowHold
from solovox.core.mends import mend_text
from solovox.core.sense import NO_WORDS, Sense
from solovox.core.units import HoldId, Instant, SourceId, UtteranceId, Waiting

NEW = HoldId(0)
"""What is shown has no number before it is held."""
DRAFTS = 8
"""How many drafts are kept. A yes to an older one comes too late."""


@dataclass(frozen=True, slots=True)
class Held:
    """What waits for a yes, as it is shown: words to be asked, or an effect to be allowed."""

    show: ShowHold
    spoken: tuple[SourceId, Instant] | None = None
    """Who spoke the held words, and when they ended. What the same person says soon after goes on from them (T2)."""
    before: "Held | None" = None
    """What was held before, and the person went on from. The text begins with its text."""
    told: bool | None = None
    """Whether it was said that it waits (N5). None: that need not be said: no agent asks for it, and no ear takes it for agreed."""
    wording_until: Instant | None = None
    """Another wording is awaited until then (A1)."""
    worded_at: Instant | None = None
    """When its text became another (A3)."""
    sense: Sense = NO_WORDS
    """The words as they were understood: what the text was before it was mended (K2)."""
    said: str = ""
    """The whole of an act, in words that can be said. Empty: it cannot be said whole (N5)."""

    @property
    def id(self) -> HoldId:
        """Its number."""
        return self.show.hold

    @property
    def words(self) -> str:
        """What is to be sent, before it is mended."""
        raw = self.sense.rest
        return raw if mend_text(raw, self.show.mends) == self.show.text else self.show.text

    @property
    def meant(self) -> str:
        """What the person has said again that they said, in the place of what was heard (K1)."""
        return self.sense.restated[1]

    @property
    def is_instruction(self) -> bool:
        """Whether it is the person's words, to be asked."""
        return self.show.kind is HoldKind.INSTRUCTION

    def is_of(self, utterance: UtteranceId | None) -> bool:
        """Whether it holds words of this utterance."""
        return self.is_instruction and self.show.utterance == utterance


@dataclass(frozen=True, slots=True)
class Readback:
    """What was said last of something that waits."""

    hold: HoldId | None = None
    """None: nothing. `NEW`: what was said is true no more."""
    words: str = ""
    """The words in which it was read back (A6). Empty: it was only told that it waits (N5)."""
    heard: bool | None = None
    """Whether all of it was heard. None: it is being said. False: it will not be, or that was not the whole act."""


@dataclass(frozen=True, slots=True)
class Approvals:
    """What waits for a yes, oldest first. All of it is shown to the person."""

    waiting: tuple[Held, ...] = ()
    count: int = 0
    drafts: tuple[Held, ...] = ()
    """Instructions that got no answer, oldest first."""
    unchanged: tuple[Waiting, Instant] = ((), Instant(0))
    """What waits, and since when it is just this. Who types a yes must have had the time to read it (A2)."""
    telling: Readback = Readback()
    unmended: tuple[tuple[str, str], ...] = ()
    """Mends that the person took back: what was heard, and what they did not mean (K2)."""

    @property
    def unspoken(self) -> bool:
        """Whether words wait in which our own recogniser heard no speech."""
        return any(one.is_instruction and one.spoken is None for one in self.waiting)

    @property
    def shown(self) -> Waiting:
        """What waits, and the text that a yes to it is to (A2, A3)."""
        return tuple((held.id, held.show.text) for held in self.waiting)

    @property
    def deadline(self) -> Instant | None:
        """When the next hold expires."""
        return min((held.show.until for held in self.waiting), default=None)

    def said_of(self, held: Held) -> Readback:
        """What was said last of it."""
        return self.telling if self.telling.hold == held.id else Readback()

    def find(self, hold: HoldId) -> Held | None:
        """The hold or the draft with this id."""
        return next((one for one in (*self.waiting, *self.drafts) if one.id == hold), None)


def settle_holds(state: Approvals, at: Instant) -> Approvals:
    """The state at the end of a step: what waits may be other than before."""
    return state if state.shown == state.unchanged[0] else replace(state, unchanged=(state.shown, at))


def heard_out(state: Approvals, said: Sequence[str], *, whole: bool) -> Approvals:
    """These words of ours were heard to their end or, if not `whole`, will not be (A6)."""
    told = state.telling
    ends = told.heard is None and told.words in said
    return replace(state, telling=replace(told, heard=whole)) if ends else state


def end(state: Approvals, held: Held, *, draft: bool) -> Approvals:
    """End a hold, or a draft. `draft`: it stays as one."""
    waiting, drafts = (
        tuple(one for one in some if one is not held) for some in (state.waiting, state.drafts)
    )
    kept = (*drafts, held)[-DRAFTS:] if draft else drafts
    return replace(state, waiting=waiting, drafts=kept)


def put(state: Approvals, held: Held) -> Approvals:
    """With what has changed of a hold that waits."""
    return replace(state, waiting=tuple(held if one.id == held.id else one for one in state.waiting))


def find_agreed_arguments(show: ShowHold, name: str, text: str) -> str | None:
    """The arguments that a yes to an act of this name allows. None: the text is a yes to something else. The core reads no JSON:
    it checks the name and the braces only (A3). What has no arguments is allowed as it stands (A5)."""
    if not show.editable:
        return "" if text.split() == show.text.split() else None
    rest = text.strip().removeprefix(name)
    arguments = rest.strip()
    is_object = rest[:1].isspace() and arguments.startswith("{") and arguments.endswith("}")
    return arguments if is_object or text == show.text else None
