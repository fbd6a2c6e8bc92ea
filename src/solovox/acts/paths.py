"""Where a path leads: in the workspace, out of it, or to what holds secrets or is run."""

import os.path
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

SECRETS: Final = re.compile(
    r"(^|/)(\.git|\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.docker|\.claude|\.config|\.vscode|\.idea|\.husky|\.mcp\.json|\.netrc|\.npmrc|\.pypirc"
    r"|\.gitconfig|\.gitmodules|\.envrc|\.(ba|z|k)?sh(rc|env)|\.(bash_|z)?profile|\.zlogin|id_(rsa|ed25519|ecdsa)[^/]*|credentials[^/]*"
    r"|[^/]*\.(pem|key|p12|pfx|keychain))(/|$)"
    r"|(^|/)\.env(\.(?!example|sample|template)[^/]*)?$",
    re.IGNORECASE,
)
"""Files that hold secrets, or that are run."""
RUN_LATER: Final = re.compile(
    r"(^|/)(\.git/(hooks|config|info/attributes)|\.husky|\.vscode|\.idea|\.claude|\.mcp\.json|\.envrc|\.(ba|z|k)?sh(rc|env)"
    r"|\.(bash_|z)?profile|\.zlogin)(/|$)",
)
"""Files that others run without being asked: a tool, an editor, a shell."""
OUTSIDE: Final = "it is outside of the workspace"
TOUCHY: Final = "it is a file that holds secrets or is run"


@dataclass(frozen=True, slots=True)
class WorkFolder:
    """A folder, and how a path is made whole (links followed)."""

    folder: str
    resolve: Callable[[str], str] = os.path.realpath

    @property
    def name(self) -> str:
        """The last part of it, by which a person knows it."""
        return PurePath(self.folder).name or self.folder

    def leads(self, path: str, within: str = "") -> str:
        """Why it is not simply a file of the workspace; empty if it is one. `within`: from which folder it is named."""
        whole, inside = self.found(path, within)
        if not path or "\0" in path or not inside:
            return TOUCHY if SECRETS.search(whole) else OUTSIDE
        return TOUCHY if SECRETS.search(whole) or SECRETS.search(path) else ""

    def found(self, path: str, within: str = "") -> tuple[str, bool]:
        """Where it leads, and whether that is in the workspace: then from there on."""
        whole = self.resolve(os.path.join(within or self.folder, os.path.expanduser(path)))
        home = self.resolve(self.folder)
        if PurePath(whole).is_relative_to(home):
            return str(PurePath(whole).relative_to(home)), True
        return whole, False
