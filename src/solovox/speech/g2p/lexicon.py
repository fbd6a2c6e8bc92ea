"""Words to phonemes, by dictionary first.

The order of the sources, each asked only when those before it are silent:
supplement → gold → silver → suffix stripped → compound of two known words → letters to sounds.

The gold and silver dictionaries are JSON objects, word → phonemes, or word → {tag: phonemes}
(github.com/hexgrad/misaki, Apache-2.0). Tags are DEFAULT, NOUN, VERB, ADJ, ADV, a few Penn tags and
`None` (the form at the end of a clause). A null NOUN beside an acronym means: spell it.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import Final

from solovox.lang.en.word_lists import word_list
from solovox.speech.g2p import letters

_Entry = str | Mapping[str, str | None]

SUPPLEMENT: Final = dict(letters.read_pairs("supplement.txt"))
"""What is said for writing that no dictionary of words holds: words of our own trade, in Kokoro's phonemes."""
SPLIT_WHOLE: Final = frozenset(SUPPLEMENT).union(
    "macos javascript typescript postgresql youtube linkedin".split()
)
"""Names in camel case that are said as one word."""
_SPELLED: Final = word_list("spelled")
"""In capitals (the unmistakable ones in any case) these are letters, though a dictionary may hold such a word."""
_ALWAYS_SPELLED: Final = _SPELLED - set("ai am id io it ip ms os pm pr un us ii vs md ny mb".split())
"""Said letter by letter in lower case too."""
_SHOUTED: Final = word_list("shouted")
"""Short common words in capitals that are still words. (IT, alone among words in lower case, is letters.)"""
_LONGEST_COMPOUND: Final = 32
"""Letters. Each cut of a longer one would be looked up for nothing."""
_HISSING: Final = tuple("szʃʒʧʤ")
_VOICELESS: Final = tuple("ptkfθʃsʧ")
_PREFIXES: Final = {
    "un": "ˌʌn", "re": "ɹˌi", "pre": "pɹˌi", "non": "nˌɑn", "sub": "sˌʌb", "multi": "mˌʌlti", "auto": "ˌɔTO",
    "de": "dˌi", "mis": "mˌɪs", "over": "ˌOvəɹ", "under": "ˌʌndəɹ", "inter": "ˌɪntəɹ", "micro": "mˌIkɹO",
    "meta": "mˌɛTə", "hyper": "hˌIpəɹ", "anti": "ˌænti", "dis": "dˌɪs", "co": "kˌO", "out": "ˌWt", "self": "sˌɛlf",
    "kilo": "kˌɪlə", "mega": "mˌɛɡə", "giga": "ɡˌɪɡə", "milli": "mˌɪlə", "nano": "nˌænO", "pico": "pˌikO", "hecto": "hˌɛktO",
    "kibi": "kˌɪbi", "mebi": "mˌɛbi", "gibi": "ɡˌɪbi", "tebi": "tˌɛbi",
}  # fmt: skip
_SUFFIXES: Final = {
    "ly": "li", "er": "əɹ", "ers": "əɹz", "or": "əɹ", "able": "əbᵊl", "ness": "nəs", "less": "ləs", "ful": "fᵊl",
    "ish": "ɪʃ", "ment": "mənt", "ments": "mənts", "ism": "ɪzᵊm", "ist": "ɪst", "ize": "Iz", "ized": "Izd",
    "izes": "Izᵻz", "y": "i",
}  # fmt: skip


class Source(Enum):
    """Where a pronunciation came from, surest first."""

    DICTIONARY = auto()
    SPELLED = auto()
    DERIVED = auto()
    COMPOUND = auto()
    RULES = auto()
    """Letters to sounds: a guess."""


@dataclass(frozen=True, slots=True)
class Pronunciation:
    """A word's phonemes in Kokoro's alphabet."""

    phonemes: str
    source: Source


