"""Anthropic's models over the Messages API.

Source: Anthropic's API reference, "Messages", "Streaming messages" and "Errors".
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from solovox.brains.rounds import (
    CallOutcome,
    RequestedCall,
    Response,
    Talk,
    arguments_of,
    policy,
    within,
)
from solovox.brains.troubles import Trouble
from solovox.brains.vendor import RemoteModel, RemoteSettings
from solovox.ports import BrainWork, Json, Question
from solovox.wire.tool_schemas import SchemaForm, simplify_schema

HOME: Final = "https://api.anthropic.com"
VERSION: Final = "2023-06-01"
_READ: Final = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
"""Each token that was read is in one of them."""


@dataclass(slots=True)
class MessagesReply(Response):
    """A message, read from the events of its stream."""

    ends: ClassVar = {
        "max_tokens": Trouble.CUT_SHORT,
        "refusal": Trouble.HELD_BACK,
        "model_context_window_exceeded": Trouble.TOO_LONG,
    }

    blocks: Talk = field(default_factory=list)
    """What the model said, thought and asked for, as it is told again."""
    usage: dict[str, Any] = field(default_factory=dict)
    written: list[str] = field(default_factory=list)
    """The arguments of the call that is being written."""

    def read(self, data: Json) -> Iterable[BrainWork]:
        """What an event means."""
        match data.get("type"):
            case "message_start":
                self._count(within(data, "message", "usage"))
            case "content_block_start":
                yield from self._open_block(dict(within(data, "content_block")), data.get("index"))
            case "content_block_delta":
                yield from self._goes_on(within(data, "delta"), data.get("index"))
            case "content_block_stop":
                yield from self._close_block(data.get("index"))
            case "message_delta":
                self._count(within(data, "usage"))
                self.ended = within(data, "delta", "stop_reason") or self.ended

    def _open_block(self, block: dict[str, Any], index: object) -> Iterable[BrainWork]:
        self.blocks.append(block)
        match block.get("type"):
            case "text":
                yield from self.wrote(block.get("text"))
            case "thinking" | "redacted_thinking":
                yield from self.thinks(index)
            case "tool_use":
                self.begun = True
                self.written.clear()

    def _goes_on(self, delta: Json, index: object) -> Iterable[BrainWork]:
        block = self.blocks[-1]
        match delta.get("type"):
            case "text_delta":
                block["text"] = f"{block.get('text', '')}{delta.get('text', '')}"
                yield from self.wrote(delta.get("text"))
            case "thinking_delta":
                block["thinking"] = f"{block.get('thinking', '')}{delta.get('thinking', '')}"
                yield from self.thinks(index, delta.get("thinking"))
            case "signature_delta":
                block["signature"] = f"{block.get('signature') or ''}{delta.get('signature', '')}"
            case "input_json_delta":
                self.written.append(str(delta.get("partial_json") or ""))

    def _close_block(self, index: object) -> Iterable[BrainWork]:
        block = self.blocks[-1]
        yield from self.has_thought(index)
        if block.get("type") == "tool_use":
            call = RequestedCall(str(block.get("id")), str(block.get("name") or ""), "".join(self.written))
            self.wanted.append(call)
            block["input"] = arguments_of(call) or {}

    def _count(self, usage: Json) -> None:
        self.usage |= {name: count for name, count in usage.items() if count is not None}
        self.counts(self.usage, _READ, ("output_tokens",))


class AnthropicBrain(RemoteModel):
    """A `Brain` over the Messages API."""

    reply = MessagesReply

    def __init__(self, settings: RemoteSettings) -> None:
        address = settings.address
        url = address.copy_with(path=f"{address.path.rstrip('/').removesuffix('/v1')}/v1/messages")
        super().__init__(settings, url, ("x-api-key", "{}"), {"anthropic-version": VERSION})

    def body(self, talk: Talk, question: Question, *, last: bool) -> dict[str, object]:
        """A request."""
        body: dict[str, object] = {
            "model": self._settings.model,
            "system": policy(self._settings.prompt, question),
            "messages": talk,
            "max_tokens": self._settings.most_tokens,
            "stream": True,
        }
        if question.tools:
            body["tools"] = [
                {
                    "name": tool.name,
                    "description": tool.description,
                    "input_schema": simplify_schema(tool.parameters, SchemaForm.AS_IS),
                }
                for tool in question.tools
            ]
            body["tool_choice"] = {"type": "none" if last else "auto"}
        return body

    def tell_results(self, response: MessagesReply, results: Sequence[CallOutcome]) -> Talk:
        """Its own blocks, and a result for each call."""
        said = [block for block in response.blocks if block.get("type") != "text" or block.get("text")]
        outputs = [
            {"type": "tool_result", "tool_use_id": one.call.id, "content": one.text, "is_error": one.failed}
            for one in results
        ]
        return [{"role": "assistant", "content": said}, {"role": "user", "content": outputs}]
