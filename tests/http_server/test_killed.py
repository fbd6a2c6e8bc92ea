"""The server is killed, and started again: what it said that it has is in the journal, and a page of before is told."""

import asyncio
import signal

import pytest
from websockets.exceptions import InvalidStatus

import house_rules as house
from cli.page_server import page_server
from http_server.coded_speech import QUIET, spoken
from http_server.page_client import page
from http_server.test_live_sockets import QUESTION, answered, resumed
from solovox.core import events as ev
from solovox.recordings import journal_reader

pytestmark = pytest.mark.slow

POINTS = """[solovox.voices]
coded = http_server.coded_speech:voice
[solovox.brains]
coded = http_server.coded_speech:brain
[solovox.recognisers]
coded = http_server.coded_speech:recogniser
"""
CHOSEN = (
    "recogniser.kind=coded",
    "brain.kind=coded",
    "narrator.voice=coded",
    "tools=get_time",
    "approval=review",
)


@pytest.fixture
def package(tmp_path):
    """The engines of these tests, as another package brings them."""
    info = tmp_path / "package" / "coded-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: coded\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS)
    return f"{info.parent}:{house.ROOT / 'tests'}"


async def test_R1_what_was_acknowledged_is_in_the_journal_and_a_laggard_is_told(tmp_path, package):
    journals = tmp_path / "journals"
    flags = ("--limit", "4", "--journal", str(journals), *(part for one in CHOSEN for part in ("--set", one)))
    with page_server(tmp_path / "one", *flags, PYTHONPATH=package) as server:
        async with page(server.socket) as one:
            ready = await one.until("ready")
            await one.mic(spoken(QUESTION) + QUIET)
            hold = (await one.until("hold"))["hold"]
            await one.say("accept", hold=hold, text=QUESTION)
            await answered(one)
            await one.say("text", text="Water the garden.")
            await one.until("text", text="You said: Water the garden.")
            server.stop(signal.SIGKILL)
            await one.over()
        old = server.socket
    kept = journal_reader.read(journals / ready["sessionId"])
    assert kept.end == "", "it was killed"
    events = [entry.event for entry in kept.entries]
    assert [one.text for one in events if isinstance(one, ev.ConsentGiven)] == [QUESTION]
    assert [one.text for one in events if isinstance(one, ev.Typed)] == ["Water the garden."]
    with page_server(tmp_path / "two", *flags, PYTHONPATH=package) as server:
        with pytest.raises(InvalidStatus) as refused:
            async with page(old.replace(_port(old), _port(server.socket))):
                pass
        assert refused.value.response.status_code == 401
        async with page(server.socket, first=resumed(ready)) as late:
            assert (await late.until("error"))["message"]
            assert await late.over() == 4404
        async with page(server.socket) as anew:
            assert (await anew.until("ready"))["sessionId"] != ready["sessionId"]
            assert await asyncio.to_thread(server.stop) == 0
            await anew.until("session_end")


def _port(url):
    return url.split(":")[2].split("/")[0]
