"""What of a brain's text is its answer, and what a thought: models write both into one stream, each in marks of its own.

`<think>…</think>` (llama.cpp, Ollama, vLLM, agents of one's own), and harmony's channels (`<|channel|>analysis<|message|>…<|end|>`).

Rule 1: a thought ends at its closing mark, or with the text: a thought that is never closed is all thought.
Rule 2: a mark in a code span or a code block is text: the answer is explaining it.
Rule 3: only what may become a mark is held back: a few characters.
Rule 4: where a server has begun the thought itself, only `</think>` comes, at the beginning or the end of a line. Then all before it was
the thought, and what was given of it is taken back. Of who is known to write so, nothing is given before that mark.
Rule 5: of harmony's channels only `final` is the answer.
"""

import re
from typing import Final

_MARK: Final = re.compile(
    r"<(?P<closes>/?)(?:think|thinking|thought)\s{0,3}>|<\|(?P<harmony>start|channel|constrain|message|end|return|call)\|>",
    re.IGNORECASE,
)
_BEGUN: Final = re.compile(
    r"<(?:/?(?:t|th|thi|thin|think|thinki|thinkin|thinking|tho|thou|thoug|though|thought)?\s{0,3}|\|[a-z]{0,9}\|?)\Z",
    re.IGNORECASE,
)
_TICKS: Final = re.compile(r"`+|~{3,}|\n")
_TICKS_BEGUN: Final = re.compile(r"(?:`{1,20}|~{1,20})\Z")
_HEADER: Final = 100
"""Characters between a mark of harmony's and its `<|message|>`. What is longer was none."""
_CHANNEL: Final = "\0"
"""What a header begins with that names a channel."""


class Thoughts:
    """The answer in a text that comes in pieces. `begun`: it begins within a thought or, if that is never closed, has none."""

    def __init__(self, *, begun: bool = False) -> None:
        self._held = ""
        self._code = ""
        """The marks that opened the code we are in, if any."""
        self._blank = True
        """Whether nothing stands on the answer's last line yet."""
        self._close = ""
        """A closing mark of which is not known yet what follows on its line."""
        self._header: str | None = None
        """What has come of a header of harmony's."""
        self._assumed: list[str] | None = [] if begun else None
        """What is the answer, if the thought is never closed."""
        self._thought = self._said = False
        """Whether there was a thought, and whether there was any of the answer."""
        self._out: list[str] = []
        self.thinking = begun
        """Whether a thought is open."""
        self.took_back = False
        """Whether all that was given before was a thought."""

    def feed(self, piece: str) -> str:
        """What is surely answer by now. Where it `took_back`, nothing else is."""
        text, self._held = self._held + piece, ""
        begun = (_BEGUN if self.thinking else _TICKS_BEGUN).search(text) or _BEGUN.search(text)
        if begun:
            text, self._held = text[: begun.start()], text[begun.start() :]
        return self._read(text)

    def finish(self) -> str:
        """What was held back."""
        text, self._held = self._held + ("\n" if self._close else ""), ""
        answer = self._read(text)
        assumed, self._assumed = self._assumed or [], None
        return "".join([*assumed, answer])

    def _read(self, text: str) -> str:
        self._out, self.took_back, at = [], False, 0
        for mark in _MARK.finditer(text):
            self._text(text[at : mark.start()])
            at = mark.end()
            if self._code and not self.thinking and self._header is None:
                self._give(mark[0])
            elif mark["harmony"]:
                self._harmony(mark["harmony"].lower())
            elif mark["closes"] and not self.thinking:
                self._close_unopened(mark[0])
            else:
                self._open(think=not mark["closes"])
        self._text(text[at:])
        return "".join(self._out)

    def _text(self, text: str) -> None:
        if self._header is not None:
            self._header += text
            if len(self._header) > _HEADER:
                text, self._header = self._header.removeprefix(_CHANNEL), None
                self._text(text)
        elif self.thinking:
            if self._assumed is not None:
                self._assumed.append(text)
        elif self._close and not text.strip(" \t"):
            self._close += text
        else:
            close, self._close = self._close, ""
            if close and text.lstrip(" \t")[0] in "\r\n":
                self._take_back()
            else:
                self._give(close)
            self._give(text)

    def _give(self, text: str) -> None:
        """It is answer."""
        if self._thought and not self._said:  # the empty lines between a thought and the answer are neither
            text = text.lstrip()
        self._said = self._said or bool(text.strip())
        _, line, last = text.rpartition("\n")
        self._blank = (self._blank or bool(line)) and not last.strip()
        self._out.append(text)
        for found in _TICKS.finditer(text):
            ticks = found[0]
            if ticks == "\n":
                self._code = self._code if len(self._code) > 2 else ""
            elif not self._code:
                self._code = ticks
            elif ticks == self._code:
                self._code = ""

    def _open(self, *, think: bool) -> None:
        """A thought begins or ends."""
        if think and self._assumed is not None:
            self.thinking, assumed, self._assumed = False, self._assumed, None
            self._give("".join(assumed))
        self.thinking, self._thought, self._assumed = think, True, None

    def _close_unopened(self, mark: str) -> None:
        """A thought ends that has not begun here (rule 4)."""
        if self._blank or not self._said:
            self._take_back()
        else:
            self._close = mark

    def _take_back(self) -> None:
        self.took_back = self.took_back or self._said
        self._out.clear()
        self._thought, self._said, self._code, self._blank = True, False, "", True

    def _harmony(self, mark: str) -> None:
        """A header says whose message follows, and on which channel."""
        if mark == "message":
            header, self._header = self._header or "", None
            self._open(think=header[:1] == _CHANNEL and header[1:].split()[:1] != ["final"])
        elif mark in ("start", "channel"):
            self._open(think=False)
            self._header = "" if mark == "start" else _CHANNEL
        elif mark != "constrain":
            self._open(think=False)


def answer_of(text: str) -> str:
    """A whole text without its thoughts."""
    thoughts = Thoughts()
    given = thoughts.feed(text)
    rest = thoughts.finish()
    return rest if thoughts.took_back else given + rest
