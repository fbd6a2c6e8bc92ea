"""The frames of the Agent Client Protocol: JSON-RPC 2.0, one message a line.

Rule 1: a line is at most `LONGEST` bytes. What is longer, or no message, is a `NotAMessage`.
Rule 2: what a message holds beside what is known here is left alone: newer agents tell more.

What an agent has written and we have not read yet:
Rule 3: it is bounded: at `MOST_WAITING` messages the agent's pipe is not read, until half of them are gone.
Rule 4: while no question is asked, what is told is dropped, and what is asked is refused.
Rule 5: lines before the first message that are none are left out: a greeting of the program that starts the agent.
"""

import asyncio
import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from solovox.ports import Json

VERSION: Final = 1
"""Of the protocol."""
LONGEST: Final = 32_000_000
SHOWN: Final = 60

NO_SUCH_METHOD: Final = -32601
BAD_PARAMETERS: Final = -32602
NOT_FOUND: Final = -32002
LOGIN_REQUIRED: Final = -32000


class NotAMessage(Exception):
    """The other end wrote something that the protocol does not have."""


@dataclass(frozen=True, slots=True)
class Request:
    """It wants an answer. `name`: what the answer has to name."""

    name: int | str
    method: str
    params: Json


@dataclass(frozen=True, slots=True)
class Notice:
    """It is told, and is not answered."""

    method: str
    params: Json


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a request of ours: a result, or why there is none."""

    name: int | str
    result: Json
    error: Json | None = None


Frame = Request | Notice | Reply


class MessageLines:
    """Cuts what comes into lines."""

    def __init__(self) -> None:
        self._begun = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The lines that are whole now, without their ends; empty ones are none. Raises `NotAMessage`."""
        whole, newline, rest = data.rpartition(b"\n")
        if newline:
            self._begun += whole
            lines, self._begun = bytes(self._begun).split(b"\n"), bytearray()
            yield from (line for line in lines if line.strip())
        self._begun += rest
        if len(self._begun) > LONGEST:
            self._begun.clear()
            raise NotAMessage(f"a line of more than {LONGEST // 1_000_000} MB")


def frame_of(line: bytes) -> Frame:
    """The message of a line. Raises `NotAMessage`."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, Mapping):
        raise NotAMessage(f"{printable(line.decode(errors='replace'), SHOWN)!r}")
    method, name = found.get("method"), found.get("id")
    if isinstance(method, str):
        params = mapping(found.get("params"))
        return Request(name, method, params) if isinstance(name, int | str) else Notice(method, params)
    if isinstance(name, int | str) and ("result" in found or "error" in found):
        error = found.get("error")
        return Reply(name, mapping(found.get("result")), None if error is None else mapping(error))
    raise NotAMessage(f"{printable(line.decode(errors='replace'), SHOWN)!r}")


def mapping(found: object) -> Json:
    """An object of the other end, where one is expected: what is none has nothing in it."""
    return found if isinstance(found, Mapping) else {}


def objects(found: object) -> list[Json]:
    """The objects of a list of the other end."""
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []


def text_of(found: object) -> str:
    """A text of the other end; empty if it is none."""
    return found if isinstance(found, str) else ""


def printable(text: str, most: int) -> str:
    """One line of at most `most` characters. It is cut after a word, unless the word is longer than half of it."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    if len(line) <= most:
        return line
    begun = line[:most]
    words = begun.rpartition(" ")[0]
    return f"{words} …" if len(words) > most // 2 and len(words) <= most - 2 else begun[:-1] + "…"


def request(name: int, method: str, params: Json) -> bytes:
    """A request of ours."""
    return _line({"id": name, "method": method, "params": params})


def notice(method: str, params: Json) -> bytes:
    """What we tell."""
    return _line({"method": method, "params": params})


def result(name: int | str, value: Json) -> bytes:
    """Our answer."""
    return _line({"id": name, "result": value})


def refusal(name: int | str, code: int, why: str) -> bytes:
    """Our answer: no."""
    return _line({"id": name, "error": {"code": code, "message": why}})


def _line(message: Json) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=True).encode() + b"\n"


MOST_WAITING: Final = 1_000
NOISE: Final = 200
"""MessageLines that a greeting may have."""


class NothingMore(Exception):
    """The other end has closed its pipe, and all is read."""


class AgentInbox:
    """`hold`: read the pipe no more, or again. `send`: answer it."""

    def __init__(self, hold: Callable[[bool], None], send: Callable[[bytes], None]) -> None:
        self.listens = True
        self.closed = False
        self._hold = hold
        self._send = send
        self._held = False
        self._lines = MessageLines()
        self._waiting: deque[Frame | NotAMessage] = deque()
        self._noise = NOISE
        self._news = asyncio.Event()

    def feed(self, data: bytes) -> None:
        """It wrote."""
        try:
            for line in self._lines.feed(data):
                self._take_line(line)
        except NotAMessage as wrong:
            self._put(wrong)

    def close(self) -> None:
        """Nothing more comes."""
        self.closed = True
        self._news.set()

    def forget(self) -> None:
        """Until the next question nothing is heard: what waits is dropped."""
        self.listens = False
        waiting, self._waiting = self._waiting, deque()
        for one in waiting:
            self._put(one)
        self._release()

    async def next(self) -> Frame:
        """The next message. Raises `NotAMessage`, and at the end `NothingMore`."""
        while not self._waiting:
            if self.closed:
                raise NothingMore
            self._news.clear()
            await self._news.wait()
        found = self._waiting.popleft()
        if len(self._waiting) < MOST_WAITING // 2:
            self._release()
        if isinstance(found, NotAMessage):
            raise found
        return found

    def _take_line(self, line: bytes) -> None:
        try:
            found: Frame | NotAMessage = frame_of(line)
        except NotAMessage as wrong:
            if self._noise:
                self._noise -= 1
                return
            found = wrong
        self._noise = 0
        self._put(found)

    def _put(self, found: Frame | NotAMessage) -> None:
        if not self.listens:
            if isinstance(found, Request):
                self._send(refusal(found.name, NO_SUCH_METHOD, "nothing is being asked now"))
            return
        self._waiting.append(found)
        self._news.set()
        if len(self._waiting) > MOST_WAITING and not self._held:
            self._held = True
            self._hold(True)

    def _release(self) -> None:
        if self._held:
            self._held = False
            self._hold(False)
