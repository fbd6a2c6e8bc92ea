"""Two people who speak at once, or one after the other, in every order of what is heard of it: each seed is one order.

What each says has its events in their order: sound, speech, its end, its words; and what a live ear makes of it. Those of
the two, and the ear's, come in every order that keeps this (`orders`). The microphone is one stream (a voice layer puts one
behind the other), in which each sample has a source.

Seeds are numbers of all cases, dealt like cards: any `len(CASES)` seeds in a row play each case once. Another profile or other words deal
them anew: what a pinned seed found has a test of its own, too (`tests/core/test_two_speakers_laws.py`).
"""

from bisect import bisect_right
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache
from itertools import accumulate, product
from math import gcd
from typing import Final

from laws.law_broken import require
from laws.laws import Laws
from laws.scene import SECOND, Scene, of
from laws.source_laws import KnownSaying, SourceLaws
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.policy import (
    Approval,
    EarKind,
    Fidelity,
    NarratorKind,
    Policy,
    Risk,
    Routing,
    ToolSpec,
)

ANN, BEN, BOB, SEVERAL = map(u.SourceId, ("ann", "ben", "bob", "several"))
OWNERS: Final = frozenset(map(u.Principal, (ANN, BEN)))
ONE: Final = u.ConnectionId(1)
LENGTH: Final = u.MIC_RATE
PAUSE: Final = u.MIC_RATE * 7 // 10
REST: Final = 400
"""How many deadlines a talk has at most until it rests."""

TOOLS: Final = (
    ToolSpec(name="ask_agent", routing=True),
    ToolSpec(name="write", effects=True, risk=Risk.FREE),
    ToolSpec(name="send", effects=True, risk=Risk.ASK),
)
OWNED: Final = Policy(owners=OWNERS, tools=TOOLS, fidelity=Fidelity.OFF)
LIVE: Final = replace(OWNED, ear=EarKind.LIVE)
PROFILES: Final = {
    "offline": OWNED,
    "review": replace(OWNED, approval=Approval.REVIEW),
    "half duplex": replace(OWNED, barge_in=False),
    "reader": replace(LIVE, narrator=NarratorKind.READER),
    "code": replace(LIVE, routing=Routing.CODE),
    "relay": replace(LIVE, narrator=NarratorKind.RELAY),
    "self": replace(LIVE, narrator=NarratorKind.SELF),
    "party": replace(LIVE, narrator=NarratorKind.SELF, guests=True),
}


class Opening(Enum):
    """How things stand when the first of the two begins."""

    SILENT = auto()
    ANSWERING = auto()
    """Ann has asked, and a voice is heard."""
    WAITING = auto()
    """Something of Ann's waits for a yes."""


class HeardSign(Enum):
    """What is heard of a saying."""

    ONSET = auto()
    SPEECH = auto()
    END = auto()
    WORDS = auto()
    EAR = auto()
    CALL = auto()


OURS: Final = (HeardSign.ONSET, HeardSign.SPEECH, HeardSign.END, HeardSign.WORDS)
Order = tuple[tuple[int, HeardSign], ...]
"""Of which of the two, and what."""


@dataclass(frozen=True, slots=True)
class MeetingSetting:
    """All of a case but the order."""

    profile: str
    opening: Opening
    people: tuple[u.SourceId, u.SourceId]
    words: tuple[str, str]
    misnamed: bool
    """The speech of the second begins in what counts as the silence of the first."""
    gap: int
    """How much time is between two events, in milliseconds."""

    @property
    def policy(self) -> Policy:
        return PROFILES[self.profile]

    @property
    def ear(self) -> tuple[tuple[int, HeardSign], ...]:
        """What a live ear makes of it, in its order: it hears whom the policy hears."""
        told = (HeardSign.EAR, HeardSign.CALL) if self.profile in ("reader", "relay") else (HeardSign.EAR,)
        hears = [n for n in (0, 1) if self.policy.hears(self.people[n])]
        return tuple((n, one) for n in hears for one in told) if self.policy.ear is EarKind.LIVE else ()

    @property
    def orders(self) -> tuple[Order, ...]:
        """In which it can come."""
        return orders(self.ear)


