"""The six tools of the Studio: recommend, build, add, go somewhere, say how it stands, search.

Rule 1: what they give is short and fit to be said. What a screen can draw better comes before it, as a `ScreenAct`: `card`
(JSON: a list of id, name, domain, about, why), `navigate`, `project` (the id of the project that the session has now).
Rule 2: what is built is in a project of the person's own, and each version can be undone: nothing here needs a yes. Each act
has a receipt: the number of the job, what was added and to which project.
Rule 3: "undo that" is no job: the version before is shown, if there is one.
Rule 4: to build takes its time, and is not waited for here: the job's number is the result.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from solovox.core.policy import Risk, Scheduling
from solovox.lang.en.asking import bare
from solovox.lang.en.numbers import in_digits
from solovox.ports import ASIDE, Json, ScreenAct, Tool, ToolResult, ToolWork
from solovox.ports.projects import NoProject, Project, ProjectError, ProjectStore
from solovox.ports.studio import Catalogue, CatalogueTool, FoundTool, StudioNow
from solovox.ports.workshop import (
    Job,
    JobCancelled,
    JobDone,
    JobFailed,
    JobInterrupted,
    Workshop,
    WorkshopRefused,
)
from solovox.text.app_words import UNNAMED, VersionStep, app_name, version_step, wants_new_app
from solovox.text.markdown.blocks import count_things
from solovox.tools.json_schema import takes

PLACES: Final = (
    "studio", "preview", "code", "files", "tools", "projects", "themes", "talk", "settings", "timeline",
)  # fmt: skip
"""Where a person can be led."""
MOST_SHOWN: Final = 5
MOST_SAID: Final = 3
LONGEST_ABOUT: Final = 240
_THIS: Final = frozenset({
    "it", "this", "that", "them", "this one", "that one", "the one", "the tool", "this tool", "that tool", "the top one", "the best one",
})  # fmt: skip
_SAID_NTH: Final = re.compile(
    r"(?:the |number |option |tool )*(?:([1-9]\d?)(?:st|nd|rd|th)?|last)(?: 1| tool| option)?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StudioHands:
    """What the tools of one session work with. `catalogue` may load a model, and `context` reads files: both block."""

    store: ProjectStore
    workshop: Workshop
    catalogue: Callable[[], Catalogue]
    domains: Sequence[str]
    context: Callable[[str], str]
    """What is known of the session's project, with what was just asked, as `Catalogue.recommend` reads it."""
    now: StudioNow

    def project(self) -> Project | None:
        """The session's; None: it has none, or it is gone. Blocks."""
        try:
            return self.store.project(self.now.project) if self.now.project else None
        except NoProject:
            return None


class _StudioTool(Tool):
    """What the six have in common."""

    scheduling = Scheduling.WHEN_IDLE
    risk = Risk.FREE

    def __init__(self, hands: StudioHands) -> None:
        self._hands = hands


class RecommendTools(_StudioTool):
    """Tools that would serve the project."""

    name = "recommend_tools"
    description = "Recommend tools (libraries) for the app: what to use for charts, maps, payments and so on."
    parameters = takes(
        {
            "project_context": {
                "type": "string",
                "description": "What the app does, or needs a tool for, in a few words.",
            }
        }
    )

    async def run(self, arguments: Json) -> AsyncIterator[ToolWork]:
        """A card, and the first of it in words."""
        said = str(arguments.get("project_context") or "").strip()
        found = await asyncio.to_thread(self._find_tools, said)
        if not found:
            yield ToolResult(f"{ASIDE}I know no tool for that yet: say what the app should do")
            return
        yield _card(found, self._hands.now)
        first, *rest = found
        others = f" Or {_join_names([one.tool.name for one in rest[: MOST_SAID - 1]], 'or')}." if rest else ""
        yield ToolResult(f"I would take {first.tool.name}, {_plain(first.why)}.{others} Shall I add it?")

    def _find_tools(self, said: str) -> Sequence[FoundTool]:
        hands = self._hands
        project = hands.project()
        has = project.tools if project is not None else ()
        catalogue = hands.catalogue()
        asked = catalogue.recommend(said, has, MOST_SAID) if said else ()
        found = {
            one.tool.id: one for one in (*asked, *catalogue.recommend(hands.context(said), has, MOST_SAID))
        }
        return tuple(found.values())[:MOST_SAID] or (
            [one for one in catalogue.search(said, most=MOST_SAID) if one.tool.id not in has] if said else ()
        )


