"""The browsers that were let in, each with a cookie of its own: kept over a restart, and let go one by one (law W7).

Rule 1: a cookie has 256 random bits, and only its hash is kept: who reads the file gets in by none of it.
Rule 2: what a browser has open is known. Who is let go is out at once: its requests and sockets end.
Rule 3: at most `MOST` are known. Who has not come for longest goes first, and after `LASTS` seconds in any case.
Rule 4: where a person took another token in place of one that they chose, all are forgotten: that is how one throws all out.
"""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from hmac import digest
from pathlib import Path
from typing import Final, Literal

import msgspec

from solovox.config.schema import Secret
from solovox.server.state import PRIVATE, StateTrouble, private_folder, write
from solovox.shell.clock import here_and_now

FOLDER: Final = "browsers"
"""In the state folder: a file for each address that is listened at."""
COOKIE: Final = "solovox"
LASTS: Final = 30 * 24 * 3600
"""Seconds for which a browser that does not come is known."""
MOST: Final = 64
EXACT: Final = 3600
"""To how many seconds it is kept when a browser came last: each is a write."""
LONGEST: Final = 80
"""Characters of what a browser says of itself."""
LARGEST: Final = 1_000_000
"""Bytes of the file."""
FORGETS: Final = "which browsers were let in cannot be kept, so after a restart they are not known: {}"
How = Literal["token", "code"]


@dataclass(frozen=True, slots=True)
class KnownBrowser:
    """One that was let in. Times are seconds of the calendar."""

    id: str
    name: str
    """What it says of the machine it runs on."""
    by: How
    """Whether it brought the token, or a code of pairing."""
    since: int
    seen: int
    mark: str = field(repr=False)
    """The hash of its cookie."""


class LetGo(Exception):
    """A browser was let go while it had something open."""


class _File(msgspec.Struct):
    token: str
    browsers: list[KnownBrowser]


class KnownBrowsers:
    """All of them. `file`: where they are kept; None: nowhere. `cookie`: its name, which no other server of this machine has,
    for a cookie knows no port. `chosen`: the token that the person chose. `say` is told once that they cannot be kept."""

    def __init__(
        self,
        file: Path | None = None,
        cookie: str = COOKIE,
        chosen: Secret | None = None,
        now: Callable[[], float] = lambda: here_and_now().timestamp(),
        say: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.cookie = cookie
        self._say = say
        self.file = file
        self._now = now
        self._token = (
            "" if chosen is None else digest(chosen.reveal().encode(), b"browsers, 1", "sha256").hex()
        )
        self._changed = self._troubled = False
        self._known = {one.mark: one for one in self._read()}
        self._open: dict[str, set[tuple[asyncio.Task[object] | None, asyncio.Timeout]]] = {}
        self._saving = asyncio.Lock()

    def __iter__(self) -> Iterator[KnownBrowser]:
        """Those who came last are the first."""
        self._tidy()
        return iter(sorted(self._known.values(), key=lambda one: one.seen, reverse=True))

    def get(self, id: str) -> KnownBrowser | None:  # noqa: A002  as in the address
        """The one of that id."""
        return next((one for one in self._known.values() if one.id == id), None)

    def of(self, header: str) -> KnownBrowser | None:
        """Whose cookie stands in a header. What is looked up is a hash, so timing says nothing of any cookie."""
        parts = (one.partition("=") for one in header.split(";"))
        values = [value.strip() for name, equals, value in parts if equals and name.strip() == self.cookie]
        there = [one for one in map(self._known.get, map(_hash, values)) if one is not None]
        now = int(self._now())
        if not there or now - there[0].seen > LASTS:
            return None
        if now - there[0].seen >= EXACT:
            self._known[there[0].mark] = replace(there[0], seen=now)
            self._changed = True
        return there[0]

    def let_in(self, agent: str, by: How, *, secure: bool) -> str:
        """One more browser may come in: a `Set-Cookie`. `agent`: what it says of itself. `save` keeps it."""
        value, now = secrets.token_urlsafe(32), int(self._now())
        mark = _hash(value)
        self._known[mark] = KnownBrowser(secrets.token_hex(6), _name_machine(agent), by, now, now, mark)
        self._changed = True
        self._tidy()
        kept = f"; Max-Age={LASTS}" if by == "code" else ""
        return f"{self.cookie}={value}; Path=/; HttpOnly; SameSite=Strict{'; Secure' if secure else ''}{kept}"

    def let_go(self, id: str) -> bool:  # noqa: A002  as above
        """It comes in no more, and what it has open ends, but for who asks for this. False: there is none of that id."""
        one = self.get(id)
        if one is None:
            return False
        del self._known[one.mark]
        self._changed = True
        for task, limit in self._open.pop(id, ()):
            if task is not asyncio.current_task() and not limit.expired():
                limit.reschedule(0.0)  # long ago
        return True

    @contextlib.asynccontextmanager
    async def present(self, id: str) -> AsyncIterator[None]:  # noqa: A002  as above
        """Something of a browser is open meanwhile. Raises `LetGo` when it is let go."""
        try:
            async with asyncio.timeout(None) as limit:
                entry = (asyncio.current_task(), limit)
                self._open.setdefault(id, set()).add(entry)
                try:
                    yield
                finally:
                    there = self._open.get(id, set())
                    there.discard(entry)
                    if not there:
                        self._open.pop(id, None)
        except TimeoutError:
            if not limit.expired():
                raise
            raise LetGo from None

    async def save(self) -> str:
        """Keep what has changed. Why that cannot be, in one line; empty: it is kept."""
        async with self._saving:
            if not self._changed or self.file is None:
                return ""
            data = msgspec.json.encode(_File(self._token, [*self._known.values()]))
            self._changed = False
            try:
                await asyncio.to_thread(_write, self.file, data)
            except StateTrouble as trouble:
                self._changed = True
                if not self._troubled:
                    self._say(FORGETS.format(trouble))
                self._troubled = True
                return str(trouble)
            self._troubled = False
            return ""

    def _tidy(self) -> None:
        oldest = int(self._now()) - LASTS
        there = sorted((one for one in self._known.values() if one.seen >= oldest), key=lambda one: one.seen)
        self._known = {one.mark: one for one in there[-MOST:]}

    def _read(self) -> list[KnownBrowser]:
        """What is damaged, or of a token that is no more, is nothing: who comes brings the token again."""
        if self.file is None:
            return []
        try:
            with self.file.open("rb") as file:
                found = msgspec.json.decode(file.read(LARGEST), type=_File)
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
            return []
        self._changed = found.token != self._token
        return [] if found.token and self._changed else found.browsers[-MOST:]


def browsers_file(state: Path, host: str, port: int) -> Path:
    """Where those of one address are kept."""
    return state / FOLDER / f"{host.replace(':', '_')}-{port}.json"


def _write(file: Path, data: bytes) -> None:
    private_folder(file.parent)
    write(file, data, PRIVATE)


def _name_machine(agent: str) -> str:
    """`Mozilla/5.0 (X11; Linux x86_64) …` says in its first brackets what it runs on."""
    inner = agent.partition("(")[2].partition(")")[0] or agent
    return "".join(sign for sign in inner if sign.isprintable())[:LONGEST] or "?"


def _hash(value: str) -> str:
    return sha256(value.encode("utf-8", "surrogatepass")).hexdigest()