@cache
def orders(ear: tuple[tuple[int, HeardSign], ...] = ()) -> tuple[Order, ...]:
    """Every order of what is heard of two sayings, the first of which begins first."""
    chains = (tuple((0, one) for one in OURS), tuple((1, one) for one in OURS), ear)
    found: list[Order] = []

    def on(done: Order, left: tuple[int, ...]) -> None:
        if not any(left):
            found.append(done)
        for n, count in enumerate(left):
            if count and _may(done, chains[n][len(chains[n]) - count]):
                rest = tuple(one - (k == n) for k, one in enumerate(left))
                on((*done, chains[n][len(chains[n]) - count]), rest)

    on((), tuple(map(len, chains)))
    return tuple(found)


def _may(done: Order, one: tuple[int, HeardSign]) -> bool:
    """Whether it can come now. Sounds are in the stream one behind the other, and a detector goes along it."""
    which, what = one
    if what in (HeardSign.EAR, HeardSign.CALL):
        return (which, HeardSign.SPEECH) in done
    if which == 1 and what is not HeardSign.WORDS:
        return (0, what) in done
    return True


WORDS: Final = (
    ("polish alpha drawers", "paint bravo tables"),
    ("stop", "paint bravo tables"),
    ("polish alpha drawers", "stop"),
    ("yes", "paint bravo tables"),
    ("polish alpha drawers", "yes"),
)
PEOPLE: Final = (
    (ANN, BOB),
    (BOB, ANN),
    (ANN, BEN),
    (ANN, SEVERAL),
    (SEVERAL, ANN),
)
SETTINGS: Final = tuple(
    MeetingSetting(*one)
    for one in product(PROFILES, Opening, PEOPLE, WORDS, (False, True), (0, 300, 1_500))
    if one[1] is Opening.WAITING or "yes" not in one[3]
)
UNTIL: Final = tuple(accumulate(len(one.orders) for one in SETTINGS))
CASES: Final = range(UNTIL[-1])
STRIDE: Final = next(n for n in range(1_000_003, 2_000_003, 2) if gcd(n, len(CASES)) == 1)


