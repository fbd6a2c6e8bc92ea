"""What the brains over vendors' SDKs share besides `rounds`: how they are set, the way out, and errors of every kind.

Rule 1: an SDK is given a placeholder, and the key is put into the request when it leaves: no object, log or error of an SDK
holds it.
Rule 2: nothing leaves but headers that are named here. What SDKs take from variables (organisation, further headers,
tokens), and what they tell of this machine, does not.
Rule 3: a redirect is not followed, and no proxy stands before this machine.
Rule 4: no time-out but the one to connect: patience is ours (`rounds.SilenceLimits`).
"""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, aclosing, contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import httpx2

from solovox.brains.event_server import address, check_key, client_for, place
from solovox.brains.rounds import Response, SilenceLimits, heard, turns
from solovox.brains.troubles import AskedModel
from solovox.ports import BrainError, BrainWork, Question

PLACEHOLDER: Final = "put-in-when-it-leaves"
"""What an SDK has for a key."""
_OF_THE_TRANSPORT: Final = ("content-length", "transfer-encoding", "accept-encoding", "connection")
FAULTS: Final = (
    httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, OSError, RuntimeError, ValueError, TypeError, AttributeError,
    LookupError,
)  # fmt: skip
"""What comes out of an SDK that was sent what its protocol does not have, besides errors of its own."""


@dataclass(frozen=True, slots=True)
class VendorSettings:
    """How a brain over a vendor's SDK is set. Raises `ValueError` for an address or a key that can't be one."""

    url: str
    model: str
    api_key: str | None = field(default=None, repr=False)
    prompt: str = ""
    """What it is told to be, beside `SPOKEN`."""
    first_seconds: float = 20.0
    idle_seconds: float = 60.0
    most_tokens: int = 8192
    """Of one response, where the service wants to know."""

    def __post_init__(self) -> None:
        if address(self.url).query:
            raise ValueError("brain.url must not have anything behind a question mark; use brain.api_key")
        check_key(self.api_key)

    @property
    def address(self) -> httpx2.URL:
        """Where it is, without `/` at its end."""
        parsed = address(self.url)
        return parsed.copy_with(path=parsed.path.rstrip("/") or "/", fragment=None)

    @property
    def far(self) -> AskedModel:
        """Who is asked."""
        return AskedModel(
            place(self.address),
            self.api_key,
            lost=f"no model {self.model} or no such path; check brain.model and brain.url",
        )

    @property
    def patience(self) -> SilenceLimits:
        """How long it may be silent."""
        return SilenceLimits(self.first_seconds, self.idle_seconds)


def client_with(
    settings: VendorSettings, key: Mapping[str, str], more: Mapping[str, str] | None = None
) -> httpx2.AsyncClient:
    """The way out for an SDK: of its headers only what the transport needs is left. `key`, where there is one, and `more`
    are added.
    """

    async def last(request: httpx2.Request) -> None:
        kept = {name: text for name, text in request.headers.items() if name in _OF_THE_TRANSPORT}
        request.headers = httpx2.Headers(
            {
                "host": place(request.url),
                **kept,
                "content-type": "application/json",
                "accept": "text/event-stream",
                "user-agent": "solovox",
                **(more or {}),
                **(key if settings.api_key else {}),
            }
        )

    return client_for(settings.address, event_hooks={"request": [last]})


@contextmanager
def in_one_line(
    far: AskedModel,
    own: tuple[type[Exception], ...],
    refused: Callable[[Any], BrainError | None],
) -> Iterator[None]:
    """Whatever goes wrong, as one `BrainError`. `own`: an SDK's errors; `refused`: the line of one, if it is a refusal."""
    try:
        yield
    except BrainError as error:
        raise far.scrubbed(str(error)) from None
    except own as error:
        raise refused(error) or far.lost_to(error.__cause__ or error) from None
    except FAULTS as error:
        raise far.lost_to(error) from None


async def heard_in_lines(
    settings: VendorSettings,
    errors: type[Exception],
    refused: Callable[[Any], BrainError | None],
    opened: AbstractAsyncContextManager[AsyncIterator[Any]],
    response: Response,
) -> AsyncGenerator[BrainWork, None]:
    """The events of one response, as work; whatever goes wrong, as one `BrainError`. `errors`: the SDK's own."""
    with in_one_line(settings.far, (errors,), refused):
        async with aclosing(heard(opened, response, settings.patience)) as works:
            async for work in works:
                yield work


def messages(question: Question) -> list[Any]:
    """The talk, as OpenAI and Anthropic take it."""
    return [{"role": "user" if role == "person" else role, "content": text} for role, text in turns(question)]


async def plain(stream: Any) -> AsyncGenerator[Mapping[str, Any], None]:
    """The events of an SDK's stream, as they were sent."""
    async for event in stream:
        yield event.model_dump(exclude_unset=True, warnings=False)
