"""A brain that says and calls what a file of answers has (`answers.py`). One for each session: it counts what it gave."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from typing import Any

from solovox.ports import Brain, BrainError, BrainWork, Host, Question, ToolResult, Wrote
from solovox.server.answers import RESULT, AnswerStep, ScriptedAnswer, filled
from solovox.server.asking import AskingHost

NOTHING = "the file of answers has none for what was said: add one, or one with any = true"


class AnswersBrain(Brain):
    """`Brain` of these answers."""

    def __init__(self, answers: Sequence[ScriptedAnswer]) -> None:
        self._answers = answers
        self._given = Counter[int]()

    async def answer(self, question: Question, host: Host) -> AsyncIterator[BrainWork]:
        """The steps of the first answer that is for these words. Raises `BrainError` where there is none."""
        answer, values = self._found(question.instruction)
        for step in answer.do:
            if step.say is not None:
                yield Wrote(filled(step.say, values))
            if step.called:
                values[RESULT] = await _called(step, values, host)
            if step.wait is not None:
                await asyncio.sleep(step.wait)
            if step.fault is not None and isinstance(host, AskingHost):
                await host.strike(step.fault)

    def _found(self, words: str) -> tuple[ScriptedAnswer, dict[str, str]]:
        for n, one in enumerate(self._answers):
            values = one.match(words)
            if values is not None and (one.times == 0 or self._given[n] < one.times):
                self._given[n] += 1
                return one, values
        raise BrainError(NOTHING)


async def _called(step: AnswerStep, values: dict[str, str], host: Host) -> str:
    """What came of calls that are made at once."""
    async with asyncio.TaskGroup() as group:
        calls = [group.create_task(_call(host, one.name, filled(one.args, values))) for one in step.called]
    return " ".join(one.result().text for one in calls)


async def _call(host: Host, name: str, arguments: dict[str, Any]) -> ToolResult:
    return await host.call(name, arguments)
