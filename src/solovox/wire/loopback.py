"""Which hosts are this machine by its loopback: nothing that goes there leaves it, and no proxy stands before it. Pure."""

from ipaddress import ip_address
from typing import Final

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
"""Under which names it is reached. The first is the one that is told."""


def is_loopback(host: str) -> bool:
    """Whether a host, without brackets and port, is the loopback of this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
