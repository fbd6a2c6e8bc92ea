"""Apps of the Studio, shown while they are made: a server of its own, at an origin of its own.

An app is text that a model wrote, and is treated as hostile.

P2. It is served from another origin than the page's, of another site where that can be: the page at `127.0.0.1` shows its
    apps from `localhost`, and the other way round, for cookies know no ports. Nothing here reads a cookie or sets one.
P3. Each version has a path that cannot be guessed; behind it are this version's files, and nothing else. Only GET and HEAD
    are answered, only under the server's own names, and only within a page of ours: an app that is opened by itself could go
    to any address.
P4. The policy that comes with each file lets an app load its own files and nothing else, send nothing, frame nothing, and
    puts it into a sandbox where it has no origin: no storage, no cookies, no parent, no other window. What is no page runs
    no script. Where its frame may go is held by the page's own policy (`frame-src`, in `guard.py`).
    That does not reach what a browser does beside loading: calls (WebRTC), and names that it looks up and connections that it
    opens for an address before its policy forbids it. `Connection-Allowlist` does, where a browser knows it (Chromium); for
    the others the script of P5 takes calls away and keeps the frame from leaving.
P5. A page of an app tells its parent what goes wrong in it, by a script that is put in before all others; that is all the
    parent hears, and it is text.
"""

import asyncio
import json
import re
import secrets
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from solovox.http.auth.door import address, host_of
from solovox.http.auth.guard import RawHeaders, Receive, Scope, Send
from solovox.ports.projects import Files, ProjectError, ProjectStore
from solovox.studio.paths import kind_of

