"""What was changed between two texts, word by word, for a screen to draw.

Rule: the parts in order give both texts. Words are the same if they differ in case and marks only.

And what was changed in files, in one line: "src/auth.py +3 −1, tests/test_auth.py +1".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from solovox.core.transcripts import plain
from solovox.core.units import FileChange


@dataclass(frozen=True, slots=True)
class TextPart:
    """Some words of the one text, and what stands for them in the other. Either may be empty."""

    heard: str
    text: str

    @property
    def changed(self) -> bool:
        """Whether they are other words."""
        return plain(self.heard) != plain(self.text)


def parts(heard: str, text: str) -> tuple[TextPart, ...]:
    """Both texts, cut where they begin or cease to differ."""
    old, new = heard.split(), text.split()
    match = SequenceMatcher(
        None, [plain(word) for word in old], [plain(word) for word in new], autojunk=False
    )
    return tuple(
        TextPart(" ".join(old[begin:end]), " ".join(new[first:last]))
        for _, begin, end, first, last in match.get_opcodes()
    )


NAMED: Final = 8
"""How many files are named. The others are counted."""


def changed_files(files: Sequence[FileChange]) -> str:
    """The files, with the lines that came and went."""
    named = [_one(file) for file in files[:NAMED]]
    more = [f"{len(files) - NAMED} more"] if len(files) > NAMED else []
    return ", ".join(named + more) or "nothing"


def _one(file: FileChange) -> str:
    counts = ((file.added, f"+{file.added}"), (file.removed, f"\N{MINUS SIGN}{file.removed}"))
    return " ".join([file.path, *(told for count, told in counts if count)])
