"""`solovox live-server -- COMMAND` as a person starts it: the command finds the server, has the signals, and its exit code counts."""

import json
import signal
import subprocess
import sys

import pytest

from cli.running import variables

pytestmark = [pytest.mark.weights, pytest.mark.slow]

COMMAND = """
import json, os, signal, ssl, sys
from urllib.parse import urlsplit
from websockets.sync.client import connect
told = json.loads(os.environ["SOLOVOX_LIVE_SERVER"])
path = "/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent"
trusted = ssl.create_default_context(cafile=os.environ["SSL_CERT_FILE"])
url = os.environ["GOOGLE_GEMINI_BASE_URL"].replace("https", "wss") + path
with connect(url, ssl=trusted, additional_headers={"x-goog-api-key": os.environ["GEMINI_API_KEY"]}) as ws:
    ws.send(json.dumps({"setup": {"model": "models/gemini-2.5-flash-native-audio-preview-12-2025"}}))
    assert json.loads(ws.recv()) == {"setupComplete": {}}
signal.signal(signal.SIGTERM, lambda *_: sys.exit(33))
print(sys.stdin.readline().strip(), flush=True)
while True: signal.pause()
"""


def test_the_command_finds_the_server_and_has_the_signals_and_the_streams(tmp_path):
    program = [sys.executable, "-m", "solovox", "live-server", "--require-key", "secret-of-this-test"]
    with (
        (tmp_path / "log").open("w") as log,
        subprocess.Popen(
            [*program, "--", sys.executable, "-c", COMMAND],
            cwd=tmp_path,
            env=variables(tmp_path, NO_PROXY="127.0.0.1"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as process,
    ):
        process.stdin.write("what is written to us\n")
        process.stdin.flush()
        line = process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        rest, _ = process.communicate(timeout=120)
    told = (tmp_path / "log").read_text()
    assert (line, rest, process.returncode) == ("what is written to us\n", "", 33), told
    announced = next(one for one in told.splitlines() if one.startswith("{"))
    assert json.loads(announced)["env"]["any"]["GOOGLE_GEMINI_BASE_URL"].startswith("https://127.0.0.1:")
    assert "secret-of-this-test" not in told
