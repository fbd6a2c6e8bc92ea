"""English text to Kokoro's phonemes, word by word.

Rule 1: total. Any text has a result; what cannot be said is silent.
Rule 2: each `SpokenWord` completes the text up to its `end`; ends never fall.
Homographs are chosen by the words beside them: no tagger, a few rules that are right most of the time.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from solovox.lang.en.word_lists import word_list
from solovox.speech.g2p.lexicon import Lexicon, Source
from solovox.speech.g2p.spoken_tokens import Token, TokenKind, tokens
from solovox.text.pronounced import Pronounced, ipa, sayings_in

_VOWELS: Final = frozenset("AIOWYiuəɛæɪɑɔʊʌɜᵻᵊ")
_BEFORE_VERB: Final = word_list("before_verbs")
_BEFORE_NOUN: Final = word_list("before_nouns")
_HAVE: Final = word_list("have_and_be")
_ARTICLES: Final = word_list("after_verbs")
_PAST: Final = word_list("past")
_CLAUSE_END: Final = frozenset(".!?;:,—…")
_IPA: Final = (
    ("eɪ", "A"), ("aɪ", "I"), ("aʊ", "W"), ("ɔɪ", "Y"), ("oʊ", "O"), ("əʊ", "O"), ("tʃ", "ʧ"), ("dʒ", "ʤ"), ("ɝ", "ɜɹ"), ("ɚ", "əɹ"),
    ("r", "ɹ"), ("g", "ɡ"), ("ː", ""), ("'", "ˈ"), (".", ""), ("\u0361", ""),
)  # fmt: skip
"""IPA of English, in the letters that the voices take."""


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """Phonemes of one word, or one mark of punctuation, completing the text up to `end`.

    `source` is None for a mark.
    """

    phonemes: str
    end: int
    source: Source | None
    word: str = ""


class English:
    """American English. Keeps nothing between texts. `pronounced`: the person's own words."""

    def __init__(self, lexicon: Lexicon, pronounced: Pronounced = tuple) -> None:
        self._lexicon = lexicon
        self._pronounced = pronounced

    def sound_words(self, text: str) -> list[SpokenWord]:
        """The words and marks of `text` in order; those that make no sound are left out."""
        out: list[SpokenWord] = []
        at = 0
        for first, end, spoken in sayings_in(text, self._pronounced()):
            out += _move(self._words(text[at:first]), at)
            out += self._own(spoken, end)
            at = end
        out += _move(self._words(text[at:]), at)
        return [one for one in _join(out) if one.phonemes or one.source is None]

    def _own(self, spoken: str, end: int) -> list[SpokenWord]:
        """A word of the person's; it is whole with its last part."""
        if phonemes := ipa(spoken):
            said = [SpokenWord(part, 0, Source.DICTIONARY, part) for part in in_kokoro(phonemes).split()]
        else:
            said = [one for one in self._words(spoken) if one.phonemes]
        return [replace(one, end=end * (at + 1 == len(said))) for at, one in enumerate(said)]

    def _words(self, text: str) -> list[SpokenWord]:
        read = tokens(text)
        out: list[SpokenWord] = []
        for at, token in enumerate(read):
            if token.kind is TokenKind.MARK:
                out.append(SpokenWord(token.text, token.end, None))
                continue
            out += self._word(read, at)
        return out

    def _word(self, read: Sequence[Token], at: int) -> list[SpokenWord]:
        token = read[at]
        word = token.text
        letter = word == "A" and at > 0 and read[at - 1].kind is not TokenKind.MARK
        if token.kind is TokenKind.LETTERS or letter:
            return [SpokenWord(self._lexicon.spell(word), token.end, Source.SPELLED, word)]
        said = self._lexicon.pronounce(word, _tag(read, at))
        if "-" in word and said.source is not Source.DICTIONARY:
            parts = [part for part in word.split("-") if part]
            spoken = [self._lexicon.pronounce(part) for part in parts]
            last = len(parts) - 1
            starts = [token.end if i == last else 0 for i in range(len(parts))]
            return [
                SpokenWord(p.phonemes, end, p.source, part)
                for p, end, part in zip(spoken, starts, parts, strict=True)
            ]
        return [SpokenWord(said.phonemes, token.end, said.source, word)]


def _move(words: Sequence[SpokenWord], by: int) -> list[SpokenWord]:
    """The same, of a text that begins at a place of another."""
    return [replace(one, end=one.end + by) for one in words]


def _join(words: Sequence[SpokenWord]) -> list[SpokenWord]:
    """Chooses the forms of the, a and to that the next sound asks for, and keeps ends from falling."""
    out: list[SpokenWord] = []
    done = 0
    for at, one in enumerate(words):
        done = max(done, one.end)
        following = words[at + 1].phonemes.lstrip("ˈˌ")[:1] if at + 1 < len(words) else ""
        phonemes = one.phonemes
        match one.word.lower():
            case "the":
                phonemes = "ði" if following in _VOWELS and following else "ðə"
            case "a" if one.source is Source.DICTIONARY and following and following not in ".,!?;:—…":
                phonemes = "ɐ"
            case "an":
                phonemes = "ɐn"
            case "to":
                phonemes = (
                    "tʊ" if following in _VOWELS and following else "tə" if following.isalpha() else "tˈu"
                )
            case _:
                pass
        out.append(SpokenWord(phonemes, done, one.source, one.word))
    return out


def _near(read: Sequence[Token], at: int) -> str:
    """The neighbouring word in lower case, or the mark, or nothing at the text's edge."""
    return read[at].text.lower() if 0 <= at < len(read) else ""


def _tag(read: Sequence[Token], at: int) -> str:
    """What part of speech the word at `at` plays; nothing when it cannot be told."""
    word, before, after = _near(read, at), _near(read, at - 1), _near(read, at + 1)
    ends = not after or after in _CLAUSE_END
    opens = not before or before in _CLAUSE_END
    if word == "used":
        return "VBD" if after == "to" and before not in _HAVE else ""
    if word in {"read", "reread", "wound"}:
        if before in _HAVE or before in {"he", "she", "it"}:
            return "VBN"
        rest = {_near(read, i) for i in range(at, min(at + 7, len(read)))}
        return "VBD" if before not in _BEFORE_VERB - {"i", "we", "they", "you"} and rest & _PAST else "VERB"
    if word == "that" and not ends and before in {"", *_CLAUSE_END, "is", "of", "about", "in", "at"}:
        return "DT"
    if word == "live":
        return "VERB" if before in _BEFORE_VERB and before != "and" else ""
    if word == "close" and (opens or before in _BEFORE_VERB):
        return "VERB"
    if before in _BEFORE_NOUN:
        return "END" if ends and word in {"this", "that", "there"} else "NOUN"
    if before in _BEFORE_VERB or (opens and after in _ARTICLES):
        return "VERB"
    if before in _HAVE and word.endswith("ed"):
        return "VBN"
    return "END" if ends else ""


def in_kokoro(ipa: str) -> str:
    """IPA as phonemes."""
    for theirs, ours in _IPA:
        ipa = ipa.replace(theirs, ours)
    return ipa
