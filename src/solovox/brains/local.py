"""The offline brain: no model and no network. It does a few things exactly, and says so when it is asked for anything else.

Rule 1: it understands exact forms (`exact_forms`), and acts only through the tools it is handed.
Rule 2: it says what its file and its tools say. That something is done it says on a tool's result only.
Rule 3: once in a talk it says what helps a newcomer; afterwards only that it cannot answer.
"""

import asyncio
import difflib
import re
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from pathlib import PurePosixPath
from typing import Final

from solovox.brains.exact_forms import Asked, match_forms
from solovox.lang.en.asking import as_said, bare
from solovox.ports import (
    ASIDE,
    Brain,
    BrainError,
    BrainWork,
    Host,
    Json,
    Message,
    Question,
    Step,
    ToolResult,
    Wrote,
)
from solovox.ports.places import START_VOICE, STOP_VOICE
from solovox.text.markdown.blocks import LIST, count_things

OFFLINE: Final = "I can't, without a model. Ask me what I can do."
CANNOT: Final = "I can't answer that."
MORE: Final = "For anything else connect a model."
ABILITIES: Final = {
    "get_time": "tell the time", "date": "tell the date", "list_files": "list your files",
    "read_file_head": "read the start of a file", "search_files": "search your files",
    "get_project_status": "say how the project stands", "list_sessions": "list your sessions", "calculate": "do sums",
    "convert_units": "convert units", "echo": "repeat your words",
}  # fmt: skip
_TALK: Final = (
    (re.compile(r"(?:hello|hi|hey|good (?:morning|afternoon|evening))(?: there)?"), "Hello. What would you like to know?"),
    (re.compile(r"(?:thanks|thank you)(?: very much| so much| a lot)?"), "You're welcome."),
    (re.compile(r"bye|goodbye|bye bye|good night|see you"), "Goodbye."),
)  # fmt: skip
_HELP: Final = re.compile(
    r"(?:tell me )?what (?:can you|you can|else can you) do|what can i (?:ask|say)|help(?: me)?|(?:who|what) are you"
)
_NAME: Final = re.compile(r"(?:what(?: is|'s)|tell me|say) your name|who are you|who am i talking to")
_FEELING: Final = re.compile(
    r"how (?:do you feel|are you|are you feeling)(?: today)?|what(?: is|'s) your mood"
)
_DIARY: Final = re.compile(r"(?:read(?: me| us)?|what(?: is|'s) in|what did you write in) your diary")
_ENTRY: Final = re.compile(
    r"(?:write|put|note) (?:(?:in|into) your diary:?(?: that)? (?P<one>.+)|(?:that )?(?P<two>.+) (?:in|into) your diary)"
)
_VOICE: Final = r"(?:the |our |my |this )?(?:voice|call|vc)(?: (?:channel|chat|call))?"
_COME: Final = re.compile(
    rf"(?:join|talk (?:with|to)|come (?:and )?talk (?:with|to)) (?:us|me)(?: (?:in|on) {_VOICE})?|(?:join|start|come (?:to|into)) {_VOICE}|go live"
)
_GO: Final = re.compile(
    rf"(?:leave|stop|end) {_VOICE}|hang up|leave us|stop (?:talking|listening)(?: to us)?(?: in {_VOICE})?"
)
_NAMED_ALOUD: Final = 4
_HERE: Final = frozenset(("", "this", "current", "root", "main", "project", "here"))
_ALIASES: Final = {"source": "src", "source code": "src", "documentation": "docs", "test": "tests"}
_DOING: Final = {
    "list_files": "looking at the files", "read_file_head": "reading the file", "search_files": "searching the files",
    "get_project_status": "looking at the project", "list_sessions": "looking at the sessions",
}  # fmt: skip


