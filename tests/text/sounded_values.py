"""Whether our own voice has the sounds of what it says, by witnesses that are no part of it: CMUdict and, for words that it has not, espeak-ng.

Dictionaries differ in weak vowels and stress: those are forgiven, a consonant, a syllable or another full vowel is not.
"""

import re
import subprocess
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import pocketsphinx

from solovox.speech.g2p.english import English, SpokenWord

_ARPABET = {
    "AA": "ɑ", "AE": "æ", "AH": "ə", "AO": "ɑ", "AW": "W", "AY": "I", "EH": "ɛ", "ER": "əɹ", "EY": "A", "IH": "ə", "IY": "i", "OW": "O", "OY": "Y", "UH": "ʊ", "UW": "u",
    "CH": "ʧ", "DH": "ð", "G": "ɡ", "HH": "h", "JH": "ʤ", "NG": "ŋ", "R": "ɹ", "SH": "ʃ", "TH": "θ", "Y": "j", "ZH": "ʒ",
}  # fmt: skip
_ESPEAK = (("eɪ", "A"), ("aɪ", "I"), ("aʊ", "W"), ("ɔɪ", "Y"), ("oʊ", "O"), ("tʃ", "ʧ"), ("dʒ", "ʤ"), ("ɚ", "əɹ"), ("ɜː", "əɹ"), ("oː", "ɔ"), ("r", "ɹ"), ("ː", ""), ("a", "æ"), ("g", "ɡ"))  # fmt: skip
_ALIKE = str.maketrans(
    {
        "T": "t",
        "ʔ": "t",
        "ɾ": "t",
        "ɔ": "ɑ",
        "ɒ": "ɑ",
        **dict.fromkeys("ɪᵻʌᵊɐɜ", "ə"),
        **dict.fromkeys("ˈˌ ", ""),
    }
)
_VOWELS = "AIOWYiuəɛæɑʊ"
_WEAK = "əiʊ"
_LETTERS = dict(zip("abcdefghijklmnopqrstuvwxyz", "A bi si di i ɛf ʤi Aʧ I ʤA kA ɛl ɛm ɛn O pi kju ɑɹ ɛs ti ju vi dəbəlju ɛks wI zi".split(), strict=True))  # fmt: skip


@cache
def _cmudict() -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in (
        (Path(pocketsphinx.get_model_path("en-us")) / "cmudict-en-us.dict").read_text("utf-8").splitlines()
    ):
        word, _, symbols = line.partition(" ")
        said = "".join(_ARPABET.get(symbol, symbol.casefold()) for symbol in symbols.split())
        found.setdefault(word.partition("(")[0], []).append(said)
    return found


@cache
def _espeak(word: str) -> str:
    command = ["espeak-ng", "-q", "--ipa", "-v", "en-us", word]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    for theirs, ours in _ESPEAK:
        said = said.replace(theirs, ours)
    return said


def wrong_sounds(english: English, pieces: Iterable[str]) -> list[SpokenWord]:
    """The words of what is said that no witness knows by these sounds."""
    said = [word for piece in pieces for word in english.sound_words(piece) if word.source is not None]
    return [one for one in said if not _witnessed(one.word, one.phonemes)]


@cache
def _witnessed(word: str, phonemes: str) -> bool:
    lower = word.casefold().strip("'")
    spelled = "".join(_LETTERS.get(letter, "") for letter in lower)
    known = [*_cmudict().get(lower, ()), spelled]
    return any(_agree(phonemes, one) for one in known) or _agree(phonemes, _espeak(lower))


def _agree(one: str, other: str) -> bool:
    one, other = _plain(one), _plain(other)
    return len(one) == len(other) and all(
        a == b or (a in _VOWELS and b in _VOWELS and (a in _WEAK or b in _WEAK))
        for a, b in zip(one, other, strict=True)
    )


def _plain(said: str) -> str:
    """Without what differs between speakers: stress, weak vowels, a consonant said twice, the d of "ninety", the h of "where"."""
    said = re.sub(r"(.)\1", r"\1", said.translate(_ALIKE))
    for speakers, plain in (
        (r"(?<=[əuI])w", ""),
        ("nt(?=[iə])", "nd"),
        ("hw", "w"),
        ("kəli", "kli"),
        ("æɹ", "ɛɹ"),
        ("iəɹ", "iɹ"),
    ):
        said = re.sub(speakers, plain, said)
    return said
