"""A person in a plausible world: they talk, cough, think again, type, click, go away and come back. By seed.

`talk(seed)` plays one history; `type_long(seed)` one of a thousand typed asks. Both raise `LawBroken`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from laws.answerers import Keeper, SimulatedBrain, SimulatedSpeaker, Tools, Voice
from laws.any_policy import TOOLS
from laws.law_broken import require
from laws.live_ear import LiveEar
from laws.simulated_phrases import HALTS, HUSHES, NODS, SENDS, STOPS, WAKE, Phrases
from laws.simulated_recogniser import SimulatedRecogniser, SpokenSound
from laws.worlds import SimulatedMicrophone, World, plausible_policy
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.conversation import Conversation
from solovox.core.mends import Mend
from solovox.core.policy import EarKind, Limits, NarratorKind

AGAIN: Final = 8
"""One in this many histories is decided twice (R1)."""
LINGER: Final = 70_000
"""How long a world goes on after the last act, so that late events come and every limit is reached (ms)."""
TYPED: Final = 1_000


@dataclass(slots=True)
class Seen:
    """What a screen shows that can be answered."""

    holds: dict[u.HoldId, str] = field(default_factory=dict)
    codes: dict[u.HoldId, str] = field(default_factory=dict)
    mend: Mend | None = None
    """The last."""


class Person:
    """Acts by chance, one after the other."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.random: Random = world.random
        self._phrases = Phrases(self.random)
        self._mic = SimulatedMicrophone(world)
        self._speaker = SimulatedSpeaker(world)
        self._recogniser = SimulatedRecogniser(world, self._mic)
        self._ear = LiveEar(world, self._phrases)
        self._seen = Seen()
        self._left = self.random.randint(2, 9)
        self._free_at = 0
        """When the mouth is free."""
        self.done_at: int | None = None
        world.hands.append(self.sees)

    def begin(self) -> None:
        """They sit down."""
        self._join()
        self.world.after(self.random.choice((500, 2_000)), self._act)

    def sees(self, command: do.Command) -> None:
        """What the screen shows them."""
        match command:
            case do.ShowHeard(mends=(mend, *_)):
                self._seen.mend = mend
            case do.ShowHold(hold=hold, text=text, code=code):
                self._seen.holds[hold] = text
                self._seen.codes |= {hold: code} if code else {}
            case do.CloseHold(hold=hold, outcome=outcome):
                self._seen.codes.pop(hold, None)
                if (
                    outcome is not do.Outcome.EXPIRED or self.random.random() < 0.5
                ):  # else they may allow the draft
                    self._seen.holds.pop(hold, None)
            case _:
                pass

    def _join(self) -> None:
        self._mic.start()
        self.world.happen(ev.SurfaceJoined(self._speaker.caps()))

    def _leave(self) -> None:
        self._mic.stop()
        self._ear.cut(self._mic.captured)
        self._recogniser.cut()
        self._speaker.silence()
        self.world.happen(ev.SurfaceLeft())

    def _act(self) -> None:
        """The next thing; then, after a while, another."""
        if self._left == 0:
            self.done_at = self.world.now
            return
        self._left -= 1
        acts = self.acts()
        if self._seen.holds:
            acts += [(16, self._answer_hold), (16, self._click)]
        ((_, act),) = self.random.choices(acts, [weight for weight, _ in acts])
        act()
        waits = (300, 900, 1_500, 2_500, 3_900, 6_000, 12_000, 45_000)
        wait = self.random.choices(waits, (3, 4, 4, 4, 3, 5, 4, 1))[0]
        self.world.at(max(self._free_at, self.world.now) + wait, self._act)

    def acts(self) -> list[tuple[int, Callable[[], None]]]:
        """What they may do next, and how likely each is."""
        return [
            (10, self._ask),
            (5, self._ask_in_parts),
            (3, self._cough),
            (2, lambda: self.say(self.random.choice(NODS))),
            (2, lambda: self.say(self.random.choice(STOPS))),
            (1, lambda: self.say(self.random.choice(HUSHES))),
            (2, self._hang_on),
            (2, lambda: self.say(f"instead {self._phrases.sentence()}")),
            (2, lambda: self.say(f"and also {self._phrases.sentence()}")),
            (3, self._type),
            (2, self._hold_the_key),
            (1, self._press),
            (2, self._wonder),
            (1, self._go),
        ]

    def say(self, text: str, after: int = 0) -> None:
        """A sentence, word by word. Without a surface it is not heard."""
        begins = max(self._free_at + 50, self.world.now + after)
        words, at = [], begins
        for word in text.split():
            at += self.random.randint(160, 380)
            words.append((word, at))
        self._sounds(SpokenSound(begins, max(at, begins + 300), tuple(words)))

    def _sounds(self, said: SpokenSound) -> None:
        def begin() -> None:
            if self._mic.is_on():
                said.first = self._mic.position(said.begins)
                self._mic.listen(said.ends + 500)
                self._recogniser.hears(said)
                self._ear.can_hear(said)
                if self.random.random() < 0.01:
                    self.world.at(said.begins + 600, self._mic.stop)  # it breaks silently

        self._free_at = said.ends
        self.world.at(said.begins, begin)

    def _ask(self) -> None:
        wakes = self.world.policy.wake and self.random.random() < 0.85
        self.say(f"{WAKE} {self._phrases.sentence()}" if wakes else self._phrases.sentence())

    def _ask_in_parts(self) -> None:
        self._ask()
        self._free_at += self.random.choice((1_000, 1_800, 3_000, 3_800))
        self.say(self._phrases.sentence(goes_on=True))

    def _hang_on(self) -> None:
        """They hang on, go on, and send it: not always to its end."""
        self._ask()
        self._free_at += self.random.choice((900, 1_500))
        self.say(f"{self._phrases.sentence(goes_on=True)} {self.random.choice(HALTS)}")
        self._free_at += self.random.choice((2_000, 9_000, 25_000))
        if self.random.random() < 0.8:
            self.say(f"{self._phrases.sentence(goes_on=True)} {self.random.choice(SENDS)}")

    def _cough(self) -> None:
        begins = max(self._free_at + 50, self.world.now)
        self._sounds(SpokenSound(begins, begins + self.random.choice((150, 350, 700)), ()))

    def _type(self) -> None:
        self.world.happen(ev.Typed(self._phrases.sentence()))

    def _hold_the_key(self) -> None:
        self.world.happen(ev.FloorTaken())
        self._ask()
        self._free_at += self.random.choice((200, 1_500, 4_000))
        self.say(self._phrases.sentence(goes_on=True))
        self.world.at(self._free_at + self.random.choice((50, 600, 3_000)), ev.FloorGiven())

    def _wonder(self) -> None:
        if self.random.random() < 0.5:
            self.say(f"{self.world.policy.wake} are you still there".strip())
        elif self.random.random() < 0.5:
            self.world.happen(ev.Typed("status"))
        elif (mend := self._seen.mend) is not None:
            self._seen.mend = None
            self.world.happen(ev.MendRefused(mend.heard, mend.meant))
        else:
            self.world.happen(ev.Announced("The other run is done."))

    def _press(self) -> None:
        self.world.happen(
            self.random.choice((ev.StopAsked(u.InputMeans.KEY), ev.SilenceAsked(u.InputMeans.KEY)))
        )

    def _go(self) -> None:
        self._leave()
        back = self.random.choice((500, 5_000, 40_000))
        self._free_at = self.world.now + back
        self.world.after(back, self._join)

    def _answer_hold(self) -> None:
        ways: tuple[str, ...] = ("yes", "yes", "no")
        if self._seen.codes:
            code = self.random.choice(list(self._seen.codes.values()))
            ways = (code, f"confirm {code}", f"no {code}", "yes", "no")
        words = self.random.choice(ways)
        if self.random.random() < 0.2:
            self.world.happen(ev.Typed(words))
        else:
            self.say(words)

    def _click(self) -> None:
        hold, text = self.random.choice(list(self._seen.holds.items()))
        edited = self.random.choice((text, text, f"{text} please", f"find {self._phrases.name()}", " "))
        heard = f"{text} there" if len(edited) % 3 == 0 else None
        self.world.happen(
            self.random.choice(
                (
                    ev.ConsentGiven(hold, edited, u.InputMeans.CLICK, heard=heard),
                    ev.ConsentDenied(hold, u.InputMeans.CLICK),
                )
            )
        )


