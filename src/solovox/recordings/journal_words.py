"""What was said in some journals: for the list of talks, and to search it.

Read in a process of its own (`ports/offload.py`). It imports next to nothing, and reads lines as text where it can: hundreds of journals are tens of seconds of
computing, and no voice waits for it. What is no journal has no words; nothing is an error here.
"""

from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec

TITLE: Final = 80
"""Characters of a title."""
WORDS: Final = 30_000
"""Characters of a talk that are searched: half an hour of it."""
BEGINNING: Final = 20_000
"""Lines among which a title is looked for: some minutes of a talk."""
LONGEST_LINE: Final = 1_000_000
PERSON: Final = ("Typed", "LocalTranscript", "EarTranscript")
PIECES: Final = ("BrainWrote", "EarTranscript", "EarOutputTranscript")
"""Events that bring a text in pieces."""
SAID: Final = tuple(f'"event":"{one}"'.encode() for one in {*PERSON, *PIECES})


class JournalWords(msgspec.Struct):
    """What was said in one journal, and how much."""

    title: str = ""
    began: str = ""
    seconds: float = 0.0
    turns: int = 0
    brain: str = ""
    words: str = ""


class _Said:
    """What was said, in the order in which it was told."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.size = 0
        self._last = ""
        self._first: int | None = None
        """Where the person's first words are."""

    def add(self, event: str, text: str) -> None:
        """A text, or the next piece of one."""
        if event == self._last and event in PIECES:
            self.texts[-1] += text
        else:
            self.texts.append(text)
        if self._first is None and event in PERSON and text.strip():
            self._first = len(self.texts) - 1
        self._last, self.size = event, self.size + len(text)

    @property
    def title(self) -> str:
        """The person's first words."""
        line = "" if self._first is None else " ".join(self.texts[self._first].split())
        return line if len(line) <= TITLE else f"{line[: TITLE - 1].rsplit(' ', 1)[0]}…"


def words_of(journal: Path) -> JournalWords:
    """Those of one journal."""
    found, said, last = JournalWords(), _Said(), b""
    with journal.open("rb") as file:
        _read_header(found, file.readline(LONGEST_LINE))
        for line in file:
            if not line.endswith(b"\n"):
                break  # it is being written, or was killed
            last = line if b'"at":' in line[:40] else last
            found.turns += b'"commands":[' in line and b'"AskBrain"' in line
            if said.size <= WORDS and any(one in line[:80] for one in SAID):
                event, text = _text(line)
                if text and (event != "LocalTranscript" or b'"final":true' in line):
                    said.add(event, text)
    found.seconds = _at(last) / 1000
    found.title, found.words = said.title, "\n".join(said.texts)[:WORDS]
    return found


def title_of(journal: Path) -> str:
    """The person's first words. Of a long talk no more is read than these need. Raises `OSError`."""
    said = _Said()
    with journal.open("rb") as file:
        for line in islice(file, BEGINNING):
            if not any(one in line[:80] for one in SAID):
                continue
            event, text = _text(line)
            if text and (event != "LocalTranscript" or b'"final":true' in line):
                if said.title and event not in PERSON:
                    break
                said.add(event, text)
    return said.title


def _read_header(found: JournalWords, line: bytes) -> None:
    head = _json(line)
    found.began, found.brain = str(head.get("created", "")), str(head.get("brain", ""))


def _text(line: bytes) -> tuple[str, str]:
    event = _json(line)
    return str(event.get("event", "")), str(event.get("text", ""))


def _at(line: bytes) -> int:
    at = _json(line).get("at", 0)
    return at if isinstance(at, int) else 0


def _json(line: bytes) -> dict[str, object]:
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def words_in(root: Path, names: Sequence[str]) -> dict[str, JournalWords]:
    """Those of these journals, by name; what has just been removed is left out."""
    found = {}
    for name in names:
        with suppress(OSError):
            found[name] = words_of(root / name / "journal.jsonl")
    return found
