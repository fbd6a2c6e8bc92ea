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
import re
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import httpx2

from solovox.brains.chat_wire import (
    COUNTS,
    EventLines,
    RequestedCall,
    Round,
    arguments_of,
    asked,
    declared,
    message_of,
    opening,
)
from solovox.core.units import StepKind
from solovox.ports import Brain, BrainError, BrainWork, Host, Question, Step, TokensUsed, Wrote
from solovox.wire.whole import whole

SPOKEN: Final = (
    "Your text is read aloud. Answer in short, plain sentences, the most important first. "
    "Code, tables and lists are shown on a screen and not read; say in words what matters about them."
)
THINKING: Final = Step("thinking", StepKind.THINKING, "thinking")
THOUGHTS: Final = 16
"""Report a sign of life after this many events that hold only thoughts: a model may think for minutes."""
_CONNECT_SECONDS: Final = 10.0
_END_SECONDS: Final = 0.25
"""After the last event the connection is kept for the next question if the server ends the response so soon."""
_HOST: Final = re.compile(r"[\w.:-]+")
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
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
    rounds: int = 8
    """How often the model may call tools before it has to answer."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of the request, such as `temperature`."""

    def __post_init__(self) -> None:
        endpoint(self.url)
        if self.api_key is not None and not (self.api_key.isascii() and self.api_key.isprintable()):
            raise ValueError(
                "brain.api_key has characters that no key has; check it for stray spaces or quotes"
            )

    @property
    def endpoint(self) -> str:
        """Where requests go."""
        return endpoint(self.url)


def endpoint(url: str) -> str:
    """The address of chat completions, for a base URL with or without `/v1`. Raises `ValueError`."""
    try:
        parsed = httpx2.URL(url.strip())
    except httpx2.InvalidURL:
        parsed = None
    if parsed is None or parsed.scheme not in ("http", "https") or not _HOST.fullmatch(parsed.host):
        raise ValueError("brain.url must begin with http:// or https:// and name a host")
    if not 0 < (parsed.port or 80) < 65_536:
        raise ValueError("brain.url must have a port between 1 and 65535")
    if parsed.userinfo:
        raise ValueError("brain.url must not contain a name or password; use brain.api_key")
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
        self._client = httpx2.AsyncClient(
            timeout=httpx2.Timeout(None, connect=_CONNECT_SECONDS),
            follow_redirects=False,
            verify=address.scheme
            == "https",  # without TLS there is nothing to verify, and loading costs 0.2 s
            trust_env=address.host not in _LOOPBACK,  # no proxy stands before this machine
        )

    def __repr__(self) -> str:
        return f"OpenAICompatible({self._settings.model} at {self._where()})"

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
        await self._client.aclose()

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
        asked = whole({**body, "tools": tools} if tools else body)
        request = self._client.build_request(
            "POST",
            self._settings.endpoint,
            content=json.dumps(asked).encode(),
            headers=self._headers(),
        )
        try:
            async with contextlib.aclosing(self._texts(request, response)) as texts:
                async for piece in texts:
                    yield piece
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, RuntimeError) as error:
            raise BrainError(self._unreachable(error)) from None
        except BrainError as error:
            if not (self._counts and COUNTS in str(error) and not response.begun):
                raise BrainError(self._scrubbed(str(error))) from None
            self._counts = False  # this server takes no such field, and has answered nothing yet
            async with contextlib.aclosing(self._round(messages, tools, response)) as pieces:
                async for piece in pieces:
                    yield piece
            return
        if not response.begun:
            raise BrainError(f"{self._where()} did not answer with a stream of events; check brain.url")
        response.check()

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
            async with self._patience(self._settings.first_seconds, "said nothing"):
                stream = await self._client.send(request, stream=True)
                if stream.status_code != httpx2.codes.OK:
                    raise BrainError(self._refused(stream.status_code, await _error_body(stream)))
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
            async with self._patience(self._settings.idle_seconds, "fell silent"):
                return await _events(chunks, lines)
        with contextlib.suppress(TimeoutError, httpx2.HTTPError):
            async with asyncio.timeout(_END_SECONDS):
                return await _events(chunks, lines)
        return []

    @contextlib.asynccontextmanager
    async def _patience(self, seconds: float, what: str) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(seconds):
                yield
        except TimeoutError:
            raise BrainError(f"the model at {self._where()} {what} for {seconds:g} seconds") from None

    def _where(self) -> str:
        return httpx2.URL(self._settings.endpoint).netloc.decode("ascii", "replace")

    def _unreachable(self, error: Exception) -> str:
        if isinstance(error, (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.ProxyError)):
            return f"nothing answers at {self._where()}; is the model's server running, and brain.url right?"
        if isinstance(error, httpx2.RemoteProtocolError | httpx2.ReadError):
            return f"the connection to {self._where()} was cut in the middle of an answer"
        return f"the conversation with {self._where()} failed: {type(error).__name__}"

    def _scrubbed(self, line: str) -> str:
        key = self._settings.api_key
        return line.replace(key, "[key]") if key else line

    def _refused(self, status: int, reason: str) -> str:
        match status:
            case 401 | 403:
                return f"{self._where()} refused the key ({status}); check brain.api_key"
            case 404:
                return f"{self._where()} has no model {self._settings.model} or no such path; check brain.model and brain.url"
            case 429:
                return f"{self._where()} has had too many requests for now, or the quota is used up (429): {reason}"
            case _ if status >= 500:
                return f"the model's server at {self._where()} failed ({status}): {reason}"
            case _:
                return f"{self._where()} refused the request ({status}): {reason}"


async def _events(chunks: AsyncIterator[bytes], lines: EventLines) -> list[str]:
    """The next events, at least one; none at the end of the response. Comments are not events."""
    async for chunk in chunks:
        events = list(lines.feed(chunk))
        if events:
            return events
    return list(lines.finish())


async def _error_body(stream: httpx2.Response) -> str:
    """The reason in the body of a refusal; short, and waited for shortly."""
    data = b""
    with contextlib.suppress(TimeoutError, httpx2.HTTPError):
        async with asyncio.timeout(2.0):
            async for chunk in stream.aiter_bytes():
                data += chunk
                if len(data) > _LONGEST_ERROR:
                    break
    try:
        return message_of(json.loads(data))
    except (ValueError, RecursionError):
        return "no reason given"
