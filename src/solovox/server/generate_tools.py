"""The functions of a `generateContent` request: which may be called, what they returned, and which is meant now.

Rule 1: `NONE` calls nothing. `AUTO` calls what a live session would call. `ANY` calls the likeliest, where a brain does not choose.
Rule 2: results of functions at the end of the talk are answered. A brain that calls functions may call more for them.

Source: the REST reference of the Gemini API on function calling, and what google-genai sends.
"""

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from solovox.ports import Tool, ToolResult
from solovox.ports.meaning import ToolChooser
from solovox.server.asking import AskingHost, choice_of, choosable
from solovox.server.content import text_of_result
from solovox.server.memory import MODEL, PERSON, TOOL, TranscriptLine, last_words
from solovox.server.served_commands import ChooseTool
from solovox.server.terms import taker, text_of
from solovox.wire.gemini_live.parts import Content, FunctionDeclaration, Json
from solovox.wire.gemini_live.schema import snake

_MODES: Final = ("MODE_UNSPECIFIED", "AUTO", "ANY", "NONE", "VALIDATED")
_CONFIG: Final = "toolConfig.functionCallingConfig"
_ALLOWED: Final = "allowedFunctionNames"


@dataclass(frozen=True, slots=True)
class CallableTools:
    """What may be called. `must`: something is called, whatever was said."""

    tools: tuple[FunctionDeclaration, ...] = ()
    must: bool = False


def callable_tools(declared: tuple[FunctionDeclaration, ...], given: Mapping[str, object]) -> CallableTools:
    """What a request's body lets be called. Raises `ValueError`: an unknown mode, or a function that is not declared."""
    config = _within(_within(given, "toolConfig"), "functionCallingConfig")
    mode = str(config.get("mode") or "AUTO").upper()
    if mode not in _MODES:
        raise ValueError(f"{_CONFIG}.mode: there is no {mode}")
    allowed = config.get(_ALLOWED, config.get(snake(_ALLOWED))) or []
    if not isinstance(allowed, list) or not all(isinstance(name, str) for name in allowed):
        raise ValueError(f"{_CONFIG}.{_ALLOWED}: give names, in a list")
    names = {one.name for one in declared}
    if unknown := [name for name in allowed if name not in names]:
        raise ValueError(f"{_CONFIG}.{_ALLOWED}: {unknown[0]} is not declared")
    if mode == "NONE":
        return CallableTools()
    return CallableTools(tuple(one for one in declared if not allowed or one.name in allowed), mode == "ANY")


def transcript(turns: Sequence[Content]) -> list[TranscriptLine]:
    """The talk: what was said, and what functions returned."""
    lines = list[TranscriptLine]()
    for turn in turns:
        for part in turn.parts:
            if part.function_response is not None:
                returned = part.function_response
                lines.append(
                    TranscriptLine(TOOL, f"{returned.name} returned: {text_of_result(returned.response)}")
                )
        lines.append(TranscriptLine(MODEL if turn.role == "model" else PERSON, text_of(turn)))
    return [line for line in lines if line.text]


def results_of(turns: Sequence[Content]) -> tuple[str, ...]:
    """What functions returned, where the talk ends with that; none: it ends with something else."""
    results = list[str]()
    for turn in reversed(turns):
        found = [
            text_of_result(part.function_response.response) for part in turn.parts if part.function_response
        ]
        if not found or text_of(turn).strip():
            break
        results = [*found, *results]
    return tuple(results)


def decide(intent: ToolChooser | None, may: CallableTools, lines: list[TranscriptLine]) -> Sequence[Json]:
    """The part that calls what is meant; none: the brain is to answer. Takes milliseconds: for a thread."""
    words = last_words(lines)
    if not may.tools:
        return ()
    if len(may.tools) == 1 and (argument := taker(may.tools[0])) is not None:
        return (part_of_call(may.tools[0].name, {argument: words.strip()}),)
    if intent is None:
        return ()
    found = choice_of(intent, ChooseTool(0, words, may.tools))
    if found.tool is not None:
        return (part_of_call(found.tool, found.arguments),)
    likely = intent.likeliest(words, [*map(choosable, may.tools)]) if may.must else None
    return () if likely is None else (part_of_call(likely.tool, likely.arguments),)


def part_of_call(name: str, arguments: Json) -> Json:
    """A part of the answer that calls a function."""
    return {"functionCall": {"name": name, "args": arguments}}


class RequestHost(AskingHost):
    """What a brain talks back to while it answers one request. Functions of the client are told in the answer, and the request
    is over; `results` are what the first calls returned, where the brain says again what it said before it called them.
    """

    def __init__(self, own: Sequence[Tool], may: CallableTools, results: Sequence[str] = ()) -> None:
        super().__init__(own)
        self._declared = {one.name for one in may.tools}
        self._results = deque(results)
        self.parts = list[Json]()
        """The answer."""
        self.over = asyncio.Event()
        self.failed: Exception | None = None
        """Why the brain did not answer."""

    async def call(self, name: str, arguments: Mapping[str, object]) -> ToolResult:
        """Tell of a call; it never returns where its result is not known."""
        if name not in self._declared:
            return await super().call(name, arguments)
        if self._results:
            self.parts.clear()
            return ToolResult(self._results.popleft() or "done")
        self.parts.append(part_of_call(name, dict(arguments)))
        await asyncio.sleep(0)  # whatever is called at once has come by then
        self.over.set()
        return await asyncio.Future[ToolResult]()


def _within(given: Mapping[str, object], name: str) -> Mapping[str, object]:
    """A part of the body, by its name in either spelling; empty where it is none."""
    found = given.get(name, given.get(snake(name)))
    return found if isinstance(found, Mapping) else {}