class SearchTools(_StudioTool):
    """The catalogue, searched."""

    name = "search_tools"

    def __init__(self, hands: StudioHands) -> None:
        super().__init__(hands)
        self.description = "Search the catalogue of tools by what they do, in one domain or in all."
        self.parameters = takes(
            {
                "query": {"type": "string", "description": "What the tool is to do, in a few words."},
                "domain": {"type": "string", "description": "Only in this domain.", "enum": [*hands.domains]},
            },
            "query",
        )

    async def run(self, arguments: Json) -> AsyncIterator[ToolWork]:
        """A card, and its names."""
        query, domain = str(arguments["query"]).strip(), str(arguments.get("domain") or "")
        found = await asyncio.to_thread(lambda: self._hands.catalogue().search(query, domain, MOST_SHOWN))
        where = f" in {domain}" if domain else ""
        if not found:
            yield ToolResult(f"{ASIDE}I find no tool for {query or 'that'}{where}")
            return
        yield _card(found, self._hands.now)
        names = _join_names([one.tool.name for one in found[:MOST_SAID]], "and")
        more = f", and {len(found) - MOST_SAID} more" if len(found) > MOST_SAID else ""
        about = f" {found[0].tool.name}: {found[0].tool.about}" if len(found) == 1 else ""
        yield ToolResult(f"I found {names}{more}{where}.{about}")


class AddTool(_StudioTool):
    """A tool of the catalogue, put into the project."""

    name = "add_tool"
    description = (
        "Add a tool to the project: by its id or name, or as it stands on the card (the second one)."
    )
    parameters = takes(
        {"tool_id": {"type": "string", "description": "Its id or name; or: the second one."}}, "tool_id"
    )
    effects = True

    async def run(self, arguments: Json) -> AsyncIterator[ToolWork]:
        """What was added."""
        said = str(arguments["tool_id"]).strip()
        try:
            tool = await asyncio.to_thread(self._find_meant, said)
            if isinstance(tool, str):
                yield ToolResult(tool, failed=True)
                return
            project, made = await asyncio.to_thread(_place_project, self._hands, "")
            if made:
                yield ScreenAct("project", project.id)
            if tool.id in project.tools:
                yield ToolResult(f"{ASIDE}{tool.name} is in {project.name} already")
                return
            await asyncio.to_thread(self._hands.store.set_tools, project.id, [*project.tools, tool.id])
        except ProjectError as error:
            yield ToolResult(str(error), failed=True)
            return
        yield ToolResult(f"{tool.name} is added to {project.name}.", f"added {tool.id} to {project.name}")

    def _find_meant(self, said: str) -> CatalogueTool | str:
        """The tool; or why none is meant. Blocks."""
        catalogue, card = self._hands.catalogue(), self._hands.now.card
        at = nth(said, len(card))
        if at is not None:
            if not card:
                return "no card of tools is open: say which tool, by its name"
            if at >= len(card):
                return f"the card has {len(card)} tools: say which, by its name"
            said = card[at]
        if (found := catalogue.tool(said)) is not None:
            return found
        near = [one.tool.name for one in catalogue.search(said, most=MOST_SAID)]
        return f"I know no tool called {said}" + (
            f": did you mean {_join_names(near, 'or')}?" if near else ""
        )


class GenerateApp(_StudioTool):
    """An app, built or changed by a job."""

    name = "generate_app"
    description = (
        "Build an app from a description, or change the app that is there (make it blue, add a button). Returns the number"
        ' of the job at once; that it is done or has failed is told later. "Undo that" shows the version before at once.'
    )
    parameters = takes(
        {"prompt": {"type": "string", "description": "What to build or change, in the person's own words."}},
        "prompt",
    )
    effects = True

    async def run(self, arguments: Json) -> AsyncIterator[ToolWork]:
        """The number of the job."""
        prompt, hands = " ".join(str(arguments["prompt"]).split()), self._hands
        if (step := version_step(prompt)) is not None:
            works = next((one.number for one in hands.workshop.jobs(hands.now.project) if one.end is None), 0)
            if works:
                yield ToolResult(f"job {works} still works on this app: wait for it, or stop it", failed=True)
                return
            yield await asyncio.to_thread(_step_version, hands, step)
            return
        try:
            project, made = await asyncio.to_thread(_place_project, hands, prompt)
        except ProjectError as error:
            yield ToolResult(str(error), failed=True)
            return
        if made:
            yield ScreenAct("project", project.id)
        try:
            job = hands.workshop.begin(project.id, prompt)
        except WorkshopRefused as error:
            yield ToolResult(str(error), failed=True)
            return
        hands.now.job, hands.now.card, hands.now.panel = job.number, (), "preview"
        does = f"changing {project.name}" if project.version else f"building {project.name}"
        yield ToolResult(f"Job {job.number}: I am {does}.", f"job {job.number}")


class NavigateUi(_StudioTool):
    """A part of the screen, opened."""

    name = "navigate_ui"
    description = "Lead the person to a part of the screen, such as the preview of the app."
    parameters = takes(
        {"target": {"type": "string", "description": "Which part.", "enum": [*PLACES]}}, "target"
    )
    scheduling = Scheduling.SILENT

    async def run(self, arguments: Json) -> AsyncIterator[ToolWork]:
        """It is opened by the page."""
        target = str(arguments["target"])
        self._hands.now.panel = target
        yield ScreenAct("navigate", target)
        yield ToolResult(f"Here is {'the ' if target not in ('settings', 'projects') else 'your '}{target}.")


