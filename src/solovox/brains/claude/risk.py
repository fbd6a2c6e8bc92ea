"""What may come of a tool that Claude Code wants to use, and whether the person is asked. Pure.

Rule 1: what only looks, in the workspace, is free. All that changes something is asked for; edits in the workspace are not,
where the person said so (`edits`). Where Claude only plans, nothing is changed (`plan`).
Rule 2: what cannot be undone, leaves the workspace or touches a secret is grave: a yes aloud is not enough.
Rule 3: in doubt it is graver.
"""

import os.path
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import PurePath
from typing import Any, Final

from solovox.brains.claude.destructive import LOADED, destroys
from solovox.brains.claude.looking import looks
from solovox.brains.claude.shell_words import Simple, Unclear, simple_commands


class Rule(Enum):
    """What becomes of a wish."""

    FREE = "free"
    """It only looks."""
    LET = "let"
    """It changes something, and the person has said yes to its like."""
    ASK = "ask"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A wish judged."""

    rule: Rule
    risk: str = ""
    grave: bool = False


@dataclass(frozen=True, slots=True)
class Reach:
    """Where it works, and what it may. `resolve` makes a path whole, links followed."""

    folder: str
    permissions: str = "ask"
    resolve: Callable[[str], str] = os.path.normpath


EDITS: Final = {
    "Edit": "file_path",
    "MultiEdit": "file_path",
    "Write": "file_path",
    "NotebookEdit": "notebook_path",
}
LOOKS: Final = {
    "Read": "file_path",
    "Glob": "path",
    "Grep": "path",
    "LS": "path",
    "NotebookRead": "notebook_path",
}
THOUGHTS: Final = frozenset(
    {"TodoWrite", "Task", "Agent", "ToolSearch", "TaskStop", "BashOutput", "TaskOutput"}
)
"""It talks with itself; what its assistants do is asked for by itself."""
SECRETS: Final = re.compile(
    r"(^|/)(\.git|\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.docker|\.claude|\.config|\.vscode|\.idea|\.husky|\.mcp\.json|\.netrc|\.npmrc|\.pypirc"
    r"|\.gitconfig|\.gitmodules|\.envrc|\.(ba|z|k)?sh(rc|env)|\.(bash_|z)?profile|\.zlogin|id_(rsa|ed25519|ecdsa)[^/]*|credentials[^/]*"
    r"|[^/]*\.(pem|key|p12|pfx|keychain))(/|$)"
    r"|(^|/)\.env(\.(?!example|sample|template)[^/]*)?$",
    re.IGNORECASE,
)
"""Files that hold secrets, or that are run."""
OUTSIDE: Final = "it is outside of the workspace"
TOUCHY: Final = "it is a file that holds secrets or is run"
PLANS: Final = "this session only plans: nothing is changed. Say what you would do"
MOST_TEXTS: Final = 100
"""Texts in what a tool is given. More are not judged one by one."""


def judge(tool: str, given: Mapping[str, Any], limits: Reach) -> Judgement:
    """May it?"""
    if tool in THOUGHTS:
        return Judgement(Rule.FREE)
    judged = _judged(tool, given, limits)
    if judged.rule in (Rule.ASK, Rule.LET) and limits.permissions == "plan":
        return Judgement(Rule.NEVER, PLANS)
    return judged


def _judged(tool: str, given: Mapping[str, Any], limits: Reach) -> Judgement:
    if tool in EDITS:
        return _edit(str(given.get(EDITS[tool]) or ""), limits)
    if tool in LOOKS:
        searched = str(given.get({"Glob": "pattern", "Grep": "glob"}.get(tool, "")) or "")
        beyond = searched if _leaves(searched, limits) else ""
        return _look(beyond or str(given.get(LOOKS[tool]) or limits.folder), limits)
    match tool:
        case "Bash":
            return _bash(given, limits)
        case "WebFetch":
            return Judgement(Rule.ASK, "the address is told to another server")
        case "WebSearch":
            return Judgement(Rule.ASK, "the words are told to another server")
        case "ExitPlanMode":
            return Judgement(Rule.ASK)
        case _:
            verb = re.split(r"[_\W]+", tool.rpartition("__")[2].casefold())[0]
            looks_only = verb in ("get", "list", "read", "search", "fetch", "show", "find")
            why = alarms(given, limits)
            return Judgement(Rule.ASK, why or "a tool of another server", grave=bool(why) or not looks_only)


def _edit(path: str, limits: Reach) -> Judgement:
    if why := _beyond(path, limits):
        return Judgement(Rule.ASK, why, grave=True)
    return Judgement(Rule.LET if limits.permissions == "edits" else Rule.ASK, "it changes a file")


def _look(path: str, limits: Reach) -> Judgement:
    why = _beyond(path, limits)
    if not why:
        return Judgement(Rule.FREE)
    return Judgement(Rule.ASK, why, grave=why == TOUCHY)


def _beyond(path: str, limits: Reach) -> str:
    """Why it is not simply a file of the workspace. Empty: it is one."""
    whole = limits.resolve(os.path.join(limits.folder, os.path.expanduser(path)))
    home = limits.resolve(limits.folder)
    if not path or "\0" in path or not PurePath(whole).is_relative_to(home):
        return TOUCHY if SECRETS.search(whole) else OUTSIDE
    inner = str(PurePath(whole).relative_to(home))
    return TOUCHY if SECRETS.search(inner) or SECRETS.search(path) else ""


def _bash(given: Mapping[str, Any], limits: Reach) -> Judgement:
    command = str(given.get("command") or "")
    try:
        found = list(simple_commands(command))
        why = next(filter(None, (_grave(one, limits) for one in found)), "")
    except (Unclear, RecursionError) as doubt:
        return Judgement(Rule.ASK, f"what it does is not certain: {doubt}", grave=True)
    if given.get("dangerouslyDisableSandbox"):
        return Judgement(Rule.ASK, "it leaves its sandbox", grave=True)
    if why:
        return Judgement(Rule.ASK, why, grave=True)
    if found and all(_harmless(one, limits) for one in found):
        return Judgement(Rule.FREE)
    return Judgement(Rule.ASK, "it runs a command")


def alarms(given: Any, limits: Reach, *, doubts: bool = True) -> str:
    """Why what a tool that is not known here is called with may be grave: each text in it may be a command, or a path, or the
    first word of a command of which the following texts are the rest. Empty: nothing was found. `doubts`: what cannot be
    taken apart as a command is one reason."""
    texts = list(_texts(given))
    if len(texts) > MOST_TEXTS:
        return "it is given more than can be judged" if doubts else ""
    lines = [*texts, *(shlex.join(texts[at:]) for at in range(len(texts) - 1))]
    found = (_alarm(line, limits, doubts=doubts) for line in lines)
    return next(filter(None, found), "")


def _texts(given: Any, name: str = "") -> Iterator[str]:
    match given:
        case str() if LOADED.match(f"{name}="):
            yield f"{name}={shlex.quote(given)}"
        case str() if given.strip():
            yield given
        case Mapping():
            for name_of, value in given.items():
                yield from _texts(value, str(name_of))
        case list() | tuple():
            for value in given:
                yield from _texts(value)


def _alarm(line: str, limits: Reach, *, doubts: bool) -> str:
    if SECRETS.search(line):
        return TOUCHY
    if _leaves(line, limits):
        return OUTSIDE
    try:
        return next(filter(None, (_grave(one, limits) for one in simple_commands(line))), "")
    except (Unclear, RecursionError) as doubt:
        return f"what it does is not certain: {doubt}" if doubts else ""


def _grave(one: Simple, limits: Reach) -> str:
    if why := destroys(one):
        return why
    targets = [target for operator, target in one.writes if operator.lstrip("&").startswith(">")]
    for word in (*one.words[1:], *(target for _, target in one.writes)):
        if SECRETS.search(_value(word)):
            return TOUCHY
    goes = one.words[:1] in (["cd"], ["pushd"])
    changes = targets if looks(one) and not goes else [*one.words[1:], *targets]
    if any(_leaves(_value(word), limits) for word in changes):
        return "it reaches outside of the workspace"
    return ""


def _harmless(one: Simple, limits: Reach) -> bool:
    read = [_value(word) for word in (*one.words[1:], *(target for _, target in one.writes))]
    return looks(one) and not any(_leaves(word, limits) for word in read)


def _value(word: str) -> str:
    """`/etc/x` of `--file=/etc/x`."""
    return word.partition("=")[2] if re.match(r"-{0,2}[\w-]+=", word) else word


def _leaves(word: str, limits: Reach) -> bool:
    """Whether the word names something outside of the workspace."""
    if "://" in word or word in ("/dev/null", "/dev/stdout", "/dev/stderr"):
        return False
    if word.startswith("~") or re.match(r"\$\{?HOME\b", word):
        return True
    if "\0" in word:
        return False
    whole = limits.resolve(os.path.join(limits.folder, word))
    return not PurePath(whole).is_relative_to(limits.resolve(limits.folder))
