"""Our own recogniser in a plausible world: it writes what was said, or nothing; late, or never."""

from dataclasses import dataclass
from enum import Enum, auto
from random import Random
from typing import Final

from laws.simulated_phrases import WAKE, mends_of
from laws.worlds import SimulatedMicrophone, World
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.units import MIC


@dataclass(slots=True)
class SpokenSound:
    """One stretch of sound that a person makes. No words: a cough."""

    begins: int
    ends: int
    words: tuple[tuple[str, int], ...]
    """Each with the time at which it is over."""
    first: int = 0
    """Its first sample."""
    gone: bool = False
    """Not recorded to its end."""

    @property
    def text(self) -> str:
        """All of it."""
        return " ".join(word for word, _ in self.words)


class Slip(Enum):
    """What a recogniser may be bad at."""

    NOTHING = auto()
    LATE = auto()
    LOSES_ENDS = auto()
    LOSES_TEXTS = auto()
    DIES = auto()
    HEARS_NO_WORDS = auto()
    ONSETS_STAY = auto()


OFTEN: Final = 0.3
"""How often a slip shows."""


def patience_of(span: u.AudioSpan) -> int:
    """How many ms a person may still only have paused: any number, drawn from where they ended."""
    return span.end // 16 * 37 % 2_500


@dataclass(frozen=True, slots=True)
class BeforeIt:
    """Texts that are told again, with other marks, where who spoke goes on by `until`."""

    until: int = 0
    texts: tuple[str, ...] = ()

    def again(self, said: SpokenSound) -> tuple[str, ...]:
        """Of those, the texts that what is said now goes on from."""
        return tuple(text.rstrip(".") for text in self.texts) if said.begins <= self.until else ()


class SimulatedRecogniser:
    """Events of `RecogniserEvent`, from what is said."""

    def __init__(self, world: World, microphone: SimulatedMicrophone) -> None:
        self._world = world
        self._mic = microphone
        self._random: Random = world.random
        slips = list(Slip)
        self.slip = self._random.choices(slips, [7] + [1] * (len(slips) - 1))[0]
        self._drafts = self._random.random() < 0.3
        self._neat = self._random.random() < 0.5
        self._text_at = 0
        self._before = BeforeIt()
        self._open: SpokenSound | None = None
        self._newest = 0
        """The first sample of what was heard last: speech ends before it."""
        self._dead = False

    def hears(self, said: SpokenSound) -> None:
        """A person begins to make a sound."""
        chance, world = self._random, self._world
        self._newest = first = said.first
        self._then(said, said.begins + chance.randint(20, 120), ev.OnsetHeard(first))
        length = said.ends - said.begins
        short = not said.words and (length < 250 or chance.random() < 0.5)
        stays = self.slip is Slip.ONSETS_STAY and chance.random() < OFTEN
        if short or stays:
            if not stays:
                faded = ev.OnsetFaded(self._mic.position(said.ends))
                self._then(said, said.ends + chance.randint(80, 300), faded)
            return
        sure_at = said.begins + min(chance.randint(200, 400), length)
        world.at(sure_at, lambda: self._confirm(said))
        if self._drafts and length > 900:
            half = " ".join(word for word, _ in said.words[: len(said.words) // 2])
            draft = ev.LocalTranscript(u.AudioSpan(MIC, first, length // 2 * 16), half, final=False)
            self._then(said, said.begins + length // 2 + 150, draft)
        if WAKE in (word for word, _ in said.words):
            self._then(said, said.begins + 600, ev.WakeHeard(first))
        if not (self.slip is Slip.LOSES_ENDS and chance.random() < OFTEN):
            world.at(said.ends + chance.randint(200, 700), lambda: self._ended(said))

    def cut(self) -> None:
        """The microphone is off: what was taken down is understood, unless its end is lost, too."""
        said, self._open = self._open, None
        if said is None or said.gone:
            return
        kept = tuple(one for one in said.words if one[1] <= self._world.now)
        said.gone = True
        if self.slip is not Slip.LOSES_ENDS:
            rest = SpokenSound(said.begins, self._world.now, kept, said.first)
            self._world.after(50, lambda: self._finish(rest))

    def _confirm(self, said: SpokenSound) -> None:
        """It is speech. What went before ends first, unless its end is lost."""
        if said.gone or self._dead or not self._mic.is_on():
            return
        self._mic.catch_up()
        before = self._open
        if before is not None and not before.gone and self.slip is not Slip.LOSES_ENDS:
            self._finish(before)
            before.gone = True
        if not self._dead:
            self._open = said
            self._world.happen(ev.SpeechConfirmed(said.first))

    def _then(self, said: SpokenSound, at: int, event: ev.Event) -> None:
        def tell() -> None:
            if self._mic.is_on() and not said.gone and not self._dead:
                self._mic.catch_up()
                self._world.happen(event)

        self._world.at(at, tell)

    def _ended(self, said: SpokenSound) -> None:
        if self._mic.is_on() and not said.gone and not self._dead:
            self._mic.catch_up()
            self._finish(said)

    def _finish(self, said: SpokenSound) -> None:
        chance, world = self._random, self._world
        self._open = None
        end = self._mic.captured if self._newest <= said.first else min(self._newest, self._mic.captured)
        span = u.AudioSpan(MIC, said.first, max(0, end - said.first))
        patience = patience_of(span) if world.early else 0
        world.happen(ev.SpeechEnded(span, patience))
        again = self._before.again(said)
        self._before = BeforeIt(world.now + patience)
        delay = chance.choice((60, 150, 300, 900))
        if self.slip is Slip.LATE and chance.random() < 2 * OFTEN:
            delay = chance.choice((1_500, 2_500, 6_000, 15_000, 25_000))
        if self.slip is Slip.LOSES_TEXTS and chance.random() < OFTEN:
            return
        self._dead = self._dead or (self.slip is Slip.DIES and chance.random() < OFTEN)
        if self._dead:
            return
        words = "" if self.slip is Slip.HEARS_NO_WORDS and chance.random() < OFTEN else said.text
        words = words if world.policy.understands else ""
        text = f"{words[:1].upper()}{words[1:]}." if words and self._neat else words
        if patience:
            self._before = BeforeIt(world.now + patience, (*again, text))
        self._text_at = max(self._text_at + 1, world.now + delay)
        world.at(self._text_at, ev.LocalTranscript(span, text, final=True, mends=mends_of(text), again=again))
