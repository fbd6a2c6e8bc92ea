"""The server's half of the Messages protocol, pure: requests in, events of a stream out.

Source: Anthropic's API reference, "Messages" and "Streaming messages"; what Claude Code sends and takes, as measured.
"""

import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from solovox.ports import Json

TOKEN: Final = 4
"""Characters to a token, about: what is counted here is not billed."""


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A piece of the answer's text."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolUse:
    """The model wants a tool used. `id`: its name for the call."""

    id: str
    name: str
    input: Json


Said = TextBlock | ToolUse


@dataclass(frozen=True, slots=True)
class MessagesRequest:
    """One asking of the model. `messages` and `tools` are as they came."""

    model: str
    messages: Sequence[Json]
    system: str = ""
    tools: Sequence[Json] = ()
    stream: bool = False
    raw: Json = field(default_factory=dict, repr=False)

    @property
    def size(self) -> int:
        """How many tokens it has, about."""
        return len(json.dumps(self.raw)) // TOKEN


class MessagesModel(Protocol):
    """What answers a request."""

    def reply(self, request: MessagesRequest) -> AsyncIterator[Said]:
        """The answer, piece by piece. Closing the iterator stops it."""
        ...


def request_of(body: Json) -> MessagesRequest:
    """A request from its body. Raises `ValueError` with one line."""
    messages = body.get("messages")
    if not isinstance(messages, list) or not all(isinstance(one, Mapping) for one in messages):
        raise ValueError("messages: a list of messages is required")
    system = body.get("system") or ""
    if isinstance(system, list):
        system = "\n".join(text_of(block) for block in system)
    return MessagesRequest(
        str(body.get("model") or "model"),
        messages,
        str(system),
        tuple(body.get("tools") or ()),
        body.get("stream") is True,
        body,
    )


def text_of(block: object) -> str:
    """The text of a content block; empty for one of another type."""
    if isinstance(block, str):
        return block
    if isinstance(block, Mapping):
        content = block.get("text") or block.get("content") or ""
        return content if isinstance(content, str) else "\n".join(map(text_of, content))
    return ""


class MessageStream:
    """The events of one streamed answer, in their order. `name`: the id of the message."""

    def __init__(self, name: str, request: MessagesRequest) -> None:
        self._id = name
        self._request = request
        self._index = -1
        self._text = False
        """Whether a block of text is open."""
        self._written = 0
        self._uses = False

    def begin(self) -> Iterator[bytes]:
        """The head of the message."""
        message: dict[str, Any] = {
            "id": self._id,
            "type": "message",
            "role": "assistant",
            "model": self._request.model,
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
            "usage": {"input_tokens": self._request.size, "output_tokens": 0},
        }
        yield _event("message_start", {"message": message})

    def take(self, said: Said) -> Iterator[bytes]:
        """One more piece."""
        match said:
            case TextBlock(text=text):
                if not self._text:
                    yield from self._open({"type": "text", "text": ""})
                    self._text = True
                yield self._delta({"type": "text_delta", "text": text})
                self._written += len(text)
            case ToolUse(id=call, name=name, input=given):
                yield from self._close()
                yield from self._open({"type": "tool_use", "id": call, "name": name, "input": {}})
                arguments = json.dumps(given)
                yield self._delta({"type": "input_json_delta", "partial_json": arguments})
                self._written += len(arguments)
                self._uses = True
                yield from self._close(force=True)

    def end(self) -> Iterator[bytes]:
        """The end of the message."""
        yield from self._close()
        why = "tool_use" if self._uses else "end_turn"
        usage = {"output_tokens": max(1, self._written // TOKEN)}
        yield _event("message_delta", {"delta": {"stop_reason": why, "stop_sequence": None}, "usage": usage})
        yield _event("message_stop", {})

    def _open(self, block: Json) -> Iterator[bytes]:
        self._index += 1
        yield _event("content_block_start", {"index": self._index, "content_block": block})

    def _delta(self, delta: Json) -> bytes:
        return _event("content_block_delta", {"index": self._index, "delta": delta})

    def _close(self, *, force: bool = False) -> Iterator[bytes]:
        if self._text or force:
            self._text = False
            yield _event("content_block_stop", {"index": self._index})


def error(kind: str, message: str) -> bytes:
    """The body of a refusal."""
    return json.dumps({"type": "error", "error": {"type": kind, "message": message}}).encode()


def _event(kind: str, data: Json) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n".encode()
