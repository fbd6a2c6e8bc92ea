"""A model behind any server that speaks streaming Chat Completions: Ollama, llama.cpp, vLLM, OpenAI.

Rule 1: one request a round, no hidden retries, but one for a server that refuses to count tokens; a new round only to
hand back the results of tools.
Rule 2: time-outs, cancellation and failures are those of `event_server.py`.
"""

import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from solovox.brains.chat_wire import (
    COUNTS,
    RequestedCall,
    Round,
    arguments_of,
    asked,
    declared,
    opening,
)
from solovox.brains.event_server import EventServer, ServerSettings, address, check_key
from solovox.core.units import StepKind
from solovox.ports import Brain, BrainError, BrainWork, Host, Question, Step, TokensUsed, Wrote

SPOKEN: Final = (
    "Your text is read aloud. Answer in short, plain sentences, the most important first. "
    "Code, tables and lists are shown on a screen and not read; say in words what matters about them."
)
THINKING: Final = Step("thinking", StepKind.THINKING, "thinking")
THOUGHTS: Final = 16
"""Report a sign of life after this many events that hold only thoughts: a model may think for minutes."""


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Where the model is and how patient to be. Raises `ValueError` for an address that can't be one."""

    url: str
    model: str
    api_key: str | None = field(default=None, repr=False)
    policy: str = SPOKEN
    first_seconds: float = 30.0
    """How long until the first event of a response; a local model may have to be loaded."""
    idle_seconds: float = 20.0
    """How long between two events."""
    rounds: int = 8
    """How often the model may call tools before it has to answer."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of the request, such as `temperature`."""

    def __post_init__(self) -> None:
        endpoint(self.url)
        check_key(self.api_key)

    @property
    def endpoint(self) -> str:
        """Where requests go."""
        return endpoint(self.url)


def endpoint(url: str) -> str:
    """The address of chat completions, for a base URL with or without `/v1`. Raises `ValueError`."""
    parsed = address(url)
    path = parsed.path.rstrip("/")
    if not path.endswith("/chat/completions"):
        path += "/chat/completions" if path else "/v1/chat/completions"
    return str(parsed.copy_with(path=path))


class OpenAICompatible(Brain):
    """A `Brain` over HTTP. One connection pool; `aclose` leaves none open."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self._counts = True
        """Whether the server is asked to count tokens."""
        self._server = EventServer(
            ServerSettings(
                address(settings.endpoint),
                settings.api_key,
                settings.first_seconds,
                settings.idle_seconds,
                lost=f"no model {settings.model} or no such path; check brain.model and brain.url",
            )
        )

    def __repr__(self) -> str:
        return f"OpenAICompatible({self._settings.model} at {self._server.where})"

    async def answer(self, question: Question, host: Host) -> AsyncIterator[BrainWork]:
        """Text as it comes; between rounds, what tool is being used."""
        messages = opening(self._settings.policy, question)
        tools = [declared(tool) for tool in question.tools]
        used = TokensUsed(0, 0)
        for left in range(self._settings.rounds, -1, -1):
            response = Round()
            async with contextlib.aclosing(self._round(messages, tools if left else [], response)) as pieces:
                async for piece in pieces:
                    yield piece
            if response.used is not None:
                read, written = response.used
                used = TokensUsed(used.input_tokens + read, used.output_tokens + written)
                yield used
            calls = response.calls()
            if not calls:
                return
            if not left:
                raise BrainError(f"the model still asked for tools after {self._settings.rounds} rounds")
            messages.append(asked("".join(response.text), calls))
            for wanted in calls:
                yield Step(f"using {wanted.name.replace('_', ' ')[:60]}")
                messages.append(await self._result(wanted, host))

    async def aclose(self) -> None:
        """Close the pool."""
        await self._server.aclose()

    async def _result(self, wanted: RequestedCall, host: Host) -> dict[str, Any]:
        arguments = arguments_of(wanted)
        if arguments is None:
            text = "Error: the arguments are not a JSON object"
        else:
            result = await host.call(wanted.name, arguments)
            text = f"Error: {result.text}" if result.failed else result.text
        return {"role": "tool", "tool_call_id": wanted.id, "content": text}

    async def _round(
        self, messages: list[dict[str, Any]], tools: list[dict[str, Any]], response: Round
    ) -> AsyncGenerator[BrainWork, None]:
        body = {**self._settings.extra, "model": self._settings.model, "messages": messages, "stream": True}
        if self._counts:
            body[COUNTS] = {"include_usage": True}
        if tools:
            body["tools"] = tools
        try:
            async with contextlib.aclosing(self._pieces(body, response)) as pieces:
                async for piece in pieces:
                    yield piece
        except BrainError as error:
            if not (self._counts and COUNTS in str(error) and not response.begun):
                raise BrainError(self._server.scrubbed(str(error))) from None
            self._counts = False  # this server takes no such field, and has answered nothing yet
            async with contextlib.aclosing(self._round(messages, tools, response)) as pieces:
                async for piece in pieces:
                    yield piece
            return
        response.check()

    async def _pieces(self, body: Mapping[str, Any], response: Round) -> AsyncGenerator[BrainWork, None]:
        """The text of each event; a sign of life now and then while the model thinks."""
        thoughts = 0
        async with contextlib.aclosing(
            self._server.events(body, lambda: response.ended is not None)
        ) as events:
            async for event in events:
                text = response.take(event.data)
                if text:
                    yield Wrote(text)
                elif response.thought:
                    if thoughts % THOUGHTS == 0:
                        yield THINKING
                    thoughts += 1
        if text := response.rest():
            yield Wrote(text)
