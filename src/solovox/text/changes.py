"""What was changed between two texts, word by word, for a screen to draw.

Rule: the parts in order give both texts. Words are the same if they differ in case and marks only.
"""

from dataclasses import dataclass
from difflib import SequenceMatcher

from solovox.core.phrases import plain


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
