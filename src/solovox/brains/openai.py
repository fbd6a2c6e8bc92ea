"""OpenAI's models over the Responses API, by OpenAI's own SDK.

Rule 1: nothing of the talk is kept by the service for us (`store`): each question has the whole of it, as it was played.
Rule 2: between the rounds of one question a model's thoughts go back to it, encrypted; a model that has none of those
refuses, and is asked once more without.
Source: OpenAI's API reference, "Responses" and "Streaming events"; SDK 3.54.
"""

import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from openai import APIStatusError, AsyncOpenAI, OpenAIError

from solovox.brains.rounds import CallOutcome, RequestedCall, Response, declared, policy, within
from solovox.brains.troubles import Trouble
from solovox.brains.vendor import CONNECT, PLACEHOLDER, RemoteModel, RemoteSettings, client_with, plain
from solovox.ports import BrainWork, Question, Tool
from solovox.wire.whole import whole

HOME: Final = "https://api.openai.com/v1"
THOUGHTS: Final = "reasoning.encrypted_content"


@dataclass(slots=True)
class ResponsesReply(Response):
    """A response, read from the events of the Responses API."""

    items: list[dict[str, Any]] = field(default_factory=list)
    """What the model said and asked for, as it is told again."""

    def take(self, event: Mapping[str, Any]) -> Iterable[BrainWork]:
        """What an event means."""
        match event.get("type"):
            case "response.output_text.delta" | "response.refusal.delta":
                yield from self.wrote(event.get("delta"))
            case "response.reasoning_summary_text.delta" | "response.reasoning_text.delta":
                yield from self.thinks(event.get("item_id"), event.get("delta"))
            case "response.output_item.added" if within(event, "item", "type") == "reasoning":
                yield from self.thinks(within(event, "item", "id"))
            case "response.function_call_arguments.delta":
                self.begun = True
            case "response.output_item.done":
                yield from self._done(within(event, "item"))
            case "response.completed" | "response.incomplete" | "response.failed":
                self._over(within(event, "response"))
            case "error":
                raise self.far.refusal(None, event)
            case _:
                pass

    def ends(self) -> Mapping[str, Trouble]:
        """The reasons of an incomplete response."""
        return {"max_output_tokens": Trouble.CUT_SHORT, "content_filter": Trouble.HELD_BACK}

    def _done(self, item: Mapping[str, Any]) -> Iterable[BrainWork]:
        match item.get("type"):
            case "reasoning":
                yield from self.has_thought(item.get("id"))
                if item.get("encrypted_content"):
                    self.items.append({**item, "status": None})
            case "message":
                text = "".join(str(part.get("text") or "") for part in item.get("content") or [])
                self.items += [{"role": "assistant", "content": text}] if text else []
            case "function_call":
                self.begun = True
                call = {one: str(item.get(one) or "") for one in ("call_id", "name", "arguments")}
                self.wanted.append(RequestedCall(call["call_id"], call["name"], call["arguments"]))
                self.items.append({"type": "function_call", **call})
            case _:
                pass

    def _over(self, response: Mapping[str, Any]) -> None:
        self.counts(within(response, "usage"), ("input_tokens",), ("output_tokens",))
        if response.get("status") == "failed":
            raise self.far.refusal(None, within(response, "error"))
        self.ended = str(within(response, "incomplete_details", "reason") or "completed")


class OpenAIBrain(RemoteModel):
    """A `Brain` over the Responses API."""

    errors = (OpenAIError,)

    def __init__(self, settings: RemoteSettings) -> None:
        self._thoughts = True
        """Whether its thoughts are asked for, to be told again."""
        address = settings.address
        self._client = AsyncOpenAI(
            api_key=PLACEHOLDER,
            base_url=address.copy_with(path="/v1") if address.path == "/" else address,
            max_retries=0,
            timeout=CONNECT,
            http_client=client_with(settings, {"authorization": f"Bearer {settings.api_key}"}),
        )
        super().__init__(settings, self._client.close)

    def fresh(self, number: int) -> ResponsesReply:
        """A response of which nothing has come."""
        return ResponsesReply(self._far, number)

    def ask(
        self, talk: list[Any], question: Question, response: Any, *, last: bool
    ) -> AsyncGenerator[BrainWork, None]:
        """One request, and one more where the model has no thoughts to hand over (rule 2)."""
        body: dict[str, Any] = {
            "model": self._settings.model,
            "instructions": policy(self._settings.prompt, question),
            "input": talk,
            "store": False,
            "stream": True,
        }
        if question.tools:
            body["tools"] = [_tool(tool) for tool in question.tools]
            body["tool_choice"] = "none" if last else "auto"
            body |= {"include": [THOUGHTS]} if self._thoughts else {}
        return self.heard(self._opened(body), response)

    def told(self, response: Any, results: Sequence[CallOutcome]) -> list[Any]:
        """Its own items, and an output for each call."""
        outputs = [
            {"type": "function_call_output", "call_id": one.call.id, "output": whole(one.text)}
            for one in results
        ]
        return [*response.items, *outputs]

    @contextlib.asynccontextmanager
    async def _opened(self, body: dict[str, Any]) -> AsyncIterator[AsyncIterator[Mapping[str, Any]]]:
        try:
            stream = await self._client.responses.create(**body)
        except APIStatusError as error:
            if not (
                self._thoughts and "include" in body and error.status_code == 400 and "ncrypted" in str(error)
            ):
                raise
            self._thoughts = False
            stream = await self._client.responses.create(**{**body, "include": []})
        async with plain(stream) as events:
            yield events


def _tool(tool: Tool) -> dict[str, Any]:
    about = {
        "name": tool.name,
        "description": whole(tool.description),
        "parameters": declared(tool.parameters),
    }
    return {"type": "function", **about, "strict": False}
