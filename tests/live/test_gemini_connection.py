"""One connection, over real sockets, with waits of a few tens of milliseconds."""

import asyncio
import contextlib
import logging
import socket
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.server import serve

from live.gemini_double import Double
from live.gemini_voice import content
from live.gemini_ways import Close, Frame, Freeze, Way
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.policy import EarKind, Policy
from solovox.core.units import AudioSpan, ConnectionId, StreamId
from solovox.live.connection import LiveService, Patience
from solovox.live.connection import Way as Direction
from solovox.live.ear import LiveEar
from solovox.live.gemini import DEFAULT_MODEL, GEMINI, endpoint
from solovox.live.losing import LossCause, Lost
from solovox.live.setup import plan
from solovox.shell.sound import SoundStore
from solovox.wire.gemini_live import server_frames as s
from solovox.wire.gemini_live.codec import encode_server
from solovox.wire.gemini_live.live_codec import setup_message
from solovox.wire.live_events import Hear, Opened, Remind

SHORT = Patience(open=0.3, setup=0.2, ping=0.05, pong=0.2, send=0.2, close=0.2)
"""For peers that never answer."""
BRISK = Patience(open=5.0, setup=5.0, ping=0.05, pong=0.2, send=0.2, close=0.2)
"""For peers that answer once and then no more."""
CALM = Patience(open=5.0, setup=5.0, ping=0.05, pong=0.45, send=1.0, close=0.5)
"""For everybody else: a busy machine is not a fault."""
SETUP = plan(Policy(ear=EarKind.LIVE), DEFAULT_MODEL, None)
READY = encode_server(s.ServerMessage(setup_complete=s.SetupComplete()))


async def reach(url, handle=None, patience=CALM, key=None, tap=None):
    service = LiveService(family=GEMINI, endpoint=endpoint(url, key), patience=patience, tap=tap)
    return await service.open(SETUP, handle=handle)


@contextlib.asynccontextmanager
async def server(handler):
    async with serve(handler, "127.0.0.1", 0, compression=None, close_timeout=0.2) as running:
        yield f"ws://127.0.0.1:{running.sockets[0].getsockname()[1]}"


async def read(connection, count):
    found = []
    async for event in connection.events():
        found.append(event)
        if len(found) == count:
            return found
    return found


@pytest.fixture(autouse=True)
async def nothing_is_left_behind():
    yield
    async with asyncio.timeout(2):
        while asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.sleep(0.01)


async def test_it_is_set_up_first_and_tells_so():
    async with Double() as double:
        connection = await reach(double.url)
        [ready] = await read(connection, 1)
        assert ready == Opened()
        assert double.talks[0].setup == setup_message(SETUP)
        await connection.aclose()


@pytest.mark.parametrize(
    ("way", "fault", "says"),
    [
        (Way(silent=True), LossCause.SERVICE, "did not answer the setup within 0.2 s"),
        (Way(refused={1}, refusal=401), LossCause.OURS, "refuses the key: see ear.api_key (HTTP 401)"),
        (Way(refused={1}, refusal=404), LossCause.REFUSED, "see ear.url (HTTP 404)"),
        (
            Way(refused={1}, refusal=429),
            LossCause.BUSY,
            "limits how much it is asked, and is tried again later (HTTP 429)",
        ),
        (Way(refused={1}, refusal=503), LossCause.SERVICE, "refuses the connection (HTTP 503)"),
        (
            Way(refused={1}, refusal=Close(1007, "bad")),
            LossCause.REFUSED,
            "refuses what it was sent (1007: bad)",
        ),
        (Way(refused={1}, refusal=Close(1011, "no")), LossCause.SERVICE, "the service failed (1011: no)"),
    ],
)
async def test_L1_what_cannot_be_set_up_says_why(way, fault, says):
    async with Double(way) as double:
        with pytest.raises(Lost) as lost:
            await reach(double.url, patience=SHORT if way.silent else CALM)
    assert lost.value.fault is fault
    assert says in str(lost.value)


async def test_L3_a_refused_handle_is_told_apart():
    async with Double(Way(refused={1})) as double:
        with pytest.raises(Lost) as lost:
            await reach(double.url, "stale")
    assert lost.value.fault is LossCause.HANDLE


async def test_nobody_there():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    with pytest.raises(Lost, match=f"127.0.0.1:{port}.* cannot be reached: "):
        await reach(f"ws://127.0.0.1:{port}")


async def test_somebody_who_says_nothing():
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        with pytest.raises(Lost, match=r"did not answer within 0.3 s") as lost:
            await reach(f"ws://127.0.0.1:{deaf.getsockname()[1]}", patience=SHORT)
    assert lost.value.fault is LossCause.NETWORK


async def test_somebody_who_is_no_live_model():
    async def talk(reader, writer):
        writer.write(b"220 mail.example ready\r\n")
        await writer.drain()
        writer.close()

    listening = await asyncio.start_server(talk, "127.0.0.1", 0)
    async with listening:
        with pytest.raises(Lost, match=r"does not speak as a live model does"):
            await reach(f"ws://127.0.0.1:{listening.sockets[0].getsockname()[1]}")


async def test_what_comes_before_the_setup_is_answered_is_not_lost():
    async def early(ws):
        await ws.recv()
        await ws.send(encode_server(content(interrupted=True)))
        await ws.send(READY)
        await ws.wait_closed()

    async with server(early) as url:
        connection = await reach(url)
        assert [type(one) for one in await read(connection, 2)] == [Opened, e.EarInterrupted]
        await connection.aclose()


