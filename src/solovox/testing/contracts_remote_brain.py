"""What every brain must do whose model, or agent, is somewhere else. Subclass `RemoteBrainContract` beside `BrainContract`.

    class TestMineBehindItsWire(RemoteBrainContract):
        @contextlib.asynccontextmanager
        async def against(self, *ways):
            async with my_double(*ways) as double:
                yield MyBrain(double.url, first_seconds=FIRST, idle_seconds=IDLE), double

The double speaks the real protocol over the real transport, and goes the way that the test wants: the first question the
first way, the next one the next; the last way serves all further ones.
"""

import asyncio
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from enum import Enum
from typing import ClassVar, Final, Protocol

from solovox.ports import Brain, BrainError, Question, TokensUsed, Wrote
from solovox.testing.contracts_brain import ScriptedHost

FIRST: Final = 0.5
"""Seconds to the first text that the brain is made with, where the transport is a socket."""
IDLE: Final = 0.5
MEGABYTE: Final = 1_000_000


class ServerWay(Enum):
    """How the double answers."""

    ANSWERS = "answers"
    """`PIECES`, each by itself, with what they cost."""
    GOES_ON = "goes on"
    """One piece, and then it writes until it is stopped."""
    STALLS_AT_FIRST = "stalls at first"
    STALLS_WITHIN = "stalls within"
    """After one piece."""
    IS_CUT = "is cut"
    """The connection ends after one piece."""
    TOO_MANY = "too many"
    """It refuses: too many requests (429)."""
    NO_KEY = "no key"
    """It refuses: the key is not good (401)."""
    NONSENSE = "nonsense"
    """One piece, and then what the protocol does not have."""
    MEGABYTE = "megabyte"
    """An answer of `MEGABYTE` characters."""


PIECES: Final = ("One ", "two ", "three.")
SAYS: Final[Mapping[ServerWay, tuple[str, ...]]] = {
    ServerWay.TOO_MANY: ("too many", "429", "quota", "limit", "overloaded"),
    ServerWay.NO_KEY: ("key", "log in", "logged", "login", "401"),
}
"""One of these is in the line of the error."""


class RemoteDouble(Protocol):
    """What the other end has seen."""

    @property
    def asked(self) -> int:
        """How often it was asked for an answer."""
        ...

    async def await_reached(self) -> None:
        """Returns when it was asked."""
        ...

    async def await_left(self) -> None:
        """Returns when a client has gone away from an answer that was not over."""
        ...


