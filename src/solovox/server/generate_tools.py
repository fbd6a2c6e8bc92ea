"""The functions of a `generateContent` request: which may be called, what they returned, and which is meant now.

Rule 1: `NONE` calls nothing. `AUTO` calls what a live session would call, and asks for a value as it does. `ANY` calls the likeliest.
Rule 2: nothing is kept between requests: that a value was asked for is seen in the talk, whose last line of the model is the question.
Rule 3: results of functions at the end of the talk are answered; nothing is called for them.

Source: the REST reference of the Gemini API on function calling, and what google-genai sends.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from solovox.ports.intent import ToolChooser
from solovox.server.asking import choice_of, choosable
from solovox.server.asking_back import AskedFor, question
from solovox.server.content import spoken
from solovox.server.memory import MODEL, PERSON, TOOL, TranscriptLine, before, last_words
from solovox.server.served_commands import ChooseTool
from solovox.server.served_events import ChosenCall, ToolChosen
from solovox.server.terms import taker, text_of
from solovox.wire.gemini_live.parts import Content, FunctionDeclaration
from solovox.wire.gemini_live.schema import snake

_MODES: Final = ("MODE_UNSPECIFIED", "AUTO", "ANY", "NONE", "VALIDATED")
_CONFIG: Final = "toolConfig.functionCallingConfig"
_ALLOWED: Final = "allowedFunctionNames"


@dataclass(frozen=True, slots=True)
class CallableTools:
    """What may be called. `must`: something is called, whatever was said."""

    tools: tuple[FunctionDeclaration, ...] = ()
    must: bool = False


def callable_tools(declared: tuple[FunctionDeclaration, ...], given: Mapping[str, Any]) -> CallableTools:
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
                lines.append(TranscriptLine(TOOL, f"{returned.name} returned: {spoken(returned.response)}"))
        lines.append(TranscriptLine(MODEL if turn.role == "model" else PERSON, text_of(turn)))
    return [line for line in lines if line.text]


def returned(turns: Sequence[Content]) -> str | None:
    """What functions returned, where the talk ends with that; None: it ends with something else."""
    results = list[str]()
    for turn in reversed(turns):
        found = [spoken(part.function_response.response) for part in turn.parts if part.function_response]
        if not found or text_of(turn).strip():
            break
        results = [*found, *results]
    return " ".join(text for text in results if text.strip()) if results else None


def decide(
    intent: ToolChooser | None, may: CallableTools, lines: list[TranscriptLine]
) -> Sequence[ChosenCall] | str:
    """The calls that are meant, or the question for a value; no calls: the brain is to answer. Takes milliseconds: for a thread."""
    words = last_words(lines)
    if not may.tools:
        return ()
    if len(may.tools) == 1 and (argument := taker(may.tools[0])) is not None:
        return (ChosenCall(may.tools[0].name, {argument: words.strip()}),)
    if intent is None:
        return ()
    earlier = before(lines, words)
    found = choice_of(intent, ChooseTool(0, words, may.tools, _asked(intent, may, earlier)))
    if found.tool is not None and not found.missing:
        return (ChosenCall(found.tool, found.arguments), *found.more)
    if may.must:
        likely = intent.likeliest(words, [*map(choosable, may.tools)])
        return () if likely is None else (ChosenCall(likely.tool, likely.arguments),)
    return () if found.tool is None else _question(found, may)


def _asked(intent: ToolChooser, may: CallableTools, earlier: list[TranscriptLine]) -> AskedFor | None:
    """The call for which the model has just asked a value, if its last line was that question."""
    if not earlier or earlier[-1].role != MODEL:
        return None
    words = last_words(earlier[:-1])
    found = choice_of(intent, ChooseTool(0, words, may.tools))
    if found.tool is None or not found.missing or _question(found, may) != earlier[-1].text.strip():
        return None
    return AskedFor(found.tool, found.arguments, found.missing)


def _question(found: ToolChosen, may: CallableTools) -> str:
    return question(AskedFor(found.tool or "", found.arguments, found.missing), may.tools)


def _within(given: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A part of the body, by its name in either spelling; empty where it is none."""
    found = given.get(name, given.get(snake(name)))
    return found if isinstance(found, Mapping) else {}
