"""Where sound and words go, and who is paid: said from the address that counts, not from the kind. Pure.

Rule 1: an address on this machine is no vendor's: nothing goes to one, as far as can be known, and no account pays.
Rule 2: a line names host and port of an address, and nothing else of it: a person may have put a key there.
"""

from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from solovox.config.declaring import Declaration
from solovox.ports import AdapterArgs

ELSEWHERE: Final = "the server at {}"
HERE: Final = "the server at {}, which is this machine"
BY: Final = "{}, and with it to {}"


def is_here(url: str) -> bool:
    """Whether an address is on the loopback of this machine."""
    host = _split(url)[0]
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def goes_to(said: Declaration, given: AdapterArgs) -> str:
    """Who gets what the person says. Empty: it is not known."""
    address = said.way.address(given)
    if not address:
        to = said.way.service(given)
    else:
        host, port = _split(address)
        place = f"[{host}]" if ":" in host else host
        to = (HERE if is_here(address) else ELSEWHERE).format(f"{place}:{port}" if port else place)
    return BY.format(said.way.program, to) if said.way.program and to else to


def paid(said: Declaration, given: AdapterArgs) -> str:
    """Whose account pays. Empty: none, or none that is known."""
    return "" if is_here(said.way.address(given)) else said.pays(given)


def _split(url: str) -> tuple[str, int | None]:
    try:
        split = urlsplit(url if "://" in url else f"//{url}")
        return (split.hostname or "", split.port)
    except ValueError:
        return ("", None)
