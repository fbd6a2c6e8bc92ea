"""`generateContent` with functions: which is called, and what is said of what they returned."""

import asyncio
import json

import pytest

from server.test_generate_content import ASKED, PATH, STREAM, post, user
from server.test_listening import listening
from server.test_session import Echo
from solovox.ports import Brain, Wrote
from solovox.ports.meaning import ToolChoice
from solovox.server.answers import AnswersBrain, read_answers
from solovox.server.generate_content import GenerateContent, GenerateRequest
from solovox.server.options import ChoosesCalls

CITY = {"type": "OBJECT", "properties": {"city": {"type": "STRING"}}, "required": ["city"]}
TOOLS = [{"functionDeclarations": [{"name": "get_weather", "parameters": CITY}, {"name": "get_news"}]}]


class Weather:
    """An intent head that knows of one tool, and of London."""

    acts_at = 0.5

    def choose(self, words, declared):
        if "weather" in words and any(one.name == "get_weather" for one in declared):
            return ToolChoice("get_weather", {"city": "London"}, 0.9 if "London" in words else 0.1)
        return None

    def likeliest(self, words, declared):
        return ToolChoice(declared[0].name, {}, 0.1)


def wanting(mode, *allowed):
    return {"functionCallingConfig": {"mode": mode, "allowedFunctionNames": allowed}}


async def parts(folder, *turns, path=PATH, **given):
    """The parts of the answer to a talk."""
    talk = {"contents": turns, "tools": TOOLS, **given}
    async with listening(folder, intent=Weather()) as (url, _):
        status, told = await post(url, talk, path)
    assert status == 200, told
    answer = json.loads(told)
    (chunk,) = answer if isinstance(answer, list) else [answer]
    return chunk["candidates"][0]["content"]["parts"]


LONDON = {"functionCall": {"name": "get_weather", "args": {"city": "London"}}}


@pytest.mark.parametrize("path", [PATH, STREAM])
async def test_V11_a_function_that_is_meant_is_called(tmp_path, path):
    assert await parts(tmp_path, user("The weather in London"), path=path) == [LONDON]


async def test_V11_what_functions_returned_is_the_answer(tmp_path):
    called = {"role": "model", "parts": [LONDON]}
    came = {"functionResponse": {"name": "get_weather", "response": {"result": "rain"}}}
    results = {"role": "user", "parts": [came, came]}
    assert await parts(tmp_path, user("weather London"), called, results) == [{"text": "rain rain"}]
    told = await parts(tmp_path, user("weather London"), called, results, user("Thanks"))
    assert told == [{"text": "You said Thanks."}]
    both = {"role": "user", "parts": [came, {"text": "Thanks"}]}
    assert await parts(tmp_path, user("weather London"), called, both) == [{"text": "You said Thanks."}]


async def test_V11_what_is_not_sure_is_the_brains(tmp_path):
    assert await parts(tmp_path, user("The weather")) == [{"text": "You said The weather."}]


class Calls(Brain):
    """A brain that calls two functions at once, and says what came of them."""

    async def answer(self, question, host):
        assert [tool.name for tool in question.tools] == ["get_weather", "get_news"]
        if question.instruction.startswith("The tool says"):
            yield Wrote(question.instruction)
            return
        yield Wrote("One moment.")
        async with asyncio.TaskGroup() as group:
            for city in ("Oslo", "Rome"):
                group.create_task(host.call("get_weather", {"city": city}))
        yield Wrote("Never said.")


def test_V11_a_brain_that_calls_functions_calls_them_and_words_what_they_returned():
    engines = type("Engines", (), {"brain": Calls, "tools": ()})()
    content = GenerateContent(lambda: engines, phrases=True, chooses=ChoosesCalls.BRAIN)

    async def told(*turns):
        body = json.dumps({"contents": turns, "tools": TOOLS}).encode()
        answer = await content.answer(GenerateRequest("m"), body)
        return json.loads(answer.body)["candidates"][0]["content"]["parts"]

    first = asyncio.run(told(user("weather")))
    calls = [{"functionCall": {"name": "get_weather", "args": {"city": city}}} for city in ("Oslo", "Rome")]
    assert first == [{"text": "One moment."}, *calls]
    came = [
        {"functionResponse": {"name": "get_weather", "response": {"result": sky}}} for sky in ("rain", "sun")
    ]
    answer = asyncio.run(told(user("weather"), {"role": "model", "parts": first}, {"parts": came}))
    assert answer == [{"text": "The tool says: rain sun"}]


