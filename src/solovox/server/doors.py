"""Who may come in, and to what: from the handshake's target and headers to a `Door`, or to a refusal.

Rule 1: only the paths of the service's Live API are served. Any other is a 404 whose one line says which exist and
what this server is: clients that are pointed here ask for the service's other methods too.
Rule 2: if keys are required, the client must send one of them, in any of the places where clients put it. It is
compared with each in constant time, and appears in no `Door`, refusal, `repr` or log.
Rule 3: a web page from another site is refused unless it has the required key: any page may open a socket to this
machine, and the browser names the page's site in `Origin`. Pages of this machine (localhost, 127.0.0.1, ::1, any
port) are accepted, and so are clients that are not browsers. `Host` is not checked: DNS rebinding to 127.0.0.1
changes the address of a page, not its origin.
Rule 4: an ephemeral token of this server (`tokens`) is accepted as a key, from any page, and only on the path for tokens.

Sources: the paths and credentials of google-genai 3.3 (Python) and 2.32 (JavaScript); RFC 6455 §10.2.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256
from hmac import compare_digest
from ipaddress import ip_address
from typing import Final
from urllib.parse import parse_qsl, urlsplit

VERSIONS: Final = ("v1", "v1beta", "v1alpha")
VERTEX_VERSIONS: Final = ("v1", "v1beta1")
_ANY: Final = r"(?P<version>[\w.]{1,20})"
_DEVELOPER: Final = re.compile(
    rf"/+ws/+google\.ai\.generativelanguage\.{_ANY}\.GenerativeService\.(?P<method>Bidi\w{{1,60}})", re.ASCII
)
_VERTEX: Final = re.compile(
    rf"/+ws/+google\.cloud\.aiplatform\.{_ANY}\.LlmBidiService/(?P<method>Bidi\w{{1,60}})", re.ASCII
)
_METHODS: Final = ("BidiGenerateContent", "BidiGenerateContentConstrained")
_PRODUCT: Final = re.compile(r"([A-Za-z][\w.-]{0,30})/(v?\d[\w.]{0,20})", re.ASCII)
_WRAPPERS: Final = ("pipecat", "livekit-agents", "google-adk", "solovox", "google-genai-sdk")
"""Known clients, the outermost first: frameworks add themselves to the SDK's own name."""
_OTHERS: Final = (
    re.compile(r":([A-Za-z]{1,40})$", re.ASCII),
    re.compile(r"/(models|auth_tokens|files|cachedContents)\b", re.ASCII),
)
"""The service's other methods, and collections."""
TOKENS: Final = "auth_tokens/"
UNREGISTERED: Final = "Method doesn't allow unregistered callers. Please use an API key here: a token is for BidiGenerateContentConstrained"
NOWHERE: Final = (
    "there is {} here: this is solovox live-server, which has nothing but Gemini Live,"
    " at /ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent, and POST of generateContent and of v1alpha/auth_tokens"
)


class Dialect(Enum):
    """Whose service the client takes this for."""

    DEVELOPER = "the Gemini Developer API"
    VERTEX = "Vertex AI"


@dataclass(frozen=True, slots=True)
class Door:
    """An accepted handshake. `client` is for logs only: a client may send any name."""

    dialect: Dialect
    version: str
    constrained: bool = False
    """The client came by the path for ephemeral tokens."""
    client: str = ""
    token: str = field(default="", repr=False)
    """The ephemeral token that it came with."""


@dataclass(frozen=True, slots=True)
class RefusedHandshake:
    """A refused handshake: the HTTP status, and the one line of the body."""

    status: int
    line: str


@dataclass(frozen=True, slots=True)
class Rules:
    """Which clients are accepted. `origins`: other sites whose pages are, as browsers write them (`https://app.example`)."""

    keys: frozenset[str] = field(default=frozenset(), repr=False)
    """A client needs one of these; empty: no key is needed."""
    origins: frozenset[str] = frozenset()
    tokens: Callable[[str], bool] = lambda _: False
    """Whether an ephemeral token is one of this server."""


