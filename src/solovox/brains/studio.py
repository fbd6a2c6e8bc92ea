"""The offline brain of the Studio: what is said there becomes one of its six tools; everything else is the local brain's.

Rule 1: what the rules understand is done (`studio_words.py`). What only the intent head understands is done where the head is
sure, and asked back where it is not: "yes" does it then.
Rule 2: it says what tools said. That something is done it says on a tool's result only.
Rule 3: what a recogniser makes of the Studio's own words is put right first (`studio_heard.py`), but after a yes or a no.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from solovox.brains.local import LocalBrain
from solovox.brains.manners import asks_for_help, small_talk
from solovox.brains.studio_heard import put_right
from solovox.brains.studio_words import AsksBack, MeantTool, StudioView, plain, understood
from solovox.brains.understanding import attempts, cleaned
from solovox.ports import ASIDE, Brain, BrainError, BrainWork, Host, Question, Tool, Wrote
from solovox.ports.intent import Choosable, ToolChooser
from solovox.ports.studio import StudioNow

TOOLS: Final = (
    "recommend_tools", "generate_app", "add_tool", "navigate_ui", "get_project_status", "search_tools",
)  # fmt: skip
PERHAPS: Final = 0.4
"""From this confidence on of the intent head, what it takes for likely is asked back."""
ABLE: Final = (
    "Say what to build, such as a tip calculator; I build it, change it, show it, and recommend tools for it. "
    "I also tell the time, do sums and convert units."
)
_YES: Final = re.compile(
    r"(?:yes|yeah|yep|sure|okay|ok|right|correct|exactly|do it|do that|go ahead|please do|that's right|of course)(?: (?:please|do it|do that|go ahead|that's right))*"
)
_NO: Final = re.compile(
    r"(?:no|nope|nah|not really|don't|wrong|never mind|no thanks|no thank you)(?: (?:please|don't|thanks|thank you))*"
)
ASKED_FIRST: Final[Mapping[str, str]] = {
    "recommend_tools": "Shall I recommend tools for that?",
    "generate_app": "Build an app: is that right?",
    "add_tool": "Add a tool: is that right?",
    "navigate_ui": "Shall I open the {target}?",
    "get_project_status": "Shall I say how the project stands?",
    "search_tools": "Shall I search for {query}?",
}
_SURE: Final = frozenset({"get_time", "date", "calculate", "convert_units", "list_sessions"})
"""What the local brain's rules mean where they say so: it goes before the head."""


@dataclass(frozen=True, slots=True)
class StudioSight:
    """What the brain knows of its Studio. `has_app` and `known` block."""

    now: StudioNow
    has_app: Callable[[], bool]
    known: Callable[[str], str | None]


class StudioBrain(Brain):
    """A `Brain` over the tools in the question; without the Studio's it is the local brain."""

    def __init__(
        self, local: LocalBrain, sight: StudioSight, chooser: Callable[[], ToolChooser | None] = lambda: None
    ) -> None:
        """`chooser` may load a model. None: there is none."""
        self._local, self._sight, self._chooser = local, sight, chooser
        self._asked: MeantTool | None = None
        """What a yes does: what was asked back, or the first tool that was recommended."""

    async def answer(self, question: Question, host: Host) -> AsyncIterator[BrainWork]:
        """A sentence or two. Raises `BrainError` when a tool cannot be called at all."""
        six = [tool for tool in question.tools if tool.name in TOOLS]
        found = await self._found(question.instruction, six) if len(six) == len(TOOLS) else None
        match found:
            case MeantTool():
                yield Wrote(await _done(found, host))
                if found.tool == "recommend_tools" and self._sight.now.card:
                    self._asked = MeantTool("add_tool", {"tool_id": self._sight.now.card[0]})
            case AsksBack(text=text):
                yield Wrote(text)
            case None:
                async for piece in self._local.answer(question, host):
                    yield piece

    async def aclose(self) -> None:
        """There is nothing to close."""

    async def _found(self, said: str, six: Sequence[Tool]) -> MeantTool | AsksBack | None:
        asked, self._asked = self._asked, None
        if asked is not None and _YES.fullmatch(plain(said) or said.casefold().strip(" .!")):
            return asked
        if asked is not None and _NO.fullmatch(plain(said)):
            return AsksBack("All right.")
        said = put_right(said, card=bool(self._sight.now.card))
        if small_talk(said):
            return None
        if asks_for_help(cleaned(said)):
            return None if re.search(r"\bwho are you\b|\bwhat are you\b", said.casefold()) else AsksBack(ABLE)
        view = await self._view(six)
        found = understood(said, view)
        if found is not None:
            return found
        if any(one.tool in _SURE and not one.guess for one in attempts(said)):
            return None
        return await asyncio.to_thread(self._likely, said, six, view)

    async def _view(self, six: Sequence[Tool]) -> StudioView:
        sight = self._sight
        schema = next(tool.parameters for tool in six if tool.name == "search_tools")
        domains = schema["properties"]["domain"]["enum"]
        has_app = await asyncio.to_thread(sight.has_app)
        return StudioView(sight.now.card, has_app, domains, sight.known)

    def _likely(self, said: str, six: Sequence[Tool], view: StudioView) -> MeantTool | AsksBack | None:
        """What the intent head takes it for. Blocks."""
        chooser = self._chooser()
        if chooser is None:
            return None
        chosen = chooser.choose(said, [Choosable(one.name, one.description, one.parameters) for one in six])
        if chosen is None or chosen.confidence < PERHAPS or chosen.missing:
            return None
        arguments: Mapping[str, Any] = dict(chosen.arguments)
        if chosen.tool == "generate_app":
            arguments = {"prompt": " ".join(said.split())}
        if chosen.tool == "add_tool":
            id_ = view.known(str(arguments.get("tool_id", "")))
            if id_ is None:
                return None
            arguments = {"tool_id": id_}
        meant = MeantTool(chosen.tool, arguments)
        if chosen.confidence >= chooser.acts_at:
            return meant
        self._asked = meant
        return AsksBack(ASKED_FIRST[meant.tool].format(**{"target": "", "query": "", **arguments}))


async def _done(meant: MeantTool, host: Host) -> str:
    try:
        result = await host.call(meant.tool, meant.arguments)
    except Exception as error:
        line = " ".join(str(error).split())[:200]
        raise BrainError(f"{meant.tool} could not be called: {line}") from error
    text = result.text.removeprefix(ASIDE)
    text = text if text.endswith((".", "?", "!")) else f"{text}."
    return f"{text[:1].upper()}{text[1:]}"
