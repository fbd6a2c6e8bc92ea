"""What a person asks for, in exact forms: an app with a title and items, or a change of the title, the theme or the items.

Rule 1: values are taken as they were said. Rule 2: what has no form here is left over, in the person's words.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal

from solovox.studio.templates.shelf import by_name

LONGEST: Final = 4_000
LONGEST_TITLE: Final = 60
LONGEST_ITEM: Final = 120
MOST_ITEMS: Final = 50
SCHEMES: Final = ("light", "dark")
COLOURS: Final = ("red", "orange", "yellow", "green", "teal", "blue", "purple", "pink", "grey")
"""Themes: a scheme and a colour. Each app's style has them all."""
_SAID_SO: Final = {"gray": "grey", "violet": "purple", "bright": "light", "black": "dark"}
_THEME: Final = "|".join((*SCHEMES, *COLOURS, *_SAID_SO))
_LIST: Final = r"(?:the|my|our|this) (?:[\w-]+ ){0,2}(?:list|tasks?|board|habits?|items?|cards?|to-?dos?)"
_POLITE: Final = re.compile(
    r"^(?:(?:please|ok|okay|hey|now|so|and|then|vox|can you|could you|would you)\b[ ,]*)+|(?:[ ,]+(?:please|thanks|thank you))+[.!?]*$|[.!?\s]+$",
    re.IGNORECASE,
)
_MAKE: Final = re.compile(
    r"^(?:(?:i|we) (?:want|need)(?: to have)?|(?:i|we)(?: would|'d) like(?: to have)?|build|make|create|generate|write|give|get|show|start|open|begin)"
    r"(?: me| us)?\s+(?:an?|another|some|the|my|new|a new)\s+",
    re.IGNORECASE,
)
_ARTICLE: Final = re.compile(
    r"^(?:an?|the|my|our|another|some)\s+(?:(?:new|small|simple|little|nice|basic)\s+)*", re.IGNORECASE
)
_TITLE: Final = re.compile(
    r"[\s,]+(?:and )?(?:called|named|titled)\s+(?P<title>[\"“'][^\"”']+[\"”']|.+?)(?=\s+(?:with|and|that|which|for)\b|[:,;]|$)",
    re.IGNORECASE,
)
_CUT: Final = re.compile(
    r"\s*[:,;]|\s+(?:with|for|about|of|that|which|where|to|in|on|and|using|without)\b", re.IGNORECASE
)
_ITEMS: Final = re.compile(
    r"(?P<rest>.*?)(?:\s*:\s*|\s+with(?: the (?:items|tasks|habits|cards))?:?\s+)(?!(?:an?|the)\s)(?P<items>.+)",
    re.IGNORECASE,
)
_QUOTED: Final = re.compile(r"[\"“]([^\"”]+)[\"”]")


@dataclass(frozen=True, slots=True)
class AppAsk:
    """`head`: what kind of app it is; `bare`: the whole request but title and theme; `rest`: what is neither kind, title, items nor theme;
    `begins`: whether it was said to make one."""

    head: str
    bare: str
    title: str
    items: tuple[str, ...]
    theme: str
    rest: str
    begins: bool


@dataclass(frozen=True, slots=True)
class Change:
    """`said`: one title, one of `SCHEMES` or `COLOURS`, or the items that come to the end of the list or go from it."""

    what: Literal["title", "theme", "add", "remove"]
    said: tuple[str, ...]


