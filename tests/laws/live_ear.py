"""A live ear in a plausible world: it transcribes the samples that it was sent, and calls, more or less.

It hears what `SendMicrophone` brings and nothing else: a later connection hears again what is sent again.
Beside a narrator of its own kind (`self`) it answers for itself.
"""

from enum import Enum, auto
from functools import partial
from random import Random
from typing import Final

from laws.simulated_phrases import BABEL, GHOSTS, Phrases, mends_of
from laws.simulated_recogniser import SpokenSound
from laws.worlds import PER_MS, World
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.policy import EarKind, NarratorKind


class EarFault(Enum):
    """What an ear may do, all of it seen or feared."""

    DRIPS_DOTS = auto()
    DRIPS_WORDS = auto()
    LAGS = auto()
    DREAMS = auto()
    SAYS_UM = auto()
    ENDS_EARLY = auto()
    FALLS_SILENT = auto()
    TWICE_OVER = auto()
    ONE_BEHIND = auto()
    BABBLES = auto()
    CALLS_EARLY = auto()
    CALLS_LATE = auto()
    CALLS_TWICE = auto()
    NEVER_CALLS = auto()
    HEARS_NOTHING = auto()
    CHATTERS = auto()
    DIES = auto()
    HOPELESS = auto()
    NEVER_OPENS = auto()


OFTEN: Final = 0.4
"""How often a fault shows."""
SOUNDLESS: Final = 6
"""Of so many answers one has no sound."""
DRIP: Final = 350


