"""Who may come in to `solovox serve`: each request, from what it says of itself, to one of three answers.

W1. Who brings the token comes in: as `Authorization: Bearer`, or as `?token=`; and a browser that was let in before, by its
    cookie. Nothing else opens but `OPEN`, which says nothing of any session, the pairing page, which has a code of its own,
    and `/metrics` to who brings the token of that alone.
W2. The token is compared in constant time, and is in no `repr`, answer, cookie or log. A page that was opened with it
    is sent on at once to an address without it.
W3. `Host` must be one of the server's own addresses: a name that a stranger points at this machine (DNS rebinding)
    opens nothing.
W4. A page of another site does nothing here. An `Origin` must be ours. What changes something, or is a socket, and
    comes by the cookie alone, must prove that it is from a page of ours; who brings the token itself need not.
W5. Wrong tokens are limited for each peer. What is right is always let in, whoever guessed before it: a stranger shuts no
    one out.

Sources: RFC 6455 §10.2; RFC 9110 §15.5.20 (421); the Fetch standard's `Origin` and `Sec-Fetch-*`.
"""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from hmac import compare_digest
from ipaddress import IPv6Address, ip_address
from typing import Final
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from solovox.config.schema import ConfigError, Secret
from solovox.http.auth.connections import Buckets, Rate, peer_of
from solovox.http.auth.known_browsers import How, KnownBrowsers

OPEN: Final = frozenset({"/healthz", "/readyz"})
"""Asked by programs that look after others, under any name of the machine: they get a word, and no more."""
PAIR: Final = "/pair"
AUTHORITY: Final = "/pair/authority.crt"
"""What a phone installs that shall not be warned: no secret."""
METRICS: Final = "/metrics"
NO_PAGES: Final = ("/api/", METRICS)
"""What programs ask for: they are not sent on to another address."""
NEAR_SITES: Final = ("none", "same-origin")
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
WRONG_TOKENS: Final = Rate(burst=10, per_second=1 / 6)
SHORTEST: Final = 16
"""Characters of a token that was given: fewer can be guessed."""
LONGEST: Final = 512
_PORTS: Final = {"http": 80, "https": 443}
_WHERE: Final = "open the address that solovox serve printed when it began"


class Why(Enum):
    """Why a request was refused, as counted."""

    HOST = "host"
    ORIGIN = "origin"
    MISSING = "no_token"
    WRONG = "wrong_token"
    TRIES = "tries"
    RATE = "rate"
    BODY = "body"


@dataclass(frozen=True, slots=True)
class Knock:
    """A request that wants to come in. Header names are in lower case; one that came twice has both values."""

    path: str
    query: str
    headers: Mapping[str, str]
    peer: str
    method: str = "GET"
    socket: bool = False

    def __repr__(self) -> str:
        return f"Knock({self.method} {self.path})"


@dataclass(frozen=True, slots=True)
class Enter:
    """It may come in."""

    browser: str = ""
    """The id of the browser whose cookie came with it. Empty: none did."""
    stranger: bool = False
    """It brought nothing, and what it asks for is open to all."""


@dataclass(frozen=True, slots=True)
class SendOn:
    """It may come in, at another address, with a cookie: the token leaves the address."""

    location: str
    cookie: str
    """Empty: it has one."""
    by_page: bool = False
    """Another site's page led here. Browsers keep a strict cookie out of a redirect of its; a page of ours leads on."""

    def __repr__(self) -> str:
        return "SendOn()"


@dataclass(frozen=True, slots=True)
class TurnAway:
    """It may not. The line says what to do."""

    why: Why
    status: int
    line: str
    wait: float = 0.0
    """Seconds until it may try again."""


Answer = Enter | SendOn | TurnAway


