"""Which key may go to which address: the one place where both meet, each with where it was said (law W8).

Rule 1: a key goes to the address beside which it was set. What the page sets and what all other places set (files, variables,
flags) are two sides: a key of the one goes to no address of the other.
Rule 2: a key that is lent with an address, by an adapter to another, goes to that address only.
Rule 3: without encryption a key goes to this machine only.
Rule 4: a key of whichever kind is chosen (`brain.api_key`) is for the kind that its own side chose.
"""

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from solovox.config.load import PAGE, Setting
from solovox.wire.loopback import is_loopback

CLEAR: Final = ("http", "ws")
ELSEWHERE: Final = "{} is not sent to {}: the address was set in {}, the key in {}. Set both in one place"
LENT: Final = "{} is not sent to {}: it belongs to another address. Set a key beside this one"
OTHERS: Final = "{} is not used: {} chose the kind, and this key was set in {}. Set both in one place"
IN_CLEAR: Final = "{} is not sent to {} without encryption: begin the address with https:// or wss://"


@dataclass(frozen=True, slots=True)
class Beside:
    """Where the keys of an adapter would go. `url`: its address, as it was set or lent; None: its vendor's. `lent`: the address
    with which keys are lent to it. `kind`: what chose it, where keys of its section are of another side."""

    url: Setting | None
    lent: Setting | None = None
    kind: Setting | None = None

    def why_not(self, key: str, secret: Setting, *, general: bool = False, lent: bool = False) -> str:
        """Why a key does not go there, in one line; empty: it does. `general`: it is of whichever kind is chosen."""
        there = "" if self.url is None else host_of(self.url.text)
        if lent:
            theirs = None if self.lent is None else self.lent.text
            return "" if theirs == (self.url and self.url.text) else LENT.format(key, there)
        if self.url is not None and is_pages(self.url) != is_pages(secret):
            return ELSEWHERE.format(key, there, self.url.said_in, secret.said_in)
        if general and self.url is None and self.kind is not None and is_pages(self.kind) != is_pages(secret):
            return OTHERS.format(key, self.kind.said_in, secret.said_in)
        return ""


def is_pages(setting: Setting) -> bool:
    """Whether the page set it."""
    return setting.place == PAGE


def in_clear(url: str) -> bool:
    """Whether what is sent there can be read on the way: it is another machine, and nothing is encrypted."""
    try:
        split = urlsplit(url.strip())
        host = split.hostname or ""
    except ValueError:
        return True
    return split.scheme.lower() in CLEAR and not is_loopback(host)


def host_of(url: str) -> str:
    """Host and port, as a person is shown them: nothing of what else stands in an address."""
    try:
        host = urlsplit(url.strip()).netloc.rpartition("@")[2] or url.partition("/")[0]
        return (
            host if host.isascii() else host.encode("idna").decode()
        )  # as it is looked up: letters look alike
    except ValueError:
        return "an address that cannot be read"
