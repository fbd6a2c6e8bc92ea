"""`generateContent` and `streamGenerateContent` over HTTP: text in, calls of declared functions or the brain's text out.

Rule 1: the talk in `contents` and the system instruction are given to a brain of the request's own; nothing is kept.
Rule 2: a function that is meant is called, and what it returned is said (`generate_tools`). The brain answers what is left, or, where
it calls functions, all.
Pictures, sound, the service's own tools and settings are accepted and ignored. Contents without a text are refused.
Rule 3: a stream is sent when the answer is whole, each piece of the brain's text as one chunk.
Rule 4: what goes wrong is an HTTP answer in the shape of Google's errors.

Source: the REST reference of the Gemini API, and what google-genai sends.
"""

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

import msgspec
from websockets.datastructures import Headers
from websockets.http11 import Response

from solovox.ports import Brain, Question, Wrote
from solovox.server.asking import offer_tools
from solovox.server.doors import RefusedHandshake
from solovox.server.engines import ServerEngines
from solovox.server.generate_tools import (
    CallableTools,
    RequestHost,
    callable_tools,
    decide,
    results_of,
    transcript,
)
from solovox.server.memory import TranscriptLine, before, last_words, messages_of, of_text
from solovox.server.model_turn import FINISHED
from solovox.server.options import ChoosesCalls
from solovox.server.terms import functions, text_of
from solovox.text.escapes import reason_of
from solovox.wire.gemini_live.client_frames import ClientContent, Setup
from solovox.wire.gemini_live.codec import decode_client
from solovox.wire.gemini_live.parts import Json
from solovox.wire.gemini_live.values import BadFrame

