"""Where a path leads: in the workspace, out of it, or to what holds secrets or is run."""

import os
import re
import stat
from collections.abc import Callable, Container
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

OWN_SETTINGS: Final = r"\.gemini|\.codex|\.opencode|opencode\.jsonc?|\.qwen|solovox\.toml"
"""What the agents read that we start, and what we read."""
SECRETS: Final = re.compile(
    r"(^|/)(\.git|\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.docker|\.claude|\.config|\.vscode|\.idea|\.husky|\.mcp\.json|"
    + OWN_SETTINGS
    + r"|\.netrc|\.npmrc|\.pypirc"
    r"|\.git-credentials|\.gitconfig|\.gitmodules|\.envrc|\.(ba|z|k)?sh(rc|env)|\.(bash_|z)?profile|\.zlogin|id_(rsa|ed25519|ecdsa)[^/]*|credentials[^/]*"
    r"|[^/]*\.(pem|key|p12|pfx|keychain))(/|$)"
    r"|(^|/)\.env(\.(?!example|sample|template)[^/]*)?$",
    re.IGNORECASE,
)
"""Files that hold secrets, or that are run."""
RUN_LATER: Final = re.compile(
    r"(^|/)(\.husky|\.vscode|\.idea|\.claude|\.mcp\.json|\.envrc|\.(ba|z|k)?sh(rc|env)|\.(bash_|z)?profile|\.zlogin|"
    + OWN_SETTINGS
    + r")(/|$)|^\.env$",
    re.IGNORECASE,
)
"""Files that others run, or take their settings from, without being asked: a tool, an editor, a shell."""
OF_GIT: Final = re.compile(r"(^|.*/)(hooks|config|config\.worktree|commondir|info/attributes)(/|$)")
PRIVATE: Final = re.compile(r"^/(proc|dev|run|sys)(/|$)|(^|/)\.")
"""Places out of the workspace that tell of other programs, or hold what a person keeps to themselves."""
NOTHING: Final = "/dev/null"
MOST: Final = 100_000
"""Files that are looked at, to know whether there are secrets among them."""
OUTSIDE: Final = "it is outside of the workspace"
TOUCHY: Final = "it is a file that holds secrets or is run"


@dataclass(frozen=True, slots=True)
class WorkFolder:
    """A folder, and how a path is made whole (links followed)."""

    folder: str
    resolve: Callable[[str], str] = os.path.realpath
    ours: str = ""
    """A folder of ours, which may stand in it: no file there is one of the workspace."""

    def whole(self, path: str, within: str = "") -> str:
        """Where it leads to in the end. `within`: from which folder it is named."""
        return self.resolve(os.path.join(within or self.folder, os.path.expanduser(path)))

    @property
    def name(self) -> str:
        """The last part of it, by which a person knows it."""
        return PurePath(self.folder).name or self.folder

    def leads(self, path: str, within: str = "") -> str:
        """Why it is not simply a file of the workspace; empty if it is one."""
        whole = self.whole(path, within)
        found, inside = self.locate_path(path, within)
        if whole == NOTHING:
            return ""
        if not path or "\0" in path or not inside:
            return TOUCHY if _is_private(whole) else OUTSIDE
        if self.ours and PurePath(whole).is_relative_to(self.resolve(self.ours)):
            return TOUCHY
        return TOUCHY if SECRETS.search(found) or SECRETS.search(path) else ""

    def locate_path(self, path: str, within: str = "") -> tuple[str, bool]:
        """Where it leads, and whether that is in the workspace: then from there on."""
        whole = PurePath(self.whole(path, within))
        home = self.resolve(self.folder)
        inside = whole.is_relative_to(home)
        return str(whole.relative_to(home) if inside else whole), inside

    def secrets(self, path: str, within: str = "") -> list[str] | None:
        """The files below a folder that hold secrets, but for those of a repository. None: there are too many files to know."""
        found, seen = list[str](), 0
        for root, folders, files in os.walk(self.whole(path, within)):
            folders[:] = [one for one in folders if one != ".git"]
            seen += len(files)
            if seen > MOST:
                return None
            found += [whole for one in files if self.leads(whole := os.path.join(root, one)) == TOUCHY]
        return found


def is_run_later(path: str, names: Container[str], files: Container[str]) -> bool:
    """Whether a path of a workspace is run, or names what is run, without being asked for. `names`: all that is there; `files`: what of it is no
    folder."""
    if RUN_LATER.search(path):
        return True
    parts = PurePath(path).parts
    above = ["/".join(parts[:n]) for n, part in enumerate(parts, 1) if part.lower() == ".git"]
    if any(one in files for one in above):  # it names another folder
        return True
    found = OF_GIT.match(path)
    folder = found.group(1).rstrip("/") if found else ""
    if found is None or not folder:
        return False
    return folder in above or (
        f"{folder}/HEAD" in names and (f"{folder}/objects" in names or f"{folder}/commondir" in names)
    )


def _is_private(whole: str) -> bool:
    """Whether a file out of the workspace is not for everyone."""
    if SECRETS.search(whole) or PRIVATE.search(whole):
        return True
    try:
        return not os.stat(whole).st_mode & stat.S_IROTH
    except (OSError, ValueError):
        return False