async def test_L1_a_frame_that_is_too_large_is_told_as_one():
    async def large(ws):
        await ws.recv()
        await ws.send(READY)
        with contextlib.suppress(Exception):
            await ws.send(b"x" * (17 * 1024 * 1024))
            await ws.wait_closed()

    async with server(large) as url:
        connection = await reach(url)
        with pytest.raises(Lost, match=r"too large \(1009"):
            await read(connection, 2)
        await connection.aclose()


async def test_what_cannot_be_understood_is_passed_over():
    frames = (Frame(b"\xff"), Frame(b"[1]"), Frame(b'{"serverContent": 5}'), Frame(b'{"error": {"code": 1}}'))
    async with Double(Way(opened=(*frames, Frame(encode_server(content(interrupted=True)))))) as double:
        connection = await reach(double.url)
        assert [type(one) for one in await read(connection, 2)] == [Opened, e.EarInterrupted]
        assert connection.not_understood == 3
        await connection.aclose()


async def test_L1_a_half_open_socket_is_noticed():
    async with Double(Way(opened=(Freeze(),))) as double:
        connection = await reach(double.url, patience=BRISK)
        async with asyncio.timeout(10):
            with pytest.raises(Lost, match=r"silent for 0.2 s, even to a ping"):
                await connection.keep_alive()
        await connection.aclose()


async def lives(connection):
    """Hold it for 0.7 s. Raises `TimeoutError` when it outlives them."""
    async with asyncio.timeout(0.7), asyncio.TaskGroup() as tasks:
        tasks.create_task(connection.keep_alive())
        tasks.create_task(read(connection, 10_000))


async def test_L1_a_late_pong_is_no_loss_and_whoever_speaks_is_alive():
    async def slow(ws):
        await ws.recv()
        await ws.send(READY)
        for _ in range(8):
            ws.transport.pause_reading()
            await asyncio.sleep(0.1)
            ws.transport.resume_reading()
            await asyncio.sleep(0.02)

    async def speaks(ws):
        await ws.recv()
        await ws.send(READY)
        ws.transport.pause_reading()
        for _ in range(20):
            await asyncio.sleep(0.05)
            await ws.send(b"{}")

    for handler in (slow, speaks):
        async with server(handler) as url:
            connection = await reach(url)
            with pytest.raises(TimeoutError):
                await lives(connection)
            await connection.aclose()


async def flood(connection, message):
    for _ in range(100):
        await connection.send(message)


async def test_L1_a_socket_that_takes_nothing_is_lost():
    async with Double(Way(opened=(Freeze(),))) as double:
        connection = await reach(double.url, patience=BRISK)
        await read(connection, 1)
        big = Hear(bytes(1_000_000))
        with pytest.raises(Lost, match=r"took nothing for 0.2 s"):
            await flood(connection, big)
        async with asyncio.timeout(10):
            await connection.aclose()


async def test_the_tap_sees_every_frame_both_ways():
    seen = []
    async with Double() as double:
        connection = await reach(double.url, tap=lambda way, frame: seen.append((way, frame[:9])))
        await connection.send(Remind("x"))
        await connection.aclose()
    assert seen == [
        (Direction.UP, b'{"setup":'),
        (Direction.DOWN, b'{"setupCo'),
        (Direction.UP, b'{"realtim'),
    ]


async def test_a_key_is_never_logged(caplog):
    caplog.set_level(logging.DEBUG)
    async with Double(Way(refused={2}, refusal=401)) as double:
        connection = await reach(double.url, key="very-secret-key")
        await connection.aclose()
        with pytest.raises(Lost) as lost:
            await reach(double.url, key="very-secret-key")
    assert "very-secret-key" not in str(lost.value)
    assert double.requests[0].headers["x-goog-api-key"] == "very-secret-key"
    ours = [
        record for record in caplog.records if "client" in record.name or record.name.startswith("solovox")
    ]
    assert not any("very-secret-key" in record.getMessage() for record in ours)


ONE, TWO = ConnectionId(1), ConnectionId(2)
NEVER = c.SendMicrophone(ONE, AudioSpan(StreamId("mic"), 0, 320))


@asynccontextmanager
async def ear():
    async with Double() as double, asyncio.timeout(20), asyncio.TaskGroup() as tasks:
        service = LiveService(family=GEMINI, endpoint=endpoint(double.url, None))
        link = LiveEar(service, lambda: SETUP, SoundStore())
        link.told = asyncio.Queue()
        running = tasks.create_task(link.run(link.told.put))
        yield double, link
        running.cancel()


async def first(link, kind):
    while not isinstance(event := await link.told.get(), kind):
        pass
    return event


@pytest.mark.parametrize("times", [1, 3])
async def test_L1_after_a_command_that_failed_the_old_connection_is_closed_and_the_next_is_opened(times):
    async with ear() as (double, link):
        await link.perform(c.OpenEar(ONE, resume=False))
        assert await first(link, e.EarOpened) == e.EarOpened(ONE)
        with pytest.raises(KeyError):
            await link.perform(NEVER)
        for n in range(times):  # whoever is in a hurry
            await link.perform(c.OpenEar(ConnectionId(TWO + n), resume=False))
        assert await first(link, e.EarOpened) == e.EarOpened(ConnectionId(1 + times))
        assert double.most_open == 1
