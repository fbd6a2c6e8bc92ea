"""What lies between us and the service: certificates, and proxies. Over real sockets, with an authority of the tests' own."""

import asyncio
import contextlib
import socket
import ssl

import pytest
import trustme
from websockets.asyncio.server import serve

from live.test_gemini_connection import READY
from live.test_gemini_connection import reach as opened
from solovox.live.losing import LossCause, Lost

PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "WSS_PROXY", "WS_PROXY")
NOBODY = "http://127.0.0.1:9"


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch):
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture(scope="module")
def authority():
    return trustme.CA()


@pytest.fixture
def trusted(authority, tmp_path, monkeypatch):
    """The environment names the authority, as it would name a company's own."""
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))


@contextlib.asynccontextmanager
async def service(certificate=None, host="127.0.0.1"):
    async def handler(ws):
        await ws.recv()
        await ws.send(READY)
        await ws.wait_closed()

    secure = None
    if certificate is not None:
        secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        certificate.configure_cert(secure)
    async with serve(handler, host, 0, ssl=secure, compression=None, close_timeout=0.2) as running:
        yield running.sockets[0].getsockname()[1]


async def reach(url):
    connection = await opened(url, key="AIza-not-a-real-key")
    await connection.aclose()


async def refused(url):
    with pytest.raises(Lost) as lost:
        await reach(url)
    assert "\n" not in str(lost.value)
    assert "AIza" not in str(lost.value)
    return lost.value


@pytest.mark.usefixtures("trusted")
async def test_a_certificate_of_an_authority_that_the_environment_names_is_taken(authority):
    async with service(authority.issue_cert("127.0.0.1", "localhost")) as port:
        await reach(f"wss://127.0.0.1:{port}")
        await reach(f"wss://localhost:{port}")


async def test_a_certificate_of_nobody_known_is_refused_in_one_line(authority):
    async with service(authority.issue_cert("127.0.0.1")) as port:
        lost = await refused(f"wss://127.0.0.1:{port}")
    assert f"wss://127.0.0.1:{port}" in str(lost)
    assert "cannot prove who it is: " in str(lost)
    assert lost.fault is LossCause.REFUSED, "trying again cannot help"


@pytest.mark.usefixtures("trusted")
async def test_a_certificate_for_another_name_is_refused_in_one_line(authority):
    async with service(authority.issue_cert("somebody.example")) as port:
        lost = await refused(f"wss://127.0.0.1:{port}")
    assert "cannot prove who it is: " in str(lost)
    assert lost.fault is LossCause.REFUSED


class Proxy:
    """Takes CONNECT, and brings everybody to one port of this machine; or refuses."""

    def __init__(self, port, answer="200 OK"):
        self._port, self._answer = port, answer
        self.asked = []

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_):
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, reader, writer):
        head = await reader.readuntil(b"\r\n\r\n")
        self.asked.append(head.split(b"\r\n")[0].decode())
        writer.write(f"HTTP/1.1 {self._answer}\r\n\r\n".encode())
        if self._answer.startswith("200"):
            up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self._port)
            await asyncio.gather(self._pour(reader, up_writer), self._pour(up_reader, writer))
        writer.close()

    async def _pour(self, reader, writer):
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        writer.close()


@pytest.mark.parametrize("address", ["127.0.0.1", "localhost"])
async def test_this_machine_is_never_reached_through_a_proxy(address, monkeypatch):
    for name in PROXIES:
        monkeypatch.setenv(name, NOBODY if name != "NO_PROXY" else "")
    async with service() as port:
        await reach(f"ws://{address}:{port}")


async def test_any_other_is_reached_through_the_proxy_that_the_environment_names(monkeypatch):
    async with service() as port, Proxy(port) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        await reach("ws://service.example:8080")
    assert proxy.asked == ["CONNECT service.example:8080 HTTP/1.1"]


@pytest.mark.usefixtures("trusted")
async def test_a_proxy_is_not_trusted_with_what_is_said(authority, monkeypatch):
    """TLS goes through it: the certificate is the service's."""
    async with service(authority.issue_cert("service.example")) as port, Proxy(port) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        await reach("wss://service.example")
        await refused("wss://other.example")
    assert [one.split()[1] for one in proxy.asked] == ["service.example:443", "other.example:443"]


async def test_a_proxy_that_refuses_is_said_to(monkeypatch):
    async with Proxy(0, "403 Forbidden") as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        lost = await refused("ws://service.example:8080")
    assert "the proxy does not let us through" in str(lost)


async def test_what_no_proxy_names_is_reached_directly(monkeypatch):
    name = socket.gethostname()
    monkeypatch.setenv("HTTP_PROXY", NOBODY)
    async with service(host="0.0.0.0") as port:
        monkeypatch.setenv("NO_PROXY", f"other.example,{name}")
        await reach(f"ws://{name}:{port}")
        monkeypatch.setenv("NO_PROXY", "other.example")
        await refused(f"ws://{name}:{port}")
