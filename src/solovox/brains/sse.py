"""An agent behind an address of the person's own: one POST, answered by server-sent events.

Asked:    {"instruction": "…", "history": [{"role": "person", "text": "…"}, …], "session": "…"}
Answered: `data:` text, as it is · `event: step` · `event: done`, which must come · `event: error`, a line.
The whole of it: docs/howto/your-own-endpoint.md.

Rule 1: `history` has what was *heard* of each answer. An endpoint that keeps the talk by `session` needs two more, which are
there only if there is something to say: `heard_only`, of its last answer, and `replaces`, a question of it that is taken back.
Rule 2: text is not changed: it is what stands behind `data:` and one space.
Rule 3: a stream that ends without `done` was cut. What the protocol does not have is one line, and ends the answer; names of
events and fields that are not known are left alone, so that the protocol can grow.
Rule 4: time-outs, cancellation and failures are those of `vendor.py`.
"""

import contextlib
import secrets
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Final

import msgspec

from solovox.brains.event_server import ServerEvent, json_in
from solovox.brains.rounds import MOST_TOKENS, Response
from solovox.brains.troubles import message_of
from solovox.brains.vendor import RemoteBrain, RemoteSettings, check_address
from solovox.core.units import StepKind, StepState
from solovox.ports import BrainError, BrainWork, Host, Question, Step, TokensUsed, Wrote

MOST_DOLLARS: Final = 10**6
MILLIONTHS: Final = 1_000_000
LONGEST_NAME: Final = 200
"""Characters of the name of a step, and of a receipt."""


@dataclass(slots=True)
class AgentReply(Response):
    """An answer, read from its events."""

    def take(self, event: ServerEvent) -> Iterator[BrainWork]:
        """What an event says."""
        self.begun = True
        if self.ended is None and (piece := read(event)) is not None:
            yield piece
        self.ended = "done" if event.name == "done" else self.ended


class SseBrain(RemoteBrain):
    """A `Brain` over HTTP. `session` names the talk to the endpoint; one that cannot be guessed, if none is given."""

    def __init__(self, settings: RemoteSettings, session: str = "") -> None:
        super().__init__(settings, check_address(settings.url))
        self._session = session or secrets.token_hex(16)

    async def answer(self, question: Question, host: Host) -> AsyncIterator[BrainWork]:
        """Text and steps as they come, and what they cost."""
        response = AgentReply(self._far)
        async with contextlib.aclosing(
            self.read_response(request_body(question, self._session), response)
        ) as works:
            async for work in works:
                yield work
        if response.ended is None:
            raise BrainError("the agent's answer was cut off before its end: no `event: done` came")


def request_body(question: Question, session: str) -> Mapping[str, object]:
    """What is posted."""
    body: dict[str, object] = {
        "instruction": question.instruction,
        "history": [{"role": one.role, "text": one.text} for one in question.history],
        "session": session,
    }
    if question.heard is not None and not question.heard.whole:
        body["heard_only"] = question.heard.text
    if question.retracts is not None:
        body["replaces"] = question.retracts.instruction
    return body


def read(event: ServerEvent) -> BrainWork | None:
    """What an event says. None: nothing for the person. Raises `BrainError`."""
    match event.name:
        case "" | "message":
            return Wrote(event.data) if event.data else None
        case "step":
            return _step(event.data)
        case "done":
            return _read_usage(event.data)
        case "error":
            raise BrainError(
                message_of(json_in(event.data) or event.data) or "the agent failed, and did not say why"
            )
        case _:
            return None


class _SaidStep(msgspec.Struct):
    """A step as the endpoint writes it."""

    title: str
    kind: StepKind = StepKind.NOTE
    step: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] | int = ""
    detail: str = ""
    state: StepState = StepState.BEGUN
    effects: bool = False
    receipt: str | None = None


def _step(data: str) -> Step:
    try:
        said = msgspec.json.decode(data, type=_SaidStep) if data.lstrip().startswith("{") else _SaidStep(data)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BrainError(f"the agent sent a step that cannot be read: {error}") from None
    title = " ".join(said.title.split())
    if not title:
        raise BrainError("the agent sent a step without a title")
    if said.receipt is not None and not said.effects:
        raise BrainError("the agent sent a step with a receipt for what has no effects")
    receipt = None if said.receipt is None else said.receipt[:LONGEST_NAME]
    return Step(title, said.kind, str(said.step), said.detail, said.state, said.effects, receipt)


def _read_usage(data: str) -> TokensUsed | None:
    """What the answer has used. What is no usage is left out: the answer is whole."""
    said = json_in(data)
    if not isinstance(said, dict):
        return None
    counts = (said.get("input_tokens"), said.get("output_tokens"))
    whole = [count for count in counts if type(count) is int and 0 <= count < MOST_TOKENS]
    return TokensUsed(whole[0], whole[1], _millionths(said.get("cost"))) if len(whole) == 2 else None


def _millionths(dollars: object) -> int | None:
    if isinstance(dollars, bool) or not isinstance(dollars, int | float):
        return None
    return round(dollars * MILLIONTHS) if 0 <= dollars < MOST_DOLLARS else None
