"""What a tool of others is called here: by whom it comes (an MCP server, a package), `_`, and its own name.

Rule: a name that cannot be so (it is longer than 64 characters, or has others than letters, digits, `_` and `-`) has them
replaced by `_`, is cut off, and ends with six digits that are made from the whole. So a name is never that of another tool,
and is the same in each session.
"""

import re
from hashlib import sha256
from typing import Final

LONGEST: Final = 64
DIGITS: Final = 6
_OTHERS: Final = re.compile(r"[^a-zA-Z0-9_-]")


def tool_name(source: str, own: str) -> str:
    """At most 64 characters of `[a-zA-Z0-9_-]`."""
    return fitting(f"{source}_{own}")


def package_name(source: str, own: str) -> str:
    """The same for what a package brings; what is called after its package already keeps its name."""
    begins = own == source or own.startswith(f"{source}_")
    return fitting(own) if begins else tool_name(source, own)


def beginning(source: str) -> str:
    """What the names of a source's tools begin with."""
    return f"{_OTHERS.sub('_', source)}_"[: LONGEST - DIGITS - 1]


def fitting(whole: str) -> str:
    """The name itself, if every model takes it; else one that is made from it."""
    fit = _OTHERS.sub("_", whole)
    if fit == whole and 0 < len(whole) <= LONGEST:
        return whole
    digits = sha256(whole.encode(errors="surrogatepass")).hexdigest()[:DIGITS]
    return f"{fit[: LONGEST - DIGITS - 1]}_{digits}"
