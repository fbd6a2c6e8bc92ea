"""Tools for a project, each with the thing in the project that calls for it.

Rule 1: nothing is recommended that the project has, nor a second one for a need that it has met.
Rule 2: each names its reason in the project's or the person's own words; without a reason there is no recommendation.
Rule 3: different needs come before second choices for one need: first what was asked for, then what its files do, then its name and its look.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from solovox.ports.catalogue import CatalogueTool, FoundTool
from solovox.studio.catalogue.context import ASKED, CALLED, DOES, LOOKS
from solovox.studio.catalogue.fusing import Scores
from solovox.studio.catalogue.words import spoken

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


def recommended(
    context: str,
    tools: Sequence[CatalogueTool],
    near: Callable[[str], Scores],
    has: Collection[str],
    most: int,
) -> list[FoundTool]:
    """At most `most`, the best first. `near` says for each tool how near it is to a text; `has`: ids."""
    calls = [call for need in needs(context) if (call := _called(need, tools, near(need.said), has))]
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
            quote = _quoted(part) if of == ASKED else part.strip()
            if spoken(quote):
                yield Need(of, quote)


def _quoted(part: str) -> str:
    """What counts of it: without "I want to build a …" at its beginning, and not too long."""
    words = part.split()
    while words and not spoken(words[0]):
        words.pop(0)
    quote = " ".join(words)
    return quote if len(quote) <= LONGEST_QUOTE else quote[:LONGEST_QUOTE].rpartition(" ")[0] + " …"


def _called(
    need: Need, tools: Sequence[CatalogueTool], scores: Scores, has: Collection[str]
) -> list[FoundTool]:
    """The tools that it calls for, the nearest first; none if what the project has meets it."""
    nearest = [int(at) for at in np.argsort(-scores, kind="stable")[:FIRST]]
    if any(tools[at].id in has for at in nearest):
        return []
    return [FoundTool(tools[at], float(scores[at]), need.reason) for at in nearest if scores[at] >= STRONG]
