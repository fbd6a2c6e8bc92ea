"""Claims of an effect: first-person forms such as "I've deleted …". A closed list, so that the check is the same each time.

C4  A claim in an answer whose run has no receipt is followed by a fixed sentence that says so.

What is looked for, sentence by sentence: a subject, adverbs, and a verb of change; or a subject, other words, "and", and such a verb.
A question claims nothing, nor do words in quotes, nor a sentence with a colon behind the claim: it introduces what the answer itself
says ("I've rewritten your sentence: …").
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from solovox.core.phrases import plain

_SENTENCES: Final = re.compile(r"(?<=[.!?])[\"'”’)\]]*\s+|\n+|;\s+")
_QUOTED: Final = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|`[^`\n]*`")
_CLOSERS: Final = " \t\"'”’)]*_"
_BESIDE: Final = 3
"""Words before the subject that are looked at for a doubt."""
_BETWEEN: Final = 14
"""Words between the subject and a verb behind "and"."""


@dataclass(frozen=True, slots=True)
class ClaimWords:
    """The words of claims, as `plain` leaves them. Each may be of several words."""

    subjects: tuple[str, ...] = ()
    """Who says that they did: "ive", "i have", "i"."""
    adverbs: tuple[str, ...] = ()
    """What may stand between: "just", "now", "went ahead and"."""
    verbs: tuple[str, ...] = ()
    """What changes something, in the past: "deleted"."""
    able: tuple[str, ...] = ()
    """What stands before a verb in its plain form: "was able to"."""
    plain_verbs: tuple[str, ...] = ()
    joins: tuple[str, ...] = ()
    """What begins a second verb of the same subject: "and"."""
    doubts: tuple[str, ...] = ()
    """Before the subject, or between the verbs, they make it no claim: "if", "not"."""
    idioms: tuple[str, ...] = ()
    """No claims, whatever is in them: "changed my mind"."""
    unproven: str = ""
    """What is said behind a claim that nothing proves."""

    def claims(self, text: str) -> bool:
        """Whether a sentence of the text says that something was done."""
        return bool(self.verbs) and any(map(self._claims, _SENTENCES.split(_QUOTED.sub(" … ", text))))

    def _claims(self, sentence: str) -> bool:
        if sentence.rstrip(_CLOSERS).endswith("?"):
            return False
        said = _idioms(self).sub(" ", plain(sentence.rpartition(": ")[2]))
        found = _forms(self).finditer(said)
        return any(not set(self.doubts) & set(said[: one.start()].split()[-_BESIDE:]) for one in found)


@cache
def _forms(words: ClaimWords) -> re.Pattern[str]:
    adverbs, verb = rf"(?:{_any(words.adverbs)} )*", _any(words.verbs)
    able = rf"{_any(words.able)} {adverbs}{_any(words.plain_verbs)}"
    between = rf"(?:(?!{_any((*words.doubts, *words.subjects))}\b)\w+ ){{1,{_BETWEEN}}}?"
    joined = rf"{between}{_any(words.joins)} {adverbs}{verb}"
    return re.compile(rf"\b{_any(words.subjects)} {adverbs}(?:{verb}(?! \w+ing\b)|{able}|{joined})\b")


@cache
def _idioms(words: ClaimWords) -> re.Pattern[str]:
    return re.compile(rf"\b{_any(words.idioms)}\b")


def _any(phrases: Iterable[str]) -> str:
    longest_first = sorted(phrases, key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, longest_first)) or '(?!)'})"


NO_CLAIMS: Final = ClaimWords()
