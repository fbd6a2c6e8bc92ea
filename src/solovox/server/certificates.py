"""The certificates of this machine's servers, and the bundle that makes clients trust them.

Google's clients speak only TLS. The environment variable `SSL_CERT_FILE` replaces the list of authorities that the Python
ones trust. So there is a bundle: all authorities that were trusted before, and ours.

Rule 1: the authority's key is never on a disk. It signs one certificate and is deleted, so a client that trusts
the bundle cannot be deceived about any name but ours. What is on the disk is the server's own key, 0600.
Rule 2: the certificate is used again until `RENEW` before it expires, or until a name is needed that it lacks;
then authority and certificate are made anew, in the same files.
Rule 3: files that are damaged or do not belong together are replaced silently.
"""

import contextlib
import datetime as dt
import importlib.util
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final

from solovox.core.errors import SolovoxError
from solovox.server.state import PUBLIC, alone, private_folder, trouble, write

NAMES: Final = ("localhost", "127.0.0.1", "::1")
LASTS: Final = dt.timedelta(days=397)
RENEW: Final = dt.timedelta(days=30)
SKEW: Final = dt.timedelta(days=1)
"""How far a client's clock may be behind."""
_SYSTEM: Final = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
)


_BEGIN: Final = "-----BEGIN CERTIFICATE-----"
_END: Final = "-----END CERTIFICATE-----"
_MARK: Final = b"# The authority of `solovox live-server` on this machine:\n"


class TlsMissing(SolovoxError):
    """The library that makes certificates is not installed."""


@dataclass(frozen=True, slots=True)
class Certificates:
    """Three files. `bundle` is for `SSL_CERT_FILE`; `server` holds the certificate with its key."""

    authority: Path
    bundle: Path
    server: Path

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the server's certificate, as browsers show it."""
        _, begin, rest = self.server.read_text().partition(_BEGIN)
        found = sha256(ssl.PEM_cert_to_DER_cert(f"{begin}{rest.partition(_END)[0]}{_END}\n")).digest()
        return found.hex(":").upper()

    def context(self) -> ssl.SSLContext:
        """What a listener needs."""
        made = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        made.load_cert_chain(self.server)
        return made


def trusted_before(environment: Mapping[str, str]) -> Path | None:
    """The authorities that clients on this machine trust without us: `SSL_CERT_FILE`, else certifi's list, else the system's."""
    candidates = [environment.get("SSL_CERT_FILE", "")]
    if (found := importlib.util.find_spec("certifi")) is not None and found.origin is not None:
        candidates.append(str(Path(found.origin).with_name("cacert.pem")))
    candidates += [ssl.get_default_verify_paths().cafile or "", *_SYSTEM]
    return next((Path(one) for one in candidates if one and Path(one).is_file()), None)


def certificates(
    folder: Path,
    now: dt.datetime,
    trusted: Path | None = None,
    names: tuple[str, ...] = NAMES,
    unit: str = "live-server",
) -> Certificates:
    """Those kept in `folder`, or new ones. `trusted` is the bundle to add ours to; `names` are hosts and addresses;
    `unit` says in the certificate which server it is.

    Raises `TlsMissing` and `StateTrouble`, each one line.
    """
    private_folder(folder)
    made = Certificates(
        folder / "authority.pem",
        folder / "authority-and-others.pem",
        folder / "server-key-and-certificate.pem",
    )
    with alone(folder):
        if not _is_good(made, now, names):
            authority, server = _make(now, names, unit)
            write(made.server, server)
            write(made.authority, authority, PUBLIC)
        bundle(made.authority, trusted, made.bundle)
    return made


def _library() -> tuple[Any, Any]:
    try:
        import trustme
        from cryptography import x509
    except ImportError:
        raise TlsMissing("TLS needs one more library: run: solovox install talk") from None
    return trustme, x509


def _make(now: dt.datetime, names: tuple[str, ...], unit: str) -> tuple[bytes, bytes]:
    """The authority's certificate, and the server's with its key."""
    trustme, _ = _library()
    authority = trustme.CA(
        path_length=0, organization_name="Solovox", organization_unit_name=f"{unit} of this machine"
    )
    leaf = authority.issue_cert(
        *names,
        organization_name="Solovox",
        organization_unit_name=unit,
        not_before=now - SKEW,
        not_after=now + LASTS,
    )
    return authority.cert_pem.bytes(), leaf.private_key_and_cert_chain_pem.bytes()


def _is_good(kept: Certificates, now: dt.datetime, names: tuple[str, ...]) -> bool:
    _, x509 = _library()
    with contextlib.suppress(OSError, ValueError, TypeError, ssl.SSLError):
        authority = x509.load_pem_x509_certificate(kept.authority.read_bytes())
        server = x509.load_pem_x509_certificate(kept.server.read_bytes())
        server.verify_directly_issued_by(authority)
        kept.context()
        alternatives = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        has = {str(one.value) for one in alternatives}
        private = not kept.server.stat().st_mode & 0o077
        lasts = server.not_valid_before_utc <= now <= server.not_valid_after_utc - RENEW
        return private and lasts and {_plain(one) for one in names} <= has
    return False


def _plain(name: str) -> str:
    try:
        return str(ip_address(name))
    except ValueError:
        return name


def bundle(authority: Path, trusted: Path | None, into: Path) -> None:
    """Write the authorities of `trusted` and ours into one file. Raises `StateTrouble`."""
    try:
        # If `trusted` is already a bundle of ours, keep only the other authorities in it.
        others = b"" if trusted is None else trusted.read_bytes().partition(_MARK)[0].rstrip()
        wanted = b"%s\n%s%s" % (others, _MARK, authority.read_bytes())
    except OSError as error:
        raise trouble(trusted or authority, error) from None
    with contextlib.suppress(OSError):
        if into.read_bytes() == wanted:
            return
    write(into, wanted, PUBLIC)
