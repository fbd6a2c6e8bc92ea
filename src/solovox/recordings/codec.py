"""Events as JSON, one line each, and back.

Rule 1: equal values give equal bytes: sets are sorted, fields stand in the order of their class.
Rule 2: every field is written, also one with its default value.
Rule 3: what is not understood is refused, with the line and what to do; nothing is guessed. A field
with a default value may be missing: it was added after the journal was written.

An event's line is `{"n": 1, "at": 20, "event": "OnsetHeard", "sample": 320, "did": "5f0c2a91",
"commands": ["Duck"], "seal": "a1f3660b"}`; `did` and `commands` are there only when something was decided.

Rule 4: the seal of a line is the digest of all bytes of the file before it, the header's too, so that no
event, time, name or number can change, go or come unnoticed. It guards against accidents, not against
deceit: an attacker can compute new seals. Format 1 had no seals.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from importlib import metadata, resources
from importlib.resources.abc import Traversable
from typing import Any, Final, get_args

import msgspec

from solovox.core.commands import Command
from solovox.core.errors import SolovoxError
from solovox.core.events import Event
from solovox.core.policy import Policy
from solovox.core.units import MIC_RATE, VOICE_RATE
from solovox.wire import whole

FORMAT: Final = 2
"""The version of the lines. A reader refuses a higher one."""

SEALED: Final = 2
"""The first version whose lines are sealed."""

RESERVED: Final = frozenset({"n", "at", "event", "did", "commands", "seal"})
"""Keys of a line that no event may use for a field."""

EVENTS: Final[dict[str, type]] = {kind.__name__: kind for kind in get_args(Event)}
COMMANDS: Final[dict[str, type]] = {kind.__name__: kind for kind in get_args(Command)}


class JournalError(SolovoxError):
    """A journal cannot be written or understood. One clear line that says what to do. `why`: what the system said, if it did."""

    def __init__(self, line: str, why: str | None = None) -> None:
        super().__init__(line)
        self.why = (why or line)[:1].lower() + (why or line)[1:]


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The first line of a journal: all that replay needs beside the events.

    `created` is the time by the caller's clock (ISO 8601). `core` is the version of the
    code that decided.
    """

    session: str
    created: str
    profile: str
    policy: Policy
    core: str
    mic_rate: int = MIC_RATE
    voice_rate: int = VOICE_RATE
    brain: str = ""
    """Which kind of brain answered, or ear, if it answers for itself. For people."""
    journal: int = FORMAT

    @property
    def sealed(self) -> bool:
        """Whether its lines are sealed."""
        return self.journal >= SEALED


@dataclass(frozen=True, slots=True)
class Strange:
    """An event that this version does not know: what a museum piece may hold."""

    name: str
    fields: dict[str, object]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line. `did` is the running digest of all commands up to here, empty when none were given.

    `written`: the event's fields as they stand there, for the earlier core that decides it; None where today's does.
    """

    n: int
    at: int
    event: Event | Strange
    did: str = ""
    commands: tuple[str, ...] = ()
    written: dict[str, object] | None = None


_encoder = msgspec.json.Encoder(order="deterministic")


def encode(value: object) -> bytes:
    """The JSON of an event, a command or a policy; equal values give equal bytes.

    Half a surrogate pair has no JSON: it becomes U+FFFD, in events and commands alike, so that the digests of a replay
    still agree.
    """
    return whole.encode_whole(_encoder, value)


def canonical(command: Command) -> bytes:
    """What a command is, as bytes: the class's name and all fields."""
    return b'["%s",%s]' % (type(command).__name__.encode(), encode(command))


@lru_cache(maxsize=1)
def core_version() -> str:
    """The version of the package and a digest of the core's source: `0.1.0+5f0c2a91`."""
    return version_of("solovox.core")


def version_of(*packages: str) -> str:
    """The same of other packages, with all of their folders."""
    digest = blake2b(digest_size=4)
    for package in packages:
        _add_files(digest, resources.files(package))
    release, _, _ = metadata.version("solovox").partition(".dev")  # between two releases it is the next one's
    return f"{release}+{digest.hexdigest()}"


def _add_files(digest: blake2b, folder: Traversable) -> None:
    """A folder's own files in the order of their names, then its folders."""
    inside = sorted(folder.iterdir(), key=lambda one: one.name)
    for file in inside:
        if file.name.endswith(".py"):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    for one in inside:
        if one.is_dir() and one.name != "__pycache__":
            _add_files(digest, one)


class CommandDigest:
    """The running digest of everything decided so far (BLAKE2b, 8 bytes)."""

    def __init__(self) -> None:
        self._digest = blake2b(digest_size=8)

    def fold(self, commands: list[bytes]) -> str:
        """Add the canonical bytes of one event's commands. The short digest, empty for no commands."""
        if not commands:
            return ""
        for one in commands:
            self._digest.update(one)
        self._digest.update(b"\n")
        return self._digest.copy().hexdigest()[:8]

    @property
    def whole(self) -> str:
        """The digest of all of it."""
        return self._digest.copy().hexdigest()