class WebDoor:
    """Decides. `addresses` are the server's own, as browsers write an origin; `browsers`: those that were let in; `pairs`: it
    has a pairing page; `metrics`: a token that opens `/metrics` alone."""

    def __init__(
        self,
        token: Secret,
        addresses: Iterable[str],
        browsers: KnownBrowsers | None = None,
        *,
        pairs: bool = False,
        metrics: Secret | None = None,
    ) -> None:
        self._token = _hash(token.reveal())
        self._metrics = None if metrics is None else _hash(metrics.reveal())
        self.browsers = KnownBrowsers() if browsers is None else browsers
        self._by_host = {host_of(one): one for one in map(plain_origin, addresses)}
        self._origins = frozenset(self._by_host.values())
        self._pairs = pairs
        self._wrong = Buckets(WRONG_TOKENS)

    @property
    def addresses(self) -> frozenset[str]:
        """Its own."""
        return self._origins

    def answer(self, knock: Knock, now: int) -> Answer:
        """Whether the request comes in. `now`: milliseconds that never fall."""
        if knock.path in OPEN and not knock.socket and knock.method in SAFE:
            return Enter(stranger=True)
        own = self.address_of(knock.headers.get("host", ""))
        if own is None:
            return TurnAway(Why.HOST, 421, f"this server is not known by that name: {_WHERE}")
        if self._is_foreign(knock):
            return TurnAway(Why.ORIGIN, 403, "a page of another site may not do this")
        if self._pairs and knock.path in (PAIR, AUTHORITY) and not knock.socket:
            return Enter(stranger=True)
        tokens = _tokens(knock)
        by_token = _is_among(tokens, self._token)
        browser = self.browsers.of(knock.headers.get("cookie", ""))
        if not by_token and browser is None:
            if _only_counts(knock) and self._metrics is not None and _is_among(tokens, self._metrics):
                return Enter()
            return self._unknown(knock, now, tried=bool(tokens))
        if not by_token and not self._is_from_a_page(knock):
            line = "the cookie alone is not enough here: send an Origin of ours, or the token"
            return TurnAway(Why.ORIGIN, 403, line)
        if _is_page(knock) and (rest := without_token(knock.query)) != knock.query:
            comes = by_token and (browser is None or browser.by == "code")
            agent = knock.headers.get("user-agent", "")
            return SendOn(
                "/" + quote(knock.path.lstrip("/")) + (f"?{rest}" if rest else ""),
                self.let_in(own, agent, "token") if comes else "",
                by_page=knock.headers.get("sec-fetch-site", "none") not in NEAR_SITES,
            )
        return Enter("" if browser is None else browser.id)

    def address_of(self, host: str) -> str | None:
        """Which of its own addresses a `Host` header means."""
        return self._by_host.get(host.strip().lower())

    def let_in(self, own: str, agent: str, by: How) -> str:
        """One more browser comes in, at this address of ours: a `Set-Cookie`. The token cannot be computed from it."""
        return self.browsers.let_in(agent, by, secure=own.startswith("https:"))

    def _unknown(self, knock: Knock, now: int, *, tried: bool) -> TurnAway:
        if not tried:
            return TurnAway(Why.MISSING, 401, f"a token is needed: {_WHERE}")
        if wait := self._wrong.take(peer_of(knock.peer), now):
            return TurnAway(
                Why.TRIES, 429, f"too many wrong tokens from this address: wait {wait:.0f} s", wait
            )
        return TurnAway(Why.WRONG, 401, f"this token is not the one, or no longer: {_WHERE}")

    def _is_foreign(self, knock: Knock) -> bool:
        """Whether a page of another site asks. Such a page may be left for ours, in the same window, and no more."""
        origin = knock.headers.get("origin")
        if origin is not None:
            return origin.lower() not in self._origins
        if knock.headers.get("sec-fetch-site", "none") in NEAR_SITES:
            return False
        leaves = knock.headers.get("sec-fetch-mode") == "navigate"
        whole = knock.headers.get("sec-fetch-dest") == "document"
        return not (leaves and whole and knock.method in SAFE)

    def _is_from_a_page(self, knock: Knock) -> bool:
        """Whether one of our pages asks, as far as it matters; an `Origin` was looked at before."""
        if "origin" in knock.headers or (knock.method in SAFE and not knock.socket):
            return True
        return not knock.socket and knock.headers.get("sec-fetch-site") == "same-origin"


def given_token(text: str, said_in: str) -> Secret:
    """A token that the person chose. Raises `ConfigError`, which does not have it."""
    how = "make one with: openssl rand -hex 32"
    if len(text) < SHORTEST:
        raise ConfigError(f"the token of {said_in} is shorter than {SHORTEST} characters: {how}")
    if len(text) > LONGEST or not text.isascii() or not text.isprintable() or " " in text:
        raise ConfigError(
            f"the token of {said_in} may have at most {LONGEST} characters, letters, digits and signs of ASCII: {how}"
        )
    return Secret(text)


def random_token() -> Secret:
    """A token for as long as this server runs."""
    return Secret(secrets.token_urlsafe(32))


def address(scheme: str, host: str, port: int) -> str:
    """As browsers write it: `https://pi.local:8443`."""
    try:
        found = ip_address(host)
        name = f"[{found}]" if isinstance(found, IPv6Address) else str(found)
    except ValueError:
        name = host.lower()
    return f"{scheme}://{name}" if _PORTS.get(scheme) == port else f"{scheme}://{name}:{port}"


def with_token(at: str, token: Secret) -> str:
    """The address that a person opens."""
    return f"{at}/?{urlencode({'token': token.reveal()})}"


def plain_origin(text: str) -> str:
    """An address of ours as browsers write it. Raises `ConfigError` for what is none."""
    wrong = ConfigError(f"{text!r} is not an address of this server: write https://NAME or http://NAME:PORT")
    try:
        split = urlsplit(text)
        host, port = split.hostname, split.port
    except ValueError:
        raise wrong from None
    if split.scheme not in _PORTS or not host or split.path not in ("", "/"):
        raise wrong
    if split.query or split.fragment or "@" in split.netloc or not host.isascii():
        raise wrong
    return address(split.scheme, host, _PORTS[split.scheme] if port is None else port)


def host_of(origin: str) -> str:
    """What browsers send as `Host` to this address."""
    return origin.partition("://")[2]


def without_token(query: str) -> str:
    """The query without the token."""
    return "&".join(one for one in query.split("&") if not _is_token_part(one))


def _is_token_part(part: str) -> bool:
    return any(name == "token" for name, _ in _pairs(part))


def _pairs(query: str) -> list[tuple[str, str]]:
    return parse_qsl(query, keep_blank_values=True, errors="surrogateescape")


def _tokens(knock: Knock) -> list[str]:
    found = [
        value for part in knock.query.split("&")[:100] for name, value in _pairs(part) if name == "token"
    ]
    scheme, _, rest = knock.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        found.append(rest.strip())
    return [one for one in found if one]


def _is_among(given: list[str], right: bytes) -> bool:
    """All are compared, by hashes of one length: timing says neither which one it was nor how much of it."""
    return any([compare_digest(_hash(one), right) for one in given])  # noqa: C419  a generator would stop early


def _only_counts(knock: Knock) -> bool:
    return knock.path == METRICS and knock.method in SAFE and not knock.socket


def _is_page(knock: Knock) -> bool:
    programs = f"{knock.path}/".startswith(tuple(f"{one.rstrip('/')}/" for one in NO_PAGES))
    return knock.method in ("GET", "HEAD") and not knock.socket and not programs


def _hash(text: str) -> bytes:
    return sha256(text.encode("utf-8", "surrogatepass")).digest()
