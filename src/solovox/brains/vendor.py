"""What the brains over a wire share besides `rounds`: how they are set, patience, and errors of every kind.

Rule: time-outs are by our own clock: to the first sign of an answer (text, a thought, a call), and between signs.
"""

import asyncio
import re
from abc import abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

import httpx2

from solovox.brains.event_server import EventServer, ServerEvent
from solovox.brains.rounds import CallOutcome, Response, Talk, in_rounds, turns
from solovox.brains.troubles import AskedModel
from solovox.ports import Brain, BrainError, BrainWork, Host, Question

_HOST: Final = re.compile(r"[\w.:-]+")
FAULTS: Final = (
    httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, OSError, RuntimeError, ValueError, TypeError, AttributeError,
    LookupError,
)  # fmt: skip
"""What comes of a connection, and of a stream that has what its protocol has not."""


@dataclass(frozen=True, slots=True)
class RemoteSettings:
    """Where a model or an agent is, and how patient to be. Raises `ValueError` for what cannot be: a line that says what to do."""

    url: str
    model: str = ""
    """Empty: it is an agent."""
    api_key: str | None = field(default=None, repr=False)
    prompt: str = ""
    """What it is told to be, beside `SPOKEN`."""
    first_seconds: float = 20.0
    """How long until the first sign of an answer; a local model may have to be loaded."""
    idle_seconds: float = 60.0
    """How long between two signs."""
    most_tokens: int = 8192
    """Of one response, where the service wants to know."""

    def __post_init__(self) -> None:
        check_address(self.url)
        if self.api_key is not None and not (self.api_key.isascii() and self.api_key.isprintable()):
            raise ValueError(
                "brain.api_key has characters that no key has; check it for stray spaces or quotes"
            )
        for name, seconds in (("first_seconds", self.first_seconds), ("idle_seconds", self.idle_seconds)):
            if not seconds > 0:
                raise ValueError(f"brain.{name} must be more than 0 seconds")

    @property
    def address(self) -> httpx2.URL:
        """Where it is, without `/` at its end."""
        parsed = check_address(self.url)
        return parsed.copy_with(path=parsed.path.rstrip("/") or "/")

    @property
    def far(self) -> AskedModel:
        """Who is asked."""
        where = self.address.netloc.decode("ascii", "replace")
        if not self.model:
            return AskedModel(where, self.api_key, "the agent")
        lost = f"no model {self.model} or no such path; check brain.model and brain.url"
        return AskedModel(where, self.api_key, lost=lost)


def check_address(url: str) -> httpx2.URL:
    """The address that is meant. Raises `ValueError`."""
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
    return parsed.copy_with(fragment=None)


class RemoteBrain(Brain):
    """A `Brain` behind an address. One connection pool; `aclose` leaves none open."""

    optional: ClassVar[tuple[str, str]] = ("", "")
    """A field of a request that not every server takes, and a word of the refusal of one that does not: it is asked once more."""

    def __init__(
        self,
        settings: RemoteSettings,
        url: httpx2.URL,
        key: tuple[str, str] = ("authorization", "Bearer {}"),
        more: Mapping[str, str] | None = None,
    ) -> None:
        """`url`: where it is asked. `key`: the header that has the key, and its form; `more`: further headers."""
        self._settings, self._far = settings, settings.far
        name, form = key
        said = {name: form.format(settings.api_key)} if settings.api_key else {}
        self._server = EventServer(self._far, url, {**(more or {}), **said})
        self._plain = False
        """Whether the server has refused the optional field."""

    def __repr__(self) -> str:
        of = f"{self._settings.model} at " if self._settings.model else ""
        return f"{type(self).__name__}({of}{self._far.where})"

    async def aclose(self) -> None:
        """Close the pool."""
        await self._server.aclose()

    async def read_response(
        self, body: Mapping[str, object], response: Response
    ) -> AsyncGenerator[BrainWork, None]:
        """The events of one response, as work; whatever goes wrong, as one `BrainError`. Leaving it hangs up."""
        with self._in_one_line():
            async with AsyncExitStack() as stack:
                works: list[BrainWork] = []
                more = True
                async with self._within(self._settings.first_seconds, "said nothing"):
                    events = await self._open_events(stack, body, response)
                    while more and not response.begun:
                        more = await _next(events, response, works)
                while more or works:
                    for work in works:
                        yield work
                    works.clear()
                    if more:
                        async with self._within(self._settings.idle_seconds, "fell silent"):
                            more = await _next(events, response, works)
            for work in response.over():
                yield work

    async def _open_events(
        self, stack: AsyncExitStack, body: Mapping[str, object], response: Response
    ) -> AsyncIterator[ServerEvent]:
        name, word = self.optional
        less = {field: value for field, value in body.items() if field != name}
        try:
            opened = self._server.open_events(less if self._plain else body, response.has_ended)
            return await stack.enter_async_context(opened)
        except BrainError as error:
            if self._plain or name not in body or word not in str(error):
                raise
        self._plain = True
        return await stack.enter_async_context(self._server.open_events(less, response.has_ended))

    @asynccontextmanager
    async def _within(self, seconds: float, what: str) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(seconds):
                yield
        except TimeoutError:
            line = f"{self._far.subject} at {self._far.where} {what} for {seconds:g} seconds"
            raise BrainError(line) from None

    @contextmanager
    def _in_one_line(self) -> Iterator[None]:
        try:
            yield
        except BrainError as error:
            raise self._far.scrub_line(str(error)) from None
        except FAULTS as error:
            raise self._far.lost_to(error) from None


async def _next(events: AsyncIterator[ServerEvent], response: Response, works: list[BrainWork]) -> bool:
    """Takes the next event; False: there is none."""
    event = await anext(events, None)
    if event is not None:
        works += response.take(event)
    return event is not None


class RemoteModel(RemoteBrain):
    """A model that is asked in rounds."""

    early = True
    reply: ClassVar[type[Response]]
    """How a response is read."""

    def answer(self, question: Question, host: Host) -> AsyncIterator[BrainWork]:
        """Text as it comes; between rounds, what tool is being used."""
        return in_rounds(self, question, host)

    def opening(self, question: Question) -> Talk:
        """The talk, as most protocols have it."""
        return [
            {"role": "user" if role == "person" else role, "content": text} for role, text in turns(question)
        ]

    def fresh(self, number: int) -> Response:
        """A response of which nothing has come."""
        return self.reply(self._far, number)

    def ask(
        self, talk: Talk, question: Question, response: Response, *, last: bool
    ) -> AsyncGenerator[BrainWork, None]:
        """One request."""
        return self.read_response(self.body(talk, question, last=last), response)

    @abstractmethod
    def body(self, talk: Talk, question: Question, *, last: bool) -> dict[str, object]:
        """What is posted. `last`: the question's tools are not to be used any more."""

    @abstractmethod
    def tell_results(self, response: Any, results: Sequence[CallOutcome]) -> Talk:
        """What the model said and asked for, and what came of each call."""