class LiveEar:
    """Events of `EarEvent`, from commands to the ear."""

    def __init__(self, world: World, phrases: Phrases) -> None:
        self._world = world
        self._phrases = phrases
        some = self._random.choice((0, 1, 1, 1, 2, 3))
        self.faults = frozenset(self._random.sample(list(EarFault), some))
        self._tells_ends = self._random.random() < 0.5
        self._words: list[tuple[int, str, SpokenSound]] = []
        """What can be heard: the last sample of each word, in order."""
        self._connection: u.ConnectionId | None = None
        self._live = False
        self._free_at = 0
        """When the newest text goes out: texts never overtake one another."""
        self._calls = 0
        self._owed = ""
        self._drips = False
        self._generation = 0
        world.hands.append(self.perform)
        if EarFault.DREAMS in self.faults:
            world.after(self._random.randint(2_000, 30_000), self._dream)

    @property
    def _random(self) -> Random:
        return self._world.random

    def can_hear(self, said: SpokenSound) -> None:
        """A person begins to make a sound."""
        for word, ends in said.words:
            self._words.append((said.first + (ends - said.begins) * PER_MS, word, said))

    def cut(self, captured: int) -> None:
        """The microphone is off: what comes after this sample was never taken down."""
        self._words = [one for one in self._words if one[0] <= captured]

    def perform(self, command: do.Command) -> None:
        """What a connection does."""
        match command:
            case do.OpenEar(connection=connection, resume=resume):
                self._connection, self._live = connection, False
                self._opens(connection, resume)
            case do.CloseEar():
                self._connection, self._live = None, False
            case do.SendMicrophone(span=span) if self._live:
                heard = [one for one in self._words[-60:] if span.first < one[0] <= span.end]
                for one in heard:
                    self._hears(one, last=one[2].words[-1][1] == _time(one))
            case do.NudgeEar() if self._world.policy.narrator is NarratorKind.SELF:
                self._answer()
            case do.NudgeEar(connection=connection) if EarFault.NEVER_CALLS not in self.faults:
                self._world.after(self._random.choice((300, 900, 2_500)), lambda: self._call(connection))
            case do.AskEar() | do.EndActivity() if self._world.policy.narrator is NarratorKind.SELF:
                self._answer()
            case do.BeginActivity(connection=connection):
                self._interrupted(connection)
            case _:
                pass

    def _has(self, fault: EarFault, *, always: bool = False) -> bool:
        return fault in self.faults and (always or self._random.random() < OFTEN)

    def _tell(self, ms: int, event: ev.Event) -> None:
        self._world.after(ms, event)

    def _opens(self, connection: u.ConnectionId, resume: bool) -> None:
        chance, wait = self._random, self._random.choice((80, 200, 800))
        if self._has(EarFault.NEVER_OPENS):
            return
        if self._has(EarFault.HOPELESS):
            self._tell(wait, ev.EarLost(connection, "1008 the key is not valid", retry=False))
            return

        def opened() -> None:
            if self._connection == connection:
                self._live, self._free_at = True, self._world.now
                self._world.happen(ev.EarOpened(connection, resumed=resume and chance.random() < 0.8))

        self._world.after(wait, opened)
        if EarFault.DIES in self.faults:
            self._world.after(wait + chance.randint(500, 20_000), lambda: self._die(connection))
        elif chance.random() < 0.05:
            self._tell(wait + chance.randint(5_000, 60_000), ev.EarGoingAway(connection, 10_000))

    def _die(self, connection: u.ConnectionId) -> None:
        if self._connection == connection and self._live and not self._world.calm:
            self._live = False
            self._world.happen(ev.EarLost(connection, "1011"))

    def _says(self, text: str, lag: int | None = None) -> None:
        """The next piece of a transcript."""
        connection = self._connection
        if connection is None or not text:
            return
        if lag is None:
            lag = self._random.choice((150, 300, 600))
            lag = self._random.randint(2_000, 8_000) if self._has(EarFault.LAGS) else lag
        self._free_at = max(self._free_at, self._world.now + lag)
        self._world.at(self._free_at, ev.EarTranscript(connection, text, mends_of(text)))

    def _hears(self, word: tuple[int, str, SpokenSound], *, last: bool) -> None:
        _, text, said = word
        place = [one for one, _ in said.words].index(text)
        if EarFault.HEARS_NOTHING in self.faults:
            return
        if place == 0:
            self._begins(said)
        if EarFault.SAYS_UM in self.faults and said.begins % 2:
            if last:
                self._says(" um")
                self._ended(said)
            return
        if EarFault.FALLS_SILENT in self.faults and place > len(said.words) // 2:
            return
        if EarFault.BABBLES in self.faults:
            text = f"{self._random.choice(BABEL)}{self._random.randrange(1_000)}"
        if EarFault.ONE_BEHIND in self.faults and said.begins % 2:
            self._owed += " " + text
        else:
            self._says(" " + text)
        if place == 0 and self._has(EarFault.CALLS_EARLY) and self._connection is not None:
            connection = self._connection
            self._world.at(self._free_at + 50, lambda: self._call(connection, said.text))
        if place == 0 and self._has(EarFault.ENDS_EARLY) and self._connection is not None:
            self._world.at(self._free_at + 60, ev.EarEndedUtterance(self._connection))
        if last:
            if self._has(EarFault.TWICE_OVER):
                self._says(" " + said.text)
            self._ended(said)

    def _begins(self, said: SpokenSound) -> None:
        self._says(self._owed)
        self._owed = ""
        dots = EarFault.DRIPS_DOTS in self.faults
        if not self._drips and (dots or EarFault.DRIPS_WORDS in self.faults):
            connection = self._connection

            def drip() -> None:
                if self._connection == connection and self._live and not self._world.calm:
                    self._says("." if dots else f" {self._random.choice(('um', 'so', 'well'))}", 0)
                    self._world.after(DRIP, drip)

            self._drips = True
            self._world.at(said.ends, drip)

    def _ended(self, said: SpokenSound) -> None:
        """It has heard the last word of a stretch."""
        chance, connection = self._random, self._connection
        if connection is None:
            return
        rest = self._free_at + chance.choice((100, 400, 700))
        if self._tells_ends:
            self._world.at(rest, ev.EarEndedUtterance(connection))
        if EarFault.NEVER_CALLS in self.faults or chance.random() < 0.1:
            return
        wait = chance.randint(2_000, 12_000) if self._has(EarFault.CALLS_LATE) else chance.choice((20, 300))
        self._world.at(rest + wait, lambda: self._call(connection, said.text))
        if self._has(EarFault.CALLS_TWICE):
            self._world.at(rest + 3 * wait, lambda: self._call(connection, said.text))
        if self._has(EarFault.CHATTERS, always=True):
            self._world.at(rest + wait + 100, lambda: self._chats(connection, "Sure, I have done it."))

    def _call(self, connection: u.ConnectionId, proposed: str = "") -> None:
        """Its routing tool; alone, now and then one that does something."""
        self._calls += 1
        call, tool = u.CallId(f"e{self._calls}"), "ask_agent"
        if self._random.random() < 0.05 or self._world.policy.narrator is NarratorKind.SELF:
            tool = self._random.choice(("look", "send", "slow", "later", "risky"))
        arguments = f'{{"n":{self._random.randrange(3)}}}'
        self._world.happen(ev.EarCalled(connection, call, tool, arguments, proposed))

    def _chats(self, connection: u.ConnectionId, text: str) -> None:
        """Sound of its own, with its text; now and then text alone."""
        self._generation += 1
        mine, stream = self._generation, u.StreamId(f"ear/{connection}/{self._generation}")

        def sound(piece: int) -> None:
            if mine == self._generation:
                self._world.happen(ev.EarAudio(connection, u.AudioSpan(stream, 9_600 * piece, 9_600)))

        for piece in range(0 if mine % SOUNDLESS == SOUNDLESS - 1 else 3):
            self._world.after(200 * piece, partial(sound, piece))
        self._tell(250, ev.EarOutputTranscript(connection, text, text, len(text)))
        if self._has(EarFault.DIES):
            self._world.after(550, lambda: self._die(connection))
        self._tell(700, ev.EarTurnEnded(connection))

    def _answer(self) -> None:
        connection = self._connection
        if connection is None or not self._live or self._has(EarFault.HEARS_NOTHING, always=True):
            return
        if self._random.random() < 0.3:
            self._world.after(400, lambda: self._call(connection))
        text = f"It is {self._phrases.name()}."
        self._world.after(self._random.choice((400, 1_200)), lambda: self._chats(connection, text))

    def _interrupted(self, connection: u.ConnectionId) -> None:
        if self._world.policy.narrator is NarratorKind.SELF and self._random.random() < 0.5:
            self._generation += 1
            self._tell(80, ev.EarInterrupted(connection))

    def _dream(self) -> None:
        """Words without speech."""
        world = self._world
        if world.calm or world.policy.ear is not EarKind.LIVE:
            return
        connection = self._connection
        if self._live and connection is not None:
            text = f"{self._random.choice(GHOSTS)} {self._phrases.name()}"
            self._says(" " + text)
            if self._random.random() < 0.5:
                world.at(self._free_at + 300, lambda: self._call(connection, text))
        world.after(self._random.randint(4_000, 60_000), self._dream)


def _time(word: tuple[int, str, SpokenSound]) -> int:
    """When a word is over."""
    return word[2].begins + (word[0] - word[2].first) // PER_MS
