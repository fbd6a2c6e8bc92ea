"""Commands that only look: they change nothing, and tell nothing to another machine. Pure. In doubt a command does more."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from solovox.brains.claude.shell_words import SUBSTITUTED, Simple

ALWAYS: Final = frozenset(
    {
        "basename", "cat", "cmp", "column", "cut", "df", "diff", "dirname", "du", "echo", "egrep", "expr", "false", "fgrep",
        "grep", "head", "jq", "ls", "md5sum", "nl", "pwd", "readlink", "realpath", "rev", "seq", "sha256sum", "stat",
        "tac", "tail", "tr", "true", "type", "uname", "wc", "which", "whoami", "comm", "join", "paste", "fold", "id", "nproc",
    }
)  # fmt: skip
GIT: Final = frozenset(
    {
        "status",
        "log",
        "diff",
        "show",
        "rev-parse",
        "ls-files",
        "blame",
        "describe",
        "shortlog",
        "ls-tree",
        "cat-file",
        "rev-list",
    }
)


UNKNOWN: Final = re.compile(r"\$[\w{(]|\{[^}]*(,|\.\.)")
"""In a word of which the shell makes others: they may be options, or lead anywhere."""


def looks(one: Simple) -> bool:
    """Whether it only looks."""
    if not one.words:
        return False
    name, rest = one.words[0], one.words[1:]
    if SUBSTITUTED in name or "=" in name or "/" in name:
        return False
    if any(
        operator.lstrip("&") not in ("<", "<<", "<<<", "<<-") and not _discarded(target)
        for operator, target in one.writes
    ):
        return False
    rule = SOMETIMES.get(name)
    known = name in ALWAYS if rule is None else rule(rest)
    return known and not any(map(UNKNOWN.search, rest))


def _discarded(target: str) -> bool:
    return target in ("/dev/null", "/dev/stdout", "/dev/stderr")


def _git(rest: Sequence[str]) -> bool:
    if not rest or any(
        re.match(r"--(output|ext-diff|textconv|exec)|-O|-c$|-p$|--paginate", word) for word in rest
    ):
        return False
    sub, given = rest[0], rest[1:]
    if sub == "branch":
        return all(
            word in ("-a", "-r", "-v", "-vv", "--list", "--show-current", "--all", "--remotes")
            for word in given
        )
    if sub == "remote":
        return given in (["-v"], [])
    return sub in GIT


def _without(*options: str) -> Callable[[Sequence[str]], bool]:
    return lambda rest: not any(_is(word, option) for word in rest for option in options)


def _is(word: str, option: str) -> bool:
    """Whether a word may be the option: a long one may be cut short, and a letter stand among others."""
    name = word.partition("=")[0]
    if option.startswith("--"):
        return len(name) > 2 and (name.startswith(option) or option.startswith(name))
    return word[:1] == "-" and word[:2] != "--" and option[1] in word


def _find(rest: Sequence[str]) -> bool:
    acts = ("-exec", "-ok", "-delete", "-fprint", "-fls")
    return not any(word.startswith(acts) for word in rest)


SOMETIMES: Final[Mapping[str, Callable[[Sequence[str]], bool]]] = {
    "[": _without("-v", "-R"),  # bash runs what stands in the index of the variable
    "cd": lambda rest: len(rest) == 1 and rest != ["-"],
    "date": _without("-s", "--set"),
    "file": _without("-C", "--compile"),
    "find": _find,
    "git": _git,
    "printf": _without("-v"),
    "rg": _without("--pre", "--hostname-bin"),
    "sort": _without("-o", "--output", "--compress-program", "-T", "--temporary-directory"),
    "test": _without("-v", "-R"),
    "tree": _without("-o"),
    "uniq": lambda rest: "--" not in rest and len([word for word in rest if not re.match("-.", word)]) < 2,
}
