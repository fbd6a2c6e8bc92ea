"""What the brains over vendors' SDKs share besides `rounds`: how they are set, the way out, and errors of every kind.

Rule 1: an SDK is given a placeholder, and the key is put into the request when it leaves: no object, log or error of an SDK
holds it.
Rule 2: nothing leaves but headers that are named here. What SDKs take from variables (organisation, further headers,
tokens), and what they tell of this machine, does not.
Rule 3: a redirect is not followed, and no proxy stands before this machine.
Rule 4: no time-out but the one to connect: patience is ours (`rounds.SilenceLimits`).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import httpx2

from solovox.brains.rounds import SilenceLimits
from solovox.brains.troubles import AskedModel, Trouble
from solovox.ports import BrainError

PLACEHOLDER: Final = "put-in-when-it-leaves"
"""What an SDK has for a key."""
CONNECT: Final = httpx2.Timeout(None, connect=10.0)
LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
_HOST: Final = re.compile(r"[\w.:-]+")
_OF_THE_TRANSPORT: Final = ("content-length", "transfer-encoding", "accept-encoding", "connection")
FAULTS: Final = (
    httpx2.HTTPError,
    httpx2.InvalidURL,
    httpx2.StreamError,
    OSError,
    RuntimeError,
    ValueError,
    TypeError,
    AttributeError,
    LookupError,
)
"""What comes out of an SDK that was sent what its protocol does not have, besides errors of its own."""


def base_address(url: str) -> httpx2.URL:
    """An address of the person's. Raises `ValueError` with what it must be."""
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
    return parsed


def check_key(key: str | None) -> None:
    """Raises `ValueError` for what cannot be sent as a key."""
    if key is not None and not (key.isascii() and key.isprintable()):
        raise ValueError("brain.api_key has characters that no key has; check it for stray spaces or quotes")


def place(url: httpx2.URL) -> str:
    """Host and port, for people."""
    return url.netloc.decode("ascii", "replace")


def client_for(url: httpx2.URL, **more: Any) -> httpx2.AsyncClient:
    """A pool of connections to one address (rules 3 and 4)."""
    return httpx2.AsyncClient(
        timeout=CONNECT,
        follow_redirects=False,
        verify=url.scheme == "https",  # without TLS there is nothing to verify, and loading costs 0.2 s
        trust_env=url.host not in LOOPBACK,
        **more,
    )


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
        if base_address(self.url).query:
            raise ValueError("brain.url must not have anything behind a question mark; use brain.api_key")
        check_key(self.api_key)

    @property
    def address(self) -> httpx2.URL:
        """Where it is, without `/` at its end."""
        parsed = base_address(self.url)
        return parsed.copy_with(path=parsed.path.rstrip("/") or "/", fragment=None)

    @property
    def far(self) -> AskedModel:
        """Who is asked."""
        return AskedModel(place(self.address), self.model, self.api_key)

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
    own: tuple[type[Exception], ...] = (),
    refused: Callable[[Any], BrainError | None] = lambda _: None,
) -> Iterator[None]:
    """Whatever goes wrong, as one `BrainError`. `own`: an SDK's errors; `refused`: the line of one, if it is a refusal."""
    try:
        yield
    except BrainError as error:
        raise far.scrubbed(str(error)) from None
    except own as error:
        raise refused(error) or _lost(far, error.__cause__ or error) from None
    except FAULTS as error:
        raise _lost(far, error) from None


def _lost(far: AskedModel, error: BaseException) -> BrainError:
    match error:
        case httpx2.ConnectError() | httpx2.ConnectTimeout() | httpx2.ProxyError():
            return far.error(Trouble.UNREACHABLE)
        case httpx2.RemoteProtocolError() | httpx2.ReadError() | httpx2.WriteError():
            return far.error(Trouble.CUT)
        case _:
            return far.error(Trouble.NONSENSE, type(error).__name__)
