"""The fault injector between a served session and its socket: every message passes through the faults here. Pure.

Rule 1: without a fault nothing is changed: what goes in comes out.
Rule 2: the same faults, seed and messages at the same times give the same actions.
Rule 3: faults apply one after another, in the order of the command line; each sees the messages that the one before
returned. Triggers are found from the session's own messages.
Rule 4: after a close nothing is sent or received.
Rule 5: at most `WAITING` delayed actions are kept; one more replaces the latest.

The owner of the socket passes each message with the time (`sends`, `came`), performs the actions in order, and calls
`due` at `next_deadline`.
"""

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from solovox.server.doors import RefusedHandshake
from solovox.server.faults.connections import refuse_handshake
from solovox.server.faults.fault import (
    Abort,
    After,
    Chance,
    CloseNow,
    Fault,
    FaultAction,
    FaultOutput,
    FaultRequest,
    Left,
    When,
)
from solovox.server.faults.shapes import Trigger, TriggerFinder
from solovox.server.faults.table import FAULTS, parse
from solovox.wire.gemini_live.client_frames import ClientMessage
from solovox.wire.gemini_live.server_frames import ServerMessage

WAITING: Final = 4096


@dataclass(frozen=True, slots=True)
class Received:
    """The result for a client's message: the messages that the session sees, and the actions to perform before that."""

    seen: tuple[ClientMessage, ...]
    actions: tuple[FaultAction, ...] = ()


class FaultPlan:
    """The faults of a whole server: `injector()` for each connection. `words` are those of `--fault`.

    Raises `BadFault`.
    """

    def __init__(self, words: Iterable[str] = (), seed: int = 0) -> None:
        self._asked = [parse(one) for one in words]
        self._left = [Left(one.number("times")) for one in self._asked]
        self._seed = seed
        self._connections = 0
        self._asking = 0
        """How many handshakes there were."""
        self._asked_later = 0

    @property
    def harmless(self) -> bool:
        """Whether no fault changes connections after their handshake."""
        return all(FAULTS[one.name].trigger is Trigger.UPGRADE for one in self._asked)

    def refuse_next(self) -> RefusedHandshake | None:
        """The refusal for the next handshake; None: it is not refused."""
        self._asking += 1
        for n, one in enumerate(self._asked):
            if FAULTS[one.name].trigger is not Trigger.UPGRADE:
                continue
            if (told := refuse_handshake(self._fault(n, one, self._asking, self._asking - 1))) is not None:
                return told
        return None

    def injector(self) -> "FaultInjector":
        """The injector of the next connection."""
        self._connections += 1
        faults = [self._fault(n, one, self._connections) for n, one in enumerate(self._asked)]
        return FaultInjector(
            [(one.when.at_ms, fault) for one, fault in zip(self._asked, faults, strict=True)]
        )

    def later(self, words: str) -> Fault:
        """A fault of a file of answers, for the connection that is there. Without a place of its own it strikes at once, if it can."""
        asked = parse(words)
        if FAULTS[asked.name].movable and asked.when == When():
            asked = replace(asked, when=When(at_ms=0))
        self._asked_later += 1
        chance = Chance(asked, f"{self._seed}/{self._asked_later}/{words}", Left(asked.number("times")), 0)
        return Fault(FAULTS[asked.name], asked, chance)

    def _fault(self, n: int, asked: FaultRequest, connection: int, met: int = 0) -> Fault:
        seed = f"{self._seed}/{connection}/{n}/{asked.name}"
        return Fault(FAULTS[asked.name], asked, Chance(asked, seed, self._left[n], connection, met))


class FaultInjector:
    """The faults of one connection."""

    def __init__(self, faults: Sequence[tuple[int | None, Fault]]) -> None:
        self._faults = [fault for _, fault in faults]
        self._triggers = TriggerFinder()
        self._order = count()
        self._later: list[tuple[int, int, FaultAction | Fault]] = []
        self._closed = False
        for at, fault in faults:
            if at is not None:
                heapq.heappush(self._later, (at, next(self._order), fault))

    @property
    def next_deadline(self) -> int | None:
        """When `due` must be called; None: not at all."""
        return self._later[0][0] if self._later and not self._closed else None

    def sends(self, at: int, message: ServerMessage) -> list[FaultAction]:
        """What to do in place of sending a message of the session."""
        done = self._through(at, [message], self._faults)
        for trigger in self._triggers.find_in_sent(message):
            done += self._trigger(at, trigger)
        return self._schedule(at, done)

    def receive(self, at: int, message: ClientMessage) -> Received:
        """What the session sees in place of a message of the client."""
        if self._closed:
            return Received(())
        done = [
            one for trigger in self._triggers.find_in_received(message) for one in self._trigger(at, trigger)
        ]
        actions = self._schedule(at, done)
        seen = [message]
        for fault in self._faults:
            seen = [one for each in seen for one in fault.replace_received(at, each)]
        return Received(() if self._closed else tuple(seen), tuple(actions))

    def add(self, at: int, fault: Fault) -> list[FaultAction]:
        """From now on a fault counts too. Returns what it does at once."""
        self._faults.append(fault)
        return self._schedule(at, self._of(at, fault, None) if fault.asked.when.at_ms == 0 else [])

    def due(self, at: int) -> list[FaultAction]:
        """The delayed actions that are due."""
        done = list[FaultOutput]()
        while self._later and self._later[0][0] <= at:
            _, _, waited = heapq.heappop(self._later)
            if isinstance(waited, Fault):
                done += self._of(at, waited, None)
            else:
                done.append(waited)
        return self._schedule(at, done)

    def _trigger(self, at: int, trigger: Trigger) -> list[FaultOutput]:
        return [one for fault in self._faults for one in self._of(at, fault, trigger)]

    def _of(self, at: int, fault: Fault, trigger: Trigger | None) -> list[FaultOutput]:
        """What a fault does at a trigger; later faults see its messages too."""
        behind = self._faults[self._faults.index(fault) + 1 :]
        return self._through(at, fault.on(at, trigger), behind)

    def _through(self, at: int, done: Sequence[FaultOutput], faults: Sequence[Fault]) -> list[FaultOutput]:
        for fault in faults:
            done = [
                each
                for one in done
                for each in (fault.replace_sent(at, one) if isinstance(one, ServerMessage) else (one,))
            ]
        return list(done)

    def _schedule(self, at: int, done: Sequence[FaultOutput]) -> list[FaultAction]:
        actions = list[FaultAction]()
        for one in done:
            if self._closed:
                break
            if isinstance(one, After):
                if len(self._later) >= WAITING:
                    self._later.remove(max(self._later[:]))
                    heapq.heapify(self._later)
                heapq.heappush(self._later, (at + one.ms, next(self._order), one.action))
                continue
            actions.append(one)
            self._closed = isinstance(one, CloseNow | Abort)
        return actions
