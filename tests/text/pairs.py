"""Pairs of a script and what was heard of it, from files that say of each whether it is right.

Marked "~" is a right reading with a slip of the recogniser, which `tolerant` may forgive.
"""

from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Pair:
    """One script, one transcription of its reading."""

    kind: str
    script: str
    heard: str
    right: bool
    slip: bool = False

    def __str__(self):
        mark = "~" if self.slip else "+" if self.right else "-"
        return f"[{self.kind}] {mark} {self.script!r} heard as {self.heard!r}"


def pairs(name):
    """The pairs of a file beside this one, without slips."""
    return [pair for pair in every(name) if not pair.slip]


def every(name):
    """All of them."""
    kind = script = ""
    found = []
    for line in (HERE / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            kind = line.strip("[]")
        elif line.startswith("= "):
            script = line[2:]
        elif line.startswith(("+ ", "- ", "~ ")):
            found.append(Pair(kind, script, line[2:], line[0] == "+", line[0] == "~"))
    return found
