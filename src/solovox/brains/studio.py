"""The offline brain of the Studio: an exact form is one of its six tools; everything else is the local brain's. In English.

Rule 1: a request that contains more than a form has is not the form. What is asked of an app that is open is passed on in the
person's own words: who writes it knows what it can change.
Rule 2: it says what tools said. That something is done it says on a tool's result only.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from solovox.brains.exact_forms import Asked, match_forms
from solovox.brains.local import LocalBrain, asks_for_help, call_tool, sentence
from solovox.lang.en.asking import bare
from solovox.lang.en.words import ENGLISH
from solovox.ports import Brain, BrainWork, Host, Question, Tool, Wrote
from solovox.ports.studio import StudioNow
from solovox.text.app_words import version_step, wants_new_app

TOOLS: Final = (
    "recommend_tools", "generate_app", "add_tool", "navigate_ui", "get_project_status", "search_tools",
)  # fmt: skip
ABLE: Final = (
    "Say what to build, such as a habit tracker; I build it, change it, show it, and recommend tools for it. "
    "I also tell the time, do sums and convert units."
)
NO_APP: Final = "There is no app yet. What shall I build first?"
_PLACES: Final = "preview|code|files|tools|projects|themes|talk|settings|timeline|studio"
_TOOL: Final = r"(?:tools?|library|libraries|something)"
_FORMS: Final = tuple(
    (tool, re.compile(form))
    for tool, form in (
        ("recommend_tools", rf"(?:what|which)(?: {_TOOL})? (?:should|could|can|would) (?:i|we|you) use(?: (?:for|to) (?P<project_context>.+))?"),
        ("recommend_tools", rf"(?:what do you )?(?:recommend|suggest)(?: me)?(?: (?:a|some))?(?: {_TOOL})?(?: for (?P<project_context>.+))?"),
        ("search_tools", r"(?:search|look)(?: (?:in )?the (?:catalogue|catalog|tools))? for (?P<query>.+?)(?: in (?P<domain>.+))?"),
        ("search_tools", r"search (?P<domain>.+) for (?P<query>.+)"),
        ("search_tools", rf"find(?: me)?(?: an?)? {_TOOL} for (?P<query>.+)|(?:what|which) tools (?:are there|do you have) for (?P<tools>.+)"),
        ("navigate_ui", rf"(?:show|show me|open|go to|go back to|take me to)(?: the| my)? (?P<target>{_PLACES}|app)"),
        ("get_project_status", r"how is (?:the|my|this) (?:app|project)(?: doing)?|is (?:it|the app|my app) (?:done|ready)(?: yet)?|(?:which|what) version is (?:this|it)"),
        ("add_tool", r"(?:add|use|take) (?P<tool_id>.+?)(?: to (?:the|my) (?:app|project))?|(?P<nth>the (?:first|second|third|fourth|fifth|last) one)"),
    )
)  # fmt: skip
_SHOWN: Final = re.compile(r"it|this|that|(?:this|that|the (?:first|second|third|fourth|fifth|last)) one")
"""What stands on a card: the tool knows which it is."""
_CHANGE: Final = re.compile(
    r"(?:make|change|add|remove|delete|set|rename|replace|move|put|fix|turn|use|hide) .+"
)


@dataclass(frozen=True, slots=True)
class StudioSight:
    """What the brain knows of its Studio. `known`: the id of a tool by its name, however it is written; it and `has_app` block."""

    now: StudioNow
    has_app: Callable[[], bool]
    known: Callable[[str], str | None]


class StudioBrain(Brain):
    """A `Brain` over the tools in the question; without the Studio's it is the local brain."""

    def __init__(self, local: LocalBrain, sight: StudioSight) -> None:
        self._local, self._sight = local, sight
        self._recommended = ""
        """What a yes adds: the first tool that was recommended."""

    async def answer(self, question: Question, host: Host) -> AsyncIterator[BrainWork]:
        """A sentence or two. Raises `BrainError` when a tool cannot be called at all."""
        six = {tool.name: tool for tool in question.tools if tool.name in TOOLS}
        found = (
            await asyncio.to_thread(self._match_request, question.instruction, six) if len(six) == 6 else None
        )
        match found:
            case Asked():
                yield Wrote(sentence(await call_tool(host, found.tool, found.arguments)))
                if found.tool == "recommend_tools" and self._sight.now.card:
                    self._recommended = self._sight.now.card[0]
            case str():
                yield Wrote(found)
            case None:
                async for piece in self._local.answer(question, host):
                    yield piece

    async def aclose(self) -> None:
        """There is nothing to close."""

    def _match_request(self, said: str, six: Mapping[str, Tool]) -> Asked | str | None:
        """What is meant, or what is said to it. None: nothing of the Studio."""
        recommended, self._recommended = self._recommended, ""
        if recommended and (answer := ENGLISH.consent(said)) is not None:
            return Asked("add_tool", {"tool_id": recommended}) if answer else "All right."
        if asks_for_help(said):
            return ABLE
        words, prompt = bare(said), Asked("generate_app", {"prompt": " ".join(said.split())})
        if wants_new_app(said):
            return prompt
        parameters: Mapping[str, Any] = six["search_tools"].parameters
        domains = parameters["properties"]["domain"]["enum"]
        for tool, form in _FORMS:
            found = form.fullmatch(words)
            if found is not None and (meant := self._fill_tool(tool, found.groupdict(), domains)) is not None:
                return meant
        local = next((one.tool for one in match_forms(said) if not one.spoken), "")
        if local:
            return Asked(local, {}) if local == "get_project_status" else None
        if version_step(said) or _CHANGE.fullmatch(words):
            return prompt if self._sight.has_app() else NO_APP
        return None

    def _fill_tool(self, tool: str, slots: Mapping[str, str | None], domains: Sequence[str]) -> Asked | None:
        """The tool with its slots. None: a slot has what is not known there."""
        given = {name: slot for name, slot in slots.items() if slot}
        match tool:
            case "search_tools":
                domain = domain_of(given.pop("domain", ""), domains)
                if slots.get("domain") and not domain:
                    return None
                given = {"query": given.get("query") or given["tools"]} | (
                    {"domain": domain} if domain else {}
                )
            case "navigate_ui":
                given["target"] = given["target"].replace("app", "preview")
            case "add_tool":
                named = given.get("tool_id") or given["nth"]
                id_ = named if _SHOWN.fullmatch(named) else self._sight.known(named)
                if id_ is None:
                    return None
                given = {"tool_id": id_}
        return Asked(tool, given)


def domain_of(said: str, domains: Sequence[str]) -> str:
    """The domain that has these words in its name; empty: none has."""
    wanted = set(re.findall(r"[a-z0-9]+", said)) - {"and", "the"}
    names = {one: set(re.findall(r"[a-z0-9]+", one.lower())) for one in domains}
    return next((one for one, has in names.items() if wanted and wanted <= has), "")
