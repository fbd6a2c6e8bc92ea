"""The text of one answer as events: what is shown of it, what is said, and what was a thought.

Rule 1: text is shown as written and offered for saying in pieces (`text.speakable`, law N2).
Rule 2: a thought is a step, and neither shown nor said. One that was taken for the answer is taken back (`text.thoughts`), as far
back as to the last step: what a brain wrote before it did something was no thought of what it writes then.
Rule 3: where the answer broke off, what was written is said as far as it has whole sentences (law G3).
Rule 4: what a brain says that it has changed is bounded, without escapes. What was left out is told: the files in the last entry,
with their lines; the lines of the diff in its last line.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from solovox.core.events import BrainChanged, BrainEvent, BrainOffered, BrainStep, BrainThought, BrainWrote
from solovox.core.units import FileChange, RunId, StepId, StepKind, StepState
from solovox.ports import Changed
from solovox.text.escapes import without_escapes
from solovox.text.sentences import Paragraphs, ends_whole
from solovox.text.speakable import Speakable, SpeakablePiece
from solovox.text.thoughts import Thoughts

PIECE: Final = 1024
"""In characters. Longer pieces of text are taken in parts, so that a megabyte at once does not stop the loop."""


class AnswerText:
    """What a brain writes for one run. `unseen`: its answers begin within a thought, of which only the end is marked."""

    def __init__(self, run: RunId, *, unseen: bool = False) -> None:
        self._run = run
        self.unseen = unseen
        self._thoughts = Thoughts(begun=unseen)
        self._thinking, self._count = False, 0
        """Whether a thought is open, and how many there were."""
        self._speakable, self._paragraphs = Speakable(), Paragraphs()
        self._begun = self._since = self._at = 0
        """Where `_speakable` begins in the whole text, where the last step was, and where the text ends."""

    def feed(self, text: str) -> Iterator[BrainEvent]:
        """The brain has written more."""
        for at in range(0, len(text), PIECE):
            yield from self._read(self._thoughts.feed(text[at : at + PIECE]))

    def pause(self) -> Iterator[BrainEvent]:
        """The brain does something before it writes on."""
        if self.unseen:
            yield from self._read(self._thoughts.finish(), last=True)
            self._thoughts = Thoughts(begun=True)
        self._since = self._at

    def finish(self) -> Iterator[BrainEvent]:
        """It is all."""
        yield from self._read(self._thoughts.finish(), last=True)
        yield from self._offer(self._speakable.finish())

    def broke_off(self) -> Iterator[BrainEvent]:
        """Nothing more comes, and something should have."""
        yield from self._offer(_whole(self._speakable.finish()))

    def _read(self, answer: str, *, last: bool = False) -> Iterator[BrainEvent]:
        if self._thoughts.took_back:
            self.unseen = True
            if self._since < self._at:
                yield BrainThought(self._run, self._since)
                self._speakable, self._begun, self._since = Speakable(), self._at, self._at
        thinking = self._thoughts.thinking and not last
        if thinking != self._thinking:
            self._thinking = thinking
            self._count += thinking
            state = StepState.BEGUN if thinking else StepState.DONE
            name = StepId(f"thought {self._count}")
            yield BrainStep(self._run, name, StepKind.THINKING, "thinking", "", state)
        if answer:
            self._at += len(answer)
            self._paragraphs.feed(answer)
            yield BrainWrote(self._run, answer)
            yield from self._offer(self._speakable.feed(answer))

    def _offer(self, pieces: Iterable[SpeakablePiece]) -> Iterator[BrainEvent]:
        for piece in pieces:
            shown_to = self._begun + piece.shown_to
            yield BrainOffered(self._run, piece.said, shown_to, self._paragraphs.begins(shown_to))


def _whole(pieces: Sequence[SpeakablePiece]) -> Sequence[SpeakablePiece]:
    """The last pieces of a text that broke off, without the sentence that was only begun."""
    return pieces if pieces and ends_whole(pieces[-1].said) else pieces[:-1]


FILES: Final = 200
PATH: Final = 1_000
"""Characters of a path. Of a longer one the end is kept."""
DIFF: Final = 200_000
"""Characters."""


def changes_of(run: RunId, changed: Changed) -> BrainChanged:
    """The event."""
    files = [_clean(file) for file in changed.files]
    if len(files) > FILES:
        rest = files[FILES - 1 :]
        files = [*files[: FILES - 1], _sum_files(f"({len(rest)} more files)", rest)]
    return BrainChanged(run, tuple(files), _bound_diff(without_escapes(changed.diff)))


def _clean(file: FileChange) -> FileChange:
    path = " ".join(without_escapes(file.path).split())
    path = path if len(path) <= PATH else f"…{path[1 - PATH :]}"
    return FileChange(path or "(no name)", max(0, file.added), max(0, file.removed))


def _sum_files(path: str, files: Iterable[FileChange]) -> FileChange:
    counts = [(file.added, file.removed) for file in files]
    return FileChange(path, sum(added for added, _ in counts), sum(removed for _, removed in counts))


def _bound_diff(diff: str) -> str:
    """All of it or, where that is too long, whole lines from its beginning."""
    if len(diff) <= DIFF:
        return diff
    kept = diff[: DIFF - 100]
    kept = kept[: kept.rfind("\n") + 1] or f"{kept}\n"
    left = diff[len(kept) :]
    return f"{kept}… {left.count(chr(10)) + (not left.endswith(chr(10)))} more lines are left out: {len(left)} characters"
