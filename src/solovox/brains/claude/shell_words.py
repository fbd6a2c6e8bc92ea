"""A shell's command line taken apart into the simple commands in it: for judging, not for running. Pure.

Rule 1: a command hidden in another is found: in a substitution, a group, a list, a pipe, behind a newline.
Rule 2: what cannot be taken apart for certain is `Unclear`, and its judge takes the graver view.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

DEEPEST: Final = 8
RESERVED: Final = frozenset(
    {
        "!",
        "{",
        "}",
        "if",
        "then",
        "elif",
        "else",
        "fi",
        "while",
        "until",
        "do",
        "done",
        "time",
        "case",
        "esac",
    }
)
SUBSTITUTED: Final = "$()"
"""What stands in a word for what another command will have written."""


class Unclear(Exception):
    """Nothing certain can be said of this line."""


@dataclass(slots=True)
class Simple:
    """One simple command. `piped`: it reads what the one before it writes."""

    words: list[str] = field(default_factory=list)
    writes: list[tuple[str, str]] = field(default_factory=list)
    """Its redirections: the operator, and the file."""
    piped: bool = False


class _Line:
    """A reader of one line; `found` fills with the commands in the order in which they end."""

    def __init__(self, text: str, depth: int) -> None:
        if depth > DEEPEST:
            raise Unclear("it is nested too deeply")
        self._text = text
        self._depth = depth
        self._at = 0
        self._word: list[str] | None = None
        self._redirect = ""
        self._simple = Simple()
        self.found: list[Simple] = []

    def read(self) -> None:
        """All of it."""
        while self._at < len(self._text):
            self._take(self._text[self._at])
        self._end_word()
        if self._redirect:
            raise Unclear("a redirection goes nowhere")
        self._end_command()

    def _take(self, sign: str) -> None:
        two = self._text[self._at : self._at + 2]
        if sign == "\\":
            self._escaped()
        elif sign == "'":
            self._add(self._until("'"))
        elif sign == '"':
            self._double()
        elif two in ("$(", "<(", ">(") or sign == "`":
            self._substitution(sign)
        elif two in ("$'", '$"'):
            raise Unclear("it has quotes of another kind")
        elif sign in "<>":
            self._redirection()
        elif sign == "#" and self._word is None:
            end = self._text.find("\n", self._at)
            self._at = len(self._text) if end < 0 else end
        elif sign in " \t\r":
            self._end_word()
            self._at += 1
        elif sign in "\n;&|()":
            self._operator(sign)
        else:
            self._add(sign)
            self._at += 1

    def _add(self, text: str) -> None:
        if self._word is None:
            self._word = []
        self._word.append(text)

    def _escaped(self) -> None:
        after = self._text[self._at + 1 : self._at + 2]
        self._at += 2
        if not after:
            raise Unclear("it ends in a backslash")
        if after != "\n":
            self._add(after)

    def _until(self, quote: str) -> str:
        end = self._text.find(quote, self._at + 1)
        if end < 0:
            raise Unclear("a quote is not closed")
        inside = self._text[self._at + 1 : end]
        self._at = end + 1
        return inside

    def _double(self) -> None:
        self._add("")
        self._at += 1
        while self._at < len(self._text):
            sign = self._text[self._at]
            if sign == '"':
                self._at += 1
                return
            if sign == "\\":
                self._escaped()
            elif sign == "`" or self._text.startswith("$(", self._at):
                self._substitution(sign)
            else:
                self._add(sign)
                self._at += 1
        raise Unclear("a quote is not closed")

    def _substitution(self, sign: str) -> None:
        if sign == "`":
            inside = self._until("`")
        else:
            inside = self._bracketed()
        self.found += simple_commands(inside, self._depth + 1)
        self._add(SUBSTITUTED)

    def _bracketed(self) -> str:
        """The text up to the bracket that closes this one: brackets in quotes count too, and are then `Unclear`."""
        depth, begin = 0, self._at + 2
        for at in range(begin - 1, len(self._text)):
            depth += {"(": 1, ")": -1}.get(self._text[at], 0)
            if depth == 0:
                self._at = at + 1
                return self._text[begin:at]
        raise Unclear("a bracket is not closed")

    def _redirection(self) -> None:
        descriptor = "".join(self._word or ())
        if descriptor.isdecimal():
            self._word = None
        self._end_word()
        operator = self._text[self._at]
        self._at += 1
        while self._at < len(self._text) and self._text[self._at] in "<>&|-":
            operator += self._text[self._at]
            self._at += 1
        self._redirect = operator

    def _operator(self, sign: str) -> None:
        if sign == "(" and self._word is not None:
            raise Unclear("it defines a function")
        if self._text.startswith("&>", self._at):
            self._end_word()
            self._at += 1
            return
        self._end_word()
        self._end_command()
        self._simple.piped = sign == "|" and not self._text.startswith("||", self._at)
        self._at += 2 if self._text[self._at : self._at + 2] in ("&&", "||", "|&", ";;") else 1

    def _end_word(self) -> None:
        if self._word is None:
            return
        word, self._word = "".join(self._word), None
        if self._redirect:
            if not (self._redirect in (">&", "<&") and word.isdecimal()):  # a copy of what is open already
                self._simple.writes.append((">" if self._redirect == ">&" else self._redirect, word))
            self._redirect = ""
        elif self._simple.words or word not in RESERVED:
            self._simple.words.append(word)

    def _end_command(self) -> None:
        if self._redirect:
            raise Unclear("a redirection goes nowhere")
        if self._simple.words or self._simple.writes:
            self.found.append(self._simple)
        self._simple = Simple()


def simple_commands(text: str, depth: int = 0) -> Iterator[Simple]:
    """All simple commands in a line. Raises `Unclear`."""
    line = _Line(text, depth)
    line.read()
    yield from line.found
