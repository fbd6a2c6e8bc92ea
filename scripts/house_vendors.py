"""Where the name of a vendor may stand: in its adapter, in the live server (the other end of a vendor's wire), in the
registry. Everywhere else a kind is a word that was set, and what is special about it is asked of its declaration.
"""

import re
from collections.abc import Iterator
from typing import Final

VENDORS: Final = re.compile(r"gemini|google|openai|claude|anthropic|deepmind|azure|elevenlabs", re.IGNORECASE)
HOMES: Final = (
    "src/solovox/live/gemini.py",
    "src/solovox/wire/gemini_live/",
    "src/solovox/server/",
    "src/solovox/brains/",
    "src/solovox/parts/registry.py",
    "src/solovox/parts/engines/gemini_live.py",
    "src/solovox/parts/brains/",
    "src/solovox/demo/",
    "src/solovox/cli/demo",
    "src/solovox/live_server/",
    "src/solovox/cli/live_",
    "src/solovox/cli/agent.py",
)
"""The beginnings of paths. `parts/` has the factories of adapters; `live_server/` composes the live server, of which `cli/live_…` is
the command."""


def vendors(path: str, text: str) -> Iterator[tuple[int, str]]:
    """Line and word of each vendor that is named where it may not be."""
    if not path.startswith("src/solovox/") or not path.endswith(".py") or path.startswith(HOMES):
        return
    for number, line in enumerate(text.splitlines(), 1):
        if found := VENDORS.search(line):
            yield number, found.group()


LOCKS: Final = ("requirements/", "src/solovox/weights/locks/")


def addresses(path: str, text: str) -> Iterator[tuple[int, str]]:
    """Of a lock: line and text of what is no package with its version and its hashes."""
    if not (path.startswith(LOCKS) and path.endswith(".txt")):
        return
    for number, line in enumerate(text.splitlines(), 1):
        if "://" in line or line.startswith("-") or " @ " in line:
            yield number, line.strip()