def talk(seed: int, *, early: bool = False) -> World:
    """Play the history of a seed, to its rest; `early`: with a recogniser that tells of ends before they are sure (T2).
    Raises `LawBroken`."""
    random = Random(f"people {seed}")
    world = World(random, plausible_policy(random))
    world.early = early
    return live(world, seed, Person)


def live(world: World, seed: int, one: type[Person]) -> World:
    """Let a person live in a world, to its rest. Raises `LawBroken`."""
    random = world.random
    for hand in (SimulatedBrain, Voice, Tools, Keeper):
        hand(world)
    person = one(world)
    person.begin()
    while person.done_at is None and not world.talk.has_ended:
        world.live(world.now + 10_000)
    if random.random() < 0.1:
        world.happen(ev.HungUp())
    world.live(world.now + LINGER)
    world.rest()
    if seed % AGAIN == 0:
        decide_again(world)
    return world


def type_long(seed: int, asks: int = TYPED) -> World:
    """A person who only types, `asks` times, and whose every ask needs a tool. Raises `LawBroken`."""
    random = Random(f"typing {seed}")
    narrator = random.choice((NarratorKind.VOICE, NarratorKind.VOICE, NarratorKind.SELF))
    ear = EarKind.LIVE if narrator is NarratorKind.SELF else random.choice(list(EarKind))
    policy = replace(plausible_policy(random), narrator=narrator, ear=ear, understands=True)
    world = World(random, replace(policy, tools=TOOLS, limits=Limits(calls=random.choice((16, 256)))))
    Tools(world)
    world.hands.append(_Typist(world).perform)
    world.happen(ev.SurfaceJoined(u.SurfaceCaps()))
    world.live(2_000)
    for number in range(asks):
        world.happen(ev.Typed(f"question {number + 1}"))
        world.live(world.now + random.choice((900, 3_000, 9_000)))
    world.rest()
    return world


