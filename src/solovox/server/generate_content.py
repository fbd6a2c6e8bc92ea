"""`generateContent` and `streamGenerateContent` over HTTP: text in, the brain's text out.

Rule 1: the talk in `contents` and the system instruction are given to a brain of the request's own; nothing is kept.
Rule 2: pictures, sound, tools and settings are accepted and ignored. Contents without a text are refused.
Rule 3: a stream is sent when the answer is whole, each piece of the brain's text as one chunk.
Rule 4: what goes wrong is an HTTP answer in the shape of Google's errors.

Source: the REST reference of the Gemini API, and what google-genai sends.
"""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from websockets.datastructures import Headers
from websockets.http11 import Response

from solovox.ports import Question, Wrote
from solovox.server.asking import Asking
from solovox.server.doors import RefusedHandshake
from solovox.server.engines import ServerEngines
from solovox.server.memory import MODEL, PERSON, TranscriptLine, before, last_words, told
from solovox.server.served_events import ServedEvent
from solovox.server.terms import text_of
from solovox.server.usage import of_text
from solovox.wire.gemini_live.bad_frame import BadFrame
from solovox.wire.gemini_live.client_frames import ClientContent, Setup
from solovox.wire.gemini_live.codec import decode_client

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


class GenerateContent:
    """Answers requests. `engines` are those of a session that begins now."""

    def __init__(self, engines: Callable[[], ServerEngines]) -> None:
        self._engines = engines
        self._places = asyncio.Semaphore(AT_ONCE)

    async def answer(self, asked: GenerateRequest, body: bytes) -> Response | RefusedHandshake:
        """The answer to a request's body. Raises nothing."""
        try:
            instruction, lines = _understood(asked.model, body)
        except ValueError as error:
            return RefusedHandshake(400, str(error))
        words = last_words(lines)
        if not words.strip():
            return RefusedHandshake(400, "contents: there is no text of the user in it")
        try:
            async with asyncio.timeout(ANSWER_SECONDS), self._places:
                texts = await self._written(words, before(lines, words), instruction)
        except TimeoutError:
            return RefusedHandshake(504, f"the brain did not answer within {ANSWER_SECONDS:g} seconds")
        except Exception as error:  # noqa: BLE001 - a brain may raise anything
            why = " ".join(str(error).split()) or type(error).__name__
            return RefusedHandshake(503, f"The service is currently unavailable. {why}")
        prompt = of_text(instruction) + sum(of_text(line.text) for line in lines)
        return _response(asked, texts, prompt)

    async def _written(self, words: str, lines: list[TranscriptLine], instruction: str) -> list[str]:
        engines, texts = self._engines(), list[str]()
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


def _understood(model: str, body: bytes) -> tuple[str, list[TranscriptLine]]:
    """The system instruction and the talk. Raises `ValueError`: one line, with the place."""
    try:
        given = msgspec.json.decode(body, type=dict[str, Any])
        contents = given.get("contents", [])
        turns = contents if isinstance(contents, list) else [contents]
        talk = decode_client(msgspec.json.encode({"clientContent": {"turns": turns}}))
        system = given.get("systemInstruction", given.get("system_instruction"))
        setup = decode_client(msgspec.json.encode({"setup": {"model": model, "systemInstruction": system}}))
    except msgspec.DecodeError:
        raise ValueError("the body is no JSON object") from None
    except BadFrame as bad:
        raise ValueError(f"{bad}") from None
    assert isinstance(talk, ClientContent)
    assert isinstance(setup, Setup)
    lines = [TranscriptLine(MODEL if one.role == "model" else PERSON, text_of(one)) for one in talk.turns]
    return text_of(setup.system_instruction), [line for line in lines if line.text]


def _response(asked: GenerateRequest, texts: list[str], prompt: int) -> Response:
    """The whole answer, or its pieces; the last has the usage."""
    pieces = [text for text in texts if text] if asked.streams else ["".join(texts)]
    chunks = [_chunk(asked.model, text) for text in pieces or [""]]
    answer = of_text("".join(texts))
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


def _chunk(model: str, text: str) -> dict[str, Any]:
    content = {"parts": [{"text": text}], "role": "model"}
    return {"candidates": [{"content": content, "index": 0}], "modelVersion": model}
