"""A plausible world around a conversation: a person talks, and their devices and services fail in ways that were seen.

Beside the adversary (`testing.adversary`), whose events come in any order, here each event has a cause: a
person says sentences, a microphone takes them down, a recogniser and an ear hear the same samples, a brain
answers, a voice reads, a speaker plays. Each is late, loses, repeats or invents by chance, and stays what it
is for a history. Who knows what was said can judge what came of it: `testing.truth_laws`.

Time is virtual: a heap of what is to happen, and the conversation's own deadlines, kept to the millisecond.
"""

import heapq
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from random import Random
from typing import Final

from laws.any_policy import any_policy
from laws.law_broken import require
from laws.laws import Laws
from laws.simulated_phrases import WAKE
from laws.truth_laws import TruthLaws
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.conversation import Conversation
from solovox.core.policy import EarKind, Policy
from solovox.core.units import MIC
from solovox.lang.understanding import understand

PER_MS: Final = u.MIC_RATE // 1000
PIECE: Final = 40
"""Length of a microphone's pieces while the person speaks (ms)."""
LULL: Final = 1_000
"""The same in silence: faster to simulate, and no different to the conversation."""
REST: Final = 20_000_000
"""A conversation that is left alone has come to rest by then (ms): eight runs may each be silent for half an hour."""
Next = ev.Event | Callable[[], None]


def plausible_policy(random: Random) -> Policy:
    """A profile, at random. Without words of our own recogniser there is a live ear."""
    policy = any_policy(random)
    understands = policy.ear is not EarKind.LIVE or random.random() < 0.95
    return replace(policy, owners=frozenset(), understands=understands, wake=WAKE if policy.wake else "")


class World:
    """The conversation, the watchers, and what is going to happen. Raises `LawBroken`."""

    def __init__(self, random: Random, policy: Policy) -> None:
        self.random = random
        self.policy = policy
        self.talk = Conversation(policy)
        self.laws = Laws(policy)
        self.truth = TruthLaws(policy)
        self.now = 0
        self.early = False
        """The recogniser tells of an end before it is sure (T2)."""
        self.calm = False
        """Nothing happens any more but what is asked for."""
        self.log: list[tuple[int, ev.Event, list[do.Command]]] = []
        self.hands: list[Callable[[do.Command], None]] = []
        """The objects that perform commands."""
        self._due: list[tuple[int, int, Next]] = []
        self._order = count()

    def at(self, when: int, what: Next) -> None:
        """Let something happen, not before now."""
        heapq.heappush(self._due, (max(when, self.now), next(self._order), what))

    def after(self, ms: int, what: Next) -> None:
        """The same, after a delay."""
        self.at(self.now + ms, what)

    def happen(self, event: ev.Event) -> None:
        """One step, judged; its commands are performed."""
        event = understand(event, self.talk, u.Instant(self.now))
        out = self.talk.handle(u.Instant(self.now), event)
        self.log.append((self.now, event, out))
        self.laws.see(self.now, event, out)
        self.truth.see(self.now, event, out)
        for command in out:
            for hand in self.hands:
                hand(command)

    def live(self, until: int) -> None:
        """Time passes."""
        while not self.talk.has_ended and self._next(until):
            pass
        self.now = max(self.now, until)

    def rest(self) -> None:
        """The person is silent, and nothing happens unasked: the talk comes to an end by itself (T3)."""
        self.calm, last = True, self.now + REST
        while not self.talk.has_ended:
            if not self._due and self.talk.is_idle:
                break
            due = self._due or self.talk.next_deadline
            require(
                "T3", due is not None, f"at {self.now} ms something is open, and nothing will ever end it"
            )
            require("T3", self._next(last), f"hours later, at {self.now} ms, it has not come to rest")
        self.truth.rest(self.now)
        self.laws.rest()

    def _next(self, until: int) -> bool:
        """The next thing until then; false if there is none."""
        due, top = self.talk.next_deadline, self._due[0][0] if self._due else None
        if due is not None and due <= until and (top is None or due <= top):
            self.now = max(self.now, due)
            self.happen(ev.DeadlineReached())
            after = self.talk.next_deadline
            require("R1", after is None or after > self.now, "a deadline that does not move would spin")
            return True
        if top is None or top > until:
            return False
        self.now, _, what = heapq.heappop(self._due)
        if callable(what):
            what()
        else:
            self.happen(what)
        return True


class SimulatedMicrophone:
    """Samples, in pieces, while there is a surface. It may fall silent for good."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._steady = world.random.random() < 0.05
        self._on = False
        self._since = 0
        self._base = 0
        self._captured = 0
        self._busy_until = 0

    @property
    def captured(self) -> int:
        """Samples given so far."""
        return self._captured

    def position(self, at: int) -> int:
        """The number of the sample of that time, if it goes on until then."""
        return self._base + (at - self._since) * PER_MS if self._on else self._base

    def start(self) -> None:
        """A surface has joined."""
        self._on, self._since, self._base = True, self._world.now, self._captured
        self._world.after(PIECE, self._tick)

    def stop(self) -> None:
        """No more samples."""
        if self._on:
            self.catch_up()
            self._base, self._on = self._captured, False

    def is_on(self) -> bool:
        return self._on

    def listen(self, until: int) -> None:
        """The person speaks until then: small pieces."""
        self._busy_until = max(self._busy_until, until + LULL)

    def catch_up(self) -> None:
        """Give what has been taken down by now."""
        end = self.position(self._world.now)
        if end > self._captured:
            span = u.AudioSpan(MIC, self._captured, end - self._captured)
            self._captured = end
            self._world.happen(ev.SoundCaptured(span))

    def _tick(self) -> None:
        if self._on and not self._world.calm:
            self.catch_up()
            small = self._steady or self._world.now < self._busy_until
            self._world.after(PIECE if small else LULL, self._tick)
