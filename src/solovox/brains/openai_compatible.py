"""A model behind any server that speaks streaming Chat Completions: Ollama, llama.cpp, vLLM, OpenAI.

Rule 1: one request a round, no hidden retries, but one for a server that refuses to count tokens; a new round only to
hand back the results of tools.
Rule 2: time-outs are to the first sign of an answer and between signs, not per socket read.
Rule 3: closing the iterator, or cancelling its reader, closes the connection: the server stops.
Rule 4: every failure is one `BrainError` of one line; the key is in none of them, nor in a repr.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import httpx2

from solovox.brains.chat_wire import COUNTS, EventLines, Round, asked, declared, opening, result
from solovox.brains.rounds import ROUNDS, SPOKEN, CallOutcome, SilenceLimits, in_rounds
from solovox.brains.troubles import AskedModel
from solovox.brains.vendor import base_address, check_key, client_for, in_one_line, place
from solovox.core.units import StepKind
from solovox.ports import Brain, BrainError, BrainWork, Host, Question, Step, Wrote
from solovox.wire.whole import whole

THINKING: Final = Step("thinking", StepKind.THINKING, "thinking")
THOUGHTS: Final = 16
"""Report a sign of life after this many events that hold only thoughts: a model may think for minutes."""
_END_SECONDS: Final = 0.25
"""After the last event the connection is kept for the next question if the server ends the response so soon."""
_LONGEST_ERROR: Final = 20_000


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
    parsed = base_address(url)
    path = parsed.path.rstrip("/")
    if not path.endswith("/chat/completions"):
        path += "/chat/completions" if path else "/v1/chat/completions"
    return str(parsed.copy_with(path=path, fragment=None))


class OpenAICompatible(Brain):
    """A `Brain` over HTTP. One connection pool; `aclose` leaves none open."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self._counts = True
        """Whether the server is asked to count tokens."""
        address = httpx2.URL(settings.endpoint)
        self._far = AskedModel(place(address), settings.model, settings.api_key)
        self._patience = SilenceLimits(settings.first_seconds, settings.idle_seconds)
        self._client = client_for(address)

    def __repr__(self) -> str:
        return f"OpenAICompatible({self._settings.model} at {self._far.where})"

    def answer(self, question: Question, host: Host) -> AsyncIterator[BrainWork]:
        """Text as it comes; between rounds, what tool is being used."""
        return in_rounds(self, question, host, self._settings.rounds)

    async def aclose(self) -> None:
        """Close the pool."""
        await self._client.aclose()

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
        with in_one_line(self._far):
            try:
                async with contextlib.aclosing(self._round(body, response)) as pieces:
                    async for piece in pieces:
                        yield piece
            except BrainError as error:
                if not (self._counts and COUNTS in str(error) and not response.begun):
                    raise
                self._counts = False  # this server takes no such field, and has answered nothing yet
                async with contextlib.aclosing(self._round(body, response)) as pieces:
                    async for piece in pieces:
                        yield piece
            if not response.begun:
                raise BrainError(f"{self._far.where} did not answer with a stream of events; check brain.url")

    def _round(self, body: dict[str, Any], response: Round) -> AsyncGenerator[BrainWork, None]:
        if self._counts:
            body = {**body, COUNTS: {"include_usage": True}}
        content = json.dumps(whole(body)).encode()
        endpoint, headers = self._settings.endpoint, self._headers()
        return self._texts(
            self._client.build_request("POST", endpoint, content=content, headers=headers), response
        )

    def _headers(self) -> dict[str, str]:
        headers = {
            "Content-Type": "application/json",
            "Accept": "text/event-stream",
            "Accept-Encoding": "identity",
        }
        if self._settings.api_key:
            headers["Authorization"] = f"Bearer {self._settings.api_key}"
        return headers

    async def _texts(self, request: httpx2.Request, response: Round) -> AsyncGenerator[BrainWork, None]:
        """The text of each event; a sign of life now and then while the model thinks."""
        lines, stream, thoughts = EventLines(), None, 0
        try:
            async with self._patience.first(self._far.where):
                stream = await self._client.send(request, stream=True)
                if stream.status_code != httpx2.codes.OK:
                    raise self._far.refusal(stream.status_code, await _error_body(stream))
                chunks = stream.aiter_raw()
                events = await _events(chunks, lines)
            while events:
                for event in events:
                    text = response.take(event)
                    if text:
                        yield Wrote(text)
                    elif response.thought:
                        if thoughts % THOUGHTS == 0:
                            yield THINKING
                        thoughts += 1
                events = await self._more(chunks, lines, response)
            if text := response.rest():
                yield Wrote(text)
        finally:
            if stream is not None:
                await stream.aclose()

    async def _more(self, chunks: AsyncIterator[bytes], lines: EventLines, response: Round) -> list[str]:
        """The next events; after the last one the connection gets a moment to end properly."""
        if response.ended is None:
            async with self._patience.idle(self._far.where):
                return await _events(chunks, lines)
        with contextlib.suppress(TimeoutError, httpx2.HTTPError):
            async with asyncio.timeout(_END_SECONDS):
                return await _events(chunks, lines)
        return []


async def _events(chunks: AsyncIterator[bytes], lines: EventLines) -> list[str]:
    """The next events, at least one; none at the end of the response. Comments are not events."""
    async for chunk in chunks:
        events = list(lines.feed(chunk))
        if events:
            return events
    return list(lines.finish())


async def _error_body(stream: httpx2.Response) -> Any:
    """The body of a refusal; short, and waited for shortly."""
    data = b""
    with contextlib.suppress(TimeoutError, httpx2.HTTPError):
        async with asyncio.timeout(2.0):
            async for chunk in stream.aiter_bytes():
                data += chunk
                if len(data) > _LONGEST_ERROR:
                    break
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None
