"""A model behind any server that speaks streaming Chat Completions: Ollama, llama.cpp, vLLM, OpenAI.

Rule 1: one request a round, no hidden retries, but one for a server that refuses to count tokens.
Rule 2: what servers do differently is accepted: no `[DONE]`, tool calls whole or in fragments, `index` missing, arguments as
an object, errors inside the stream, thoughts beside the text or within it.

Thoughts within the text (`<think>…</think>`: llama.cpp, older Ollama, vLLM) are taken out of it as it comes:
Rule 3: a thought ends at its closing tag, or at the end of the response: a thought that is never closed is all thought.
Rule 4: a tag in a code span or a code block is text: the answer is explaining it.
Rule 5: only what may become a tag is held back: a few characters.
Source: the OpenAI API reference, "Chat completions, streaming".
"""

import contextlib
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from solovox.brains.event_server import EventServer, ServerEvent
from solovox.brains.rounds import CallOutcome, RequestedCall, Response, declared, policy, within
from solovox.brains.troubles import Trouble
from solovox.brains.vendor import RemoteModel, RemoteSettings, checked
from solovox.ports import BrainError, BrainWork, Question, Tool
from solovox.wire.tool_schemas import SchemaForm

COUNTS: Final = "stream_options"
"""The field of a request by which a server is asked to count tokens. Not every server knows it."""
_TAG: Final = re.compile(r"<(/?)(?:think|thinking|thought)\s{0,3}>", re.IGNORECASE)
_BEGUN: Final = re.compile(
    r"</?(?:t|th|thi|thin|think|thinki|thinkin|thinking|tho|thou|thoug|though|thought)?\s{0,3}\Z",
    re.IGNORECASE,
)
_TICKS: Final = re.compile(r"`+|~{3,}|\n")
_TICKS_BEGUN: Final = re.compile(r"(?:`{1,20}|~{1,20})\Z")


class Thoughts:
    """The answer in a response, without the thoughts."""

    def __init__(self) -> None:
        self._held = ""
        self._code = ""
        """The marks that opened the code we are in, if any."""
        self._thought = self._said = False
        """Whether there was a thought, and whether there was any of the answer."""
        self.thinking = False
        """Whether a thought is open."""

    def feed(self, piece: str) -> str:
        """What is surely answer by now."""
        text, self._held = self._held + piece, ""
        begun = (_BEGUN if self.thinking else _TICKS_BEGUN).search(text) or _BEGUN.search(text)
        if begun:
            text, self._held = text[: begun.start()], text[begun.start() :]
        return self._answer(text)

    def finish(self) -> str:
        """What was held back."""
        text, self._held = self._held, ""
        return self._answer(text)

    def _answer(self, text: str) -> str:
        kept: list[str] = []
        at = 0
        for tag in _TAG.finditer(text):
            before = text[at : tag.start()]
            if not self.thinking:
                kept.append(before)
                self._follow(before)
                if self._code:
                    kept.append(tag.group())
                    at = tag.end()
                    continue
            self._thought, self.thinking = True, not tag.group(1)
            at = tag.end()
        if not self.thinking:
            self._follow(text[at:])
            kept.append(text[at:])
        answer = "".join(kept)
        if self._thought and not self._said:  # the empty lines between a thought and the answer are neither
            answer = answer.lstrip()
        self._said = self._said or bool(answer.strip())
        return answer

    def _follow(self, text: str) -> None:
        """Whether code is open behind `text`: a block until the same marks, a span until the end of its line."""
        for found in _TICKS.finditer(text):
            mark = found.group()
            if mark == "\n":
                self._code = self._code if len(self._code) > 2 else ""
            elif not self._code:
                self._code = mark
            elif mark == self._code:
                self._code = ""


