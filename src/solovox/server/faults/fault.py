"""What a fault is: a kind, as it was asked for, on one connection. It may change what is sent, change what the session receives, and
act at a trigger.

Rule 1: where its `Chance` does not let it strike, it changes nothing.
Rule 2: its memory does not grow with the talk.
Rule 3: each fault of each connection has its own random source, so adding or removing a fault does not change the others.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, Literal

from solovox.core.errors import SolovoxError
from solovox.server.faults.shapes import Trigger, change_content, content, content_of, ends_turn, in_turn
from solovox.wire.gemini_live.client_frames import ClientMessage
from solovox.wire.gemini_live.parts import FunctionCall
from solovox.wire.gemini_live.server_frames import ServerMessage, Transcription

# A fault as it was asked for: its parameters, and when it may strike. How it is written: `table`.


FaultValue = int | float | str


class BadFault(SolovoxError):
    """A `--fault` that is not valid. One line that names the nearest valid one."""


@dataclass(frozen=True, slots=True)
class FaultParameter:
    """A number or a word that shapes a fault. Its type is that of `default`; `choices`: nothing else will do."""

    default: FaultValue
    about: str
    choices: tuple[FaultValue, ...] = ()
    least: float = 0
    most: float = 10_000_000


ALWAYS: Final[Mapping[str, FaultParameter]] = {
    "p": FaultParameter(1.0, "the probability each time", most=1),
    "times": FaultParameter(1_000_000, "at most this often, over all connections", least=1),
    "on": FaultParameter(0, "only on the connection of this number, from 1"),
}


@dataclass(frozen=True, slots=True)
class When:
    """When the fault may strike; by default at each opportunity."""

    trigger: Trigger | None = None
    nth: int = 0
    at_ms: int | None = None


@dataclass(frozen=True, slots=True)
class FaultRequest:
    """One fault as it was asked for. `values` holds every parameter, also defaults."""

    name: str
    values: Mapping[str, FaultValue] = field(default_factory=dict)
    when: When = When()

    def number(self, name: str) -> int:
        """A whole number."""
        return int(self.values[name])

    def word(self, name: str) -> str:
        """A text."""
        return str(self.values[name])


@dataclass(frozen=True, slots=True)
class CloseNow:
    """Close, with a frame that says why."""

    code: int
    reason: str


@dataclass(frozen=True, slots=True)
class Abort:
    """Drop the socket without a close frame: the client sees 1006."""


@dataclass(frozen=True, slots=True)
class Pongs:
    """From now on answer pings `late_ms` late; None: never."""

    late_ms: int | None


@dataclass(frozen=True, slots=True)
class After:
    """Do it `ms` later. The injector waits; the owner of the socket never sees this class."""

    ms: int
    action: "FaultAction"


FaultAction = ServerMessage | bytes | CloseNow | Abort | Pongs
"""What the owner of the socket performs. A message is sent; so are bytes, as one frame, valid or not."""
FaultOutput = FaultAction | After
"""What a fault returns."""
Sent = Callable[["Fault", int, ServerMessage], Sequence[FaultOutput]]
Side = Literal["input_transcription", "output_transcription"]
SIDES: dict[str, tuple[Side, ...]] = {
    "input": ("input_transcription",),
    "output": ("output_transcription",),
    "both": ("input_transcription", "output_transcription"),
}


@dataclass(slots=True)
class Left:
    """How often a fault may still strike, over all connections."""

    times: int


class Chance:
    """When one fault strikes on one connection. `met`: how many opportunities there were before."""

    def __init__(self, asked: FaultRequest, seed: str, left: Left, connection: int, met: int = 0) -> None:
        self.dice = Random(seed)
        self._when = asked.when
        self._p = float(asked.values["p"])
        self._left = left
        self._here = asked.values["on"] in (0, connection)
        self._met = met

    def strikes(self, at: int) -> bool:
        """At one more opportunity, `at` milliseconds after the connection began."""
        if not self._here:
            return False
        self._met += 1
        if self._when.nth not in (0, self._met) or at < (self._when.at_ms or 0):
            return False
        if (self._p < 1 and self.dice.random() >= self._p) or self._left.times <= 0:
            return False
        self._left.times -= 1
        return True


@dataclass(frozen=True, slots=True)
class FaultKind:
    """One kind of fault. `movable`: it may strike at any trigger; else `trigger` is the only one. `sent`: what is sent in place of a message
    at a time; `came`: what the session sees in place of a message of the client; `acts`: what it does at its trigger.
    """

    trigger: Trigger
    does: str
    source: str
    parameters: Mapping[str, FaultParameter] = field(default_factory=dict)
    movable: bool = False
    sent: Sent | None = None
    came: Callable[["Fault", int, ClientMessage], Sequence[ClientMessage]] | None = None
    acts: Callable[["Fault"], Sequence[FaultOutput]] | None = None


@dataclass(slots=True, eq=False)
class Fault:
    """One fault on one connection, and what it remembers."""

    kind: FaultKind
    asked: FaultRequest
    chance: Chance
    struck: bool = False
    """In this turn, or from now on."""
    running: bool = False
    """A turn of the model runs."""
    count: int = 0
    """Of what the kind counts in a turn."""
    said: list[ServerMessage] = field(default_factory=list)
    sides: dict[Side, bool] = field(default_factory=dict)
    """Whether it has struck the utterance, or the turn, that is being transcribed."""
    texts: dict[Side, str] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    """The session's ids of calls, by those that the fault made up; empty: it is answered."""
    calls: dict[str, FunctionCall] = field(default_factory=dict)
    """What waits, by its id."""

    def number(self, name: str) -> int:
        """A parameter."""
        return int(self.asked.values[name])

    def word(self, name: str) -> str:
        """A parameter."""
        return str(self.asked.values[name])

    def replace_sent(self, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
        """What is sent in place of a message."""
        return [message] if self.kind.sent is None else self.kind.sent(self, at, message)

    def replace_received(self, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
        """What the session sees in place of a message."""
        return [message] if self.kind.came is None else self.kind.came(self, at, message)

    def on(self, at: int, trigger: Trigger | None) -> Sequence[FaultOutput]:
        """What it does at a trigger; None: at the time that was asked for."""
        own = self.asked.when.trigger or self.kind.trigger
        timed = self.asked.when.at_ms is not None and own is not Trigger.SOUND_IN_CALL
        if self.kind.acts is None or trigger is not (None if timed else own) or not self.chance.strikes(at):
            return []
        return self.kind.acts(self)


def each(
    of: Callable[[ServerMessage], object], change: Callable[[Fault, ServerMessage], Sequence[FaultOutput]]
) -> Sent:
    """A fault of each message that is `of` this kind."""
    return lambda f, at, message: change(f, message) if of(message) and f.chance.strikes(at) else [message]


def each_turn(change: Callable[[Fault, ServerMessage], Sequence[FaultOutput]]) -> Sent:
    """A fault of whole turns of the model: whether it strikes is decided at a turn's first message."""

    def sent(f: Fault, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
        if not f.running and in_turn(message):
            f.running, f.struck, f.count, f.said = True, f.chance.strikes(at), 0, []
        done = change(f, message) if f.running and f.struck else [message]
        f.running = f.running and not ends_turn(message)
        return done

    return sent


def each_piece(
    change: Callable[[Fault, Side, Transcription, bool], Sequence[FaultOutput]],
    over: Callable[[Fault, Side], Sequence[FaultOutput]] = lambda f, side: [],
) -> Sent:
    """A fault of transcriptions, `of` one side or both: whether it strikes is decided at the first piece of an utterance or of a turn.
    `over`: what is sent before that which ends it.
    """

    def sent(f: Fault, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
        done, rest, ends = list[FaultOutput](), [message], list[FaultOutput]()
        for side in SIDES[f.word("of")]:
            piece: Transcription | None = getattr(content_of(message), side)
            if piece is None:
                continue
            first = side not in f.sides
            if first:
                f.sides[side] = f.chance.strikes(at)
            if f.sides[side]:
                rest = [left for one in rest for left in change_content(one, **{side: None})]
                done += change(f, side, piece, first)
        if in_turn(message) and f.sides.pop("input_transcription", False):
            ends += over(f, "input_transcription")
        if content_of(message).turn_complete and f.sides.pop("output_transcription", False):
            ends += over(f, "output_transcription")
        return [*ends, *done, *rest]

    return sent


def transcription_of(side: Side, piece: Transcription) -> ServerMessage:
    """A message of this piece alone."""
    return content(**{side: piece})


def milliseconds(default: int, about: str) -> Mapping[str, FaultParameter]:
    """The parameter `ms`."""
    return {"ms": FaultParameter(default, about)}


def one_of(name: str, about: str, *choices: str) -> Mapping[str, FaultParameter]:
    """A parameter that is one of these words; the first if it is not given."""
    return {name: FaultParameter(choices[0], about, choices)}
