"""Words that the core itself must understand, one `LanguagePack` for each locale. English first.

Rule 1: only a whole utterance counts. "Stop" stops; "stop the server" is an instruction.
Rule 2: nothing is guessed: a phrase is in the pack or it is not.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Final

from solovox.core.consent import ConsentWords, YesOrNo
from solovox.core.phrases import counted, plain, shared
from solovox.core.units import FileChange

NAMED: Final = 3
"""How many files are named when it is said what was changed. The others are counted."""
BROKEN_OFF: Final = (",", ";", ":", "-", "–", "—", "...", "…")
"""What ends so was not said to its end: it is no yes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendWords:
    """What an instruction begins with that says what becomes of the one at work (law T2)."""

    replaces: tuple[str, ...] = ()
    """It takes its place."""
    queues: tuple[str, ...] = ()
    """It is asked after it."""


@dataclass(frozen=True, slots=True)
class ChangeWords:
    """How the person asks what was changed, and the sentences that answer (law N5)."""

    asks: frozenset[str] = frozenset()
    """A whole utterance of these is answered from what is known here, and is no instruction."""
    nothing: str = "Nothing was changed."
    untold: str = "The agent did not say what it changed."
    some: str = "I changed {count}: {files}."
    earlier: str = "The last answer changed nothing. Before that, {some}"
    count: tuple[str, str] = ("1 file", "{} files")
    added: tuple[str, str] = ("1 line added", "{} lines added")
    removed: tuple[str, str] = ("1 line removed", "{} lines removed")
    removed_too: str = "{} removed"
    more: tuple[str, str] = ("1 more file", "{} more files")
    unnamed: str = "a file"

    def told(self, files: Sequence[FileChange], *, newest: bool, aloud: bool) -> str:
        """What was changed. `newest`: by the last answer. `aloud`: names have no marks then (N2)."""
        if not files:
            return self.nothing
        each = [self._one(file, aloud=aloud) for file in files[:NAMED]]
        each += [counted(len(files) - NAMED, *self.more)] * (len(files) > NAMED)
        some = self.some.format(count=counted(len(files), *self.count), files="; ".join(each))
        return some if newest else self.earlier.format(some=some)

    def _one(self, file: FileChange, *, aloud: bool) -> str:
        name = file.path.replace("\\", "/").rstrip("/").rpartition("/")[2]
        said = plain(name)
        parts = [(said if aloud else name) if said else self.unnamed]
        if file.added:
            parts.append(counted(file.added, *self.added))
        if file.removed:
            gone = self.removed_too.format(file.removed)
            parts.append(gone if file.added else counted(file.removed, *self.removed))
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class StatusWords:
    """How the person asks how things stand, and the fixed sentences that answer (law N5)."""

    asks: frozenset[str] = frozenset()
    """A whole utterance of these is answered from what is known here, and is no instruction."""
    idle: str = "Nothing is being worked on."
    waits: str = "Something waits for your yes."
    at_work: str = "Working for {time}."
    at_step: str = "Working for {time}: {step}."
    still: str = "Still working."
    news: str = "[{} Tell the person so, in a short sentence.]"
    """What a live model that answers for itself is told, when it is to say something that was announced."""
    still_at: str = "Still working: {step}."
    units: tuple[str, str, str, str] = ("1 second", "{} seconds", "1 minute", "{} minutes")
    changes: ChangeWords = ChangeWords()

    def lasting(self, ms: int) -> str:
        """How long it is, in seconds or whole minutes."""
        seconds = max(ms // 1000, 1)
        return counted(*((seconds, *self.units[:2]) if seconds < 60 else (seconds // 60, *self.units[2:])))

    def goes_on(self, step: str) -> str:
        """That work goes on, and at which step."""
        return self.still_at.format(step=step) if step else self.still

    def works(self, time: str, step: str) -> str:
        """That work goes on, since when, and at which step."""
        return (self.at_step if step else self.at_work).format(time=time, step=step)


class Wish(Enum):
    """What the person asks of the reading (law N7)."""

    MORE = "more"
    """What was held back of the answer (law N6)."""
    NO_MORE = "no more"
    SKIP = "skip"
    REPEAT = "repeat"
    SLOWER = "slower"
    FASTER = "faster"
    USUAL = "usual"
    """The pace of the voice as it was at first."""
    LINE = "line"
    """One line of the newest answer, by its number."""


@dataclass(frozen=True, slots=True)
class MoreWords:
    """What the person says to "More?", and what we do (law N6). They count only while something is held back."""

    more: frozenset[str] = frozenset()
    on: frozenset[str] = frozenset()
    """The same, and also: go back to what the person has talked over (law T2)."""
    no_more: frozenset[str] = frozenset()
    asks: str = "More?"
    goes_on: str = "Going on."
    only_shown: str = 'The rest is only shown. Say "go on" to hear it.'


@dataclass(frozen=True, slots=True)
class LineWords:
    """How the person asks for a line by its number, and the sentences that answer (law N7)."""

    asks: tuple[str, ...] = ()
    """With {} where the number is said."""
    ones: tuple[str, ...] = ()
    """The numbers from one on, as words."""
    tens: tuple[str, ...] = ()
    """From twenty on. One below ten may follow."""
    reads: str = "Line {}: {}"
    none: str = "The answer has no line {}."
    unwritten: str = "There is no answer yet."

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
class ReadingWords:
    """How the person asks something of the reading, and the fixed sentences that answer (law N7)."""

    asks: tuple[tuple[Wish, frozenset[str]], ...] = ()
    """A whole utterance of these is heeded here, and is no instruction."""
    lines: LineWords = LineWords()
    rest: MoreWords = MoreWords()
    skipped: str = "Skipped."
    again: str = "Once more."
    nothing: str = "Nothing was read yet."
    none_left: str = "There is nothing left to skip."
    pace: str = "Speed: {} percent."
    kept: str = "This voice keeps its own speed."

    def wish(self, text: str) -> Wish | None:
        """What a whole utterance asks of the reading."""
        said = plain(text)
        by_number = Wish.LINE if self.lines.number(text) is not None else None
        return next((wish for wish, phrases in self.asks if said in phrases), by_number)


@dataclass(frozen=True, slots=True)
class AgainWords:
    """How the person says again what they said, where it was not heard so (law A6)."""

    first: frozenset[str] = frozenset()
    """Words that may stand at the beginning: "no"."""
    says: tuple[str, ...] = ()
    """Then, before what they did say."""
    instead: tuple[str, ...] = ()
    """Or before what they did not say, and what they did: "not A but B"."""
    but: str = ""


@dataclass(frozen=True, slots=True)
class HoldWords:
    """How it is said that an agent asks for a yes, and the codes of what needs more than a yes aloud (laws N5, A2)."""

    asks: str = "It asks for this: {}."
    unread: str = "It asks for what is too long to read out: look at the screen, and say the code there."
    by_word: str = "May it?"
    by_code: str = "To allow it, say the code on the screen."
    """No word of a yes or a no is said: an echo of it would be an answer."""
    by_saying: str = "To allow it, say the words {} aloud."
    """Around the code stand words that make it no yes."""
    you_said: str = "You said: {}. Shall I send it?"
    to_send: str = "Say yes to send it."
    """As a whole it is no yes."""
    first: tuple[str, ...] = ()
    """The first words of codes: as many that a code comes again only after all others (`code`)."""
    second: tuple[str, ...] = ()
    again: AgainWords = AgainWords()

    def said(self, text: str) -> str:
        """What waits to be sent, as it is read back."""
        return self.you_said.format(text)

    def asking(self, act: str, code: str, *, screen: bool) -> str:
        """That an act waits: all of it, or that it cannot be said. A code is said only where no screen shows it, and then only
        behind the whole act."""
        if not act:
            return self.unread
        how = self.by_word if not code else self.by_code if screen else self.by_saying.format(code)
        return f"{self.asks.format(act)} {how}"

    def code(self, number: int, text: str = "", taken: Collection[str] = ()) -> str:
        """The code of a hold: two words, not again for long, and none of those that are `taken`. None of them is in its text,
        which a voice of ours may say, as far as the text has not got all words of codes."""
        pairs = (
            f"{self.first[(number * 7 + more) % len(self.first)]} {self.second[(number * 3 + more) % len(self.second)]}"
            for more in range(len(self.first) * len(self.second))
        )
        free = [pair for pair in pairs if pair not in taken]
        return next((pair for pair in free if not shared(pair, text)), free[0])

    def coded(self, text: str) -> tuple[str, str]:
        """The first code in a text, and the other words. Empty: there is none."""
        words = plain(text).split()
        for at, (first, second) in enumerate(pairwise(words)):
            if first in self.first and second in self.second:
                return f"{first} {second}", " ".join(words[:at] + words[at + 2 :])
        return "", plain(text)


NO_CONSENT: Final = ConsentWords()
"""Nothing is a yes, and nothing a no."""


@dataclass(frozen=True, slots=True)
class LanguagePack:
    """Phrases as `plain` leaves them."""

    locale: str
    stop: frozenset[str]
    """Stops the work and the voice."""
    quiet: frozenset[str]
    """Cuts the voice only."""
    nods: frozenset[str]
    """"Mm-hm": the person listens on and wants no turn."""
    assents: frozenset[str]
    """"Yeah", "I see": in the midst of an answer that is read they are nods (law T1)."""
    keep: tuple[str, ...]
    """At the end of what was said: the person keeps the floor."""
    send: tuple[str, ...]
    """At the end of what was said: send it now."""
    consents: ConsentWords = NO_CONSENT
    """What allows and denies what waits for a yes (law A2)."""
    amends: AmendWords = AmendWords()
    status: StatusWords = StatusWords()
    reading: ReadingWords = ReadingWords()
    holds: HoldWords = HoldWords()

    def asks_us(self, text: str) -> bool:
        """Whether the whole utterance asks something of us, and not of a brain (N5, N7)."""
        asks = self.status.asks | self.status.changes.asks
        return plain(text) in asks or self.reading.wish(text) is not None

    def is_stop(self, text: str) -> bool:
        """Whether the whole utterance asks for the work to stop."""
        return plain(text) in self.stop

    def is_quiet(self, text: str) -> bool:
        """Whether the whole utterance asks for silence."""
        return plain(text) in self.quiet

    def is_nod(self, text: str) -> bool:
        """Whether the utterance only shows that the person listens (or has no words at all)."""
        said = plain(text)
        return not said or said in self.nods

    def only_agrees(self, text: str) -> bool:
        """Whether it is nods and assents, one after the other, and nothing else: "oh, I see"."""
        words, known = plain(text).split(), self.nods | self.assents
        while words:
            count = next((n for n in range(len(words), 0, -1) if " ".join(words[:n]) in known), 0)
            if not count:
                return False
            words = words[count:]
        return True

    def consent(self, text: str) -> bool | None:
        """Whether the utterance is a yes (True) or a no (False), and nothing else. None: it is neither, or a question.
        A code counts as a yes to what has it."""
        answer = self._consent(text)
        return answer is YesOrNo.YES if answer in (YesOrNo.YES, YesOrNo.NO) else None

    def refuses(self, text: str) -> bool:
        """Whether it is a no, and says something else, too: "no, use the other branch"."""
        return self._consent(text) is YesOrNo.NO_AND_MORE

    def _consent(self, text: str) -> YesOrNo | None:
        code, others = self.holds.coded(text)
        whole = "?" not in text and not text.rstrip().endswith(BROKEN_OFF)
        return self.consents.consent(others.split(), coded=bool(code), whole=whole)

    def says_again(self, text: str, beginnings: tuple[str, ...]) -> str | None:
        """What stands behind one of `beginnings`, perhaps after a "no". None: nothing, or what is no words for a brain."""
        words = text.split()
        while words and plain(words[0]) in self.holds.again.first:
            words = words[1:]
        for beginning in beginnings:
            count = len(beginning.split())
            rest = " ".join(words[count:])
            ours = self.is_stop(rest) or self.is_quiet(rest) or self.is_nod(rest)
            if plain(" ".join(words[:count])) == beginning and not ours and self._consent(rest) is None:
                return None if "?" in rest else rest
        return None

    def begins(self, text: str, beginnings: tuple[str, ...]) -> bool:
        """Whether the text begins with one of `beginnings`."""
        return any(f"{plain(text)} ".startswith(f"{beginning} ") for beginning in beginnings)

    def bare(self, text: str) -> str:
        """The text without "hang on" or "send it" at its end."""
        kept = self.without_ending(text, self.keep + self.send)
        return text if kept is None else kept

    def without_ending(self, text: str, endings: tuple[str, ...]) -> str | None:
        """The text before one of `endings`, or None if it ends with none of them."""
        words = text.split()
        for ending in endings:
            count = len(ending.split())
            if plain(" ".join(words[-count:])) == ending:
                return " ".join(words[:-count]).rstrip(" ,;:-")
        return None
