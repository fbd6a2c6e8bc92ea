"""What every brain must do. Subclass `BrainContract` in a test module and say how to make one.

    class TestMine(BrainContract):
        @contextlib.asynccontextmanager
        async def fresh(self):
            yield MyBrain(...)

Needs pytest with asyncio in its automatic mode. `failing` may be left out by a brain that can't fail.
"""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Final, cast

from solovox.ports import (
    Act,
    Brain,
    BrainError,
    BrainWork,
    Consent,
    Host,
    Question,
    Step,
    TokensUsed,
    ToolResult,
    Wrote,
)
from solovox.testing.contracts_link import nothing_is_left

Use = Callable[[str, Mapping[str, object]], Awaitable[ToolResult]]
PROMPT_SECONDS: Final = 2.0
"""Closing, and being cancelled, take no longer than this."""


class ScriptedHost(Host):
    """A `Host` whose tools are one function, and whose person always gives the same answer."""

    def __init__(self, use: Use | None = None, *, allows: bool = False) -> None:
        self._use = use
        self._allows = allows
        self.acts: list[Act] = []
        """What was to be allowed."""

    async def call(self, name: str, arguments: Mapping[str, object]) -> ToolResult:
        """As scripted; without a function there is no tool."""
        if self._use is None:
            return ToolResult(f"there is no tool {name}", failed=True)
        return await self._use(name, arguments)

    async def needs_yes(self, act: Act) -> Consent:
        """Yes, or no."""
        self.acts.append(act)
        if not self._allows:
            return Consent(allowed=False, reason="the person did not allow it")
        return Consent(allowed=True, arguments=act.arguments)


