"""Tools for a project, each with the thing in the project that calls for it.

Rule 1: nothing is recommended that the project has, nor a second one for a need that it has met.
Rule 2: each names its reason in the project's or the person's own words; without a reason there is no recommendation.
Rule 3: different needs come before second choices for one need: first what was asked for, then what its files do, then its name and its look.
Rule 4: what is known of a project is a text: a line for each thing, with what kind it is before a colon. A line without is what was asked for.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from solovox.ports.studio import CatalogueTool, FoundTool
from solovox.studio.catalogue.scores import Scores, split_words

ASKED: Final = "asked"
DOES: Final = "does"
CALLED: Final = "called"
LOOKS: Final = "looks"
STRONG: Final = 0.85
"""From this nearness on a need calls for a tool: with both orders, it is early in both."""
FIRST: Final = 3
"""A need is met by the project if one of this number of its nearest tools is there already."""
MOST_NEEDS: Final = 8
"""Each takes a search."""
LONGEST_QUOTE: Final = 60
_PARTS: Final = re.compile(r"[.;,!?\n]+|\b(?:and|with|that|which|where|so|plus|then|also)\b", re.IGNORECASE)
_KIND: Final = re.compile(rf"\s*({ASKED}|{DOES}|{CALLED}|{LOOKS}):\s*", re.IGNORECASE)
_ORDER: Final = (ASKED, DOES, CALLED, LOOKS)

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


@dataclass(frozen=True, slots=True)
class Need:
    """One thing of the project. `kind`: `asked`, `does`, `called` or `looks`."""

    kind: str
    said: str

    @property
    def reason(self) -> str:
        """Why it calls for a tool."""
        match self.kind:
            case "does":
                return f"because your project {self.said}"
            case "called":
                return f"because it is called “{self.said}”"
            case "looks":
                return f"because it shall look {self.said}"
            case _:
                return f"because you asked for “{self.said}”"


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


def recommend_tools(
    context: str,
    tools: Sequence[CatalogueTool],
    near: Callable[[str], Scores],
    has: Collection[str],
    most: int,
) -> list[FoundTool]:
    """At most `most`, the best first. `near` says for each tool how near it is to a text; `has`: ids."""
    calls = [
        call for need in needs(context) if (call := _tools_called_for(need, tools, near(need.said), has))
    ]
    found: dict[str, FoundTool] = {}
    for round_ in range(FIRST):
        for call in calls:
            for one in call[round_ : round_ + 1]:
                found.setdefault(one.tool.id, one)
    return list(found.values())[:most]


def needs(context: str) -> list[Need]:
    """What a context says, in the order of the kinds, each once."""
    each = dict.fromkeys(_needs(context))
    return sorted(each, key=lambda need: _ORDER.index(need.kind))[:MOST_NEEDS]


def _needs(context: str) -> Iterator[Need]:
    for line in context.splitlines():
        kind = _KIND.match(line)
        said = line[kind.end() :] if kind else line
        of = kind[1].lower() if kind else ASKED
        for part in _PARTS.split(said) if of == ASKED else [said]:
            quote = _quote_need(part) if of == ASKED else part.strip()
            if split_words(quote):
                yield Need(of, quote)


def _quote_need(part: str) -> str:
    """What counts of it: without "I want to build a …" at its beginning, and not too long."""
    words = part.split()
    while words and not split_words(words[0]):
        words.pop(0)
    quote = " ".join(words)
    return quote if len(quote) <= LONGEST_QUOTE else quote[:LONGEST_QUOTE].rpartition(" ")[0] + " …"


def _tools_called_for(
    need: Need, tools: Sequence[CatalogueTool], scores: Scores, has: Collection[str]
) -> list[FoundTool]:
    """The tools that it calls for, the nearest first; none if what the project has meets it."""
    nearest = [int(at) for at in np.argsort(-scores, kind="stable")[:FIRST]]
    if any(tools[at].id in has for at in nearest):
        return []
    return [FoundTool(tools[at], float(scores[at]), need.reason) for at in nearest if scores[at] >= STRONG]