_IT: Final = r"(?:it|this|that|(?:the|my|this) (?:app|page|\w+))"
_FORMS: Final[tuple[tuple[Literal["title", "theme", "add", "remove"], str], ...]] = (
    ("title", rf"(?:call|name|title|retitle) {_IT} (?P<said>.+)"),
    ("title", rf"rename (?:{_IT} )?(?:to |as )?(?P<said>.+)"),
    ("title", rf"(?:change|set|make) (?:the |its )?(?:title|name|heading)(?: of {_IT})?(?: to)? (?P<said>.+)"),
    ("theme", rf"(?:make|turn|paint|colou?r) (?:{_IT}|everything)(?: all)? (?P<said>{_THEME})"),
    ("theme", rf"(?:(?:use|choose|take|set|turn on|switch to|change to|go)(?: the| an?)? )?(?P<said>{_THEME}) (?:theme|mode|colou?rs?|scheme)"),
    ("theme", rf"(?:switch|change|go|turn)(?: it)? to (?P<said>{_THEME})"),
    ("theme", rf"(?:change|set|switch|make) (?:the |its )?(?:theme|colou?rs?|accent)(?: to)? (?P<said>{_THEME})"),
    ("add", rf"(?:add|put|write) (?P<said>.+) (?:to|on|onto|into) {_LIST}"),
    ("add", r"add (?:the |an? )?(?:items?|tasks?|habits?|cards?|entry|entries):? (?P<said>.+)"),
    ("remove", rf"(?:remove|delete|take|cross|strike) (?P<said>.+) (?:from|off) {_LIST}"),
    ("remove", r"(?:remove|delete) (?:the )?(?:items?|tasks?|habits?|cards?|entry|entries):? (?P<said>.+)"),
)  # fmt: skip


def app_ask(prompt: str) -> AppAsk:
    """A request for an app, taken apart."""
    said = _plain(prompt)
    bare = _ARTICLE.sub("", made := _MAKE.sub("", said, count=1), count=1)
    title = theme = ""
    if found := _TITLE.search(bare):
        title, bare = trim_title(found["title"]), bare[: found.start()] + bare[found.end() :]
    if found := re.match(rf"({_THEME})\s+(?=\S)", bare, re.IGNORECASE):
        theme, bare = _theme(found[1]), bare[found.end() :]
    cuts = [*(found.start() for found in _CUT.finditer(bare)), len(bare)]
    at = max((one for one in cuts if by_name(bare[:one])), default=cuts[0])
    head, rest = bare[:at], bare[at:]
    items: tuple[str, ...] = ()
    if found := _ITEMS.fullmatch(rest):
        rest, items = found["rest"], split_items(found["items"])
    return AppAsk(head, bare, title, items, theme, rest.strip(" ,;:"), begins=made != said)


def change_asked(prompt: str) -> Change | None:
    """The change that the words ask for; None: they have none of the forms."""
    said = _plain(prompt)
    for what, form in _FORMS:
        found = re.fullmatch(form, said, re.IGNORECASE)
        if found and (value := found["said"].strip(" ,:")):
            one = trim_title(value) if what == "title" else _theme(value)
            values = (one,) if what in {"title", "theme"} else split_items(value)
            return Change(what, values) if any(values) else None
    return None


def _theme(said: str) -> str:
    return _SAID_SO.get(said.lower(), said.lower())


def trim_title(said: str) -> str:
    """A title, as it was said."""
    return said.strip(" \"“”'.,;:!?")[:LONGEST_TITLE].strip()


def split_items(said: str) -> tuple[str, ...]:
    """The items of "milk, eggs and bread", as they were said. What stands in quotes is not taken apart."""
    quoted = iter(_QUOTED.findall(said))
    whole = re.sub(r"\0\s+(?=\0)", "\0,", _QUOTED.sub("\0", said))
    parts = re.split(r"\s*[,;\n]\s*(?:and\s+)?|\s+and\s+", whole)
    words = (re.sub("\0", lambda _: next(quoted, ""), part).split() for part in parts)
    kept = (" ".join(each).strip(' ."“”')[:LONGEST_ITEM] for each in words)
    return tuple(dict.fromkeys(filter(None, kept)))[:MOST_ITEMS]


def _plain(prompt: str) -> str:
    """Without politeness, in one line."""
    said, before = " ".join(prompt[:LONGEST].replace("’", "'").split()), ""
    while said != before:
        before, said = said, _POLITE.sub("", said)
    return said