class StudioStatus(_StudioTool):
    """How the project stands."""

    name = "get_project_status"
    description = "How the project of the Studio stands: its version, files and tools, and its newest job."
    parameters = takes({})
    read_aloud = True

    async def run(self, arguments: Json) -> ToolResult:
        """A few short sentences."""
        project = await asyncio.to_thread(self._hands.project)
        if project is None:
            return ToolResult(f"{ASIDE}there is no project yet: say what to build")
        told = [await asyncio.to_thread(self._stands, project)]
        if project.tools:
            told.append(await asyncio.to_thread(self._uses, project))
        if jobs := self._hands.workshop.jobs(project.id):
            told.append(told_job(jobs[0]))
        return ToolResult(" ".join(told))

    def _stands(self, project: Project) -> str:
        if not project.version:
            return f"{project.name} has no files yet."
        files = count_things(len(self._hands.store.version(project.id).files), "file")
        return f"{project.name} is at version {project.version}, with {files}."

    def _uses(self, project: Project) -> str:
        tool = self._hands.catalogue().tool
        return f"It uses {_join_names([found.name if (found := tool(one)) else one for one in project.tools], 'and')}."


def studio_tools(hands: StudioHands) -> tuple[Tool, ...]:
    """All six."""
    kinds = (RecommendTools, GenerateApp, AddTool, NavigateUi, StudioStatus, SearchTools)
    return tuple(kind(hands) for kind in kinds)


def nth(said: str, many: int) -> int | None:
    """Which of `many` on a card is meant by "it" or "the second one", from 0 on; None: it is no such words."""
    plain = bare(said)
    if plain in _THIS:
        return 0
    if (found := _SAID_NTH.fullmatch(in_digits(plain))) is None:
        return None
    return max((int(found[1]) if found[1] else many) - 1, 0)


def told_job(job: Job) -> str:
    """How a job stands, in one sentence."""
    match job.end:
        case None:
            return f"Job {job.number} works: {job.phase.value}."
        case JobDone(line=line):
            return f"Job {job.number} is done: {line}"
        case JobFailed(line=line):
            return f"Job {job.number} failed: {line}"
        case JobCancelled():
            return f"Job {job.number} was stopped."
        case JobInterrupted():
            return f'Job {job.number} was interrupted: the server ended. It was to do this: "{job.prompt}"'


def _step_version(hands: StudioHands, step: VersionStep) -> ToolResult:
    """The version before or after counts from now on. Blocks."""
    project = hands.project()
    if project is None or not project.version:
        return ToolResult("there is no app yet: say what to build", failed=True)
    numbers = [one.number for one in hands.store.versions(project.id)]
    if step is VersionStep.BEFORE:
        to = max((one for one in numbers if one < project.version), default=0)
        none = f"There is nothing to undo: this is the first version of {project.name}."
    else:
        to = min((one for one in numbers if one > project.version), default=0)
        none = f"There is no newer version of {project.name}."
    if not to:
        return ToolResult(none)
    hands.store.show(project.id, to)
    hands.now.card, hands.now.panel = (), "preview"
    return ToolResult(f"{project.name} is at version {to} again.", f"version {to} of {project.name}")


def _place_project(hands: StudioHands, prompt: str) -> tuple[Project, bool]:
    """The project in which to work, and whether it was made for this. A new app is a new project, unless the session's has no
    files yet. Blocks."""
    found = hands.project()
    if found is not None and not (found.version and wants_new_app(prompt)):
        if prompt and not found.version and found.name == UNNAMED:
            return hands.store.rename(found.id, app_name(prompt)), False
        return found, False
    name = app_name(prompt) if prompt else hands.now.name
    made = hands.store.make((hands.now.name if found is None and hands.now.name else name) or app_name(""))
    hands.now.project, hands.now.name = made.id, ""
    return made, True


def _card(found: Sequence[FoundTool], now: StudioNow) -> ScreenAct:
    now.card = tuple(one.tool.id for one in found)
    now.panel = "tools"
    rows = [
        {
            "id": one.tool.id,
            "name": one.tool.name,
            "domain": one.tool.domain,
            "about": one.tool.about[:LONGEST_ABOUT],
            "why": one.why[:LONGEST_ABOUT],
        }
        for one in found
    ]
    return ScreenAct("card", json.dumps(rows, ensure_ascii=False))


def _plain(why: str) -> str:
    return re.sub(r"[“”\"]", "", why).rstrip(".")


def _join_names(names: Sequence[str], word: str) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {word} {names[-1]}"
