"""What a person does at a surface, as a line says it: `accept@4.2`, `edit:run the tests@held`, `talk-key:1-3.5`.

Pure: how it is written (`SYNTAX`), and which event it is when its time has come (`event_of`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from typing import Final, assert_never

from solovox.core.events import (
    ConsentDenied,
    ConsentGiven,
    FloorGiven,
    FloorTaken,
    HungUp,
    MendRefused,
    SilenceAsked,
    StopAsked,
    SurfaceEvent,
    Typed,
)
from solovox.core.units import SELF, HoldId, InputMeans, Principal

HELD: Final = "held"
LONGEST_SECONDS: Final = 2 * 60 * 60
LONGEST_TEXT: Final = 20_000
SYNTAX: Final = (
    "write accept@4.2, edit:TEXT@4.2, heard:TEXT@4.2, unmend:HEARD=MEANT@4.2, code@4.2, refuse@4.2, draft@4.2, stop@4.2, silence@4.2, type:TEXT@4.2, hang-up@4.2, "
    "talk-key:1-3.5, or away:2-2.4 (seconds); @held in place of a time means as soon as something is held; as:NAME: before an "
    "act means that NAME does it"
)


class ActKind(Enum):
    """What the person does."""

    ACCEPT = "accept"
    """A yes to the oldest hold, with exactly its text."""
    EDIT = "edit"
    """A yes to the oldest hold, with another text."""
    HEARD = "heard"
    """A yes to the oldest hold, in which what was heard is edited, and the instruction becomes the same."""
    UNMEND = "unmend"
    """Takes a mend back: what was heard, =, what was meant."""
    CODE = "code"
    """Types the code that is shown with the oldest hold."""
    REFUSE = "refuse"
    DRAFT = "draft"
    """A yes to the newest draft: what got no answer in time, or while the surface was there."""
    STOP = "stop"
    SILENCE = "silence"
    TYPE = "type"
    HANG_UP = "hang-up"
    TALK_KEY = "talk-key"
    """Holds the talk key down for a while."""
    LETS_GO = "lets go"
    """The end of it; never written."""
    AWAY = "away"
    """The surface is gone for a while."""


LASTING: Final = frozenset({ActKind.TALK_KEY, ActKind.AWAY})
"""What is written with its end."""
UNTIMED: Final = LASTING | {ActKind.LETS_GO}
WORDED: Final = frozenset({ActKind.EDIT, ActKind.HEARD, ActKind.UNMEND, ActKind.TYPE})
ANSWERS: Final = frozenset({ActKind.ACCEPT, ActKind.EDIT, ActKind.HEARD, ActKind.CODE, ActKind.REFUSE})
"""What answers a hold."""
NAMED: Final = ANSWERS | {ActKind.UNMEND, ActKind.DRAFT, ActKind.STOP, ActKind.SILENCE, ActKind.TYPE}
"""What says who does it."""
ENDS: Final = frozenset({ActKind.REFUSE, ActKind.STOP, ActKind.HANG_UP})
"""What may end a session without an answer, as the person wants it."""


class BadAct(ValueError):
    """An act that cannot be understood: one line that says how to write it."""


@dataclass(frozen=True, slots=True)
class PersonAct:
    """One thing that the person does. Milliseconds of the session; `at` is None: as soon as something is held."""

    kind: ActKind
    at: int | None
    text: str = ""
    until: int = 0
    """When it ends, if it lasts."""
    principal: Principal = SELF
    """Who does it (law A4)."""
    written: str = ""


def act(written: str) -> PersonAct:
    """The act that a line means. Raises `BadAct`."""
    name, colon, rest = written.partition(":")
    if name == "as" and colon:
        return _by_another(written, *rest.partition(":")[::2])
    lasts = next((one for one in LASTING if one.value == name), None)
    if lasts is not None and colon:
        first, _, last = rest.partition("-")
        at, until = _seconds(written, first), _seconds(written, last)
        if until <= at:
            raise BadAct(f"{written!r}: it ends after it has begun; {SYNTAX}")
        return PersonAct(lasts, at, until=until, written=written)
    what, sign, when = written.rpartition("@")
    name, colon, text = what.partition(":")
    kind = next((one for one in ActKind if one.value == name and one not in UNTIMED), None)
    if not sign or kind is None:
        raise BadAct(f"{written!r} is nothing that can be done; {SYNTAX}")
    if bool(colon) is not (kind in WORDED) or (colon and not 0 < len(text.strip()) <= LONGEST_TEXT):
        wants = f"1 to {LONGEST_TEXT} characters" if kind in WORDED else "no text"
        raise BadAct(f"{written!r}: {kind.value} takes {wants}; {SYNTAX}")
    if kind is ActKind.UNMEND and not all(part.strip() for part in text.partition("=")):
        raise BadAct(f"{written!r}: unmend takes what was heard, =, what was meant; {SYNTAX}")
    if kind is ActKind.DRAFT and when == HELD:
        raise BadAct(f"{written!r}: a draft is not held any more, and takes a time; {SYNTAX}")
    return PersonAct(kind, None if when == HELD else _seconds(written, when), text, written=written)


def _by_another(written: str, who: str, rest: str) -> PersonAct:
    one = act(rest)
    if not who.strip() or one.kind not in NAMED or one.principal != SELF:
        raise BadAct(f"{written!r}: write as:NAME: before a yes, a no, a key or a typed line, once; {SYNTAX}")
    return replace(one, principal=Principal(who), written=written)


def acts(written: Sequence[str]) -> tuple[PersonAct, ...]:
    """Several acts. Raises `BadAct`."""
    every = tuple(map(act, written))
    for kind in LASTING:
        same = sorted((one.at or 0, one.until, one.written) for one in every if one.kind is kind)
        for (_, until, one), (at, _, then) in pairwise(same):
            if at <= until:
                raise BadAct(f"{one!r} and {then!r} overlap: write them as one")
    return every


def _seconds(written: str, number: str) -> int:
    try:
        seconds = float(number)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_SECONDS:
        raise BadAct(f"{written!r}: {number!r} is no time from 0 to {LONGEST_SECONDS} seconds; {SYNTAX}")
    return round(seconds * 1000)


def _answer(one: PersonAct, hold: tuple[HoldId, str] | None) -> SurfaceEvent | None:
    """An answer to what waits. None: nothing does."""
    if hold is None:
        return None
    held, text = hold
    if one.kind is ActKind.REFUSE:
        return ConsentDenied(held, InputMeans.KEY, one.principal)
    if one.kind is ActKind.HEARD:
        return ConsentGiven(held, one.text, InputMeans.KEY, one.principal, heard=one.text)
    return ConsentGiven(held, one.text or text, InputMeans.KEY, one.principal)


def event_of(one: PersonAct, hold: tuple[HoldId, str] | None, code: str = "") -> SurfaceEvent | None:
    """What happens when the time of an act has come; `hold`: what it would answer, and its `code`, if it has one.
    None: there is nothing to answer."""
    match one.kind:
        case ActKind.ACCEPT | ActKind.EDIT | ActKind.HEARD | ActKind.DRAFT | ActKind.REFUSE:
            return _answer(one, hold)
        case ActKind.CODE:
            return Typed(f"confirm {code}", principal=one.principal) if code else None
        case ActKind.AWAY:
            return None
        case ActKind.UNMEND:
            heard, _, meant = one.text.partition("=")
            return MendRefused(heard.strip(), meant.strip(), one.principal)
        case ActKind.TALK_KEY:
            return FloorTaken()
        case ActKind.LETS_GO:
            return FloorGiven()
        case ActKind.STOP:
            return StopAsked(InputMeans.KEY, one.principal)
        case ActKind.SILENCE:
            return SilenceAsked(InputMeans.KEY, one.principal)
        case ActKind.TYPE:
            return Typed(one.text, principal=one.principal)
        case ActKind.HANG_UP:
            return HungUp()
        case _:
            assert_never(one.kind)
