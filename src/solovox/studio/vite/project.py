"""An app as a project of Vite: the same app with a build, for whoever goes on with it in an editor of their own.

Rule 1: the app does what it did (`placing.py`).
Rule 2: versions are exact. The lock has the hashes of Vite and of all that it needs, and names no registry.
Rule 3: the project's tools of the catalogue are dependencies, in the catalogue's version. The lock does not know them: their
files were never looked at here. `npm install` adds them to it; its README says so.

`package.json` and `package-lock.json` beside this file are what every project begins with: `scripts/lock` writes the lock.
"""

import json
import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any, Final

from solovox.ports.projects import Files
from solovox.ports.studio import CatalogueTool
from solovox.studio.vite.placing import PAGE, place_files

PACKAGE: Final = "package.json"
LOCK: Final = "package-lock.json"
LONGEST_NAME: Final = 60
CONFIG: Final = """\
import { defineConfig } from 'vite'

// Relative addresses: what is built runs in any folder of a server.
export default defineConfig({ base: './' })
"""
README: Final = """\
# {name}

{first}

| command | what it does |
|---|---|
| `npm run dev` | shows the app, and what you change in `src/` at once |
| `npm run build` | writes the app into `dist/`, for any web server |
| `npm run preview` | shows what was built |

Vite asks for Node 20.19, or 22.12 and later. `src/` is taken in by Vite: `{main}` may import packages. `public/` is copied as it is.
"""
LOCKED: Final = "`npm ci` installs what the lock names, checked by its hashes."
WITH_TOOLS: Final = (
    "`npm install` installs Vite as the lock names it, checked by its hashes, and {tools}: these are not in the lock yet."
    " npm adds them to it; `npm ci` does from then on. Nothing of the app imports them so far."
)


def vite_project(name: str, files: Files, tools: Sequence[CatalogueTool] = ()) -> Files:
    """The files of a project of Vite. `files`: an app, with its page; `tools`: those that were chosen for it."""
    app = place_files(files)
    package, lock = _parse_kept(PACKAGE), _parse_kept(LOCK)
    extra = {one.package: one.version for one in tools if one.package not in package["devDependencies"]}
    package["name"] = lock["name"] = lock["packages"][""]["name"] = _slug(name)
    if extra:
        package["dependencies"] = dict(sorted(extra.items()))
    first = WITH_TOOLS.format(tools=", ".join(package["dependencies"])) if extra else LOCKED
    return {
        ".gitignore": "node_modules/\ndist/\n",
        "README.md": README.format(name=" ".join(name.split()), first=first, main=f"src/{app.main}"),
        PACKAGE: _text(package),
        LOCK: _text(lock),
        "vite.config.js": CONFIG,
        PAGE: app.page,
        **{f"src/{path}": text for path, text in app.taken.items()},
        **{f"public/{path}": text for path, text in app.copied.items()},
    }


@cache
def _read_kept(name: str) -> str:
    return resources.files("solovox.studio.vite").joinpath(name).read_text("utf-8")


def _parse_kept(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_read_kept(name))
    return found


def _text(found: dict[str, Any]) -> str:
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


def _slug(name: str) -> str:
    """A name that npm takes."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST_NAME].rstrip("-") or "app"
