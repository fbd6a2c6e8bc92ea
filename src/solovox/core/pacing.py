"""How far a live reader's sound may go: its own transcription is compared with the text that it was given.

G6  Sound passes as far as the transcription follows the script, and for at most twice the time that the
    text takes to say. Then it waits for its text, at most `Timing.cover`. Silence is no sound: if a read
    can be heard for less than a quarter of its time, no more than a breath passes.

Rule: transcription and sound are not aligned. A piece is taken as said when the sound that came since its
text has lasted as long as the text takes to say (N4: rounded down to the piece).
"""

from dataclasses import dataclass, replace

from solovox.core.policy import Timing
from solovox.core.units import VOICE_RATE, AudioSpan, Instant


@dataclass(frozen=True, slots=True)
class Pacing:
    """The text of one read, in characters, and what has come for it. Sound is in samples."""

    length: int
    """Characters of the script."""
    covered: int = 0
    """The transcription follows the script up to this character."""
    loud: int = 0
    """Samples that have come and can be heard."""
    anchor: tuple[int, int] = (0, 0)
    """(samples, characters) where the sound had last caught up with its text."""
    held: tuple[tuple[Instant, AudioSpan], ...] = ()
    """Sound that waits for its text, each piece with the time when it came."""
    ended_at: Instant | None = None
    """When the reader said that it has given all its sound, or the last of the transcription that came after that."""
    said: tuple[tuple[int, int], ...] = ()
    """(samples, characters): the pieces not yet said, each with the samples after which it counts as said."""


def lasts(characters: int, timing: Timing) -> int:
    """Samples that `characters` of text take to say."""
    return characters * timing.character * VOICE_RATE // 1000


def followed(pacing: Pacing, at: Instant, sounded: int, said_to: int, timing: Timing) -> Pacing:
    """The transcription follows the script up to `said_to`, after `sounded` samples. It never takes anything back."""
    reached = min(said_to, pacing.length)
    if reached <= pacing.covered:
        return pacing
    samples, characters = pacing.anchor
    if sounded >= samples + lasts(pacing.covered - characters, timing):
        pacing = replace(pacing, anchor=(sounded, pacing.covered))
    last = pacing.said[-1][0] if pacing.said else 0
    done = max(last, sounded) + lasts(reached - pacing.covered, timing)
    ended_at = None if pacing.ended_at is None else at
    return replace(pacing, covered=reached, said=(*pacing.said, (done, reached)), ended_at=ended_at)


def held(pacing: Pacing, at: Instant, span: AudioSpan, *, silent: bool) -> Pacing:
    """A piece of sound has come. It waits until the text allows it."""
    loud = pacing.loud + span.count * (not silent)
    return replace(pacing, held=(*pacing.held, (at, span)), loud=loud)


def allows(pacing: Pacing, sounded: int, count: int, timing: Timing) -> bool:
    """Whether the text covers `count` more samples, after `sounded` samples."""
    samples, characters = pacing.anchor
    since_anchor = samples + 2 * lasts(pacing.covered - characters, timing)
    most = (
        min(since_anchor, 2 * lasts(pacing.covered, timing), 4 * pacing.loud)
        + 2 * timing.breath * VOICE_RATE // 1000
    )
    return pacing.covered > 0 and sounded + count <= most


def ended(pacing: Pacing, at: Instant) -> Pacing:
    """The reader has given all its sound. What is missing of the transcription may still come."""
    return replace(pacing, ended_at=at if pacing.ended_at is None else pacing.ended_at)


def is_whole(pacing: Pacing, sounded: int, timing: Timing) -> bool:
    """Whether all of the text was said: the reader has ended, its transcription follows the script to the end, nothing is
    held, and at least half of the sound that the text takes can be heard.
    """
    complete = pacing.ended_at is not None and pacing.covered == pacing.length and not pacing.held
    return complete and 2 * min(sounded, pacing.loud) >= lasts(pacing.length, timing)


def said_to(pacing: Pacing, sounded: int) -> tuple[Pacing, int]:
    """How many characters were said by the sound so far, rounded down to a piece of the transcription."""
    reached = [characters for done, characters in pacing.said if done <= min(sounded, 4 * pacing.loud)]
    return replace(pacing, said=pacing.said[len(reached) :]), max(reached, default=0)


def deadline(pacing: Pacing, dry_at: Instant, word: int, timing: Timing) -> Instant | None:
    """When what is missing has been missing for too long. The text of a word comes after its sound.

    `dry_at`: when the speaker has played all that it has. `word`: characters of the next word.
    """
    waits = [pacing.held[0][0]] if pacing.held else []
    waits += [pacing.ended_at] if pacing.ended_at is not None else []
    return Instant(max(min(waits), dry_at) + word * timing.character + timing.cover) if waits else None
