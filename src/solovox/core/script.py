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
class Script:
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


def followed(script: Script, at: Instant, sounded: int, said_to: int, timing: Timing) -> Script:
    """The transcription follows the script up to `said_to`, where so much has sounded. It never takes back."""
    reached = min(said_to, script.length)
    if reached <= script.covered:
        return script
    samples, characters = script.anchor
    if sounded >= samples + lasts(script.covered - characters, timing):
        script = replace(script, anchor=(sounded, script.covered))
    last = script.said[-1][0] if script.said else 0
    done = max(last, sounded) + lasts(reached - script.covered, timing)
    return _late(replace(script, covered=reached, said=(*script.said, (done, reached))), at)


def held(script: Script, at: Instant, span: AudioSpan, *, silent: bool) -> Script:
    """A piece of sound has come, and waits until the text allows it."""
    loud = script.loud + span.count * (not silent)
    return _late(replace(script, held=(*script.held, (at, span)), loud=loud), at)


def _late(script: Script, at: Instant) -> Script:
    """It goes on after its end: more may follow."""
    return script if script.ended_at is None else replace(script, late_at=at)


def allows(script: Script, sounded: int, count: int, timing: Timing) -> bool:
    """Whether the text covers `count` samples more, where so much has sounded."""
    samples, characters = script.anchor
    since_anchor = samples + 2 * lasts(script.covered - characters, timing)
    most = (
        min(since_anchor, 2 * lasts(script.covered, timing), 4 * script.loud)
        + 2 * timing.breath * VOICE_RATE // 1000
    )
    return script.covered > 0 and sounded + count <= most


def ended(script: Script, at: Instant) -> Script:
    """The reader says that it has given everything. What is missing may come for a while."""
    return replace(script, ended_at=at if script.ended_at is None else script.ended_at)


def whole_at(script: Script, sounded: int, timing: Timing) -> Instant | None:
    """When the read is whole if nothing more comes: nothing is missing of the text, nothing is held, there was sound for
    it. An end that comes with little of the sound may have been told too early; if something comes behind it, it was,
    and little is not enough."""
    late, share = script.late_at, min(sounded, script.loud) / max(lasts(script.length, timing), 1)
    if (
        script.ended_at is not None
        and script.covered == script.length
        and not script.held
        and share >= (1 / 4 if late is None else 3 / 4)
    ):
        last = script.ended_at if late is None and share < 3 / 4 else late
        return Instant(0 if last is None else last + timing.linger)
    return None


def said_to(script: Script, sounded: int) -> tuple[Script, int]:
    """How much was said by the sound so far, down to a piece of the transcription."""
    reached = [characters for done, characters in script.said if done <= min(sounded, 4 * script.loud)]
    return replace(script, said=script.said[len(reached) :]), max(reached, default=0)


def deadline(script: Script, sounded: int, timing: Timing) -> Instant | None:
    """When it is whole, or what is missing has been missing for too long."""
    if (whole := whole_at(script, sounded, timing)) is not None:
        return whole
    waits = [script.held[0][0]] if script.held else []
    waits += [script.late_at or script.ended_at] if script.ended_at is not None else []
    return Instant(min(waits) + timing.cover) if waits else None