class LocalPersona:
    """What a persona says of itself. `feels`: its mood in words, or nothing; it blocks on a disk."""

    def __init__(self, name: str, feels: Callable[[], str]) -> None:
        self.name, self._feels = name, feels

    async def answer(self, said: str, tools: Collection[str], host: Host) -> str | None:
        """The answer to a question about itself; None: it is none."""
        text = bare(said, self.name)
        if _NAME.fullmatch(text):
            return f"I am {self.name}."
        if _FEELING.fullmatch(text):
            mood = await asyncio.to_thread(self._feels)
            return f"My mood: {mood.rstrip('.')}." if mood else "I have no mood of my own yet."
        if _DIARY.fullmatch(text) and "read_diary" in tools:
            result = await host.call("read_diary", {})
            if result.failed:
                return _sorry(result)
            entries = " ".join(f"{line.rstrip('.')}." for line in _content_lines(result))
            return f"In my diary stands: {entries}" if entries else "My diary has no entry."
        if (found := _ENTRY.fullmatch(text)) and "update_diary" in tools:
            entry = as_said(found["one"] or found["two"], said)
            result = await host.call("update_diary", {"entry": entry})
            return _sorry(result) if result.failed else sentence(result)
        return None


class LocalBrain(Brain):
    """A `Brain` that needs nothing but the tools in the question."""

    early = free = True

    def __init__(self, persona: LocalPersona | None = None) -> None:
        """`persona`: who it answers as."""
        self._persona = persona

    async def answer(self, question: Question, host: Host) -> AsyncIterator[BrainWork]:
        """One or two sentences, and what was found. Raises `BrainError` when a tool can't be called at all."""
        names = {tool.name for tool in question.tools}
        if (spoken := await self._talk(question.instruction, names, host)) is not None:
            yield Wrote(spoken)
            return
        for one in match_forms(question.instruction):
            if one.tool not in names:
                continue
            if one.tool in _DOING:
                yield Step(_DOING[one.tool])
            if (text := await _Look(host).answer(one)) is not None:
                yield Wrote(text)
                return
        yield Wrote(cannot(question.history))

    async def _talk(self, said: str, names: set[str], host: Host) -> str | None:
        """What is answered without looking anything up."""
        text = bare(said, "" if self._persona is None else self._persona.name)
        greeting = " ".join(re.sub(r"[^\w' ]+", " ", said.casefold()).split())
        if found := next((answer for pattern, answer in _TALK if pattern.fullmatch(greeting)), None):
            return found
        if self._persona is not None and (own := await self._persona.answer(said, names, host)):
            return own
        for wish, action in ((_COME, START_VOICE), (_GO, STOP_VOICE)):
            if action in names and wish.fullmatch(text):
                return sentence(await host.call(action, {}))
        return abilities(names) if asks_for_help(said) else None

    async def aclose(self) -> None:
        """There is nothing to close."""


def asks_for_help(said: str) -> bool:
    """Whether it is asked what can be asked."""
    return _HELP.fullmatch(bare(said)) is not None


def abilities(names: set[str]) -> str:
    """What it can do with these tools, and how to do more."""
    able = [what for name, what in ABILITIES.items() if name in names]
    return f"I can {_join_names(able, 'and')}. {MORE}" if able else f"I have no tools here. {MORE}"


def cannot(history: Sequence[Message]) -> str:
    """That this cannot be answered; the first time with what to do about it."""
    told = any(message.role == "assistant" and OFFLINE in message.text for message in history)
    return CANNOT if told else OFFLINE