@dataclass(slots=True)
class ChatReply(Response):
    """A completion, read from the events of its stream."""

    texts: list[str] = field(default_factory=list)
    """The answer, as it is told again."""
    within: Thoughts = field(default_factory=Thoughts)
    fragments: dict[Any, RequestedCall] = field(default_factory=dict)
    """Each call as far as it has come."""

    def take(self, event: ServerEvent) -> Iterable[BrainWork]:
        """What an event means."""
        if event.data.strip() == "[DONE]":
            self.ended = self.ended or "stop"
        if event.data.strip() in ("", "[DONE]"):
            return
        try:
            data = json.loads(event.data)
        except (ValueError, RecursionError):
            raise BrainError("the model's server sent an event that is not JSON") from None
        if data.get("error"):
            raise self.far.refusal(None, data)
        self.counts(within(data, "usage"), ("prompt_tokens",), ("completion_tokens",))
        for choice in (data.get("choices") or [])[:1]:
            delta = choice.get("delta") or choice.get("message") or {}
            for at, fragment in enumerate(delta.get("tool_calls") or []):
                self._collect(at, fragment)
            self.ended = choice.get("finish_reason") or self.ended
            yield from self._reads(delta)

    def ends(self) -> Mapping[str, Trouble]:
        """Reasons for an end that is none."""
        return {"length": Trouble.CUT_SHORT, "content_filter": Trouble.HELD_BACK}

    def check(self) -> None:
        """Raises `BrainError` for an answer that is not whole, or not there."""
        Response.check(self)
        if self.within.thinking and not self.wanted and not "".join(self.texts).strip():
            raise BrainError("the model thought, and gave no answer")

    def rest(self) -> Iterable[BrainWork]:
        """What was held back at the end."""
        self.texts.append(self.within.finish())
        yield from self.has_thought("")
        yield from self.wrote(self.texts[-1])

    def calls(self) -> list[RequestedCall]:
        """The tools that the model wants used, in the order they began."""
        self.wanted = [*self.fragments.values()]
        return Response.calls(self)

    def _reads(self, delta: Mapping[str, Any]) -> Iterable[BrainWork]:
        thought = delta.get("reasoning_content") or delta.get("reasoning")
        text = self.within.feed(delta.get("content") or "")
        if thought or (self.within.thinking and not text):
            yield from self.thinks("", thought)
        if text:
            self.texts.append(text)
            yield from self.has_thought("")
            yield from self.wrote(text)

    def _collect(self, at: int, fragment: Mapping[str, Any]) -> None:
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
    parsed = checked(url)
    path = parsed.path.rstrip("/")
    if not path.endswith("/chat/completions"):
        path += "/chat/completions" if path else "/v1/chat/completions"
    return str(parsed.copy_with(path=path))


class OpenAICompatible(RemoteModel):
    """A `Brain` over HTTP."""

    def __init__(self, settings: RemoteSettings) -> None:
        self._counts = True
        """Whether the server is asked to count tokens."""
        self._server = EventServer(settings, checked(endpoint(settings.url)))
        super().__init__(settings, self._server.aclose)

    def opening(self, question: Question) -> list[Any]:
        """What it is told to be, and the talk."""
        system = {"role": "system", "content": policy(self._settings.prompt, question)}
        return [system, *super().opening(question)]

    def fresh(self, number: int) -> ChatReply:
        """A completion of which nothing has come."""
        return ChatReply(self._far, number)

    async def ask(
        self, talk: list[Any], question: Question, response: Any, *, last: bool
    ) -> AsyncGenerator[BrainWork, None]:
        """One request, and one more to a server that refuses to count."""
        body = {"model": self._settings.model, "messages": talk, "stream": True}
        if question.tools and not last:
            body["tools"] = [_tool(tool) for tool in question.tools]
        async with contextlib.aclosing(self.heard(self._opened(body, response), response)) as works:
            async for work in works:
                yield work
        for work in response.rest():
            yield work

    def told(self, response: Any, results: Sequence[CallOutcome]) -> list[Any]:
        """The assistant's own message, and one for each result."""
        calls = [
            {
                "id": one.id,
                "type": "function",
                "function": {"name": one.name, "arguments": one.arguments or "{}"},
            }
            for one in response.calls()
        ]
        said = {"role": "assistant", "content": "".join(response.texts) or None, "tool_calls": calls}
        told = [{"role": "tool", "tool_call_id": one.call.id, "content": one.text} for one in results]
        return [said, *told]

    @contextlib.asynccontextmanager
    async def _opened(
        self, body: Mapping[str, Any], response: ChatReply
    ) -> AsyncIterator[AsyncIterator[ServerEvent]]:
        async with contextlib.AsyncExitStack() as stack:
            counting = {**body, COUNTS: {"include_usage": True}} if self._counts else body
            try:
                events = await stack.enter_async_context(self._server.opened(counting, response))
            except BrainError as error:
                if not (self._counts and COUNTS in str(error)):
                    raise
                self._counts = False  # this server takes no such field
                events = await stack.enter_async_context(self._server.opened(body, response))
            yield events


def _tool(tool: Tool) -> dict[str, Any]:
    parameters = declared(tool.parameters, SchemaForm.INLINED)
    about = {"name": tool.name, "description": tool.description, "parameters": parameters}
    return {"type": "function", "function": about}
