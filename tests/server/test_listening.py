"""The listeners on loopback: who comes in, who is one too many, and how it all ends."""

import asyncio
import contextlib

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.rig import FAST, setup
from server.test_session import Beeps, Echo, Loud, Notes
from solovox.narrators.shared_voice import SharedVoice
from solovox.server.doors import Rules
from solovox.server.engines import ServerEngines
from solovox.server.faults.injector import FaultPlan
from solovox.server.generate_content import GenerateContent
from solovox.server.handles import Handles
from solovox.server.memory import Memory
from solovox.server.served_session import ServedSession, SessionEntry
from solovox.server.sockets import LiveServer, Posts
from solovox.shell.clock import LoopClock
from solovox.shell.supervisor import Supervisor
from solovox.speech.resample import Resampler
from solovox.wire.gemini_live.client_frames import ClientContent, SessionResumption
from solovox.wire.gemini_live.codec import decode_server, encode_client
from solovox.wire.gemini_live.parts import text_content

pytestmark = pytest.mark.slow

PATH = "/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent"


@contextlib.asynccontextmanager
async def listening(folder, rules=None, limit=50, failed=print, faults=(), book=None, ready=None, **engines):
    handles, tokens = Handles(folder, Memory, lambda: 0.0), engines.pop("tokens", None)
    shared = ServerEngines(
        voice=SharedVoice(Beeps()),
        handles=handles,
        resampler=Resampler,
        choosers=None,
        **{"recogniser": Loud, "brain": Echo, **engines},
    )

    def open_session(socket, door):
        return ServedSession(socket, shared, LoopClock(), FAST, SessionEntry(book=book))

    refused = FaultPlan(faults).refuse_next
    async with (
        Supervisor(limit) as sessions,
        LiveServer(
            open_session,
            sessions,
            rules or Rules(),
            failed,
            refused,
            Posts(GenerateContent(lambda: shared), tokens),
            ready,
        ) as server,
    ):
        port = await server.listen("127.0.0.1", 0)
        yield f"ws://127.0.0.1:{port}{PATH}", sessions
    handles.close()


async def opened(url, handle=None):
    ws = await connect(url)
    await ws.send(encode_client(setup(session_resumption=SessionResumption(handle=handle))).decode())
    frame = await ws.recv()
    assert isinstance(frame, bytes)
    assert decode_server(frame).setup_complete is not None
    return ws


async def test_V9_who_comes_before_it_is_known_how_many_are_held_waits(tmp_path):
    known = asyncio.Event()
    async with listening(tmp_path, ready=known.wait) as (url, sessions):
        coming = asyncio.create_task(opened(url))
        async with connect(url) as beside:
            await beside.ping()
            assert sessions.count == 0
        sessions.limit = 1
        known.set()
        ws = await coming
        assert sessions.count == 1
        with pytest.raises(ConnectionClosed):
            await opened(url)
        await ws.close()


async def test_V9_the_session_beyond_the_limit_is_refused_and_the_others_go_on(tmp_path):
    async with listening(tmp_path, limit=2) as (url, sessions):
        first, second = await opened(url), await opened(url)
        with pytest.raises(ConnectionClosed) as closed:
            await opened(url)
        assert closed.value.rcvd.code == 1011
        assert closed.value.rcvd.reason.startswith("Resource exhausted: all 2 sessions")
        assert sessions.count == 2
        await first.close()
        third = None
        while third is None:
            with contextlib.suppress(ConnectionClosed):
                third = await opened(url)
        await second.close()
        await third.close()


class Own(Echo):
    """A brain that answers only while it is open."""

    def __init__(self):
        super().__init__()
        self.closed = False

    async def answer(self, question, host):
        assert not self.closed
        async for piece in super().answer(question, host):
            yield piece

    async def aclose(self):
        self.closed = True


async def test_each_client_has_a_brain_of_its_own_and_one_that_goes_leaves_the_others_open(tmp_path):
    made = []

    def brain():
        made.append(Own())
        return made[-1]

    async with listening(tmp_path, brain=brain) as (url, sessions):
        first, second = await opened(url), await opened(url)
        for ws in (first, second):
            await handle_of(ws)
        await first.close()
        while len(sessions.names) > 1:
            await asyncio.sleep(0.001)
        assert [one.closed for one in made] == [True, False]
        await handle_of(second)
        assert [len(one.questions) for one in made] == [1, 2]
        await second.close()
    assert [one.closed for one in made] == [True, True]