def door(target: str, headers: Iterable[tuple[str, str]], rules: Rules) -> Door | RefusedHandshake:
    """What the handshake asks for. `target` is the request's path with its query; headers may repeat."""
    path, _, query = target.partition("?")
    given = [(name.lower(), value.strip()) for name, value in headers]
    place = _place(path)
    if isinstance(place, RefusedHandshake):
        return place
    dialect, version, constrained = place
    token = next((one for one in _keys(query, given) if one.startswith(TOKENS)), "")
    if not (constrained and rules.tokens(token)) and (refused := _refusal_of(query, given, rules)):
        return refused
    if token and not constrained:
        return RefusedHandshake(403, UNREGISTERED)
    return Door(dialect, version, constrained, _client(given), token)


def refusal(target: str, headers: Iterable[tuple[str, str]], rules: Rules) -> RefusedHandshake | None:
    """Why a request that is no handshake is refused, by rules 2 and 3. None: it is not."""
    given = [(name.lower(), value.strip()) for name, value in headers]
    return _refusal_of(target.partition("?")[2], given, rules)


def _refusal_of(query: str, given: list[tuple[str, str]], rules: Rules) -> RefusedHandshake | None:
    keys = _keys(query, given)
    if not rules.keys:
        origins = [value for name, value in given if name == "origin"]
        if not all(_is_near(one) or one in rules.origins for one in origins):
            return RefusedHandshake(
                403, "a page from elsewhere needs a key: start the server with --require-key, and give it"
            )
    elif not keys:
        return RefusedHandshake(401, "a key is required: in x-goog-api-key, in Authorization, or as ?key=")
    elif not _one_is(rules.keys, keys):
        return RefusedHandshake(403, "this is not a key that is required")
    return None


def _place(path: str) -> tuple[Dialect, str, bool] | RefusedHandshake:
    for dialect, pattern, versions in (
        (Dialect.DEVELOPER, _DEVELOPER, VERSIONS),
        (Dialect.VERTEX, _VERTEX, VERTEX_VERSIONS),
    ):
        found = pattern.fullmatch(path)
        if found is None:
            continue
        methods = _METHODS if dialect is Dialect.DEVELOPER else _METHODS[:1]
        if found["method"] not in methods:
            return RefusedHandshake(404, f"there is no {found['method']} here, only {' and '.join(methods)}")
        if found["version"] not in versions:
            return RefusedHandshake(
                404, f"there is no version {found['version']} here, only {', '.join(versions)}"
            )
        return dialect, found["version"], found["method"] == _METHODS[1]
    others = (found for pattern in _OTHERS if (found := pattern.search(path)) is not None)
    other = next(others, None)
    return RefusedHandshake(404, NOWHERE.format(f"no {other[1]}" if other is not None else "nothing"))


def _keys(query: str, headers: list[tuple[str, str]]) -> list[str]:
    keys = [value for name, value in parse_qsl(query) if name in ("key", "access_token")]
    for name, value in headers:
        if name == "x-goog-api-key":
            keys.append(value)
        elif name == "authorization":
            scheme, _, rest = value.partition(" ")
            if scheme.lower() in ("token", "bearer"):
                keys.append(rest.strip())
    return [one for one in keys if one]


def _one_is(required: frozenset[str], keys: list[str]) -> bool:
    """All keys are compared, by hashes of one length: timing reveals neither which key matched nor how much of it."""
    wanted = [_hash(one) for one in required]
    return any([compare_digest(_hash(one), own) for one in keys for own in wanted])  # noqa: C419  a generator would stop early


def _hash(key: str) -> bytes:
    return sha256(key.encode("utf-8", "surrogatepass")).digest()


def _is_near(origin: str) -> bool:
    try:
        split = urlsplit(origin)
        host = split.hostname or ""
    except ValueError:
        return False
    if split.scheme not in ("http", "https") or "@" in origin:
        return False
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def client_of(headers: Iterable[tuple[str, str]]) -> str:
    """The name that the client sends: for logs, in letters, digits and dots."""
    return _client([(name.lower(), value) for name, value in headers])


def _client(headers: list[tuple[str, str]]) -> str:
    said = " ".join(value for name, value in headers if name in ("user-agent", "x-goog-api-client"))
    products = dict(_PRODUCT.findall(said[:2000]))
    for name in _WRAPPERS:
        if name in products:
            language = next((one for one in ("gl-python", "gl-node", "gl-web") if one in products), "")
            return f"{name} {products[name]} {language.removeprefix('gl-')}".rstrip()
    return "a browser" if any(name == "origin" for name, _ in headers) else "unknown"