class Meeting(Scene):
    """A talk of people, judged by the laws."""

    def __init__(self, policy: Policy) -> None:
        super().__init__(policy, joined=False)
        self.laws = Laws(policy)
        self.speakers = SourceLaws(policy)
        self.captured = 0
        self.unheard: set[int] = set()
        """What is said over a voice, where the profile does not listen, by its first sample (T1)."""
        self.do(ev.SurfaceJoined(u.SurfaceCaps()))
        if policy.ear is EarKind.LIVE:
            self.do(ev.EarOpened(ONE))

    def do(self, *events: ev.Event) -> list[do.Command]:
        """These happen now; what is decided, judged."""
        out: list[do.Command] = []
        for event in events:
            one = super().do(event)
            self.laws.see(self.at, event, one)
            self.speakers.see(one)
            out += one
        return out

    def capture(self, end: int, source: u.SourceId) -> None:
        """The microphone's stream up to a sample; what is new of it has this source."""
        if end > self.captured:
            span = u.AudioSpan(u.MIC, self.captured, end - self.captured)
            self.captured = end
            self.do(ev.SoundCaptured(span, source))

    def hears(self, said: KnownSaying, what: HeardSign) -> None:
        """One thing is heard of a saying."""
        match what:
            case HeardSign.ONSET:
                self.capture(said.first + 1_000, said.named)
                self.do(ev.OnsetHeard(said.first))
            case HeardSign.SPEECH:
                self.capture(said.first + 4_000, said.named)
                if self.talk.is_open and not self.policy.barge_in:
                    self.unheard.add(said.first)
                self.speakers.misnamed += [said] * (said.named != said.who)
                self.do(ev.SpeechConfirmed(said.first, said.named))
            case HeardSign.END:
                self.capture(said.span.end + PAUSE // 2, said.who)
                self.do(ev.SpeechEnded(said.span))
            case HeardSign.WORDS:
                told = ev.LocalTranscript(said.span, said.words, final=True, source=said.who)
                out = Scene.do(self, told)
                self.laws.see(self.at, told, out)
                self.speakers.see(out, replace(said, deaf=said.first in self.unheard))
            case HeardSign.EAR:
                self.do(ev.EarTranscript(ONE, f" {said.words}"))
            case HeardSign.CALL:
                call = u.CallId(f"{said.first}")
                self.do(ev.EarCalled(ONE, call, "ask_agent", "{}", said.words))

    def open(self, opening: Opening) -> None:
        """How things stand."""
        if opening is Opening.SILENT:
            return
        alone = self.policy.narrator is NarratorKind.SELF
        asked = KnownSaying(ANN, "tell me of the moon", self.captured, LENGTH, ANN)
        for what in OURS:
            self.hears(asked, what)
        if self.policy.ear is EarKind.LIVE:
            self.hears(asked, HeardSign.EAR)
        if opening is Opening.ANSWERING and alone:
            self.do(ev.EarOutputTranscript(ONE, "It is far away."))
            self.do(ev.EarAudio(ONE, u.AudioSpan(u.StreamId("ear/1"), 0, 20 * SECOND)))
        elif opening is Opening.WAITING and alone:
            self.do(ev.EarCalled(ONE, u.CallId("s"), "send", "{}"))
        self.wait(5_000)
        for run in [one.run for one in of(do.AskBrain, self.all)]:
            if opening is Opening.ANSWERING:
                self.write(run, "It is far away.", finish=False)
                self.sound(1, 20 * SECOND)
            else:
                self.do(ev.BrainCalled(run, u.CallId("s"), "send", "{}", said="send"))
        self.wait(5_000)

    def rest(self) -> None:
        """Everything that is under way comes to its end, and the talk to rest."""
        ended: set[u.RunId] = set()
        for _ in range(REST):
            for read in of(do.Read, self.all)[-2:]:
                self.do(ev.ReadRendered(read.read))
            if self.policy.ear is EarKind.LIVE:
                self.do(ev.EarTurnEnded(ONE))
            for run in {one.run for one in of(do.AskBrain, self.all)} - ended:
                ended.add(run)
                self.do(ev.BrainFinished(run))
            due = self.talk.next_deadline
            if self.talk.is_idle or due is None:
                break
            self.wait(max(due - self.at, 1))
        require("T5", self.talk.is_idle, "the talk does not come to rest")
        self.speakers.rest()


def meet(seed: int) -> Meeting:
    """Play the case of a seed, to its rest. Raises `LawBroken`."""
    number = seed * STRIDE % len(CASES)
    at = bisect_right(UNTIL, number)
    setting = SETTINGS[at]
    return play(setting, setting.orders[number - UNTIL[at]])


def play(setting: MeetingSetting, order: Order) -> Meeting:
    """Play a case."""
    scene = Meeting(setting.policy)
    scene.open(setting.opening)
    begins = scene.captured + PAUSE
    named = (setting.people[0], setting.people[0 if setting.misnamed else 1])
    said = [
        KnownSaying(setting.people[n], setting.words[n], begins + n * (LENGTH + PAUSE), LENGTH, named[n])
        for n in (0, 1)
    ]
    for one in said:
        if one.who == one.named or not scene.policy.hears(one.who):
            scene.speakers.knows(one)  # else only its words tell who spoke
    for n, what in order:
        scene.at += setting.gap
        scene.wait(0)
        scene.hears(said[n], what)
    scene.rest()
    return scene