MOST_PATHS: Final = 300
"""Paths that are known at a time; the ones that were made first go."""
MOST_KEPT: Final = 4
"""Versions whose files are kept in memory."""
SWAPPED: Final = {"127.0.0.1": "localhost", "localhost": "127.0.0.1"}
PAGE: Final = "index.html"
POLICY: Final = (
    "default-src 'none'; script-src 'unsafe-inline' {own}; style-src 'unsafe-inline' {own}; img-src data: blob: {own}; "
    "font-src data: {own}; media-src data: blob: {own}; connect-src {own}; worker-src 'none'; frame-src 'none'; "
    "object-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors {pages}; "
    "sandbox allow-scripts allow-forms"
)
NO_PAGE: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors {pages}; sandbox"
)
"""Of a file that is no page, should it be opened as one: a picture may hold scripts."""
NOTHING_ALLOWED: Final = (
    "accelerometer=(), autoplay=(self), camera=(), clipboard-read=(), display-capture=(), "
    "encrypted-media=(), fullscreen=(), gamepad=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), "
    "local-fonts=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), "
    "screen-wake-lock=(), serial=(), storage-access=(), usb=(), xr-spatial-tracking=()"
)
HEADERS: Final = {
    "access-control-allow-origin": "null",  # of a sandbox: modules are loaded with it
    "cache-control": "no-store",
    "connection-allowlist": "(response-origin)",  # whatever would open a connection, to anywhere else
    "cross-origin-resource-policy": "cross-origin",  # in a sandbox even its own files are another's
    "origin-agent-cluster": "?1",
    "permissions-policy": NOTHING_ALLOWED,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-dns-prefetch-control": "off",
}
TELLS: Final = """<script>(() => {
  let left = 20;
  const tell = (kind, text) => {
    if (left-- > 0) parent.postMessage({ solovox: "preview", version: VERSION, kind, text: String(text).slice(0, 300) }, "*");
  };
  const named = (url) => String(url || "").replace(/^.*\\/[\\w-]{20,}\\//, "");
  addEventListener("error", (event) => {
    const from = event.target;
    if (from && from !== window) tell("error", `${named(from.src || from.href)} could not be loaded`);
    else tell("error", `${named(event.filename)}:${event.lineno} ${event.message}`);
  }, true);
  addEventListener("unhandledrejection", (event) => tell("error", `a promise failed: ${event.reason}`));
  addEventListener("securitypolicyviolation", (event) =>
    tell("error", `${event.blockedURI} is not allowed in the preview (${event.effectiveDirective})`));
  const before = console.error;
  console.error = (...given) => { tell("error", given.join(" ")); before(...given); };
  addEventListener("load", () => tell("loaded", document.title));
  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection"]) Object.defineProperty(window, name, { value: undefined });
  const own = `${location.href.split("/").slice(0, 4).join("/")}/`;
  window.navigation?.addEventListener("navigate", (event) => {
    if (event.destination.url.startsWith(own) || !event.cancelable) return;
    event.preventDefault();
    tell("error", `${event.destination.url} is not allowed in the preview (leaving)`);
  });
})();</script>
"""
_DOCTYPE: Final = re.compile(r"[\s\ufeff]*<!doctype[^>]*>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PreviewAddresses:
    """Where apps are shown for which page: page's origin → the origin of its apps."""

    of_page: Mapping[str, str]

    def pages_of(self, origin: str) -> list[str]:
        """Which pages may show an app of this origin."""
        return [page for page, apps in self.of_page.items() if apps == origin]


def preview_addresses(pages: Iterable[str], port: int, tls_port: int | None) -> PreviewAddresses:
    """Of these origins of pages. One with an address of IPv6 is left out: no content policy can name it."""
    found = {}
    for page in pages:
        split = urlsplit(page)
        name = split.hostname or ""
        if ":" in name:
            continue
        if split.scheme == "http":
            found[page] = address("http", SWAPPED.get(name, name), port)
        elif tls_port is not None:
            found[page] = address("https", name, tls_port)
    return PreviewAddresses(found)


class Preview:
    """The application behind the preview's listeners, and who makes its paths."""

    def __init__(self, store: ProjectStore) -> None:
        self._store = store
        self._paths: OrderedDict[str, tuple[str, int]] = OrderedDict()
        self._tokens: dict[tuple[str, int], str] = {}
        self._kept: OrderedDict[tuple[str, int], Files] = OrderedDict()
        self.addresses = PreviewAddresses({})

    def url(self, page: str, project: str, version: int) -> str | None:
        """Where a page finds a version. None: it is shown at no address that this page could reach."""
        origin = self.addresses.of_page.get(page)
        return None if origin is None else f"{origin}/{self._token(project, version)}/"

    def frames(self, page: str | None) -> str:
        """What a page's own policy lets it frame."""
        return self.addresses.of_page.get(page or "", "'none'")

    def forget(self, project: str) -> None:
        """A project is gone, and so is all that was shown of it."""
        for known in [one for one in self._tokens if one[0] == project]:
            del self._paths[self._tokens.pop(known)]
            self._kept.pop(known, None)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "there are no sockets here"})
            return
        if scope["type"] != "http":
            return
        status, headers, body = await self._answer(scope)
        length = (b"content-length", str(len(body)).encode())
        await send({"type": "http.response.start", "status": status, "headers": [*headers, length]})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    async def _answer(self, scope: Scope) -> tuple[int, RawHeaders, bytes]:
        said = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        origin = self._origin(said.get(b"host", ""))
        if origin is None:
            return _line(421, "apps are not shown under that name")
        if scope["method"] not in ("GET", "HEAD"):
            return _line(405, "an app is only read here", [(b"allow", b"GET, HEAD")])
        if said.get(b"sec-fetch-dest") == "document":
            return _line(403, "an app is shown within the Studio: open it there")
        token, slash, path = scope["path"].removeprefix("/").partition("/")
        known = self._paths.get(token)
        if known is None or not slash:
            return _line(404, "there is no app here")
        try:
            files = await self._files(known)
        except ProjectError:
            return _line(404, "this app is no longer there")
        path = path or PAGE
        if path not in files:
            return _line(404, "the app has no such file")
        return 200, self._headers(origin, token, path), _serve_file(path, files[path], known[1])

    def _origin(self, host: str) -> str | None:
        wanted = host.strip().lower()
        return next((one for one in self.addresses.of_page.values() if host_of(one) == wanted), None)

    def _headers(self, origin: str, token: str, path: str) -> RawHeaders:
        form = POLICY if kind_of(path) == "text/html" else NO_PAGE
        policy = form.format(own=f"{origin}/{token}/", pages=" ".join(self.addresses.pages_of(origin)))
        told = {
            **HEADERS,
            "content-type": f"{kind_of(path)}; charset=utf-8",
            "content-security-policy": policy,
        }
        return [(name.encode(), value.encode()) for name, value in told.items()]

    async def _files(self, known: tuple[str, int]) -> Files:
        if known not in self._kept:
            version = await asyncio.to_thread(self._store.version, *known)
            self._kept[known] = version.files
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        if known in self._kept:  # it may be forgotten at any time
            self._kept.move_to_end(known)
        return self._kept.get(known, {})

    def _token(self, project: str, version: int) -> str:
        known = (project, version)
        if known not in self._tokens:
            token = self._tokens[known] = secrets.token_urlsafe(24)
            self._paths[token] = known
            while len(self._paths) > MOST_PATHS:
                del self._tokens[self._paths.popitem(last=False)[1]]
        return self._tokens[known]


def with_reports(page: str, version: int) -> str:
    """A page that tells its parent what goes wrong in it: the script comes before everything but the doctype, which no app can
    put into a comment. Browsers begin `html` and `head` with it, and take what such tags say later."""
    found = _DOCTYPE.match(page)
    at = found.end() if found else 0
    return page[:at] + _tells(version) + page[at:]


def _tells(version: int) -> str:
    return TELLS.replace("VERSION", json.dumps(version))


def _serve_file(path: str, text: str, version: int) -> bytes:
    return (with_reports(text, version) if kind_of(path) == "text/html" else text).encode()


def _line(status: int, line: str, more: RawHeaders | None = None) -> tuple[int, RawHeaders, bytes]:
    strict = {
        **HEADERS,
        "content-type": "text/plain; charset=utf-8",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    }
    headers = [(name.encode(), value.encode()) for name, value in strict.items()]
    return status, [*headers, *(more or [])], f"{line}\n".encode()
