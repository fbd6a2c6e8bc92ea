"""What a timeline's page may do in a browser, where it comes from the server instead of a file.

It holds what was said by anyone, so it is shut in: its own script runs, by its hash, and nothing else; it loads
nothing, sends nothing, and is of no origin: it has no cookie and cannot ask this server for anything.
"""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from typing import Final

_SCRIPT: Final = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


def policy_of(page: bytes) -> str:
    """The Content-Security-Policy of a page."""
    scripts = " ".join(_hashed(script) for script in _SCRIPT.findall(page))
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'unsafe-inline'; img-src data:; media-src data:;"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts"
    )


@cache
def _hashed(script: bytes) -> str:
    return f"'sha256-{b64encode(sha256(script).digest()).decode()}'"
