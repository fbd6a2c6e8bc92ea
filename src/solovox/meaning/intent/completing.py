"""The answer to a question for a value that a tool needs. Pure.

Rule 1: "never mind" and a new question are no answers.
Rule 2: a text that may be anything takes the whole answer.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from solovox.meaning.intent.arguments import fill, fits
from solovox.meaning.intent.declared import Declared, norms
from solovox.meaning.intent.roles import is_open
from solovox.meaning.intent.wishes import begins_wish

_CANCELS: Final = re.compile(
    r"\W*(?:(?:oh|no|um|uh|please|ah|well)[\s,]+)*(?:never\s?mind|cancel|forget (?:it|that|about)|stop|nothing|leave it|no|nope|not now"
    r"|i don['’]?t know|skip it|hold on|wait)\b",
    re.IGNORECASE,
)
_LEAD: Final = re.compile(
    r"\s*(?:(?:um|uh|er|well|oh|please|okay|ok|that['’]s|it['’]s|it is|let['’]s say|say|saying|tell (?:him|her|them)|make it|the one in)[\s,]+)+",
    re.IGNORECASE,
)
_LONGEST: Final = 7
"""Words of an answer that is no open text."""


def completed(answer: str, tool: Declared, missing: tuple[str, ...]) -> Mapping[str, Any]:
    """The values that an answer gives, by name; empty: it is no answer."""
    asked = tuple(replace(one, required=True) for one in tool.parameters if one.name in missing)
    first = next((one for one in asked if one.name == missing[0]), None)
    if first is None or _CANCELS.match(answer):
        return {}
    plain = _LEAD.sub("", answer, count=1).strip()
    if first.kind in ("string", "") and is_open(first):
        value = plain if fits(plain, first) else None
        return {first.name: value} if value else {}
    if begins_wish(answer) or len(norms(answer)) > _LONGEST:
        return {}
    alone = Declared("", "", (first,))
    found = dict(fill(plain, Declared("", "", asked)).arguments)
    if first.name not in found:
        found |= fill(plain, alone).arguments
    return found if first.name in found else {}
