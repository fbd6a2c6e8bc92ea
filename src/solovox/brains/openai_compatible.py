"""A model behind any server that speaks streaming Chat Completions: Ollama, llama.cpp, vLLM, OpenAI.

Rule 1: one request a round, no hidden retries, but one for a server that refuses to count tokens; a new round only to
hand back the results of tools.
Rule 2: time-outs, cancellation and failures are those of `event_server.py`.
"""

import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from solovox.brains.chat_wire import COUNTS, Round, asked, declared, opening, result
from solovox.brains.event_server import EventServer, ServerSettings, address, check_key
from solovox.brains.rounds import ROUNDS, SPOKEN, CallOutcome, in_rounds
from solovox.core.units import StepKind
from solovox.ports import Brain, BrainError, BrainWork, Host, Question, Step, Wrote

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
    rounds: int = ROUNDS
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

    early = True

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

    def answer(self, question: Question, host: Host) -> AsyncIterator[BrainWork]:
        """Text as it comes; between rounds, what tool is being used."""
        return in_rounds(self, question, host, self._settings.rounds)

    async def aclose(self) -> None:
        """Close the pool."""
        await self._server.aclose()

    def opening(self, question: Question) -> list[Any]:
        """The talk."""
        return opening(self._settings.policy, question)

    def fresh(self, number: int) -> Round:
        """A response of which nothing has come."""
        return Round()

    def told(self, response: Round, results: Sequence[CallOutcome]) -> list[Any]:
        """The assistant's own message, and one for each result."""
        return [asked("".join(response.text), response.calls()), *map(result, results)]

    async def ask(
        self, talk: list[Any], question: Question, response: Round, *, last: bool
    ) -> AsyncGenerator[BrainWork, None]:
        """One request, and one more to a server that refuses to count."""
        tools = [] if last else [declared(tool) for tool in question.tools]
        body = {**self._settings.extra, "model": self._settings.model, "messages": talk, "stream": True}
        body |= {"tools": tools} if tools else {}
        try:
            async with contextlib.aclosing(self._round(body, response)) as pieces:
                async for piece in pieces:
                    yield piece
        except BrainError as error:
            if not (self._counts and COUNTS in str(error) and not response.begun):
                raise self._server.scrubbed(error) from None
            self._counts = False  # this server takes no such field, and has answered nothing yet
            async with contextlib.aclosing(self.ask(talk, question, response, last=last)) as pieces:
                async for piece in pieces:
                    yield piece

    def _round(self, body: dict[str, Any], response: Round) -> AsyncGenerator[BrainWork, None]:
        if self._counts:
            body = {**body, COUNTS: {"include_usage": True}}
        return self._pieces(body, response)

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
