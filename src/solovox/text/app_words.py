"""What the words of a request say about the app that is meant: a new one or the one that is there, its name, and whether
another version of it is asked for ("undo that"). Pure.

Rule 1: another version is meant only by the whole request. "Add an undo button" is a change.
"""

import re
from enum import Enum
from typing import Final

from solovox.lang.en.asking import POLITE, bare
from solovox.lang.en.undoing import UndoWay, undo_asked

_MAKING: Final = r"(?:build|create|generate|develop|design|program|write)"
_WANTING: Final = r"(?:(?:i|we) (?:want|need|would like)|i'd like|give me)"
_ONE: Final = r"(?:an?|another|some|my own|a new|one more)"
_KIND: Final = r"(?:app|application|game|page|website|tool|tracker|calculator|timer|stopwatch|quiz|list|converter|board|pad|notes)s?"
_NEW: Final = re.compile(
    rf"^{POLITE}(?:{_MAKING} (?:me |us )?{_ONE} \w|make (?:me |us ){_ONE} \w|make (?:another|a new) \w"
    rf"|(?:make|{_WANTING}) {_ONE} (?:[\w'-]+ ){{0,4}}?{_KIND}\b)",
    re.IGNORECASE,
)
_LEAD: Final = re.compile(
    rf"^{POLITE}(?:{_MAKING}|make|{_WANTING})\s+(?:me |us )?(?:{_ONE} |the )?(?:new |small |simple |little |quick |nice |tiny )*",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(
    r"\b(?:called|named)\s+[\"“']?(.+?)[\"”']?(?=\s+(?:with|that|which|for|and)\b|[.,;:!?]|$)", re.IGNORECASE
)
_TAIL: Final = re.compile(
    r"\s+(?:with|that|which|where|so|because|please|for me|for us|to help|in which|using)\b.*$|[.,;:!?].*$",
    re.IGNORECASE,
)
LONGEST: Final = 40
"""Characters of a name."""
UNNAMED: Final = "New app"


def wants_new_app(request: str) -> bool:
    """Whether another app than the one that is there is asked for: "build me a quiz", not "add a button"."""
    return bool(_NEW.match(" ".join(request.split())))


def app_name(request: str) -> str:
    """What an app is called that was given no name: "build me a tip calculator, please" is the Tip calculator."""
    said = " ".join(request.split())
    named = _NAMED.search(said)
    name = named[1] if named else _TAIL.sub("", _LEAD.sub("", said, count=1))
    name = "".join(letter for letter in name if letter.isprintable()).strip(" \"'“”")
    if len(name) > LONGEST:
        name = name[:LONGEST].rpartition(" ")[0] or name[:LONGEST]
    return f"{name[:1].upper()}{name[1:]}" or UNNAMED


class VersionStep(Enum):
    """Which version is asked for, seen from the one that counts."""

    BEFORE = "before"
    AFTER = "after"


_TO: Final = r"(?:(?:go|take me|bring me|switch) (?:back )?to|show me|show|restore|bring back)"
_VERSIONS: Final = (
    (
        VersionStep.BEFORE,
        re.compile(rf"go back|{_TO} the (?:version before|(?:previous|last|older|old) version)"),
    ),
    (
        VersionStep.AFTER,
        re.compile(rf"go forward|{_TO} the (?:version after|(?:next|newer|newest|latest) version)"),
    ),
)
_TURNED: Final = {UndoWay.UNDO: VersionStep.BEFORE, UndoWay.REDO: VersionStep.AFTER}


def version_step(request: str) -> VersionStep | None:
    """The step that is asked for; None: the words ask for something else, or for more than one step."""
    undo = undo_asked(request)
    if undo is not None:
        return _TURNED[undo.way] if undo.answers == 1 else None
    words = bare(request)
    return next((step for step, pattern in _VERSIONS if pattern.fullmatch(words)), None)
