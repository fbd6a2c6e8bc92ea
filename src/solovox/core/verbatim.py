"""Is a live reader saying what it was given? One read's sound against its own transcription.

G6  Sound passes as far as the transcription follows the script, and for at most twice the time that the
    text takes to say; then it waits for its text, at most `Timing.cover`. Whoever strays, stops early,
    or gives text without sound has strayed, and nothing it still holds is played. Silence is no sound: of
    a read that can be heard for less than a quarter, no more passes than a breath.

Rule 1: held sound leaves in order: it is released, or given up as a whole.
Rule 2: every change of state is a row of CHECKS. WHOLE and STRAYED have no way back.
Rule 3: transcription and sound are not aligned. A piece is taken as said when the sound that came since
its text has lasted as long as the text takes to say (N4: rounded down to the piece).
"""

from dataclasses import dataclass, replace
from enum import Enum

from solovox.core.policy import Timing
from solovox.core.units import VOICE_RATE, AudioSpan, Instant, ReadId


class CheckState(Enum):
    """What is known of a read."""

    FOLLOWING = "following"
    ENDING = "ending"
    """All its sound has come; something is still missing or held."""
    WHOLE = "whole"
    STRAYED = "strayed"


class Step(Enum):
    """What can happen to a read that is checked."""

    END = "end"
    CLOSE = "close"
    """All was said, and all of its sound was released."""
    STRAY = "stray"


S = CheckState
CHECKS: dict[CheckState, dict[Step, CheckState]] = {
    S.FOLLOWING: {
        Step.END: S.ENDING,
        Step.CLOSE: S.FOLLOWING,  # more sound may come: only the reader ends a read
        Step.STRAY: S.STRAYED,
    },
    S.ENDING: {Step.END: S.ENDING, Step.CLOSE: S.WHOLE, Step.STRAY: S.STRAYED},
    S.WHOLE: dict.fromkeys(Step, S.WHOLE),
    S.STRAYED: dict.fromkeys(Step, S.STRAYED),
}
OVER = frozenset({S.WHOLE, S.STRAYED})


@dataclass(frozen=True, slots=True)
class Check:
    """The sound of one read, in samples, beside its text, in characters."""

    read: ReadId
    length: int
    """Characters of the script."""
    state: CheckState = CheckState.FOLLOWING
    covered: int = 0
    """The transcription follows the script up to here."""
    released: int = 0
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

    @property
    def over(self) -> bool:
        """Whether nothing more can be decided."""
        return self.state in OVER

    def step(self, step: Step) -> "Check":
        """The same check after one row of CHECKS."""
        return replace(self, state=CHECKS[self.state][step])


def lasts(characters: int, timing: Timing) -> int:
    """Samples that so much text takes to say."""
    return characters * timing.character * VOICE_RATE // 1000


def followed(check: Check, at: Instant, said_to: int, timing: Timing) -> Check:
    """The transcription follows the script up to `said_to`. It never takes back."""
    reached = min(said_to, check.length)
    if check.over or reached <= check.covered:
        return check
    samples, characters = check.anchor
    if check.released >= samples + lasts(check.covered - characters, timing):
        check = replace(check, anchor=(check.released, check.covered))
    last = check.said[-1][0] if check.said else 0
    done = max(last, check.released) + lasts(reached - check.covered, timing)
    return _late(replace(check, covered=reached, said=(*check.said, (done, reached))), at)


def sounded(check: Check, at: Instant, span: AudioSpan, *, silent: bool) -> Check:
    """A piece of sound has come. It is held until `release` lets it go."""
    loud = check.loud + span.count * (not silent)
    return _late(replace(check, held=(*check.held, (at, span)), loud=loud), at)


def _late(check: Check, at: Instant) -> Check:
    """It goes on after its end: more may follow."""
    return check if check.ended_at is None else replace(check, late_at=at)


def release(check: Check, timing: Timing) -> tuple[Check, AudioSpan | None]:
    """The next held piece that its text covers. Ask until there is none."""
    if check.over or not check.held or not check.covered:
        return check, None
    (samples, characters), span = check.anchor, check.held[0][1]
    since_anchor = samples + 2 * lasts(check.covered - characters, timing)
    most = (
        min(since_anchor, 2 * lasts(check.covered, timing), 4 * check.loud)
        + 2 * timing.breath * VOICE_RATE // 1000
    )
    if check.released + span.count > most:
        return check, None
    return replace(check, held=check.held[1:], released=check.released + span.count), span


def ended(check: Check, at: Instant) -> Check:
    """The reader says that it has given everything. What is missing may come for a while."""
    return replace(check.step(Step.END), ended_at=at if check.ended_at is None else check.ended_at)


def settled(check: Check, at: Instant, timing: Timing) -> Check:
    """Whole, if nothing is missing of the text, nothing is held, there was sound for it, and no more comes."""
    whole_at = _whole_at(check, timing)
    return check if whole_at is None or at < whole_at else check.step(Step.CLOSE)


def _whole_at(check: Check, timing: Timing) -> Instant | None:
    """When it is whole if nothing more comes. An end that comes with little of the sound may have been told too
    early; if something comes behind it, it was, and little is not enough."""
    late, share = check.late_at, min(check.released, check.loud) / max(lasts(check.length, timing), 1)
    if (
        check.state is S.ENDING
        and check.covered == check.length
        and not check.held
        and share >= (1 / 4 if late is None else 3 / 4)
    ):
        last = check.ended_at if late is None and share < 3 / 4 else late
        return Instant(0 if last is None else last + timing.linger)
    return None


def said_to(check: Check) -> tuple[Check, int]:
    """How much was said by the sound released so far, down to a piece of the transcription (rule 3)."""
    if check.state is S.WHOLE:
        return check, check.length
    reached = [characters for done, characters in check.said if done <= min(check.released, 4 * check.loud)]
    return replace(check, said=check.said[len(reached) :]), max(reached, default=0)


def strayed(check: Check) -> tuple[Check, tuple[AudioSpan, ...]]:
    """Nothing of it is played any more; what it held."""
    return replace(check, held=()).step(Step.STRAY), tuple(span for _, span in check.held)


def deadline(check: Check | None, timing: Timing) -> Instant | None:
    """When it is whole, or what is missing has been missing for too long."""
    if check is None or check.over:
        return None
    if (whole_at := _whole_at(check, timing)) is not None:
        return whole_at
    waits = [check.held[0][0]] if check.held else []
    waits += [check.late_at or check.ended_at] if check.ended_at is not None else []
    return Instant(min(waits) + timing.cover) if waits else None
