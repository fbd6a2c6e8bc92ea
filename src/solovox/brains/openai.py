"""OpenAI's models over the Responses API.

Rule 1: nothing of the talk is kept by the service for us (`store`): each question has the whole of it, as it was played.
Rule 2: between the rounds of one question a model's thoughts go back to it, encrypted; a model that has none of those
refuses, and is asked once more without.
Source: OpenAI's API reference, "Responses" and "Streaming events".
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

from solovox.brains.rounds import CallOutcome, RequestedCall, Response, Talk, policy, within
from solovox.brains.troubles import Trouble
from solovox.brains.vendor import RemoteModel, RemoteSettings
from solovox.ports import BrainWork, Json, Question
from solovox.wire.tool_schemas import SchemaForm, simplify_schema

HOME: Final = "https://api.openai.com/v1"


@dataclass(slots=True)
class ResponsesReply(Response):
    """A response, read from the events of the Responses API."""

    ends: ClassVar = {"max_output_tokens": Trouble.CUT_SHORT, "content_filter": Trouble.HELD_BACK}

    items: Talk = field(default_factory=list)
    """What the model said and asked for, as it is told again."""

    def read(self, data: Json) -> Iterable[BrainWork]:
        """What an event means."""
        match data.get("type"):
            case "response.output_text.delta" | "response.refusal.delta":
                yield from self.wrote(data.get("delta"))
            case "response.reasoning_summary_text.delta" | "response.reasoning_text.delta":
                yield from self.thinks(data.get("item_id"), data.get("delta"))
            case "response.output_item.added" if within(data, "item", "type") == "reasoning":
                yield from self.thinks(within(data, "item", "id"))
            case "response.function_call_arguments.delta":
                self.begun = True
            case "response.output_item.done":
                yield from self._finish_item(within(data, "item"))
            case "response.completed" | "response.incomplete" | "response.failed":
                self._over(within(data, "response"))

    def _finish_item(self, item: Json) -> Iterable[BrainWork]:
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

    def _over(self, response: Json) -> None:
        self.counts(within(response, "usage"), ("input_tokens",), ("output_tokens",))
        if response.get("status") == "failed":
            raise self.far.refusal(None, within(response, "error"))
        self.ended = str(within(response, "incomplete_details", "reason") or "completed")


class OpenAIBrain(RemoteModel):
    """A `Brain` over the Responses API."""

    reply = ResponsesReply
    optional = ("include", "ncrypted")

    def __init__(self, settings: RemoteSettings) -> None:
        address = settings.address
        super().__init__(settings, address.copy_with(path=f"{address.path.rstrip('/') or '/v1'}/responses"))

    def body(self, talk: Talk, question: Question, *, last: bool) -> dict[str, object]:
        """A request."""
        body: dict[str, object] = {
            "model": self._settings.model,
            "instructions": policy(self._settings.prompt, question),
            "input": talk,
            "store": False,
            "stream": True,
        }
        if question.tools:
            body["tools"] = [
                {
                    "type": "function",
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": simplify_schema(tool.parameters, SchemaForm.AS_IS),
                    "strict": False,
                }
                for tool in question.tools
            ]
            body["tool_choice"] = "none" if last else "auto"
            body["include"] = ["reasoning.encrypted_content"]
        return body

    def tell_results(self, response: ResponsesReply, results: Sequence[CallOutcome]) -> Talk:
        """Its own items, and an output for each call."""
        outputs = [
            {"type": "function_call_output", "call_id": one.call.id, "output": one.text} for one in results
        ]
        return [*response.items, *outputs]
