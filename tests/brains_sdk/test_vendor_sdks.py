"""The doubles of the vendors' services, as the vendors' own SDKs read them: what they see is what our brain sees."""

import json

import pytest
from anthropic import AnthropicError, AsyncAnthropic
from google import genai
from google.genai import types
from openai import AsyncOpenAI, OpenAIError

from brains import chat_double, gemini_double, messages_double, responses_double
from brains.double import Refusal, serving
from solovox.ports import BrainError, Question, ToolResult, Wrote
from solovox.testing.contracts_brain import ScriptedHost
from solovox.tools.arithmetic import Arithmetic

# Google's SDK derives a class from one of aiohttp's, which warns of it.
pytestmark = pytest.mark.filterwarnings("ignore:Inheritance class AiohttpClientSession:DeprecationWarning")
KEY = "sk-secret"
BEARER = ("authorization", "Bearer {}")
"""How Anthropic's SDK gives a key since its version 2; the reference has it in `x-api-key`, as ours does."""
ASK = "What is twelve times seven?"
RESULT = "84"
TOOL = Arithmetic()
DECLARED = {"name": TOOL.name, "description": TOOL.description}
MESSAGE = {"role": "user", "content": ASK}


async def responses(url):
    """Texts in pieces and calls, as (name, arguments), of the SDK; each call's result is given back."""
    talk, calls = [MESSAGE], []
    tool = {"type": "function", **DECLARED, "parameters": TOOL.parameters, "strict": False}
    async with AsyncOpenAI(api_key=KEY, base_url=f"{url}/v1", max_retries=0) as client:
        while True:
            async with client.responses.stream(model="gpt-5.2", input=talk, tools=[tool]) as stream:
                pieces = [one.delta async for one in stream if one.type == "response.output_text.delta"]
                whole = await stream.get_final_response()
            wanted = [one for one in whole.output if one.type == "function_call"]
            if not wanted:
                assert whole.output_text == "".join(pieces)
                return pieces, calls
            calls += [(one.name, json.loads(one.arguments)) for one in wanted]
            talk += [one.model_dump(exclude={"parsed_arguments"}) for one in wanted]
            outputs = ({"call_id": one.call_id, "output": RESULT} for one in wanted)
            talk += [{"type": "function_call_output", **one} for one in outputs]


async def chat(url):
    talk, calls = [MESSAGE], []
    tool = {"type": "function", "function": {**DECLARED, "parameters": TOOL.parameters}}
    async with AsyncOpenAI(api_key=KEY, base_url=f"{url}/v1", max_retries=0) as client:
        while True:
            async with client.chat.completions.stream(model="small", messages=talk, tools=[tool]) as stream:
                pieces = [one.delta async for one in stream if one.type == "content.delta"]
                message = (await stream.get_final_completion()).choices[0].message
            if not message.tool_calls:
                assert message.content == "".join(pieces)
                return pieces, calls
            wanted = [(one.id, one.function) for one in message.tool_calls]
            calls += [(one.name, json.loads(one.arguments)) for _, one in wanted]
            talk.append({"role": "assistant", "tool_calls": message.to_dict()["tool_calls"]})
            talk += [{"role": "tool", "tool_call_id": call, "content": RESULT} for call, _ in wanted]


async def messages(url):
    talk, calls = [MESSAGE], []
    asked = {
        "model": "claude-sonnet-5-5",
        "max_tokens": 100,
        "tools": [{**DECLARED, "input_schema": TOOL.parameters}],
    }
    async with AsyncAnthropic(api_key=KEY, base_url=url, max_retries=0) as client:
        while True:
            async with client.messages.stream(messages=talk, **asked) as stream:
                pieces = [one async for one in stream.text_stream]
                whole = await stream.get_final_message()
            wanted = [one for one in whole.content if one.type == "tool_use"]
            if not wanted:
                assert "".join(one.text for one in whole.content) == "".join(pieces)
                return pieces, calls
            calls += [(one.name, one.input) for one in wanted]
            outputs = [{"type": "tool_result", "tool_use_id": one.id, "content": RESULT} for one in wanted]
            talk += [{"role": "assistant", "content": whole.content}, {"role": "user", "content": outputs}]


