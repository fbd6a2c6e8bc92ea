"""A function of Python as the brain: whoever can write an async generator of text has one.

Rule 1: it is called with what was said. Of `question` and `host` it gets those that its other parameters are named after.
Rule 2: an async generator's pieces are the answer, and so is the text that a function returns, `async def` or `def`. What
else comes of it is one line.
Rule 3: closing the answer closes the generator: its `finally` runs. A plain function cannot be stopped: it blocks a thread
of its own, its answer is dropped, and the program can end before it.
Rule 4: every exception of it is one `BrainError` of one line, with the place in its file.
"""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from typing import Final

from solovox.ports import Brain, BrainError, BrainWork, Host, Question, Wrote
from solovox.ports.own_threads import MOST as MOST_THREADS
from solovox.ports.own_threads import OwnThreads, TooManyThreads, close_iterator, is_async
from solovox.text.escapes import LONGEST_LINE, place_of, raised_line

Agent = Callable[..., AsyncIterator[str | BrainWork] | Awaitable[str] | str]
"""What the person wrote: `async def agent(text)`, and perhaps `question` and `host` behind it."""

MORE: Final = ("question", "host")
_ANY_PLACE: Final = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
    inspect.Parameter.VAR_POSITIONAL,
)
_NAMED: Final = (*_ANY_PLACE[:2], inspect.Parameter.KEYWORD_ONLY)


class PythonBrain(Brain):
    """A `Brain` that is a function. Raises `ValueError` for what cannot be one: a line that says what to write."""

    def __init__(self, agent: Agent) -> None:
        self._name = name_of(agent)
        self._takes = more_taken(agent, self._name)
        self._agent = agent
        self._waits = not is_async(agent)
        """Whether it blocks until it returns."""
        self._threads = OwnThreads(self._name)

    async def answer(self, question: Question, host: Host) -> AsyncIterator[BrainWork]:
        """Its pieces, or its text."""
        there = {"question": question, "host": host}
        more = {name: there[name] for name in self._takes}
        try:
            found = await self._call_agent(question.instruction, more)
            if isinstance(found, str):
                yield Wrote(found)
                return
            if not isinstance(found, AsyncIterator):
                raise BrainError(f"{self._name} returned {_a(found)}: return text, or yield it")
            async with close_iterator(found):
                async for piece in found:
                    yield self._work(piece)
        except BrainError as error:
            raise BrainError(_line(str(error)) or f"{self._name} failed") from None
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever the person's own function does
            raise BrainError(self._failure_line(error)) from None

    async def _call_agent(self, text: str, more: Mapping[str, object]) -> object:
        """What it returns."""
        found: object = await self._in_thread(text, more) if self._waits else self._agent(text, **more)
        return await found if inspect.isawaitable(found) else found

    async def _in_thread(self, text: str, more: Mapping[str, object]) -> object:
        """Call it where it may block."""
        try:
            return await self._threads.call(partial(self._agent, text, **more))
        except TooManyThreads:
            raise BrainError(f"{self._name} has not returned from {MOST_THREADS} earlier questions") from None

    def _work(self, piece: object) -> BrainWork:
        match piece:
            case str():
                return Wrote(piece)
            case _ if isinstance(piece, BrainWork):
                return piece
            case _:
                raise BrainError(f"{self._name} yielded {_a(piece)}: yield text, or a solovox.ports.Step")

    def _failure_line(self, error: BaseException) -> str:
        return f"{self._name} failed: {raised_line(error)}{place_of(error, self._agent)}"


def name_of(agent: object) -> str:
    """What to call it."""
    return str(getattr(agent, "__name__", "") or f"the {type(agent).__name__}")


def more_taken(agent: object, name: str) -> tuple[str, ...]:
    """Which of `question` and `host` it takes beside the text. Raises `ValueError`."""
    write = "write async def agent(text)"
    if not callable(agent) or isinstance(agent, type):
        what = f"a class ({name})" if isinstance(agent, type) else _a(agent)
        raise ValueError(  # noqa: TRY004 - as every value that cannot be
            f"an agent is a function, and this is {what}: {write}"
        )
    if inspect.isgeneratorfunction(agent):
        raise ValueError(f"{name} is a generator that blocks: {write}")
    try:
        there = list(inspect.signature(agent).parameters.values())
    except (TypeError, ValueError):  # what is not written in Python does not say
        return ()
    if not there or there[0].kind not in _ANY_PLACE:
        raise ValueError(f"{name} takes no text: {write}")
    others = [one for one in there[1:] if one.kind in _NAMED]
    found = [one.name for one in others if one.name in MORE and one.kind is not _ANY_PLACE[0]]
    unknown = [one.name for one in others if one.default is one.empty and one.name not in found]
    if unknown:
        raise ValueError(
            f"{name} takes {unknown[0]!r}, which nobody gives: it gets the text, and question or host if it names them"
        )
    return tuple(found)


def _a(thing: object) -> str:
    return "nothing" if thing is None else f"a value of the kind {type(thing).__name__}"


def _line(text: str) -> str:
    return " ".join(text.split())[:LONGEST_LINE]
