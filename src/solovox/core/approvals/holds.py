"""What waits for the person's yes, and what stays a draft because none came.

A1  Only `grant` lets a held thing go. Denial, time-out and the loss of the surface mean: not sent. An instruction
    that got no answer stays a draft, and a fresh yes sends it, once.
A3  A yes is bound to a hold and to a text. A yes to a hold that has ended is a yes to nothing. The text of an
    action is the tool's name and its arguments: a yes to another tool is none.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from solovox.core.commands import HoldKind, ShowHold
from solovox.core.mends import mended
from solovox.core.sense import NO_WORDS, Sense
from solovox.core.units import CallId, HoldId, Instant, RunId, SourceId, UtteranceId, Waiting

NEW = HoldId(0)
"""What is shown has no number before it is held."""
DRAFTS = 8
"""How many drafts are kept. A yes to an older one comes too late."""


@dataclass(frozen=True, slots=True)
class AgentRequest:
    """An agent that waits for the answer: its run, its name for the request, and what it would do with which arguments."""

    run: RunId
    call: CallId
    act: str
    arguments: str = ""
    """Empty: it does the act as it stands, or not at all (A5)."""


@dataclass(frozen=True, slots=True)
class Held:
    """What waits for a yes, as it is shown."""

    show: ShowHold
    spoken: tuple[SourceId, Instant] | None = None
    """Who spoke the held words, and when they ended. What the same person says soon after goes on from them (T2)."""
    before: "Held | None" = None
    """What was held before, and the person went on from. The text begins with its text."""
    request: AgentRequest | None = None
    """Who waits for a permission (A5)."""
    told: bool | None = None
    """Whether it was said that it waits (N5). None: that need not be said: no agent asks for it, and no ear takes it for agreed."""
    wording_until: Instant | None = None
    """Another wording is awaited until then (A1)."""
    worded_at: Instant | None = None
    """When one was taken (A3)."""
    sense: Sense = NO_WORDS
    """The words as they were understood: what the text was before it was mended (K2)."""
    back: str = ""
    """The words in which it was read back (A6)."""
    heard: bool = False
    """They were heard to their end."""
    said: str = ""
    """The whole of an act, in words that can be said. Empty: it cannot be said whole (N5)."""

    @property
    def id(self) -> HoldId:
        """Its number."""
        return self.show.hold

    @property
    def name(self) -> str:
        """What an act is called: it stays in every edit of it."""
        return self.show.text.split()[0] if self.request is None else self.request.act

    @property
    def words(self) -> str:
        """What is to be sent, before it is mended."""
        raw = self.sense.rest
        return raw if mended(raw, self.show.mends) == self.show.text else self.show.text

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
class Approvals:
    """What waits for a yes, oldest first. All of it is shown to the person."""

    waiting: tuple[Held, ...] = ()
    count: int = 0
    drafts: tuple[Held, ...] = ()
    """Instructions that got no answer, oldest first."""
    unchanged: tuple[Waiting, Instant] = ((), Instant(0))
    """What waits, and since when it is just this. Who types a yes must have had the time to read it (A2)."""
    telling: HoldId | None = None
    """Of this it was said last that it waits (N5)."""

    @property
    def untold(self) -> Held | None:
        """The first thing of which it is to be said that it waits: an agent's act, or what an ear takes for agreed."""
        return next((one for one in self.waiting if one.told is False), None)

    @property
    def unspoken(self) -> bool:
        """Whether words wait in which our own recogniser heard no speech."""
        return any(one.is_instruction and one.spoken is None for one in self.waiting)

    def coded(self, code: str) -> Held | None:
        """What has this code. Without one: the oldest."""
        return next((one for one in self.waiting if code in ("", one.show.code)), None)

    @property
    def ids(self) -> tuple[HoldId, ...]:
        """What waits, by id."""
        return tuple(held.id for held in self.waiting)

    @property
    def shown(self) -> Waiting:
        """What waits, and the text that a yes to it is to (A2, A3)."""
        return tuple((held.id, held.show.text) for held in self.waiting)


