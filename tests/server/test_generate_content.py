"""`generateContent` over HTTP, as google-genai sends it: text in, the brain's text out."""

import asyncio
import json

import pytest

from server.test_bounds import asked
from server.test_listening import Own, listening, opened
from server.test_session import Echo
from solovox.ports import Message
from solovox.server.doors import Rules
from solovox.server.generate_content import GenerateContent, GenerateRequest, generation
from solovox.server.handshakes import KEPT
from virtual import virtual

PATH = "/v1beta/models/gemini-2.5-flash:generateContent"
STREAM = PATH.replace(":generate", ":streamGenerate")
ASKED = {"contents": [{"role": "user", "parts": [{"text": "What is new"}]}]}


def user(text):
    return {"role": "user", "parts": [{"text": text}]}


async def post(url, given, path=PATH, headers=(), *, chunked=False, method="POST"):
    """The status and the body."""
    body = given if isinstance(given, bytes) else json.dumps(given).encode()
    length = f"Content-Length: {len(body)}"
    if chunked:
        half = len(body) // 2
        pieces = [b"%x;x=y\r\n%s\r\n" % (len(one), one) for one in (body[:half], body[half:])]
        body, length = b"".join([*pieces, b"0\r\n\r\n"]), "Transfer-Encoding: chunked"
    head = "".join(
        f"{line}\r\n" for line in (f"{method} {path} HTTP/1.1", "Host: {host}", length, *headers, "")
    )
    return await asked(url, head, body, pieces=3)


@pytest.mark.parametrize(
    ("target", "found"),
    [
        (PATH, GenerateRequest("gemini-2.5-flash")),
        (f"/{PATH}?key=x", GenerateRequest("gemini-2.5-flash")),
        (f"{STREAM}?alt=sse", GenerateRequest("gemini-2.5-flash", True, True)),
        (f"{STREAM}?key=x&alt=sse", GenerateRequest("gemini-2.5-flash", True, True)),
        (STREAM, GenerateRequest("gemini-2.5-flash", True)),
        ("/v1beta1/projects/p/locations/l/publishers/google/models/m:generateContent", GenerateRequest("m")),
        ("/v1beta1/publishers/google/models/m@001:generateContent", GenerateRequest("m@001")),
        ("/v1/tunedModels/m:generateContent", None),
        ("/v2/models/m:generateContent", None),
        ("/v1/models/m:countTokens", None),
        ("/v1/models/:generateContent", None),
        ("/v1/models/m:generateContents", None),
    ],
)
def test_V11_what_a_target_asks_for(target, found):
    assert generation(target) == found


@pytest.mark.parametrize("chunked", [False, True])
async def test_V11_a_text_is_answered_by_the_brain(tmp_path, chunked):
    async with listening(tmp_path) as (url, sessions):
        status, told = await post(url, ASKED, chunked=chunked)
        answer = json.loads(told)
        assert status == 200
        (candidate,) = answer["candidates"]
        assert candidate["content"] == {"role": "model", "parts": [{"text": "You said What is new."}]}
        assert candidate["finishReason"] == "STOP"
        used = answer["usageMetadata"]
        assert used["totalTokenCount"] == used["promptTokenCount"] + used["candidatesTokenCount"] > 0
        assert answer["modelVersion"] == "gemini-2.5-flash"
        assert sessions.count == 0


async def test_V11_a_stream_is_the_pieces_of_the_same_answer(tmp_path):
    async with listening(tmp_path) as (url, _):
        status, told = await post(url, ASKED, f"{STREAM}?alt=sse")
        lines = told.decode().split("\r\n\r\n")
        chunks = [json.loads(one.removeprefix("data: ")) for one in lines if one]
        listed = json.loads((await post(url, ASKED, STREAM))[1])
    assert status == 200
    assert chunks == listed
    texts = [one["candidates"][0]["content"]["parts"][0]["text"] for one in chunks]
    assert texts == ["You said ", "What is new."]
    assert ["finishReason" in one["candidates"][0] for one in chunks] == [False, True]
    assert ["usageMetadata" in one for one in chunks] == [False, True]


