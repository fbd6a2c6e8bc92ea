"""Google's Gemini models over `streamGenerateContent`: text in, text out. (Its live models are ears.)

Rule 1: what the model said within a question goes back to it as it came, part by part: a model that thinks signs its calls,
and refuses them without the signature.
Source: Gemini API reference, "Generating content", "Function calling", "Thought signatures".
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

from solovox.brains.rounds import CallOutcome, RequestedCall, Response, Talk, policy, turns, within
from solovox.brains.troubles import Trouble
from solovox.brains.vendor import RemoteModel, RemoteSettings
from solovox.ports import BrainWork, Json, Question
from solovox.wire.tool_schemas import SchemaForm, simplify_schema

HOME: Final = "https://generativelanguage.googleapis.com"
VERSION: Final = "v1beta"
"""Of the API, where the address names none."""
_READ: Final = ("promptTokenCount", "toolUsePromptTokenCount")
_WRITTEN: Final = ("candidatesTokenCount", "thoughtsTokenCount")
_WHOLE: Final = ("STOP", "FINISH_REASON_UNSPECIFIED")
_MISMADE: Final = (
    "OTHER", "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS", "MISSING_THOUGHT_SIGNATURE",
    "MALFORMED_RESPONSE",
)  # fmt: skip


@dataclass(slots=True)
class ContentReply(Response):
    """A content, read from the chunks of its stream."""

    ends: ClassVar = {
        "MAX_TOKENS": Trouble.CUT_SHORT,
        "CONTINUATION": Trouble.CUT_SHORT,
        **dict.fromkeys(_MISMADE, Trouble.BROKEN),
    }

    parts: Talk = field(default_factory=list)
    """What the model said, thought and asked for, as it came."""

    def read(self, data: Json) -> Iterable[BrainWork]:
        """What a chunk means."""
        self.counts(within(data, "usageMetadata"), _READ, _WRITTEN)
        if blocked := within(data, "promptFeedback", "blockReason"):
            raise self.far.error(Trouble.HELD_BACK, str(blocked))
        for candidate in data.get("candidates") or []:
            for part in within(candidate, "content", "parts") or []:
                self.parts.append(part)
                yield from self._part(part)
            if ended := candidate.get("finishReason"):
                self.ended = str(ended)
                yield from self.has_thought("")

    def check(self) -> None:
        """Raises `BrainError` for a content that is not whole."""
        Response.check(self)
        if self.ended not in _WHOLE:
            raise self.far.error(Trouble.HELD_BACK, self.ended or "")

    def _part(self, part: Json) -> Iterable[BrainWork]:
        if part.get("thought"):
            yield from self.thinks("", part.get("text"))
            return
        call = part.get("functionCall")
        if call or part.get("text"):
            yield from self.has_thought("")
        yield from self.wrote(part.get("text"))
        if call:
            self.begun = True
            arguments = json.dumps(call.get("args") or {})
            self.wanted.append(
                RequestedCall(str(call.get("id") or ""), str(call.get("name") or ""), arguments)
            )


class GeminiBrain(RemoteModel):
    """A `Brain` over `streamGenerateContent`."""

    reply = ContentReply

    def __init__(self, settings: RemoteSettings) -> None:
        address = settings.address
        path = address.path.rstrip("/")
        base = path if re.fullmatch(r"v\d\w*", path.rpartition("/")[2]) else f"{path}/{VERSION}"
        model = settings.model if "/" in settings.model else f"models/{settings.model}"
        url = address.copy_with(path=f"{base}/{model}:streamGenerateContent", query=b"alt=sse")
        super().__init__(settings, url, ("x-goog-api-key", "{}"))

    def opening(self, question: Question) -> Talk:
        """The talk."""
        return [
            {"role": "user" if role == "person" else "model", "parts": [{"text": text}]}
            for role, text in turns(question)
        ]

    def body(self, talk: Talk, question: Question, *, last: bool) -> dict[str, object]:
        """A request."""
        system = {"parts": [{"text": policy(self._settings.prompt, question)}]}
        body: dict[str, object] = {"contents": talk, "systemInstruction": system}
        if question.tools:
            declared = [
                {
                    "name": tool.name,
                    "description": tool.description,
                    "parametersJsonSchema": simplify_schema(tool.parameters, SchemaForm.INLINED),
                }
                for tool in question.tools
            ]
            body["tools"] = [{"functionDeclarations": declared}]
            body["toolConfig"] = {"functionCallingConfig": {"mode": "NONE" if last else "AUTO"}}
        return body

    def tell_results(self, response: ContentReply, results: Sequence[CallOutcome]) -> Talk:
        """Its own parts, and a response to each call."""
        outputs = [
            {
                "functionResponse": {
                    **({"id": one.call.id} if one.call.id else {}),
                    "name": one.call.name,
                    "response": {"error" if one.failed else "output": one.text},
                }
            }
            for one in results
        ]
        return [{"role": "model", "parts": response.parts}, {"role": "user", "parts": outputs}]
