"""Codes by which another device comes in, each once: a phone has no terminal to copy a token from.

Rule 1: a code has 128 bits, is good for ten minutes and for one device. It opens the door by a button on a page,
not by the address alone: what looks at addresses in advance (a preview, a scanner) uses no code up.
Rule 2: at most `MOST` codes are good at a time; a new one takes the place of the oldest.
Rule 3: wrong codes are limited for each peer; a right one is always let in, whoever guessed before it (W5).
Rule 4: the page has no script, and shows no fingerprint: who could deceive the browser could show any.
"""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from hmac import compare_digest
from html import escape
from typing import Annotated, Final, Literal
from urllib.parse import parse_qs, urlencode

import msgspec
import segno
from msgspec import Meta
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from solovox.http.auth.connections import Buckets, peer_of
from solovox.http.auth.door import AUTHORITY, PAIR, WRONG_TOKENS, WebDoor
from solovox.http.auth.guard import BROWSER
from solovox.http.auth.known_browsers import KnownBrowsers
from solovox.http.rest.routes import problem, route_delete, route_get

API: Final = "/api/pairing"
LASTS_MS: Final = 600_000
MOST: Final = 4
_WHITE_ON_BLACK: Final = "\x1b[38;5;231;48;5;16m"
_AS_BEFORE: Final = "\x1b[0m"
LARGEST: Final = 1_000
"""Bytes of what the button sends."""
SECONDS: Final = 10.0
"""In which it is there."""
PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>Solovox: pair this device</title></head><body>
<h1>Pair this device</h1>
{told}
<h2>What you trust here</h2>
<p>This address belongs to a computer that made its certificate itself. That is why your browser warned you, and it
cannot tell this computer from another one that says it is this one. You can: in the warning, or behind the sign beside
the address, the browser shows the certificate. Its SHA-256 fingerprint must be the one in the terminal of that
computer. If it is another one, leave this page.</p>
<p>Who has the code gets in. It is good for ten minutes and for one device; a device that is in can speak, hear and read
all that is said there, until it is let go in the settings of that computer, or does not come for thirty days.</p>
<p>To be warned no more, install <a href="/pair/authority.crt">the authority of that computer</a> on this device, after you
have compared the fingerprint. It has signed this one certificate, and can sign no other: its key was thrown away. An
iPhone needs it, for Safari opens no socket without: open the file, install the profile in Settings, and switch it on
under General, About, Certificate Trust Settings.</p>
</body></html>
"""
_BUTTON: Final = """<p>This device will be let in to Solovox at {host}.</p>
<form method="post" action="{pair}"><input type="hidden" name="code" value="{code}"><button>Let this device in</button>
</form>"""
_NO_CODE: Final = (
    "<p>There is no code in this address. Scan the one in the terminal, or in a page that is in.</p>"
)
_SPENT: Final = (
    "<p><strong>This code is not good, or no longer: each is for one device and ten minutes.</strong> "
    "Press Enter in the terminal for a new one.</p>"
)
_SLOWER: Final = "<p><strong>Too many wrong codes from this address: wait a minute.</strong></p>"


@dataclass(frozen=True, slots=True)
class PairingCode:
    """A code that is good, and the address that has it."""

    address: str
    until: int

    def __repr__(self) -> str:
        return f"PairingCode(until={self.until})"

    def svg(self) -> str:
        """As a picture for a page."""
        found: str = segno.make(self.address, error="m").svg_inline(scale=4, border=4, light="#fff")
        return found

    def draw(self) -> str:
        """As lines for a terminal, white on black whatever its colours are: two rows of the picture in each."""
        rows = [list(row) for row in segno.make(self.address, error="l").matrix_iter(border=2)]
        if len(rows) % 2:
            rows.append([0] * len(rows[0]))
        signs = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
        pairs = zip(rows[::2], rows[1::2], strict=True)
        lines = ("".join(signs[both] for both in zip(*two, strict=True)) for two in pairs)
        return "\n".join(f"{_WHITE_ON_BLACK}{line}{_AS_BEFORE}" for line in lines)


class Pairing:
    """The codes, and the page where they are used. `at` is the address that other devices open, `authority` the certificate of
    who signed its own."""

    def __init__(self, door: WebDoor, at: str, now: Callable[[], int], authority: bytes) -> None:
        self._door = door
        self._at = at
        self._authority = authority
        self._now = now
        self._good: dict[bytes, int] = {}
        """Until when, by hash; the oldest first."""
        self._wrong = Buckets(WRONG_TOKENS)

    def new_code(self) -> PairingCode:
        """One more device may come in."""
        code, until = secrets.token_urlsafe(16), self._now() + LASTS_MS
        self._good[_hash(code)] = until
        while len(self._good) > MOST:
            del self._good[next(iter(self._good))]
        return PairingCode(f"{self._at}{PAIR}?{urlencode({'code': code})}", until)

    def use(self, code: str, peer: str) -> bool | None:
        """Whether the code is good; it no longer is. None: it is not, and the peer has tried too often."""
        now = self._now()
        self._good = {one: until for one, until in self._good.items() if until > now}
        given = _hash(code)
        used = [one for one in self._good if compare_digest(one, given)]
        for one in used:
            del self._good[one]
        if not used and self._wrong.take(peer_of(peer), now):
            return None
        return bool(used)

    @property
    def routes(self) -> list[Route]:
        """The page and its button, the authority's certificate, and a new code for a page that is in."""
        return [
            Route(PAIR, self._show),
            Route(PAIR, self._press, methods=["POST"]),
            Route(AUTHORITY, self._give_authority),
            Route(API, self._give_code, methods=["POST"]),
        ]

    async def _show(self, request: Request) -> Response:
        code = _code(request.scope["query_string"])
        host = escape(request.headers.get("host", ""))
        return _page(200, _BUTTON.format(host=host, pair=PAIR, code=escape(code)) if code else _NO_CODE)

    async def _press(self, request: Request) -> Response:
        good = self.use(_code(await _body(request)), request.client.host if request.client else "")
        if good is None:
            return _page(429, _SLOWER)
        if not good:
            return _page(403, _SPENT)
        own = self._door.address_of(request.headers.get("host", "")) or ""
        cookie = self._door.let_in(own, request.headers.get("user-agent", ""), "code")
        await self._door.browsers.save()
        return Response(status_code=303, headers={"location": "/", "set-cookie": cookie})

    async def _give_authority(self, _request: Request) -> Response:
        return Response(self._authority, media_type="application/x-x509-ca-cert")

    async def _give_code(self, _request: Request) -> Response:
        made = self.new_code()
        return JSONResponse({"address": made.address, "seconds": LASTS_MS // 1000, "svg": made.svg()})


def _code(text: bytes) -> str:
    try:
        found = parse_qs(text.decode("latin-1"), max_num_fields=10)
    except ValueError:
        return ""
    return found.get("code", [""])[0][:100]


async def _body(request: Request) -> bytes:
    """What was sent; of too much, or what takes too long, nothing."""
    found = b""
    with suppress(TimeoutError, ClientDisconnect):
        async with asyncio.timeout(SECONDS):
            async for piece in request.stream():
                found += piece
                if len(found) > LARGEST:
                    return b""
            return found
    return b""


def _page(status: int, told: str) -> Response:
    # With `no-referrer` browsers say `Origin: null` when the button is pressed.
    return HTMLResponse(PAGE.format(told=told), status, {"referrer-policy": "same-origin"})


def _hash(code: str) -> bytes:
    return sha256(code.encode("utf-8", "surrogatepass")).digest()


# REST: the browsers that were let in, and how one is let go.

KEPT: Final = "it is out, and would be known again after a restart: {}"


class LetInBrowser(msgspec.Struct):
    """A browser that was let in."""

    id: str
    name: Annotated[str, Meta(description="What it says of the machine that it runs on.")]
    by: Annotated[
        Literal["token", "code"], Meta(description="Whether it brought the token, or a code of pairing.")
    ]
    since: datetime
    seen: Annotated[datetime, Meta(description="When it came last, to the hour.")]
    this: Annotated[bool, Meta(description="Whether it is the one that asks.")]


class LetInBrowsers(msgspec.Struct):
    """All of them; who came last is the first."""

    browsers: list[LetInBrowser]


class BrowserRoutes:
    """Who may come in without the token."""

    def __init__(self, browsers: KnownBrowsers) -> None:
        self._browsers = browsers

    @route_get("/api/browsers", "browsers", "Browsers that were let in")
    async def list_browsers(self, request: Request) -> LetInBrowsers:
        """The browsers that were let in: by the token, or by a code."""
        here = request.scope.get(BROWSER, "")
        return LetInBrowsers(
            browsers=[
                LetInBrowser(
                    id=one.id,
                    name=one.name,
                    by=one.by,
                    since=datetime.fromtimestamp(one.since, UTC),
                    seen=datetime.fromtimestamp(one.seen, UTC),
                    this=one.id == here,
                )
                for one in self._browsers
            ]
        )

    @route_delete("/api/browsers/{id}", "browsers", "Let one go")
    async def let_go(self, id_: str) -> None:
        """Let one go: its cookie is good no more, and what it has open ends at once."""
        if not self._browsers.let_go(id_):
            raise problem(404, "no browser of that id was let in")
        if wrong := await self._browsers.save():
            raise problem(500, KEPT.format(wrong))