def test_V11_a_file_of_answers_goes_on_where_its_calls_were_answered():
    answers = read_answers(
        """[[answer]]
        any = true
        do = [{say = "One moment."}, {call = "get_weather", args = {city = "Oslo"}}, {say = "It is {result}."}]""",
        "a",
    )
    engines = type("Engines", (), {"brain": lambda self: AnswersBrain(answers), "tools": ()})()
    content = GenerateContent(lambda: engines, chooses=ChoosesCalls.SCRIPT)

    async def told(*turns):
        body = json.dumps({"contents": turns, "tools": TOOLS}).encode()
        return json.loads((await content.answer(GenerateRequest("m"), body)).body)["candidates"][0][
            "content"
        ]["parts"]

    first = asyncio.run(told(user("Anything")))
    call = {"functionCall": {"name": "get_weather", "args": {"city": "Oslo"}}}
    assert [part.get("text", "").strip() or part for part in first] == ["One moment.", call]
    came = {"functionResponse": {"name": "get_weather", "response": {"result": "rain"}}}
    (last,) = asyncio.run(told(user("Anything"), {"role": "model", "parts": first}, {"parts": [came]}))
    assert last["text"].strip() == "It is rain."


@pytest.mark.parametrize(
    ("words", "wanted", "found"),
    [
        ("The weather in London", wanting("AUTO"), LONDON),
        ("The weather in London", wanting("NONE"), {"text": "You said The weather in London."}),
        ("Hello", wanting("AUTO"), {"text": "You said Hello."}),
        ("Hello", wanting("ANY"), {"functionCall": {"name": "get_weather", "args": {}}}),
        (
            "The weather in London",
            wanting("ANY", "get_news"),
            {"functionCall": {"name": "get_news", "args": {}}},
        ),
        ("The weather in London", {"function_calling_config": {"mode": "any"}}, LONDON),
    ],
)
async def test_V11_the_mode_says_whether_a_function_may_be_called(tmp_path, words, wanted, found):
    assert (await parts(tmp_path, user(words), toolConfig=wanted))[0] == found


@pytest.mark.parametrize(
    ("config", "says"),
    [
        (wanting("SOME"), "mode: there is no SOME"),
        (wanting("ANY", "gone"), "gone is not declared"),
        (wanting("ANY", {}), "allowedFunctionNames: give names"),
        ({"functionCallingConfig": {"allowedFunctionNames": 5}}, "allowedFunctionNames: give names"),
    ],
)
async def test_V11_an_odd_tool_config_is_told(tmp_path, config, says):
    async with listening(tmp_path) as (url, _):
        status, told = await post(url, {**ASKED, "tools": TOOLS, "toolConfig": config})
    assert status == 400
    assert says in json.loads(told)["error"]["message"]


async def test_V11_the_one_function_that_takes_words_gets_them_without_a_head(tmp_path):
    takes = {"type": "OBJECT", "properties": {"request": {"type": "STRING"}}, "required": ["request"]}
    tools = [{"functionDeclarations": [{"name": "ask_agent", "parameters": takes}]}]
    async with listening(tmp_path) as (url, _):
        answer = json.loads((await post(url, {**ASKED, "tools": tools}))[1])
    (part,) = answer["candidates"][0]["content"]["parts"]
    assert part["functionCall"] == {"name": "ask_agent", "args": {"request": "What is new"}}


async def test_V11_a_brain_may_word_what_functions_returned():
    came = {"functionResponse": {"name": "get_weather", "response": {"result": "rain"}}}
    body = json.dumps({"contents": [user("weather"), {"parts": [came]}]}).encode()
    engines = type("Engines", (), {"brain": Echo, "tools": ()})()
    answer = await GenerateContent(lambda: engines, phrases=True).answer(GenerateRequest("m"), body)
    assert b"You said The tool says: rain." in answer.body
