"""What a brain is told of the talk so far: what the person asked, and what they *heard* (law N4).

Rule 1: only the part of an answer that was played counts.
Rule 2: a run that was cancelled unheard, and asked again with the whole of its utterance (law T2),
leaves no trace. A run that was stopped does: the person may say "go on".
Rule 3: the newest `EXCHANGES` are kept, and of these the newest whose text fits into `CHARACTERS`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from solovox.core.units import RunId, UtteranceId
from solovox.ports import Earlier, HeardAnswer, Message

EXCHANGES: Final = 64
CHARACTERS: Final = 200_000
GAP: Final = " … "
"""Stands for what was skipped."""
WHOLE: Final = 4
"""How many of the newest runs keep their whole written text: they may still be playing."""


@dataclass(slots=True)
class _Exchange:
    instruction: str
    written: list[str] = field(default_factory=list)
    played: str = ""
    cancelled: bool = False
    utterance: UtteranceId | None = None
    skipped: list[tuple[int, int]] = field(default_factory=list)
    """Parts of the written text that were not heard."""
    repeated: bool = False
    whole: bool = False

    @property
    def counts(self) -> bool:
        return bool(self.played) or not self.repeated


class History:
    """The runs of one session, oldest first."""

    def __init__(self, earlier: Sequence[Message] = ()) -> None:
        """`earlier`: the talk that goes on, as it was heard."""
        self._earlier = tuple(earlier)
        self._runs: dict[RunId, _Exchange] = {}

    def begin_run(self, run: RunId, instruction: str, utterance: UtteranceId | None = None) -> None:
        """A run begins."""
        for earlier in self._runs.values():
            if utterance is not None and earlier.utterance == utterance and earlier.cancelled:
                earlier.repeated = True
        self._runs[run] = _Exchange(instruction, utterance=utterance)
        for old in list(self._runs)[:-WHOLE]:
            self._runs[old].written.clear()
        for old in list(self._runs)[:-EXCHANGES]:
            del self._runs[old]

    def add_words(self, run: RunId, text: str) -> None:
        """The brain took more words into a run."""
        if run in self._runs:
            self._runs[run].instruction += f"\n{text}"

    def wrote(self, run: RunId, text: str) -> None:
        """The brain wrote a piece."""
        if run in self._runs:
            self._runs[run].written.append(text)

    def cancel_run(self, run: RunId) -> None:
        """The run was taken back or stopped."""
        if run in self._runs:
            self._runs[run].cancelled = True

    def note_played(self, run: RunId, shown_to: int, then: str) -> None:
        """What the person has heard of a run. A later call for the same run replaces an earlier one."""
        exchange = self._runs.get(run)
        if exchange is not None and (exchange.written or not exchange.played):
            written, heard, at = "".join(exchange.written), list[str](), 0
            for first, end in sorted(exchange.skipped):
                heard.append(written[at : min(first, shown_to)].strip())
                at = max(at, end)
            heard.append(f"{written[at:shown_to]}{then}".strip())
            exchange.played = GAP.join(filter(None, heard))
            exchange.whole = exchange.played == written.strip()

    def note_skipped(self, run: RunId, shown_from: int, shown_to: int, *, back: bool = False) -> None:
        """A part that the person did not want to hear. It comes before what is heard next. `back`: they want it after all."""
        part = (shown_from, shown_to)
        if run in self._runs:
            parts = [one for one in self._runs[run].skipped if one != part]
            self._runs[run].skipped = parts if back else [*parts, part]

    def find_written(self, run: RunId) -> str:
        """All that it wrote, where that is still kept."""
        return "".join(self._runs[run].written) if run in self._runs else ""

    def earlier(self, run: RunId) -> Earlier | None:
        """A question that was asked, if it is still known."""
        found = self._runs.get(run)
        return None if found is None else Earlier(run, found.instruction)

    def find_retracted(self, run: RunId) -> Earlier | None:
        """The question that this one has taken back: a part of the same utterance, of whose answer nothing was heard."""
        utterance = self._runs[run].utterance if run in self._runs else None
        for name, exchange in reversed(self._runs.items()):
            if name < run and utterance is not None and exchange.utterance == utterance:
                return (
                    Earlier(name, exchange.instruction) if exchange.repeated and not exchange.played else None
                )
        return None

    def find_heard(self, run: RunId) -> HeardAnswer | None:
        """What was heard of the newest answer before this question."""
        for name, exchange in reversed(self._runs.items()):
            if name < run and (exchange.written or exchange.played):
                return HeardAnswer(name, exchange.played, exchange.whole)
        return None

    def before(self, run: RunId) -> Sequence[Message]:
        """The talk before a run."""
        told: list[Message] = []
        room = CHARACTERS
        earlier = [exchange for name, exchange in self._runs.items() if name < run and exchange.counts]
        for exchange in reversed(earlier):
            room -= len(exchange.instruction) + len(exchange.played)
            if room < 0:
                break
            if exchange.played:
                told.append(Message("assistant", exchange.played))
            told.append(Message("person", exchange.instruction))
        return (*self._earlier, *reversed(told))

    def untold(self, run: RunId) -> Sequence[Message]:
        """The talk that goes on, for a brain that remembers by itself: until something was answered here."""
        return () if self.find_heard(run) is not None else self._earlier
