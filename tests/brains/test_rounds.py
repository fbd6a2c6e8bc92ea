"""How a model over a wire is asked: turns, rounds, thoughts, counts. A model of four lines stands for the wire."""

import asyncio
from dataclasses import dataclass
from typing import ClassVar

import pytest

from solovox.brains.retold import SPOKEN
from solovox.brains.rounds import (
    RequestedCall,
    Response,
    arguments_of,
    in_rounds,
    policy,
    sum_counts,
    turns,
)
from solovox.brains.troubles import AskedModel, Trouble
from solovox.core.units import StepState
from solovox.ports import BrainError, Message, Question, Step, TokensUsed, ToolResult, Wrote
from solovox.testing.contracts_brain import ScriptedHost

FAR = AskedModel("host:1")


class Words(Response):
    """Its events are texts, calls (`!name`), counts, and `.` for the end."""

    def take(self, event):
        match event:
            case ".":
                self.ended = "whole"
            case "short":
                self.ended = "short"
            case int():
                self.used = (event, 1)
            case str() if event.startswith("!"):
                self.begun = True
                self.wanted.append(RequestedCall("c", event[1:], "{}"))
            case _:
                yield from self.wrote(event)

    ends: ClassVar = {"short": Trouble.CUT_SHORT}


@dataclass
class Scripted:
    """Answers each round with the next script."""

    scripts: list

    def __post_init__(self):
        self.told_of = []
        self.lasts = []

    def opening(self, question):
        return [question.instruction]

    def fresh(self, number):
        return Words(FAR, number)

    async def ask(self, talk, question, response, *, last):
        self.lasts.append(last)
        for event in self.scripts[min(len(self.lasts), len(self.scripts)) - 1]:
            for work in response.take(event):
                yield work

    def tell_results(self, response, results):
        self.told_of += [(one.call.name, one.text, one.failed) for one in results]
        return list(results)


async def answered(model, use=None, rounds=2):
    return [work async for work in in_rounds(model, Question("Well?"), ScriptedHost(use), rounds)]


async def noon(name, arguments):
    return ToolResult("noon")


async def test_rounds_go_on_until_no_tool_is_wanted_and_what_was_used_adds_up():
    model = Scripted([["!time", 9, "."], ["Noon.", 5, "."]])
    assert await answered(model, noon) == [
        TokensUsed(9, 1),
        Step("using time"),
        Wrote("Noon."),
        TokensUsed(14, 2),
    ]
    assert model.told_of == [("time", "noon", False)]
    assert model.lasts == [False, False]


async def test_after_the_last_round_the_model_is_asked_for_its_answer_alone():
    model = Scripted([["!time", "."]])
    with pytest.raises(BrainError, match="after 2 rounds"):
        [work async for work in in_rounds(model, Question("Well?"), ScriptedHost(noon), 2)]
    assert model.lasts == [False, False, True]


async def test_what_was_used_is_told_also_where_the_round_failed():
    works = in_rounds(Scripted([["Well", 9, "short"]]), Question("Well?"), ScriptedHost())
    assert [await anext(works), await anext(works)] == [Wrote("Well"), TokensUsed(9, 1)]
    with pytest.raises(BrainError, match="limit of tokens"):
        await anext(works)


@pytest.mark.parametrize("calls", [["!"], ["!time"] * 33])
async def test_calls_that_are_none_or_too_many_are_an_error(calls):
    with pytest.raises(BrainError):
        [work async for work in in_rounds(Scripted([[*calls, "."]]), Question("Well?"), ScriptedHost(noon))]


def test_a_thought_is_one_step_with_what_was_thought_in_the_end():
    response = Response(FAR, 2)
    begun = [*response.thinks("a"), *response.thinks("a", "Six "), *response.thinks("a", "seven.")]
    over = [*response.has_thought("a"), *response.has_thought("a")]
    assert [one.state for one in begun] == [StepState.BEGUN]
    assert [(one.state, one.detail) for one in over] == [(StepState.DONE, "Six seven.")]
    assert {one.step for one in (*begun, *over)} == {"thought 2.a"}


def test_turns_are_what_was_played_and_the_instruction():
    history = (Message("system", "Be brief."), Message("person", "Hi"), Message("assistant", " \n"))
    question = Question("Well?", history)
    assert list(turns(question)) == [("person", "Hi"), ("person", "Well?")]
    assert policy("You are Ahab.", question) == f"{SPOKEN}\n\nYou are Ahab.\n\nBe brief."
    assert policy("", Question("Well?")) == SPOKEN


@pytest.mark.parametrize(
    ("text", "value"),
    [('{"a": 1}', {"a": 1}), ("", {}), ("[]", None), ("{", None), ("[" * 100_000, None), ("null", None)],
)
def test_arguments_are_an_object_or_none(text, value):
    assert arguments_of(RequestedCall("c", "time", text)) == value


@pytest.mark.parametrize(
    ("counts", "total"),
    [((1, None, 2), 3), ((), 0), ((-1,), None), ((True,), None), ((10**12,), None), (("1",), None)],
)
def test_counts_are_whole_numbers(counts, total):
    assert sum_counts(*counts) == total


async def test_tools_that_a_model_asks_for_at_once_are_called_at_once_where_the_host_lets_it():
    begun = []

    async def use(name, arguments):
        begun.append(name)
        while len(begun) < 2:
            await asyncio.sleep(0)
        return ToolResult(name)

    host, model = ScriptedHost(use), Scripted([["!a", "!b", "."], ["Done", "."]])
    host.together = True
    await asyncio.wait_for(
        anext(work async for work in in_rounds(model, Question("Go"), host) if work == Wrote("Done")), 5
    )
    assert model.told_of == [("a", "a", False), ("b", "b", False)]
