"""Said is not displayed (law N2), and the first piece is released as early as it can be (law N3).

Text is shown whole. What is said of it comes out here in pieces: prose by sentence (the very first
piece may be a clause), code, tables and formulas by what they are, marks and addresses not at all.

Rule 1: a piece depends on the text only, never on how the text was cut into deltas nor on time.
Rule 2: `shown_to` never falls, and after `finish` it is the length of the text.
Rule 3: only what is not yet released is kept: at most some two thousand characters.
Rule 4: no text raises.

To obey rule 1 each step decides from the characters up to a fixed place, or waits for them.
"""

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, assert_never

from solovox.text.markdown import blocks, inline, prose
from solovox.text.markdown.blocks import BLOCKS, HEAD, ROW, BlockLine, Follows, LineKind, Row, Tally
from solovox.text.markdown.prose import LONGEST, MARK, Meaning

_SPACE: Final = re.compile(r"\s")


@dataclass(frozen=True, slots=True)
class SpeakablePiece:
    """Something to say, and the index in the shown text up to which it stands for it.

    `said` is empty only in a last piece, when the text ends in something that is not said.
    """

    said: str
    shown_to: int


class _In(Enum):
    LINE = auto()
    """At the beginning of a line that is not classified yet."""
    PROSE = auto()
    BLOCK = auto()
    """At the beginning of a line of code, of a formula or of a table."""
    SKIP = auto()
    """Before the rest of a line of which nothing more is needed."""
    LONG = auto()
    """Inside a word too long to be said."""


