"""The person at the file surface: does each act when its time has come, by the session's clock.

Rule 1: an act that is due is done, or told as missed in one line (`Missed`). Each happens once.
Rule 2: acts with a time keep the session open; those that wait for a hold do not.
Rule 3: an act with a time answers the oldest hold, or the newest draft. One that waits for a hold answers the oldest that has no answer
yet, so that of several each answers a hold of its own.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Final

from solovox.core.commands import ShowHold, SurfaceCommand
from solovox.core.events import HungUp, SurfaceEvent
from solovox.core.units import HoldId
from solovox.ports import Clock
from solovox.surfaces.acts import ANSWERS, ActKind, PersonAct, event_of
from solovox.view import View, apply

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
