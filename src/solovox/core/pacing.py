"""How far a live reader's sound may go: its own transcription, held against the text that it was given.

G6  Sound passes as far as the transcription follows the script, and for at most twice the time that the
    text takes to say; then it waits for its text, at most `Timing.cover`. Silence is no sound: of a read
    that can be heard for less than a quarter, no more passes than a breath.

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
    """The transcription follows the script up to here."""
    loud: int = 0
    """How much has come that can be heard."""
    anchor: tuple[int, int] = (0, 0)
    """(samples, characters) where the sound had last caught up with its text."""
    held: tuple[tuple[Instant, AudioSpan], ...] = ()
    """Sound that waits for its text, and since when."""
    ended_at: Instant | None = None
    """When the reader said that it has given everything."""
    late_at: Instant | None = None
    """When it last gave something all the same."""
    said: tuple[tuple[int, int], ...] = ()
    """(samples, characters): the pieces not yet said, and after how much sound each will have been."""


def lasts(characters: int, timing: Timing) -> int:
    """Samples that so much text takes to say."""
    return characters * timing.character * VOICE_RATE // 1000


def followed(pacing: Pacing, at: Instant, sounded: int, said_to: int, timing: Timing) -> Pacing:
    """The transcription follows the script up to `said_to`, where so much has sounded. It never takes back."""
    reached = min(said_to, pacing.length)
    if reached <= pacing.covered:
        return pacing
    samples, characters = pacing.anchor
    if sounded >= samples + lasts(pacing.covered - characters, timing):
        pacing = replace(pacing, anchor=(sounded, pacing.covered))
    last = pacing.said[-1][0] if pacing.said else 0
    done = max(last, sounded) + lasts(reached - pacing.covered, timing)
    return _late(replace(pacing, covered=reached, said=(*pacing.said, (done, reached))), at)


def held(pacing: Pacing, at: Instant, span: AudioSpan, *, silent: bool) -> Pacing:
    """A piece of sound has come, and waits until the text allows it."""
    loud = pacing.loud + span.count * (not silent)
    return _late(replace(pacing, held=(*pacing.held, (at, span)), loud=loud), at)


def _late(pacing: Pacing, at: Instant) -> Pacing:
    """It goes on after its end: more may follow."""
    return pacing if pacing.ended_at is None else replace(pacing, late_at=at)


def allows(pacing: Pacing, sounded: int, count: int, timing: Timing) -> bool:
    """Whether the text covers `count` samples more, where so much has sounded."""
    samples, characters = pacing.anchor
    since_anchor = samples + 2 * lasts(pacing.covered - characters, timing)
    most = (
        min(since_anchor, 2 * lasts(pacing.covered, timing), 4 * pacing.loud)
        + 2 * timing.breath * VOICE_RATE // 1000
    )
    return pacing.covered > 0 and sounded + count <= most


def ended(pacing: Pacing, at: Instant) -> Pacing:
    """The reader says that it has given everything. What is missing may come for a while."""
    return replace(pacing, ended_at=at if pacing.ended_at is None else pacing.ended_at)


def whole_at(pacing: Pacing, sounded: int, timing: Timing) -> Instant | None:
    """When the read is whole if nothing more comes: nothing is missing of the text, nothing is held, there was sound for
    it. An end that comes with little of the sound may have been told too early; if something comes behind it, it was,
    and little is not enough."""
    late, share = pacing.late_at, min(sounded, pacing.loud) / max(lasts(pacing.length, timing), 1)
    if (
        pacing.ended_at is not None
        and pacing.covered == pacing.length
        and not pacing.held
        and share >= (1 / 4 if late is None else 3 / 4)
    ):
        last = pacing.ended_at if late is None and share < 3 / 4 else late
        return Instant(0 if last is None else last + timing.linger)
    return None


def said_to(pacing: Pacing, sounded: int) -> tuple[Pacing, int]:
    """How much was said by the sound so far, down to a piece of the transcription."""
    reached = [characters for done, characters in pacing.said if done <= min(sounded, 4 * pacing.loud)]
    return replace(pacing, said=pacing.said[len(reached) :]), max(reached, default=0)


def deadline(pacing: Pacing, sounded: int, dry_at: Instant, word: int, timing: Timing) -> Instant | None:
    """When it is whole, or what is missing has been missing for too long: a word's text comes behind the word. `dry_at`: when
    the speaker has played all that it has; `word`: characters of the next word."""
    if (whole := whole_at(pacing, sounded, timing)) is not None:
        return whole
    waits = [pacing.held[0][0]] if pacing.held else []
    waits += [pacing.late_at or pacing.ended_at] if pacing.ended_at is not None else []
    return Instant(max(min(waits), dry_at) + word * timing.character + timing.cover) if waits else None
