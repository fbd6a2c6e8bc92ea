"""Gemini Live: where it is, how the key gets there, and what its closes mean. All else of it is its codec.

Rule 1: a key is in a header, never in an address, and never in a `repr`, an error or a log.
Rule 2: an address may be a host alone; the path of the service is added. A path that is given is kept,
but for doubled slashes, so it may name another API version.

Source: google-genai 3.3 (live.py): the paths, `x-goog-api-key`, and `Token` for ephemeral tokens;
docs/reference/gemini-live.md, "Limits, close codes".
"""

import re
from typing import Final
from urllib.parse import urlsplit

from solovox.live.connection import BadEndpoint, Endpoint, LiveFamily
from solovox.live.losing import KEY, NO_MODEL, QUOTA, RATE, SPENT, CloseMeaning, LossCause
from solovox.wire.gemini_live.families import converses
from solovox.wire.gemini_live.live_codec import GeminiCodec

DEFAULT_MODEL: Final = "gemini-2.5-flash-native-audio-preview-12-2025"
GOOGLE: Final = "wss://generativelanguage.googleapis.com"
VERSIONS: Final = ("v1", "v1beta", "v1alpha")
VERSION: Final = "v1beta"
EPHEMERAL: Final = "auth_tokens/"
"""Keys that begin so are tokens for one session, minted for a client that must not hold the key itself."""
_PATH: Final = "/ws/google.ai.generativelanguage.{}.GenerativeService.BidiGenerateContent{}"
_SCHEMES: Final = {"ws": "ws", "wss": "wss", "http": "ws", "https": "wss"}
CLOSES: Final = (
    CloseMeaning(1007, "api key", KEY, LossCause.OURS),
    CloseMeaning(1007, "", "the service refuses what it was sent", LossCause.REFUSED, may_mean_handle=True),
    CloseMeaning(
        1008,
        "session not found",
        "the service does not know the session any more",
        LossCause.HANDLE,
        may_mean_handle=True,
    ),
    CloseMeaning(1008, "api key", KEY, LossCause.OURS),
    CloseMeaning(1008, "permission", KEY, LossCause.OURS),
    CloseMeaning(1008, "credits", SPENT, LossCause.OURS),
    CloseMeaning(1008, "current quota", QUOTA, LossCause.REFUSED),
    CloseMeaning(1008, "quota", RATE, LossCause.BUSY),
    CloseMeaning(1008, "is not found", NO_MODEL, LossCause.OURS, may_mean_handle=True),
    CloseMeaning(1008, "not supported for", NO_MODEL, LossCause.OURS, may_mean_handle=True),
    CloseMeaning(
        1008, "", "the service ended the connection by its rules", LossCause.SERVICE, may_mean_handle=True
    ),
    CloseMeaning(1011, "credits", SPENT, LossCause.OURS),
    CloseMeaning(1011, "current quota", QUOTA, LossCause.REFUSED),
    CloseMeaning(1011, "quota", RATE, LossCause.BUSY),
    CloseMeaning(1011, "exhausted", RATE, LossCause.BUSY),
)
"""The first row that fits counts. "You exceeded your current quota" is said of a minute and of a month: the first time it is taken
for the month."""


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


def unfit(model: str) -> str:
    """A model on the same endpoint that can be no ear."""
    return "" if converses(model) else "it translates, transcribes or makes music"


GEMINI: Final = LiveFamily(
    name="gemini", endpoint=endpoint, codec=GeminiCodec, model=DEFAULT_MODEL, unfit=unfit, closes=CLOSES
)
