"""All that either listener has heard, with what was meant by it."""

from dataclasses import dataclass, field, replace

from solovox.core import events as ev
from solovox.core.mends import Mend, mend_text
from solovox.core.transcripts import plain


@dataclass(slots=True)
class WordsHeard:
    """The words of a session, in the order in which they came."""

    text: str = ""
    mends: set[Mend] = field(default_factory=set)

    def see(self, event: ev.LocalTranscript | ev.EarTranscript) -> None:
        """Words come."""
        self.mends |= set(event.mends)
        if isinstance(event, ev.EarTranscript):
            self.text += event.text
        elif event.final:
            self.text += f" {' '.join(event.again)} {event.text}"

    def has(self, instruction: str) -> bool:
        """Whether all the words were heard, or meant, in that order ("hang on" and "send it" are taken out)."""
        words = plain(instruction).split()
        return bool(words) and (_within(words, plain(self.text)) or _within(words, self._meant()))

    def _meant(self) -> str:
        """What was heard, with what was meant beside each word of it that was mended (K2)."""
        text = self.text
        for mend in self.mends:
            text = mend_text(text, [replace(mend, meant=f"{mend.heard} {mend.meant}")])
        return plain(text)


def _within(words: list[str], heard: str) -> bool:
    rest = iter(heard.split())
    return all(word in rest for word in words)
