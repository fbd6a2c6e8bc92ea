"""What one client can make the server hold, and what every request gets, also one that is none of a WebSocket."""

import asyncio
import gc
import json

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from server.rig import setup
from server.test_listening import Slow, listening
from server.test_session import served
from solovox.server.doors import Rules
from solovox.server.served_session import BYTES, Inbox, SessionEntry
from solovox.server.sockets import LARGEST, LiveServer
from solovox.shell.supervisor import Supervisor
from solovox.wire.gemini_live import client_frames as c
from solovox.wire.gemini_live.codec import encode_client
from solovox.wire.gemini_live.parts import Blob
from virtual import virtual

pytestmark = pytest.mark.slow

UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {}\r\n"
)
BODY = json.dumps({"contents": "x" * 100_000}).encode()


class Stuck(Slow):
    """A book that keeps the session waiting."""

    async def keep(self, *_):
        await self.over.wait()


@virtual
async def test_a_client_that_sends_and_sends_waits_when_so_many_bytes_wait(tmp_path):
    picture, frames = c.RealtimeInput(video=Blob("image/jpeg", bytes(1_000_000))), 40

    book = Stuck()
    async with served(tmp_path, entry=SessionEntry(book=book)) as (pipe, _):
        pipe.says(setup(), *[picture] * frames)
        await asyncio.sleep(5)
        left = pipe.up.qsize()
        book.over.set()
        await asyncio.sleep(5)
        then = pipe.up.qsize()
    taken = (frames - left) * len(encode_client(picture))
    assert taken <= BYTES + 2 * len(encode_client(picture)), (
        "one that is looked at, one that waits to come in"
    )
    assert then == 0, "none is lost"


@virtual
async def test_one_thing_comes_in_however_large_it_is():
    inbox = Inbox(2, most=10)
    await inbox.put("large", 1_000)
    after = asyncio.create_task(inbox.put("small", 1))
    told = await inbox.get(), await inbox.get()
    await after
    assert told == ("large", "small")


async def test_a_frame_that_is_too_large_closes_its_connection_alone(tmp_path):
    async with listening(tmp_path) as (url, _):
        ws = await connect(url)
        await ws.send("x" * (LARGEST + 1))
        with pytest.raises(ConnectionClosed):
            await ws.recv()
        assert ws.close_code == 1009


async def asked(url, head, body=b"", pieces=1):
    """What a plain HTTP client reads until the server closes: status, and the body."""
    _, _, place = url.partition("://")
    host, _, path = place.partition("/")
    reader, writer = await asyncio.open_connection(*host.split(":"))
    writer.write(head.format(path=f"/{path}", host=host).encode())
    size = max(1, len(body) // pieces)
    for at in range(0, len(body), size):
        await writer.drain()
        writer.write(body[at : at + size])
    async with asyncio.timeout(10):
        answer = await reader.read()
    writer.close()
    status, _, rest = answer.partition(b"\r\n")
    return int(status.split()[1]), rest.partition(b"\r\n\r\n")[2]


REQUESTS = {
    "GET of a page": (404, "GET / HTTP/1.1\r\nHost: {host}\r\n\r\n", b""),
    "GET of models": (404, "GET /v1beta/models?key=x HTTP/1.1\r\nHost: {host}\r\n\r\n", b""),
    "the service's path without an upgrade": (426, "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n", b""),
    "POST of no body": (
        404,
        "POST /v1alpha/files HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\n\r\n",
        b"",
    ),
    "POST": (
        404,
        f"POST /v1beta/models/m:countTokens?key=x HTTP/1.1\r\nHost: {{host}}\r\nContent-Length: {len(BODY)}\r\n\r\n",
        BODY,
    ),
    "POST in chunks": (
        404,
        "POST /v1beta/models/m:countTokens HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY),
    ),
    "POST to the service's path": (
        426,
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 2\r\n\r\n",
        b"{}",
    ),
    "PATCH": (404, "PATCH /v1beta/files/x HTTP/1.1\r\nHost: {host}\r\nContent-Length: 2\r\n\r\n", b"{}"),
    "GET with a body": (
        404,
        "GET /v1beta/files HTTP/1.1\r\nHost: {host}\r\nContent-Length: 2\r\n\r\n",
        b"{}",
    ),
    "a handshake that is wrong": (
        400,
        "GET {path} HTTP/1.1\r\nHost: {host}\r\n" + UPGRADE.format("x") + "\r\n",
        b"",
    ),
}


@pytest.mark.parametrize("pieces", [1, 7])
@pytest.mark.parametrize(("status", "head", "body"), REQUESTS.values(), ids=REQUESTS)
async def test_V10_every_request_is_answered_with_one_line_in_the_shape_of_googles_errors(
    tmp_path, status, head, body, pieces
):
    async with listening(tmp_path) as (url, _):
        found, told = await asked(url, head, body, pieces)
        error = json.loads(told)["error"]
        assert (found, error["code"], told.count(b"\n")) == (status, status, 1)
        assert error["status"].isupper()
        assert "Gemini Live" in error["message"] or status == 400


async def test_V10_a_refusal_for_want_of_a_key_has_the_same_shape_and_no_key(tmp_path):
    async with listening(tmp_path, Rules(frozenset({"a-key-of-a-test"}))) as (url, _):
        head = "GET {path}?key=a-wrong-one HTTP/1.1\r\nHost: {host}\r\n" + UPGRADE.format("x") + "\r\n"
        status, told = await asked(url, head)
        assert (status, json.loads(told)["error"]["status"]) == (403, "PERMISSION_DENIED")
        assert b"a-wrong-one" not in told


async def test_nothing_stays_of_requests_that_come_to_nothing(tmp_path):
    async with listening(tmp_path) as (url, sessions):
        for _ in range(20):
            await asked(url, "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n")
        gc.collect()
        held = [one for one in gc.get_objects() if issubclass(type(one), ServerConnection)]
        assert len(held) <= 1
        assert sessions.count == 0


@pytest.mark.parametrize("path", ["/healthz", "/readyz?from=curl"])
async def test_V10_it_is_there_when_clients_were_told_of_it(path):
    told = []
    async with (
        Supervisor() as sessions,
        LiveServer(None, sessions, Rules(frozenset({"a key"})), told.append) as server,
    ):
        port = await server.listen("127.0.0.1", 0)
        url, head = f"ws://127.0.0.1:{port}", f"GET {path} HTTP/1.1\r\nHost: {{host}}\r\n\r\n"
        status, _ = await asked(f"{url}/", head)
        assert status == 503
        server.listening = True
        assert await asked(f"{url}/", head) == (200, b'{"status": "ok"}\n')
        assert (await asked(f"{url}/", head.replace("z", "zz")))[0] == 404
    assert len(told) == 1
