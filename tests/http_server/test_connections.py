"""Who opens many connections, or asks nothing, shuts no one out (law W6)."""

import asyncio
import resource
import socket
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from solovox.http.auth.connections import (
    FILES,
    RESERVED,
    MostConnections,
    OpenConnections,
    enough_files,
    patient,
)
from solovox.http.serving import listen_at

ASKED = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
SLOW = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
SOON = 0.02


async def app(scope, receive, send):
    while (await receive()).get("more_body"):
        pass
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


async def test_W6_beyond_the_limit_the_oldest_that_asks_nothing_makes_room():
    async with listening(MostConnections(near=2)) as opens:
        (first, _), (second, other) = await opens(b"GET"), await opens(ASKED)
        assert await answers(second)
        third, _ = await opens(ASKED)
        assert await is_closed(first)
        assert await answers(third)
        other.write(ASKED)
        assert await answers(second), "it was not the oldest"


async def test_W6_where_all_ask_one_more_is_closed_unread():
    async with listening(MostConnections(near=2)) as opens:
        (first, _), (second, _) = await opens(SLOW), await opens(SLOW)
        assert [await first.readline(), await second.readline()] == [b"HTTP/1.1 100 Continue\r\n"] * 2
        third, _ = await opens(ASKED)
        assert await is_closed(third)


@dataclass(eq=False)
class Told:
    """A connection that remembers being closed."""

    address: str
    asks_nothing: bool = False
    gone: bool = False

    def let_go(self):
        self.gone = True


def test_W6_others_do_not_take_the_places_of_this_machine_nor_one_of_them_those_of_all():
    held = OpenConnections(MostConnections(near=1, far=5, each=3))
    first = Told("10.0.0.1")
    assert [held.admit(one) for one in (first, *(Told("10.0.0.1") for _ in range(3)))] == [True] * 3 + [False]
    assert [held.admit(Told(f"10.0.1.{n}")) for n in range(3)] == [True, True, False]
    near = Told("127.0.0.1")
    assert [held.admit(near), held.admit(Told("::1")), held.admit(Told(""))] == [True, False, False]
    held.leave(first)
    held.leave(first)
    assert [held.admit(Told("2001:db8::1")), held.admit(Told("2001:db8::2"))] == [True, False]
    held.leave(near)
    assert held.admit(Told(""))


@pytest.mark.parametrize("files", [1, 256, 1_024, 4_096, 65_536])
def test_W6_there_are_never_more_connections_than_files(files):
    most = MostConnections().within(files)
    assert most.near + most.far <= files
    assert most.near + most.far <= max(files - RESERVED, files // 4)
    assert most.near + most.far + most.backlog <= max(files, 3)


def test_W6_as_many_files_are_asked_for_as_the_system_gives():
    found = enough_files()
    assert found == min(FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1])


async def accepted_option(option: int) -> int:
    listening = listen_at("127.0.0.1", 0).line
    found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def came(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        found.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, option))
        writer.close()

    async with await asyncio.start_server(came, sock=listening):
        _, writer = await asyncio.open_connection(*listening.getsockname())
        try:
            return await found
        finally:
            writer.close()


def test_what_is_written_goes_out_at_once():
    """A piece of voice behind a line of text must not wait for the client to acknowledge the line (40 ms)."""
    assert asyncio.run(accepted_option(socket.TCP_NODELAY))