def ask(state: Approvals, show: ShowHold, **known: object) -> tuple[Approvals, Held]:
    """One more thing waits for a yes, under a number of its own. `known`: what is known of it beside what is shown."""
    held = Held(replace(show, hold=HoldId(state.count + 1)), **known)  # type: ignore[arg-type]
    return replace(state, waiting=(*state.waiting, held), count=held.id), held


def settled(state: Approvals, at: Instant) -> Approvals:
    """The state at the end of a step: what waits may be other than before."""
    return state if state.shown == state.unchanged[0] else replace(state, unchanged=(state.shown, at))


def reworded(state: Approvals, held: Held, **changes: object) -> tuple[Approvals, Held]:
    """It waits on, and is shown otherwise. A yes that has begun was to what was shown before (A2), and so is a wording
    that is still awaited (A1). What is being said of it is true no more (A6)."""
    show = replace(held.show, **changes)  # type: ignore[arg-type]
    new = replace(held, show=show, wording_until=None, back="", heard=False)
    telling = NEW if held.back and state.telling == held.id else state.telling
    return put(replace(state, telling=telling), new), new


def claimed(state: Approvals) -> Approvals | None:
    """An ear says that the person agrees to the oldest instruction. None: none waits."""
    oldest = next((one.id for one in state.waiting if one.is_instruction), None)
    waiting = (replace(one, told=bool(one.told)) if one.id == oldest else one for one in state.waiting)
    return None if oldest is None else replace(state, waiting=tuple(waiting))


def tell(state: Approvals, told: Held) -> Approvals:
    """It is said now that it waits."""
    return replace(put(state, replace(told, told=True)), telling=told.id)


def read_back(state: Approvals, held: Held, said: str) -> Approvals:
    """It is read back now (A6)."""
    return replace(put(state, replace(held, back=said, heard=False)), telling=held.id)


def heard_out(state: Approvals, said: Sequence[str]) -> Approvals:
    """These words of ours were heard to their end. What cannot be said whole was not heard by that (A6)."""
    waiting = (
        replace(one, heard=one.heard or (one.id == state.telling and one.back in said))
        if one.said or one.is_instruction
        else one
        for one in state.waiting
    )
    return replace(state, waiting=tuple(waiting))


def end(state: Approvals, hold: HoldId, *, draft: bool = False) -> tuple[Approvals, Held | None]:
    """End a hold, or a draft. Returns None if it had ended before. `draft`: an instruction stays as one."""
    held = find(state, hold)
    drafts = tuple(one for one in state.drafts if one.id != hold)
    if held is not None and draft and held.is_instruction:
        drafts = (*drafts, held)[-DRAFTS:]
    waiting = tuple(one for one in state.waiting if one.id != hold)
    return replace(state, waiting=waiting, drafts=drafts), held


def put(state: Approvals, held: Held) -> Approvals:
    """With what has changed of a hold that waits."""
    return replace(state, waiting=tuple(held if one.id == held.id else one for one in state.waiting))


def worded_since(state: Approvals, at: Instant) -> bool:
    """Whether the text of anything that waits has changed at that time or later."""
    return any(one.worded_at is not None and one.worded_at >= at for one in state.waiting)


def find(state: Approvals, hold: HoldId) -> Held | None:
    """The hold or the draft with this id."""
    return next((one for one in (*state.waiting, *state.drafts) if one.id == hold), None)


def agreed(held: Held, text: str) -> str | None:
    """The arguments that a yes to an act allows. None: the text is a yes to something else. The core reads no JSON:
    it checks the name and the braces only (A3). What has no arguments is allowed as it stands (A5)."""
    if not held.show.editable:
        return "" if text.split() == held.show.text.split() else None
    rest = text.strip().removeprefix(held.name)
    arguments = rest.strip()
    is_object = rest[:1].isspace() and arguments.startswith("{") and arguments.endswith("}")
    return arguments if is_object or text == held.show.text else None


def overdue(state: Approvals, at: Instant) -> tuple[HoldId, ...]:
    """Holds whose time is up."""
    return tuple(h.id for h in state.waiting if at >= h.show.until)


def deadline(state: Approvals) -> Instant | None:
    """When the next hold expires."""
    return min((h.show.until for h in state.waiting), default=None)
