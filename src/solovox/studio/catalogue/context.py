"""What is known of a project, as the text by which tools are recommended: a line for each thing, with what kind it is before a colon.

Lines without a kind are what was asked for; `recommending.py` reads both.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final

ASKED: Final = "asked"
DOES: Final = "does"
CALLED: Final = "called"
LOOKS: Final = "looks"
READ: Final = 200_000
"""Characters of its files that are looked at."""
_SIGNS: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), does)
    for pattern, does in (
        (r"\bchart|\bgraph\b|\bplot\(", "draws charts"),
        (r"draggable|dragstart|ondrop", "lets things be dragged"),
        (r"""\.csv|split\(\s*['"](?:,|\\t|;)['"]""", "reads CSV data in columns"),
        (r"<canvas|getContext\(", "draws shapes on a canvas"),
        (r"<table|insertRow\(", "shows rows in a table"),
        (r"localStorage|sessionStorage|indexedDB", "remembers values in the browser"),
        (r"getUserMedia", "listens or looks by microphone or camera"),
        (r"<audio|new Audio\(|AudioContext", "plays sounds"),
        (r"<video", "plays video"),
        (r"""type=["']?password""", "asks for a password"),
        (r"""type=["']?file""", "takes files"),
        (r"""type=["']?color""", "picks colours"),
        (r"""type=["']?range""", "has a slider"),
        (r"""type=["']?(?:date|time|datetime-local)""", "asks for a date"),
        (r"geolocation", "asks for a place on the map"),
        (r"markdown", "shows Markdown text"),
        (r"contenteditable", "edits rich text"),
        (r"addEventListener\(\s*['\"]key", "has keyboard shortcuts"),
        (r"requestAnimationFrame", "animates what is on the screen"),
        (r"\bfetch\(", "calls an API"),
        (r"\.print\(|\.pdf\b", "makes PDF files to print"),
        (r"new Date\(", "works with dates"),
    )
)
"""What stands in a file when the app does something."""


def context_of(
    name: str = "", asked: Iterable[str] = (), files: Mapping[str, str] | None = None, looks: str = ""
) -> str:
    """A project as `Catalogue.recommend` reads it. `asked`: in the person's words, the last first; `looks`: of its theme."""
    text = "\n".join((files or {}).values())[:READ]
    lines = [
        *(f"{ASKED}: {one}" for one in asked),
        *(f"{DOES}: {does}" for sign, does in _SIGNS if sign.search(text)),
        *([f"{CALLED}: {name}"] if name else []),
        *([f"{LOOKS}: {looks}"] if looks else []),
    ]
    return "\n".join(" ".join(line.split()) for line in lines)