async def test_V11_the_brain_gets_the_instruction_and_the_talk_so_far_and_is_closed(tmp_path):
    made = []

    def brain():
        made.append(Own())
        return made[-1]

    talk = [user("I am Ann."), {"role": "model", "parts": [{"text": "Hello."}]}, user("Who"), user("am I")]
    given = {"contents": talk, "systemInstruction": {"parts": [{"text": "Be kind."}]}, "tools": []}
    async with listening(tmp_path, brain=brain) as (url, _):
        assert (await post(url, given))[0] == 200
    (question,) = made[0].questions
    assert question.instruction == "Who\nam I"
    assert list(question.history) == [
        Message("system", "Be kind."),
        Message("person", "I am Ann."),
        Message("assistant", "Hello."),
    ]
    assert made[0].closed


WRONG = {
    "no JSON": (b"{", 400, "no JSON object"),
    "no object": (b"[]", 400, "no JSON object"),
    "no body": (b"", 400, "no JSON object"),
    "no contents": ({}, 400, "there is no text"),
    "a picture": (
        {"contents": [{"parts": [{"inlineData": {"mimeType": "image/png", "data": "AA=="}}]}]},
        400,
        "no text",
    ),
    "contents of another kind": ({"contents": [7]}, 400, "turns"),
    "too large": (b"x" * (KEPT + 1), 413, "at most"),
}


@pytest.mark.parametrize(("body", "status", "says"), WRONG.values(), ids=WRONG)
async def test_V11_a_request_that_cannot_be_answered_is_told_why(tmp_path, body, status, says):
    async with listening(tmp_path) as (url, _):
        found, told = await post(url, body)
        error = json.loads(told)["error"]
        assert (found, error["code"], error["status"]) == (status, status, "INVALID_ARGUMENT")
        assert says in error["message"]


async def test_V11_a_brain_that_fails_is_a_503_and_the_server_goes_on(tmp_path):
    async with listening(tmp_path, brain=lambda: Echo(broken="no model")) as (url, _):
        status, told = await post(url, ASKED)
        assert (status, json.loads(told)["error"]["status"]) == (503, "UNAVAILABLE")
        assert b"no model" in told
        await (await opened(url)).close()


@pytest.mark.parametrize(
    ("rules", "headers", "path", "status"),
    [
        (Rules(), ["Origin: https://evil.example"], PATH, 403),
        (Rules(), ["Origin: http://localhost:5173"], PATH, 200),
        (Rules(frozenset({"right"})), [], PATH, 401),
        (Rules(frozenset({"right"})), ["x-goog-api-key: wrong"], PATH, 403),
        (Rules(frozenset({"right"})), ["x-goog-api-key: right"], PATH, 200),
        (Rules(frozenset({"right"})), [], f"{PATH}?key=right", 200),
    ],
)
async def test_V10_keys_and_pages_count_for_it_too(tmp_path, rules, headers, path, status):
    async with listening(tmp_path, rules) as (url, _):
        assert (await post(url, ASKED, path, headers))[0] == status


async def test_V10_only_a_post_is_answered(tmp_path):
    async with listening(tmp_path) as (url, _):
        assert (await asked(url, f"GET {PATH} HTTP/1.1\r\nHost: {{host}}\r\n\r\n"))[0] == 404


@virtual
async def test_V11_an_answer_that_never_comes_is_a_504():
    class Silent(Echo):
        async def answer(self, question, host):
            await asyncio.Event().wait()
            yield

    engines = type("Engines", (), {"brain": Silent, "tools": ()})()
    found = await GenerateContent(lambda: engines).answer(GenerateRequest("m"), json.dumps(ASKED).encode())
    assert found.status == 504
