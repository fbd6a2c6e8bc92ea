"""A client that trusts the bundle reaches this machine's server, and nobody can use what is kept against them."""

import asyncio
import datetime as dt
import os
import re
import ssl
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
import trustme
from cryptography import x509
from cryptography.hazmat.primitives import hashes

from solovox.server.certificates import (
    LASTS,
    RENEW,
    Certificates,
    TlsMissing,
    certificates,
    trusted_before,
)
from solovox.server.state import StateTrouble, state_folder

pytestmark = pytest.mark.slow

NOW = dt.datetime.now(dt.UTC)
DAY = dt.timedelta(days=1)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "state"


async def greets(made: Certificates, host: str, trust) -> bytes:
    """One hello over TLS: by the name of `host`, trusting `trust`."""

    async def serve(reader, writer):
        writer.write(await reader.readline())
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=made.context())
    async with server:
        port = server.sockets[0].getsockname()[1]
        client = ssl.create_default_context(cafile=trust)
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=client, server_hostname=host)
        writer.write(b"hello\n")
        said = await reader.readline()
        writer.close()
        await writer.wait_closed()
        return said


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
async def test_who_trusts_the_bundle_reaches_this_machine(folder, host):
    made = certificates(folder, NOW)
    assert await greets(made, host, made.bundle) == b"hello\n"
    assert await greets(made, host, made.authority) == b"hello\n"


async def test_who_does_not_trust_it_is_not_fooled_and_no_other_name_is_ours(folder):
    made = certificates(folder, NOW)
    with pytest.raises(ssl.SSLCertVerificationError):
        await greets(made, "localhost", None)
    with pytest.raises(ssl.SSLCertVerificationError):
        await greets(made, "generativelanguage.googleapis.com", made.bundle)


async def test_everyone_who_was_trusted_before_is_in_the_bundle(folder, tmp_path):
    other = trustme.CA(organization_name="Somebody else")
    before = tmp_path / "before.pem"
    other.cert_pem.write_to_path(str(before))
    made = certificates(folder, NOW, before)
    trust = ssl.create_default_context(cafile=made.bundle)
    names = {dict(x[0] for x in one["subject"])["organizationName"] for one in trust.get_ca_certs()}
    assert names == {"Somebody else", "Solovox"}
    # A server that was started with our own bundle as SSL_CERT_FILE neither loses nor doubles them.
    again = certificates(folder, NOW, made.bundle)
    assert ssl.create_default_context(cafile=again.bundle).cert_store_stats()["x509_ca"] == 2
    assert again.bundle.read_bytes() == made.bundle.read_bytes()
    assert await greets(again, "localhost", again.bundle) == b"hello\n"


def test_whom_a_client_trusts_is_found_on_this_machine(tmp_path):
    own = tmp_path / "corporate.pem"
    own.write_text("x")
    assert trusted_before({"SSL_CERT_FILE": str(own)}) == own
    found = trusted_before({"SSL_CERT_FILE": str(tmp_path / "not there")})
    assert found is None or found.is_file()


def test_they_are_kept_while_they_are_good(folder):
    first = certificates(folder, NOW).server.read_bytes()
    assert certificates(folder, NOW + LASTS - RENEW - DAY).server.read_bytes() == first


@pytest.mark.parametrize(
    "later",
    [
        LASTS - RENEW + DAY,  # its end is near
        LASTS + DAY,  # it is past
        -30 * DAY,  # the clock was put back: it is not valid yet
    ],
)
async def test_they_are_made_anew_before_they_end(folder, later):
    first = certificates(folder, NOW)
    old = first.server.read_bytes()
    made = certificates(folder, NOW + later)
    assert made == first  # the same files, so that nobody has to be pointed elsewhere
    assert made.server.read_bytes() != old
    certificate = x509.load_pem_x509_certificate(made.server.read_bytes())
    assert certificate.not_valid_after_utc - (NOW + later) > RENEW


