"""Anthropic's models over the Messages API, streamed, by Anthropic's own SDK.

Source: Anthropic's API reference, "Messages", "Streaming messages" and "Errors"; SDK 2.12.
"""

import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from anthropic import AnthropicError, AsyncAnthropic

from solovox.brains.rounds import CallOutcome, RequestedCall, Response, arguments_of, declared, policy, within
from solovox.brains.troubles import Trouble
from solovox.brains.vendor import CONNECT, PLACEHOLDER, RemoteModel, RemoteSettings, client_with, plain
from solovox.ports import BrainWork, Question, Tool
from solovox.wire.whole import whole

HOME: Final = "https://api.anthropic.com"
VERSION: Final = "2023-06-01"
_READ: Final = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
"""Each token that was read is in one of them."""


@dataclass(slots=True)
class MessagesReply(Response):
    """A message, read from the events of its stream."""

    blocks: list[dict[str, Any]] = field(default_factory=list)
    """What the model said, thought and asked for, as it is told again."""
    usage: dict[str, Any] = field(default_factory=dict)
    written: list[str] = field(default_factory=list)
    """The arguments of the call that is being written."""

    def take(self, event: Mapping[str, Any]) -> Iterable[BrainWork]:
        """What an event means."""
        match event.get("type"):
            case "message_start":
                self._count(within(event, "message", "usage"))
            case "content_block_start":
                yield from self._opened(dict(within(event, "content_block")), event.get("index"))
            case "content_block_delta":
                yield from self._goes_on(within(event, "delta"), event.get("index"))
            case "content_block_stop":
                yield from self._closed(event.get("index"))
            case "message_delta":
                self._count(within(event, "usage"))
                self.ended = within(event, "delta", "stop_reason") or self.ended
            case _:
                pass

    def ends(self) -> Mapping[str, Trouble]:
        """The stop reasons of a message that is not whole."""
        return {
            "max_tokens": Trouble.CUT_SHORT,
            "refusal": Trouble.HELD_BACK,
            "model_context_window_exceeded": Trouble.TOO_LONG,
        }

    def _opened(self, block: dict[str, Any], index: Any) -> Iterable[BrainWork]:
        self.blocks.append(block)
        match block.get("type"):
            case "text":
                yield from self.wrote(block.get("text"))
            case "thinking" | "redacted_thinking":
                yield from self.thinks(index)
            case "tool_use":
                self.begun = True
                self.written.clear()
            case _:
                pass

    def _goes_on(self, delta: Mapping[str, Any], index: Any) -> Iterable[BrainWork]:
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
            case _:
                pass

    def _closed(self, index: Any) -> Iterable[BrainWork]:
        block = self.blocks[-1]
        yield from self.has_thought(index)
        if block.get("type") == "tool_use":
            call = RequestedCall(str(block.get("id")), str(block.get("name") or ""), "".join(self.written))
            self.wanted.append(call)
            block["input"] = arguments_of(call) or {}

    def _count(self, usage: Mapping[str, Any]) -> None:
        self.usage |= {name: count for name, count in usage.items() if count is not None}
        self.counts(self.usage, _READ, ("output_tokens",))


class AnthropicBrain(RemoteModel):
    """A `Brain` over the Messages API."""

    errors = (AnthropicError,)

    def __init__(self, settings: RemoteSettings) -> None:
        address, key = settings.address, {"x-api-key": settings.api_key or ""}
        self._client = AsyncAnthropic(
            api_key=PLACEHOLDER,
            base_url=address.copy_with(path=address.path.removesuffix("/v1") or "/"),
            max_retries=0,
            timeout=CONNECT,
            open_telemetry=False,
            http_client=client_with(settings, key, {"anthropic-version": VERSION}),
        )
        super().__init__(settings, self._client.close)

    def fresh(self, number: int) -> MessagesReply:
        """A message of which nothing has come."""
        return MessagesReply(self._far, number)

    def ask(
        self, talk: list[Any], question: Question, response: Any, *, last: bool
    ) -> AsyncGenerator[BrainWork, None]:
        """One request."""
        body: dict[str, Any] = {
            "model": self._settings.model,
            "system": policy(self._settings.prompt, question),
            "messages": talk,
            "max_tokens": self._settings.most_tokens,
        }
        if question.tools:
            body["tools"] = [_tool(tool) for tool in question.tools]
            body["tool_choice"] = {"type": "none" if last else "auto"}
        return self.heard(self._opened(body), response)

    def told(self, response: Any, results: Sequence[CallOutcome]) -> list[Any]:
        """Its own blocks, and a result for each call."""
        said = [block for block in response.blocks if block.get("type") != "text" or block.get("text")]
        outputs = [
            {
                "type": "tool_result",
                "tool_use_id": one.call.id,
                "content": whole(one.text),
                "is_error": one.failed,
            }
            for one in results
        ]
        return [{"role": "assistant", "content": whole(said)}, {"role": "user", "content": outputs}]

    @contextlib.asynccontextmanager
    async def _opened(self, body: dict[str, Any]) -> AsyncIterator[AsyncIterator[Mapping[str, Any]]]:
        stream = await self._client.messages.create(**body, stream=True)
        async with plain(stream) as events:
            yield events


def _tool(tool: Tool) -> dict[str, Any]:
    return {
        "name": tool.name,
        "description": whole(tool.description),
        "input_schema": declared(tool.parameters),
    }