class ThinkingHost(ScriptedHost):
    """A `Host` whose person has not answered."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()

    async def needs_yes(self, act: Act) -> Consent:
        """Never returns."""
        self.asked.set()
        return await asyncio.Future()


class BrainContract:
    """The contract. `question` is one that the brain answers with some text."""

    question = Question("What can you do?")
    acting: Question | None = None
    """A question at which the brain does something by itself, and asks for a yes first; None: it never does."""

    def fresh(self) -> AbstractAsyncContextManager[Brain]:
        """A new brain that answers; leaving the context tears down what it stood on, not the brain."""
        raise NotImplementedError

    @contextlib.asynccontextmanager
    async def failing(self) -> AsyncIterator[Brain | None]:
        """A brain that can't answer; None when there is no such thing."""
        yield None

    async def test_it_answers_in_text(self) -> None:
        async with self.fresh() as brain:
            await brain.open()
            events = await _all(brain, self.question)
            await brain.aclose()
        assert "".join(event.text for event in events if isinstance(event, Wrote)).strip()

    async def test_it_says_only_what_the_vocabulary_has(self) -> None:
        async with self.fresh() as brain:
            await brain.open()
            events = await _all(brain, self.question)
            await brain.aclose()
        assert all(isinstance(event, BrainWork) for event in events)
        steps = [event for event in events if isinstance(event, Step)]
        assert all(step.title.strip() and "\n" not in step.title for step in steps)
        assert all(step.effects or step.receipt is None for step in steps), (
            "a receipt, and nothing was changed"
        )

    async def test_what_it_has_used_is_told_in_all_and_never_falls(self) -> None:
        async with self.fresh() as brain:
            await brain.open()
            told = [event for event in await _all(brain, self.question) if isinstance(event, TokensUsed)]
            await brain.aclose()
        counts = [(used.input_tokens, used.output_tokens, used.cost or 0) for used in told]
        assert all(count >= 0 for used in counts for count in used)
        for earlier, later in itertools.pairwise(counts):
            assert all(one <= other for one, other in zip(earlier, later, strict=True))

    async def test_it_changes_nothing_without_a_yes(self) -> None:
        if self.acting is None:
            return
        async with self.fresh() as brain:
            await brain.open()
            host = ScriptedHost(allows=False)
            steps = [one for one in await _all(brain, self.acting, host) if isinstance(one, Step)]
            await brain.aclose()
        assert host.acts, "it asked for nothing"
        assert all(act.text.strip() for act in host.acts)
        assert not [step for step in steps if step.effects], "it was not allowed, and changed something"

    async def test_with_a_yes_it_says_what_it_changes_when_it_begins(self) -> None:
        if self.acting is None:
            return
        async with self.fresh() as brain:
            await brain.open()
            host = ScriptedHost(allows=True)
            steps = [one for one in await _all(brain, self.acting, host) if isinstance(one, Step)]
            await brain.aclose()
        first = {step.step: step for step in reversed(steps)}
        acts = {step.step for step in steps if step.effects}
        assert acts, "it was allowed, and changed nothing"
        assert all(first[name].effects for name in acts), "a step had effects, and did not say so at first"

    async def test_it_takes_later_words_or_says_at_once_that_it_does_not(self) -> None:
        async with self.fresh() as brain:
            await brain.open()
            async with asyncio.timeout(PROMPT_SECONDS):
                assert await brain.steer("more") is False, "nothing is being answered"
            answer = _answer(brain, self.question)
            await anext(answer)
            async with asyncio.timeout(PROMPT_SECONDS):
                taken = await brain.steer("more")
            await answer.aclose()
            await brain.aclose()
        assert isinstance(taken, bool)
        assert brain.steers or not taken, "it takes words, and does not say that it can"

    async def test_a_history_is_taken(self) -> None:
        async with self.fresh() as brain:
            await brain.open()
            first, again = await _all(brain, self.question), await _all(brain, self.question)
            await brain.aclose()
        assert first and again

    async def test_closing_the_iterator_stops_it_promptly(self) -> None:
        async with self.fresh() as brain:
            await brain.open()
            before = asyncio.all_tasks()
            answer = _answer(brain, self.question)
            await anext(answer)
            async with asyncio.timeout(PROMPT_SECONDS):
                await answer.aclose()
            await nothing_is_left(before)
            await brain.aclose()
            await nothing_is_left(set())

    async def test_cancelling_the_reader_leaves_no_tasks(self) -> None:
        async with self.fresh() as brain:
            await brain.open()
            before = asyncio.all_tasks()
            begun = asyncio.Event()

            async def read() -> None:
                async for _ in _answer(brain, self.question):
                    begun.set()
                    await asyncio.Event().wait()

            async with asyncio.timeout(10 * PROMPT_SECONDS), asyncio.TaskGroup() as tasks:
                reader = tasks.create_task(read())
                await begun.wait()
                reader.cancel()
            await nothing_is_left(before)
            await brain.aclose()
            await nothing_is_left(set())

    async def test_a_brain_that_was_never_opened_closes(self) -> None:
        async with self.fresh() as brain:
            async with asyncio.timeout(PROMPT_SECONDS):
                await brain.aclose()
                await brain.aclose()
            await nothing_is_left(set())

    async def test_an_answer_that_was_never_read_costs_nothing(self) -> None:
        async with self.fresh() as brain:
            await brain.open()
            answer = _answer(brain, self.question)
            await answer.aclose()
            await brain.aclose()
            await nothing_is_left(set())

    async def test_it_fails_with_one_clear_line(self) -> None:
        async with self.failing() as brain:
            if brain is None:
                return
            try:
                async with asyncio.timeout(10 * PROMPT_SECONDS):
                    await brain.open()
                    await _all(brain, self.question)
            except BrainError as error:
                line = str(error)
            else:
                raise AssertionError("it was to fail, and answered")
            await brain.aclose()
        assert line.strip()
        assert "\n" not in line
        assert "Traceback" not in line


def _answer(brain: Brain, question: Question, host: Host | None = None) -> AsyncGenerator[BrainWork, None]:
    answer = brain.answer(question, host or ScriptedHost())
    assert hasattr(answer, "aclose"), (
        "an answer must be closable: an async generator, or an object with aclose()"
    )
    return cast(AsyncGenerator[BrainWork, None], answer)


async def _all(brain: Brain, question: Question, host: Host | None = None) -> list[BrainWork]:
    return [event async for event in _answer(brain, question, host)]
