"""Where the service is, and how the key gets there.

Rule 1: a key is in a header, never in an address, and never in a `repr`, an error or a log.
Rule 2: an address may be a host alone; the path of the service is added. A path that is given is kept,
but for doubled slashes, so it may name another API version.

Source: google-genai 3.3 (live.py): the paths, `x-goog-api-key`, and `Token` for ephemeral tokens.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

GOOGLE: Final = "wss://generativelanguage.googleapis.com"
VERSIONS: Final = ("v1", "v1beta", "v1alpha")
VERSION: Final = "v1beta"
EPHEMERAL: Final = "auth_tokens/"
"""Keys that begin so are tokens for one session, minted for a client that must not hold the key itself."""
_PATH: Final = "/ws/google.ai.generativelanguage.{}.GenerativeService.BidiGenerateContent{}"
_SCHEMES: Final = {"ws": "ws", "wss": "wss", "http": "ws", "https": "wss"}


class BadEndpoint(ValueError):
    """The address cannot be one of a live model. One line."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address and what is sent with the handshake."""

    url: str = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def place(self) -> str:
        """The address as it may be shown: without the query, in which a person may have put a key."""
        split = urlsplit(self.url)
        return f"{split.scheme}://{_host(split)}{split.path}"

    @property
    def is_local(self) -> bool:
        """Whether it is this machine."""
        host = urlsplit(self.url).hostname or ""
        try:
            return ip_address(host).is_loopback
        except ValueError:
            return host == "localhost"


def endpoint(url: str | None, key: str | None, version: str = "") -> Endpoint:
    """Where to connect. No `url`: Google's. Raises `BadEndpoint`."""
    if version and version not in VERSIONS:
        raise BadEndpoint(f"there is no API version {version!r}: there is {', '.join(VERSIONS)}")
    text = (url or GOOGLE).strip()
    try:
        split = urlsplit(text)
        scheme, host, _ = _SCHEMES.get(split.scheme.lower(), ""), split.hostname, split.port
    except ValueError:
        scheme, host = "", None
    if not scheme or not host:
        raise BadEndpoint("the address must begin with ws:// or wss:// and name a host")
    if "@" in split.netloc:
        raise BadEndpoint(
            "the address holds a name or a password: leave them out; a key belongs in ear.api_key"
        )
    ephemeral = bool(key) and str(key).startswith(EPHEMERAL)
    path = re.sub(r"/{2,}", "/", split.path).rstrip("/")
    if not path:
        path = _PATH.format(version or ("v1alpha" if ephemeral else VERSION), "Constrained" * ephemeral)
    query = f"?{split.query}" if split.query else ""
    return Endpoint(f"{scheme}://{split.netloc}{path}{query}", _headers(key, ephemeral=ephemeral))


def _headers(key: str | None, *, ephemeral: bool) -> dict[str, str]:
    if not key:
        return {}
    if any(ord(c) < 33 or ord(c) > 126 for c in key):
        raise BadEndpoint("the key has characters that no key has: copy it again")
    token = {"Authorization": f"Token {key}"} if ephemeral else {}
    return {"x-goog-api-key": key, **token}


def _host(split: SplitResult) -> str:
    return split.netloc.rpartition("@")[2]
