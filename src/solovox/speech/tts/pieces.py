"""A text cut into pieces to be rendered one after another, and their sound cut into words.

Rule 1: the first piece is short, so that its sound comes early; the next may be longer, because it
is rendered while the one before it plays.
Rule 2: a cut falls after punctuation if there is any, else before a small word that opens a phrase, else between two
words; inside a word never (but in one of more than 60 phonemes). A number and what it counts stay together, up to 60
phonemes: cut, "six hundred thirty | one requests" is another number. Behind its thousands people pause as well.
Rule 3: the pieces together are the whole text, in order.
Rule 4: a word is complete only with the whole of its sound (law N4: rounded down). But for silence at both ends no sound is lost.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solovox.core.units import VOICE_RATE
from solovox.lang.en.word_lists import word_list
from solovox.ports import Spoken
from solovox.speech.g2p.english import SpokenWord
from solovox.speech.resample import to_mono16
from solovox.text.closed import NUMBER_WORDS, SCALE_WORDS

BUDGETS: Final = (20, 32, 40)
"""Phonemes of the first, the second and every later piece: about 1.2, 2 and 3 seconds."""
_STRONG: Final = frozenset(".!?…")
_OPENERS: Final = word_list("phrase_openers")
_STRETCH: Final = 1.4
"""A piece may be this much longer than its budget, if that spares a cut."""
_SHORTEST: Final = 14
"""Phonemes that a cut leaves of a clause: a lone last word sounds torn off."""
_ENDLESS: Final = 60
_POINTS: Final = frozenset(("point", "dot"))
_NUMBERS: Final = NUMBER_WORDS | _POINTS | {"minus"}
_BLOCK: Final = 600
"""Characters read at a time: a long text must not be read whole before its first sound."""
_BLOCK_END: Final = re.compile(r"[.!?…][\"”')\]]*\s+|\n+")


@dataclass(frozen=True, slots=True)
class RenderPiece:
    """Words and marks to be rendered in one go. `end` is the last character completed."""

    words: tuple[SpokenWord, ...]
    end: int


def blocks(text: str) -> Iterator[tuple[int, str]]:
    """The text in parts of whole sentences (about 600 characters at most), each with its place."""
    start = 0
    while start < len(text):
        end = len(text)
        if end - start > _BLOCK:
            ends = [m.end() for m in _BLOCK_END.finditer(text, start, start + _BLOCK)]
            spaces = text.rfind(" ", start + 1, start + _BLOCK) + 1
            end = ends[-1] if ends else spaces if spaces > start else start + _BLOCK
        yield start, text[start:end]
        start = end


def pieces(
    text: str, read: Callable[[str], Sequence[SpokenWord]], budgets: Sequence[int] = BUDGETS
) -> Iterator[RenderPiece]:
    """The pieces of `text`; `read` gives the phonemes. A silent text has none."""
    number = 0
    for start, block in blocks(text):
        words = [part for word in read(block) for part in _sayable(word, start)]
        while words:
            budget = budgets[min(number, len(budgets) - 1)]
            cut = _cut(words, budget, early=number == 0)
            piece, words = tuple(words[:cut]), words[cut:]
            if any(word.source is not None for word in piece):
                number += 1
                yield RenderPiece(piece, piece[-1].end)


def _sayable(word: SpokenWord, start: int) -> list[SpokenWord]:
    """The word, its end counted from the beginning of the text; an endless one (`aaaa…`) in parts."""
    parts = [word.phonemes[at : at + _ENDLESS] for at in range(0, len(word.phonemes), _ENDLESS)]
    ends = [start] * (len(parts) - 1) + [start + word.end]
    return [SpokenWord(part, end, word.source, word.word) for part, end in zip(parts, ends, strict=True)]


def _cut(words: Sequence[SpokenWord], budget: int, *, early: bool) -> int:
    """How many of `words` the next piece has."""
    sizes, size = [], 0
    for word in words:
        size += len(word.phonemes) + (word.source is not None)
        sizes.append(size)
    marks = [_with_marks(words, at) for at, word in enumerate(words, 1) if word.source is None]
    if early:
        near = next((at for at in marks if sizes[at - 1] <= budget * _STRETCH), None)
        if near:
            return near
    if size <= budget * _STRETCH:
        return len(words)
    enough = [at for at in marks if budget * 0.4 < sizes[at - 1] <= budget]
    strong = [at for at in enough if words[at - 1].phonemes in _STRONG]
    if strong or enough:
        return (strong or enough)[-1]
    return _inside(words, sizes, budget, next(iter(marks), len(words)))


def _inside(words: Sequence[SpokenWord], sizes: Sequence[int], budget: int, clause: int) -> int:
    """A cut inside the clause that ends after `clause` words: no mark is near."""
    if sizes[clause - 1] <= budget * _STRETCH:
        return clause
    most = min(budget, sizes[clause - 1] - _SHORTEST)
    near = [at for at in range(1, clause) if sizes[at - 1] <= most] or [1]
    whole = [at for at in range(1, clause) if not _counts_on(words, at)]
    fits = [at for at in near if at in whole]
    if not fits:
        longer = [at for at in (*whole, clause) if sizes[at - 1] <= _ENDLESS]
        return (longer or [at for at in near if words[at].word in _POINTS][-1:] or near[-1:])[0]
    opening = [
        at for at in fits if sizes[at - 1] > budget * 0.4 and words[at].word.lower() in _OPENERS and at > 1
    ]
    return (opening or fits)[-1]


def _counts_on(words: Sequence[SpokenWord], at: int) -> bool:
    """Whether a cut there would take a number apart, or from what it counts."""
    before, after = words[at - 1].word.lower(), words[at].word.lower()
    return before in _NUMBERS and not (before in SCALE_WORDS - {"hundred"} and after in NUMBER_WORDS)


def _with_marks(words: Sequence[SpokenWord], at: int) -> int:
    """Marks stay with the word before them."""
    while at < len(words) and words[at].source is None:
        at += 1
    return at


_QUIET: Final = 0.006
"""Below this (of 1.0) is silence."""
_LEAD_MS: Final = 40
"""Kept before the first sound, so that a soft consonant is not clipped."""
_TAIL_MS: Final = 60
_PAUSES: Final = {",": 130, ";": 220, ":": 220, "—": 220, "…": 400, ".": 320, "!": 320, "?": 320}
"""Milliseconds of silence after a piece that ends in the mark."""


def with_output(model: bytes, name: str) -> bytes:
    """An ONNX model with one more output, the tensor `name`.

    Protocol Buffers merge a repeated message field (Encoding, "Last One Wins"), so that a second
    `graph` (field 7 of ModelProto) holding one `output` (field 12: a ValueInfoProto with a name) is
    added to the first. Names are shorter than 120 bytes.
    """
    raw = name.encode()
    value = b"\x0a" + bytes([len(raw)]) + raw
    graph = b"\x62" + bytes([len(value)]) + value
    return model + b"\x3a" + bytes([len(graph)]) + graph


def spoken_in_order(text: str, rendered: Iterable[Spoken]) -> Iterator[Spoken]:
    """The sound of a text, which has said all of it at the end. What was said never falls."""
    said = 0
    for one in rendered:
        said = max(said, one.said_to)
        yield Spoken(one.pcm, said)
    if said < len(text):
        yield Spoken(b"", len(text))


def word_by_word(
    sound: NDArray[np.float32],
    rate: int,
    marks: Sequence[tuple[int, int]],
    piece: RenderPiece,
    pace: float = 1.0,
) -> Iterator[Spoken]:
    """One `Spoken` for each mark that has sound: (the sample where a word ends, its last character).

    Samples are counted at `rate`; what comes out has 24 kHz. The last one also has the piece's pause.
    """
    loud = np.flatnonzero(np.abs(sound) > _QUIET)
    if not loud.size:
        yield Spoken(_pause(piece, pace), piece.end)
        return
    first = max(0, int(loud[0]) - rate * _LEAD_MS // 1000)
    last = min(len(sound), int(loud[-1]) + rate * _TAIL_MS // 1000)
    pcm = to_mono16(sound[first:last], rate, VOICE_RATE)
    at = 0
    for sample, said_to in marks[:-1]:
        to = -(-max(sample - first, 0) * VOICE_RATE // rate) * 2
        if at < to < len(pcm):
            yield Spoken(pcm[at:to], said_to)
            at = to
    yield Spoken(pcm[at:] + _pause(piece, pace), piece.end)


def _pause(piece: RenderPiece, pace: float) -> bytes:
    last = piece.words[-1]
    ms = _PAUSES.get(last.phonemes, 0) if last.source is None else 0
    return bytes(2 * int(VOICE_RATE * ms / 1000 / pace))