class Seal:
    """The running digest of a journal's bytes (BLAKE2b, 4 bytes), begun with the header's line."""

    def __init__(self, head: bytes) -> None:
        self._digest = blake2b(head, digest_size=4)

    def close(self, line: bytes) -> bytes:
        """The line (a JSON object and its newline) with its seal."""
        whole = line[:-2]
        self._digest.update(whole)
        return b'%s,"seal":"%s"}\n' % (whole, self._digest.hexdigest().encode())

    def fits(self, line: bytes) -> bool:
        """Whether the line, without its newline, is as it was sealed; so must those before it be."""
        whole, _, seal = line.rpartition(b',"seal":')
        self._digest.update(whole)
        return seal == b'"%s"}' % self._digest.hexdigest().encode()


def line(n: int, at: int, name: str, body: bytes, did: str = "", commands: tuple[str, ...] = ()) -> bytes:
    """One line of a journal, newline included and not sealed; `body` is the event's JSON object."""
    fields = b"," + body[1:-1] if len(body) > 2 else b""
    tail = b',"did":"%s","commands":%s' % (did.encode(), encode(commands)) if commands else b""
    return b'{"n":%d,"at":%d,"event":"%s"%s%s}\n' % (n, at, name.encode(), fields, tail)


class LineHead(msgspec.Struct):
    """What a line says beside the fields of its event."""

    n: int
    at: int
    event: str
    did: str = ""
    commands: tuple[str, ...] = ()


HEAD_FIELDS: Final = frozenset(LineHead.__struct_fields__)


def line_head(raw: dict[str, object], number: int) -> LineHead:
    """That of a decoded line. Raises `JournalError`."""
    try:
        return msgspec.convert(raw, LineHead)
    except msgspec.ValidationError:
        raise JournalError(f"line {number}: not an event of a journal") from None


def entry(raw: dict[str, object], number: int, *, museum: bool = False, earlier: bool = False) -> Entry:
    """One decoded line. `number` is the line's place in the file, for messages.

    Raises `JournalError`. With `museum`, an event of another version is kept as `Strange` instead. With `earlier`, an earlier core
    decides it: what is not known any more is left out here.
    """
    head, told = line_head(raw, number), {key: one for key, one in raw.items() if key not in HEAD_FIELDS}
    strange = Strange(head.event, told)
    if earlier:
        event = todays(head.event, told, EVENTS) or strange
    else:
        try:
            event = event_of(head.event, told)
        except JournalError as error:
            if not museum:
                raise JournalError(f"line {number}: {error}; {OTHER_VERSION}") from None
            event = strange
    return Entry(head.n, head.at, event, head.did, head.commands, told if earlier else None)


OTHER_VERSION: Final = "read it with the version of solovox that wrote it (its first line says which)"


def event_of(name: str, fields: dict[str, object]) -> Event:
    """The event of that name with these JSON fields. Raises `JournalError`."""
    kind = EVENTS.get(name)
    if kind is None:
        raise JournalError(f"unknown event {name!r}")
    event: Event = _convert(fields, kind, f"event {name}")
    return event


def todays(name: str, fields: object, kinds: Mapping[str, type]) -> Any:
    """An event or a command of an earlier core, as today's core knows it: fields that it does not know are left out. None: it has no such."""
    try:
        return msgspec.convert(fields, kinds[name])
    except (KeyError, msgspec.ValidationError):
        return None


def header(raw: object, *, earlier: bool = False) -> Header:
    """The decoded first line. Raises `JournalError`. With `earlier`, what is not known any more is left out."""
    if not isinstance(raw, dict) or not isinstance(raw.get("journal"), int):
        raise JournalError("not a journal: its first line must be a header with a version")
    if raw["journal"] > FORMAT:
        wanted = f"written in format {raw['journal']}, this solovox reads up to {FORMAT}"
        raise JournalError(f"line 1: {wanted}; upgrade solovox")
    if raw.pop("redacted", False):  # a form that no version of ours offered to write
        raise JournalError("line 1: this journal has lost its words: nothing can be decided again")
    try:
        read: Header = _convert(raw, Header, "the header", known=not earlier)
    except JournalError as error:
        raise JournalError(f"line 1: {error}; {OTHER_VERSION}") from None
    return read


def _convert(fields: dict[str, object], kind: type, what: str, *, known: bool = True) -> Any:
    try:
        value: Any = msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        raise JournalError(f"{what}: {str(error)[:1].lower()}{str(error)[1:]}") from None
    strange = known and _strange(fields, msgspec.to_builtins(value))
    if strange:
        raise JournalError(f"{what}: unknown field {strange!r}")
    return value


def _strange(given: object, kept: object) -> str:
    """The first key of `given` that was silently left out of `kept`, as a path; else empty."""
    if isinstance(given, dict) and isinstance(kept, dict):
        for key, value in given.items():
            if key not in kept:
                return str(key)
            deeper = _strange(value, kept[key])
            if deeper:
                return f"{key}.{deeper}"
    elif isinstance(given, list) and isinstance(kept, list | tuple):
        for one, other in zip(given, kept, strict=False):
            deeper = _strange(one, other)
            if deeper:
                return deeper
    return ""