class _Typist:
    """Brain and ear of a typed session: each ask is answered after one call of a tool."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._calls = 0
        self._run: u.RunId | None = None

    def perform(self, command: do.Command) -> None:
        """What both are told."""
        world, soon = self.world, self.world.after
        tool = world.random.choice(("look", "send", "slow"))
        match command:
            case do.OpenEar(connection=connection):
                soon(100, ev.EarOpened(connection))
            case do.AskBrain(run=run):
                self._calls += 1
                soon(50, ev.BrainCalled(run, u.CallId(f"b{self._calls}"), tool, "{}", said=tool))
            case do.AnswerBrain(run=run, result=result):
                soon(10, ev.BrainWrote(run, f"{result} {run}."))
                soon(20, ev.BrainOffered(run, f"{result} {run}.", 8))
                soon(30, ev.BrainFinished(run))
            case do.AskEar(connection=connection):
                self._calls += 1
                soon(50, ev.EarCalled(connection, u.CallId(f"e{self._calls}"), tool, "{}"))
                soon(700, ev.EarTurnEnded(connection))
            case do.Read(read=read):
                soon(20, ev.ReadSounded(read, u.AudioSpan(u.StreamId(f"voice/{read}"), 0, 4_800), 100))
                soon(40, ev.ReadRendered(read))
                soon(300, ev.Played(read, 4_800))
            case do.Flush(read=read):
                soon(20, ev.Flushed(read, 0))
            case _:
                pass


def decide_again(world: World) -> None:
    """The same events give the same commands."""
    twin = Conversation(world.policy)
    for at, event, before in world.log:
        require("R1", twin.handle(u.Instant(at), event) == before, f"{event} was decided otherwise")
