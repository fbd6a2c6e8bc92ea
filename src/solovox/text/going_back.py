"""Whether words ask for another version of the app, instead of a change: "undo that", "go back to the version before". Pure.

Rule 1: only as the whole request. "Add an undo button" is a change.
"""

import re
from enum import Enum
from typing import Final

from solovox.lang.en.asking import bare


class VersionStep(Enum):
    """Which version is asked for, seen from the one that counts."""

    BEFORE = "before"
    AFTER = "after"


_IT: Final = r"(?:it|that|this|what you (?:just )?did|(?:the|my|that|your|this) (?:(?:last|latest|previous) )?(?:change|one|thing|step|edit))"
_BEFORE: Final = r"(?:the |my )?(?:version before|(?:previous|last|earlier|older|old|other) (?:version|state|one)|one before|version from before)"
_STEPS: Final = (
    (
        VersionStep.BEFORE,
        re.compile(
            rf"undo(?: {_IT})?|(?:take|roll) back {_IT}|(?:revert|reverse)(?: {_IT})?|(?:take|roll|change|put|turn) {_IT} back"
            rf"|(?:take|change|put|turn) {_IT} back (?:to )?(?:{_BEFORE}|(?:how|what|the way) it was(?: before)?)|(?:make|have|put) it (?:how|as|like|the way) it was(?: before)?"
            rf"|(?:go|take me|bring me|switch|get|step|revert|roll)(?: it)?(?: back)? to {_BEFORE}|(?:go|step) back(?: (?:(?:one|a) )?(?:version|step))?"
            rf"|(?:show|give|bring)(?: me)?(?: back)? {_BEFORE}|(?:restore|bring back) {_BEFORE}"
        ),
    ),
    (
        VersionStep.AFTER,
        re.compile(
            rf"redo(?: {_IT})?|undo the undo|(?:go|step) forward(?: (?:one|a) (?:version|step))?"
            r"|(?:go|take me|bring me|show me|show|switch)(?: (?:forward|back))?(?: to)? the (?:newer|newest|latest|next) version"
        ),
    ),
)


def version_step(request: str) -> VersionStep | None:
    """The step that is asked for; None: the words ask for something else."""
    words = bare(request)
    return next((step for step, pattern in _STEPS if pattern.fullmatch(words)), None)
