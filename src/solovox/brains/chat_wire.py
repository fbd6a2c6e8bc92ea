"""The streaming half of the Chat Completions protocol, pure: request bodies out, events in.

Source: the OpenAI API reference, "Chat completions, streaming". Ollama, llama.cpp's server and vLLM speak it with small differences, all accepted here: no
`[DONE]`, tool calls whole or in fragments, `index` missing, arguments as an object, errors inside
the stream, carriage returns, comments as keep-alive, thoughts beside the text or within it.

Thoughts within the text (`<think>…</think>`: llama.cpp, older Ollama, vLLM) are taken out of it as it comes:
Rule 1: a thought ends at its closing tag, or at the end of the response: a thought that is never closed is all thought.
Rule 2: a tag in a code span or a code block is text: the answer is explaining it.
Rule 3: only what may become a tag is held back: a few characters.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from solovox.brains.rounds import MOST_CALLS, MOST_TOKENS, CallOutcome, RequestedCall
from solovox.brains.troubles import message_of
from solovox.ports import BrainError, Question, Tool
from solovox.wire.tool_schemas import SchemaForm, simplified

_TAG: Final = re.compile(r"<(/?)(?:think|thinking|thought)\s{0,3}>", re.IGNORECASE)
_BEGUN: Final = re.compile(
    r"</?(?:t|th|thi|thin|think|thinki|thinkin|thinking|tho|thou|thoug|though|thought)?\s{0,3}\Z",
    re.IGNORECASE,
)
_TICKS: Final = re.compile(r"`+|~{3,}|\n")
_TICKS_BEGUN: Final = re.compile(r"(?:`{1,20}|~{1,20})\Z")


class Thoughts:
    """The answer in a response, without the thoughts."""

    def __init__(self) -> None:
        self._held = ""
        self._code = ""
        """The marks that opened the code we are in, if any."""
        self._thought = self._said = False
        """Whether there was a thought, and whether there was any of the answer."""
        self.thinking = False
        """Whether a thought is open."""

    def feed(self, piece: str) -> str:
        """What is surely answer by now."""
        text, self._held = self._held + piece, ""
        begun = (_BEGUN if self.thinking else _TICKS_BEGUN).search(text) or _BEGUN.search(text)
        if begun:
            text, self._held = text[: begun.start()], text[begun.start() :]
        return self._answer(text)

    def finish(self) -> str:
        """What was held back."""
        text, self._held = self._held, ""
        return self._answer(text)

    def _answer(self, text: str) -> str:
        kept: list[str] = []
        at = 0
        for tag in _TAG.finditer(text):
            before = text[at : tag.start()]
            if not self.thinking:
                kept.append(before)
                self._follow(before)
                if self._code:
                    kept.append(tag.group())
                    at = tag.end()
                    continue
            self._thought, self.thinking = True, not tag.group(1)
            at = tag.end()
        if not self.thinking:
            self._follow(text[at:])
            kept.append(text[at:])
        answer = "".join(kept)
        if self._thought and not self._said:  # the empty lines between a thought and the answer are neither
            answer = answer.lstrip()
        self._said = self._said or bool(answer.strip())
        return answer

    def _follow(self, text: str) -> None:
        """Whether code is open behind `text`: a block until the same marks, a span until the end of its line."""
        for found in _TICKS.finditer(text):
            mark = found.group()
            if mark == "\n":
                self._code = self._code if len(self._code) > 2 else ""
            elif not self._code:
                self._code = mark
            elif mark == self._code:
                self._code = ""


COUNTS: Final = "stream_options"
"""The field of a request by which a server is asked to count tokens. Not every server knows it."""
CUT_SHORT: Final = {
    "length": "the model reached its limit of tokens, and the answer stops there: ask for less, or raise the limit",
    "content_filter": "the model's server held back the rest of the answer (content_filter): ask in another way",
}
"""Reasons for an end that is none."""
_ROLES: Final = {"person": "user", "assistant": "assistant", "system": "system"}


@dataclass(slots=True)
class _Fragment:
    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list)


def opening(policy: str, question: Question) -> list[dict[str, Any]]:
    """The messages of the first round: policy, history, instruction."""
    messages = [{"role": "system", "content": policy}] if policy else []
    messages += [{"role": _ROLES.get(said.role, "user"), "content": said.text} for said in question.history]
    return [*messages, {"role": "user", "content": question.instruction}]


def asked(text: str, calls: Sequence[RequestedCall]) -> dict[str, Any]:
    """The assistant's own message, as it must be repeated before the results of its calls."""
    return {
        "role": "assistant",
        "content": text or None,
        "tool_calls": [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in calls
        ],
    }


