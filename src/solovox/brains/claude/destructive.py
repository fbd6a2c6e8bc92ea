"""Commands whose work cannot be undone: a table, and what hides one command behind another. Pure.

In doubt a command is destructive. The table says what comes of it, in words that can be read aloud.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from solovox.brains.claude.shell_words import SUBSTITUTED, Simple, Unclear, simple_commands

Words = Sequence[str]
SHELLS: Final = frozenset(
    {"sh", "bash", "zsh", "dash", "ksh", "fish", "ash", "busybox", "pwsh", "powershell"}
)
INTERPRETERS: Final = re.compile(
    r"(python|pypy|node|deno|bun|perl|ruby|php|lua|osascript|Rscript|tclsh)[\d.]*$"
)
CARRIERS: Final[Mapping[str, frozenset[str]]] = {
    "builtin": frozenset(),
    "command": frozenset(),
    "env": frozenset({"-u", "--unset", "-C", "--chdir", "-S"}),
    "exec": frozenset({"-a"}),
    "ionice": frozenset({"-c", "-n", "-p"}),
    "nice": frozenset({"-n"}),
    "nohup": frozenset(),
    "setsid": frozenset(),
    "ssh": frozenset({"-i", "-p", "-l", "-o", "-F", "-J", "-L", "-R"}),
    "stdbuf": frozenset({"-i", "-o", "-e"}),
    "strace": frozenset({"-e", "-o", "-p"}),
    "time": frozenset({"-f", "-o"}),
    "timeout": frozenset({"-s", "-k", "--signal", "--kill-after"}),
    "unbuffer": frozenset(),
    "uv": frozenset(),
    "watch": frozenset({"-n", "--interval"}),
    "xargs": frozenset({"-n", "-I", "-P", "-L", "-d", "-s", "-a", "-E"}),
}
"""Programs that run another one, with those of their options that take a word."""
SKIPS: Final = {"timeout": 1, "ssh": 1, "uv": 1}
"""How many words stand before the command: a time, a host, `run`."""
INLINE: Final = re.compile(
    r"rmtree|unlink|remove|rmdir|rm\b|system|subprocess|popen|spawn|exec|truncate|eval|delete|\bsh\b|write|open\(|rename|kill",
    re.IGNORECASE,
)
SQL: Final = re.compile(
    r"\b(drop\s+(table|database|schema|index|view|user|role|collection)|truncate\s|delete\s+from|alter\s+table|flush(all|db)"
    r"|dropdatabase|deletemany|\.drop\()",
    re.IGNORECASE,
)
LOADED: Final = re.compile(
    r"(PATH|LD_\w+|DYLD_\w+|IFS|BASH_ENV|ENV|SHELLOPTS|PROMPT_COMMAND|PYTHONPATH|PYTHONSTARTUP|NODE_OPTIONS|GIT_\w+|EDITOR|PAGER"
    r"|PERL5OPT|RUBYOPT)="
)


def destroys(simple: Simple, depth: int = 0) -> str:
    """What comes of it that cannot be undone. Empty: nothing that is known. Raises `Unclear`."""
    words = list(simple.words)
    for word in words:
        if not re.match(r"[A-Za-z_]\w*\+?=", word):
            break
        if LOADED.match(word):
            return "it changes how programs are found or run"
        words = words[1:]
    for operator, target in simple.writes:
        if operator.lstrip("&") in (">", ">|") and not _discarded(target):
            return "it writes over a file"
    if not words:
        return ""
    if words[0].startswith("$") or SUBSTITUTED in words[0]:
        return "what is run is not known before it runs"
    name = words[0].rpartition("/")[2].casefold()
    return _of(name, words[1:], depth, piped=simple.piped)


def _discarded(target: str) -> bool:
    return target in ("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty")


def _of(name: str, rest: list[str], depth: int, *, piped: bool) -> str:
    if SQL.search(" ".join(rest)) and name not in ("grep", "rg", "echo", "git", "cat"):
        return "it deletes data of a database"
    if name in ALWAYS:
        return ALWAYS[name]
    if name.startswith("mkfs"):
        return "it formats a disk"
    if name in SHELLS:
        return _shell(rest, depth, piped=piped)
    if name == "eval":
        return _line(" ".join(rest), depth)
    if name == "find":
        return _find(rest, depth)
    if INTERPRETERS.match(name):
        return _interpreter(rest, piped=piped)
    if name in CARRIERS and not (name == "uv" and rest[:1] != ["run"]):
        return _carried(name, rest, depth, piped=piped)
    rule = RULES.get(name)
    return rule(rest) if rule else ""


def _line(text: str, depth: int) -> str:
    if SUBSTITUTED in text or "$" in text:
        return "what is run is not known before it runs"
    found = (destroys(one, depth + 1) for one in simple_commands(text, depth + 1))
    return next(filter(None, found), "")


def _shell(rest: list[str], depth: int, *, piped: bool) -> str:
    for n, word in enumerate(rest):
        if re.match(r"-[a-z]*c[a-z]*$", word):
            return _line(rest[n + 1], depth) if n + 1 < len(rest) else ""
    plain = [word for word in rest if not word.startswith("-")]
    if piped and not plain:
        return "it runs what was fetched, unread"
    return "" if plain else "it runs what it is given, unread"


def _interpreter(rest: list[str], *, piped: bool) -> str:
    for n, word in enumerate(rest):
        if re.match(r"-[a-zA-Z]*[ceEr]$", word) or word in ("eval", "--eval", "--print"):
            return "a program in the command may change anything" if INLINE.search(" ".join(rest[n:])) else ""
        if not word.startswith("-"):
            return ""
    return "it runs what was fetched, unread" if piped else ""


def _find(rest: list[str], depth: int) -> str:
    if "-delete" in rest:
        return "it deletes files"
    if any(word.startswith(("-fprint", "-fls")) for word in rest):
        return "it writes over a file"
    for n, word in enumerate(rest):
        if word in ("-exec", "-execdir", "-ok", "-okdir"):
            run = [one for one in rest[n + 1 :] if one not in (";", "+")]
            if found := destroys(Simple(run), depth + 1):
                return found
    return ""


def _carried(name: str, rest: list[str], depth: int, *, piped: bool) -> str:
    """What stands behind `env -i`, `timeout 5`, `xargs -0`, …"""
    takes, skips = CARRIERS[name], SKIPS.get(name, 0)
    words = list(rest)
    while words:
        word = words[0]
        if name == "env" and word in ("-S", "--split-string"):
            return _line(" ".join(words[1:]), depth)
        if word in takes:
            words = words[2:]
        elif word.startswith("-") or (name == "env" and "=" in word and not LOADED.match(word)):
            words = words[1:]
        elif skips:
            skips, words = skips - 1, words[1:]
        else:
            break
    if not words:
        return ""
    if depth > 8:
        raise Unclear("it is nested too deeply")
    if name in ("ssh", "watch"):
        return _line(" ".join(words), depth)
    return destroys(Simple(words, [], piped and name != "xargs"), depth + 1)


def _options(words: Words) -> str:
    """The letters of all short options."""
    return "".join(word[1:] for word in words if re.match(r"-[A-Za-z]+$", word))


def _plain(words: Words) -> list[str]:
    return [word for word in words if not word.startswith("-")]


def _has(words: Words, *names: str) -> bool:
    return any(word == name or word.startswith(f"{name}=") for word in words for name in names)


def _recursive(said: str) -> Callable[[Words], str]:
    return lambda rest: said if "R" in _options(rest) or "--recursive" in rest else ""


def _first(said: str, *subs: str) -> Callable[[Words], str]:
    """One of these words is what it is told to do, wherever it stands."""
    return lambda rest: said if any(word.casefold() in subs for word in _plain(rest)) else ""


def _any(said: str, *options: str) -> Callable[[Words], str]:
    return lambda rest: said if _has(rest, *options) else ""


def _either(*rules: Callable[[Words], str]) -> Callable[[Words], str]:
    return lambda rest: next(filter(None, (rule(rest) for rule in rules)), "")


def _git_words(rest: Words) -> Iterator[str]:
    """What git is told to do, without its own options."""
    takes = False
    for n, word in enumerate(rest):
        if takes:
            takes = False
        elif word in ("-C", "-c", "--git-dir", "--work-tree", "--namespace"):
            takes = True
        elif not word.startswith("-"):
            yield from rest[n:]
            return


def _git(rest: Words) -> str:
    if any(word == "-c" or word.startswith("--config-env") for word in rest[:4]):
        return "it changes how git works"
    sub, *given = [*_git_words(rest), ""]
    given = [word for word in given if word]
    rule = GIT.get(sub)
    return rule(given) if rule else ""


def _checkout(given: Words) -> str:
    plain = _plain(given)
    lost = "--" in given or "." in plain or (len(plain) > 1 and "b" not in _options(given))
    return "changes that are not committed are lost" if lost or _has(given, "--force", "--ours") or (
        set("fB") & set(_options(given))
    ) else ""  # fmt: skip


def _push(given: Words) -> str:
    if "f" in _options(given) or _has(given, "--force", "--force-with-lease", "--mirror"):
        return "by force"
    refs = _plain(given)[1:]
    if (
        "d" in _options(given)
        or _has(given, "--delete", "--prune")
        or any(ref.startswith(":") for ref in refs)
    ):
        return "it deletes a branch of others"
    return "by force" if any(ref.startswith("+") for ref in refs) else ""


def _clean(given: Words) -> str:
    return "" if "n" in _options(given) or "--dry-run" in given else "files that git does not know are lost"


def _lost(*options: str) -> Callable[[Words], str]:
    return _any("changes that are not committed are lost", *options)


def _always(said: str) -> Callable[[Words], str]:
    return lambda _: said


def _letters(said: str, letters: str) -> Callable[[Words], str]:
    return lambda given: said if set(letters) & set(_options(given)) else ""


REWRITES: Final = "it rewrites history"
GIT: Final[Mapping[str, Callable[[Words], str]]] = {
    "branch": _either(_letters("it deletes or moves a branch", "DMdf"), _any("it deletes a branch", "--delete", "--force")),
    "checkout": _checkout,
    "clean": _clean,
    "commit": _any(REWRITES, "--amend"),
    "config": _any("it changes settings outside of the workspace", "--global", "--system"),
    "filter-branch": _always(REWRITES),
    "filter-repo": _always(REWRITES),
    "gc": _any("it deletes what nothing refers to", "--prune"),
    "prune": _always("it deletes what nothing refers to"),
    "push": _push,
    "rebase": _always(REWRITES),
    "reflog": _first("it deletes the record of what was", "expire", "delete"),
    "remote": _first("it removes a remote", "remove", "rm"),
    "replace": _always(REWRITES),
    "reset": _lost("--hard", "--merge", "--keep"),
    "restore": lambda given: "" if "--staged" in given and "--worktree" not in given else _lost_said(),
    "rm": _always("it deletes files"),
    "stash": _first("what was put aside is lost", "drop", "clear"),
    "submodule": _first("it removes a submodule", "deinit"),
    "switch": _either(_lost("--discard-changes", "--force"), _letters("changes are lost", "fC")),
    "tag": _either(_letters("it deletes or moves a tag", "df"), _any("it deletes a tag", "--delete", "--force")),
    "update-ref": _always(REWRITES),
    "worktree": _first("it removes a work tree", "remove", "prune"),
}  # fmt: skip


def _lost_said() -> str:
    return "changes that are not committed are lost"


def _container(rest: Words) -> str:
    plain = _plain(rest)
    if {"prune", "rm", "rmi", "kill", "remove"} & set(plain[:3]):
        return "it removes containers, images or their data"
    return (
        "it removes the data of containers"
        if "down" in plain and ("v" in _options(rest) or "--volumes" in rest)
        else ""
    )


def _cloud(rest: Words) -> str:
    gone = re.compile(r"(delete|terminate|destroy|remove|purge|rm|rb|drop)(-|$|:)|:destroy$|reset")
    return (
        "it deletes something in a cloud"
        if any(gone.match(word) or word.endswith(":destroy") for word in _plain(rest))
        else ""
    )


def _request(rest: Words) -> str:
    text = " ".join(rest)
    return (
        "it deletes something at a server" if re.search(r"(-X|--request|--method)[ =]?DELETE\b", text) else ""
    )


def _kill(rest: Words) -> str:
    return (
        "it ends programs by force"
        if any(re.match(r"-(9|KILL|SIGKILL|s)$", word) for word in rest) or "-1" in rest[1:]
        else ""
    )


def _crontab(rest: Words) -> str:
    return "" if rest == ["-l"] else "it changes what is run at set times"


def _systemctl(rest: Words) -> str:
    harmless = ("status", "list-units", "is-active", "is-enabled", "show", "cat")
    return "" if any(word in harmless for word in _plain(rest)) else "it changes what runs on this machine"


PUBLISHES: Final = "it publishes, which cannot be taken back"
UNINSTALLS: Final = "it removes what is installed"
SYSTEM: Final = "it changes this machine"
RULES: Final[Mapping[str, Callable[[Words], str]]] = {
    "apt": _first(UNINSTALLS, "remove", "purge", "autoremove"),
    "apt-get": _first(UNINSTALLS, "remove", "purge", "autoremove"),
    "aws": _cloud,
    "az": _cloud,
    "brew": _first(UNINSTALLS, "uninstall", "remove", "rm", "cleanup", "autoremove"),
    "cargo": _first(PUBLISHES, "publish", "yank"),
    "chgrp": _recursive("it changes the rights of many files"),
    "chmod": _recursive("it changes the rights of many files"),
    "chown": _recursive("it changes the rights of many files"),
    "conda": _first(UNINSTALLS, "remove", "uninstall", "clean"),
    "crontab": _crontab,
    "curl": _request,
    "dnf": _first(UNINSTALLS, "remove", "erase", "autoremove"),
    "docker": _container,
    "docker-compose": _container,
    "fly": _cloud,
    "flyctl": _cloud,
    "gcloud": _cloud,
    "gem": _first(PUBLISHES, "push", "yank", "uninstall"),
    "gh": _either(_first("it deletes something at GitHub", "delete", "archive"), _request),
    "git": _git,
    "gsutil": _cloud,
    "helm": _first("it removes what is deployed", "uninstall", "delete", "rollback"),
    "heroku": _cloud,
    "hg": _first(REWRITES, "strip", "revert", "purge", "rollback"),
    "history": _letters("it deletes the history", "cd"),
    "kill": _kill,
    "kubectl": _first("it deletes what is deployed", "delete", "drain", "replace", "evict"),
    "make": _first("it may delete files", "clean", "distclean", "mrproper", "uninstall", "publish", "release", "deploy"),
    "npm": _first(PUBLISHES, "publish", "unpublish", "deprecate"),
    "pacman": _letters(UNINSTALLS, "R"),
    "pip": _first(UNINSTALLS, "uninstall"),
    "pip3": _first(UNINSTALLS, "uninstall"),
    "pnpm": _first(PUBLISHES, "publish", "unpublish"),
    "podman": _container,
    "poetry": _first(PUBLISHES, "publish"),
    "redis-cli": _first("it deletes data of a database", "flushall", "flushdb", "del"),
    "rsync": _either(_any("it deletes files", "--delete", "--delete-after", "--delete-before", "--delete-during", "--delete-excluded",
        "--remove-source-files"), _any("it deletes files", "--del")),
    "svn": _first("changes are lost", "revert", "delete", "rm", "cleanup"),
    "systemctl": _systemctl,
    "service": _first(SYSTEM, "stop", "restart"),
    "tee": lambda rest: "" if "a" in _options(rest) or all(map(_discarded, _plain(rest))) else "it writes over a file",
    "terraform": _first("it changes what is deployed", "destroy", "apply", "taint", "import"),
    "tofu": _first("it changes what is deployed", "destroy", "apply", "taint", "import"),
    "pulumi": _first("it changes what is deployed", "destroy", "up"),
    "twine": _first(PUBLISHES, "upload"),
    "uv": _either(_first(PUBLISHES, "publish"), _first(UNINSTALLS, "uninstall", "remove")),
    "vercel": _first("it changes what is deployed", "rm", "remove", "deploy"),
    "wget": _any("it deletes something at a server", "--method=DELETE"),
    "yarn": _first(PUBLISHES, "publish"),
    "yum": _first(UNINSTALLS, "remove", "erase", "autoremove"),
    "zfs": _first("it deletes data", "destroy", "rollback"),
}  # fmt: skip

DELETES: Final = "it deletes files"
ALWAYS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("rm", "rmdir", "unlink", "shred", "srm", "trash", "del", "erase"), DELETES),
    **dict.fromkeys(("sudo", "doas", "su", "pkexec", "runas"), "it has the rights of the machine's owner"),
    **dict.fromkeys(("shutdown", "reboot", "halt", "poweroff", "init", "telinit"), "it stops this machine"),
    **dict.fromkeys(("dd", "fdisk", "parted", "wipefs", "diskutil", "sgdisk", "mkswap", "format"), "it writes to a disk"),
    **dict.fromkeys(("truncate", "fallocate"), "it empties files"),
    **dict.fromkeys(("killall", "pkill", "xkill", "skill"), "it ends programs"),
    **dict.fromkeys(("dropdb", "dropuser", "mysqladmin"), "it deletes data of a database"),
    **dict.fromkeys(("useradd", "userdel", "usermod", "groupdel", "passwd", "chpasswd", "visudo", "mount", "umount", "iptables",
        "nft", "ufw", "sysctl", "launchctl", "modprobe", "insmod", "rmmod", "chattr", "setfacl", "at", "batch"), SYSTEM),
}  # fmt: skip
