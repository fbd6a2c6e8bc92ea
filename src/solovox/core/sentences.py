"""The sentences that we say ourselves. Their words come with the policy, for each language; here is what is put into them.

Rule: a sentence without words is not said, and not shown.

N2  What is said has no marks that cannot be said.
A2  No word of a yes or a no is in them: an echo of it would be an answer.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from solovox.core.transcripts import count_shared, plain
from solovox.core.units import FileChange

FEW: Final = 6
"""How many words of a step are said while it goes on."""
NAMED: Final = 3
"""How many files are named when it is said what was changed. The others are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSentences:
    """What was changed (law N5). Each pair is for one, and for several."""

    nothing: str = ""
    untold: str = ""
    """The agent did not say it."""
    some: str = ""
    earlier: str = ""
    """The last answer changed nothing, but one before it did."""
    count: tuple[str, str] = ("", "")
    added: tuple[str, str] = ("", "")
    removed: tuple[str, str] = ("", "")
    removed_too: str = ""
    more: tuple[str, str] = ("", "")
    unnamed: str = ""

    def tell_changes(self, files: Sequence[FileChange], *, newest: bool, aloud: bool) -> str:
        """What was changed. `newest`: by the last answer. `aloud`: names have no marks then (N2)."""
        if not files:
            return self.nothing
        each = [self._one(file, aloud=aloud) for file in files[:NAMED]]
        each += [count_things(len(files) - NAMED, *self.more)] * (len(files) > NAMED)
        some = self.some.format(count=count_things(len(files), *self.count), files="; ".join(each))
        return some if newest else self.earlier.format(some=some)

    def _one(self, file: FileChange, *, aloud: bool) -> str:
        name = file.path.replace("\\", "/").rstrip("/").rpartition("/")[2]
        said = plain(name)
        parts = [(said if aloud else name) if said else self.unnamed]
        parts += [count_things(file.added, *self.added)] * bool(file.added)
        if file.removed:
            gone = self.removed_too.format(file.removed)
            parts.append(gone if file.added else count_things(file.removed, *self.removed))
        return ", ".join(parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldSentences:
    """That something waits for a yes, and the codes of what needs more than a yes aloud (laws N5, A2)."""

    asks: str = ""
    unread: str = ""
    """It cannot be said whole."""
    by_word: str = ""
    by_code: str = ""
    by_saying: str = ""
    """Where no screen shows the code. Around it stand words that make it no yes."""
    you_said: str = ""
    to_send: str = ""
    """As a whole it is no yes."""
    first: tuple[str, ...] = ()
    """The first words of codes: as many that a code comes again only after all others (`code`)."""
    second: tuple[str, ...] = ()

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
        return next((pair for pair in free if not count_shared(pair, text)), free[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentences:
    """All of one language. `{}` stands where something is put in."""

    # How things stand (N5).
    idle: str = ""
    waits: str = ""
    at_work: str = ""
    at_step: str = ""
    still: str = ""
    still_at: str = ""
    units: tuple[str, str, str, str] = ("", "", "", "")
    """One second, several, one minute, several."""
    news: str = ""
    """What a live model that answers for itself is told, when it is to say something that was announced."""
    # The reading (N6, N7).
    more: str = ""
    goes_on: str = ""
    only_shown: str = ""
    skipped: str = ""
    again: str = ""
    nothing: str = ""
    none_left: str = ""
    pace: str = ""
    keeps_pace: str = ""
    line: str = ""
    no_line: str = ""
    no_answer: str = ""
    holds: HoldSentences = HoldSentences()
    changes: ChangeSentences = ChangeSentences()
    failed: str = ""
    """Why a run has failed, in a clause (T5); or that it has, where the reason cannot be said: beside a screen, and without."""
    failed_there: str = ""
    failed_here: str = ""
    reasons: tuple[tuple[str, str], ...] = ()
    """Why we have given a run up, as it is shown, and as it is said in another language than that."""

    def works(self, ms: int, step: str) -> str:
        """That work goes on, since when (in seconds or whole minutes), and at which step."""
        seconds = max(ms // 1000, 1)
        time = count_things(
            *((seconds, *self.units[:2]) if seconds < 60 else (seconds // 60, *self.units[2:]))
        )
        return (self.at_step if step else self.at_work).format(time=time, step=step)

    def works_on(self, step: str) -> str:
        """That work still goes on, and at which step."""
        return self.still_at.format(step=step) if step else self.still


NO_SENTENCES: Final = Sentences()
"""Nothing is said."""


def count_things(count: int, one: str, many: str) -> str:
    """A number with what it counts."""
    return one if count == 1 else many.format(count)


def aloud(text: str) -> str:
    """A text as a voice can say it: without marks of markup and code, and without the end of its sentence."""
    kept = "".join(" " if c in '`*_~|\\{}[]()<>"#^=' or not c.isprintable() else c for c in text)
    return " ".join(kept.split()).strip(".,:;!? ")


def brief(text: str) -> str:
    """The beginning of a text, in at most `FEW` words as they are said."""
    words = text.split()[:FEW]
    while len(words) > 1 and len(plain(" ".join(words)).split()) > FEW:
        words.pop()
    return " ".join(words)
