"""Pairs of a script and what was heard of it, from files that say of each whether it is right."""

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

    def __str__(self):
        return f"[{self.kind}] {'+' if self.right else '-'} {self.script!r} heard as {self.heard!r}"


def pairs(name):
    """The pairs of a file beside this one."""
    kind = script = ""
    found = []
    for line in (HERE / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            kind = line.strip("[]")
        elif line.startswith("= "):
            script = line[2:]
        elif line.startswith(("+ ", "- ")):
            found.append(Pair(kind, script, line[2:], line[0] == "+"))
    return found
