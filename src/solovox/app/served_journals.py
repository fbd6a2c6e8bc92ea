"""Journals of served sessions: written, decided again, and told.

A session's file is made with its first event, in a thread: that waits for the disk, and others are speaking.

Rule 1 (R1): the journal reproduces every order. An event is in it before any of its orders is obeyed; it is on the disk
before a call is sent, a handle given, or the connection closed.
Rule 2 (R2): handles are blackened, in what happened and in what was ordered alike, so that it still replays.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec

from solovox.recordings import codec, reading
from solovox.recordings.codec import Decided, JournalError
from solovox.recordings.journal import JournalFile, begin
from solovox.recordings.replay import Identical, names
from solovox.server import recorded
from solovox.server.choices import Choices
from solovox.server.happenings import Happened, SoundCame
from solovox.server.orders import Hear, Order, Send
from solovox.server.recorded import BadRecord
from solovox.server.served import ServedTalk
from solovox.shell.clock import here_and_now

KIND: Final = "served"
SHOWN: Final = 110
"""Characters of an event in a timeline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The first line. `machine` is the version of the code that decided."""

    session: str
    created: str
    machine: str
    choices: Choices
    kind: str = KIND
    journal: int = codec.FORMAT


class Decider(Protocol):
    """What decides: the machine, or a test's own."""

    def handle(self, at: int, happened: Happened) -> Sequence[Order]: ...


Make = Callable[[Choices], Decider]


@dataclass(frozen=True, slots=True)
class Step:
    """One event with what is ordered now. `then` and `did` are the digests; `trouble`: why nothing could be decided."""

    n: int
    at: int
    name: str
    happened: Happened | None
    orders: tuple[Order, ...]
    then: str
    did: str
    ordered: tuple[str, ...]
    """The names of what was ordered then."""
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Differs:
    """The first event whose orders are others now."""

    head: Head
    step: Step


class ServedJournal:
    """One session's: a `Book`."""

    def __init__(self, make: Callable[[], JournalFile]) -> None:
        self._make = make
        self._file: JournalFile | None = None

    async def keep(self, at: int, happened: Happened, orders: Sequence[Order]) -> None:
        """Returns when the orders may be obeyed. Raises `JournalError`."""
        file = self._file or await self._made()
        for handle in recorded.handles(happened):
            file.hide(handle)
        name, body = recorded.event(happened)
        file.enter(at, name, body, [recorded.order(one) for one in orders])
        if any(recorded.weighty(one) for one in orders):
            await file.sync()

    async def aclose(self) -> None:
        """What is left, and the end line."""
        if self._file is not None:
            await self._file.aclose()

    async def _made(self) -> JournalFile:
        making = asyncio.get_running_loop().run_in_executor(None, self._make)
        try:
            self._file = await asyncio.shield(making)
        except asyncio.CancelledError:
            await asyncio.wait([making])
            self._file = None if making.exception() else making.result()  # to be closed
            raise
        return self._file


class Books:
    """A folder of journals. Raises `JournalError` where it cannot be one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = count(1)
        self._machine = version()
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise JournalError(
                f"{folder} cannot be written: {error.strerror}; name another with --journal"
            ) from None

    def another(self, choices: Choices) -> ServedJournal:
        """The journal of the next session, in a folder named by the time."""
        now = here_and_now()
        session = f"{now:%Y%m%d-%H%M%S}-{next(self._numbers):04}"
        head = Head(
            session=session,
            created=now.isoformat(timespec="seconds"),
            machine=self._machine,
            choices=choices,
        )
        return ServedJournal(partial(begin, self._folder / session, msgspec.json.encode(head)))


def version() -> str:
    """Of what decides."""
    return codec.version_of("solovox.server", "solovox.wire.gemini_live")


def replay(path: Path, make: Make = ServedTalk) -> Identical | Differs:
    """Decide again. Raises `JournalError`."""
    with reading.naming(path) as text:
        lines = reading.Lines(text)
        head, events, orders, decided = _head(lines.head), 0, 0, Decided()
        for step in _steps(lines, head, make, decided):
            if step.trouble or step.did != step.then or names(step.orders) != step.ordered:
                return Differs(head, step)
            events, orders = events + 1, orders + len(step.orders)
        if lines.end not in ("", decided.whole):
            raise JournalError("the end line does not belong to these events; the file was changed")
        return Identical(events, orders, bool(lines.end), sealed=lines.sealed)


def told(path: Path) -> Iterator[str]:
    """The session as lines of text: what happened, and what was ordered. Sound that is only heard is counted.

    Raises `JournalError`.
    """
    with reading.naming(path) as text:
        lines = reading.Lines(text)
        head, pieces = _head(lines.head), 0
        yield f"served session {head.session}, {head.created}, machine {head.machine}"
        for step in _steps(lines, head, ServedTalk, Decided()):
            if isinstance(step.happened, SoundCame) and all(isinstance(one, Hear) for one in step.orders):
                pieces += 1
                continue
            if pieces:
                yield f"{'':>9}  {pieces} pieces of sound"
                pieces = 0
            yield f"{step.at / 1000:9.2f}  {_shown(step)}"
            yield from (f"{'':>9}  → {one}" for one in _named(step))
        yield "ended" if lines.end else "the server was killed before its end"


def _head(raw: dict[str, Any]) -> Head:
    try:
        head = msgspec.convert(raw, Head)
    except msgspec.ValidationError as error:
        raise JournalError(f"line 1: the header of a served session: {error}") from None
    if head.kind != KIND or head.journal > codec.FORMAT:
        raise JournalError(
            f"line 1: a journal of kind {head.kind!r} in format {head.journal}; upgrade solovox"
        )
    return head


def _steps(lines: reading.Lines, head: Head, make: Make, decided: Decided) -> Iterator[Step]:
    talk = make(head.choices)
    for number, raw in lines:
        try:
            n, at, name = int(raw["n"]), int(raw["at"]), str(raw["event"])
        except (KeyError, TypeError, ValueError):
            raise JournalError(f"line {number}: not an event of a journal") from None
        happened: Happened | None = None
        orders: tuple[Order, ...] = ()
        trouble = ""
        try:
            happened = recorded.happened(name, raw)
            orders = tuple(talk.handle(at, happened))
        except BadRecord as error:
            raise JournalError(f"line {number}: {error}") from None
        except Exception as error:  # noqa: BLE001  whatever another version's machine raises is a difference
            trouble = f"{type(error).__name__}: {error}"
        did = decided.fold([recorded.order(one)[1] for one in orders])
        then = tuple(str(one) for one in raw.get("commands", ()))
        yield Step(n, at, name, happened, orders, str(raw.get("did", "")), did, then, trouble)


def _shown(step: Step) -> str:
    body = recorded.event(step.happened)[1].decode() if step.happened is not None else ""
    fields = body.removeprefix('{"told":').removesuffix("}")
    text = f"{step.name} {fields}"
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def _named(step: Step) -> list[str]:
    """What is ordered, as one line: names, how often, and of messages what they are."""
    names = Counter(_name(one) for one in step.orders)
    return [", ".join(f"{n} × {name}" if n > 1 else name for name, n in names.items())] if names else []


def _name(order: Order) -> str:
    if not isinstance(order, Send):
        return type(order).__name__
    kinds = (type(one).__name__ for one in order.message.payloads())
    return f"Send {' + '.join(kinds)}"