async def test_a_name_that_is_new_makes_them_new(folder):
    first = certificates(folder, NOW).server.read_bytes()
    made = certificates(folder, NOW, names=("localhost", "127.0.0.1", "10.1.2.3", "pi.local"))
    assert made.server.read_bytes() != first
    assert await greets(made, "pi.local", made.bundle) == b"hello\n"
    assert certificates(folder, NOW).server.read_bytes() != first, "::1 is wanted again"


def _truncated(made):
    made.server.write_bytes(made.server.read_bytes()[:200])


def _strangers_authority(made):
    trustme.CA().cert_pem.write_to_path(str(made.authority))


def _wide_open(made):
    made.server.chmod(0o644)


def _gone(made):
    made.authority.unlink()


def _not_text(made):
    made.authority.write_bytes(b"\xff\x00\xfe")


@pytest.mark.parametrize("harm", [_truncated, _strangers_authority, _wide_open, _gone, _not_text])
async def test_what_is_damaged_is_made_anew(folder, harm):
    made = certificates(folder, NOW)
    old = made.server.read_bytes()
    harm(made)
    again = certificates(folder, NOW)
    assert again.server.read_bytes() != old
    assert await greets(again, "localhost", again.bundle) == b"hello\n"
    assert stat.S_IMODE(again.server.stat().st_mode) == 0o600


def test_only_its_owner_may_read_the_key_and_the_authoritys_key_is_nowhere(folder):
    folder.mkdir(mode=0o755)
    old_mask = os.umask(0)
    try:
        made = certificates(folder, NOW)
    finally:
        os.umask(old_mask)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(made.server.stat().st_mode) == 0o600
    keys = [path for path in folder.rglob("*") if path.is_file() and b"PRIVATE KEY" in path.read_bytes()]
    assert keys == [made.server]
    assert made.server.read_bytes().count(b"BEGIN") == 2, "one key, one certificate"
    text = made.server.read_bytes()
    authority = x509.load_pem_x509_certificate(made.authority.read_bytes())
    server = x509.load_pem_x509_certificate(text)
    assert server.public_key() != authority.public_key()
    assert not server.extensions.get_extension_for_class(x509.BasicConstraints).value.ca


def test_the_fingerprint_is_the_one_that_browsers_show(folder):
    made = certificates(folder, NOW, unit="serve")
    certificate = x509.load_pem_x509_certificate(made.server.read_bytes())
    assert made.fingerprint.replace(":", "").lower() == certificate.fingerprint(hashes.SHA256()).hex()
    assert re.fullmatch(r"([0-9A-F]{2}:){31}[0-9A-F]{2}", made.fingerprint)
    assert "OU=serve" in certificate.subject.rfc4514_string()


def test_many_that_start_at_once_agree(folder):
    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(lambda _: certificates(folder, NOW), range(8)))
    assert len(set(made)) == 1
    server = x509.load_pem_x509_certificate(made[0].server.read_bytes())
    server.verify_directly_issued_by(x509.load_pem_x509_certificate(made[0].authority.read_bytes()))


def test_a_folder_that_cannot_be_had_is_said_in_one_line(tmp_path):
    file = tmp_path / "file"
    file.write_text("x")
    with pytest.raises(StateTrouble, match="name another folder with SOLOVOX_STATE") as caught:
        certificates(file / "state", NOW)
    assert "\n" not in str(caught.value)


def test_without_the_library_one_line_says_what_to_install(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "trustme", None)
    with pytest.raises(TlsMissing, match=r"solovox install talk"):
        certificates(folder, NOW)


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"SOLOVOX_STATE": "/a/b", "XDG_STATE_HOME": "/x", "HOME": "/h"}, "/a/b"),
        ({"XDG_STATE_HOME": "/x", "HOME": "/h"}, "/x/solovox"),
        ({"HOME": "/h"}, "/h/.local/state/solovox"),
    ],
)
def test_where_the_state_is(environment, expected):
    assert str(state_folder(environment)) == expected


def test_another_program_believes_it_too(folder):
    made = certificates(folder, NOW)
    verdict = subprocess.run(
        ["openssl", "verify", "-x509_strict", "-CAfile", str(made.authority), str(made.server)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert verdict.returncode == 0, verdict.stderr
