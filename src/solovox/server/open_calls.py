"""The tool calls that are unanswered. Pure.

Rule 1: an id is used once; ids are `function-call-<int>`.
Rule 2: a call is open until its last answer, or until it is cancelled. `willContinue` says that more will come, but only
for a non-blocking call; for a blocking one the first answer is the last (the reference of the service's SDKs). Later
answers are ignored, and so are answers to unknown calls.
Rule 3: at most `MOST` are remembered; the oldest is forgotten first.
"""

from dataclasses import dataclass
from typing import Final

from solovox.wire.gemini_live.parts import FunctionCall, FunctionResponse, Json

MOST: Final = 256


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A call that was made."""

    id: str
    name: str
    turn: int
    waits: bool
    """A blocking call: the model is silent until it is answered."""
    asked: tuple[int, int] | None = None
    """The turn and the key of the brain's own call that waits for this answer; None: it is not the brain's."""


class OpenCalls:
    """The open ones."""

    def __init__(self, first: int = 1) -> None:
        self._next = first
        self._open: dict[str, OpenCall] = {}

    def make(
        self, name: str, arguments: Json, turn: int, *, waits: bool, asked: tuple[int, int] | None = None
    ) -> FunctionCall:
        """A new one."""
        call = OpenCall(f"function-call-{self._next}", name, turn, waits, asked)
        self._next += 1
        self._open[call.id] = call
        if len(self._open) > MOST:
            del self._open[next(iter(self._open))]
        return FunctionCall(name=name, args=arguments, id=call.id)

    def take_answer(self, response: FunctionResponse) -> OpenCall | None:
        """The call that an answer is for; None: none. Without an id: the oldest call of that name."""
        id_ = response.id or next((one.id for one in self._open.values() if one.name == response.name), "")
        call = self._open.get(id_)
        more = response.will_continue and call is not None and not call.waits
        if call is not None and not more:
            del self._open[id_]
        return call

    def cancel(self, turn: int | None) -> tuple[OpenCall, ...]:
        """Cancel a turn's open calls; None: all blocking calls, whose turns have stopped waiting."""
        gone = tuple(
            call for call in self._open.values() if call.turn == turn or (turn is None and call.waits)
        )
        for call in gone:
            del self._open[call.id]
        return gone

    def is_awaited(self, turn: int) -> bool:
        """Whether the model waits for one of this turn's calls."""
        return any(call.waits and call.turn == turn for call in self._open.values())

    def is_owed(self, question: int) -> bool:
        """Whether the brain, at work for this turn, waits for a call."""
        return any(call.asked is not None and call.asked[0] == question for call in self._open.values())

    @property
    def any(self) -> bool:
        """Whether any is open."""
        return bool(self._open)
