"""What an answer has used, as far as the model's server counts it."""

import json

import pytest

from brains.double import DONE, Refusal, asking, chunk, written
from brains.test_openai_compatible import ASK, answered, asked_of, text
from solovox.ports import Question, TokensUsed, ToolResult, Wrote
from solovox.tools.arithmetic import Arithmetic


def counted(read, written):
    usage = {"prompt_tokens": read, "completion_tokens": written}
    return b"data: " + json.dumps({"choices": [], "usage": usage}).encode() + b"\n\n"


async def test_what_was_used_is_told_once_a_round_and_adds_up():
    called = [*asking(("calculate", ['{"expression": "2+2"}']))[:-1], counted(100, 9), DONE]
    answer = [chunk("Four."), chunk(why="stop"), counted(130, 3), DONE]

    async def call(name, arguments):
        return ToolResult("4")

    async with asked_of(called, answer) as (_, made):
        events = await answered(made, Question(ASK.instruction, tools=[Arithmetic()]), call)
    assert [event for event in events if isinstance(event, TokensUsed)] == [
        TokensUsed(100, 9),
        TokensUsed(230, 12),
    ]


@pytest.mark.parametrize("read", [None, "many", -1, 1e99, True])
async def test_a_count_that_is_none_is_passed_over(read):
    async with asked_of([chunk("Four."), chunk(why="stop"), counted(read, 3), DONE]) as (_, made):
        assert await answered(made) == [Wrote("Four.")]


async def test_a_server_that_refuses_to_count_is_asked_once_more_without_it():
    refusal = Refusal(422, b'{"error": {"message": "stream_options: extra inputs are not permitted"}}')
    async with asked_of(refusal, written("Four.")) as (double, made):
        assert text(await answered(made)) == "Four."
        assert text(await answered(made)) == "Four."
    assert ["stream_options" in one for one in double.requests] == [True, False, False]
