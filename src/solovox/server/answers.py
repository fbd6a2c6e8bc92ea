"""A file of answers (`--answers FILE`): what is said → what the server does. It takes the place of a brain, for tests that must
go the same way each time.

Rule 1: the first answer counts that is for what was said, and has not been given `times` times to this client.
Rule 2: words are compared without case, punctuation and the way numbers are written. A pattern is a regular expression that is found
anywhere in what was said; its named groups can be written in braces, as `{result}` can: what came of the last calls.
Rule 3: everything that is wrong with a file is told at once, a line for each, with its place; that an answer is never given, too.
Rule 4: each session has a brain of its own (`AnswersBrain`), which counts what it gave.
"""

import asyncio
import re
import tomllib
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from string import Formatter
from typing import Final

import msgspec

from solovox.core.errors import SolovoxError
from solovox.ports import Brain, BrainError, BrainWork, Host, Question, ToolResult, Wrote
from solovox.server.asking import AskingHost
from solovox.server.faults.fault import BadFault
from solovox.server.faults.table import parse
from solovox.text.matching import normalise

RESULT: Final = "result"
LARGEST: Final = 1_000_000
_HEADER: Final = re.compile(r"^[ \t]*\[\[[ \t]*answer[ \t]*\]\]", re.MULTILINE)
_LONGEST_WAIT: Final = 600.0


class ScriptedCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call, with its arguments."""

    name: str
    args: dict[str, object] = {}


class AnswerStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One of: a text is said; functions are called at once, and their results awaited; `wait` seconds pass; a fault, as `--fault`
    has it, counts from here on."""

    say: str | None = None
    call: str | None = None
    args: dict[str, object] = {}
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
        return {} if self.any or tuple(normalise(words)) in self.words else None

    @property
    def words(self) -> frozenset[tuple[str, ...]]:
        """What is said for it, in comparable form; of a pattern and of `any` nothing."""
        texts = (self.said,) if isinstance(self.said, str) else self.said or ()
        return frozenset(tuple(normalise(one)) for one in texts)


class BadAnswers(SolovoxError):
    """A file of answers with mistakes: a line for each."""


def read(path: Path) -> tuple[ScriptedAnswer, ...]:
    """The answers of a file. Raises `BadAnswers`."""
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST + 1).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise BadAnswers(f"--answers {path} cannot be read: {why}") from None
    if len(text) > LARGEST:
        raise BadAnswers(f"--answers {path} has more than {LARGEST:,} characters")
    return read_answers(text, str(path))


def read_answers(text: str, name: str) -> tuple[ScriptedAnswer, ...]:
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
        mistakes = [*_mistakes(one)]
        if not mistakes:
            answer = msgspec.convert(one, ScriptedAnswer)
            mistakes = [NEVER] if _is_never_given(answer, found) else []
            found.append(answer)
        wrong += [f"{place}: {line}" for line in mistakes]
    if wrong:
        raise BadAnswers("\n".join(wrong))
    return tuple(found)


NEVER: Final = "it is never given: answers before it are for all that it is for, any number of times"


def _is_never_given(answer: ScriptedAnswer, before: Sequence[ScriptedAnswer]) -> bool:
    """Whether it can never be given. Of two patterns it is known only where they are the same."""
    always = [one for one in before if one.times == 0]
    words = frozenset(words for one in always for words in one.words)
    same = answer.pattern is not None and any(one.pattern == answer.pattern for one in always)
    return same or any(one.any for one in always) or (bool(answer.words) and answer.words <= words)


def _mistakes(one: object) -> Iterator[str]:
    """A line for each, of one answer."""
    if not isinstance(one, dict):
        yield "an answer is a table: write [[answer]]"
        return
    steps = one.get("do")
    try:
        head = msgspec.convert({**one, "do": []}, ScriptedAnswer)
    except msgspec.ValidationError as error:
        yield _place_mistake(error)
        head = None
    groups: set[str] | None = set()
    if isinstance(pattern := one.get("pattern"), str):
        try:
            groups = {*re.compile(pattern).groupindex}
        except re.error as error:
            yield f"pattern: {error}"
            groups = None
    if head is not None:
        kinds = [head.said is not None, head.pattern is not None, head.any]
        if sum(kinds) != 1:
            yield "give one of said, pattern and any"
        if head.said is not None and (not head.words or () in head.words):
            yield f"said = {one['said']!r}: there are no words to hear; for anything that is said, write any = true"
        if head.times < 0:
            yield f"times = {head.times}: give a number from 0"
    if not isinstance(steps, list) or not steps:
        yield "do: give a list of steps"
        return
    results = False
    for n, step in enumerate(steps, 1):
        allowed = None if groups is None else groups | ({RESULT} if results else set())
        yield from (f"step {n}: {line}" for line in _wrong_step(step, allowed))
        results = results or (isinstance(step, dict) and bool({"call", "calls"} & set(step)))