class Speakable:
    """Converts a text that arrives in deltas into pieces to say."""

    def __init__(self) -> None:
        self._text = ""
        self._before = 0
        """How many characters of the whole text were already let go."""
        self._start = 0
        """Where the next piece begins."""
        self._at = 0
        """Up to where the text is understood."""
        self._safe = 0
        """The last place in the prose known to be outside code, links and brackets."""
        self._in = _In.LINE
        self._block = BlockLine(LineKind.TEXT)
        self._follows = Follows()
        self._tally = Tally()
        self._final = False
        self._out: list[SpeakablePiece] = []
        self._shown = 0
        """Where the last piece ended in the whole text; 0 while nothing was released."""

    def feed(self, delta: str) -> list[SpeakablePiece]:
        """The pieces that this delta completes."""
        if self._final:
            raise RuntimeError("the text was finished; begin a new Speakable")
        self._text += delta
        while self._step():
            pass
        if self._start:
            self._forget()
        return self._take()

    def finish(self) -> list[SpeakablePiece]:
        """The last pieces: no more text will come. Calling it again gives nothing."""
        if self._final:
            return []
        self._final = True
        while self._step():
            pass
        pieces, total = self._take(), self._before + len(self._text)
        if pieces:
            pieces[-1] = SpeakablePiece(pieces[-1].said, total)
        elif self._shown < total:
            pieces = [SpeakablePiece("", total)]
        return pieces

    def _take(self) -> list[SpeakablePiece]:
        pieces, self._out = self._out, []
        return pieces

    def _forget(self) -> None:
        kept = self._start
        self._text = self._text[kept:]
        self._before += kept
        self._start, self._at, self._safe = 0, self._at - kept, max(0, self._safe - kept)

    def _step(self) -> bool:
        """One decision; False when more text is needed or none is left."""
        match self._in:
            case _In.LINE:
                return self._classify()
            case _In.PROSE:
                return self._prose()
            case _In.BLOCK:
                return self._row()
            case _In.SKIP:
                return self._skip()
            case _In.LONG:
                return self._long()
            case _:
                assert_never(self._in)

    def _line(self, limit: int) -> tuple[str, bool]:
        """What is here of the line at hand up to `limit`, and whether no more of it will be looked at."""
        end = self._text.find("\n", self._at, self._at + limit)
        if end >= 0:
            return self._text[self._at : end], True
        head = self._text[self._at : self._at + limit]
        return head, self._final or len(head) == limit

    def _classify(self) -> bool:
        if self._at == len(self._text):
            if self._final:
                self._close(self._at)
            return False
        line = blocks.classify(*self._line(HEAD), self._follows)
        if line is None:
            return False
        if line.kind not in (LineKind.TEXT, LineKind.QUOTE):
            self._close(self._at)
        match line.kind:
            case LineKind.QUOTE:
                self._at += line.skip
                if not self._follows.open:
                    self._start = self._at
                elif self._at - self._start > LONGEST:
                    self._close(self._at)
            case LineKind.BLANK | LineKind.SILENT:
                self._block, self._in = line, _In.SKIP
            case LineKind.HEADING | LineKind.ITEM | LineKind.TEXT:
                self._begin_prose(line)
            case _:
                self._begin_block(line)
        return True

    def _begin_block(self, line: BlockLine) -> None:
        self._block, self._tally = line, Tally()
        self._in = _In.SKIP if line.kind is LineKind.FENCE else _In.BLOCK

    def _begin_prose(self, line: BlockLine) -> None:
        self._at += line.skip
        if not self._follows.open:
            indented = self._at > 0 and self._text[self._at - 1] in " \t"
            listed = line.kind is LineKind.ITEM or (self._follows.listed and indented)
            self._block, self._tally, self._follows = line, Tally(), Follows(True, listed)
            self._start = self._safe = self._at
        self._in = _In.PROSE

    def _skip(self) -> bool:
        end = self._text.find("\n", self._at)
        self._at = self._start = len(self._text) if end < 0 else end + 1
        if end >= 0 or self._final:
            self._in = _In.BLOCK if self._block.kind in BLOCKS else _In.LINE
        return end >= 0 or self._final

    def _long(self) -> bool:
        space = _SPACE.search(self._text, self._at)
        self._at = self._start = self._safe = space.start() if space else len(self._text)
        if space or self._final:
            self._in = _In.PROSE
        return space is not None

    def _row(self) -> bool:
        """One line of a block: is it the last?"""
        if self._at == len(self._text):
            if self._final:
                self._describe(self._at)
            return False
        line, complete = self._line(ROW)
        if not complete:
            return False
        match blocks.row(self._block, line, first=self._tally.lines == 0):
            case Row.BEHIND:
                self._describe(self._at)
            case Row.LAST:
                self._describe(self._at + len(line))
                self._in = _In.SKIP
            case Row.WITHIN:
                self._tally = self._tally.with_line(self._block, line[self._block.skip :])
                self._in = _In.SKIP
        return True

    def _describe(self, end: int) -> None:
        self._say(blocks.describe_block(self._block, self._tally), end)
        self._block, self._in = BlockLine(LineKind.BLANK), _In.LINE

    def _say(self, said: str, end: int) -> None:
        if said:
            self._shown = self._before + end
            self._out.append(SpeakablePiece(said, self._shown))
        self._tally = self._tally.with_line(self._block, "")
        self._start = self._at = self._safe = end

    def _release(self, end: int) -> None:
        said = inline.say(self._text[self._start : end])
        if said and self._block.lead:
            said, self._block = self._block.lead + said, BlockLine(self._block.kind)
        self._say(said, end)

    def _close(self, end: int) -> None:
        """The paragraph ends here."""
        if self._follows.open:
            self._release(end)
        self._follows = Follows(False, self._follows.listed)

    def _prose(self) -> bool:
        far = min(len(self._text), self._start + LONGEST + 1)
        found = MARK.search(self._text, self._at, far)
        at = found.start() if found else max(self._at, far)
        if at - self._start > LONGEST:
            self._cut()
            return True
        self._at = at
        if found is None:
            if self._final:
                self._close(at)
                self._in = _In.LINE
            return False
        decided = prose.decide(
            self._text,
            at,
            start=self._start,
            final=self._final,
            first=self._shown == 0,
            heads_table=self._tally.lines == 0 and self._block.kind is LineKind.TEXT,
        )
        if decided is not None:
            self._obey(*decided)
        return decided is not None

    def _obey(self, meaning: Meaning, at: int) -> None:
        match meaning:
            case Meaning.GO_ON | Meaning.CLOSED:
                self._at = at
                self._safe = at if meaning is Meaning.CLOSED else self._safe
            case Meaning.CUT:
                self._release(at)
            case Meaning.LINE_BREAK:
                if self._block.kind is LineKind.HEADING:
                    self._close(at)
                self._at, self._in = at + 1, _In.LINE
                self._tally = self._tally.with_line(self._block, "")
            case Meaning.TABLE:
                self._follows = Follows(False, self._follows.listed)
                self._at = self._start
                self._begin_block(BlockLine(LineKind.TABLE))
            case _:
                assert_never(meaning)

    def _cut(self) -> None:
        """Too long without an end: at the last space, or at the last safe place, or drop the long word."""
        last = self._start + LONGEST
        if self._safe <= last:
            space = max(self._text.rfind(c, max(self._safe, self._start + 1), last) for c in " \t\n")
            if space < 0 and self._safe == self._start:
                self._release(last)
                self._in = _In.LONG
                return
            self._safe = max(space, self._safe)
        self._release(self._safe)