def result(came: CallOutcome) -> dict[str, Any]:
    """What came of a call."""
    return {"role": "tool", "tool_call_id": came.call.id, "content": came.text}


def declared(tool: Tool) -> dict[str, Any]:
    """A tool as the protocol describes it."""
    parameters = simplified(tool.parameters, SchemaForm.INLINED)
    about = {"name": tool.name, "description": tool.description, "parameters": parameters}
    return {"type": "function", "function": about}


class Round:
    """One response, put together: text passes through, tool calls are collected."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.ended: str | None = None
        self.begun = False
        """Whether any event came."""
        self.thought = False
        """Whether the last event had a thought in it, and no answer."""
        self.used: tuple[int, int] | None = None
        """Tokens read and written, where the server counts them."""
        self._thoughts = Thoughts()
        self._calls: dict[Any, _Fragment] = {}

    def take(self, data: str) -> str:
        """The answer's text in one event. Raises `BrainError` for an error inside the stream or what is no event."""
        if not data:
            return ""
        self.begun = True
        if data.strip() == "[DONE]":
            self.ended = self.ended or "stop"
            return ""
        try:
            event = json.loads(data)
        except (ValueError, RecursionError):
            raise BrainError("the model's server sent an event that is not JSON") from None
        if not isinstance(event, Mapping):
            raise BrainError("the model's server sent an event that is not an object")
        if event.get("error"):
            raise BrainError(f"the model failed: {message_of(event)}")
        self.used = _counted(event.get("usage")) or self.used
        choices = event.get("choices") or []
        choice = (
            choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], Mapping) else {}
        )
        delta = choice.get("delta") or choice.get("message") or {}
        if not isinstance(delta, Mapping):
            raise BrainError("the model's server sent a delta that is not an object")
        self._collect(delta.get("tool_calls") or [])
        self.ended = choice.get("finish_reason") or self.ended
        content = delta.get("content")
        text = self._thoughts.feed(content if isinstance(content, str) else "")
        aloud = self._thoughts.thinking or any(delta.get(key) for key in ("reasoning_content", "reasoning"))
        self.thought = aloud and not text
        self.text.append(text)
        return text

    def rest(self) -> str:
        """What was held back at the end."""
        text = self._thoughts.finish()
        self.text.append(text)
        return text

    def check(self) -> None:
        """Raises `BrainError` for an answer that is not whole, or not there."""
        if self.ended is None:
            raise BrainError("the model's answer was cut off before its end")
        if (why := CUT_SHORT.get(self.ended)) is not None:
            raise BrainError(why)
        if self._thoughts.thinking and not self._calls and not "".join(self.text).strip():
            raise BrainError("the model thought, and gave no answer")

    def calls(self) -> list[RequestedCall]:
        """The tool calls of the response, in the order they began. Raises `BrainError` for a nameless one."""
        found = []
        for number, fragment in enumerate(self._calls.values()):
            if not fragment.name:
                raise BrainError("the model called a tool without naming it")
            found.append(
                RequestedCall(
                    fragment.id or f"call_{number}", fragment.name, "".join(fragment.arguments) or "{}"
                )
            )
        return found

    def _collect(self, fragments: Any) -> None:
        for at, fragment in enumerate(fragments if isinstance(fragments, list) else []):
            if not isinstance(fragment, Mapping):
                raise BrainError("the model's server sent a tool call that is not an object")
            key = fragment.get("index")
            if key is None:
                key = fragment.get("id") or (next(reversed(self._calls)) if self._calls else at)
            if not isinstance(key, (int, str)):
                raise BrainError("the model's server sent a tool call with a strange index")
            if key not in self._calls and len(self._calls) == MOST_CALLS:
                raise BrainError(f"the model asked for more than {MOST_CALLS} tools at once")
            self._join(self._calls.setdefault(key, _Fragment()), fragment)

    @staticmethod
    def _join(call: _Fragment, fragment: Mapping[str, Any]) -> None:
        function = fragment.get("function") or {}
        call.id = call.id or str(fragment.get("id") or "")
        if not isinstance(function, Mapping):
            raise BrainError("the model's server sent a tool call that is not an object")
        name, arguments = function.get("name"), function.get("arguments")
        call.name = call.name or (name if isinstance(name, str) else "")
        if isinstance(arguments, str):
            call.arguments.append(arguments)
        elif arguments is not None:
            call.arguments.append(json.dumps(arguments))


def _counted(usage: Any) -> tuple[int, int] | None:
    counts = (
        [usage.get(name) for name in ("prompt_tokens", "completion_tokens")]
        if isinstance(usage, Mapping)
        else []
    )
    whole = [count for count in counts if type(count) is int and 0 <= count < MOST_TOKENS]
    return (whole[0], whole[1]) if len(whole) == 2 else None
