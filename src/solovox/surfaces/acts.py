"""What a person does at a surface, as a line says it: `accept@4.2`, `edit:run the tests@held`, `talk-key:1-3.5`.

Pure: how it is written (`SYNTAX`), and which event it is when its time has come (`event_of`).
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from typing import Final, assert_never

from solovox.core.commands import ShowHold, SurfaceCommand
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
from solovox.ports import Clock
from solovox.view import View, apply

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


# The person at the file surface: does each act when its time has come, by the session's clock.
#
# Rule 1: an act that is due is done, or told as missed in one line (`Missed`). Each happens once.
# Rule 2: acts with a time keep the session open; those that wait for a hold do not.
# Rule 3: an act with a time answers the oldest hold, or the newest draft. One that waits for a hold answers the oldest that has no answer
# yet, so that of several each answers a hold of its own.


Missed = Callable[[str], None]
NOTHING: Final = "nothing waited for a yes then"
AWAY: Final = "the surface was away then"
OVER: Final = "the session had ended"
NEVER: Final = "nothing waited for a yes"


class ActingPerson:
    """Acts at their time."""

    def __init__(self, acts: Sequence[PersonAct], clock: Clock, missed: Missed) -> None:
        here = [one for one in acts if one.kind is not ActKind.AWAY]
        keys = [one for one in acts if one.kind is ActKind.TALK_KEY]
        here += [replace(one, kind=ActKind.LETS_GO, at=one.until) for one in keys]
        self._leaves = [one for one in acts if one.kind is ActKind.AWAY]
        self._timed = sorted(((one.at, one) for one in here if one.at is not None), key=lambda pair: pair[0])
        self._when_held = [one for one in here if one.at is None]
        self._clock = clock
        self._missed = missed
        self.away = False
        """Whether the surface is gone."""
        self._screen = View()
        self._answered: dict[HoldId, int] = {}
        """When each of it was answered last."""
        self._shown = asyncio.Event()
        self._over = False

    @property
    def has_plans(self) -> bool:
        """Whether an act with a time is still to come."""
        return bool(self._timed) or any(self._clock.now() < one.until for one in self._leaves)

    @property
    def away_at(self) -> tuple[tuple[int, int], ...]:
        """When the surface is gone, and for how long."""
        return tuple((one.at, one.until - one.at) for one in self._leaves if one.at is not None)

    def show(self, command: SurfaceCommand) -> None:
        """Look at the screen."""
        self._screen = apply(self._screen, command)
        if isinstance(command, ShowHold):
            self._shown.set()

    def come_back(self) -> None:
        """The surface is there again, and what waits can be seen."""
        self.away = False
        self._shown.set()

    async def run(self, tell: Callable[[SurfaceEvent], Awaitable[None]]) -> None:
        """Do everything that is to be done."""
        while (self._timed or self._when_held) and not self._over:
            left = max(0, self._timed[0][0] - self._clock.now()) / 1000 if self._timed else None
            try:
                async with asyncio.timeout(left):
                    await self._shown.wait()
            except TimeoutError:
                pass
            self._shown.clear()
            for one, event in self._due():
                self._over = self._over or isinstance(event, HungUp)
                if event is None:
                    self._missed(f"{one.written}: {AWAY if self.away else NOTHING}")
                else:
                    await tell(event)

    def finish(self) -> None:
        """The session has ended: what was not done is told."""
        now = self._clock.now()
        for one in [*(one for _, one in self._timed), *(one for one in self._leaves if now < (one.at or 0))]:
            self._missed(f"{one.written}: {OVER}")
        for one in self._when_held:
            self._missed(f"{one.written}: {NEVER}")
        self._timed, self._when_held = [], []

    def _due(self) -> list[tuple[PersonAct, SurfaceEvent | None]]:
        now, found = self._clock.now(), []
        holds = {one.hold: one.text for one in self._screen.holds}
        self._answered = {hold: at for hold, at in self._answered.items() if hold in holds}
        while self._timed and self._timed[0][0] <= now:
            _, one = self._timed.pop(0)
            hold = next((pair for pair in holds.items() if self._answered.get(pair[0]) != now), None)
            if one.kind is ActKind.DRAFT:
                hold = next(((draft.hold, draft.text) for draft in reversed(self._screen.drafts)), None)
            found.append((one, self._do(one, hold, now)))
        while self._when_held and not self.away:
            hold = next((pair for pair in holds.items() if pair[0] not in self._answered), None)
            if hold is None:
                break
            one = self._when_held.pop(0)
            self._answered[hold[0]] = now
            found.append((one, self._do(one, hold, now)))
        return found

    def _do(self, one: PersonAct, hold: tuple[HoldId, str] | None, now: int) -> SurfaceEvent | None:
        if self.away:
            return None
        if hold is not None and one.kind in ANSWERS:
            self._answered[hold[0]] = now
        codes = {shown.hold: shown.code for shown in self._screen.holds}
        return event_of(one, hold, codes.get(hold[0], "") if hold is not None else "")
