"""Ephemeral tokens: minted over HTTP, used in place of a key on the constrained path, gone when the server ends.

Rule 1: a token opens as many sessions as it has `uses` (1; 0: any number), until its `newSessionExpireTime` (in a minute). Going on with a
session by its handle is no use, and counts until `expireTime` (in half an hour). At `expireTime` a session that runs is closed.
Rule 2: what the token fixes of a setup overwrites what the client sends: the fields of its mask, or, without a mask, all of it. The
handle is always the client's.
Rule 3: a token cannot be guessed, is on no disk, and is in no log. It is no key: it opens sessions, and mints nothing.

Sources: the reference of the SDKs (`CreateAuthTokenConfig`); measurements that were published of the service in August and September 2026:
the codes and words, that the mint has no `liveConnectConstraints`, and that an empty mask replaces the whole setup.
"""

import datetime as dt
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from solovox.core.errors import SolovoxError
from solovox.server.doors import TOKENS as PREFIX
from solovox.wire.gemini_live.client_frames import Setup
from solovox.wire.gemini_live.codec import decode_client
from solovox.wire.gemini_live.parts import Record
from solovox.wire.gemini_live.schema import snake
from solovox.wire.gemini_live.values import BadFrame

USES: Final = 1
OPENS_S: Final = 60.0
LASTS_S: Final = 30 * 60.0
LONGEST_S: Final = 20 * 3600.0
MOST: Final = 1_000
"""Tokens that are kept; the oldest are forgotten first."""
SPENT: Final = "Token has been used too many times"
EXPIRED: Final = "Token has expired"
UNKNOWN: Final = "Token not found"
TOO_FAR: Final = "{} is too far in the future. Maximum lifetime is 20h"
NO_FIELD: Final = 'Unknown name "{}": Cannot find field.'
_TARGET: Final = re.compile(r"/+v1(?:alpha|beta)/auth_tokens(?:\?.*)?", re.ASCII)
_FIELDS: Final = ("uses", "expireTime", "newSessionExpireTime", "bidiGenerateContentSetup", "fieldMask")
R = TypeVar("R", bound=Record)


class TokenRefused(SolovoxError):
    """A token does not open this session. The line is the reason with which the connection is closed."""


def mints(target: str) -> bool:
    """Whether a POST of this target mints a token."""
    return _TARGET.fullmatch(target) is not None


@dataclass(slots=True)
class MintedToken:
    """What a token is good for. Times are seconds of the calendar."""

    expires: float
    opens_until: float
    left: int | None
    """How many sessions it still opens; None: any number."""
    setup: Setup | None = None
    mask: tuple[tuple[str, ...], ...] = ()
    """The paths of the fields that are fixed; none: all."""


@dataclass(slots=True)
class TokenGrant:
    """One connection's use of a token."""

    _token: MintedToken | None
    _now: Callable[[], float]
    _admitted: bool = field(default=False, init=False)

    @property
    def left_ms(self) -> int | None:
        """How long the connection may last; never less than nothing."""
        return None if self._token is None else max(0, round((self._token.expires - self._now()) * 1000))

    def admit(self, setup: Setup) -> Setup:
        """The setup that counts. Raises `TokenRefused`. Only the first time counts."""
        if self._admitted:
            return setup
        token, now = self._token, self._now()
        if token is None:
            raise TokenRefused(UNKNOWN)
        resumes = setup.session_resumption is not None and bool(setup.session_resumption.handle)
        if now >= token.expires or (not resumes and now >= token.opens_until):
            raise TokenRefused(EXPIRED)
        if not resumes and token.left is not None:
            if token.left <= 0:
                raise TokenRefused(SPENT)
            token.left -= 1
        self._admitted = True
        return effective(token, setup)