class Lexicon:
    """Every word has a pronunciation here; only a word without letters has an empty one.

    `gold` and `silver` are misaki's us_gold.json and us_silver.json.
    Raises `OSError` or `ValueError` when the files cannot be read.
    """

    def __init__(self, gold: Path, silver: Path) -> None:
        self._gold: Mapping[str, _Entry] = json.loads(gold.read_text(encoding="utf-8"))
        self._silver: Mapping[str, _Entry] = json.loads(silver.read_text(encoding="utf-8"))
        self._guessed: dict[str, Pronunciation] = {}

    def pronounce(self, word: str, tag: str = "") -> Pronunciation:
        """How `word` is said as a `tag` (VERB, NOUN, ADJ, VBD, VBN, DT or END); its case matters."""
        if word.lower() in _ALWAYS_SPELLED or self._is_acronym(word):
            return Pronunciation(self.spell(word), Source.SPELLED)
        found = self._entry(word, tag)
        if found:
            return Pronunciation(found, Source.DICTIONARY)
        derived = self._derive(word, tag)
        if derived:
            return Pronunciation(derived, Source.DERIVED)
        return self._guess(word)

    def spell(self, word: str) -> str:
        """Letter by letter, the stress on the last."""
        names = [self._name(letter) for letter in word.upper() if letter.isalpha()]
        plural = word[-1:] == "s" and word[:-1].isupper()
        if plural:
            names.pop()
        said = "".join(name.replace("ˈ", "ˌ") for name in names[:-1]) + "".join(names[-1:])
        return _plural(said) if plural else said

    def _name(self, letter: str) -> str:
        entry = self._gold.get(letter)
        return _flap(entry) if isinstance(entry, str) else ""

    def _is_acronym(self, word: str) -> bool:
        bare = word[:-1] if word[-1:] == "s" and word[:-1].isupper() else word
        if len(bare) < 2 or not bare.isupper() or not bare.isalpha():
            return False
        lower = bare.lower()
        if lower in _SPELLED:
            return True
        if lower in SUPPLEMENT or lower in _SHOUTED:
            return False
        entry = self._gold.get(bare)
        if entry is not None:
            return not isinstance(entry, str) and entry.get("NOUN", "") is None
        if self._entry(lower, "") is not None:
            return len(bare) < 3
        return len(bare) < 4 or not (self._derive(lower, "") or self._compound(lower))

    def _entry(self, word: str, tag: str) -> str | None:
        lower = word.lower()
        if lower in SUPPLEMENT:
            return SUPPLEMENT[lower]
        for form in (word, lower, word.capitalize(), word.upper()):
            for book in (self._gold, self._silver):
                entry = book.get(form)
                if entry is not None:
                    return _flap(_choose(entry, tag))
        return None

    def _derive(self, word: str, tag: str) -> str | None:
        lower = word.lower()
        return self._inflect(lower, tag) or self._strip_suffix(lower) or self._strip_prefix(lower, tag)

    def _inflect(self, lower: str, tag: str) -> str | None:
        if lower.endswith("s'"):
            return self._entry(lower[:-1], tag) or self._inflect(lower[:-1], tag)
        for stem, sound in _stems(lower):
            if said := self._entry(stem, tag) or self._strip_suffix(stem):
                return sound(said)
        return None

    def _strip_suffix(self, lower: str) -> str | None:
        for suffix, sound in _SUFFIXES.items():
            stem = lower.removesuffix(suffix)
            if stem != lower and len(stem) > 2:
                base = next(
                    (b for s in (stem, stem + "e", _undouble(stem)) if (b := self._entry(s, ""))), None
                )
                if base:
                    return base + sound
        return None

    def _strip_prefix(self, lower: str, tag: str) -> str | None:
        for prefix, sound in _PREFIXES.items():
            stem = lower.removeprefix(prefix)
            if stem != lower and len(stem) > 3:
                base = self._entry(stem, tag) or self._inflect(stem, tag)
                if base:
                    return sound + base
        return None

    def _guess(self, word: str) -> Pronunciation:
        lower = word.lower().strip("'")
        if lower not in self._guessed:
            if len(self._guessed) > 5000:  # a stream of nonsense must not grow the memory
                self._guessed.clear()
            self._guessed[lower] = self._make_guess(lower)
        return self._guessed[lower]

    def _make_guess(self, lower: str) -> Pronunciation:
        compound = self._compound(lower)
        if compound:
            return Pronunciation(compound, Source.COMPOUND)
        sounds = letters.sounds(lower)
        if not sounds or not set(lower) & set("aeiouy"):
            return Pronunciation(self.spell(lower), Source.SPELLED)
        return Pronunciation(sounds, Source.RULES)

    def _compound(self, lower: str) -> str | None:
        if len(lower) > _LONGEST_COMPOUND:
            return None
        for stem, sound in _stems(lower):
            if sound is _plural and (one := self._compound(stem)):
                return sound(one)
        best: tuple[int, str] | None = None
        for cut in range(3, len(lower) - 2):
            left = self._entry(lower[:cut], "")
            right = self._entry(lower[cut:], "") or self._derive(lower[cut:], "")
            balance = min(cut, len(lower) - cut)
            if left and right and (best is None or balance > best[0]):
                best = (balance, left + right.replace("ˌ", "").replace("ˈ", "ˌ"))
        return best[1] if best else None


def _choose(entry: _Entry, tag: str) -> str:
    if isinstance(entry, str):
        return entry
    wanted = {"END": ("None",), "VBD": ("VBD", "VERB"), "VBN": ("VBN", "VERB")}.get(tag, (tag,))
    said = next((form for name in wanted if (form := entry.get(name))), None)
    return said or entry.get("DEFAULT") or ""


def _flap(phonemes: str) -> str:
    """The model was taught T for the flap and t for the glottal stop."""
    return phonemes.replace("ɾ", "T").replace("ʔ", "t")


def _undouble(stem: str) -> str:
    return stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2] else stem


def _plural(base: str) -> str:
    if base.endswith(_HISSING):
        return base + "ᵻz"
    return base + ("s" if base.endswith(tuple("ptkfθ")) else "z")


def _past(base: str) -> str:
    if base.endswith(("t", "d")):
        return _flap_end(base) + "ᵻd"
    return base + ("t" if base.endswith(_VOICELESS) else "d")


def _flap_end(base: str) -> str:
    flaps = base.endswith("t") and len(base) > 2 and base[-2] in "AIOWYiuəɛæɪɑɔʊʌɜɹ"
    return base[:-1] + "T" if flaps else base


def _gerund(base: str) -> str:
    return _flap_end(base) + "ɪŋ"


_ENDINGS: Final = (
    ("'s", 3, ("",), _plural), ("s", 4, ("",), _plural), ("ies", 4, ("y",), _plural), ("es", 4, ("",), _plural),
    ("ed", 5, ("e", ""), _past), ("ied", 5, ("y",), _past), ("ing", 6, ("", "e"), _gerund),
)  # fmt: skip
"""Of each how long a word with it is at least, what may stand in its place, and how it sounds behind that."""


def _stems(word: str) -> Iterator[tuple[str, Callable[[str], str]]]:
    """What a word may be an inflected form of, and how its ending sounds behind that."""
    for ending, shortest, added, sound in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem == word or len(word) < shortest or (ending == "s" and stem[-1] == "s"):
            continue
        yield from ((stem + letter, sound) for letter in added)
        if sound is not _plural:
            yield _undouble(stem), sound