class _Look:
    """One question to the tools. None as an answer: what was named is not there, so that it was no such question."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def answer(self, one: Asked) -> str | None:
        match one.tool:
            case "list_files":
                return await self._listing(one.spoken)
            case "read_file_head":
                return await self._reading(one)
            case "search_files":
                return await self._finding(one)
        result = await self._tool(one.tool, one.arguments)
        moment = one.tool == "date" and "day" not in one.arguments
        before = "It is " if moment else "That is " if one.tool == "calculate" else ""
        if result.failed:
            return _sorry(result)
        return result.text if one.tool == "echo" else sentence(ToolResult(before + result.text))

    async def _listing(self, spoken: str) -> str | None:
        folder = "" if spoken in _HERE else await self._folder(spoken)
        if folder is None:
            return None
        result = await self._tool("list_files", {"path": folder} if folder else {})
        return _sorry(result) if result.failed else _say_listing(result, folder)

    async def _folder(self, spoken: str) -> str | None:
        """The folder that is meant, at any depth; a folder without files must be named by its whole path."""
        top, files = await self._tool("list_files", {}), await self._tool("list_files", {"deep": True})
        parents = {str(parent) for path in _content_lines(files) for parent in PurePosixPath(path).parents}
        folders = sorted(
            {name.rstrip("/") for name in _content_lines(top) if name.endswith("/")} | parents - {"."}
        )
        path = spell_name(spoken).strip("/")
        if (
            found := resolve(spoken, folders) or resolve(_ALIASES.get(spoken, ""), folders)
        ) or "/" not in path:
            return found
        return None if (await self._tool("list_files", {"path": path})).failed else path

    async def _reading(self, one: Asked) -> str | None:
        path = resolve(one.spoken, _content_lines(await self._tool("list_files", {"deep": True})))
        if path is None:
            if (listed := await self._listing(one.spoken)) is not None:
                return listed
            name = spell_name(one.spoken)
            return f"I can't find a file called {name} here." if re.search(r"\w[./]\w", name) else None
        result = await self._tool("read_file_head", {"path": path, **one.arguments})
        return _sorry(result) if result.failed else _read(path, result.text)

    async def _finding(self, one: Asked) -> str:
        """Where it is defined, if that was asked; else as whole words; else anywhere, and in the ways in which names are written."""
        spoken, name = one.spoken, spell_name(one.spoken)
        tries = [(name, how) for how in dict.fromkeys((one.arguments["how"], "word"))]
        tries += [(text, "") for text in (spoken, spoken.replace(" ", "_"), spoken.replace(" ", ""), name)]
        for text, how in dict.fromkeys(tries):
            result = await self._tool("search_files", {"text": text} | ({"how": how} if how else {}))
            if result.failed and not how:
                return _sorry(result)
            if not result.failed and _content_lines(result):
                return _say_matches(spoken if how else text, result)
        return f"I find {spoken} nowhere in your files."

    async def _tool(self, name: str, arguments: Json) -> ToolResult:
        return await call_tool(self._host, name, arguments)


async def call_tool(host: Host, name: str, arguments: Json) -> ToolResult:
    """What a tool says. Raises `BrainError` when it can't be called at all."""
    try:
        return await host.call(name, arguments)
    except Exception as error:
        raise BrainError(f"{name} could not be called: {' '.join(str(error).split())[:200]}") from error


def _sorry(result: ToolResult) -> str:
    text = result.text.rstrip(".")
    return f"{text}." if text.startswith("I ") else f"That did not work: {text}."


def sentence(result: ToolResult) -> str:
    """The line of a result as a sentence."""
    text = result.text.removeprefix(ASIDE).strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"


def _content_lines(result: ToolResult) -> list[str]:
    """The lines of a result, without those that are about it."""
    return [line for line in result.text.splitlines() if line and not line.startswith(ASIDE)]


def _say_listing(result: ToolResult, folder: str) -> str:
    lines, names = result.text.splitlines(), _content_lines(result)
    if not names:
        return f"There is nothing {f'in {folder}' if folder else 'here'}."
    folders = [name.rstrip("/").rpartition("/")[2] for name in names if name.endswith("/")]
    files = [name.rpartition("/")[2] for name in names if not name.endswith("/")]
    told = [_some(group, noun) for group, noun in ((folders, "folder"), (files, "file")) if group]
    more = " There are more than I can list." if len(lines) > len(names) else ""
    shown = _fence_block("\n".join(lines)) if max(len(folders), len(files)) > _NAMED_ALOUD else ""
    seen = f"In {folder} I see" if folder else "I see"
    return f"{seen} {' and '.join(told)}.{more}{shown}"


def _some(names: Sequence[str], noun: str) -> str:
    if len(names) <= _NAMED_ALOUD:
        return f"{count_things(len(names), noun)}, {_join_names(names, 'and')}"
    return f"{count_things(len(names), noun)}, such as {_join_names(names[: _NAMED_ALOUD - 1], 'and')}"


