"""Files as the text that a writer streams: whole ones, and edits where little has changed.

Rule 1: what an edit looks for stands in the old file once; where that takes more than half of it, the file is written whole.
Rule 2: the words of a person open no file: not in the line, and not in a file, where they are escaped.
"""

from collections.abc import Iterator, Mapping
from typing import Final
from xml.sax.saxutils import quoteattr

PIECE: Final = 600
"""Characters of a piece: small enough that a page sees the file grow."""
_MARKS: Final = ("<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE", "</edit>", "</file>")


def streamed(line: str, before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[str]:
    """The line, then what makes the files of `before` those of `after`."""
    yield f"{_prose(line)}\n\n"
    for path, text in after.items():
        if before.get(path) == text:
            continue
        whole = _edit(path, before[path], text) if path in before else None
        yield from _cut(whole or _file(path, text))
    for path in before:
        if path not in after:
            yield f"<remove path={quoteattr(path)}/>\n"


def _prose(line: str) -> str:
    """One line in which nothing opens a file: it has words of the person."""
    return " ".join(line.replace("<", "‹").replace(">", "›").replace("`", "'").split())


def _cut(text: str) -> Iterator[str]:
    return (text[at : at + PIECE] for at in range(0, len(text), PIECE))


def _file(path: str, text: str) -> str:
    return f"<file path={quoteattr(path)}>{text}</file>\n"


def _edit(path: str, old: str, new: str) -> str | None:
    """An edit of the lines that changed; None: the file had better be written whole."""
    olds, news = old.split("\n"), new.split("\n")
    first = 0
    while first < min(len(olds), len(news)) and olds[first] == news[first]:
        first += 1
    last = 0
    while last < min(len(olds), len(news)) - first and olds[-1 - last] == news[-1 - last]:
        last += 1
    for room in range(len(olds)):
        begin, keep = max(0, first - room), max(0, last - room)
        search = "\n".join(olds[begin : len(olds) - keep])
        replacement = "\n".join(news[begin : len(news) - keep])
        if len(search) * 2 > len(old):
            return None
        if (
            search.strip()
            and replacement.strip()
            and old.find(search) == old.rfind(search)
            and not _marked(search + replacement)
        ):
            return f"<edit path={quoteattr(path)}><<<<<<< SEARCH\n{search}\n=======\n{replacement}\n>>>>>>> REPLACE</edit>\n"
    return None


def _marked(text: str) -> bool:
    return any(mark in text for mark in _MARKS)
