"""What the brains over a wire share besides `rounds`: how they are set, the way out, and errors of every kind.

Rule 1: an SDK is given a placeholder, and the key is put into the request when it leaves: no object, log or error of an SDK
holds it.
Rule 2: nothing leaves but headers that are named here. What SDKs take from variables (organisation, further headers,
tokens), and what they tell of this machine, does not.
Rule 3: a redirect is not followed, and no proxy stands before this machine.
Rule 4: no time-out but the one to connect: patience is ours (`rounds.SilenceLimits`).
"""

import re
from abc import abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

import httpx2

from solovox.brains.rounds import CallOutcome, Response, SilenceLimits, heard, in_rounds, turns
from solovox.brains.troubles import AskedModel
from solovox.ports import Brain, BrainError, BrainWork, Host, Question
from solovox.wire.loopback import is_loopback

PLACEHOLDER: Final = "put-in-when-it-leaves"
"""What an SDK has for a key."""
CONNECT: Final = httpx2.Timeout(None, connect=10.0)
_HOST: Final = re.compile(r"[\w.:-]+")
_OF_THE_TRANSPORT: Final = ("content-length", "transfer-encoding", "accept-encoding", "connection")
FAULTS: Final = (
    httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, OSError, RuntimeError, ValueError, TypeError, AttributeError,
    LookupError,
)  # fmt: skip
"""What comes of a stream that has what its protocol has not, besides an SDK's own errors."""


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
        checked(self.url)
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
        parsed = checked(self.url)
        return parsed.copy_with(path=parsed.path.rstrip("/") or "/")

    @property
    def far(self) -> AskedModel:
        """Who is asked."""
        where = self.address.netloc.decode("ascii", "replace")
        if not self.model:
            return AskedModel(where, self.api_key, "the agent")
        lost = f"no model {self.model} or no such path; check brain.model and brain.url"
        return AskedModel(where, self.api_key, lost=lost)

    @property
    def patience(self) -> SilenceLimits:
        """How long it may be silent."""
        return SilenceLimits(self.first_seconds, self.idle_seconds)


def checked(url: str) -> httpx2.URL:
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


def client_with(
    settings: RemoteSettings, key: Mapping[str, str], more: Mapping[str, str] | None = None
) -> httpx2.AsyncClient:
    """A pool of connections to one address. Of a request's own headers only what the transport needs is left. `key`, where
    there is one, and `more` are added.
    """

    async def last(request: httpx2.Request) -> None:
        kept = {name: text for name, text in request.headers.items() if name in _OF_THE_TRANSPORT}
        request.headers = httpx2.Headers(
            {
                "host": request.url.netloc.decode("ascii", "replace"),
                **kept,
                "content-type": "application/json",
                "accept": "text/event-stream",
                "user-agent": "solovox",
                **(more or {}),
                **(key if settings.api_key else {}),
            }
        )

    url = settings.address
    return httpx2.AsyncClient(
        timeout=CONNECT,
        follow_redirects=False,
        verify=url.scheme == "https",  # without TLS there is nothing to verify, and loading costs 0.2 s
        trust_env=not is_loopback(url.host),  # no proxy stands before this machine
        event_hooks={"request": [last]},
    )


class RemoteBrain(Brain):
    """A `Brain` behind an address. One connection pool; `aclose` leaves none open."""

    errors: ClassVar[tuple[type[Exception], ...]] = ()
    """An SDK's own."""

    def __init__(self, settings: RemoteSettings, close: Callable[[], Awaitable[None]]) -> None:
        """`close`: closes the pool."""
        self._settings, self._far, self._close = settings, settings.far, close

    def __repr__(self) -> str:
        of = f"{self._settings.model} at " if self._settings.model else ""
        return f"{type(self).__name__}({of}{self._far.where})"

    async def aclose(self) -> None:
        """Close the pool."""
        await self._close()

    def _refused(self, error: Any) -> BrainError | None:
        """The line of an SDK's error, if that is a refusal."""
        status, body = getattr(error, "status_code", None), getattr(error, "body", None)
        # An error within a stream came with 200.
        return self._far.refusal(None if status == 200 else status, body) if status or body else None

    @contextmanager
    def _in_one_line(self) -> Iterator[None]:
        try:
            yield
        except BrainError as error:
            raise self._far.scrubbed(str(error)) from None
        except self.errors as error:
            raise self._refused(error) or self._far.lost_to(error.__cause__ or error) from None
        except FAULTS as error:
            raise self._far.lost_to(error) from None

    async def heard(
        self, opened: AbstractAsyncContextManager[AsyncIterator[Any]], response: Response
    ) -> AsyncGenerator[BrainWork, None]:
        """The events of one response, as work; whatever goes wrong, as one `BrainError`."""
        with self._in_one_line():
            async with aclosing(heard(opened, response, self._settings.patience)) as works:
                async for work in works:
                    yield work


class RemoteModel(RemoteBrain):
    """A model that is asked in rounds."""

    early = True

    def answer(self, question: Question, host: Host) -> AsyncIterator[BrainWork]:
        """Text as it comes; between rounds, what tool is being used."""
        return in_rounds(self, question, host)

    def opening(self, question: Question) -> list[Any]:
        """The talk, as most protocols have it."""
        return [
            {"role": "user" if role == "person" else role, "content": text} for role, text in turns(question)
        ]

    @abstractmethod
    def fresh(self, number: int) -> Response:
        """A response of which nothing has come."""

    @abstractmethod
    def ask(
        self, talk: list[Any], question: Question, response: Any, *, last: bool
    ) -> AsyncGenerator[BrainWork, None]:
        """One request."""

    @abstractmethod
    def told(self, response: Any, results: Sequence[CallOutcome]) -> list[Any]:
        """What the model said and asked for, and what came of each call."""


@asynccontextmanager
async def plain(stream: Any) -> AsyncIterator[AsyncIterator[Mapping[str, Any]]]:
    """The events of an SDK's stream, as they were sent."""

    async def events() -> AsyncGenerator[Mapping[str, Any], None]:
        async for event in stream:
            yield event.model_dump(exclude_unset=True, warnings=False)

    async with stream, aclosing(events()) as found:
        yield found
