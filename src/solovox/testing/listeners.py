"""People who ask something of the reading: to skip, to say it again, slower, faster (law N7). By seed.

Their histories are apart from those of `testing.people`, so that none of these changes. One in four is the adversary's.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from solovox.core import events as ev
from solovox.testing.adversary import WORDS, any_policy
from solovox.testing.people import Person, live
from solovox.testing.simulated_phrases import WISHES
from solovox.testing.simulation import STEPS, play, under
from solovox.testing.worlds import World, plausible_policy

ADVERSARY: Final = 4


class Listener(Person):
    """They listen, and have it read as they like."""

    def acts(self) -> list[tuple[int, Callable[[], None]]]:
        """More than half of what they do is to listen."""
        return [*super().acts(), (20, self._wish)]

    def _wish(self) -> None:
        words = self.random.choice(WISHES)
        if self.random.random() < 0.5:
            self.world.happen(ev.Typed(words))
        else:
            self.say(f"{self.world.policy.wake} {words}".strip())


def listen(seed: int) -> object:
    """Play the history of a seed. Raises `LawBroken`."""
    random = Random(f"listeners {seed}")
    if seed % ADVERSARY == 0:
        return play(under(any_policy(random)), random, STEPS, WORDS + WISHES)
    return live(World(random, plausible_policy(random)), seed, Listener)
