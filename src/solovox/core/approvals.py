"""What waits for the person's yes.

A1  Only `grant` lets a held thing go. Denial, time-out and the loss of the surface mean: not sent.
A3  A yes is bound to a hold and to a text. A yes to a hold that has ended is a yes to nothing. The text of an
    action is the tool's name and its arguments: a yes to another tool is none.
"""

from dataclasses import dataclass, replace

from solovox.core.commands import HoldKind
from solovox.core.units import CallId, HoldId, Instant, RunId, UtteranceId


@dataclass(frozen=True, slots=True)
class AgentRequest:
    """An agent that waits for the answer: its run, its name for the request, and what it says may come of it."""

    run: RunId
    call: CallId
    risk: str = ""


@dataclass(frozen=True, slots=True)
class Held:
    """What waits for a yes until `until`."""

    id: HoldId
    text: str
    until: Instant
    utterance: UtteranceId | None = None
    kind: HoldKind = HoldKind.INSTRUCTION
    said_at: Instant | None = None
    """When the held words ended, if the person spoke them. Speech that begins soon after goes on from them (T2)."""
    before: str = ""
    """The text begins with these words. They were held before, and the person went on from them."""
    request: AgentRequest | None = None
    """Who waits for a permission (A5)."""

    @property
    def risk(self) -> str:
        """What may come of it, as far as was said."""
        return self.request.risk if self.request is not None else ""


@dataclass(frozen=True, slots=True)
class Approvals:
    """What waits for a yes, oldest first. All of it is shown to the person."""

    waiting: tuple[Held, ...] = ()
    count: int = 0

    @property
    def ids(self) -> tuple[HoldId, ...]:
        """What waits, by id."""
        return tuple(held.id for held in self.waiting)


def ask(
    state: Approvals,
    text: str,
    until: Instant,
    utterance: UtteranceId | None = None,
    kind: HoldKind = HoldKind.INSTRUCTION,
    said_at: Instant | None = None,
    before: str = "",
) -> tuple[Approvals, Held]:
    """One more thing waits for a yes."""
    held = Held(HoldId(state.count + 1), text, until, utterance, kind, said_at, before)
    return Approvals((*state.waiting, held), held.id), held


def request(state: Approvals, text: str, until: Instant, agent: AgentRequest) -> tuple[Approvals, Held]:
    """An agent waits for a yes to what it will do by itself."""
    state, held = ask(state, text, until, kind=HoldKind.PERMISSION)
    held = replace(held, request=agent)
    return replace(state, waiting=(*state.waiting[:-1], held)), held


def end(state: Approvals, hold: HoldId) -> tuple[Approvals, Held | None]:
    """End a hold. Returns None if it had ended before."""
    return replace(state, waiting=tuple(h for h in state.waiting if h.id != hold)), find(state, hold)


def find(state: Approvals, hold: HoldId) -> Held | None:
    """The hold with this id, if it still waits."""
    return next((h for h in state.waiting if h.id == hold), None)


def permits(held: Held, text: str) -> bool:
    """Whether a yes is to what the agent will do. It does that or nothing: an edited text is no yes (A5)."""
    return text.split() == held.text.split()


def agreed(held: Held, text: str) -> str | None:
    """The arguments that a yes to an action allows. None: the text is a yes to something else. The core reads
    no JSON: it checks the tool's name and the braces only."""
    named, arguments = (*text.split(maxsplit=1), "")[:2]
    is_object = arguments.startswith("{") and arguments.rstrip().endswith("}")
    return arguments if named == held.text.split()[0] and (is_object or text == held.text) else None


def overdue(state: Approvals, at: Instant) -> tuple[HoldId, ...]:
    """Holds whose time is up."""
    return tuple(h.id for h in state.waiting if at >= h.until)


def deadline(state: Approvals) -> Instant | None:
    """When the next hold expires."""
    return min((h.until for h in state.waiting), default=None)
