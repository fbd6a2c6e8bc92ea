"""`generateContent` and `streamGenerateContent` over HTTP: text in, calls of declared functions or the brain's text out.

Rule 1: the talk in `contents` and the system instruction are given to a brain of the request's own; nothing is kept.
Rule 2: a function that is meant is called, and what it returned is said (`generate_tools`). The brain answers what is left.
Pictures, sound, the service's own tools and settings are accepted and ignored. Contents without a text are refused.
Rule 3: a stream is sent when the answer is whole, each piece of the brain's text as one chunk.
Rule 4: what goes wrong is an HTTP answer in the shape of Google's errors.

Source: the REST reference of the Gemini API, and what google-genai sends.
"""

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from websockets.datastructures import Headers
from websockets.http11 import Response

from solovox.ports import Question, Wrote
from solovox.server.asking import Asking
from solovox.server.doors import RefusedHandshake
from solovox.server.engines import ServerEngines
from solovox.server.generate_tools import CallableTools, callable_tools, decide, returned, transcript
from solovox.server.memory import TranscriptLine, before, last_words, told
from solovox.server.model_turn import FINISHED
from solovox.server.served_events import ChosenCall, ServedEvent
from solovox.server.terms import functions, text_of
from solovox.server.usage import of_text
from solovox.wire.gemini_live.bad_frame import BadFrame
from solovox.wire.gemini_live.client_frames import ClientContent, Setup
from solovox.wire.gemini_live.codec import decode_client
from solovox.wire.gemini_live.parts import Json

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
    returned: str | None


class GenerateContent:
    """Answers requests. `engines` are those of a session that begins now. `phrases`: the brain words what functions return."""

    def __init__(self, engines: Callable[[], ServerEngines], *, phrases: bool = False) -> None:
        self._engines = engines
        self._phrases = phrases
        self._places = asyncio.Semaphore(AT_ONCE)

    async def answer(self, asked: GenerateRequest, body: bytes) -> Response | RefusedHandshake:
        """The answer to a request's body. Raises nothing."""
        try:
            given = _understood(asked.model, body)
        except ValueError as error:
            return RefusedHandshake(400, str(error))
        if given.returned is None and not last_words(given.lines).strip():
            return RefusedHandshake(400, "contents: there is no text of the user in it")
        try:
            async with asyncio.timeout(ANSWER_SECONDS), self._places:
                answer = await self._answer(given)
        except TimeoutError:
            return RefusedHandshake(504, f"the brain did not answer within {ANSWER_SECONDS:g} seconds")
        except Exception as error:  # noqa: BLE001 - a brain may raise anything
            why = " ".join(str(error).split()) or type(error).__name__
            return RefusedHandshake(503, f"The service is currently unavailable. {why}")
        prompt = of_text(given.instruction) + sum(of_text(line.text) for line in given.lines)
        return _response(asked, answer, prompt)

    async def _answer(self, given: GenerateBody) -> list[Json]:
        """The parts of the answer."""
        engines = self._engines()
        if given.returned is not None and not self._phrases:
            return [{"text": given.returned}]
        if given.returned is not None:
            words, lines = FINISHED.format(given.returned), given.lines
        else:
            words = last_words(given.lines)
            lines = before(given.lines, words)
            meant = await self._meant(engines, given) if given.may.tools else ()
            if isinstance(meant, str):
                return [{"text": meant}]
            if meant:
                return [{"functionCall": {"name": one.tool, "args": one.arguments}} for one in meant]
        return [{"text": text} for text in await self._written(engines, words, lines, given.instruction)]

    async def _meant(self, engines: ServerEngines, given: GenerateBody) -> Sequence[ChosenCall] | str:
        """The calls that are meant, or what is asked for."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(engines.choosers, decide, engines.intent, given.may, given.lines)

    async def _written(
        self, engines: ServerEngines, words: str, lines: list[TranscriptLine], instruction: str
    ) -> list[str]:
        texts = list[str]()
        system = told([TranscriptLine("system", instruction)])
        question = Question(words, (*system, *told(lines)), engines.tools)
        brain = await asyncio.get_running_loop().run_in_executor(None, engines.brain)
        try:
            await brain.open()
            async for piece in brain.answer(question, Asking(engines, _nothing)):
                texts += [piece.text] if isinstance(piece, Wrote) else []
        finally:
            await brain.aclose()
        return texts


async def _nothing(_: ServedEvent) -> None:
    """What a brain does besides writing is not told."""


def _understood(model: str, body: bytes) -> GenerateBody:
    """Raises `ValueError`: one line, with the place."""
    try:
        given = msgspec.json.decode(body, type=dict[str, Any])
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
    return GenerateBody(text_of(setup.system_instruction), transcript(talk.turns), may, returned(talk.turns))


def _response(asked: GenerateRequest, parts: list[Json], prompt: int) -> Response:
    """The whole answer, or its pieces; the last has the usage. Calls are one piece."""
    text = "".join(part.get("text", "") for part in parts)
    calls = [part for part in parts if "text" not in part]
    texts = [part for part in parts if part.get("text")] if asked.streams else [{"text": text}]
    pieces = [calls] if calls else [[part] for part in texts or [{"text": ""}]]
    chunks = [_chunk(asked.model, piece) for piece in pieces]
    answer = of_text(msgspec.json.encode(calls).decode() if calls else text)
    chunks[-1]["candidates"][0]["finishReason"] = "STOP"
    chunks[-1]["usageMetadata"] = {
        "promptTokenCount": prompt,
        "candidatesTokenCount": answer,
        "totalTokenCount": prompt + answer,
    }
    encoded = [msgspec.json.encode(one) for one in chunks]
    kind, body = "application/json; charset=utf-8", encoded[0] + b"\n"
    if asked.events:
        kind, body = "text/event-stream", b"".join(b"data: %s\r\n\r\n" % one for one in encoded)
    elif asked.streams:
        body = b"[%s]\n" % b",\n".join(encoded)
    headers = Headers({"Content-Type": kind, "Content-Length": str(len(body)), "Connection": "close"})
    return Response(200, "OK", headers, body)


def _chunk(model: str, parts: list[Json]) -> dict[str, Any]:
    content = {"parts": parts, "role": "model"}
    return {"candidates": [{"content": content, "index": 0}], "modelVersion": model}
