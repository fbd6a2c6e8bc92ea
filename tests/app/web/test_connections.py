"""Who opens many connections, or asks nothing, shuts no one out (law W6)."""

import asyncio
import resource
from contextlib import asynccontextmanager

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from solovox.app.web.connections import (
    FILES,
    RESERVED,
    MostConnections,
    OpenConnections,
    enough_files,
    patient,
)

ASKED = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
SOON = 0.02


async def app(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@asynccontextmanager
async def listening(most, seconds=60.0):
    """A server of this protocol, on loopback; gives what opens a connection to it."""
    config = Config(app, log_config=None, access_log=False, lifespan="off")
    held = OpenConnections(most)
    protocol, state = patient(held, seconds), ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: protocol(config, state, {}), "127.0.0.1", 0
    )
    opened = []

    async def opens(said=b""):
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        opened.append(writer)
        writer.write(said)
        return reader, writer

    async with asyncio.timeout(30):
        yield opens
    for one in opened:
        one.close()
    server.close()
    await server.wait_closed()


async def is_closed(reader):
    """Whether the other side closes it: waits until it does."""
    try:
        return await reader.read() == b""
    except ConnectionError:
        return True


async def answers(reader):
    return (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("said", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n"])
async def test_W6_a_connection_that_asks_nothing_is_closed(said):
    async with listening(MostConnections(), SOON) as opens:
        reader, _ = await opens(said)
        assert await is_closed(reader)


async def test_W6_one_that_asked_before_and_asks_no_more_is_closed_too():
    async with listening(MostConnections(), SOON) as opens:
        reader, writer = await opens(ASKED)
        assert await answers(reader)
        writer.write(b"GET / HTTP")
        assert await is_closed(reader)


async def test_W6_beyond_the_limit_a_connection_is_closed_unread_and_the_others_stay():
    async with listening(MostConnections(near=2)) as opens:
        (first, one), (second, other) = await opens(), await opens(ASKED)
        assert await answers(second)
        third, _ = await opens(ASKED)
        assert await is_closed(third)
        one.write(ASKED)
        assert await answers(first)
        other.close()
        await other.wait_closed()
        one.write(ASKED)
        assert await answers(first), "the server has seen the other leave"
        again, _ = await opens(ASKED)
        assert await answers(again)


def test_W6_others_do_not_take_the_places_of_this_machine_nor_one_of_them_those_of_all():
    held = OpenConnections(MostConnections(near=1, far=5, each=3))
    assert [held.admit("10.0.0.1") for _ in range(4)] == [True, True, True, False]
    assert [held.admit(f"10.0.1.{n}") for n in range(3)] == [True, True, False]
    assert [held.admit("127.0.0.1"), held.admit("::1"), held.admit("")] == [True, False, False]
    held.leave("10.0.0.1")
    assert [held.admit("2001:db8::1"), held.admit("2001:db8::2")] == [True, False]
    held.leave("127.0.0.1")
    assert held.admit("")


@pytest.mark.parametrize("files", [1, 256, 1_024, 4_096, 65_536])
def test_W6_there_are_never_more_connections_than_files(files):
    most = MostConnections().within(files)
    assert most.near + most.far <= files
    assert most.near + most.far <= max(files - RESERVED, files // 4)
    assert most.near <= MostConnections().near


def test_W6_as_many_files_are_asked_for_as_the_system_gives():
    found = enough_files()
    assert found == min(FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