class Tokens:
    """The tokens of a server. `now_s` gives seconds of the calendar."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now = now_s
        self._minted: dict[str, MintedToken] = {}

    def mint(self, body: bytes) -> str:
        """The name of a new token. Raises `ValueError`: one line, with the place."""
        token = self._understood(body)
        while len(self._minted) >= MOST:
            del self._minted[next(iter(self._minted))]
        name = PREFIX + secrets.token_hex(32)
        self._minted[name] = token
        return name

    def is_known(self, name: str) -> bool:
        """Whether a token of that name was minted here."""
        return name in self._minted

    def grant(self, name: str) -> TokenGrant:
        """For a connection that came with it."""
        return TokenGrant(self._minted.get(name), self._now)

    def _understood(self, body: bytes) -> MintedToken:
        try:
            given = msgspec.json.decode(body or b"{}", type=dict[str, object])
        except msgspec.DecodeError:
            raise ValueError("the body is no JSON object") from None
        if (other := next((name for name in given if name not in _FIELDS), None)) is not None:
            raise ValueError(NO_FIELD.format(other))
        now, uses = self._now(), given.get("uses", USES)
        if type(uses) is not int or uses < 0:
            raise ValueError("uses: give a whole number from 0")
        expires = _time(given, "expireTime", now, LASTS_S)
        opens_until = _time(given, "newSessionExpireTime", now, OPENS_S)
        setup = _setup(given.get("bidiGenerateContentSetup"))
        mask = tuple(_path(one, setup) for one in str(given.get("fieldMask") or "").split(",") if one)
        return MintedToken(expires, min(opens_until, expires), uses or None, setup, mask)


def effective(token: MintedToken, setup: Setup) -> Setup:
    """What counts of a client's setup (rule 2)."""
    fixed, wanted = token.setup, setup.session_resumption
    if token.mask:
        made = setup
        for path in token.mask:
            made = _overwrite_path(made, fixed or Setup(model=""), path)
    else:
        made = fixed or setup
    if made.session_resumption is not None and wanted is not None:
        made = replace(made, session_resumption=replace(made.session_resumption, handle=wanted.handle))
    return made if made.model else replace(made, model=setup.model)


def _overwrite_path(of: R, by: R, path: tuple[str, ...]) -> R:
    head, *rest = path
    mine, theirs = getattr(of, head), getattr(by, head)
    if rest and isinstance(mine, Record) and isinstance(theirs, Record):
        theirs = _overwrite_path(mine, theirs, tuple(rest))
    return replace(of, **{head: theirs})


def _path(text: str, setup: Setup | None) -> tuple[str, ...]:
    """A path of a mask, in either spelling. Raises `ValueError` for a field that a setup does not have, as far down as the token fixes one."""
    found = tuple(snake(part) for part in text.strip().split("."))
    at: object = setup or Setup(model="")
    for part in found:
        if not isinstance(at, Record):
            break
        if part not in at.__struct_fields__:
            raise ValueError(f"fieldMask: {NO_FIELD.format(text.strip())}")
        at = getattr(at, part)
    return found


def _setup(given: object) -> Setup | None:
    if given is None:
        return None
    whole = {"model": "", **given} if isinstance(given, dict) else given
    try:
        found = decode_client(msgspec.json.encode({"setup": whole}))
    except BadFrame as bad:
        raise ValueError(str(bad).replace("setup", "bidiGenerateContentSetup", 1)) from None
    assert isinstance(found, Setup)
    return found


def _time(given: dict[str, object], name: str, now: float, usual: float) -> float:
    """Seconds of the calendar. Raises `ValueError`."""
    if given.get(name) is None:
        return now + usual
    try:
        found = msgspec.convert(given[name], dt.datetime)
        seconds = (found if found.tzinfo is not None else found.replace(tzinfo=dt.UTC)).timestamp()
    except msgspec.ValidationError:
        raise ValueError(f"{name}: give a time like 2026-11-26T12:00:00Z") from None
    if seconds >= now + LONGEST_S:
        raise ValueError(TOO_FAR.format(snake(name)))
    if seconds <= now:
        raise ValueError(f"{snake(name)} must be in the future")
    return seconds
