"""What a server's tool is called here: the server's name, `_`, and its own name.

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


def tool_name(server: str, own: str) -> str:
    """At most 64 characters of `[a-zA-Z0-9_-]`."""
    whole = f"{server}_{own}"
    fit = _OTHERS.sub("_", whole)
    if fit == whole and len(whole) <= LONGEST:
        return whole
    digits = sha256(whole.encode(errors="surrogatepass")).hexdigest()[:DIGITS]
    return f"{fit[: LONGEST - DIGITS - 1]}_{digits}"
