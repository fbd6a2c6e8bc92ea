"""What a language says to us, one `LanguagePack` for each locale, and the words that it says it with: data, `packs/LOCALE.toml`.

Rule 1: only a whole utterance counts. "Stop" stops; "stop the server" is an instruction.
Rule 2: nothing is guessed: a phrase is in the pack or it is not. What a pack has no phrase for is words, for the agent.

Whether words are a yes, a no, or neither (law A2) follows from the pack's sets of words (`ConsentWords`):

Rule 3: a yes has words of `grant`, small words beside them, no question mark, and no comma at its end. One unknown word, and it is none.
Rule 4: a word of denial wins: one of `never` wherever it stands, one of `deny` at the beginning, at the end, or behind a yes.
Rule 5: what is longer than `MOST` words is neither.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from importlib.resources import files
from itertools import pairwise, product, takewhile
from typing import Final

import msgspec

from solovox.core.sense import Intent
from solovox.core.sentences import NO_SENTENCES, Sentences
from solovox.core.transcripts import plain

MOST: Final = 8
"""How many words a yes or a no has at most."""


class YesOrNo(Enum):
    """What an utterance is to what waits for a yes."""

    YES = auto()
    NO = auto()
    NO_AND_MORE = auto()
    """A no, and words that say something else: "no, use the other branch"."""


@dataclass(frozen=True, slots=True)
class ConsentWords:
    """Words and phrases by what they do. The longest phrase counts: "don't ask again" is of `always`, and no denial."""

    grant: frozenset[str] = frozenset()
    deny: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()
    """They deny wherever they stand."""
    question: frozenset[str] = frozenset()
    """They ask, or put off: "why not" is no denial, and "hang on" is none."""
    always: frozenset[str] = frozenset()
    """A yes to more than one thing, which is none."""
    small: frozenset[str] = frozenset()
    """They stand beside a yes or a no, and change nothing: "please"."""
    opens: frozenset[str] = frozenset()
    """They are as small, and more is to come: what ends with one, as "okay now", is no yes."""

    def consent(self, said: Sequence[str], *, coded: bool = False, whole: bool = True) -> YesOrNo | None:
        """What these words are, as `plain` leaves them. `coded`: a code was said with them, which counts as a yes.
        `whole`: they were written as no question, and not as broken off."""
        if len(said) > MOST:
            return None
        found = [*([self.grant] * coded), *self._sets(said)]
        told = [one for one in found if one not in (self.small, self.opens)]
        if self.never in found or (
            self.deny in found and (told[0] in (self.grant, self.deny) or told[-1] is self.deny)
        ):
            more = any(one in (None, self.question) for one in told)
            return YesOrNo.NO_AND_MORE if more else YesOrNo.NO
        whole = whole and bool(found) and found[-1] is not self.opens
        return YesOrNo.YES if whole and told and all(one is self.grant for one in told) else None

    def _sets(self, said: Sequence[str]) -> list[frozenset[str] | None]:
        """The sets that the words belong to, phrase by phrase. None: an unknown word."""
        every = (self.never, self.deny, self.always, self.question, self.grant, self.small, self.opens)
        found: list[frozenset[str] | None] = []
        while said:
            ways = [(size, " ".join(said[:size])) for size in range(len(said), 0, -1)]
            known = ((size, one) for size, phrase in ways for one in every if phrase in one)
            size, one = next(known, (1, None))
            found, said = [*found, one], said[size:]
        return found


@dataclass(frozen=True, slots=True)
class AnyConsent(ConsentWords):
    """Those of several languages, when it is not known which is spoken. What is a no in one of them is no yes."""

    each: tuple[ConsentWords, ...] = ()

    def consent(self, said: Sequence[str], *, coded: bool = False, whole: bool = True) -> YesOrNo | None:
        """The first of no, no and more, and yes that it is in any of them."""
        found = {one.consent(said, coded=coded, whole=whole) for one in self.each}
        return next((one for one in (YesOrNo.NO, YesOrNo.NO_AND_MORE, YesOrNo.YES) if one in found), None)


NO_CONSENT: Final = ConsentWords()
"""Nothing is a yes, and nothing a no."""


def phrases(text: str) -> frozenset[str]:
    """Phrases with commas between them, as they are written: as `plain` leaves them, with either apostrophe."""
    written = [one for one in text.split(",") if one.strip()]
    return frozenset(plain(way) for one in written for way in (one, one.replace("'", "’")))


def in_order(text: str) -> tuple[str, ...]:
    """The same, those of most words first."""
    return tuple(sorted(phrases(text), key=lambda one: (-len(one.split()), one)))


BROKEN_OFF: Final = (",", ";", ":", "-", "–", "—", "...", "…")
"""What ends so was not said to its end: it is no yes."""


def made_of(text: str, known: AbstractSet[str]) -> bool:
    """Whether the text is some of these phrases, one after the other, and nothing else."""
    words = plain(text).split()
    while words:
        count = next((n for n in range(len(words), 0, -1) if " ".join(words[:n]) in known), 0)
        if not count:
            return False
        words = words[count:]
    return True


@dataclass(frozen=True, slots=True)
class LineWords:
    """How the person asks for a line by its number (law N7)."""

    asks: tuple[str, ...] = ()
    """With {} where the number is said."""
    ones: tuple[str, ...] = ()
    """The numbers from one on, as words."""
    tens: tuple[str, ...] = ()
    """From twenty on. One below ten may follow."""

    def number(self, text: str) -> int | None:
        """The number of the line that a whole utterance asks for."""
        said = f"{plain(text)} "
        for phrase in self.asks:
            before, _, behind = f"{phrase} ".partition("{}")
            if said.startswith(before) and said.endswith(behind) and len(said) > len(before) + len(behind):
                number = self._number(said[len(before) : -len(behind)].split())
                if number is not None:
                    return number
        return None

    def _number(self, words: Sequence[str]) -> int | None:
        """A number from 1 to 9999 in figures, or to ninety-nine in words."""
        match words:
            case [figures] if figures.isdecimal():
                return int(figures) if len(figures) <= 4 and int(figures) else None
            case [one] if one in self.ones:
                return self.ones.index(one) + 1
            case [ten, *rest] if ten in self.tens and (not rest or rest in [[one] for one in self.ones[:9]]):
                return 10 * (self.tens.index(ten) + 2) + (self.ones.index(rest[0]) + 1 if rest else 0)
            case _:
                return None


@dataclass(frozen=True, slots=True)
class AgainWords:
    """How the person says again what they said, where it was not heard so (law A6)."""

    first: frozenset[str] = frozenset()
    """Words that may stand at the beginning: "no"."""
    says: tuple[str, ...] = ()
    """Then, before what they did say."""
    instead: tuple[str, ...] = ()
    """Or before what they did not say, and what they did: "not A but B"."""
    but: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HangingWords:
    """By which words it is known that the person has not finished (`live.local.ending`)."""

    goes_on: frozenset[str] = frozenset()
    """They hardly ever end a sentence: "and", "the"."""
    leaves_over: frozenset[str] = frozenset()
    """Prepositions and the like: what would follow one may stand before it, in a question."""
    taken_before: frozenset[str] = frozenset()
    """It is then one of these: "what", "that"."""
    subjects: frozenset[str] = frozenset()
    """Or the sentence has a clause with one of these: "the one you asked for"."""
    unasked: Callable[[str], bool] = lambda _: False
    """Whether a request begins in a text, and nothing is asked yet: "can you please"."""
    leads_in: frozenset[str] = frozenset()
    """A clause that begins with one waits for its other half: "if"."""
    digits: frozenset[str] = frozenset()
    """What digits are said with, one by one."""
    unnamed: frozenset[str] = frozenset()
    """What comes before a number that stands alone: "my number is"."""
    point: frozenset[str] = frozenset()
    """Digits behind it are decimals."""


NOTHING_HANGS: Final = HangingWords()


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguagePack:
    """Phrases as `plain` leaves them."""

    locale: str
    stop: frozenset[str] = frozenset()
    """Stops the work and the voice."""
    quiet: frozenset[str] = frozenset()
    """Cuts the voice only."""
    nods: frozenset[str] = frozenset()
    """"Mm-hm": the person listens on and wants no turn."""
    assents: frozenset[str] = frozenset()
    """"Yeah", "I see": in the midst of an answer that is read they are nods (law T1)."""
    keep: tuple[str, ...] = ()
    """At the end of what was said: the person keeps the floor."""
    send: tuple[str, ...] = ()
    """At the end of what was said: send it now."""
    asks: Mapping[Intent, frozenset[str]] = field(default_factory=dict)
    """What the person asks of us, and of no agent (laws N5, N7)."""
    lines: LineWords = LineWords()
    more: frozenset[str] = frozenset()
    """What the person says to "More?". It counts only while something is held back (law N6)."""
    on: frozenset[str] = frozenset()
    """The same, and also: go back to what the person has talked over (law T2)."""
    no_more: frozenset[str] = frozenset()
    consents: ConsentWords = NO_CONSENT
    """What allows and denies what waits for a yes (law A2)."""
    again: AgainWords = AgainWords()
    replaces: tuple[str, ...] = ()
    """What an instruction begins with that takes the place of the one at work (law T2)."""
    queues: tuple[str, ...] = ()
    """And one that is to be asked after it."""
    greets: frozenset[str] = frozenset()
    """What may stand before the wake phrase (law T6)."""
    hanging: HangingWords = NOTHING_HANGS
    ghosts: frozenset[str] = frozenset()
    """What a recogniser invents in this language where nothing was said."""
    sentences: Sentences = NO_SENTENCES
    unread: str = ""
    """What is told once where no voice here speaks this language."""

    def wish(self, text: str) -> Intent | None:
        """What the whole utterance asks of us, and not of a brain (N5, N7)."""
        said = plain(text)
        by_number = Intent.LINE if self.lines.number(text) is not None else None
        return next((kind for kind, phrases in self.asks.items() if said in phrases), by_number)

    def is_stop(self, text: str) -> bool:
        """Whether the whole utterance asks for the work to stop, once or several times."""
        return bool(plain(text)) and made_of(text, self.stop)

    def is_quiet(self, text: str) -> bool:
        """Whether the whole utterance asks for silence."""
        return bool(plain(text)) and made_of(text, self.quiet)

    def is_nod(self, text: str) -> bool:
        """Whether the utterance only shows that the person listens (or has no words at all)."""
        return made_of(text, self.nods)

    def only_agrees(self, text: str) -> bool:
        """Whether it is nods and assents, one after the other, and nothing else: "oh, I see"."""
        return made_of(text, self.nods | self.assents)

    def consent(self, text: str) -> bool | None:
        """Whether the utterance is a yes (True) or a no (False), and nothing else. None: it is neither, or a question.
        A code counts as a yes to what has it."""
        answer = self.yes_or_no(text)
        return answer is YesOrNo.YES if answer in (YesOrNo.YES, YesOrNo.NO) else None

    def yes_or_no(self, text: str) -> YesOrNo | None:
        """What the utterance is to what waits for a yes."""
        code, others = self.find_code(text)
        whole = "?" not in text and not text.rstrip().endswith(BROKEN_OFF)
        return self.consents.consent(others.split(), coded=bool(code), whole=whole)

    def find_code(self, text: str) -> tuple[str, str]:
        """The first code in a text, and the other words. Empty: there is none."""
        words, holds = plain(text).split(), self.sentences.holds
        for at, (first, second) in enumerate(pairwise(words)):
            if first in holds.first and second in holds.second:
                return f"{first} {second}", " ".join(words[:at] + words[at + 2 :])
        return "", plain(text)

    def says_again(self, text: str, beginnings: tuple[str, ...]) -> str | None:
        """What stands behind one of `beginnings`, perhaps after a "no". None: nothing, or what is no words for a brain."""
        words = text.split()
        small = sum(1 for _ in takewhile(lambda word: plain(word) in self.again.first, words))
        for at, beginning in product(range(small + 1), beginnings):  # a "no" may be one of them, too
            count = at + len(beginning.split())
            rest = " ".join(words[count:])
            ours = self.is_stop(rest) or self.is_quiet(rest) or self.is_nod(rest)
            if plain(" ".join(words[at:count])) == beginning and not ours and self.yes_or_no(rest) is None:
                return None if "?" in rest else rest
        return None

    def begins(self, text: str, beginnings: tuple[str, ...]) -> bool:
        """Whether the text begins with one of `beginnings`."""
        return any(f"{plain(text)} ".startswith(f"{beginning} ") for beginning in beginnings)

    def without_ending(self, text: str, endings: tuple[str, ...]) -> str | None:
        """The text before one of `endings`, or None if it ends with none of them."""
        words = text.split()
        for ending in endings:
            count = len(ending.split())
            if plain(" ".join(words[-count:])) == ending:
                return " ".join(words[:-count]).rstrip(" ,;:-")
        return None


def read_pack(locale: str) -> LanguagePack:
    """The pack that ships with us. In its file a text is phrases with commas between them, in `sentences` it is what we say.
    With what shows that a person listens a call, a correction or a yes may begin, too. Raises `msgspec.ValidationError`."""
    written = tomllib.loads(
        files("solovox.lang").joinpath(f"packs/{locale}.toml").read_text(encoding="utf-8")
    )
    said = {name: one if name in ("unread", "sentences") else _phrases(one) for name, one in written.items()}
    pack = msgspec.convert({"locale": locale, **said}, LanguagePack)
    return replace(
        pack,
        greets=pack.greets | pack.nods | pack.assents,
        again=replace(pack.again, first=pack.again.first | pack.nods),
        consents=replace(pack.consents, opens=pack.consents.opens | pack.nods),
    )


def _phrases(written: object) -> object:
    match written:
        case str():
            return in_order(written)
        case dict():
            return {name: _phrases(one) for name, one in written.items()}
        case _:
            return written
