"""espeak-ng as an optional separate program, for words that no dictionary holds.

It is GPL-3 and never part of an install of ours: it is started, if the person has it and asked for it,
one word at a time. Its IPA is put into Kokoro's phonemes.
"""

import re
import subprocess
from typing import Final

from solovox.ports import children

_PROGRAM: Final = "espeak-ng"
_SECONDS: Final = 2.0
_PLAIN: Final = (
    ("eɪ", "A"), ("aɪ", "I"), ("oʊ", "O"), ("əʊ", "O"), ("aʊ", "W"), ("ɔɪ", "Y"), ("dʒ", "ʤ"), ("tʃ", "ʧ"), ("ɚ", "əɹ"),
    ("ɜː", "ɜɹ"), ("oːɹ", "ɔɹ"), ("ɾ", "T"), ("ʔ", "t"), ("n̩", "ᵊn"), ("l̩", "ᵊl"), ("r", "ɹ"), ("g", "ɡ"), ("o", "ɔ"),
    ("a", "ɑ"), ("e", "A"),
)  # fmt: skip
_OTHER: Final = re.compile("[^AIOWYbdfhijklmnpstuvwzæðŋɐɑɔəɛɜɡɪɹʃʊʌʒʤʧˈˌθᵊᵻT]")


def phonemes(word: str, seconds: float = _SECONDS) -> str | None:
    """How espeak-ng says one word; None where the program is missing, fails or takes longer than that."""
    try:
        done = children.ran(
            [_PROGRAM, "-q", "--ipa", "-v", "en-us", "--", word],
            seconds=seconds,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return None if done.returncode else kokoro(done.stdout) or None


def kokoro(ipa: str) -> str:
    """espeak's American IPA as Kokoro's phonemes."""
    for theirs, ours in _PLAIN:
        ipa = ipa.replace(theirs, ours)
    return _OTHER.sub("", ipa)
