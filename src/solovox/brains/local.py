"""The offline brain: no model and no network. It does a few things well and says so when it cannot do more.

It understands by rules (`understanding`), acts only through the tools it is handed, and answers in
short sentences that can be read aloud. What it does not understand it does not guess at.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, Final

from solovox.brains.manners import abilities, asks_for_help, cannot, small_talk
from solovox.brains.persona_manner import PersonaManner
from solovox.brains.spoken_names import CLOSE, SURE, resolve, written
from solovox.brains.understanding import Attempt, attempts, cleaned
from solovox.brains.voice_manner import VoiceManner
from solovox.ports import ASIDE, Brain, BrainError, BrainWork, Host, Question, Step, ToolResult, Wrote
from solovox.text.block_names import LIST

_NAMED_ALOUD: Final = 4
_ALIASES: Final = {"source": "src", "source code": "src", "documentation": "docs", "test": "tests"}
_DOING: Final = {
    "list_files": "looking at the files",
    "read_file_head": "reading the file",
    "search_files": "searching the files",
    "get_project_status": "looking at the project",
    "list_sessions": "looking at the sessions",
}


class LocalBrain(Brain):
    """A `Brain` that needs nothing but the tools in the question."""

    early = free = True

    def __init__(self, persona: PersonaManner | None = None) -> None:
        """`persona`: who it answers as."""
        self._persona = persona
        self._voice = VoiceManner("" if persona is None else persona.name)

    async def answer(self, question: Question, host: Host) -> AsyncIterator[BrainWork]:
        """One or two sentences, and what was found. Raises `BrainError` when a tool can't be called at all."""
        names = {tool.name for tool in question.tools}
        if greeting := small_talk(question.instruction):
            yield Wrote(greeting)
            return
        if self._persona is not None and (
            own := await self._persona.answer(question.instruction, names, host)
        ):
            yield Wrote(own)
            return
        if done := await self._voice.answer(question.instruction, names, host):
            yield Wrote(done)
            return
        if asks_for_help(cleaned(question.instruction)):
            yield Wrote(abilities(names))
            return
        for attempt in attempts(question.instruction):
            if attempt.tool not in names:
                continue
            if attempt.tool in _DOING and not attempt.guess:
                yield Step(_DOING[attempt.tool])
            text = await _Asked(host).perform(attempt)
            if text is not None:
                yield Wrote(text)
                return
        yield Wrote(cannot(question.history))

    async def aclose(self) -> None:
        """There is nothing to close."""


_HERE: Final = frozenset("this current root main whole project here these".split())


