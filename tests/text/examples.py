"""Examples that are lines of `examples.txt`: what goes in, and what comes of it."""

from functools import cache
from pathlib import Path


def examples(section):
    """The rows of a section, each as its parts."""
    return _sections()[section]


@cache
def _sections():
    found = {}
    for line in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines()[1:]:
        if line.startswith("[") and line.endswith("]"):
            rows = found.setdefault(line[1:-1], [])
        elif line:
            parts = (part if part != '""' else "" for part in line.split(" => "))
            rows.append(tuple(part.replace("\\n", "\n") for part in parts))
    return found
