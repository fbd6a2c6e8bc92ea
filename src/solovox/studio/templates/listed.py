"""What a request lists: the items of a list, and pairs ("hola is hello", "Monday 12").

Rule 1: one alone is no list, unless a colon stands before it: "a list with dark mode" names none.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from solovox.ports.writing import WritingError
from solovox.studio.templates import template as kinds
from solovox.studio.templates.days import ORDINALS
from solovox.studio.templates.puts import PutItems, PutText
from solovox.studio.templates.request import AppRequest, plain
from solovox.studio.templates.values import FoundValue

_CUT: Final = re.compile(r"\s*(?:,(?!\d{3}\b)|[;\n])\s*(?:and\s+)?|\s+and\s+")
_PAIR: Final = re.compile(r"\s*=\s*|\s*→\s*|\s+(?:is|are|means|equals|for which)\s+", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"^(.+?)[\s:]+(?:at\s+|is\s+|of\s+)?[$€£]?(-?\d+(?:,\d{3})*(?:\.\d+)?)$")
_LEAD: Final = re.compile(
    r"^(?:.*\b(?:with|of|where|saying|that say|containing|from|spend on|spending on|of the data)\b)\s+",
    re.IGNORECASE,
)
LONGEST: Final = 200
"""Characters of an item."""


def _rest(request: AppRequest, cues: Sequence[str]) -> tuple[str, int, bool]:
    """What stands behind a colon, else behind the first of the cues; where it begins; whether it was a colon."""
    head, colon, tail = request.text.partition(":")
    if colon and tail.strip():
        return tail.strip(" .!?\n"), len(head), True
    places = [at for cue in cues for at in request.places(cue)]
    if not places:
        return "", len(request.text), False
    first = request.tokens[min(places)]
    return request.text[first.end :].strip(" .!?\n"), first.first, False


def _tokens(request: AppRequest, begins: int) -> frozenset[int]:
    return frozenset(at for at, token in enumerate(request.tokens) if token.first >= begins)


def items(request: AppRequest, parameter: kinds.ItemsParameter) -> FoundValue | None:
    """The items of a list."""
    rest, begins, colon = _rest(request, parameter.before)
    cut = [
        re.sub(r"^(?:a|an|the)\s+", "", one.strip(), flags=re.IGNORECASE)[:LONGEST]
        for one in _CUT.split(rest)
    ]
    found = tuple(one for one in cut if one)
    if not found or (len(found) < 2 and not colon):
        return None
    if len(found) > parameter.most:
        raise WritingError(f"A list takes at most {parameter.most} {parameter.name}, not {len(found)}.")
    return FoundValue(_together(found), (PutItems(parameter.target, found),), tokens=_tokens(request, begins))


def _together(found: Sequence[str]) -> str:
    """As the line says it."""
    if len(found) > 4:
        return f"{len(found)} entries"
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}"


def pairs(request: AppRequest, parameter: kinds.PairsParameter) -> FoundValue | None:
    """Pairs; where only their number was said, placeholders."""
    rest, begins, colon = _rest(request, ("with", "of", "where", "saying", "from"))
    cut = [
        _one_pair(part, parameter, whole=colon or at > 0) for at, part in enumerate(_parts(rest, parameter))
    ]
    found = [one for one in cut if one]
    if found and (len(found) == len(cut) or parameter.numeric):
        if len(found) > parameter.most:
            raise WritingError(f"It takes at most {parameter.most} {parameter.name}, not {len(found)}.")
        lines = "\n".join(parameter.joint.join(one) for one in found)
        shown = f"{len(found)} {parameter.name if len(found) > 1 else parameter.name.removesuffix('s')}"
        if parameter.numeric:
            shown = _together([one[0] for one in found])
        return FoundValue(shown, (PutText(parameter.target, lines),), tokens=_tokens(request, begins))
    return _placeholders(request, parameter)


def _parts(rest: str, parameter: kinds.PairsParameter) -> Iterator[str]:
    """Cut where each part is a pair; "salt and pepper = two words" stays one."""
    held = ""
    for part in _CUT.split(rest):
        held = f"{held} and {part}" if held else part
        if parameter.numeric or _PAIR.search(held):
            yield held
            held = ""
    if held:
        yield held


def _one_pair(part: str, parameter: kinds.PairsParameter, *, whole: bool) -> tuple[str, str] | None:
    clean = part if whole else _LEAD.sub("", part)
    if parameter.numeric:
        written = _figures(clean)
        found = _NUMBERED.match(written.strip())
        if found is None or set(parameter.never).intersection(found.group(1).lower().split()):
            return None
        return found.group(1).strip(" :=-"), found.group(2).replace(",", "")
    cut = _PAIR.split(clean, maxsplit=1)
    if len(cut) != 2 or not all(one.strip() for one in cut):
        return None
    return cut[0].strip().replace("=", "-")[:LONGEST], cut[1].strip()[:LONGEST]


def _figures(text: str) -> str:
    """Numbers in words as digits: "Monday twelve"."""
    request = AppRequest(text)
    for figure in reversed(request.figures):
        first, last = request.tokens[figure.first], request.tokens[figure.end - 1]
        text = f"{text[: first.first]}{plain(figure.value)}{text[last.end :]}"
    return text


def _placeholders(request: AppRequest, parameter: kinds.PairsParameter) -> FoundValue | None:
    for figure in request.figures if parameter.placeholder else ():
        if any(request.runs(unit, figure.end) for unit in parameter.units):
            if not 1 <= figure.value <= parameter.most:
                raise WritingError(f"It takes 1 to {parameter.most} {parameter.name}, not {figure.shown}.")
            made = placeholders(request, parameter, int(figure.value))
            return replace(made, tokens=frozenset(range(figure.first, figure.end + 1)))
    return None


def placeholders(request: AppRequest, parameter: kinds.PairsParameter, count: int) -> FoundValue:
    """Lines to be filled in by the person."""
    about = topic_of(request)
    topic = f" about {about}" if about else ""
    lines = "\n".join(parameter.placeholder.format(n=n, topic=topic) for n in range(1, count + 1))
    noun = parameter.name if count > 1 else parameter.name.removesuffix("s")
    return FoundValue(f"{count} {noun} to fill in", (PutText(parameter.target, lines),))


def topic_of(request: AppRequest) -> str:
    """What stands behind "about"."""
    for at in request.places("about"):
        return topic_from(request, at + 1)
    return ""


_STOPS: Final = frozenset(
    "with that which and or using in as on having so where to from whose containing of . , ; : ! ? called named".split()
)
_NO_TOPICS: Final = frozenset("me us you it them myself ourselves this that".split())
_WORDS: Final = 5


def topic_from(request: AppRequest, at: int) -> str:
    """The words of a topic that begins at a token; "": there is none."""
    end = at
    if _is_a_day(request, at):
        return ""
    while (
        end < len(request.lows)
        and end - at < _WORDS
        and (request.lows[end] not in _STOPS or request.lows[at:end] == ["the"])
    ):
        if any(figure.first == end for figure in request.figures) and (
            end == at or _next_is_a_unit(request, end)
        ):
            break
        end += 1
    if end == at or request.lows[at] in _NO_TOPICS:
        return ""
    return request.text[request.tokens[at].first : request.tokens[end - 1].end]


def _is_a_day(request: AppRequest, at: int) -> bool:
    """Whether it begins as a date does: "the 3rd", "3 March"."""
    here = (
        request.lows[at + 1 : at + 2] if request.lows[at : at + 1] == ["the"] else request.lows[at : at + 1]
    )
    return bool(here) and (here[0].isdigit() or here[0] in ORDINALS)


def _next_is_a_unit(request: AppRequest, at: int) -> bool:
    return at + 1 < len(request.lows) and request.lows[at + 1] in (
        "questions",
        "cards",
        "people",
        "percent",
        "minutes",
        "seconds",
    )


def topic(
    request: AppRequest, parameter: kinds.TopicParameter, title: str, taken: frozenset[int]
) -> FoundValue | None:
    """What the app is about. `title`: the template's own, which it is put behind."""
    for cue in parameter.before:
        for at in request.places(cue):
            begins = at + len(cue.split())
            if begins in taken or at in taken:
                continue
            if about := topic_from(request, begins):
                joint = parameter.joint or cue
                whole = f"{title} {joint} {about}"
                puts = (PutText("title", whole), PutText("#title", whole))
                return FoundValue(f"{joint} {about}", puts, tokens=frozenset({at}))
    return None
