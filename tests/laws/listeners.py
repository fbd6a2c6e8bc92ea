"""People who ask something of the reading: to skip, to say it again, slower, faster, one line (law N7), more (law N6). By seed.

Their histories are apart from those of `people`, so that none of these changes. One in four is the adversary's.
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

from laws.adversary import WORDS
from laws.any_policy import any_policy
from laws.people import Person, live
from laws.simulated_phrases import MORES, WISHES
from laws.simulation import STEPS, play, under
from laws.worlds import World, plausible_policy
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.lang.en.words import SENTENCES

ADVERSARY: Final = 4
BUDGETS: Final = (0, 1_500, 3_000)
"""How much of an answer is said unasked: all, a part of it, or two (ms)."""


class ListeningPerson(Person):
    """They listen, and have it read as they like."""

    def acts(self) -> list[tuple[int, Callable[[], None]]]:
        """More than half of what they do is to listen."""
        return [*super().acts(), (20, self._wish)]

    def sees(self, command: do.Command) -> None:
        """Asked whether they want more they mostly answer, soon or too late (N6)."""
        super().sees(command)
        asks = SENTENCES.more
        if command == do.ShowNotice(asks) and self.random.random() < 0.8:
            wait = self.random.choice((0, 800, 1_500, 4_000, 20_000))
            self.world.after(wait, lambda: self._ask_for(self.random.choice(MORES)))

    def _wish(self) -> None:
        self._ask_for(self.random.choice(WISHES))

    def _ask_for(self, words: str) -> None:
        if self.random.random() < 0.5:
            self.world.happen(ev.Typed(words))
        else:
            self.say(f"{self.world.policy.wake} {words}".strip())


def listen(seed: int) -> object:
    """Play the history of a seed. Raises `LawBroken`."""
    random = Random(f"listeners {seed}")
    if seed % ADVERSARY == 0:
        policy = replace(any_policy(random), spoken_ms=random.choice(BUDGETS))
        return play(under(policy), random, STEPS, WORDS + WISHES + MORES)
    policy = replace(plausible_policy(random), spoken_ms=random.choice(BUDGETS))
    return live(World(random, policy), seed, ListeningPerson)
