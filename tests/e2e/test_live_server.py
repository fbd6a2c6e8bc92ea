"""`solovox live-server` as a person starts it, and our own `solovox ask` as its client."""

import contextlib
import json
import signal
import ssl
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from cli.running import variables
from cli.serving import LIMIT, start, stop
from e2e.conftest import QUESTION
from portions import sampled
from server.rig import setup
from solovox.wire.gemini_live.codec import decode_server, encode_client

pytestmark = [pytest.mark.weights, pytest.mark.slow]
SLOWLY = ("--speed", "0.4")
"""Two recognisers work on one machine: on a busy one the session must not lose patience with the server."""
PATH = "/ws/google.ai.generativelanguage.v1.GenerativeService.BidiGenerateContent"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The line it printed."""
    folder = tmp_path_factory.mktemp("server")
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "solovox", "live-server", *LIMIT],
            cwd=folder,
            env=variables(folder),
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    line = process.stdout.readline()
    assert line, (folder / "log").read_text()
    yield json.loads(line)
    process.send_signal(signal.SIGTERM)
    rest, _ = process.communicate(timeout=60)
    assert (process.returncode, rest) == (0, ""), (folder / "log").read_text()
    assert "Traceback" not in (folder / "log").read_text()


def live(server):
    return ("--set", "ear.kind=gemini", "--set", f"ear.url={server['ws']}")


def test_our_own_ear_asks_it(ask, server):
    asked = ask(
        QUESTION,
        *SLOWLY,
        *live(server),
        "--set",
        "narrator.kind=voice",
    )
    assert asked.done.returncode == 0, asked.done.stderr
    (turn,) = asked.timeline["turns"]
    assert turn["instruction"] == "What time is it?"
    called = [entry for entry in asked.entries if entry.get("event") == "EarCalled"]
    assert [one["tool"] for one in called] == ["get_time"], "it looks by itself, and the answer is read"


@pytest.mark.parametrize("narrator", sampled(["reader", "relay"], ["reader"]))
def test_our_own_reader_is_read_to_exactly(ask, server, narrator):
    """`relay`: the ear itself, which is told when the person speaks."""
    asked = ask(QUESTION, *SLOWLY, *live(server), "--set", f"narrator.kind={narrator}")
    assert asked.done.returncode == 0, asked.done.stderr
    (turn,) = asked.timeline["turns"]
    assert turn["instruction"] == "What time is it?"
    assert turn["played"] == turn["text"]
    followed = [entry for entry in asked.entries if entry.get("event") == "ReadFollowed"]
    assert followed[-1]["said_to"] == len(turn["said"][0])
    assert followed[-1].get("score", 1.0) == 1.0
    assert not any(entry.get("event") in ("ReadStrayed", "ReadFailed") for entry in asked.entries)
    assert asked.replayed(PYTHONHASHSEED="4242").startswith("identical")


def test_it_is_believed_by_whoever_trusts_the_bundle(server):
    context = ssl.create_default_context(cafile=server["bundle"])
    with connect(server["wss"] + PATH, ssl=context) as ws:
        ws.send(encode_client(setup()).decode())
        assert decode_server(ws.recv()).setup_complete is not None


def test_each_client_has_its_environment(server):
    env = server["env"]
    assert env["python"]["GOOGLE_GEMINI_BASE_URL"] == server["https"]
    assert Path(env["python"]["SSL_CERT_FILE"]).is_file()
    assert env["javascript"]["GOOGLE_GEMINI_BASE_URL"] == server["http"]


def test_it_answers_for_itself_and_is_heard(ask, server):
    asked = ask(QUESTION, *SLOWLY, *live(server), "--set", "narrator.kind=self")
    assert asked.done.returncode == 0, asked.done.stderr
    (turn,) = asked.timeline["turns"]
    assert turn["heard"] == "What time is it?"
    assert turn["played"] == turn["text"] == " ".join(turn["said"])
    assert not any(entry.get("event", "").startswith("Brain") for entry in asked.entries)
    assert asked.replayed(PYTHONHASHSEED="4242").startswith("identical")


def test_it_ends_while_a_client_waits_to_be_let_in(tmp_path):
    server = start(tmp_path, limit=())
    with connect(server.told["ws"] + PATH) as ws:
        ws.send(encode_client(setup()).decode())
        stop(server)


def let_in(server, stack):
    """One more client; gives why it was refused, None: it was not."""
    ws = stack.enter_context(connect(server.told["ws"] + PATH))
    ws.send(encode_client(setup()).decode())
    try:
        assert decode_server(ws.recv(timeout=30)).setup_complete is not None
    except ConnectionClosed as closed:
        return closed
    return None


@pytest.mark.wide
def test_V9_who_comes_when_the_machine_is_full_is_refused_with_the_measured_limit(tmp_path):
    server = start(tmp_path, limit=())
    with contextlib.ExitStack() as stack:
        held = 0
        while (closed := let_in(server, stack)) is None:
            held += 1
        assert closed.rcvd.code == 1011
        assert f"all {held} sessions" in closed.rcvd.reason
        (line,) = [one for one in server.log.read_text().splitlines() if one.startswith("holds ")]
        assert line.split()[1] == str(held)
    stop(server)
