"""Google's Gemini models over `streamGenerateContent`, by Google's own SDK: text in, text out. (Its live models are ears.)

Rule 1: what the model said within a question goes back to it as it came, part by part: a model that thinks signs its calls,
and refuses them without the signature.
Source: Gemini API reference, "Generating content", "Function calling", "Thought signatures"; SDK 3.4.
"""

import contextlib
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final

import httpx2
from google.genai import Client, errors, types

from solovox.brains.rounds import CallOutcome, RequestedCall, Response, declared, policy, turns, within
from solovox.brains.troubles import Trouble
from solovox.brains.vendor import PLACEHOLDER, RemoteModel, RemoteSettings, client_with
from solovox.ports import BrainError, BrainWork, Question, Tool
from solovox.wire.tool_schemas import SchemaForm
from solovox.wire.whole import whole

HOME: Final = "https://generativelanguage.googleapis.com"
VERSION: Final = "v1beta"
"""Of the API, where the address names none."""
_READ: Final = ("prompt_token_count", "tool_use_prompt_token_count")
_WRITTEN: Final = ("candidates_token_count", "thoughts_token_count")
_WHOLE: Final = ("STOP", "FINISH_REASON_UNSPECIFIED")
_SHORT: Final = ("MAX_TOKENS", "CONTINUATION")
_MISMADE: Final = (
    "OTHER", "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS", "MISSING_THOUGHT_SIGNATURE",
    "MALFORMED_RESPONSE",
)  # fmt: skip
_responses: ContextVar[list[httpx2.Response] | None] = ContextVar("_responses", default=None)
"""Where the response of the request that is being made is put."""


@dataclass(slots=True)
class ContentReply(Response):
    """A content, read from the chunks of its stream."""

    parts: list[Any] = field(default_factory=list)
    """What the model said, thought and asked for, as it came."""

    def take(self, event: Any) -> Iterable[BrainWork]:
        """What a chunk means."""
        chunk = event.model_dump(exclude_none=True, warnings=False)
        self.counts(within(chunk, "usage_metadata"), _READ, _WRITTEN)
        if blocked := within(chunk, "prompt_feedback", "block_reason"):
            raise self.far.error(Trouble.HELD_BACK, _word(blocked))
        for candidate, plain in zip(event.candidates or [], chunk.get("candidates") or [], strict=False):
            content = getattr(candidate, "content", None)
            self.parts += getattr(content, "parts", None) or []
            for part in within(plain, "content", "parts") or []:
                yield from self._part(part)
            if ended := plain.get("finish_reason"):
                self.ended = _word(ended)
                yield from self.has_thought("")

    def check(self) -> None:
        """Raises `BrainError` for a content that is not whole."""
        Response.check(self)
        if self.ended in _SHORT:
            raise self.far.error(Trouble.CUT_SHORT)
        if self.ended in _MISMADE:
            raise self.far.error(Trouble.BROKEN, self.ended or "")
        if self.ended not in _WHOLE:
            raise self.far.error(Trouble.HELD_BACK, self.ended or "")

    def _part(self, part: Mapping[str, Any]) -> Iterable[BrainWork]:
        if part.get("thought"):
            yield from self.thinks("", part.get("text"))
            return
        call = part.get("function_call")
        if call or part.get("text"):
            yield from self.has_thought("")
        yield from self.wrote(part.get("text"))
        if call:
            self.begun = True
            arguments = json.dumps(call.get("args") or {})
            self.wanted.append(RequestedCall(call.get("id") or "", call.get("name") or "", arguments))


class GeminiBrain(RemoteModel):
    """A `Brain` over `streamGenerateContent`."""

    errors = (errors.APIError,)

    def __init__(self, settings: RemoteSettings) -> None:
        self._pool = client_with(settings, {"x-goog-api-key": settings.api_key or ""})
        self._pool.event_hooks["response"].append(_remember)
        super().__init__(settings, self._pool.aclose)
        path, _, version = settings.address.path.rpartition("/")
        named = re.fullmatch(r"v\d\w*", version)
        address = settings.address.copy_with(path=path or "/") if named else settings.address
        self._client = Client(
            vertexai=False,
            api_key=PLACEHOLDER,
            http_options=types.HttpOptions(
                base_url=str(address),
                api_version=version if named else VERSION,
                retry_options=types.HttpRetryOptions(attempts=1),
                httpx_async_client=self._pool,
            ),
        )

    async def aclose(self) -> None:
        """Close the pools."""
        await super().aclose()
        self._client.close()

    def opening(self, question: Question) -> list[Any]:
        """The talk."""
        return [
            types.Content(role="user" if role == "person" else "model", parts=[types.Part(text=text)])
            for role, text in turns(question)
        ]

    def fresh(self, number: int) -> ContentReply:
        """A content of which nothing has come."""
        return ContentReply(self._far, number)

    def ask(
        self, talk: list[Any], question: Question, response: Any, *, last: bool
    ) -> AsyncGenerator[BrainWork, None]:
        """One request."""
        config: dict[str, Any] = {
            "system_instruction": policy(self._settings.prompt, question),
            "automatic_function_calling": types.AutomaticFunctionCallingConfig(disable=True),
            "automatic_continuation": False,
        }
        if question.tools:
            mode = "NONE" if last else "AUTO"
            config["tools"] = [types.Tool(function_declarations=[_tool(tool) for tool in question.tools])]
            config["tool_config"] = {"function_calling_config": {"mode": mode}}
        return self.heard(self._opened(talk, types.GenerateContentConfig(**config)), response)

    def told(self, response: Any, results: Sequence[CallOutcome]) -> list[Any]:
        """Its own parts, and a response to each call."""
        outputs = [
            types.Part(
                function_response=types.FunctionResponse(
                    id=one.call.id or None,
                    name=one.call.name,
                    response={"error" if one.failed else "output": whole(one.text)},
                )
            )
            for one in results
        ]
        return [
            types.Content(role="model", parts=response.parts),
            types.Content(role="user", parts=outputs),
        ]

    def _refused(self, error: Any) -> BrainError | None:
        return self._far.refusal(error.code, error.details)

    @contextlib.asynccontextmanager
    async def _opened(self, talk: list[Any], config: Any) -> AsyncIterator[AsyncIterator[Any]]:
        """The chunks. At the end their connection is closed: the SDK leaves that to the garbage collector."""
        found: list[httpx2.Response] = []
        _responses.set(found)
        chunks = await self._client.aio.models.generate_content_stream(
            model=self._settings.model, contents=talk, config=config
        )
        try:
            async with contextlib.aclosing(_remembering(chunks, found)) as events:
                yield events
        finally:
            for response in found:
                await response.aclose()


async def _remembering(chunks: Any, found: list[httpx2.Response]) -> AsyncGenerator[Any, None]:
    """The chunks, of which the first makes the request."""
    async with contextlib.aclosing(chunks):
        _responses.set(found)
        async for chunk in chunks:
            yield chunk


async def _remember(response: httpx2.Response) -> None:
    if (found := _responses.get()) is not None:
        found.append(response)


def _tool(tool: Tool) -> Any:
    return types.FunctionDeclaration(
        name=tool.name,
        description=whole(tool.description),
        parameters_json_schema=declared(tool.parameters, SchemaForm.INLINED),
    )


def _word(reason: Any) -> str:
    return str(getattr(reason, "value", reason))
