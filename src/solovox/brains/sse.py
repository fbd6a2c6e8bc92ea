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
import json
import secrets
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, TypeVar

from solovox.brains.event_server import EventServer, ServerEvent
from solovox.brains.rounds import MOST_TOKENS, Response
from solovox.brains.troubles import message_of
from solovox.brains.vendor import RemoteBrain, RemoteSettings, checked
from solovox.core.units import StepKind, StepState
from solovox.ports import BrainError, BrainWork, Host, Question, Step, TokensUsed, Wrote

MOST_DOLLARS: Final = 10**6
MILLIONTHS: Final = 1_000_000
LONGEST_NAME: Final = 200
"""Characters of the name of a step, and of a receipt."""
Word = TypeVar("Word", bound=Enum)


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
        self._server = EventServer(settings, checked(settings.url))
        super().__init__(settings, self._server.aclose)
        self._session = session or secrets.token_hex(16)

    async def answer(self, question: Question, host: Host) -> AsyncIterator[BrainWork]:
        """Text and steps as they come, and what they cost."""
        response = AgentReply(self._far)
        opened = self._server.opened(asked(question, self._session), response)
        async with contextlib.aclosing(self.heard(opened, response)) as works:
            async for work in works:
                yield work
        if response.ended is None:
            raise BrainError("the agent's answer was cut off before its end: no `event: done` came")


def asked(question: Question, session: str) -> Mapping[str, Any]:
    """What is posted."""
    body: dict[str, Any] = {
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
            return _used(event.data)
        case "error":
            raise BrainError(
                message_of(_json(event.data) or event.data) or "the agent failed, and did not say why"
            )
        case _:
            return None


def _step(data: str) -> Step:
    if not data.lstrip().startswith("{"):
        return Step(_title(data))
    said = _json(data)
    if not isinstance(said, dict):
        raise _bad("that is not JSON")
    effects, receipt = said.get("effects", False), said.get("receipt")
    if not isinstance(effects, bool):
        raise _bad("whose `effects` is neither true nor false")
    if receipt is not None and not (isinstance(receipt, str) and effects):
        raise _bad("with a `receipt` that is no text, or for what has no `effects`")
    return Step(
        _title(said.get("title")),
        _word(said, "kind", StepKind.NOTE),
        _name(said.get("step", "")),
        _text(said, "detail"),
        _word(said, "state", StepState.BEGUN),
        effects,
        None if receipt is None else receipt[:LONGEST_NAME],
    )


def _title(said: object) -> str:
    title = " ".join(said.split()) if isinstance(said, str) else ""
    if not title:
        raise _bad("without a title")
    return title


def _name(said: object) -> str:
    if isinstance(said, bool) or not isinstance(said, str | int) or len(str(said)) > LONGEST_NAME:
        raise _bad(f"whose `step` is no name of at most {LONGEST_NAME} characters")
    return str(said)


def _text(said: Mapping[str, Any], field: str) -> str:
    text = said.get(field, "")
    if not isinstance(text, str):
        raise _bad(f"whose `{field}` is no text")
    return text


def _word(said: Mapping[str, Any], field: str, default: Word) -> Word:
    value = said.get(field, default.value)
    kind: type[Word] = type(default)
    for one in kind:
        if one.value == value:
            return one
    raise _bad(f"whose `{field}` is none of {', '.join(str(one.value) for one in kind)}")


def _bad(what: str) -> BrainError:
    return BrainError(f"the agent sent a step {what}")


def _used(data: str) -> TokensUsed | None:
    """What the answer has used. What is no usage is left out: the answer is whole."""
    said = _json(data)
    if not isinstance(said, dict):
        return None
    counts = (said.get("input_tokens"), said.get("output_tokens"))
    whole = [count for count in counts if type(count) is int and 0 <= count < MOST_TOKENS]
    return TokensUsed(whole[0], whole[1], _millionths(said.get("cost"))) if len(whole) == 2 else None


def _millionths(dollars: Any) -> int | None:
    known = type(dollars) in (int, float) and 0 <= dollars < MOST_DOLLARS  # false of what is not a number
    return round(dollars * MILLIONTHS) if known else None


def _json(data: str) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None
