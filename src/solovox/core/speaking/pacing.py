"""How far a live reader's sound may go: its own transcription is compared with the text that it was given.

G6  Sound passes as far as the transcription follows the script, and for at most twice the time that the
    text takes to say. Then it waits for its text, at most `Timing.cover` beside the time that the next word takes
    at the pace of this read. Silence is no sound: if a read can be heard for less than a quarter of its time, no
    more than a breath passes. Nor is noise: it waits until speech follows.

Rule: transcription and sound are not aligned. A piece is taken as said when the sound that came since its
text has lasted as long as the text takes to say (N4: rounded down to the piece).
"""

from dataclasses import dataclass, replace
from unicodedata import east_asian_width

from solovox.core.events import SoundKind
from solovox.core.policy import Timing
from solovox.core.units import VOICE_RATE, AudioSpan, Instant, milliseconds


@dataclass(frozen=True, slots=True)
class Pacing:
    """The text of one read, in characters, and what has come for it. Sound is in samples."""

    script: str
    covered: int = 0
    """The transcription follows the script up to this character."""
    loud: int = 0
    """Samples that have come and are speech, for all that is known."""
    anchor: tuple[int, int] = (0, 0)
    """(samples, characters) where the sound had last caught up with its text."""
    held: tuple[tuple[Instant, AudioSpan, SoundKind], ...] = ()
    """Sound that waits for its text, each piece with the time when it came."""
    ended_at: Instant | None = None
    """When the reader said that it has given all its sound, or the last of the transcription that came after that."""
    said: tuple[tuple[int, int], ...] = ()
    """(samples, characters): the pieces not yet said, each with the samples after which it counts as said."""


def lasts(characters: int, timing: Timing, script: str = "") -> int:
    """Samples that `characters` of this script take to say, at the mean of its characters: some of Chinese, Japanese and Korean stand
    for a syllable each."""
    wide = 0 if script.isascii() else sum(one.isalpha() and east_asian_width(one) in "WF" for one in script)
    more = wide * (timing.syllable - timing.character) // max(len(script), 1)
    return characters * (timing.character + more) * VOICE_RATE // 1000


def follow_script(pacing: Pacing, at: Instant, sounded: int, said_to: int, timing: Timing) -> Pacing:
    """The transcription follows the script up to `said_to`, after `sounded` samples. It never takes anything back."""
    reached = min(said_to, len(pacing.script))
    if reached <= pacing.covered:
        return pacing
    samples, characters = pacing.anchor
    if sounded >= samples + lasts(pacing.covered - characters, timing, pacing.script):
        pacing = replace(pacing, anchor=(sounded, pacing.covered))
    takes = lasts(reached - pacing.covered, timing, pacing.script)
    done = max(sounded, *(last for last, _ in pacing.said[-1:]), 0) + takes
    ended_at = None if pacing.ended_at is None else at
    return replace(pacing, covered=reached, said=(*pacing.said, (done, reached)), ended_at=ended_at)


def hold_piece(pacing: Pacing, at: Instant, span: AudioSpan, kind: SoundKind) -> Pacing:
    """A piece of sound has come. It waits until the text allows it and, if it is noise, until speech follows."""
    loud = pacing.loud + span.count * (kind is SoundKind.SPEECH)
    return replace(pacing, held=(*pacing.held, (at, span, kind)), loud=loud)


def allows(pacing: Pacing, sounded: int, timing: Timing) -> bool:
    """Whether the text covers the next piece that is held, after `sounded` samples, and it is no noise, nor silence behind noise, that no
    speech follows."""
    kinds = [kind for _, _, kind in pacing.held]
    if SoundKind.SPEECH not in kinds and kinds[:1] != [SoundKind.SILENCE]:
        return False
    samples, characters = pacing.anchor
    since_anchor = samples + 2 * lasts(pacing.covered - characters, timing, pacing.script)
    text = 2 * lasts(pacing.covered, timing, pacing.script)
    most = min(since_anchor, text, 4 * pacing.loud) + 2 * timing.breath * VOICE_RATE // 1000
    return pacing.covered > 0 and sounded + pacing.held[0][1].count <= most


def end_sound(pacing: Pacing, at: Instant) -> Pacing:
    """The reader has given all its sound. What is missing of the transcription may still come."""
    return replace(pacing, ended_at=at if pacing.ended_at is None else pacing.ended_at)


def is_whole(pacing: Pacing, sounded: int, timing: Timing) -> bool:
    """Whether all of the text was said: the reader has ended, its transcription follows the script to the end, nothing is
    held, and at least half of the speech that the text takes has come.
    """
    length = len(pacing.script)
    complete = pacing.ended_at is not None and pacing.covered == length and not pacing.held
    return complete and 2 * min(sounded, pacing.loud) >= lasts(length, timing, pacing.script)


def said_to(pacing: Pacing, sounded: int) -> tuple[Pacing, int]:
    """How many characters were said by the sound so far, rounded down to a piece of the transcription."""
    reached = [characters for done, characters in pacing.said if done <= min(sounded, 4 * pacing.loud)]
    return replace(pacing, said=pacing.said[len(reached) :]), max(reached, default=0)


def deadline(pacing: Pacing, dry_at: Instant, timing: Timing) -> Instant | None:
    """When what is missing has been missing for too long. The text of a word comes after its sound, which lasts as long
    as it does in this read so far, up to twice the usual.

    `dry_at`: when the speaker has played all that it has.
    """
    waits = [at for at in (*(came for came, *_ in pacing.held[:1]), pacing.ended_at) if at is not None]
    word = len(next(iter(pacing.script[pacing.covered :].split(maxsplit=1)), ""))
    usual = max(lasts(pacing.covered + word, timing, pacing.script), 1)
    pace = min(max(pacing.loud, usual), 2 * usual) if pacing.ended_at is None else usual
    takes = milliseconds(lasts(word, timing, pacing.script) * pace // usual, VOICE_RATE)
    return Instant(max(min(waits), dry_at) + takes + timing.cover) if waits else None