class RemoteBrainContract:
    """The contract."""

    question = Question("Count to three.")
    PATIENCE: ClassVar[float] = 10.0
    """Seconds in which a failure of the other end is told, with the brain's own time-outs in it."""
    COUNTS: ClassVar[bool] = True
    """Whether the protocol tells what an answer has used."""
    REFUSES: ClassVar[tuple[ServerWay, ...]] = (ServerWay.TOO_MANY, ServerWay.NO_KEY)
    """The refusals that the protocol has."""
    RETRIES: ClassVar[int] = 0
    """How often a program of others, which cannot be told not to, asks again by itself."""

    def against(self, *ways: ServerWay) -> AbstractAsyncContextManager[tuple[Brain, RemoteDouble]]:
        """A new brain that was not opened, and the double that it asks."""
        raise NotImplementedError

    async def test_what_is_written_comes_whole_and_in_order(self) -> None:
        async with self.against(ServerWay.ANSWERS) as (brain, double):
            await brain.open()
            text, used = await self._answer_with(brain)
            await brain.aclose()
        assert text == "".join(PIECES)
        assert double.asked == 1
        assert not self.COUNTS or (used and used[-1].input_tokens > 0 and used[-1].output_tokens > 0)

    async def test_an_answer_of_a_megabyte_comes_whole(self) -> None:
        async with self.against(ServerWay.MEGABYTE) as (brain, _):
            await brain.open()
            text, _ = await self._answer_with(brain)
            await brain.aclose()
        assert len(text) == MEGABYTE

    async def test_closing_the_answer_reaches_the_other_end(self) -> None:
        async with self.against(ServerWay.GOES_ON, ServerWay.ANSWERS) as (brain, double):
            await brain.open()
            answer = brain.answer(self.question, ScriptedHost())
            async for piece in answer:
                if isinstance(piece, Wrote):
                    break
            async with asyncio.timeout(self.PATIENCE):
                await answer.aclose()  # type: ignore[attr-defined]  # an answer can be closed
                await double.await_left()
            text, _ = await self._answer_with(brain)
            await brain.aclose()
        assert text == "".join(PIECES), "something of the answer that was stopped is in the next one"

    async def test_a_cancelled_reader_reaches_the_other_end(self) -> None:
        for way in (ServerWay.STALLS_AT_FIRST, ServerWay.GOES_ON):
            async with self.against(way) as (brain, double):
                await brain.open()
                begun = asyncio.Event()
                async with asyncio.timeout(self.PATIENCE), asyncio.TaskGroup() as tasks:
                    reader = tasks.create_task(self._read(brain, begun))
                    await (begun.wait() if way is ServerWay.GOES_ON else double.await_reached())
                    reader.cancel()
                    await double.await_left()
                await brain.aclose()

    async def test_each_failure_is_one_line_and_is_not_tried_again(self) -> None:
        for way in (
            ServerWay.STALLS_AT_FIRST,
            ServerWay.STALLS_WITHIN,
            ServerWay.IS_CUT,
            ServerWay.NONSENSE,
            *self.REFUSES,
        ):
            async with self.against(way) as (brain, double):
                await brain.open()
                line, before = await self._failure(brain)
                await brain.aclose()
            assert line.strip() and "\n" not in line and "Traceback" not in line, f"{way.value}: {line!r}"
            assert len(line) < 300, f"{way.value}: {line!r}"
            assert double.asked <= 1 + self.RETRIES, f"{way.value}: it was asked {double.asked} times"
            says = SAYS.get(way, ())
            assert not says or any(word in line.casefold() for word in says), f"{way.value}: {line!r}"
            written = way in (ServerWay.STALLS_WITHIN, ServerWay.IS_CUT, ServerWay.NONSENSE)
            assert before == (PIECES[0] if written else ""), f"{way.value}: {before!r} was written"

    async def test_after_a_failure_the_next_question_is_answered(self) -> None:
        for way in (ServerWay.STALLS_AT_FIRST, ServerWay.IS_CUT, *self.REFUSES):
            async with self.against(way, *[way] * self.RETRIES, ServerWay.ANSWERS) as (brain, _):
                await brain.open()
                await self._failure(brain)
                text, _ = await self._answer_with(brain)
                await brain.aclose()
            assert text == "".join(PIECES), way.value

    async def _answer_with(self, brain: Brain) -> tuple[str, list[TokensUsed]]:
        async with asyncio.timeout(2 * self.PATIENCE):
            pieces = [one async for one in brain.answer(self.question, ScriptedHost())]
        text = "".join(one.text for one in pieces if isinstance(one, Wrote))
        return text, [one for one in pieces if isinstance(one, TokensUsed)]

    async def _failure(self, brain: Brain) -> tuple[str, str]:
        """The line of the error, and what was written before it."""
        said = ""
        try:
            async with asyncio.timeout(self.PATIENCE):
                async for piece in brain.answer(self.question, ScriptedHost()):
                    said += piece.text if isinstance(piece, Wrote) else ""
        except BrainError as error:
            return str(error), said
        raise AssertionError("it was to fail, and answered")

    async def _read(self, brain: Brain, begun: asyncio.Event) -> None:
        async for piece in brain.answer(self.question, ScriptedHost()):
            if isinstance(piece, Wrote):
                begun.set()
