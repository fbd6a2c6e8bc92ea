"""What a talk shows of one case, and the figures of many.

False stop: what was no words to us silenced the voice for good, or for more than `LONGEST` after its end; or it was asked, or held.
Silent: from the first sample of the person's word until nothing of ours is heard. A natural pause of the voice is no silence.
At its word: the first sound after a cut is that of the word that was being said, or of the next where the cut fell between two.
"""

from dataclasses import asdict, dataclass

from solovox.core.commands import AskBrain, CancelRun, Duck, Flush, Play, ShowHold
from solovox.core.events import Flushed, HungUp, LocalTranscript

LONGEST = 2.0
"""Seconds after the end of the sound within which the voice is to go on."""
WITHIN = 0.05
VOICE_RATE = 24_000


@dataclass(frozen=True, slots=True)
class Found:
    """One case. Seconds; None: it did not happen."""

    case: int
    kind: str
    echo: bool
    seconds: float
    """How long the sound is."""
    self_cut: int
    """How often our voice had cut itself by then, by what the microphone heard of it."""
    ducked: bool
    silent: float | None
    """From the first sample of the sound to silence."""
    pause: float | None
    """From silence until the voice went on, the longest; None where it did not, or was never cut."""
    behind: float | None
    """From the end of the sound until the voice went on."""
    at_word: bool | None
    asked: tuple[str, ...]
    heard: tuple[str, ...]

    @property
    def held_out(self) -> bool:
        """Whether it was kept apart when rules and numbers were chosen."""
        return self.case % 2 == 1

    @property
    def false(self) -> bool:
        """Whether it counts as a false stop, where none was wanted."""
        if self.asked:
            return True
        return self.silent is not None and (self.behind is None or self.behind > LONGEST)

    @property
    def cut(self) -> bool:
        """Whether the voice fell silent, however shortly."""
        return self.silent is not None


def judged(case, seconds, at, entries) -> Found:
    """`at`: when the sound begins; `entries` of the journal."""
    ends = next((when for when, event, _ in entries if isinstance(event, HungUp)), 1 << 40)
    before = [one for one in entries if one[0] < ends]
    after = [(when / 1000, event, told) for when, event, told in before if at <= when / 1000]
    earlier = [one for when, _, told in entries if when / 1000 < at for one in told]
    flushes = [(when, one.read) for when, _, told in after for one in told if isinstance(one, Flush)]
    first, on = (flushes[0][0] if flushes else None), [_went_on(before, *one) for one in flushes]
    # A cut flushes the read that sounds and those that wait behind it: it goes on with the first.
    went_on = [one for one in on if one is not None]
    last = went_on[-1][0] if went_on and went_on[-1][0] >= flushes[-1][0] else None
    return Found(
        case.number,
        case.kind,
        case.echo,
        round(seconds, 3),
        sum(isinstance(one, Flush) for one in earlier),
        any(isinstance(one, Duck) for _, _, told in after for one in told),
        None if first is None else round(first - at, 3),
        None if last is None else round(max(when - cut_at for when, cut_at, _ in went_on), 3),
        None if last is None else round(last - at - seconds, 3),
        None if last is None else all(at_word for _, _, at_word in went_on),
        tuple(
            getattr(one, "instruction", type(one).__name__)
            for _, _, told in after
            for one in told
            if isinstance(one, AskBrain | ShowHold | CancelRun)
        ),
        tuple(one.text for _, one, _ in after if isinstance(one, LocalTranscript) and one.final),
    )


def _went_on(entries, cut_at, read):
    """When the cut answer went on, when it had been cut, and whether it went on at its word. None: it did not."""
    played = next((one.samples for _, one, _ in entries if isinstance(one, Flushed) and one.read == read), 0)
    plays = [(when / 1000, one) for when, _, told in entries for one in told if isinstance(one, Play)]
    given = [one.span for when, one in plays if one.read == read and when <= cut_at]
    heard_to = _reached(given, played)
    for when, one in plays:
        if when >= cut_at and one.read > read and one.span.stream in {span.stream for span in given}:
            first, end = one.span.first, one.span.end
            near = WITHIN * VOICE_RATE
            return when, cut_at, heard_to is None or first - near <= heard_to <= end
    return None


def _reached(given, played):
    """The sample of their stream up to which these were heard."""
    for span in given:
        if played < span.count:
            return span.first + played
        played -= span.count
    return None


def figures(rows: list[Found]) -> dict:
    """Of the cases of one kind."""
    silent = sorted(one.silent for one in rows if one.silent is not None)
    word_end = sorted(one.silent - one.seconds for one in rows if one.silent is not None)
    cut = [one for one in rows if one.cut]
    on = [one for one in cut if one.pause is not None]
    return {
        "cases": len(rows),
        "ducked": sum(one.ducked for one in rows),
        "cut": len(cut),
        "false": sum(one.false for one in rows),
        "missed": sum(not one.cut or one.pause is not None for one in rows),
        "silent p50": _at(silent, 0.5),
        "silent p95": _at(silent, 0.95),
        "past the word p95": _at(word_end, 0.95),
        "pause p50": _at(sorted(one.pause for one in on), 0.5),
        "pause p95": _at(sorted(one.pause for one in on), 0.95),
        "went on": len(on),
        "at its word": sum(bool(one.at_word) for one in on),
    }


def _at(values, share):
    """That quantile, in ms."""
    return round(1000 * values[min(len(values) - 1, int(share * len(values)))]) if values else None


def plain(found: Found) -> dict:
    """As it is kept."""
    return asdict(found)
