"""Tables that are data: lines `key = way | way`, in sections that begin with `[name]`. A way that is `-` says nothing."""

import re
from importlib.resources import files

Table = dict[str, tuple[str, ...]]
"""The ways of each key, the first of them the plainest."""


def read_tables(package: str, name: str) -> dict[str, Table]:
    """The sections of a file beside a package's modules; what stands above the first is the section ""."""
    found: dict[str, Table] = {"": {}}
    section = found[""]
    for line in files(package).joinpath(name).read_text(encoding="utf-8").splitlines():
        if re.fullmatch(r"\[\w+\]", line):
            section = found.setdefault(line[1:-1], {})
        elif " = " in line:
            key, ways = line.split(" = ", 1)
            section[key] = tuple("" if way == "-" else way for way in ways.split(" | "))
    return found