def _wrong_step(written: object, allowed: set[str] | None) -> Iterator[str]:
    """`allowed`: what may stand in braces; None: it is not known, for the pattern is wrong."""
    try:
        step = msgspec.convert(written, AnswerStep)
    except msgspec.ValidationError as error:
        yield _place_mistake(error)
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
    keys = (key for one in step.called for key in (one.name, *_keys(one.args)))
    yield from (f"{key!r}: no brace is filled in a name, only in a value" for key in keys if {*"{}"} & {*key})
    for name in _names([step.say, *(one.args for one in step.called)]):
        if allowed is not None and name not in allowed:
            there = ", ".join(f"{{{one}}}" for one in sorted(allowed)) or "nothing that is written in braces"
            yield f"{{{name}}}: there is {there} here; a brace of your own is written twice"
    if step.fault is not None:
        try:
            if parse(step.fault).name == "refuse":
                yield f"fault = {step.fault!r}: there is a connection already; give --fault {step.fault}"
        except BadFault as error:
            yield f"fault: {error}"


def _place_mistake(error: msgspec.ValidationError) -> str:
    """What msgspec says, the place first: `args: Expected ...`."""
    what, _, place = str(error).partition(" - at `$")
    place = place.strip("`.")
    return f"{place}: {what}" if place else what


def fill_braces(text: str, values: dict[str, str]) -> str:
    """A text with what stands in braces."""
    return text.format_map(values) if "{" in text or "}" in text else text


def _filled_value(value: object, values: dict[str, str]) -> object:
    """What an argument is made of, with what stands in braces."""
    match value:
        case str():
            return fill_braces(value, values)
        case dict():
            return {key: _filled_value(one, values) for key, one in value.items()}
        case list() | tuple():
            return [_filled_value(one, values) for one in value]
        case _:
            return value


def _names(value: object) -> Iterator[str]:
    """What stands in braces in a value; "?" where they do not close, or have more than a name in them."""
    match value:
        case str():
            try:
                for _, name, how, turned in Formatter().parse(value):
                    if name is not None:
                        yield "?" if how or turned else name
            except ValueError:
                yield "?"
        case dict():
            yield from (name for one in value.values() for name in _names(one))
        case list() | tuple():
            yield from (name for one in value for name in _names(one))
        case _:
            pass


def _keys(value: object) -> Iterator[str]:
    """The names in arguments, however deep."""
    if isinstance(value, dict):
        yield from value
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _keys(one)


NOTHING = "the file of answers has none for what was said: add one, or one with any = true"


class AnswersBrain(Brain):
    """`Brain` of these answers."""

    def __init__(self, answers: Sequence[ScriptedAnswer]) -> None:
        self._answers = answers
        self._given = Counter[int]()

    async def answer(self, question: Question, host: Host) -> AsyncIterator[BrainWork]:
        """The steps of the first answer that is for these words. Raises `BrainError` where there is none."""
        answer, values = self._find_answer(question.instruction)
        for step in answer.do:
            if step.say is not None:
                yield Wrote(fill_braces(step.say, values))
            if step.called:
                values[RESULT] = await _make_calls(step, values, host)
            if step.wait is not None:
                await asyncio.sleep(step.wait)
            if step.fault is not None and isinstance(host, AskingHost):
                await host.strike(step.fault)

    def _find_answer(self, words: str) -> tuple[ScriptedAnswer, dict[str, str]]:
        for n, one in enumerate(self._answers):
            values = one.match(words)
            if values is not None and (one.times == 0 or self._given[n] < one.times):
                self._given[n] += 1
                return one, values
        raise BrainError(NOTHING)


async def _make_calls(step: AnswerStep, values: dict[str, str], host: Host) -> str:
    """What came of calls that are made at once."""
    async with asyncio.TaskGroup() as group:
        calls = [group.create_task(_call(host, one, values)) for one in step.called]
    return " ".join(one.result().text for one in calls)


async def _call(host: Host, one: ScriptedCall, values: dict[str, str]) -> ToolResult:
    return await host.call(one.name, {key: _filled_value(given, values) for key, given in one.args.items()})