class _Asked:
    """One instruction, with the way to call tools."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def perform(self, attempt: Attempt) -> str | None:
        """The answer; None when the attempt was a guess and came to nothing."""
        match attempt.tool:
            case "list_files":
                return await self._listing(attempt)
            case "read_file_head":
                return await self._reading(attempt)
            case "search_files":
                return await self._finding(attempt)
        result = await self._tool(attempt.tool, attempt.arguments)
        if result.failed:
            return None if attempt.guess else _sorry(result)
        moment = attempt.tool == "date" and "day" not in attempt.arguments
        text = f"It is {result.text}" if moment else result.text
        if text.startswith(ASIDE):
            text = text.removeprefix(ASIDE).capitalize()
        text = f"That is {text}" if attempt.tool == "calculate" else text
        return text if text.endswith(".") else f"{text}."

    async def _listing(self, attempt: Attempt) -> str:
        folder = ""
        if attempt.spoken and attempt.spoken not in _HERE:
            known = await self._folder(attempt.spoken)
            if known is None:
                return f"I see no folder called {written(attempt.spoken)} here."
            folder = known
        if endings := attempt.arguments.get("endings"):
            found = await self._tool("list_files", {"deep": True})
            names = [name for name in _told(found) if name.casefold().endswith(endings)]
            inside = [name for name in names if not folder or name.startswith(f"{folder}/")]
            return _sorry(found) if found.failed else _of_a_kind(inside, attempt.arguments["kind"], folder)
        return await self._folder_told(folder)

    async def _folder_told(self, folder: str) -> str:
        result = await self._tool("list_files", {"path": folder} if folder else {})
        return _sorry(result) if result.failed else _listed(result, folder)

    async def _folder(self, spoken: str) -> str | None:
        """The folder that is meant, at any depth; a folder without files must be named by its whole path."""
        top = await self._tool("list_files", {})
        files = await self._tool("list_files", {"deep": True})
        parents = {str(parent) for path in _told(files) for parent in PurePosixPath(path).parents}
        folders = sorted({name.rstrip("/") for name in _told(top) if name.endswith("/")} | parents - {"."})
        found = resolve(spoken, folders) or resolve(_ALIASES.get(spoken, ""), folders)
        if found is None and "/" in written(spoken):
            typed = await self._tool("list_files", {"path": written(spoken).strip("/")})
            return None if typed.failed else written(spoken).strip("/")
        return found

    async def _reading(self, attempt: Attempt) -> str | None:
        found = await self._tool("list_files", {"deep": True})
        paths, words = _told(found), attempt.spoken.split()
        path = resolve(attempt.spoken, paths, close=SURE if attempt.guess else CLOSE)
        while path is None and len(words) > 1 and not attempt.guess:
            words.pop()
            path = resolve(" ".join(words), paths, close=SURE)
        if path is None:
            if attempt.guess or len(attempt.spoken.split()) > 6:
                return None
            if (folder := await self._folder(attempt.spoken)) is not None:
                return await self._folder_told(folder)
            return f"I can't find a file called {written(attempt.spoken)} here."
        result = await self._tool("read_file_head", {"path": path, **attempt.arguments})
        return _sorry(result) if result.failed else _read(path, result.text)

    async def _finding(self, attempt: Attempt) -> str:
        """Where it is defined, if that was asked; else as whole words; else anywhere."""
        for how in dict.fromkeys((attempt.arguments.get("how", "word"), "word")):
            result = await self._tool("search_files", {"text": written(attempt.spoken), "how": how})
            if not result.failed and _told(result):
                return _found(attempt.spoken, result)
        spellings = [
            attempt.spoken,
            attempt.spoken.replace(" ", "_"),
            attempt.spoken.replace(" ", ""),
            written(attempt.spoken),
        ]
        for spelling in dict.fromkeys(spellings):
            result = await self._tool("search_files", {"text": spelling})
            if result.failed:
                return _sorry(result)
            if _told(result):
                return _found(spelling, result)
        return f"I find {attempt.spoken} nowhere in your files."

    async def _tool(self, name: str, arguments: Mapping[str, Any]) -> ToolResult:
        try:
            return await self._host.call(name, arguments)
        except Exception as error:
            raise BrainError(f"{name} could not be called: {' '.join(str(error).split())[:200]}") from error


def _sorry(result: ToolResult) -> str:
    text = result.text.rstrip(".")
    return f"{text}." if text.startswith("I ") else f"That did not work: {text}."


def _told(result: ToolResult) -> list[str]:
    """The lines of a result, without those that are about it."""
    return [line for line in result.text.splitlines() if line and not line.startswith(ASIDE)]


def _listed(result: ToolResult, folder: str) -> str:
    lines, names = result.text.splitlines(), _told(result)
    if not names:
        return f"There is nothing {f'in {folder}' if folder else 'here'}."
    folders = [name.rstrip("/").rpartition("/")[2] for name in names if name.endswith("/")]
    files = [name.rpartition("/")[2] for name in names if not name.endswith("/")]
    told = [_some(group, noun) for group, noun in ((folders, "folder"), (files, "file")) if group]
    more = " There are more than I can list." if len(lines) > len(names) else ""
    shown = _fenced("\n".join(lines), LIST) if max(len(folders), len(files)) > _NAMED_ALOUD else ""
    seen = f"In {folder} I see" if folder else "I see"
    return f"{seen} {' and '.join(told)}.{more}{shown}"


def _of_a_kind(names: Sequence[str], kind: str, folder: str) -> str:
    where = f"In {folder} " if folder else ""
    if not names:
        return f"{where}I see no {kind} files."
    shown = _fenced("\n".join(names), LIST) if len(names) > _NAMED_ALOUD else ""
    return f"{where}I see {_some([name.rpartition('/')[2] for name in names], f'{kind} file')}.{shown}"


def _some(names: Sequence[str], noun: str) -> str:
    if len(names) <= _NAMED_ALOUD:
        return f"{_counted(len(names), noun)}, {_joined(names, 'and')}"
    return f"{_counted(len(names), noun)}, such as {_joined(names[: _NAMED_ALOUD - 1], 'and')}"


def _read(path: str, text: str) -> str:
    name = path.rpartition("/")[2]
    if text == f"{ASIDE}the file is empty":
        return f"{name} is empty."
    if text.startswith("```"):
        return f"Here is the start of {name}.\n\n{text}\n"
    return f"{name} begins:\n\n{text.removesuffix('…').rstrip()}"


def _found(wanted: str, result: ToolResult) -> str:
    lines, matches, text = result.text.splitlines(), _told(result), result.text
    places = [line.split(":", 2) for line in matches]
    files = list(dict.fromkeys(place[0] for place in places))
    most = "more than " if len(lines) > len(matches) else ""
    first = f"{files[0].rpartition('/')[2]}, line {places[0][1]}"
    if len(matches) == 1:
        return f"{wanted} is in one place, {first}.{_fenced(text, LIST)}"
    return f"{wanted} is in {most}{len(matches)} lines of {_counted(len(files), 'file')}, first in {first}.{_fenced(text, LIST)}"


def _fenced(text: str, language: str = "") -> str:
    """A code block to be shown, not read; its fence is longer than any inside it."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"\n\n{fence}{language}\n{text}\n{fence}\n"


def _joined(items: Sequence[str], word: str) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {word} {items[-1]}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