def _read(path: str, text: str) -> str:
    name = path.rpartition("/")[2]
    if text == f"{ASIDE}the file is empty":
        return f"{name} is empty."
    if text.startswith("```"):
        return f"Here is the start of {name}.\n\n{text}\n"
    return f"{name} begins:\n\n{text.removesuffix('…').rstrip()}"


def _say_matches(wanted: str, result: ToolResult) -> str:
    lines, matches = result.text.splitlines(), _content_lines(result)
    places = [line.split(":", 2) for line in matches]
    files = list(dict.fromkeys(place[0] for place in places))
    first = f"{files[0].rpartition('/')[2]}, line {places[0][1]}"
    most = "more than " if len(lines) > len(matches) else ""
    where = f"{most}{len(matches)} lines of {count_things(len(files), 'file')}, first in {first}"
    return (
        f"{wanted} is in {f'one place, {first}' if len(matches) == 1 else where}.{_fence_block(result.text)}"
    )


def _fence_block(text: str) -> str:
    """A block to be shown, not read; its fence is longer than any inside it."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"\n\n{fence}{LIST}\n{text}\n{fence}\n"


def _join_names(items: Sequence[str], word: str) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {word} {items[-1]}"


CLOSE: Final = 0.84
"""A name heard with a slip counts when it is at least so alike (difflib's ratio)."""
SURE: Final = 0.99
"""Only the very name."""

_SAID: Final = (
    (r"\s*\bdot\s*", "."), (r"\s*\bpoint\s+(?=[a-z])", "."), (r"\s*\bunderscores?\s*", "_"),
    (r"\s*\b(?:dash|hyphen|minus)\s*", "-"), (r"\s*\b(?:forward )?slash\s*", "/"),
)  # fmt: skip
_WORDS: Final = (
    (r"\bm d\b", "md"), (r"\bp y\b", "py"), (r"\bj s\b", "js"), (r"\bt s\b", "ts"), (r"^what (?:the )?", ""), (r"^(?:reed|red|me) ", ""),
    (r"\bread me\b", "readme"), (r"\bchange ?logs?\b", "changelog"), (r"\blicen[cs]e\b", "license"), (r"\bpie\b", "py"),
    (r"\bpython file\b", "py"), (r"\bmark ?down\b", "md"), (r"\bjason\b", "json"), (r"\btom(?:my|l|ul)\b", "toml"),
    (r"\bget ignore\b", "gitignore"), (r"\bpipe? project\b", "pyproject"), (r"\bmake file\b", "makefile"),
)  # fmt: skip


def spell_name(spoken: str) -> str:
    """A spoken name as it would be typed."""
    text = spoken.casefold()
    for pattern, sign in (*_WORDS[:4], *_SAID):
        text = re.sub(pattern, sign, text)
    for pattern, word in _WORDS:
        text = re.sub(pattern, word, text)
    return re.sub(r"^(?:the|my|our|file|a)\s+|\s+(?:file|please)$", "", text.strip())


def resolve(spoken: str, paths: Sequence[str], close: float = CLOSE) -> str | None:
    """The path that was meant: by its whole, its last part or that without its ending; the shortest of equals."""
    wanted = {_bare(spell_name(spoken)), _bare(spoken)} - {""}
    best: tuple[float, int, str] | None = None
    for path in paths:
        last = path.rstrip("/").rpartition("/")[2]
        stem = last.rpartition(".")[0] or last
        scores = [
            score - penalty
            for name, penalty in ((path, 0.0), (last, 0.0), (stem, 0.01))
            for want in wanted
            if (score := _alike(want, _bare(name))) >= close
        ]
        if scores and (best is None or (-max(scores), len(path), path) < best):
            best = (-max(scores), len(path), path)
    return best[2] if best else None


def _bare(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())


def _alike(one: str, other: str) -> float:
    if one == other:
        return 1.0
    if min(len(one), len(other)) < 4 or abs(len(one) - len(other)) > 3:
        return 0.0
    matcher = difflib.SequenceMatcher(None, one, other)
    return matcher.ratio() if matcher.quick_ratio() >= CLOSE else 0.0
