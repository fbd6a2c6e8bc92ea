"""A model behind any server that speaks streaming Chat Completions: Ollama, llama.cpp, vLLM, OpenAI.

Rule 1: one request a round, no hidden retries, but one for a server that refuses to count tokens.
Rule 2: what servers do differently is accepted: no `[DONE]`, tool calls whole or in fragments, `index` missing, arguments as
an object, errors inside the stream, thoughts beside the text. (Those within it are no concern of a brain's: `text/thoughts.py`. They are
not told again.)
Rule 3: a server that ends its stream without a word is taken to have ended its answer if that ends with a sentence.
Source: the OpenAI API reference, "Chat completions, streaming".
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

from solovox.brains.event_server import ServerEvent
from solovox.brains.rounds import CallOutcome, RequestedCall, Response, Talk, policy, within
from solovox.brains.troubles import Trouble
from solovox.brains.vendor import RemoteModel, RemoteSettings, check_address
from solovox.ports import BrainError, BrainWork, Json, Question
from solovox.text.sentences import ends_whole
from solovox.text.thoughts import answer_of
from solovox.wire.tool_schemas import SchemaForm, simplify_schema

COUNTS: Final = "stream_options"
"""The field of a request by which a server is asked to count tokens. Not every server knows it."""


@dataclass(slots=True)
class ChatReply(Response):
    """A completion, read from the events of its stream."""

    ends: ClassVar = {"length": Trouble.CUT_SHORT, "content_filter": Trouble.HELD_BACK}

    texts: list[str] = field(default_factory=list)
    """What was written."""
    fragments: dict[object, RequestedCall] = field(default_factory=dict)
    """Each call as far as it has come."""

    def take(self, event: ServerEvent) -> Iterable[BrainWork]:
        """What an event means."""
        if event.data.strip() == "[DONE]":
            self.ended = self.ended or "stop"
        return () if event.data.strip() in ("", "[DONE]") else Response.take(self, event)

    def read(self, data: Json) -> Iterable[BrainWork]:
        """What its object means."""
        self.counts(within(data, "usage"), ("prompt_tokens",), ("completion_tokens",))
        for choice in (data.get("choices") or [])[:1]:
            delta = choice.get("delta") or choice.get("message") or {}
            for at, fragment in enumerate(delta.get("tool_calls") or []):
                self._collect(at, fragment)
            self.ended = choice.get("finish_reason") or self.ended
            yield from self._reads(delta)

    @property
    def answer(self) -> str:
        """What was written, without thoughts."""
        return answer_of("".join(self.texts))

    def check(self) -> None:
        """Raises `BrainError` for an answer that is not whole, or not there."""
        if self.ended is None and not self.fragments and ends_whole(self.answer):
            self.ended = "stop"
        Response.check(self)
        if any(map(str.strip, self.texts)) and not self.fragments and not self.answer.strip():
            raise BrainError("the model thought, and gave no answer")

    def calls(self) -> list[RequestedCall]:
        """The tools that the model wants used, in the order they began."""
        self.wanted = [*self.fragments.values()]
        return Response.calls(self)

    def _reads(self, delta: Json) -> Iterable[BrainWork]:
        thought = delta.get("reasoning_content") or delta.get("reasoning")
        text = delta.get("content") or ""
        if thought:
            yield from self.thinks("", thought)
        if text:
            self.texts.append(text)
            yield from self.has_thought("")
            yield from self.wrote(text)

    def _collect(self, at: int, fragment: Json) -> None:
        self.begun = True
        key = fragment.get("index")
        if key is None:
            key = fragment.get("id") or next(reversed(self.fragments), at)
        function = fragment.get("function") or {}
        arguments = function.get("arguments")
        arguments = "" if arguments is None else arguments
        text = arguments if isinstance(arguments, str) else json.dumps(arguments)
        before = self.fragments.get(key)
        if before is None:
            before = RequestedCall(str(fragment.get("id") or f"call_{len(self.fragments)}"), "", "")
        name = before.name or str(function.get("name") or "")
        self.fragments[key] = RequestedCall(before.id, name, before.arguments + text)


def endpoint(url: str) -> str:
    """The address of chat completions, for a base URL with or without `/v1`. Raises `ValueError`."""
    parsed = check_address(url)
    path = parsed.path.rstrip("/")
    if not path.endswith("/chat/completions"):
        path += "/chat/completions" if path else "/v1/chat/completions"
    return str(parsed.copy_with(path=path))


class OpenAICompatible(RemoteModel):
    """A `Brain` over HTTP."""

    reply = ChatReply
    optional = (COUNTS, COUNTS)

    def __init__(self, settings: RemoteSettings) -> None:
        super().__init__(settings, check_address(endpoint(settings.url)))

    def opening(self, question: Question) -> Talk:
        """What it is told to be, and the talk."""
        system = {"role": "system", "content": policy(self._settings.prompt, question)}
        return [system, *super().opening(question)]

    def body(self, talk: Talk, question: Question, *, last: bool) -> dict[str, object]:
        """A request."""
        counting = {"include_usage": True}
        body: dict[str, object] = {
            "model": self._settings.model,
            "messages": talk,
            "stream": True,
            COUNTS: counting,
        }
        if question.tools and not last:
            body["tools"] = [
                {
                    "type": "function",
                    "function": {
                        "name": tool.name,
                        "description": tool.description,
                        "parameters": simplify_schema(tool.parameters, SchemaForm.INLINED),
                    },
                }
                for tool in question.tools
            ]
        return body

    def tell_results(self, response: ChatReply, results: Sequence[CallOutcome]) -> Talk:
        """The assistant's own message, and one for each result."""
        calls = [
            {
                "id": one.id,
                "type": "function",
                "function": {"name": one.name, "arguments": one.arguments or "{}"},
            }
            for one in response.calls()
        ]
        said = {"role": "assistant", "content": response.answer or None, "tool_calls": calls}
        told = [{"role": "tool", "tool_call_id": one.call.id, "content": one.text} for one in results]
        return [said, *told]
