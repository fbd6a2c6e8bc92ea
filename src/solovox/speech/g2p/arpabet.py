"""CMUdict's ARPAbet, and IPA, in Kokoro's phonemes.

CMUdict as pocketsphinx ships it (BSD) has no stress marks. The first full vowel gets the stress,
unless the word begins with a reduced one; a second full vowel two syllables on gets the lesser stress.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

_CONSONANTS: Final = {
    "B": "b", "CH": "ʧ", "D": "d", "DH": "ð", "F": "f", "G": "ɡ", "HH": "h", "JH": "ʤ", "K": "k", "L": "l", "M": "m", "N": "n",
    "NG": "ŋ", "P": "p", "R": "ɹ", "S": "s", "SH": "ʃ", "T": "t", "TH": "θ", "V": "v", "W": "w", "Y": "j", "Z": "z", "ZH": "ʒ",
}  # fmt: skip
_VOWELS: Final = {
    "AA": "ɑ", "AE": "æ", "AH": "ə", "AO": "ɔ", "AW": "W", "AY": "I", "EH": "ɛ", "ER": "əɹ", "EY": "A", "IH": "ɪ", "IY": "i",
    "OW": "O", "OY": "Y", "UH": "ʊ", "UW": "u",
}  # fmt: skip
_STRESSED: Final = {"AH": "ʌ", "ER": "ɜɹ"}
"""Vowels that sound different when they carry the stress."""
_WEAK: Final = frozenset({"AH", "ER", "IH"})
_IPA: Final = (
    ("eɪ", "A"), ("aɪ", "I"), ("aʊ", "W"), ("ɔɪ", "Y"), ("oʊ", "O"), ("əʊ", "O"), ("tʃ", "ʧ"), ("dʒ", "ʤ"), ("ɝ", "ɜɹ"), ("ɚ", "əɹ"),
    ("r", "ɹ"), ("g", "ɡ"), ("ː", ""), ("'", "ˈ"), (".", ""), ("\u0361", ""),
)  # fmt: skip
"""IPA of English, in the letters that the voices take."""


def in_kokoro(ipa: str) -> str:
    """IPA as phonemes."""
    for theirs, ours in _IPA:
        ipa = ipa.replace(theirs, ours)
    return ipa


def phonemes(arpabet: Iterable[str]) -> str:
    """ARPAbet symbols (stress digits allowed and ignored) as Kokoro phonemes with one main stress."""
    symbols = [symbol.rstrip("012") for symbol in arpabet]
    vowels = [at for at, symbol in enumerate(symbols) if symbol in _VOWELS]
    main = next((at for at in vowels if symbols[at] not in _WEAK), vowels[0] if vowels else -1)
    if vowels and vowels.index(main) > 1:  # the stress seldom comes later than the second syllable
        main = vowels[0]
    out = []
    for at, symbol in enumerate(symbols):
        if symbol in _CONSONANTS:
            out.append(_CONSONANTS[symbol])
        elif at == main:
            out.append("ˈ" + _STRESSED.get(symbol, _VOWELS[symbol]))
        elif symbol in _VOWELS:
            far = main >= 0 and abs(vowels.index(at) - vowels.index(main)) > 1
            out.append(("ˌ" if far and symbol not in _WEAK else "") + _VOWELS[symbol])
    return "".join(out)


def load(path: Path) -> Mapping[str, str]:
    """A CMUdict file (`word P H ONES` a line) as word → ARPAbet; second pronunciations are left out."""
    words: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, symbols = line.partition(" ")
        if symbols and not word.endswith(")"):
            words[word] = symbols
    return words