async def gemini(url):
    talk, calls = [types.UserContent(ASK)], []
    declared = types.FunctionDeclaration(**DECLARED, parameters_json_schema=TOOL.parameters)
    config = types.GenerateContentConfig(tools=[types.Tool(function_declarations=[declared])])
    client = genai.Client(api_key=KEY, http_options=types.HttpOptions(base_url=url, api_version="v1beta")).aio
    async with client:
        while True:
            asked = client.models.generate_content_stream(
                model="gemini-3.8-flash", contents=talk, config=config
            )
            parts = [part async for chunk in await asked for part in chunk.candidates[0].content.parts]
            wanted = [one.function_call for one in parts if one.function_call]
            if not wanted:
                return [one.text for one in parts if one.text], calls
            calls += [(one.name, one.args) for one in wanted]
            outputs = (
                types.Part.from_function_response(name=one.name, response={"output": RESULT})
                for one in wanted
            )
            talk += [types.ModelContent(parts), types.UserContent(list(outputs))]


async def ours(wire, url):
    calls = []

    async def use(name, arguments):
        calls.append((name, arguments))
        return ToolResult(RESULT)

    brain = wire.brain(url)
    try:
        works = [one async for one in brain.answer(Question(ASK, tools=[TOOL]), ScriptedHost(use))]
    finally:
        await brain.aclose()
    return [one.text for one in works if isinstance(one, Wrote)], calls


each = pytest.mark.parametrize(
    ("sdk", "wire", "fault"),
    [
        (responses, responses_double, OpenAIError),
        (chat, chat_double, OpenAIError),
        (messages, messages_double, AnthropicError),
        (gemini, gemini_double, genai.errors.ClientError),
    ],
)


async def both(sdk, wire, *scripts):
    """What the SDK and our brain see of the same scripts, and both doubles."""
    async with serving(*scripts) as theirs, serving(*scripts) as own:
        seen = await sdk(theirs.url), await ours(wire, own.url)
    assert set(theirs.paths) == set(own.paths) == {wire.PATH}
    header, form = BEARER if wire is messages_double else wire.KEY_HEADER
    assert {one[header] for one in theirs.headers} == {form.format(KEY)}
    return seen, (theirs, own)


@each
async def test_an_answer_comes_in_the_same_pieces(sdk, wire, fault):
    (theirs, own), _ = await both(sdk, wire, wire.said("Well,", " yes", "."))
    assert theirs == own
    assert "".join(own[0]) == "Well, yes."


@each
async def test_a_call_comes_with_the_same_arguments_and_its_result_stands_where_ours_does(sdk, wire, fault):
    call = wire.calling((TOOL.name, ['{"sum": ', '"12 * 7"}']))
    (theirs, own), doubles = await both(sdk, wire, call, wire.said("It is 84."))
    assert theirs == own
    assert own[1] == [(TOOL.name, {"sum": "12 * 7"})]
    assert [wire.results(one.requests[-1]) for one in doubles] == [[RESULT], [RESULT]]


@each
async def test_a_refused_key_is_an_error_with_the_reason(sdk, wire, fault):
    error = {
        "message": "no such key",
        "type": "authentication_error",
        "code": 401,
        "status": "UNAUTHENTICATED",
    }
    refusal = Refusal(401, json.dumps({"type": "error", "error": error}).encode())
    async with serving(refusal) as double:
        with pytest.raises(fault, match=r"401.*no such key"):
            await sdk(double.url)
        with pytest.raises(BrainError, match=r"refused the key \(401\)"):
            await ours(wire, double.url)
        assert len(double.requests) == 2
