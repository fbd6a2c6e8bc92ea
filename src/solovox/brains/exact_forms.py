"""What the offline brain understands: exact forms, each of which is the whole of a request. In English.

Rule 1: a request that contains more than a form has is not the form: it is not known, and that is said.
Rule 2: what stands in a form is checked by who knows it: a day, a place, a sum, a unit. Names of files are checked by the brain.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from solovox.lang.en.asking import as_said, bare
from solovox.lang.en.days import is_day
from solovox.lang.en.numbers import digits, in_digits
from solovox.lang.en.places import is_place
from solovox.lang.en.sums import sum_in
from solovox.lang.en.units import BITS, measure
from solovox.ports import Json

_TELL: Final = r"(?:(?:tell me|give me|show me|say|do you know) )?"
_IS: Final = r"(?:'s| is|s| was)?"
_DAY: Final = r"(?P<day>.+?)"
_FILES: Final = r"(?:files|code|project|workspace|folder)"
_LOOK: Final = r"(?:list|show me|show|open|what(?:'s| is|s| are) in)"
_READ: Final = r"(?:read me|read out|read|open|show me|show)"
_FORMS: Final = tuple(
    (tool, re.compile(form))
    for tool, form in (
        ("date", rf"(?:what|which) (?:day|date)(?: of the week)? (?:is|was|will|does)(?: it)?(?: be)?(?: on)? {_DAY}(?: be| fall on)?"),
        ("date", rf"(?:when|what){_IS} {_DAY}"),
        ("date", rf"what{_IS} the (?:day|date)(?: of| on)? {_DAY}|what{_IS} (?P<own>.+)'s date"),
        ("date", rf"how (?:many days|long)(?: is it| are there| are left)? (?P<count>until|till|to|since) {_DAY}"),
        ("date", rf"{_TELL}(?:what|which){_IS} ?(?:the |today's )?(?:date|day|day of the week|month|year)(?: is it| it is| is today| today)?(?: in (?P<place>.+))?"),
        ("date", rf"{_TELL}(?:what{_IS} )?(?:today's date|today|the date|date)"),
        ("get_time", rf"{_TELL}what{_IS} (?:the )?(?:current |local |exact )?time(?: is| is it| it is)?(?: here| in (?P<place>.+))?"),
        ("get_time", rf"{_TELL}(?:the |the current )?time(?: in (?P<place>.+))?|how late is it|(?:do you have|have you got) the time"),
        ("get_time", rf"(?:what{_IS} )?(?:the )?(?P<known>.+?)(?:'s)? time"),
        ("convert_units", rf"(?:convert |what{_IS} |how much is |how (?:far|long|tall) is )?(?P<n>\S+) (?P<a>.+?) (?:in|to|into) (?P<b>.+)"),
        ("convert_units", r"how many (?P<b>.+?) (?:are |is |are there )?(?:in )?(?P<n>[\d.,]+|an?|half an?) (?P<a>.+)"),
        ("calculate", rf"(?:what{_IS} |how much is |calculate |compute |work out )?(?P<sum>.+)"),
        ("echo", r"(?:echo|repeat after me|say after me)\b:? (?P<text>.+)"),
        ("size", r"how many files are (?:there|here)|how (?:big|large) is (?:the|my|this) project"),
        ("commit", rf"what{_IS} the (?:last|latest|newest) commit"),
        ("languages", r"(?:which|what) languages? is (?:it|this|the project) written in"),
        ("changes", r"what (?:has|have i|did i) changed?|did i change anything|what(?:'s)? changed|(?:which|what) branch (?:am i on|is this)"),
        ("get_project_status", rf"git status|{_TELL}(?:what{_IS} )?(?:the )?(?:project status|status(?: of (?:the|my|this) project)?)|how is the project(?: doing)?"),
        ("list_sessions", r"(?:list|show|show me) (?:the|my)(?: earlier| past)? (?:sessions|conversations)|(?:which|what) (?:sessions|conversations) are there"),
        ("list_files", r"(?:list|show|show me)(?: all)?(?: the| my)? (?:files|folders)(?: here| there are)?|(?:which|what) files are (?:there|here)|what(?:'s| is) (?:in )?(?:here|this folder|the project)|ls"),
        ("list_files", rf"{_LOOK} (?:the |my )?(?P<file>.+) folder|(?:(?:list|show|show me) (?:the )?(?:files|contents|everything) (?:in|of)|(?:which|what) files are in) (?:the )?(?P<folder>.+?)(?: folder)?"),
        ("search_files", rf"(?:search|search (?:the|my) {_FILES}) for (?:the word )?(?P<text>.+?)(?: in (?:the|my) {_FILES})?|find (?P<found>.+) in (?:the|my) {_FILES}"),
        ("search_files", r"(?:which|what) files (?:mention|contain|use) (?P<text>.+)|where (?:is|are) (?P<found>.+) (?:used|mentioned)"),
        ("search_files", r"where is (?:the )?(?:function |class )?(?P<defined>.+) defined"),
        ("read_file_head", rf"{_READ} (?:me )?the first (?P<lines>\S+ )?lines? of (?:the )?(?P<file>.+)"),
        ("read_file_head", rf"(?:{_READ}|what(?:'s| is) in|{_LOOK}) (?:the |my )?(?:file )?(?P<file>.+?)(?: aloud| out loud| to me)?|what does (?:the )?(?P<folder>.+) say"),
    )
)  # fmt: skip
"""Of what was asked of the project alone, the name is what `get_project_status` is asked about."""
_ABOUT: Final = ("size", "commit", "languages", "changes")


@dataclass(frozen=True, slots=True)
class Asked:
    """A tool that may answer. `spoken`: the name of a file or a folder, or what is searched for, as it was said."""

    tool: str
    arguments: Json = field(default_factory=dict)
    spoken: str = ""


def match_forms(said: str) -> Iterator[Asked]:
    """What may be meant, the likeliest first. Each is the whole request; several only where a file may be called so."""
    words = bare(said)
    numbered = in_digits(words)
    for tool, form in _FORMS:
        found = form.fullmatch(numbered if tool in ("date", "convert_units") else words)
        if found is None:
            continue
        slots = {name: slot.strip() for name, slot in found.groupdict().items() if slot}
        filled = _FILL.get(tool, _fill_look)(slots, said)
        if filled is not None:
            yield Asked(tool, *filled) if tool not in _ABOUT else Asked("get_project_status", {"about": tool})


_Filled = tuple[Json, str] | None
"""Arguments, and what is spoken. None: the form is not meant."""


def _date(slots: Mapping[str, str], said: str) -> _Filled:
    if (day := slots.get("day") or slots.get("own")) is None:
        return _there(slots, said)
    since = slots.get("count") == "since"
    if (since or re.search(r"\bwas\b", said.casefold())) and is_day(f"last {day}"):
        day = f"last {day}"
    elif since:
        return None
    return ({"day": day, **({"count": True} if "count" in slots else {})}, "") if is_day(day) else None


def _there(slots: Mapping[str, str], said: str) -> _Filled:
    """What is not known for a place is told by the tool."""
    place = slots.get("known") or slots.get("place")
    if "known" in slots and not is_place(slots["known"]):
        return None
    return ({"place": as_said(place, said)} if place else {}), ""


def _conversion(slots: Mapping[str, str], said: str) -> _Filled:
    number, source, target = slots["n"], slots["a"], slots["b"]
    value = {"a": "1", "an": "1"}.get(number, "0.5" if number.startswith("half") else digits(number))
    known = value is not None and measure(source) and measure(target) and not BITS.search(said)
    return ({"value": float(value or 0), "from": source, "to": target}, "") if known else None


def _sum(slots: Mapping[str, str], _: str) -> _Filled:
    """By itself "33-4692" is a number of a telephone, or of anything; "3/4/2026" is a day."""
    sum_ = None if re.fullmatch(r"\d+(?:-\d+)+|\d+(?:/\d+){2,}", slots["sum"]) else sum_in(slots["sum"])
    return None if sum_ is None else ({"sum": sum_}, "")


def _echo(slots: Mapping[str, str], said: str) -> _Filled:
    return {"text": as_said(slots["text"], said)}, ""


def _fill_search(slots: Mapping[str, str], _: str) -> _Filled:
    how = "definition" if "defined" in slots else "word"
    return {"how": how}, next(slots[name] for name in ("defined", "found", "text") if name in slots)


def _fill_look(slots: Mapping[str, str], _: str) -> _Filled:
    """A file, a folder, or nothing that is named."""
    lines = in_digits(slots.get("lines", ""))
    return ({"lines": int(lines)} if lines.isdecimal() else {}), slots.get("file") or slots.get("folder", "")


_FILL: Final[Mapping[str, Callable[[Mapping[str, str], str], _Filled]]] = {
    "date": _date, "get_time": _there, "convert_units": _conversion, "calculate": _sum, "echo": _echo, "search_files": _fill_search,
}  # fmt: skip