async def test_a_brain_that_cannot_be_made_is_said_and_the_session_goes_on(tmp_path):
    def brain():
        raise OSError("no such model")

    async with listening(tmp_path, brain=brain) as (url, _):
        ws = await opened(url)
        with pytest.raises(ConnectionClosed) as closed:
            await handle_of(ws)
        assert "no such model" in closed.value.rcvd.reason


async def handle_of(ws):
    await ws.send(encode_client(ClientContent(turns=(text_content("Hi"),), turn_complete=True)).decode())
    while True:
        update = decode_server(await ws.recv()).session_resumption_update
        if update is not None:
            return update.new_handle


async def test_V8_a_handle_is_good_while_its_connection_is_open_and_the_older_one_ends(tmp_path):
    async with listening(tmp_path) as (url, _):
        older = await opened(url)
        newer = await opened(url, await handle_of(older))
        async with asyncio.timeout(10):
            await older.wait_closed()
        assert (older.close_code, older.close_reason[:25]) == (1008, "The operation was aborted")
        await (await opened(url, await handle_of(newer))).close()


class Slow(Notes):
    """A book that takes its time to close."""

    def __init__(self):
        super().__init__()
        self.over = asyncio.Event()

    async def aclose(self):
        await self.over.wait()


async def test_V8_V9_who_closes_and_resumes_at_once_is_let_in_also_where_there_is_room_for_one(tmp_path):
    book = Slow()
    async with listening(tmp_path, limit=1, book=book) as (url, _), contextlib.AsyncExitStack() as stack:
        stack.callback(book.over.set)
        ws = await opened(url)
        for _ in range(5):
            handle = await handle_of(ws)
            more = ClientContent(turns=(text_content("Tell me more"),), turn_complete=True)
            await ws.send(encode_client(more).decode())
            await ws.close()
            ws = await opened(url, handle)
        await ws.close()


@pytest.mark.parametrize("code", [401, 403, 429, 503])
async def test_a_fault_refuses_who_would_be_let_in_and_the_next_is(tmp_path, code):
    async with listening(tmp_path, faults=(f"refuse:{code}:times=1",)) as (url, _):
        for wrong, status in ((url.replace("v1beta", "v9"), 404), (url, code)):
            with pytest.raises(InvalidStatus) as refused:
                await connect(wrong)
            assert refused.value.response.status_code == status
            assert refused.value.response.body.count(b"\n") == 1
        await (await opened(url)).close()


async def test_V9_when_the_server_ends_its_clients_are_told(tmp_path):
    async with listening(tmp_path) as (url, sessions):
        ws = await opened(url)
    with pytest.raises(ConnectionClosed) as closed:
        await ws.recv()
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (
        1011,
        "The service is currently unavailable.",
    )
    assert sessions.count == 0
    assert [task for task in asyncio.all_tasks() if "served" in str(task.get_coro())] == []


async def test_V9_R2_a_session_that_fails_ends_alone_and_no_word_of_it_is_told(tmp_path):
    made, told = [], []

    def second_fails(detection):
        made.append(detection)
        if len(made) == 2:
            raise RuntimeError("what the person said")
        return Loud(detection)

    async with listening(tmp_path, recogniser=second_fails, failed=told.append) as (url, _):
        first, second = await opened(url), await opened(url)
        with pytest.raises(ConnectionClosed) as closed:
            await second.recv()
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1011, "Internal error encountered.")
        await first.send(encode_client(setup()).decode())
        with pytest.raises(ConnectionClosed) as closed:
            await first.recv()
        assert closed.value.rcvd.code == 1007
    assert told == ["a session failed: RuntimeError in second_fails"]


@pytest.mark.parametrize("code", [None, 1000, 4321])
async def test_a_client_that_leaves_is_answered_with_its_code_and_without_one_with_1000(tmp_path, code):
    async with listening(tmp_path) as (url, _):
        ws = await opened(url)
        ws.protocol.send_close(code) if code else ws.protocol.send_close()
        ws.send_data()
        await ws.wait_closed()
        assert ws.protocol.close_rcvd.code == (code or 1000)
