"""A file of answers (`--answers FILE`): what is said → what the server does. It takes the place of a brain, for tests that must
go the same way each time.

Rule 1: the first answer counts that is for what was said, and has not been given `times` times to this client.
Rule 2: words are compared without case, punctuation and the way numbers are written. A pattern is a regular expression that is found
anywhere in what was said; its named groups can be written in braces, as `{result}` can: what came of the last calls.
Rule 3: everything that is wrong with a file is told at once, a line for each, with its place.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any, Final

import msgspec

from solovox.core.errors import SolovoxError
from solovox.server.faults.request import BadFault, parse
from solovox.server.faults.table import SYNTAX
from solovox.text.matching import same

RESULT: Final = "result"
LARGEST: Final = 1_000_000
_HEADER: Final = re.compile(r"^[ \t]*\[\[[ \t]*answer[ \t]*\]\]", re.MULTILINE)
_LONGEST_WAIT: Final = 600.0


class ScriptedCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call, with its arguments."""

    name: str
    args: dict[str, Any] = {}


class AnswerStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One of: a text is said; functions are called at once, and their results awaited; `wait` seconds pass; a fault, as `--fault`
    has it, counts from here on."""

    say: str | None = None
    call: str | None = None
    args: dict[str, Any] = {}
    calls: tuple[ScriptedCall, ...] = ()
    wait: float | None = None
    fault: str | None = None

    @property
    def called(self) -> tuple[ScriptedCall, ...]:
        """What is called."""
        return (ScriptedCall(self.call, self.args),) if self.call is not None else self.calls


class ScriptedAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer, and what it is for: these words, one of these, a pattern, or anything. `times` 0: any number."""

    do: tuple[AnswerStep, ...]
    said: str | tuple[str, ...] | None = None
    pattern: str | None = None
    any: bool = False
    times: int = 0

    def match(self, words: str) -> dict[str, str] | None:
        """The named groups of the pattern, if this is for what was said; None: it is not."""
        if self.pattern is not None:
            found = re.search(self.pattern, words, re.IGNORECASE)
            return None if found is None else {name: text or "" for name, text in found.groupdict().items()}
        texts = (self.said,) if isinstance(self.said, str) else self.said or ()
        return {} if self.any or any(same(one, words) for one in texts) else None


class BadAnswers(SolovoxError):
    """A file of answers with mistakes: a line for each."""


def read(path: Path) -> tuple[ScriptedAnswer, ...]:
    """The answers of a file. Raises `BadAnswers`."""
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST + 1).decode()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise BadAnswers(f"--answers {path} cannot be read: {why}") from None
    if len(text) > LARGEST:
        raise BadAnswers(f"--answers {path} has more than {LARGEST:,} characters")
    return understood(text, str(path))


def understood(text: str, name: str) -> tuple[ScriptedAnswer, ...]:
    """The answers of a text in TOML. Raises `BadAnswers`."""
    try:
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadAnswers(f"{name}: {error}") from None
    listed = written.get("answer", [])
    unknown = [f"{name}: there is no {key!r}: write [[answer]]" for key in written if key != "answer"]
    if not isinstance(listed, list) or not listed:
        raise BadAnswers("\n".join([*unknown, f"{name}: there is no [[answer]]"]))
    lines = [text.count("\n", 0, found.start()) + 1 for found in _HEADER.finditer(text)]
    found, wrong = list[ScriptedAnswer](), unknown
    for n, one in enumerate(listed):
        place = f"{name}:{lines[n]}" if len(lines) == len(listed) else f"{name}, answer {n + 1}"
        mistakes = [f"{place}: {line}" for line in _mistakes(one)]
        wrong += mistakes
        found += [] if mistakes else [msgspec.convert(one, ScriptedAnswer)]
    if wrong:
        raise BadAnswers("\n".join(wrong))
    return tuple(found)


def _mistakes(one: Any) -> Iterator[str]:
    """A line for each, of one answer."""
    if not isinstance(one, dict):
        yield "an answer is a table: write [[answer]]"
        return
    steps = one.get("do")
    try:
        head = msgspec.convert({**one, "do": []}, ScriptedAnswer)
    except msgspec.ValidationError as error:
        yield _told(error)
        head = None
    groups = set[str]()
    if head is not None:
        kinds = [head.said is not None, head.pattern is not None, head.any]
        if sum(kinds) != 1:
            yield "give one of said, pattern and any"
        if head.times < 0:
            yield f"times = {head.times}: give a number from 0"
        try:
            groups = {*re.compile(head.pattern or "").groupindex}
        except re.error as error:
            yield f"pattern: {error}"
    if not isinstance(steps, list) or not steps:
        yield "do: give a list of steps"
        return
    results = False
    for n, step in enumerate(steps, 1):
        allowed = groups | ({RESULT} if results else set())
        yield from (f"step {n}: {line}" for line in _wrong_step(step, allowed))
        results = results or (isinstance(step, dict) and bool({"call", "calls"} & set(step)))


def _wrong_step(written: Any, allowed: set[str]) -> Iterator[str]:
    try:
        step = msgspec.convert(written, AnswerStep)
    except msgspec.ValidationError as error:
        yield _told(error)
        return
    kinds = [
        step.say is not None,
        step.call is not None,
        bool(step.calls),
        step.wait is not None,
        step.fault is not None,
    ]
    if sum(kinds) != 1:
        yield "give one of say, call, calls, wait and fault"
    if step.args and step.call is None:
        yield "args belong to a call"
    if step.wait is not None and not 0 <= step.wait <= _LONGEST_WAIT:
        yield f"wait = {step.wait:g}: give seconds from 0 to {_LONGEST_WAIT:g}"
    for name in _names([step.say, *(one.args for one in step.called)]):
        if name not in allowed:
            there = ", ".join(f"{{{one}}}" for one in sorted(allowed)) or "nothing that is written in braces"
            yield f"{{{name}}}: there is {there} here; a brace of your own is written twice"
    if step.fault is not None:
        try:
            if parse(step.fault, SYNTAX).name == "refuse":
                yield f"fault = {step.fault!r}: there is a connection already; give --fault {step.fault}"
        except BadFault as error:
            yield f"fault: {error}"


def _told(error: msgspec.ValidationError) -> str:
    """What msgspec says, the place first: `args: Expected ...`."""
    what, _, place = str(error).partition(" - at `$")
    place = place.strip("`.")
    return f"{place}: {what}" if place else what


def filled(value: Any, values: dict[str, str]) -> Any:
    """A text, or what an argument is made of, with what stands in braces."""
    match value:
        case str():
            return value.format_map(values) if "{" in value or "}" in value else value
        case dict():
            return {key: filled(one, values) for key, one in value.items()}
        case list() | tuple():
            return [filled(one, values) for one in value]
        case _:
            return value


def _names(value: Any) -> Iterator[str]:
    """What stands in braces in a value; "?" where they do not close."""
    match value:
        case str():
            try:
                yield from (name for _, name, *_ in Formatter().parse(value) if name is not None)
            except ValueError:
                yield "?"
        case dict():
            yield from (name for one in value.values() for name in _names(one))
        case list() | tuple():
            yield from (name for one in value for name in _names(one))
        case _:
            pass