ANSWER_SECONDS: Final = 120.0
AT_ONCE: Final = 4
"""Requests that are answered at a time; others wait."""
STREAM: Final = "streamGenerateContent"
_TARGET: Final = re.compile(
    rf"/+v1(?:beta1?|alpha)?/(?:[\w.@-]+/)*models/([\w.@-]{{1,100}}):(generateContent|{STREAM})(?:\?(.*))?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class GenerateRequest:
    """What a request's target asks for."""

    model: str
    streams: bool = False
    events: bool = False
    """The stream is one of server-sent events (`alt=sse`), not a JSON list."""


def generation(target: str) -> GenerateRequest | None:
    """What the target of a POST asks for. None: something else."""
    found = _TARGET.fullmatch(target)
    if found is None:
        return None
    streams = found[2] == STREAM
    return GenerateRequest(found[1], streams, streams and "alt=sse" in (found[3] or "").split("&"))


@dataclass(frozen=True, slots=True)
class GenerateBody:
    """What a request's body says. `returned`: what functions returned, where the talk ends with that."""

    instruction: str
    lines: list[TranscriptLine]
    may: CallableTools
    returned: tuple[str, ...]


class GenerateContent:
    """Answers requests. `engines` are those of a session that begins now. `phrases`: the brain words what functions return; `chooses`:
    who decides what is called."""

    def __init__(
        self,
        engines: Callable[[], ServerEngines],
        *,
        phrases: bool = False,
        chooses: ChoosesCalls = ChoosesCalls.HEAD,
    ) -> None:
        self._engines = engines
        self._phrases = phrases
        self._chooses = chooses
        self._places = asyncio.Semaphore(AT_ONCE)

    async def answer(self, asked: GenerateRequest, body: bytes) -> Response | RefusedHandshake:
        """The answer to a request's body. Raises nothing."""
        try:
            given = _understood(asked.model, body)
        except ValueError as error:
            return RefusedHandshake(400, str(error))
        if not given.returned and not last_words(given.lines).strip():
            return RefusedHandshake(400, "contents: there is no text of the user in it")
        try:
            async with asyncio.timeout(ANSWER_SECONDS), self._places:
                answer = await self._answer(given)
        except TimeoutError:
            return RefusedHandshake(504, f"the brain did not answer within {ANSWER_SECONDS:g} seconds")
        except Exception as error:  # noqa: BLE001 - a brain may raise anything
            why = reason_of(error)
            return RefusedHandshake(503, f"The service is currently unavailable. {why}")
        prompt = of_text(given.instruction) + sum(of_text(line.text) for line in given.lines)
        return _response(asked, answer, prompt)

    async def _answer(self, given: GenerateBody) -> list[Json]:
        """The parts of the answer."""
        engines, results = self._engines(), " ".join(one for one in given.returned if one.strip())
        lines, words = given.lines, last_words(given.lines)
        own, host = engines.tools, RequestHost(engines.tools, CallableTools())
        match self._chooses:
            case ChoosesCalls.SCRIPT:
                host = RequestHost((), given.may, given.returned)
            case ChoosesCalls.BRAIN:
                host = RequestHost(own, given.may)
                words = FINISHED.format(results) if given.returned else words
            case ChoosesCalls.HEAD if given.returned and not self._phrases:
                return [{"text": results}]
            case ChoosesCalls.HEAD if given.returned:
                words = FINISHED.format(results)
            case ChoosesCalls.HEAD:
                if meant := await _choose_call(engines, given):
                    return [*meant]
            case _:
                assert_never(self._chooses)
        told_tools = given.may.tools if self._chooses is not ChoosesCalls.HEAD else ()
        system = messages_of([TranscriptLine("system", given.instruction)])
        history = messages_of(lines if given.returned else before(lines, words))
        await _write_answer(engines, Question(words, (*system, *history), offer_tools(own, told_tools)), host)
        return host.parts


async def _choose_call(engines: ServerEngines, given: GenerateBody) -> Sequence[Json]:
    """The part that calls what is meant."""
    if not given.may.tools:
        return ()
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(engines.choosers, decide, engines.intent, given.may, given.lines)


async def _write_answer(engines: ServerEngines, question: Question, host: RequestHost) -> None:
    """Until the brain has answered, or has called a function of the client."""
    brain = await asyncio.get_running_loop().run_in_executor(None, engines.brain)
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(_wait_for_call(host))
            await _writes(brain, question, host)
            raise _Over
    except* _Over:
        pass
    finally:
        await brain.aclose()
    if host.failed is not None:
        raise host.failed


class _Over(Exception):
    """The answer is known."""


async def _wait_for_call(host: RequestHost) -> None:
    await host.over.wait()
    raise _Over


async def _writes(brain: Brain, question: Question, host: RequestHost) -> None:
    try:
        await brain.open()
        async for piece in brain.answer(question, host):
            if isinstance(piece, Wrote):
                host.parts.append({"text": piece.text})
    except Exception as error:  # noqa: BLE001 - a brain may raise anything
        host.failed = error


def _understood(model: str, body: bytes) -> GenerateBody:
    """Raises `ValueError`: one line, with the place."""
    try:
        given = msgspec.json.decode(body, type=dict[str, object])
        contents = given.get("contents", [])
        turns = contents if isinstance(contents, list) else [contents]
        talk = decode_client(msgspec.json.encode({"clientContent": {"turns": turns}}))
        system = given.get("systemInstruction", given.get("system_instruction"))
        declared = given.get("tools") or []
        written = {"model": model, "systemInstruction": system, "tools": declared}
        setup = decode_client(msgspec.json.encode({"setup": written}))
    except msgspec.DecodeError:
        raise ValueError("the body is no JSON object") from None
    except BadFrame as bad:
        raise ValueError(f"{bad}") from None
    assert isinstance(talk, ClientContent)
    assert isinstance(setup, Setup)
    may = callable_tools(functions(setup.tools), given)
    return GenerateBody(
        text_of(setup.system_instruction), transcript(talk.turns), may, results_of(talk.turns)
    )


def _response(asked: GenerateRequest, parts: list[Json], prompt: int) -> Response:
    """The whole answer, or its pieces; the last has the usage. Calls are one piece."""
    text = "".join(part.get("text", "") for part in parts)
    calls = [part for part in parts if "text" not in part]
    texts = [part for part in parts if part.get("text")] if asked.streams else [{"text": text}]
    pieces = [parts] if calls else [[part] for part in texts or [{"text": ""}]]
    answer = of_text(msgspec.json.encode(calls).decode() if calls else text)
    used = {
        "promptTokenCount": prompt,
        "candidatesTokenCount": answer,
        "totalTokenCount": prompt + answer,
    }
    *first, last = pieces
    chunks = [*(_chunk(asked.model, piece) for piece in first), _chunk(asked.model, last, used)]
    encoded = [msgspec.json.encode(one) for one in chunks]
    kind, body = "application/json; charset=utf-8", encoded[0] + b"\n"
    if asked.events:
        kind, body = "text/event-stream", b"".join(b"data: %s\r\n\r\n" % one for one in encoded)
    elif asked.streams:
        body = b"[%s]\n" % b",\n".join(encoded)
    headers = Headers({"Content-Type": kind, "Content-Length": str(len(body)), "Connection": "close"})
    return Response(200, "OK", headers, body)


def _chunk(model: str, parts: list[Json], used: Json | None = None) -> Json:
    """`used`: the tokens, which the last one has."""
    candidate: Json = {"content": {"parts": parts, "role": "model"}, "index": 0}
    if used is None:
        return {"candidates": [candidate], "modelVersion": model}
    return {
        "candidates": [{**candidate, "finishReason": "STOP"}],
        "modelVersion": model,
        "usageMetadata": used,
    }
