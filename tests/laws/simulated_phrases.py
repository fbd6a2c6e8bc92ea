"""What the people of a simulated world say, and how sentences are compared.

Every sentence of a history has a name in it that is said in no other, so that an
instruction shows which sentences went into it.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from solovox.core.mends import Mend, MendWhy
from solovox.core.policy import Policy
from solovox.core.transcripts import plain
from solovox.lang.en.words import ENGLISH

WAKE: Final = "computer"
SENTENCES: Final = (
    "what is the weather in {}", "delete all the files but {}", "read me the letter to {}", "how far is it to {}",
    "write to {} that we are late", "run the tests of {}", "who is {}", "open the door for {}",
    "remind me of {} at noon", "list what {} has changed since yesterday", "find {}", "add {} to the list",
)  # fmt: skip
GOING_ON: Final = (
    "and then {}",
    "except those of {}",
    "and tell {} too",
    "but only for {}",
    "as soon as {} is there",
)
NAMES: Final = (
    "oslo", "bergen", "lisbon", "quito", "dakar", "hanoi", "lima", "riga", "turin", "ghent", "malmo", "cork",
    "emma", "jonas", "mira", "paolo", "ines", "viktor", "selma", "tarek", "ruth", "oscar", "nadia", "felix",
    "parser", "gateway", "ledger", "engine", "router", "compiler", "archive", "catalog", "scheduler", "mirror",
)  # fmt: skip
NODS: Final = ("mm-hm", "uh huh", "hmm")
STOPS: Final = ("stop", "please stop", "never mind")
HUSHES: Final = ("be quiet", "stop talking")
HALTS: Final = ("hang on", "wait a moment", "let me think")
SENDS: Final = ("send it", "over to you")
YES: Final = frozenset({"yes"})
NO: Final = frozenset({"no"})
WISHES: Final = ("skip that", "say that again", "slower", "speed up", "normal speed", "read line two")
MORES: Final = ("more", "go on", "no more")
GHOSTS: Final = (
    "thank you for watching",
    "please subscribe",
    "subtitles by the community",
    "bye bye everybody",
)
"""What ears are known to hear in silence."""
BABEL: Final = ("guten", "morgen", "wie", "geht", "heute", "dort", "drei", "hunde", "laufen", "weiter")


def is_answer(text: str) -> bool:
    """Whether it only answers what waits for a yes: a yes, a no, a code."""
    return set(ENGLISH.find_code(text)[1].split()) <= YES | NO | {"confirm"}


def mends_of(text: str) -> tuple[Mend, ...]:
    """What was meant by a text: some names are written large."""
    names = [word for word in plain(text).split() if word in NAMES and len(word) % 2]
    return tuple(Mend(name, name.upper(), MendWhy.LEXICON) for name in names)


def is_repeated(text: str) -> bool:
    """Whether people say it again and again: an answer, how things stand, or what they ask of the reading."""
    return is_answer(text) or plain(text) in MORES or ENGLISH.wish(plain(text)) is not None


class Phrases:
    """Sentences by chance, no name twice."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._names = random.sample(NAMES, len(NAMES))
        self._used = 0

    def sentence(self, *, goes_on: bool = False) -> str:
        """A new one."""
        return self._random.choice(GOING_ON if goes_on else SENTENCES).format(self.name())

    def name(self) -> str:
        """A name that was not used yet."""
        self._used += 1
        again, place = divmod(self._used - 1, len(self._names))
        return self._names[place] + (str(again + 1) if again else "")


def wanted(text: str, policy: Policy) -> tuple[str, ...]:
    """The words of what was said that must be in the instruction: without what only steers the talk."""
    language = ENGLISH
    for endings in (language.keep, language.send):
        shorter = language.without_ending(text, endings)
        text = text if shorter is None else shorter
    words = plain(text).split()
    for start in (plain(policy.wake).split(), ["instead"], ["and", "also"]):
        if start and words[: len(start)] == start:
            words = words[len(start) :]
    return tuple(words)


def contains(whole: Sequence[str], words: Sequence[str]) -> bool:
    """Whether all the words are there, in that order."""
    rest = iter(whole)
    return all(word in rest for word in words)


def is_part(words: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether these are some of the words of a longer text, in its order."""
    return 0 < len(words) < len(whole) and contains(whole, words)
